"""Training of byte-pair encoding, one merge at a time, forward and back, with exact ties.

The rule: merge the adjacent pair with the highest count. In a tie, merge the pair that occurs first in the corpus as
tokenized now (Sennrich et al. 2016, and minbpe), or the pair with the smallest ids (rustbpe). A veto or a limit on
tokens can forbid pairs.

Plain Python is fast here because merges replace characters of ``str``, only in the pieces of words that contain the
pair (see `pieces`), and counts are updated only around the merged places (see `pair_index`).
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bpetui.core.alphabet import MAX_VOCABULARY, symbol, symbol_id
from bpetui.core.constraints import Constraint, Constraints, Veto
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.pair_index import PairIndex, RewrittenPair
from bpetui.core.pieces import PIECE_TOKENS, Pieces, Seam
from bpetui.core.progress import ReportProgress
from bpetui.core.utf8 import SPACE, visible
from bpetui.core.vocabulary import Merge, Vocabulary

Ended = Literal["exhausted", "minimum-count"]
"""Why training ended: no allowed pair remains, or all remaining pairs are below the minimum count."""

MOST_TIED = 20
"""How many of the pairs that tie are reported."""


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Turn off garbage collection while training.

    Training creates millions of containers that live until it ends and form no cycles; the collector would need more
    time to traverse them than the training itself.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@dataclass(frozen=True)
class RankedPair:
    """A pair in the ranking: its token ids, its count, and the change of the count by the last merge.

    ``forbidden_by`` is ``veto`` or ``limit`` if a veto or a limit on tokens forbids the pair, or empty.
    """

    left: int
    right: int
    count: int
    change: int
    forbidden_by: Constraint = ""


class _Done(NamedTuple):
    """The data needed to undo a merge."""

    pieces: list[int]  # the pieces that contained the pair, or once did; ascending
    created: list[str]  # the pairs with the new token in them
    seams: list[Seam]  # where the pair was across a seam


class BpeTrainer:
    """A corpus and the merges made on it so far.

    - ``merges``: the merges made
    - ``undone``: the merges undone, which `step` makes again, the next one last
    - ``tokens``: the number of tokens in the corpus now; ``pieces``: the tokens themselves
    - ``vocabulary``: the bytes of the tokens
    - ``limit``: the largest possible number of merges: each removes at least one token from a distinct word, and the
      vocabulary has at most `MAX_VOCABULARY` tokens
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        piece_tokens: int = PIECE_TOKENS,
        progress: ReportProgress | None = None,
    ) -> None:
        """Count the pairs of ``corpus``, in pieces of ``piece_tokens``.

        ``progress`` is called with the number of pieces counted and of all pieces.
        """
        self.corpus = corpus
        self.merges: list[Merge] = []
        self.undone: list[Merge] = []
        self.vocabulary = Vocabulary((), corpus.alphabet, corpus.options.special)
        self.pieces = Pieces(corpus, self.vocabulary, piece_tokens)
        self.tokens = self._tokens_at_start = sum(
            len(piece) * weight for piece, weight in zip(self.pieces.tokens, self.pieces.weights, strict=True)
        )
        tokens_of_words = sum(map(len, self.pieces.tokens))
        self.limit = min(tokens_of_words - len(corpus.words), MAX_VOCABULARY - len(corpus.alphabet))
        self._constraints = Constraints(corpus.options, self.vocabulary)  # changed by the index alone
        self._index = PairIndex(self.pieces, self._constraints, corpus.options, progress)
        self._done: list[_Done] = []

    # -- Queries -------------------------------------------------------------------------------------------------------

    @property
    def made(self) -> int:
        """The number of merges made."""
        return len(self.merges)

    @property
    def pair_count(self) -> int:
        """The number of different pairs in the corpus now."""
        return len(self._index)

    def count(self, left: int, right: int) -> int:
        """Return the count of a pair of token ids in the corpus now, overlaps included."""
        return self._index.count(self._pair(left, right))

    def change(self, left: int, right: int) -> int:
        """Return the change of a pair's count by the last merge; 0 before the first merge."""
        pair = self._pair(left, right)
        return self._change(pair) if pair else 0

    def ties(self, count: int) -> int:
        """Return how many different allowed pairs have this count in the corpus now."""
        return self._index.ties(count)

    def tied_pairs(self, most: int = MOST_TIED) -> list[tuple[int, int]]:
        """Return the pairs of token ids that tie for the highest count, best first, at most ``most``."""
        return [(symbol_id(pair[0]), symbol_id(pair[1])) for pair in self._index.tied_pairs(most)]

    @property
    def ended(self) -> Ended:
        """Why training ended, if `step` makes no more merges."""
        return "minimum-count" if self._index.has_allowed and self.made < self.limit else "exhausted"

    def next_pair(self) -> RankedPair | None:
        """Return the pair that `step` would merge now; None if it would make no merge."""
        if self.undone:
            return self._ranked(symbol(self.undone[-1].left) + symbol(self.undone[-1].right))
        pair = self._index.best()
        return self._ranked(pair) if pair else None

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[RankedPair]:
        """Return the pairs ranked ``start`` to ``stop`` (from 0), best first, forbidden pairs included.

        ``keep`` is a test on the two token ids: only pairs that pass it are ranked.
        """
        return list(map(self._ranked, self._index.ranking(start, stop, keep)))

    def _pair(self, left: int, right: int) -> str:
        """Return a pair of token ids as symbols; empty if no token has one of these ids, and so no pair has both."""
        ids = range(len(self.vocabulary))
        return symbol(left) + symbol(right) if left in ids and right in ids else ""

    def _ranked(self, pair: str) -> RankedPair:
        count, change, forbidden = self._index.count(pair), self._change(pair), self._constraints.forbidden_by(pair)
        return RankedPair(symbol_id(pair[0]), symbol_id(pair[1]), count, change, forbidden)

    def _change(self, pair: str) -> int:
        return self._index.change(pair, self.merges[-1]) if self.merges else 0

    def words_with(self, *token_ids: int) -> set[int]:
        """Return the indices of the distinct words that contain a token now, or two adjacent tokens.

        For two tokens the result can include more words.
        """
        tokens = "".join(map(symbol, token_ids))
        if len(tokens) == 1:
            return self.pieces.words_of(index for index, piece in enumerate(self.pieces.tokens) if tokens in piece)
        return self.pieces.words_of(self._index.pieces_with(tokens))

    # -- Merges --------------------------------------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """Make the next merge: the last one undone, or the best pair. Return None if there is none: see `ended`."""
        if self.made >= self.limit:
            return None
        if self.undone:
            again = self.undone.pop()
            # It keeps its ties: the allowed pairs may have changed since.
            return self._merge(symbol(again.left) + symbol(again.right), again.chosen, again.ties)
        pair = self._index.best()
        return self._merge(pair, False) if pair else None

    def choose(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids, whatever its rank, and discard all undone merges.

        Raises `BpetuiError` if the pair does not occur in the corpus, or is forbidden, or the vocabulary is full.
        """
        if self.made >= self.limit:
            raise BpetuiError("no more merges can be made")
        pair = self._pair(left, right)
        if not self._index.count(pair):
            raise BpetuiError(
                f"the pair {left} + {right} does not occur in the corpus now; choose a pair from the ranking"
            )
        constraint = self._constraints.forbidden_by(pair)
        if constraint == "veto":
            raise BpetuiError(f"the pair {left} + {right} is vetoed; remove the veto or choose another pair")
        if constraint:
            raise BpetuiError(f"a limit on tokens forbids the pair {left} + {right}; choose another pair")
        self.undone.clear()
        return self._merge(pair, True)

    def replay(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids as a run on another corpus did, whether or not it occurs in this one."""
        return self._merge(symbol(left) + symbol(right), False)

    def back(self) -> Merge | None:
        """Undo the last merge exactly, and return it; `step` makes it again. Return None if there is none."""
        if not self.merges:
            return None
        merge, done = self.merges.pop(), self._done.pop()
        self.vocabulary.truncate(len(self.merges))
        pair, new = symbol(merge.left) + symbol(merge.right), symbol(merge.id)
        self.pieces.undo(pair, new, done.pieces, done.seams)
        self._index.remove_merge(pair, new, merge.count, done.pieces, done.created)
        self.tokens = self.merges[-1].tokens if self.merges else self._tokens_at_start
        if pair in self._constraints.forbidden:
            self.undone.clear()  # vetoed since: neither this merge nor later ones are made again
        else:
            self.undone.append(merge)
        return merge

    def seek(self, number: int) -> None:
        """Undo or make merges until there are ``number``, or no pair is left to merge; at least back to the start."""
        while self.made > number and self.back():
            pass
        while self.made < number and self.step():
            pass

    # -- Vetoes --------------------------------------------------------------------------------------------------------

    @property
    def vetoes(self) -> list[Veto]:
        """The vetoes, oldest first."""
        return self._constraints.vetoes

    def veto(self, veto: Veto) -> None:
        """Forbid the merge of two tokens, given by their bytes, until `allow`.

        An undone merge of them is not made again, and all merges after it are discarded. Raises `BpetuiError` if the
        two tokens cannot be adjacent in the corpus, however it is tokenized.
        """
        if not all(veto):
            raise BpetuiError("a veto needs two tokens, and one of these is empty; write at least one character")
        if not self._can_occur(veto):
            left, right = (visible(part.decode(errors="backslashreplace"), space=SPACE) for part in veto)
            raise BpetuiError(f"the pair {left} + {right} can never occur: no word of the corpus contains it")
        self._index.veto(veto)
        known = Vocabulary(self.vocabulary.pairs, self.corpus.alphabet)
        for merge in reversed(self.undone):
            if (known[merge.left], known[merge.right]) == veto:
                del self.undone[: self.undone.index(merge) + 1]
                break
            known.append(merge.left, merge.right)

    def allow(self, veto: Veto) -> None:
        """Remove a veto, if there is one."""
        self._index.allow(veto)

    def _can_occur(self, veto: Veto) -> bool:
        corpus = self.corpus
        try:
            pair = "".join(map(corpus.alphabet.symbols_in, veto))
        except UnicodeDecodeError:  # a part of a character, but symbols are whole characters
            return False
        special = set(corpus.options.special)
        return any(pair in corpus.alphabet.symbols(word) for word in corpus.words if word not in special)

    # -- Internals -----------------------------------------------------------------------------------------------------

    def _merge(self, pair: str, chosen: bool, ties: int | None = None) -> Merge:
        left, right = pair[0], pair[1]
        new = symbol(self.vocabulary.append(symbol_id(left), symbol_id(right)))
        count = self._index.count(pair)
        ties = self._index.ties(count) if ties is None else ties
        lefts: dict[str, list[int]] = defaultdict(list)  # token before a merged place -> its piece, for each place
        rights: dict[str, list[int]] = defaultdict(list)  # token after one -> the merged place's piece
        touching: list[int] = []  # the left piece of two merged places without a token between
        seams: list[Seam] = []
        pieces, weights, before, after = self.pieces.tokens, self.pieces.weights, self.pieces.before, self.pieces.after
        holders = self._index.pieces_with(pair)
        merged = 0
        for index in holders:
            parts = pieces[index].split(pair)
            if index in after and self.pieces.meets_seam(index, parts[-1], pair):
                seams.append(self.pieces.take_across_seam(index))
                parts[-1] = parts[-1][:-1]
                parts.append("")
            if len(parts) == 1:
                continue
            pieces[index] = new.join(parts)
            merged += (len(parts) - 1) * weights[index]
            head, tail = parts[0], parts[-1]
            if head:
                lefts[head[-1]].append(index)
            elif index in before:
                previous = before[index]
                token = pieces[previous][-1]
                (touching if token == new else lefts[token]).append(previous)
            if len(parts) > 2:
                for part in parts[1:-1]:
                    if part:
                        rights[part[0]].append(index)
                        lefts[part[-1]].append(index)
                    else:
                        touching.append(index)
            if tail:
                rights[tail[0]].append(index)
            elif index in after and (token := self.pieces.token_after(index, pair)):
                rights[token].append(index)
        rewritten: list[RewrittenPair] = [(token + left, token + new, places) for token, places in lefts.items()]
        rewritten += [(right + token, new + token, places) for token, places in rights.items()]
        if touching:
            rewritten.append((right + left, new + new, touching))
        self._index.add_merge(pair, new, rewritten)
        self._done.append(_Done(holders, [created for _, created, _ in rewritten], seams))
        number = len(self.merges) + 1
        self.tokens -= merged
        merge = Merge(number, symbol_id(left), symbol_id(right), symbol_id(new), count, ties, chosen, self.tokens)
        self.merges.append(merge)
        return merge
