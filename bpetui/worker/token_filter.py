"""A filter of token pairs by their bytes, without joining these: there are many pairs, and tokens as long as the
corpus."""

from __future__ import annotations

from collections.abc import Callable

from bpetui.core.vocabulary import Vocabulary


def pair_filter(sought: bytes, other: bytes, vocabulary: Vocabulary) -> Callable[[int, int], bool]:
    """Return a test of two token ids: whether their joined bytes contain ``sought`` or ``other``.

    They do if one of the tokens does, or if the bytes cross the border between them: then they are in the last bytes of
    the one and the first of the other, of each one byte less than the length of what is sought. The token of a merge
    contains them if the merged pair does.
    """
    reach = max(len(sought), len(other)) - 1
    tokens = vocabulary.alphabet.tokens
    contained = [sought in token or other in token for token in tokens]
    heads = [token[:reach] for token in tokens]
    tails = [token[max(0, len(token) - reach) :] for token in tokens]

    def contains(left: int, right: int) -> bool:
        if contained[left] or contained[right]:
            return True
        border = tails[left] + heads[right]
        return sought in border or other in border

    for left, right in vocabulary.pairs:
        contained.append(contains(left, right))
        heads.append((heads[left] + heads[right])[:reach])
        tail = tails[left] + tails[right]
        tails.append(tail[max(0, len(tail) - reach) :])
    return contains
