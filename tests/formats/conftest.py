"""The published vocabularies, in the places where the program looks for them."""

import gzip
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import tiktoken
from bpetui.formats.known_tokenizers import KnownTokenizer, PublishedFile
from bpetui.formats.local_files import is_published, local_files
from bpetui.formats.lookup import load
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.tokenizer_file import read_file
from tests.conftest import VOCABULARIES
from tests.formats.toy_tokenizers import TOY

PublishedTokenizer = Callable[[str], BpeTokenizer]
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
    """The empty data folder of a user, on a machine without other tokenizers."""
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
    """A data home with the published vocabularies, or an empty one if they are not on this machine."""
    home = tmp_path_factory.mktemp("data")
    for packed, name in _PUBLISHED.items() if VOCABULARIES.is_dir() else ():
        path = home / "bpetui" / "tokenizers" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.decompress((VOCABULARIES / packed).read_bytes()))
    return home


@pytest.fixture(scope="module")
def published(unpacked: Path) -> Iterator[PublishedTokenizer]:
    """Returns the published tokenizer with a name, from the vocabularies or from a package."""

    @cache
    def tokenizer(name: str) -> BpeTokenizer:
        known = known_tokenizer(name)
        files = next(local_files(known), None) if known else None
        if known is None or files is None:
            pytest.skip(f"{name} is not on this machine")
        if not is_published(known, {key: read_file(path) for key, path in files.paths.items()}):
            pytest.skip(f"{name} is not the published one on this machine")
        found = load(name)
        assert isinstance(found.tokenizer, BpeTokenizer)
        return found.tokenizer

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(unpacked))
        yield tokenizer
