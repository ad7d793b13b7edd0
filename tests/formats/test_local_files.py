"""Where the files of known tokenizers are found on this machine."""

from hashlib import sha1
from pathlib import Path
from types import SimpleNamespace

import pytest

from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer
from bpetui.formats.lookup import load
from bpetui.formats.tokenizer_list import list_tokenizers
from tests.formats.conftest import RANKS


def test_tiktoken_has_no_cache_without_a_temporary_folder(data_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_folder() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    monkeypatch.setattr("tempfile.gettempdir", no_folder)
    assert {each.where for each in list_tokenizers()} <= {
        "",
        *(f"package {each.package[0]}" for each in KNOWN_TOKENIZERS),
    }


def test_user_folder_precedes_package_and_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_tokenizer: KnownTokenizer, data_home: Path
) -> None:
    def where() -> str:
        return list_tokenizers()[0].where

    assert where() == ""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / sha1(small_tokenizer.files[".tiktoken"].address.encode()).hexdigest()).write_bytes(RANKS)
    assert where() == "tiktoken's cache"
    assert load("gpt2").tokenizer.special_tokens == ("<|end|>",)
    package = tmp_path / "site" / "small_package"
    (package / "data").mkdir(parents=True)
    (package / "data" / "small.tiktoken").write_bytes(RANKS)
    spec = SimpleNamespace(origin=str(package / "__init__.py"))
    monkeypatch.setattr("bpetui.formats.local_files.find_spec", lambda name: spec if name == "small_package" else None)
    assert where() == "package small-package"
    assert list_tokenizers()[0].package == "small-package"
    (data_home / "gpt2.tiktoken").write_bytes(RANKS)
    assert where() == "your folder"
    assert list_tokenizers()[0].package == ""
