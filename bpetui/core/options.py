"""What a tokenizer is trained with, besides the corpus and the number of merges."""

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
"""The largest count of a word in a table, and the largest that can be asked for."""


@dataclass(frozen=True)
class Options:
    """How a text becomes words and symbols, and which pairs may be merged.

    - ``split``: the pre-tokenization, with the special tokens, which are kept out of it and of all merges
    - ``normalization``: the normal form that the text is given before: ``none``, ``nfc``, ``nfd``, ``nfkc``, ``nfkd``
    - ``alphabet``: the starting vocabulary, the bytes or the characters of the corpus
    - ``end_of_word``: the mark that ends each word (`has_mark`), one more symbol; empty for none
    - ``ties``: which of the pairs with the highest count is merged: the one met ``first`` in the corpus as it is
      tokenized then (minbpe), or the one with the ``smallest-id`` on the left, then on the right (rustbpe)
    - ``min_count``: pairs that are rarer are never merged by the rule
    - ``max_token_bytes``: no merge makes a longer token; None for no limit
    - ``whole_characters``: no merge makes a token that crosses a character's border and holds a part of one: merges
      stay within a character, or join whole ones
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
        """The split of a text that is `marked`: that by the end marks, else the one that was asked for."""
        return split_marked(self.end_of_word, self.special) if self.end_of_word else self.split

    def marked(self, text: str) -> str:
        """The text with an end mark behind each word, which is a run without white space, in place of white space.

        The same where there is no mark. Raises `BpetuiError` if the mark occurs in a word.
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
        """A word with the end mark behind it, if there is one. Raises `BpetuiError` if the mark occurs in it."""
        mark = self.end_of_word
        marked = word + mark
        if mark and (marked.index(mark) < len(word) or mark in (mark + word)[1:]):
            shown = visible(word if len(word) <= 40 else word[:40] + "…")
            raise BpetuiError(
                f"the end mark {visible(mark)} occurs in the word {shown} or cannot be told from its ends; "
                "choose a mark that stands nowhere in the text, such as </w>"
            )
        return marked

    def with_special(self, special: Sequence[str]) -> Options:
        """The same with other special tokens."""
        return replace(self, split=replace(self.split, special=tuple(special)))

    def check(self) -> tuple[str, ...]:
        """Sentences on what may surprise. Raises `UsageError`, saying why, for what cannot be or contradicts itself."""
        if self.alphabet == "bytes":
            if self.end_of_word:
                raise UsageError("an end-of-word mark needs an alphabet of characters, not of bytes")
        else:
            if self.whole_characters:
                raise UsageError(
                    "whole characters are for the alphabet of bytes; of characters every token is whole: leave out one"
                )
            if self.end_of_word and self.split.name != "none":
                raise UsageError(
                    "with an end-of-word mark words are what white space leaves: leave out the mark or the split"
                )
        if regex.search(r"\s", self.end_of_word) or without_surrogates(self.end_of_word)[1]:
            raise UsageError("the end-of-word mark holds white space or what is no text; choose one such as </w> or _")
        if len(self.end_of_word) > 40:
            raise UsageError("the end-of-word mark is longer than 40 characters; choose one such as </w> or _")
        if not 1 <= self.min_count <= MAX_COUNT:
            raise UsageError("the least count is a whole number from 1 to 2^62")
        if self.max_token_bytes is not None and self.max_token_bytes < 2:
            raise UsageError("the longest token must be allowed 2 bytes or more, or no pair can be merged")
        return self._check_special()

    def _check_special(self) -> tuple[str, ...]:
        special = self.special
        if len(special) > MOST_SPECIAL:
            raise UsageError(f"{len(special):,} special tokens are too many; {MOST_SPECIAL:,} are the most")
        seen: set[str] = set()
        for token in special:
            if not token:
                raise UsageError("a special token is empty; it must hold at least one character")
            if without_surrogates(token)[1]:
                raise UsageError(f"the special token {_shown(token)} holds a byte that is no text")
            if token in seen:
                raise UsageError(f"the special token {_shown(token)} is there twice")
            if _overlap(token, self.end_of_word):
                raise UsageError(
                    f"the special token {visible(token)} cannot be told from the end mark {visible(self.end_of_word)}; "
                    "choose another mark"
                )
            seen.add(token)
        for token, longer in pairwise(sorted(special)) if self.end_of_word else ():
            if longer.startswith(token):  # white space between two of them goes: they would be taken for the longer one
                raise UsageError(
                    f"with an end mark no special token can begin as another does: {visible(token)} begins a longer one"
                )
        notes = (
            f"the special token {_shown(outer)} contains {_shown(inner)}; where both match the longer one counts"
            for outer in special[:_COMPARED]
            for inner in special[:_COMPARED]
            if inner != outer and inner in outer
        )
        said = tuple(islice(notes, _MOST_NOTES))
        return (*said, "more special tokens contain others") if next(notes, None) else said


_COMPARED = 1000
"""How many special tokens are compared with each other: with all of them it could take minutes."""

_MOST_NOTES = 3


def _shown(token: str) -> str:
    """A token in a sentence, where its spaces could not be told from those of the sentence."""
    return visible(token, space=SPACE)


_WORD = regex.compile(r"\S+")


def _overlap(special: str, mark: str) -> bool:
    """Whether a special token can stand where a mark stands, or partly."""
    ends = (special.endswith(mark[:size]) or special.startswith(mark[-size:]) for size in range(1, len(mark) + 1))
    return bool(mark) and (special in mark or mark in special or any(ends))
