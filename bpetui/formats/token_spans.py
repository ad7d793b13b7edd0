"""The positions in a text of the tokens that other packages make of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenization import Tokenization
from bpetui.core.utf8 import without_surrogates

Span = tuple[int, int]
"""The start and stop of a part of a text, in bytes of UTF-8 or in characters."""


class PlacedToken(NamedTuple):
    """A token of a text: its id, its bytes, and its span in the text, in bytes."""

    token_id: int
    data: bytes
    span: Span


def tokenize_around_special(
    text: str, special: Mapping[str, int], encode: Callable[[str], Iterable[PlacedToken]]
) -> Tokenization:
    """Return the tokens of a text: the ``special`` ones in it, and those of each part between them.

    Each part is encoded as a text of its own. A lone surrogate becomes U+FFFD.
    """
    text = without_surrogates(text)[0]
    tokens: list[PlacedToken] = []
    offset = 0
    for part in replace(NO_SPLIT, special=tuple(special)).words(text):
        data = part.encode()
        found = [PlacedToken(special[part], data, (0, len(data)))] if part in special else encode(part)
        tokens += [
            PlacedToken(token_id, token, (offset + start, offset + stop)) for token_id, token, (start, stop) in found
        ]
        offset += len(data)
    return Tokenization(
        text,
        tuple(token.token_id for token in tokens),
        tuple(token.data for token in tokens),
        tuple(token.span for token in tokens),
    )


def spans_from_offsets(text: str, offsets: Sequence[Span], tokens: Sequence[bytes]) -> list[Span]:
    """Return the span of each token in a text, in bytes.

    ``offsets`` are the characters that each token was made of, ``tokens`` the bytes of the tokens.
    """
    size = len(text)
    inside = [(min(start, size), min(stop, size)) for start, stop in offsets]  # a suffix that was added lies outside
    at = [0, *accumulate(len(character.encode()) for character in text)]
    return divided_spans(text.encode(), [(at[start], at[stop]) for start, stop in _with_marks(text, inside)], tokens)


def divided_spans(data: bytes, spans: Sequence[Span], tokens: Sequence[bytes]) -> list[Span]:
    """Return the span of each token in a text, from the bytes of the text that each was made of.

    If a character became several tokens, they divide its bytes among them, provided that they spell these bytes;
    otherwise (a normalized character) each has all of them. A space that was inserted has an empty span.
    """
    found: list[Span] = []
    start = 0
    for stop in range(1, len(spans) + 1):
        if stop == len(spans) or spans[stop][0] >= spans[stop - 1][1]:
            found += _divided(data, spans[start:stop], tokens[start:stop])
            start = stop
    return found


def _divided(data: bytes, spans: Sequence[Span], tokens: Sequence[bytes]) -> list[Span]:
    """Return the same for tokens whose spans each overlap the one before."""
    low, high = spans[0][0], spans[-1][1]
    for inserted in range(2 if tokens[0] == b" " else 1):
        if b"".join(tokens[inserted:]) == data[low:high]:
            stops = accumulate(map(len, tokens[inserted:]), initial=low)
            return [*((low, low) for _ in range(inserted)), *pairwise(stops)]
    return [
        (start, stop if token != b" " or _may_be_space(data[start:stop]) else start)
        for (start, stop), token in zip(spans, tokens, strict=True)
    ]


def _may_be_space(data: bytes) -> bool:
    """Whether bytes can have become a space: white space, or the ▁ that replaces one."""
    text = data.decode(errors="replace")
    return text.isspace() or text == "▁"


def _with_marks(text: str, offsets: Sequence[Span]) -> list[Span]:
    """Return the offsets, extended over combining marks that follow a character and are in no offset.

    The normalizer composed such a mark with its character, or removed it.
    """
    extended: list[Span] = []
    before, following = (-1, -1), len(text)
    for start, stop in reversed(offsets):
        if (start, stop) == before:
            extended.append(extended[-1])
            continue
        end = stop
        while start < end < following and unicodedata.category(text[end]).startswith("M"):
            end += 1
        extended.append((start, end))
        before, following = (start, stop), start
    return extended[::-1]
