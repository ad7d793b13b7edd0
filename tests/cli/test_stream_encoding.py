"""A text in parts has the ids of the whole text, and the memory does not grow with the text."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.cli import inputs
from bpetui.cli.inputs import text_lines
from bpetui.cli.stream_encoding import encode_stream
from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.files import text_stream
from bpetui.worker.counting import segments
from tests.cli.conftest import Run

# Letters and marks that normal forms join, three kinds of space, parts of special tokens, and characters of the splits.
PIECES = [
    "a",
    "b",
    "e",
    "\u0301",
    "\u0323",
    "ﬁ",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\u3000",
    "▁",
    "<",
    "<a b>",
    "1",
    "12",
    "'s",
    "/",
    "床",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
SPLITS = st.sampled_from([*map(split_named, SPLIT_NAMES), split_custom(r"\w+|\W")])
PAIRS = [(97, 98), (101, 204), (257, 129), (32, 97), (32, 32), (32, 256), (49, 50), (229, 186), (263, 138)]


@st.composite
def cuttings(draw: st.DrawFn, text: str) -> list[str]:
    """A division of a text into parts."""
    places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    return [text[start:stop] for start, stop in zip([0, *places], [*places, len(text)], strict=True)]


@st.composite
def tokenizers(draw: st.DrawFn) -> BpeTokenizer:
    tokenizer = BpeTokenizer.from_pairs(PAIRS, draw(SPLITS), {"<a b>": 300, " <": 301})
    return replace(
        tokenizer,
        added=draw(st.sampled_from([{}, {"b ": 302}, {"<": 303, "ae": 304}])),
        normalization=draw(st.sampled_from(NORMALIZATIONS)),
        space=draw(st.sampled_from(["", "▁"])),
        prefix=draw(st.booleans()),
    )


@given(st.data(), tokenizers(), TEXTS, st.sampled_from([(), ("<a b>",), ("<a b>", " <")]))
def test_ids_of_parts_equal_those_of_the_whole_text(
    data: st.DataObject, tokenizer: BpeTokenizer, text: str, allowed: tuple[str, ...]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "SEGMENT", data.draw(st.integers(1, 9)))
        patch.setattr(text_stream, "_CHUNK_CHARACTERS", data.draw(st.integers(1, 9)))
        parts = encode_stream(tokenizer, data.draw(cuttings(text)), allowed)
        assert [token_id for ids in parts for token_id in ids] == [*tokenizer.tokenize(text, allowed).ids]


@given(st.data(), st.text("ab\r\n\x85\u2028"))
def test_lines_of_parts_equal_those_of_the_whole_text(data: st.DataObject, text: str) -> None:
    expected = text.replace("\r\n", "\n").split("\n")
    if not expected[-1]:
        expected.pop()
    assert [line for found in text_lines(data.draw(cuttings(text))) for line in found] == expected


def test_ids_are_written_before_the_text_ends(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless() -> Iterator[bytes]:
        yield from [b"aa bb " * 60_000] * 2
        raise KeyboardInterrupt

    monkeypatch.setattr(inputs, "standard_input_parts", endless)
    ended = run("encode", "-", "--tokenizer", model, "--split", "whitespace")
    assert ended.status == 130
    assert ended.out.startswith("256 32 98 98 32 ")
    assert len(ended.out.split()) > 100_000
    written = run("encode", "-", "--lines", "--tokenizer", model).out  # without an end of line nothing is a line
    assert written == ""


def test_an_error_after_many_parts_has_its_place(run: Run, model: str) -> None:
    text = b"aa\n" * 500_000 + b"\xff"
    ended = run("encode", "-", "--tokenizer", model, "--split", "lines", stdin=text)
    assert ended.status == 1
    assert ended.out.startswith("256 10 256 10")
    place = "byte 0xff at offset 1500000 (line 500001); repair the file, or use --encoding to name its encoding"
    assert ended.err.splitlines()[-1] == f"bpetui: standard input is not UTF-8: {place}"


def test_a_stream_that_ends_in_the_middle_of_a_character_is_reported_as_cut_off(run: Run, model: str) -> None:
    ended = run("encode", "-", "--tokenizer", model, "--split", "lines", stdin="aa\n床前".encode()[:-1])
    assert ended.status == 1
    place = "byte 0xe5 at offset 6 (line 2); repair the file, or use --encoding to name its encoding"
    problem = "standard input ends in the middle of a UTF-8 character"
    assert ended.err.splitlines()[-1] == f"bpetui: {problem}: {place}"


PROGRAM = """
import re, sys
from bpetui.cli.main import main
status = main(sys.argv[1:])
print(re.search("VmHWM: *\\t *([0-9]+)", open("/proc/self/status").read())[1], file=sys.stderr)
sys.exit(status)
"""


@pytest.fixture
def doubled(tmp_path: Path) -> str:
    """A tokenizer with tokens of up to 1024 letters, so that a large text has few tokens."""
    merges = "".join(f"{token} {token}\n" for token in [97, *range(256, 265)])
    path = tmp_path / "doubled.model"
    path.write_text(f"minbpe v1\n\n1\n<|end|> 266\n{merges}")
    return str(path)


def peak(words: list[str], text: bytes, path: Path) -> int:
    """Return the peak memory of a command that reads a text, in bytes."""
    path.write_bytes(text)
    command = [sys.executable, "-c", PROGRAM, *words]
    with path.open("rb") as stdin:
        ended = subprocess.run(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    return 1024 * int(ended.stderr.split()[-1])


LETTERS = b"a" * 250
COMMANDS = {
    "encode": (["encode", "-", "--split", "gpt2", "--allow-special"], LETTERS + b" <|end|>\n"),
    "normalized": (["encode", "-", "--split", "o200k_base", "--normalize", "nfd"], LETTERS + " ở\n".encode()),
    "lines": (["encode", "-", "--lines"], LETTERS + b"\n"),
    "objects": (["encode", "-", "--lines", "--json"], LETTERS + b"\n"),
    "decode": (["decode", "-"], b"260,\n"),
}


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("encode", 9_000_000),
        *(pytest.param(name, 30_000_000, marks=pytest.mark.long) for name in COMMANDS),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is told in other ways")
def test_memory_does_not_grow_with_the_text(
    command: list[str], doubled: str, tmp_path: Path, name: str, size: int
) -> None:
    words, line = COMMANDS[name]
    texts = (line * (many // len(line)) for many in (size // 3, size))
    small, large = (peak([*words, "--tokenizer", doubled], text, tmp_path / "text") for text in texts)
    assert large - small < size // 2  # less than what is more in the second
