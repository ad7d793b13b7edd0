"""Byte-pair encoding, learned one merge at a time, forward and back, exact to the last tie.

The rule: merge the adjacent pair with the highest count; among equals the one met first, reading the corpus as it is
tokenised now (Sennrich et al. 2016, and minbpe). How it is done fast, in plain Python:

- Merging is done on ``str``, and only in the pieces of words that hold the pair (see `pieces`).
- Pair counts change only around the places merged. Every changed pair other than the merged one gains or loses
  exactly what the new pairs around it count, so that undoing a merge needs only the pairs it created.
- A heap keyed (-count, first piece) gives the next pair. Its entries are bounds: a pair may have become rarer, or its
  first place may have gone, and the entry is corrected when it comes up. Whatever makes a pair more frequent, or
  brings back an earlier place, pushes a new entry; so the right one is never behind a wrong one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, heapreplace
from operator import add, indexOf
from typing import NamedTuple

from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.pieces import PIECE_TOKENS, Pieces, Seam
from bpetui.core.vocabulary import BYTES, Merge, symbol, symbol_id

_SHORT = 48
"""Up to how many tokens the pairs of a piece are counted one by one, which then is faster than with a `Counter`."""


@dataclass(frozen=True)
class RankedPair:
    """A pair in the ranking: token ids, its count, and that count less the one before the last merge."""

    left: int
    right: int
    count: int
    change: int


class _Done(NamedTuple):
    """What undoing a merge needs."""

    pieces: list[int]  # the pieces that held the pair, or once did; ascending
    created: list[str]  # the pairs with the new token in them
    seams: list[Seam]  # where it stood across one


class Trainer:
    """A corpus and the merges made on it so far.

    ``merges`` are those made; ``undone`` those taken back that `step` will make again, the next one last; ``tokens`` is
    how many tokens the corpus has now, and ``pieces`` what they are.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        piece_tokens: int = PIECE_TOKENS,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Count the pairs of ``corpus``, in pieces of ``piece_tokens``.

        ``progress`` is called now and then with the pieces counted and all there are; what it raises ends the work.
        """
        self.corpus = corpus
        self.merges: list[Merge] = []
        self.undone: list[Merge] = []
        self.tokens = corpus.byte_count
        self._done: list[_Done] = []
        self.pieces = Pieces(corpus, piece_tokens)
        self._count_pairs(progress)

    def _count_pairs(self, progress: Callable[[int, int], None] | None) -> None:
        self._counts: dict[str, int] = defaultdict(int)  # pair -> how often it stands in the corpus; never 0
        self._where: dict[str, list[int]] = defaultdict(list)  # pair -> pieces that hold it or once did; ascending
        self._seen: dict[str, int] = {}  # pair -> how many of those, from the first on, are known not to hold it now
        counts, where, tokens, after = self._counts, self._where, self.pieces.tokens, self.pieces.after
        for index, (piece, weight) in enumerate(zip(tokens, self.pieces.weights, strict=True)):
            run = piece + tokens[after[index]][0] if index in after else piece
            pairs = map(add, run, run[1:])
            if len(run) <= _SHORT:
                for pair in pairs:
                    counts[pair] += weight
                    holders = where[pair]
                    if not holders or holders[-1] != index:
                        holders.append(index)
            else:
                for pair, count in Counter(pairs).items():
                    counts[pair] += count * weight
                    where[pair].append(index)
            if progress and index % 64 == 0:
                progress(index, len(tokens))
        self._tally: dict[int, int] = defaultdict(int, Counter(counts.values()))  # count -> how many pairs have it
        self._fill_heap()

    def _fill_heap(self) -> None:
        where, seen = self._where, self._seen
        self._heap = [(-count, where[pair][seen.get(pair, 0)], pair) for pair, count in self._counts.items()]
        heapify(self._heap)

    # -- what is asked -------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many merges have been made."""
        return len(self.merges)

    @property
    def pair_count(self) -> int:
        """How many different pairs stand in the corpus now."""
        return len(self._counts)

    def count(self, left: int, right: int) -> int:
        """How often the pair of token ids stands in the corpus now, overlaps included."""
        return self._counts.get(symbol(left) + symbol(right), 0)

    def change(self, left: int, right: int) -> int:
        """The count of a pair now less its count before the last merge; 0 before the first merge."""
        return self._change(symbol(left) + symbol(right))

    def ties(self, count: int) -> int:
        """How many different pairs stand ``count`` times in the corpus now."""
        return self._tally.get(count, 0)

    def following(self) -> RankedPair | None:
        """The pair that `step` would merge now; None when no pair is left."""
        if self.undone:
            pair = symbol(self.undone[-1].left) + symbol(self.undone[-1].right)
        elif not (pair := self._best() or ""):
            return None
        return RankedPair(symbol_id(pair[0]), symbol_id(pair[1]), self._counts.get(pair, 0), self._change(pair))

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[RankedPair]:
        """The pairs ranked ``start`` to ``stop`` (from 0), best first, as the rule has it.

        With ``keep``, a test on the two token ids, only pairs that pass it are ranked.
        """
        counts, tally = self._counts, self._tally
        if keep:
            counts = {pair: count for pair, count in counts.items() if keep(symbol_id(pair[0]), symbol_id(pair[1]))}
            tally = Counter(counts.values())
        # Only pairs that tie with one of those wanted are put in order; of those more frequent it is enough to know
        # how many there are.
        above, most, least = _counts_at(tally, start, stop)
        wanted = [pair for pair, count in counts.items() if least <= count <= most]
        wanted.sort(key=self._rank)
        return [
            RankedPair(symbol_id(pair[0]), symbol_id(pair[1]), counts[pair], self._change(pair))
            for pair in wanted[start - above : stop - above]
        ]

    def words_with(self, *token_ids: int) -> set[int]:
        """The distinct words, by index, that hold a token now, or two tokens in a row (maybe some more words)."""
        tokens = "".join(map(symbol, token_ids))
        if len(tokens) == 1:
            return self.pieces.words_of(index for index, piece in enumerate(self.pieces.tokens) if tokens in piece)
        return self.pieces.words_of(self._where[tokens]) if tokens in self._counts else set()

    # -- what is done --------------------------------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """Make the next merge: the last one undone, else the best. None when no pair is left."""
        if self.undone:
            again = self.undone.pop()
            return self._merge(symbol(again.left) + symbol(again.right), again.chosen)
        pair = self._best()
        return self._merge(pair, False) if pair else None

    def choose(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids, whatever its rank; merges undone before are forgotten.

        Raises `BpetuiError` if the pair does not stand in the corpus.
        """
        pair = symbol(left) + symbol(right)
        if pair not in self._counts:
            raise BpetuiError(f"the pair {left} + {right} does not stand in the corpus now; choose one of the ranking")
        self.undone.clear()
        return self._merge(pair, True)

    def back(self) -> Merge | None:
        """Undo the last merge exactly, and return it; `step` will make it again. None at the start."""
        if not self.merges:
            return None
        merge, done = self.merges.pop(), self._done.pop()
        self.pieces.sizes.pop()
        pair, new = symbol(merge.left) + symbol(merge.right), symbol(merge.id)
        self.pieces.undo(pair, new, done.pieces, done.seams)
        self._undo_counts(pair, new, done, merge.count)
        self.tokens = self.merges[-1].tokens if self.merges else self.corpus.byte_count
        self.undone.append(merge)
        if len(self._heap) > 4 * len(self._counts) + 1024:  # mostly bounds that have been outdated
            self._fill_heap()
        return merge

    def seek(self, number: int) -> None:
        """Go to where ``number`` merges have been made, or as far as there are pairs to merge."""
        while self.number > number:
            self.back()
        while self.number < number and self.step():
            pass

    # -- how -----------------------------------------------------------------------------------------------------------

    def _best(self) -> str | None:
        heap, counts = self._heap, self._counts
        while heap:
            negative, piece, pair = heap[0]
            count = counts.get(pair, 0)
            if not count or count > -negative:  # gone, or pushed again when it grew
                heappop(heap)
            elif count < -negative:
                heapreplace(heap, (-count, piece, pair))
            elif (first := self._first_piece(pair)) != piece:
                heapreplace(heap, (negative, first, pair))
            elif self._tally[count] == 1:
                return pair
            else:  # of all that tie, one stands in this piece: the one met first is the first in it with that count
                tokens = self.pieces.tokens[piece]
                try:
                    at = indexOf(map(counts.get, map(add, tokens, tokens[1:])), count)
                except ValueError:
                    return pair  # across the seam at the piece's end
                return tokens[at : at + 2]
        return None

    def _first_piece(self, pair: str) -> int:
        """The first piece that holds a pair, which must stand in the corpus."""
        where = self._where[pair]
        start = seen = self._seen.get(pair, 0)
        while not self.pieces.holds(where[seen], pair):
            seen += 1
        if seen > start:
            self._seen[pair] = seen
        return where[seen]

    def _rank(self, pair: str) -> tuple[int, int, int]:
        """What orders the ranking: the count, then where a pair first stands, by piece and token."""
        piece = self._first_piece(pair)
        return -self._counts[pair], piece, self.pieces.find(piece, pair)

    def _change(self, pair: str) -> int:
        # Nothing but the new pairs and those they came from has changed: see _undo_counts, the same reckoning.
        if not self.merges:
            return 0
        last = self.merges[-1]
        left, right, new = symbol(last.left), symbol(last.right), symbol(last.id)
        now = self._counts.get(pair, 0)
        if new in pair:
            return now
        if pair == left + right:
            return now - last.count
        lost = self._counts.get(pair[0] + new, 0) if pair[1] == left else 0
        lost += self._counts.get(new + pair[1], 0) if pair[0] == right else 0
        lost += self._counts.get(new + new, 0) if pair == right + left else 0
        return -lost

    def _merge(self, pair: str, chosen: bool) -> Merge:
        left, right = pair[0], pair[1]
        new = symbol(BYTES + len(self.merges))
        count = self._counts[pair]
        ties = self._tally[count]
        lefts: dict[str, list[int]] = defaultdict(list)  # token before a merged place -> its piece, for each place
        rights: dict[str, list[int]] = defaultdict(list)  # token after one -> the merged place's piece
        touching: list[int] = []  # the left piece of two merged places without a token between
        seams: list[Seam] = []
        pieces, weights, before, after = self.pieces.tokens, self.pieces.weights, self.pieces.before, self.pieces.after
        holders = self._where.pop(pair)
        self._seen.pop(pair, None)
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
        self.tokens -= merged
        changes = [(token + left, token + new, places) for token, places in lefts.items()]
        changes += [(right + token, new + token, places) for token, places in rights.items()]
        if touching:
            changes.append((right + left, new + new, touching))
        self._count_created(pair, changes)
        self._done.append(_Done(holders, [created for _, created, _ in changes], seams))
        sizes = self.pieces.sizes
        sizes.append(sizes[symbol_id(left)] + sizes[symbol_id(right)])
        number = len(self.merges) + 1
        merge = Merge(number, symbol_id(left), symbol_id(right), symbol_id(new), count, ties, chosen, self.tokens)
        self.merges.append(merge)
        return merge

    def _count_created(self, pair: str, changes: list[tuple[str, str, list[int]]]) -> None:
        """Count the pairs that hold the new token, and take those counts from the pairs that stood there.

        ``changes`` lists the pair that stood there, the one created, and the piece of each place.
        """
        counts, tally, where, weights = self._counts, self._tally, self._where, self.pieces.weights
        heap = self._heap
        tally[counts.pop(pair)] -= 1
        for old, created, places in changes:
            if len(places) == 1:
                count = weights[places[0]]
                where[created] = places
            else:
                count = sum(map(weights.__getitem__, places))
                where[created] = list(dict.fromkeys(places))
            counts[created] = count
            tally[count] += 1
            heappush(heap, (-count, places[0], created))
            if old != pair:
                before = counts[old]
                tally[before] -= 1
                if before == count:
                    del counts[old]
                else:
                    counts[old] = before - count
                    tally[before - count] += 1

    def _undo_counts(self, pair: str, new: str, done: _Done, count: int) -> None:
        left, right = pair[0], pair[1]
        counts, tally = self._counts, self._tally
        for made in done.created:
            here = counts.pop(made)
            tally[here] -= 1
            places = self._where.pop(made)
            self._seen.pop(made, None)
            old = (right if made[0] == new else made[0]) + (left if made[1] == new else made[1])
            if old != pair:
                before = counts.get(old, 0)
                if before:
                    tally[before] -= 1
                counts[old] = before + here
                tally[before + here] += 1
                self._push_again(old, places[0])
        counts[pair] = count
        tally[count] += 1
        self._where[pair] = done.pieces
        self._push_again(pair, done.pieces[0])

    def _push_again(self, pair: str, piece: int) -> None:
        """Push a pair that has grown by undoing: it may stand in ``piece`` again, and not before."""
        where = self._where[pair]
        seen = min(self._seen.get(pair, 0), bisect_left(where, piece))
        self._seen[pair] = seen
        heappush(self._heap, (-self._counts[pair], where[seen], pair))


def _counts_at(tally: Mapping[int, int], start: int, stop: int) -> tuple[int, int, int]:
    """For ranks ``start`` to ``stop``, given how many pairs have each count: how many pairs have a higher count than
    any there, and the highest and the lowest count there (where there are none, all pairs are above)."""
    above = passed = 0
    most = 0
    for count in sorted((count for count, pairs in tally.items() if pairs), reverse=True):
        before, passed = passed, passed + tally[count]
        if passed > start and not most:
            above, most = before, count
        if passed >= stop and most:
            return above, most, count
    return (above, most, 1) if most else (passed, 0, 1)
