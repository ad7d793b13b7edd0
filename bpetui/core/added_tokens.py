"""Added tokens: how they are found in a text before it is split, as in Hugging Face's tokenizers.

At each place the longest token matches. Some tokens include adjacent white space, some match only whole words, and some
match only in the normalized text between the others (``AddedToken`` in the package's documentation, and
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
    """The conditions under which the text of a token matches.

    - ``strips_left``, ``strips_right``: the match includes the white space before or after it
    - ``whole_word``: only if no letter, digit or other word character is next to it
    - ``in_normal_form``: only in the normalized text between the other tokens
    """

    strips_left: bool = False
    strips_right: bool = False
    whole_word: bool = False
    in_normal_form: bool = False


ANYWHERE = Matching()
"""The matching of a token that is found wherever its text occurs."""


def parts(
    text: str,
    tokens: Mapping[str, int],
    matchings: Mapping[str, Matching],
    in_normal_form: Callable[[str], str],
) -> Iterator[tuple[str, int | None]]:
    """Yield the added tokens in a text, with their ids, and the parts between them, normalized, with None.

    ``matchings`` has the tokens that are not found `ANYWHERE`.
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
    """Yield the parts of a text and the token of each part; the token is empty for text between tokens.

    ``spelled`` maps the text to search for to its token.
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
        if start > end:  # the token before may have included the white space that begins this one
            yield text[end:start], ""
        yield text[start:stop], token
        end = stop
    if end < len(text):
        yield text[end:], ""


def _is_whole_word(text: str, start: int, stop: int) -> bool:
    return not _is_word(text[max(0, start - 1) : start]) and not _is_word(text[stop : stop + 1])


# As in Rust and Oniguruma; in Python's `re` and `str`, some control characters are white space.
_is_space = regex.compile(r"\s").fullmatch
_is_word = regex.compile(r"\w").fullmatch


@lru_cache(maxsize=8)
def _any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that matches the longest of these texts at a place."""
    return re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))
