"""Files that are neither a text nor a tokenizer are recognized by their first bytes, wherever they are opened."""

import gzip
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
def test_the_type_of_a_file_is_named_whatever_its_name(kind: str, name: str, tmp_path: Path) -> None:
    data, what = FOREIGN[kind]
    path = tmp_path / name
    path.write_bytes(data)
    for reads in (registry.read, read_text):
        with pytest.raises(BpetuiError) as caught:
            reads(path)
        assert f"{name} {what}" in str(caught.value)


@pytest.mark.parametrize("kind", FOREIGN)
def test_the_type_of_data_from_elsewhere_is_named(kind: str) -> None:
    data, what = FOREIGN[kind]
    for parts in ([data], [data[at : at + 1] for at in range(len(data))]):
        with pytest.raises(BpetuiError, match=what):
            [*decode_parts(parts, "standard input")]
    with pytest.raises(BpetuiError, match=what):
        decode(data, "standard input")
    with pytest.raises(BpetuiError, match=f"toy/merges.txt {what}"):
        registry.loads({"vocab.json": b"{}", "merges.txt": data}, "toy")


@pytest.mark.parametrize("content", [b"Once upon a time.\n", pickle.dumps({"a": 1})])
def test_compressed_corpus_is_refused_in_one_sentence(content: bytes, tmp_path: Path) -> None:
    data = gzip.compress(content)
    (tmp_path / "corpus.txt.gz").write_bytes(data)
    refusal = "is compressed with gzip; decompress it with gunzip, and open the result"
    for encoding in ("utf-8", "latin-1"):
        with pytest.raises(BpetuiError, match=f"corpus.txt.gz {refusal}"):
            read_text(tmp_path / "corpus.txt.gz", encoding)
    for parts in ([data], [data[at : at + 1] for at in range(len(data))]):
        with pytest.raises(BpetuiError, match=f"standard input {refusal}"):
            [*decode_parts(parts, "standard input")]


def test_weights_too_large_to_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_texts_and_tokenizers_have_no_signature(data: bytes) -> None:
    check_signature(data, "notes.txt")
