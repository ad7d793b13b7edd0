"""Files that are neither a text nor a tokenizer are named by their first bytes, wherever they are opened."""

import json
import pickle
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.files.signatures import check_signature
from bpetui.files.text import decode, read_text
from bpetui.files.text_stream import decode_parts
from bpetui.formats import registry, tokenizer_file


def _safetensors() -> bytes:
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    return len(header).to_bytes(8, "little") + header + bytes(4)


def _zip() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "a")
    return file.getvalue()


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9085657\n"
FOREIGN = {
    "pointer": (POINTER, "is a Git LFS pointer, not the file itself; run git lfs pull"),
    "gguf": (b"GGUF\x03\x00\x00\x00" + bytes(16), "is a GGUF file, which contains model weights; open a text, or"),
    "safetensors": (_safetensors(), "is a safetensors file, which contains model weights; open a text, or"),
    "zip": (_zip(), "is a zip archive"),
    "empty zip": (b"PK\x05\x06" + bytes(18), "is a zip archive"),
    "torch": (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.", "is a Python pickle"),
}
for protocol in (2, 3, 4, 5):
    for number, value in enumerate(({}, {"a": 1}, [1, 2], ("a", b"b"), "text", 7, 1 << 70, None, {1}, 0.5, print)):
        FOREIGN[f"pickle {protocol} {number}"] = (pickle.dumps(value, protocol), "is a Python pickle")


class _Bomb:
    """Runs something when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return pytest.fail, ("it was unpickled",)


FOREIGN["bomb"] = (pickle.dumps(_Bomb()), "is a Python pickle")


@pytest.mark.parametrize("name", ["tokenizer.json", "tokenizer.model", "merges.txt", "x.tiktoken", "corpus.txt"])
@pytest.mark.parametrize("kind", FOREIGN)
def test_they_are_named_whatever_the_name_of_the_file_is(kind: str, name: str, tmp_path: Path) -> None:
    data, what = FOREIGN[kind]
    path = tmp_path / name
    path.write_bytes(data)
    for reads in (registry.read, read_text):
        with pytest.raises(BpetuiError) as caught:
            reads(path)
        assert f"{name} {what}" in str(caught.value)


@pytest.mark.parametrize("kind", FOREIGN)
def test_so_they_are_where_they_come_from_elsewhere(kind: str) -> None:
    data, what = FOREIGN[kind]
    for parts in ([data], [data[at : at + 1] for at in range(len(data))]):
        with pytest.raises(BpetuiError, match=what):
            [*decode_parts(parts, "standard input")]
    with pytest.raises(BpetuiError, match=what):
        decode(data, "standard input")
    with pytest.raises(BpetuiError, match=f"toy/merges.txt {what}"):
        registry.loads({"vocab.json": b"{}", "merges.txt": data}, "toy")


def test_weights_too_large_to_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizer_file, "MOST_FILE_BYTES", 10)
    path = tmp_path / "model.gguf"
    path.write_bytes(FOREIGN["gguf"][0])
    with pytest.raises(BpetuiError, match="is a GGUF file"):
        registry.read(path)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"version https://git-lfs.github.com/spec/v10",
        b"the version https://git-lfs.github.com/spec/v1",
        b"GGUF is a format\n",
        b"PK\n",
        "中文".encode("gb18030"),
        "Học sinh".encode("utf-16"),
        b'        {"a": 1}',
        "\u0280ab".encode("utf-16-le"),
        "\u0480ab".encode("utf-16-le"),
        b"minbpe v1\n",
        b"AA== 0\n",
    ],
)
def test_texts_and_tokenizers_are_not_taken_for_them(data: bytes) -> None:
    check_signature(data, "notes.txt")
