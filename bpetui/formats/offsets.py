"""The tokens that other packages make of a text, and where they stand in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenization import Tokenization
from bpetui.core.utf8 import without_surrogates

Spans = list[tuple[int, int]]

Placed = tuple[int, bytes, tuple[int, int]]
"""A token of a text: its id, the bytes that it stands for, and where it starts and stops, in bytes."""


def tokenized(text: str, special: Mapping[str, int], encode: Callable[[str], Iterable[Placed]]) -> Tokenization:
    """A text with the tokens that are ``special`` in it, and those of what stands between, each a text of its own.

    A lone surrogate becomes U+FFFD.
    """
    text = without_surrogates(text)[0]
    found: list[Placed] = []
    before = 0
    for part in replace(NO_SPLIT, special=tuple(special)).words(text):
        data = part.encode()
        tokens = [(special[part], data, (0, len(data)))] if part in special else encode(part)
        found += [(token_id, token, (before + start, before + stop)) for token_id, token, (start, stop) in tokens]
        before += len(data)
    return Tokenization(
        text,
        tuple(token_id for token_id, _, _ in found),
        tuple(token for _, token, _ in found),
        tuple(span for _, _, span in found),
    )


def placed(text: str, offsets: Sequence[tuple[int, int]], tokens: Sequence[bytes]) -> Spans:
    """Where each token starts and stops in the text, in bytes of UTF-8.

    ``offsets`` say of what characters each was made, and ``tokens`` what bytes they stand for.
    """
    size = len(text)
    inside = [(min(start, size), min(stop, size)) for start, stop in offsets]  # there can be tokens of an ending put on
    at = [0, *accumulate(len(character.encode()) for character in text)]
    return shared_out(text.encode(), [(at[start], at[stop]) for start, stop in _with_marks(text, inside)], tokens)


def shared_out(data: bytes, spans: Sequence[tuple[int, int]], tokens: Sequence[bytes]) -> Spans:
    """Where each token starts and stops in a text, from what bytes of the text each was made of.

    Where a character became several tokens, they share its bytes, if that is what they stand for; if it was brought in
    another form before, each has all of it. A space that was put in takes no place.
    """
    found: Spans = []
    start = 0
    for stop in range(1, len(spans) + 1):
        if stop == len(spans) or spans[stop][0] >= spans[stop - 1][1]:
            found += _shared(data, spans[start:stop], tokens[start:stop])
            start = stop
    return found


def _shared(data: bytes, spans: Sequence[tuple[int, int]], tokens: Sequence[bytes]) -> Spans:
    """The same for tokens of which each was made in part of what the one before was made of."""
    low, high = spans[0][0], spans[-1][1]
    for put_in in range(2 if tokens[0] == b" " else 1):
        if b"".join(tokens[put_in:]) == data[low:high]:
            stops = accumulate(map(len, tokens[put_in:]), initial=low)
            return [*((low, low) for _ in range(put_in)), *pairwise(stops)]
    return [
        (start, stop if token != b" " or _is_space(data[start:stop]) else start)
        for (start, stop), token in zip(spans, tokens, strict=True)
    ]


def _is_space(data: bytes) -> bool:
    """Whether it is what a space can have been made from: any white space, or the ▁ that stands for one."""
    text = data.decode(errors="replace")
    return text.isspace() or text == "▁"


def _with_marks(text: str, offsets: Sequence[tuple[int, int]]) -> Spans:
    """The same offsets, but combining marks that are left out belong to what they are combined with: they were made
    one character with it, or taken off."""
    extended: Spans = []
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
