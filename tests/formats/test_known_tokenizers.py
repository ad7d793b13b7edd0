"""The special tokens of known tokenizers, checked against their sources."""

import pytest

from bpetui.formats.model_names import known_tokenizer, model_version


def special_of(name: str) -> dict[int, str]:
    """The special tokens that a name leads to, by their ids."""
    known, version = known_tokenizer(name), model_version(name)
    assert known
    special = known.special if version is None else version.special or {}
    found = {token_id: text for text, token_id in special.items()}
    assert len(found) == len(special), "each has an id of its own"
    assert all(token_id >= known.tokens for token_id in found)
    return found


def test_special_tokens_of_openai_match_tiktoken(monkeypatch: pytest.MonkeyPatch) -> None:
    public = pytest.importorskip("tiktoken_ext.openai_public", reason="tiktoken is not installed")
    for reader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):  # which would download
        monkeypatch.setattr(public, reader, lambda *_, **__: {})
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        theirs = public.ENCODING_CONSTRUCTORS[name]()["special_tokens"]
        assert special_of(name) == {token_id: text for text, token_id in theirs.items()}
    assert public.r50k_base()["special_tokens"] == public.gpt2()["special_tokens"]


def test_special_tokens_of_llama_3_match_meta() -> None:
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
def test_later_llamas_have_their_own_special_tokens(name: str) -> None:
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


def test_special_tokens_of_qwen_match_its_first_models() -> None:
    found = special_of("qwen-7b")
    assert [*found] == [*range(151_643, 151_851)]
    assert [found[at] for at in (151_643, 151_644, 151_645, 151_646, 151_850)] == [
        "<|endoftext|>",
        "<|im_start|>",
        "<|im_end|>",
        "<|extra_0|>",
        "<|extra_204|>",
    ]


def test_qwen_3_has_its_own_special_tokens() -> None:
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
def test_model_with_unknown_special_tokens_has_none(name: str) -> None:
    assert special_of(name) == {}
