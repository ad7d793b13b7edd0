"""Byte-pair encoding as slow and plain as it can be written: what the engine is measured against.

Counts are taken afresh for each merge, the best pair is what ``max`` gives on them, and a loop merges it (Sennrich et
al. 2016, algorithm 1; ties as in their code: the pair met first). Nothing here comes from bpetui.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Pair = tuple[int, int]


def count_pairs(words: Sequence[Sequence[int]], weights: Sequence[int]) -> dict[Pair, int]:
    """How often each pair occurs, overlaps included, in the order in which the pairs are met."""
    counts: dict[Pair, int] = {}
    for word, weight in zip(words, weights, strict=True):
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + weight
    return counts


def merge_pair(tokens: Sequence[int], pair: Pair, new_id: int) -> list[int]:
    """Replace the pair by the new token from left to right, without overlap."""
    merged: list[int] = []
    at = 0
    while at < len(tokens):
        if tuple(tokens[at : at + 2]) == pair:
            merged.append(new_id)
            at += 2
        else:
            merged.append(tokens[at])
            at += 1
    return merged


def train(words: Sequence[Sequence[int]], weights: Sequence[int], merges: int) -> list[tuple[int, int, int]]:
    """At most so many merges, each as (left, right, count)."""
    learned: list[tuple[int, int, int]] = []
    while len(learned) < merges and (counts := count_pairs(words, weights)):
        best = max(counts, key=lambda pair: counts[pair])
        words = [merge_pair(word, best, 256 + len(learned)) for word in words]
        learned.append((*best, counts[best]))
    return learned


def encode(data: bytes, merges: Iterable[Pair]) -> list[int]:
    """The tokens of one word.

    A merge names only tokens older than its own, so that to take the merges in turn is to take the lowest that applies.
    """
    tokens = list(data)
    for number, pair in enumerate(merges):
        tokens = merge_pair(tokens, pair, 256 + number)
    return tokens
