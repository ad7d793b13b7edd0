"""Names of models, and the tokenizers that they select."""

import pytest

from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS
from bpetui.formats.model_names import known_tokenizer, unsupported_encoding


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
def test_model_name_selects_its_tokenizer(model: str, name: str) -> None:
    found = known_tokenizer(model)
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
def test_unknown_name_selects_no_tokenizer(name: str) -> None:
    assert known_tokenizer(name) is None


def test_models_of_tiktoken_select_the_same_encoding() -> None:
    model = pytest.importorskip("tiktoken.model", reason="tiktoken is not installed")
    offered = {each.name for each in KNOWN_TOKENIZERS} | {"r50k_base"}
    prefixes = {f"{prefix}x": encoding for prefix, encoding in model.MODEL_PREFIX_TO_ENCODING.items()}
    for name, encoding in {**model.MODEL_TO_ENCODING, **prefixes}.items():
        found = known_tokenizer(name)
        if encoding in offered:
            assert found, name
            assert found.name == encoding.replace("r50k_base", "gpt2"), name
        else:
            assert (found, unsupported_encoding(name)) == (None, encoding)
