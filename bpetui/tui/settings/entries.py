"""What a run can be set to, and how each setting is written in a form: as a text, or as one of a few words."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import AlphabetName, Options, Ties
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_custom, split_named
from bpetui.core.utf8 import visible
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.sources import named

PATTERN = "pattern"
"""The word for a split by a pattern of one's own, beside `SPLIT_NAMES`."""

YES, NO = "yes", "no"

Read = TypeVar("Read")


class EntryError(UsageError):
    """What is written in a form cannot be; ``names`` are the entries of which one must be another, the likeliest
    first, as far as that can be told."""

    def __init__(self, sentence: str, *names: str) -> None:
        super().__init__(sentence)
        self.names = names


def entries_of(settings: Settings) -> dict[str, str]:
    """How each setting is written, by the name of the option, or ``pattern`` or ``held_out``."""
    options = settings.options
    split = options.split
    is_named = split.name in SPLIT_NAMES
    return {
        "split": split.name if is_named else PATTERN,
        "pattern": "" if is_named else split.patterns[0],
        "special": tokens_written(options.special),
        "normalization": options.normalization,
        "alphabet": options.alphabet,
        "end_of_word": options.end_of_word,
        "ties": options.ties,
        "min_count": str(options.min_count),
        "max_token_bytes": "" if options.max_token_bytes is None else str(options.max_token_bytes),
        "whole_characters": YES if options.whole_characters else NO,
        "held_out": settings.held_out,
    }


def changed(settings: Settings, entries: Mapping[str, str]) -> Settings:
    """The settings with other entries for some of them. Raises `EntryError` for what cannot be."""
    now = {**entries_of(settings), **entries}
    split = _reading("pattern", _split, now["split"], now["pattern"])
    options = Options(
        split=replace(split, special=_reading("special", tokens_in, now["special"])),
        normalization=now["normalization"],
        alphabet=cast(AlphabetName, now["alphabet"]),
        end_of_word=now["end_of_word"],
        ties=cast(Ties, now["ties"]),
        min_count=_reading("min_count", _number, "least count", now["min_count"] or "1"),
        max_token_bytes=_reading("max_token_bytes", _size, now["max_token_bytes"]),
        whole_characters=now["whole_characters"] == YES,
    )
    try:
        options.check()
    except UsageError as error:
        raise EntryError(str(error), *_at_fault(options, str(error))) from None
    held_out = settings.held_out
    if "held_out" in entries:
        held_out = _reading("held_out", _text_named, entries["held_out"].strip())
    return Settings(options, held_out)


def tokens_written(tokens: Iterable[str]) -> str:
    """Tokens in one text, set apart by spaces; in quotes, as in a shell, only where `tokens_in` needs them."""
    return " ".join(shlex.quote(token) if not token or _NEEDS_QUOTES.search(token) else token for token in tokens)


def tokens_in(text: str) -> tuple[str, ...]:
    """The tokens that a text holds, set apart by white space, with quotes and backslashes as in a shell."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        if "quotation" in str(error):
            raise UsageError("a quote is not closed in the special tokens; put \\ before one that is meant") from None
        raise UsageError("the special tokens end with a \\ that has nothing behind it; write \\\\ for one") from None


_NEEDS_QUOTES = re.compile(r"[\s'\"\\]")


def _reading(name: str, read: Callable[..., Read], *entry: str) -> Read:
    """What an entry means, or an error that says which it is."""
    try:
        return read(*entry)
    except BpetuiError as error:
        raise EntryError(str(error), name) from None


def _split(name: str, pattern: str) -> Split:
    return split_custom(pattern) if name == PATTERN else split_named(name)


def _number(label: str, entry: str) -> int:
    if not re.fullmatch("[0-9]{1,19}", entry):
        raise UsageError(f"the {label} is a whole number such as 2, not {_brief(entry)}")
    return int(entry)


def _size(entry: str) -> int | None:
    return _number("longest token in bytes", entry) if entry else None


def _text_named(entry: str) -> str:
    if entry:
        if not entry.startswith("sample:") and not _is_there(entry):
            raise BpetuiError(f"there is no file {_brief(entry)}; sample:english is one of the samples")
        named(entry, "utf-8")
    return entry


def _is_there(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, RuntimeError, ValueError):  # too long for a name; no such user; NUL
        return False


def _brief(entry: str) -> str:
    return visible(entry if len(entry) <= 40 else entry[:40] + "…")


def _at_fault(options: Options, sentence: str) -> tuple[str, ...]:
    """The settings that each make the sentence untrue where they are what they are by default."""
    plain = Options()
    others = {
        "end_of_word": replace(options, end_of_word=plain.end_of_word),
        "whole_characters": replace(options, whole_characters=plain.whole_characters),
        "split": replace(options, split=replace(NO_SPLIT, special=options.special)),
        "special": options.with_special(plain.special),
        "min_count": replace(options, min_count=plain.min_count),
        "max_token_bytes": replace(options, max_token_bytes=plain.max_token_bytes),
    }
    return tuple(name for name, other in others.items() if _complaint(other) != sentence)


def _complaint(options: Options) -> str:
    try:
        options.check()
    except UsageError as error:
        return str(error)
    return ""
