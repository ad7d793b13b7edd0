"""Which pairs of tokens hold some bytes, without joining them: there are many, and some as long as the corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bpetui.core.vocabulary import BYTES, Merge


def holding(sought: bytes, other: bytes, merges: Iterable[Merge]) -> Callable[[int, int], bool]:
    """A test on two token ids: whether the bytes of the two, one behind the other, contain ``sought`` or ``other``.

    They do if either one does, or if it stands across the border, in the last bytes of the one and the first of the
    other, one less than it is long; and so a token of a merge does if the merged pair does.
    """
    reach = max(len(sought), len(other)) - 1
    tokens = [bytes([value]) for value in range(BYTES)]
    held = [token in (sought, other) for token in tokens]
    heads = [token[:reach] for token in tokens]
    tails = heads.copy()

    def keep(left: int, right: int) -> bool:
        if held[left] or held[right]:
            return True
        border = tails[left] + heads[right]
        return sought in border or other in border

    for merge in merges:
        left, right = merge.left, merge.right
        held.append(keep(left, right))
        heads.append((heads[left] + heads[right])[:reach])
        tail = tails[left] + tails[right]
        tails.append(tail[max(0, len(tail) - reach) :])
    return keep
