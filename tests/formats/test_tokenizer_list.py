"""The list of tokenizers that can be loaded by name."""

from pathlib import Path

import pytest

from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.lookup import load
from bpetui.formats.tokenizer_list import list_tokenizers


def test_tokenizers_in_installed_packages_are_listed_and_load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    found = [each for each in list_tokenizers() if each.where]
    if not found:
        pytest.skip("no package that carries vocabularies is installed")
    for each in found:
        assert each.where == f"package {each.known.package[0]}"
        tokenizer = load(each.known.name).tokenizer
        assert isinstance(tokenizer, BpeTokenizer)
        assert tokenizer.split == split_named(each.known.name)
