"""Finding added tokens in a text before it is split, as Hugging Face's tokenizers find them.

At each place the longest counts. Some tokens take the white space beside them along, some are only found as whole
words, and some only in what the others leave, in its normal form (``AddedToken`` in the package's documentation, and
``added_vocabulary.rs`` in its source).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import regex


@dataclass(frozen=True)
class Matching:
    """How a token is found, besides by its text.

    - ``strips_left``, ``strips_right``: it takes the white space before or behind it along
    - ``whole_word``: only where no letter, digit or other word character stands beside it
    - ``in_normal_form``: only in what the other tokens leave, in its normal form
    """

    strips_left: bool = False
    strips_right: bool = False
    whole_word: bool = False
    in_normal_form: bool = False


ANYWHERE = Matching()
"""Wherever its text occurs."""


def parts(
    text: str,
    tokens: Mapping[str, int],
    matchings: Mapping[str, Matching],
    in_normal_form: Callable[[str], str],
) -> Iterator[tuple[str, int | None]]:
    """The added tokens in a text, with their ids, and what is left between them in its normal form, with None.

    ``matchings`` are those of tokens that are not found `ANYWHERE`.
    """
    late = {token for token in tokens if matchings.get(token, ANYWHERE).in_normal_form}
    first = {token: token for token in tokens if token not in late}
    spelled = {found: token for token in tokens if token in late and (found := in_normal_form(token))}
    for part, token in _found(text, first, matchings):
        if token:
            yield token, tokens[token]
            continue
        for rest, late_token in _found(in_normal_form(part), spelled, matchings):
            yield (late_token, tokens[late_token]) if late_token else (rest, None)


def _found(text: str, spelled: Mapping[str, str], matchings: Mapping[str, Matching]) -> Iterator[tuple[str, str]]:
    """The parts of a text and the token that each is; the token is empty for what is left between tokens.

    ``spelled`` gives the tokens by what they are looked for as.
    """
    end = 0
    for match in _any_of(tuple(spelled)).finditer(text) if spelled else ():
        token = spelled[match[0]]
        matching = matchings.get(token, ANYWHERE)
        start, stop = match.span()
        if matching.whole_word and not _is_whole_word(text, start, stop):
            continue
        while matching.strips_left and start > end and _is_space(text[start - 1]):
            start -= 1
        while matching.strips_right and stop < len(text) and _is_space(text[stop]):
            stop += 1
        if start > end:  # not so where white space that begins a token is taken along by the one before
            yield text[end:start], ""
        yield text[start:stop], token
        end = stop
    if end < len(text):
        yield text[end:], ""


def _is_whole_word(text: str, start: int, stop: int) -> bool:
    return not _is_word(text[max(0, start - 1) : start]) and not _is_word(text[stop : stop + 1])


# As Rust's and Oniguruma's do; Python's own take controls for white space.
_is_space = regex.compile(r"\s").fullmatch
_is_word = regex.compile(r"\w").fullmatch


@lru_cache(maxsize=8)
def _any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """A pattern for the longest of these texts at a place."""
    return re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))
