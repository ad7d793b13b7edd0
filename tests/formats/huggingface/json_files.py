"""Small tokenizer.json files, and how bpetui and the original open them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import strategies as st

from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import gpt2_spelling
from bpetui.formats.huggingface import reader
from tests.formats.toy_tokenizers import BYTES

VOCABULARY = {gpt2_spelling(token): token_id for token_id, token in BYTES.items()}
FALLBACK = {f"<0x{value:02X}>": value for value in range(256)}

TEXT = st.text("ab 月\n\u0301\u0323oọé1'<s>") | st.text(st.characters(exclude_categories=["Cs", "Cn"]))


def byte_level(**options: bool) -> dict[str, object]:
    """Return a ``ByteLevel`` step."""
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False, **options}


def added_token(content: str, token_id: int, **options: bool) -> dict[str, object]:
    """Return an added token whose flags are all false but for the ``options``."""
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return {"id": token_id, "content": content, **dict.fromkeys(flags, False), **options}


def byte_file(model: Mapping[str, object] = {}, **parts: object) -> dict[str, Any]:
    """Return a file whose words start as bytes, with the merges of ``Ġt`` and ``Ġth``, and with other ``parts``."""
    vocabulary = {**VOCABULARY, "Ġt": 256, "Ġth": 257}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": byte_level(),
        "post_processor": None,
        "decoder": byte_level(),
        "model": {"type": "BPE", "vocab": vocabulary, "merges": [["Ġ", "t"], ["Ġt", "h"]], **model},
        **parts,
    }


CHARACTERS = {**FALLBACK, "▁": 256, "t": 257, "▁t": 258, "月": 259}
METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False}


def character_file(changes: Mapping[str, object] = {}, **parts: object) -> dict[str, Any]:
    """Return a file whose words start as characters that fall back to bytes; ▁ replaces spaces."""
    model = {"byte_fallback": True, "unk_token": "<unk>", "fuse_unk": True, "vocab": CHARACTERS, "merges": ["▁ t"]}
    model |= changes
    spaces = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    return byte_file(model, **{"normalizer": spaces, "pre_tokenizer": None, "decoder": None, **parts})


def json_bytes(found: object) -> bytes:
    """Return a value as a JSON file."""
    return json.dumps(found, ensure_ascii=False).encode()


def tokenizer_in(data: bytes) -> AnyTokenizer:
    """Return the tokenizer in a file, without the notes."""
    return reader.loads(data, "toy.json")[0]


def opened(original: Any) -> AnyTokenizer:
    """Return a tokenizer of Hugging Face's package, opened from its file."""
    return tokenizer_in(original.to_str().encode())


def native_tokenizer(found: object) -> BpeTokenizer:
    """Return the tokenizer of a file that bpetui supports without another package."""
    tokenizer = tokenizer_in(json_bytes(found))
    assert isinstance(tokenizer, BpeTokenizer)
    return tokenizer


def original(written: bytes) -> Any:
    """Return the tokenizer that Hugging Face's package opens from a file."""
    tokenizers = pytest.importorskip("tokenizers", reason="the original is not installed")
    return tokenizers.Tokenizer.from_str(written.decode())


def ids_of(theirs: Any, text: str) -> tuple[int, ...]:
    """Return the ids that the original gives a text, without its template."""
    return tuple(theirs.encode(text, add_special_tokens=False).ids)


def split_steps(*steps: object) -> dict[str, object]:
    """Return a sequence of steps, followed by ``ByteLevel``."""
    return {"type": "Sequence", "pretokenizers": [*steps, byte_level()]}


def split_step(pattern: str, behavior: str = "Isolated", invert: bool = False) -> dict[str, object]:
    """Return a ``Split`` step, which isolates the matches of a pattern by default."""
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": behavior, "invert": invert}


def nested_step(step: object, depth: int) -> object:
    """Return a step in that many nested sequences."""
    return {"type": "Sequence", "pretokenizers": [nested_step(step, depth - 1)]} if depth else step
