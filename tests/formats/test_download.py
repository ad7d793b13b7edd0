"""Downloads of known tokenizers, and advice on how to get them."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats import download
from bpetui.formats.download import fetch, how_to_get
from bpetui.formats.known_tokenizers import KnownTokenizer
from bpetui.formats.lookup import load
from tests.formats.conftest import RANKS


def test_advice_mentions_tiktoken_only_when_it_is_missing(
    small_tokenizer: KnownTokenizer, data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for spec, is_told in ((None, True), (object(), False)):
        monkeypatch.setattr(download, "find_spec", lambda name, spec=spec: spec)
        assert ("--fetch gpt2 (needs tiktoken: " in how_to_get(small_tokenizer)) == is_told


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What is at each address, as tiktoken would read it."""
    pages: dict[str, bytes] = {}
    module: Any = ModuleType("tiktoken.load")
    module.read_file = lambda address: pages[address]
    monkeypatch.setitem(sys.modules, "tiktoken", ModuleType("tiktoken"))
    monkeypatch.setitem(sys.modules, "tiktoken.load", module)
    return pages


def test_download_goes_into_the_data_folder(
    small_tokenizer: KnownTokenizer, data_home: Path, web: dict[str, bytes]
) -> None:
    web["https://example.org/gpt2.tiktoken"] = RANKS
    assert fetch("gpt2") == [data_home / "gpt2.tiktoken"]
    assert len(load("gpt2").tokenizer) == 260


def test_file_that_differs_from_the_published_one_is_not_kept(
    small_tokenizer: KnownTokenizer, data_home: Path, web: dict[str, bytes]
) -> None:
    web["https://example.org/gpt2.tiktoken"] = RANKS[:-1]
    with pytest.raises(BpetuiError, match="differs from the published one"):
        fetch("gpt2")
    assert not [*data_home.iterdir()]


def test_failed_download_names_the_address(
    small_tokenizer: KnownTokenizer, data_home: Path, web: dict[str, bytes]
) -> None:
    with pytest.raises(BpetuiError, match=r"cannot download https://example.org/gpt2.tiktoken"):
        fetch("gpt2")


def test_tokenizer_without_an_address_cannot_be_downloaded(data_home: Path) -> None:
    for name in ("llama3", "nothing"):
        with pytest.raises(BpetuiError, match=f"{name} cannot be downloaded; these can: gpt2, cl100k_base, o200k_base"):
            fetch(name)


def test_download_without_tiktoken_names_the_install_command(data_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken.load", None)
    with pytest.raises(BpetuiError, match="pip install tiktoken"):
        fetch("gpt2")
