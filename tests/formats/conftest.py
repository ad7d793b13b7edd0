"""The published vocabularies where the program looks for them."""

import gzip
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats import tiktoken
from bpetui.formats.known_tokenizers import KnownTokenizer, PublishedFile
from bpetui.formats.lookup import load
from tests.conftest import VOCABULARIES
from tests.formats.toy_tokenizers import TOY

PublishedTokenizer = Callable[[str], Tokenizer]
"""Returns the published tokenizer with a name."""

RANKS = tiktoken.dumps(TOY)
"""The file of the known tokenizer `small_tokenizer`."""

_PUBLISHED = {
    "gpt2/vocab.bpe.gz": "gpt2/vocab.bpe",
    "gpt2/encoder.json.gz": "gpt2/encoder.json",
    "cl100k_base.tiktoken.gz": "cl100k_base.tiktoken",
    "o200k_base.tiktoken.gz": "o200k_base.tiktoken",
    "llama3.tiktoken.gz": "llama3.tiktoken",
    "qwen.tiktoken.gz": "qwen.tiktoken",
    "deepseek-v3.tokenizer.json.gz": "deepseek-v3.json",
}


@pytest.fixture
def data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for tokenizers of a user who has none, on a machine that has none elsewhere."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("bpetui.formats.local_files.find_spec", lambda name: None)
    folder = tmp_path / "data" / "bpetui" / "tokenizers"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def small_tokenizer(monkeypatch: pytest.MonkeyPatch) -> KnownTokenizer:
    """The only known tokenizer in this test: `TOY`, with the name gpt2."""
    address = "https://example.org/gpt2.tiktoken"
    known = KnownTokenizer(
        "gpt2",
        "a small one",
        {".tiktoken": PublishedFile(sha256(RANKS).hexdigest(), address)},
        {"<|end|>": 300},
        ("small-package", "small_package", {".tiktoken": "data/small.tiktoken"}),
        ("gpt-2",),
    )
    for module in ("download", "local_files", "lookup", "model_names", "tokenizer_list"):
        monkeypatch.setattr(f"bpetui.formats.{module}.KNOWN_TOKENIZERS", (known,))
    return known


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data home with the published vocabularies, if they are on this machine; else an empty one."""
    home = tmp_path_factory.mktemp("data")
    for packed, name in _PUBLISHED.items() if VOCABULARIES.is_dir() else ():
        path = home / "bpetui" / "tokenizers" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.decompress((VOCABULARIES / packed).read_bytes()))
    return home


@pytest.fixture(scope="module")
def published(unpacked: Path) -> Iterator[PublishedTokenizer]:
    """Gives the published tokenizer of a name, from the vocabularies, or from a package that carries it."""

    @cache
    def tokenizer(name: str) -> Tokenizer:
        try:
            found = load(name)
        except BpetuiError as error:
            pytest.skip(str(error))
        assert isinstance(found.tokenizer, Tokenizer)
        assert not [note for note in found.notes if "published" in note]
        return found.tokenizer

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(unpacked))
        yield tokenizer
