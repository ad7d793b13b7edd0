"""Which tokenizer the name of a model refers to.

Case does not matter, nor does the organization before a slash: ``meta-llama/Llama-3.1-8B``. As in tiktoken, a name may
continue after a prefix; the longest prefix applies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer, ModelVersion

_UNSUPPORTED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "p50k_base": (
        (
            "text-davinci-003",
            "text-davinci-002",
            "code-davinci-002",
            "code-davinci-001",
            "code-cushman-002",
            "code-cushman-001",
            "davinci-codex",
            "cushman-codex",
        ),
        (),
    ),
    "p50k_edit": (("text-davinci-edit-001", "code-davinci-edit-001"), ()),
    "o200k_harmony": ((), ("gpt-oss-",)),
}
"""The encodings of tiktoken that bpetui does not offer: names of their models, and beginnings of other names."""


def known_tokenizer(name: str) -> KnownTokenizer | None:
    """Return the tokenizer with a name, or the one whose ordinary tokens the named model uses; None if unknown."""
    bare = _bare(name)
    for known in KNOWN_TOKENIZERS:
        if bare == known.name or bare in known.models or _version_in(bare, known):
            return known
    return _longest_match(bare, {prefix: known for known in KNOWN_TOKENIZERS for prefix in known.prefixes})


def model_version(name: str) -> ModelVersion | None:
    """Return the version of a model whose special tokens differ from those of its `known_tokenizer`, else None."""
    return next((version for known in KNOWN_TOKENIZERS if (version := _version_in(_bare(name), known))), None)


def unsupported_encoding(name: str) -> str:
    """Return the encoding of tiktoken that a name refers to and bpetui does not offer; "" if there is none."""
    bare = _bare(name)
    for encoding, (models, _) in _UNSUPPORTED.items():
        if bare == encoding or bare in models:
            return encoding
    prefixes = {prefix: encoding for encoding, (_, found) in _UNSUPPORTED.items() for prefix in found}
    return _longest_match(bare, prefixes) or ""


def _bare(name: str) -> str:
    return name.rpartition("/")[2].lower()


_Value = TypeVar("_Value")


def _longest_match(name: str, by_prefix: Mapping[str, _Value]) -> _Value | None:
    """Return the value of the longest prefix that a name begins with."""
    longest = max((prefix for prefix in by_prefix if name.startswith(prefix)), key=len, default=None)
    return None if longest is None else by_prefix[longest]


def _version_in(name: str, known: KnownTokenizer) -> ModelVersion | None:
    """Return the version that a model belongs to: ``qwen3-8b`` to ``qwen3``, but ``qwen3.5`` to none.

    A model distilled into another one has the tokenizer of the other one.
    """
    if "distill" in name:
        return None
    for version in known.versions:
        if any(name == model or name.startswith(f"{model}-") for model in version.models):
            return version
    return None
