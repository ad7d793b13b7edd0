"""The options of a training, besides the corpus and the number of merges; `option_table` explains each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from typing import Literal, get_args

import regex

from bpetui.core.alphabet import MOST_SPECIAL
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import NO_SPLIT, Split, split_marked
from bpetui.core.utf8 import SPACE, visible, without_surrogates

AlphabetName = Literal["bytes", "characters"]
ALPHABETS: tuple[AlphabetName, ...] = get_args(AlphabetName)

Ties = Literal["first", "smallest-id"]
TIES: tuple[Ties, ...] = get_args(Ties)

MAX_COUNT = 1 << 62
"""The largest count of a word in a table, and the largest minimum count."""

MIN_TOKEN_BYTES = 2
"""The lowest limit on the bytes of a token: a merge makes a token of two bytes or more."""

OptionName = Literal[
    "vocab_size",
    "word_counts",
    "split",
    "pattern",
    "special",
    "normalization",
    "encoding",
    "alphabet",
    "end_of_word",
    "ties",
    "min_count",
    "max_token_bytes",
    "whole_characters",
    "veto",
    "held_out",
]
"""The names of the options of a training; `option_table.OPTIONS` says what each is."""


class OptionError(UsageError):
    """An invalid value of an option, or a contradiction between several options.

    ``options`` are the options involved; one of them must change, most likely the first.
    """

    def __init__(self, sentence: str, option: OptionName, *others: OptionName) -> None:
        super().__init__(sentence)
        self.options = (option, *others)

    def __reduce__(self) -> tuple[type[OptionError], tuple[str, ...]]:
        return type(self), (str(self), *self.options)

    @property
    def option(self) -> OptionName:
        """The option that most likely must change."""
        return self.options[0]


@dataclass(frozen=True)
class Options:
    """The options that determine the words and symbols of a text, and the pairs that may be merged.

    - ``split``: the pre-tokenization, with the special tokens, which it and all merges leave alone
    - ``normalization``: the Unicode normal form of the text: ``none``, ``nfc``, ``nfd``, ``nfkc``, ``nfkd``
    - ``alphabet``: the starting vocabulary, the bytes or the characters of the corpus
    - ``end_of_word``: the mark at the end of each word, one more symbol; empty for none
    - ``ties``: which of the pairs with the highest count is merged: the one that occurs ``first`` in the corpus as
      tokenized then (minbpe), or the one with the ``smallest-id`` on the left, then on the right (rustbpe)
    - ``min_count``: the rule ignores pairs that occur fewer times
    - ``max_token_bytes``: no merge makes a longer token; None for no limit
    - ``whole_characters``: tokens never mix parts of characters with other characters: merges stay within a character,
      or join whole ones
    """

    split: Split = NO_SPLIT
    normalization: str = "none"
    alphabet: AlphabetName = "bytes"
    end_of_word: str = ""
    ties: Ties = "first"
    min_count: int = 1
    max_token_bytes: int | None = None
    whole_characters: bool = False

    @property
    def special(self) -> tuple[str, ...]:
        """The special tokens, in the order of their ids."""
        return self.split.special

    @cached_property
    def words_split(self) -> Split:
        """The split of a `marked` text: at the end-of-word marks if there is a mark, otherwise ``split``."""
        return split_marked(self.end_of_word, self.special) if self.end_of_word else self.split

    def marked(self, text: str) -> str:
        """Return the text with an end-of-word mark after each word instead of white space.

        A word is a run without white space. Without a mark the text is unchanged. Raises `BpetuiError` if the mark
        occurs in a word.
        """
        mark = self.end_of_word
        if not mark:
            return text
        parts: list[str] = []
        for part in replace(NO_SPLIT, special=self.special).words(text):
            if part in self.special:
                parts.append(part)
            else:
                for word in _WORD.findall(part):
                    parts += (self.marked_word(word),)
        return "".join(parts)

    def marked_word(self, word: str) -> str:
        """Return a word with the end-of-word mark, if there is one. Raises `BpetuiError` if the mark occurs in it."""
        mark = self.end_of_word
        marked = word + mark
        if mark and (marked.index(mark) < len(word) or mark in (mark + word)[1:]):
            shown, shown_mark = visible(word if len(word) <= 40 else word[:40] + "…"), visible(mark)
            raise BpetuiError(
                f"the end-of-word mark {shown_mark} occurs in the word {shown}, or overlaps its end; "
                "choose a mark that does not occur in the text, such as </w>"
            )
        return marked

    def with_special(self, special: Sequence[str]) -> Options:
        """Return these options with other special tokens."""
        return replace(self, split=replace(self.split, special=tuple(special)))

    def check(self) -> tuple[str, ...]:
        """Check the options, and return sentences about possible surprises.

        Raises `OptionError` for an invalid value, and for options that contradict each other.
        """
        if self.alphabet == "bytes":
            if self.end_of_word:
                raise OptionError(
                    "an end-of-word mark requires the alphabet of characters; choose that or remove the mark",
                    "end_of_word",
                    "alphabet",
                )
        else:
            if self.whole_characters:
                raise OptionError(
                    "the limit to whole characters is for the alphabet of bytes: with characters every token is whole; "
                    "choose bytes or remove the limit",
                    "whole_characters",
                    "alphabet",
                )
            if self.end_of_word and self.split.name != "none":
                raise OptionError(
                    "an end-of-word mark already splits the text at white space; remove the mark or the split",
                    "end_of_word",
                    "split",
                )
        if regex.search(r"\s", self.end_of_word) or without_surrogates(self.end_of_word)[1]:
            raise OptionError(
                "the end-of-word mark contains white space or a byte that is not text; choose one such as </w> or _",
                "end_of_word",
            )
        if len(self.end_of_word) > 40:
            raise OptionError(
                "the end-of-word mark is longer than 40 characters; choose one such as </w> or _", "end_of_word"
            )
        if not 1 <= self.min_count <= MAX_COUNT:
            raise OptionError(
                f"the minimum count must be a whole number from 1 to {MAX_COUNT:,}, not {self.min_count}", "min_count"
            )
        if self.max_token_bytes is not None and self.max_token_bytes < MIN_TOKEN_BYTES:
            raise OptionError(
                f"the longest token must have {MIN_TOKEN_BYTES} bytes or more, or no pair can be merged; "
                f"{self.max_token_bytes} is too few",
                "max_token_bytes",
            )
        return self._check_special()

    def _check_special(self) -> tuple[str, ...]:
        special = self.special
        if len(special) > MOST_SPECIAL:
            count = len(special)
            raise OptionError(f"{count:,} special tokens are too many; use {MOST_SPECIAL:,} at most", "special")
        mark = visible(self.end_of_word)
        seen: set[str] = set()
        for token in special:
            shown = visible(token, space=SPACE)
            if not token:
                raise OptionError("a special token is empty; write at least one character", "special")
            if without_surrogates(token)[1]:
                raise OptionError(f"the special token {shown} contains a byte that is not text; remove it", "special")
            if token in seen:
                raise OptionError(f"the special token {shown} is listed twice; remove one", "special")
            if _overlap(token, self.end_of_word):
                raise OptionError(
                    f"the special token {shown} overlaps the end-of-word mark {mark}; choose another mark",
                    "end_of_word",
                    "special",
                )
            seen.add(token)
        for token, longer in pairwise(sorted(special)) if self.end_of_word else ():
            if longer.startswith(token):  # without the white space between them, two tokens could read as the longer
                shown, shown_longer = visible(token, space=SPACE), visible(longer, space=SPACE)
                raise OptionError(
                    f"the special token {shown} begins a longer one, {shown_longer}; with an end-of-word mark, "
                    "rename one of them",
                    "special",
                    "end_of_word",
                )
        compared = [(token, visible(token, space=SPACE)) for token in special[:_COMPARED]]
        notes = (
            f"the special token {shown_outer} contains {shown_inner}; where both match, the longer one is used"
            for outer, shown_outer in compared
            for inner, shown_inner in compared
            if inner != outer and inner in outer
        )
        first = tuple(islice(notes, _MOST_NOTES))
        return (*first, "more special tokens contain others") if next(notes, None) else first


_COMPARED = 1000
"""How many special tokens are compared with each other: comparing all of them could take minutes."""

_MOST_NOTES = 3


_WORD = regex.compile(r"\S+")


def _overlap(special: str, mark: str) -> bool:
    """Return whether a special token and a mark can overlap in a text."""
    ends = (special.endswith(mark[:size]) or special.startswith(mark[-size:]) for size in range(1, len(mark) + 1))
    return bool(mark) and (special in mark or mark in special or any(ends))
