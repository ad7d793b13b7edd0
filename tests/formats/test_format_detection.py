"""The format of a file is detected from its content."""

from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.registry import read
from tests.formats.toy_tokenizers import sentence

TEXT = "the cat sat on the mat, the 床前明月光 cat\n" * 3


def failure(path: Path) -> str:
    """Return the error for the tokenizer at a path."""
    with pytest.raises(BpetuiError) as caught:
        read(path)
    return sentence(caught.value)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"Once upon a time.\n", "is not a tokenizer in a known format; known formats: a .model file of minbpe"),
        (b"\x89PNG\r\n\x1a\n", "is not a tokenizer"),
        (b'{"a": 0, "b": 1}', "is a vocabulary without its merges; put its merges.txt into the same folder"),
        (b"#version: 0.2\na b\n", "is a list of merges without token ids; put its vocab.json into the same folder"),
        (b"a b\n", "is a list of merges without token ids"),
        (b"#version: 0.2\ne s</w>\n", "is a list of merges in the format of subword-nmt, which has no token ids"),
        (b"#version: 0.2\nt h\ne r\nth e</w>\n", "is a list of merges in the format of subword-nmt"),
        (b"e n</w> 1302\n", "is a list of merges in the format of subword-nmt"),
        (b"# notes.txt\n# of a day, long ago\n", "is not a tokenizer in a known format"),
        (b'{"name": "x"}', "is not a tokenizer"),
        (b'{"version": "1.0", "added_to', "is not a valid JSON file, line 1: unterminated string"),
        ("IQ== 0\nIg== 1\n".encode("utf-16"), "begins with the byte order mark of utf-16; convert the file to UTF-8"),
        ('{"model": {}}'.encode("utf-32"), "begins with the byte order mark of utf-32; convert the file to UTF-8"),
        (b"[" * 100_000, "is not a tokenizer"),
    ],
)
def test_unknown_content_error_says_what_the_file_is(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "toy"
    path.write_bytes(data)
    assert f"toy {why}" in failure(path)


@pytest.mark.parametrize("part", [b"x", b"[", "床前明月光".encode(), b"a b ", b"a</w> "])
def test_a_line_of_many_megabytes_is_refused(part: bytes, tmp_path: Path) -> None:
    path = tmp_path / "toy"
    path.write_bytes(part * 2_000_000)  # a pattern that goes back over such a line would never end
    assert "toy is not a tokenizer in a known format" in failure(path)


def test_a_mark_after_many_merges_or_in_the_wrong_place_is_no_sign_of_subword_nmt(tmp_path: Path) -> None:
    path = tmp_path / "toy"
    for data in (b"a b\n" * 1000 + b"c d</w>\n", b"one two three four</w>\n", b"a b c</w>\n"):
        path.write_bytes(data)
        assert "subword-nmt" not in failure(path)
