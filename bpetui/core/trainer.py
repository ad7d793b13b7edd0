"""Byte-pair encoding, learned one merge at a time, forward and back, exact to the last tie.

The rule: merge the adjacent pair with the highest count. In a tie, merge the pair that occurs first in the corpus as
tokenized now (Sennrich et al. 2016, and minbpe), or the pair with the smallest ids (rustbpe). A veto or a limit on
tokens can forbid pairs.

It is done fast in plain Python: merging is done on ``str``, only in the pieces of words that hold the pair (see
`pieces`), and the pairs are counted anew only around the places merged (see `pair_index`).
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
from bpetui.core.pair_index import Change, PairIndex
from bpetui.core.pieces import PIECE_TOKENS, Pieces, Seam
from bpetui.core.progress import ReportProgress
from bpetui.core.utf8 import SPACE, visible
from bpetui.core.vocabulary import Merge, Vocabulary

Ended = Literal["exhausted", "minimum-count"]
"""Why the rule makes no more merges: no pair is left that may be merged, or all that are left are too rare."""

MOST_TIED = 20
"""How many of the pairs that tie are told."""


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Train without looking for garbage.

    A training builds millions of containers that live to its end and form no cycles: to look for garbage among them
    takes longer than the training itself.
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
    """A pair in the ranking: token ids, its count, and that count less the one before the last merge.

    ``forbidden`` says what keeps the rule from merging it: a ``veto``, a ``limit`` on tokens, or nothing.
    """

    left: int
    right: int
    count: int
    change: int
    forbidden_by: Constraint = ""


class _Done(NamedTuple):
    """What undoing a merge needs."""

    pieces: list[int]  # the pieces that held the pair, or once did; ascending
    created: list[str]  # the pairs with the new token in them
    seams: list[Seam]  # where it stood across one


class Trainer:
    """A corpus and the merges made on it so far.

    ``merges`` are those made; ``undone`` those taken back that `step` will make again, the next one last; ``tokens`` is
    how many tokens the corpus has now, ``pieces`` what they are, and ``vocabulary`` what those tokens stand for.
    ``limit`` is the most merges that can be made: each takes at least one token from one of the distinct words.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        piece_tokens: int = PIECE_TOKENS,
        progress: ReportProgress | None = None,
    ) -> None:
        """Count the pairs of ``corpus``, in pieces of ``piece_tokens``.

        ``progress`` is called now and then with the pieces counted and all there are; what it raises ends the work.
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

    # -- what is asked -------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many merges have been made."""
        return len(self.merges)

    @property
    def pair_count(self) -> int:
        """How many different pairs stand in the corpus now."""
        return len(self._index)

    def count(self, left: int, right: int) -> int:
        """How often the pair of token ids stands in the corpus now, overlaps included."""
        return self._index.count(symbol(left) + symbol(right))

    def change(self, left: int, right: int) -> int:
        """The count of a pair now less its count before the last merge; 0 before the first merge."""
        return self._change(symbol(left) + symbol(right))

    def ties(self, count: int) -> int:
        """How many different pairs stand ``count`` times in the corpus now, of those that may be merged."""
        return self._index.ties(count)

    def tied(self, most: int = MOST_TIED) -> list[tuple[int, int]]:
        """The pairs of token ids that tie for being the best, it first, as the rule ranks them; at most so many."""
        return [(symbol_id(pair[0]), symbol_id(pair[1])) for pair in self._index.tied(most)]

    @property
    def ended(self) -> Ended:
        """Why the rule makes no more merges, when it does not: no pair is left, or all that are left are too rare."""
        return "minimum-count" if self._index.has_allowed and self.number < self.limit else "exhausted"

    def following(self) -> RankedPair | None:
        """The pair that `step` would merge now; None when it would make no merge."""
        if self.undone:
            return self._ranked(symbol(self.undone[-1].left) + symbol(self.undone[-1].right))
        pair = self._index.best()
        return self._ranked(pair) if pair else None

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[RankedPair]:
        """The pairs ranked ``start`` to ``stop`` (from 0), best first, as the rule has it; forbidden ones among them.

        With ``keep``, a test on the two token ids, only pairs that pass it are ranked.
        """
        return list(map(self._ranked, self._index.ranking(start, stop, keep)))

    def _ranked(self, pair: str) -> RankedPair:
        count, change, forbidden = self._index.count(pair), self._change(pair), self._constraints.forbidden_by(pair)
        return RankedPair(symbol_id(pair[0]), symbol_id(pair[1]), count, change, forbidden)

    def _change(self, pair: str) -> int:
        return self._index.change(pair, self.merges[-1]) if self.merges else 0

    def words_with(self, *token_ids: int) -> set[int]:
        """The distinct words, by index, that hold a token now, or two tokens in a row (maybe some more words)."""
        tokens = "".join(map(symbol, token_ids))
        if len(tokens) == 1:
            return self.pieces.words_of(index for index, piece in enumerate(self.pieces.tokens) if tokens in piece)
        return self.pieces.words_of(self._index.pieces_with(tokens))

    # -- what is done --------------------------------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """Make the next merge: the last one undone, else the best. None when there is none: see `ended`."""
        if self.undone:
            again = self.undone.pop()
            # It ties as it did: what may be merged can have changed since.
            return self._merge(symbol(again.left) + symbol(again.right), again.chosen, again.ties)
        pair = self._index.best()
        return self._merge(pair, False) if pair else None

    def choose(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids, whatever its rank; merges undone before are forgotten.

        Raises `BpetuiError` if the pair does not stand in the corpus, or is forbidden.
        """
        pair = symbol(left) + symbol(right)
        if not self._index.count(pair):
            raise BpetuiError(f"the pair {left} + {right} does not stand in the corpus now; choose one of the ranking")
        if why := self._constraints.forbidden_by(pair):
            reason = "there is a veto on it" if why == "veto" else "the limits on tokens forbid it"
            raise BpetuiError(f"the pair {left} + {right} cannot be chosen: {reason}")
        self.undone.clear()
        return self._merge(pair, True)

    def follow(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids as a run on another corpus has done, whether or not it stands in this one."""
        return self._merge(symbol(left) + symbol(right), False)

    def back(self) -> Merge | None:
        """Undo the last merge exactly, and return it; `step` will make it again. None at the start."""
        if not self.merges:
            return None
        merge, done = self.merges.pop(), self._done.pop()
        self.vocabulary.truncate(len(self.merges))
        pair, new = symbol(merge.left) + symbol(merge.right), symbol(merge.id)
        self.pieces.undo(pair, new, done.pieces, done.seams)
        self._index.remove_merge(pair, new, merge.count, done.pieces, done.created)
        self.tokens = self.merges[-1].tokens if self.merges else self._tokens_at_start
        if pair in self._constraints.forbidden:
            self.undone.clear()  # a veto that came after it: it is not made again, nor what stood on it
        else:
            self.undone.append(merge)
        return merge

    def seek(self, number: int) -> None:
        """Go to where ``number`` merges have been made, or as far as there are pairs to merge."""
        while self.number > number:
            self.back()
        while self.number < number and self.step():
            pass

    # -- vetoes --------------------------------------------------------------------------------------------------------

    @property
    def vetoes(self) -> list[Veto]:
        """The vetoes, by the bytes of the two tokens, in the order in which they were made."""
        return self._constraints.vetoes

    def veto(self, veto: Veto) -> None:
        """Never merge these two tokens, given by their bytes, until it is lifted.

        A merge of them that was undone is not made again, and those behind it are forgotten. Raises `BpetuiError` if
        they stand side by side nowhere in the corpus, as it was or as it may come to be tokenized.
        """
        if not all(veto):
            raise BpetuiError("a veto is on two tokens that each hold something; one of these is empty")
        if not self._can_occur(veto):
            left, right = (visible(part.decode(errors="backslashreplace"), space=SPACE) for part in veto)
            raise BpetuiError(f"the pair {left} + {right} can never occur: no word of the corpus holds it")
        self._index.veto(veto)
        known = Vocabulary(self.vocabulary.pairs, self.corpus.alphabet)
        for merge in reversed(self.undone):
            if (known[merge.left], known[merge.right]) == veto:
                del self.undone[: self.undone.index(merge) + 1]
                break
            known.append(merge.left, merge.right)

    def allow(self, veto: Veto) -> None:
        """Lift a veto, if there is one."""
        self._index.allow(veto)

    def _can_occur(self, veto: Veto) -> bool:
        corpus = self.corpus
        try:
            pair = "".join(map(corpus.alphabet.symbols_in, veto))
        except UnicodeDecodeError:  # a part of a character, where characters are not taken apart
            return False
        special = set(corpus.options.special)
        return any(pair in corpus.alphabet.symbols(word) for word in corpus.words if word not in special)

    # -- how -----------------------------------------------------------------------------------------------------------

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
        changes: list[Change] = [(token + left, token + new, places) for token, places in lefts.items()]
        changes += [(right + token, new + token, places) for token, places in rights.items()]
        if touching:
            changes.append((right + left, new + new, touching))
        self._index.add_merge(pair, new, changes)
        self._done.append(_Done(holders, [created for _, created, _ in changes], seams))
        number = len(self.merges) + 1
        self.tokens -= merged
        merge = Merge(number, symbol_id(left), symbol_id(right), symbol_id(new), count, ties, chosen, self.tokens)
        self.merges.append(merge)
        return merge
