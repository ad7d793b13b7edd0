"""The merges that a vocabulary of ranks stands for: what each token's bytes become with the ranks below its own.

Where that is two tokens for every token, merging by rank and merging by the list give the same, for any text. For the
merges of a rank are made when all below it are, and within what will be the token they are made as if it stood alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bpetui.core.rank_merging import merge


def recovered(tokens: Mapping[int, bytes]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """For each token of two bytes or more, by rank, its rank and those of the tokens that it is made of.

    Of a byte that has a higher rank, the rank is -1.
    """
    below: dict[str, int] = {}
    for rank in sorted(tokens):
        symbols = tokens[rank].decode("latin-1")
        if len(symbols) > 1:
            parts = merge(symbols, below)
            yield rank, tuple(below.get(part, -1) for part in parts)
        below[symbols] = rank
