"""Tokenizers that bpetui opens from a tokenizer.json."""

from typing import Any

from bpetui.core.tokenization import AnyTokenizer
from bpetui.formats.huggingface import reader


def tokenizer_in(data: bytes) -> AnyTokenizer:
    """Return the tokenizer in a file, without the notes."""
    return reader.loads(data, "toy.json")[0]


def opened(original: Any) -> AnyTokenizer:
    """Return a tokenizer of Hugging Face's package, opened from its file."""
    return tokenizer_in(original.to_str().encode())
