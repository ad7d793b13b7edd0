"""A plain and slow reference of byte-pair encoding, to compare the trainer and the encoder with.

All pairs are counted again for each merge, ``max`` gives the best pair, and a loop merges it (Sennrich et al. 2016,
algorithm 1; ties as in their code: the pair that occurs first). This module imports nothing from bpetui.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Pair = tuple[int, int]


def count_pairs(words: Sequence[Sequence[int]], weights: Sequence[int]) -> dict[Pair, int]:
    """Return the count of each pair, overlaps included, in order of first occurrence."""
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
    """Return at most ``merges`` merges, each as (left, right, count)."""
    made: list[tuple[int, int, int]] = []
    while len(made) < merges and (counts := count_pairs(words, weights)):
        best = max(counts, key=lambda pair: counts[pair])
        words = [merge_pair(word, best, 256 + len(made)) for word in words]
        made.append((*best, counts[best]))
    return made


def encode(data: bytes, merges: Iterable[Pair]) -> list[int]:
    """Return the tokens of one word.

    The parts of a merge are older than its token, so applying the merges in order always applies the lowest one.
    """
    tokens = list(data)
    for number, pair in enumerate(merges):
        tokens = merge_pair(tokens, pair, 256 + number)
    return tokens
