"""Writing how a tokenizer.json prepares a text for its model (see `preparation_reader`)."""

from __future__ import annotations

from collections.abc import Iterator

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import refused, shown
from bpetui.formats.huggingface.oniguruma import UntranslatableError, to_oniguruma


def write_preparation(tokenizer: BpeTokenizer, title: str) -> dict[str, object]:
    """Return the normalizer, pre-tokenizer and decoder of a file.

    Raises `BpetuiError` for what such a file cannot hold exactly.
    """
    split, normalization = tokenizer.split, tokenizer.normalization
    if split is None:
        raise refused(title, "the split is unknown; load the tokenizer with a split or a pattern")
    normalizers: list[object] = [] if normalization == "none" else [{"type": normalization.upper()}]
    if tokenizer.fallback:
        pre_tokenizer, decoder = _write_spaces(tokenizer, split, normalizers, title)
    else:
        if tokenizer.space:
            raise refused(title, f"it cannot hold {shown(tokenizer.space)} as a replacement for spaces")
        pre_tokenizer, decoder = _write_byte_level(split, tokenizer.prefix, title), _byte_level_step(prefix=False)
    normalizer = {"type": "Sequence", "normalizers": normalizers} if len(normalizers) > 1 else None
    return {
        "normalizer": normalizer or next(iter(normalizers), None),
        "pre_tokenizer": pre_tokenizer,
        "decoder": decoder,
    }


def _write_spaces(
    tokenizer: BpeTokenizer, split: Split, normalizers: list[object], title: str
) -> tuple[object, object]:
    if split.patterns:
        raise refused(title, f"the words of the split {split.name} would start as characters")
    pre_tokenizer = None
    decoders: list[object] = [{"type": "ByteFallback"}, {"type": "Fuse"}]
    if tokenizer.prefix:
        space = tokenizer.space or " "
        pre_tokenizer = {"type": "Metaspace", "replacement": space, "prepend_scheme": "always", "split": False}
        decoders.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    elif tokenizer.space:
        normalizers.append({"type": "Replace", "pattern": {"String": " "}, "content": tokenizer.space})
    if tokenizer.space:
        decoders.insert(0, {"type": "Replace", "pattern": {"String": tokenizer.space}, "content": " "})
    return pre_tokenizer, {"type": "Sequence", "decoders": decoders}


def _byte_level_step(*, prefix: bool, use_regex: bool = False) -> dict[str, object]:
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": False, "use_regex": use_regex}


def _write_byte_level(split: Split, prefix: bool, title: str) -> dict[str, object]:
    if split.name == "gpt2" or not split.patterns:
        return _byte_level_step(prefix=prefix, use_regex=bool(split.patterns))
    if prefix:
        raise refused(title, f"with the split {split.name} it would insert a space before each word")
    steps: list[object] = [
        {"type": "Split", "pattern": {"Regex": written}, "behavior": "Isolated", "invert": False}
        for written in _converted_patterns(split, title)
    ]
    return {"type": "Sequence", "pretokenizers": [*steps, _byte_level_step(prefix=False)]}


def _converted_patterns(split: Split, title: str) -> Iterator[str]:
    if split.name == "marked":
        raise refused(title, "it cannot hold a split at end-of-word marks")
    for pattern in split.patterns:
        try:
            yield to_oniguruma(pattern)
        except UntranslatableError as error:
            raise _untranslatable(pattern, error, title) from error


def _untranslatable(pattern: str, error: UntranslatableError, title: str) -> BpetuiError:
    return refused(
        title, f"the pattern {shown(pattern)} cannot be converted to Oniguruma's syntax: {visible(str(error))}"
    )
