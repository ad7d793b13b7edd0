"""The corresponding offsets in two versions of one text, such as two normal forms, or one with a space before it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import regex

_CLUSTER = regex.compile(r"\X")

_AHEAD = 12
"""How many successive grapheme clusters may be in one text and not in the other."""

_ALIKE = 3
"""How many clusters must be alike after such a difference, or all if there are fewer."""

_WINDOW = _AHEAD + _ALIKE

OffsetPairs = list[tuple[int, int]]
"""Pairs of byte offsets, in order: the first in one text, the second at the corresponding place in another."""


def matching_offsets(text: str, other: str) -> OffsetPairs:
    """Return the byte offsets at which ``text`` and ``other`` correspond, with those of their ends.

    Between two of them there is a grapheme cluster in each text (a character if the clusters are the same), or one text
    has more than the other. Clusters are alike if they differ only in normal form or case.
    """
    ones, others = _CLUSTER.findall(text), _CLUSTER.findall(other)
    keys, other_keys = [*map(_key, ones)], [*map(_key, others)]
    pairs = [(0, 0)]
    at = other_at = 0
    while at < len(ones) and other_at < len(others):
        step, other_step = 1, 1
        if keys[at] != other_keys[other_at]:
            window, other_window = slice(at, at + _WINDOW), slice(other_at, other_at + _WINDOW)
            step, other_step = _past_difference(keys[window], other_keys[other_window])
        if ones[at] == others[other_at]:
            pairs += _stops(ones[at], *pairs[-1])
        else:
            one, two = "".join(ones[at : at + step]), "".join(others[other_at : other_at + other_step])
            pairs.append((pairs[-1][0] + len(one.encode()), pairs[-1][1] + len(two.encode())))
        at += step
        other_at += other_step
    end = len(text.encode()), len(other.encode())
    return pairs if pairs[-1] == end else [*pairs, end]


def chained_offsets(pairs: OffsetPairs, others: OffsetPairs) -> OffsetPairs:
    """Return the corresponding offsets in a first and a third text, from those in the first and second (``pairs``) and
    those in the second and third (``others``)."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for middle, third in others:
        first.setdefault(middle, third)
        last[middle] = third
    found: OffsetPairs = []
    seen: set[int] = set()
    for one, middle in pairs:
        if middle in first:
            found.append((one, last[middle] if middle in seen else first[middle]))
            seen.add(middle)
    end = pairs[-1][0], others[-1][1]
    return found if found[-1] == end else [*found, end]


@lru_cache(maxsize=8192)
def _key(cluster: str) -> str:
    return unicodedata.normalize("NFKD", cluster).casefold()


def _past_difference(keys: Sequence[str], others: Sequence[str]) -> tuple[int, int]:
    """Return how many clusters of each text to skip until they are alike again; one of each if they never are."""
    for passed in range(1, 2 * _AHEAD):
        for step in range(max(0, passed - _AHEAD), min(passed, _AHEAD) + 1):
            one, two = keys[step : step + _ALIKE], others[passed - step : passed - step + _ALIKE]
            least = min(len(one), len(two))
            if one[:least] == two[:least] and (least or len(one) == len(two)):
                return step, passed - step
    return 1, 1


def _stops(cluster: str, at: int, other_at: int) -> OffsetPairs:
    """Return the offsets in both texts after each character of a cluster that is in both."""
    stops = []
    for character in cluster:
        size = len(character.encode())
        at, other_at = at + size, other_at + size
        stops.append((at, other_at))
    return stops
