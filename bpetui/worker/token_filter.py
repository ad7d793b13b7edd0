"""Which pairs of tokens hold some bytes, without joining them: there are many, and some as long as the corpus."""

from __future__ import annotations

from collections.abc import Callable

from bpetui.core.vocabulary import Vocabulary


def pair_filter(sought: bytes, other: bytes, vocabulary: Vocabulary) -> Callable[[int, int], bool]:
    """A test on two token ids: whether the bytes of the two, one behind the other, contain ``sought`` or ``other``.

    They do if either one does, or if it stands across the border, in the last bytes of the one and the first of the
    other, one less than it is long; and so a token of a merge does if the merged pair does.
    """
    reach = max(len(sought), len(other)) - 1
    tokens = vocabulary.alphabet.tokens
    held = [sought in token or other in token for token in tokens]
    heads = [token[:reach] for token in tokens]
    tails = [token[max(0, len(token) - reach) :] for token in tokens]

    def keep(left: int, right: int) -> bool:
        if held[left] or held[right]:
            return True
        border = tails[left] + heads[right]
        return sought in border or other in border

    for left, right in vocabulary.pairs:
        held.append(keep(left, right))
        heads.append((heads[left] + heads[right])[:reach])
        tail = tails[left] + tails[right]
        tails.append(tail[max(0, len(tail) - reach) :])
    return keep
