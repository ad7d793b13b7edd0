"""An index of the pairs of a corpus as it is tokenized now: their counts, their pieces, and their order.

Pairs are counted once, and the counts are updated when a merge is made or undone:

- Counts change only around the merged places. Every changed pair except the merged one gains or loses exactly the
  counts of the new pairs around it, so undoing a merge needs only the pairs that it created.
- A heap keyed by (-count, first piece) gives the next pair. Its entries are bounds: a pair may have become rarer, or
  may have lost its first place, and the entry is corrected when it reaches the top. Every change that makes a pair more
  frequent, or restores an earlier place, pushes a new entry; so the correct entry never comes after a wrong one. If the
  smallest ids win ties, the key is the count alone, and then the pair itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from operator import add, indexOf

from bpetui.core.alphabet import symbol, symbol_id
from bpetui.core.constraints import Constraints, Veto
from bpetui.core.options import Options
from bpetui.core.pieces import Pieces
from bpetui.core.progress import ReportProgress
from bpetui.core.vocabulary import Merge

_SHORT = 48
"""The longest piece, in tokens, whose pairs are counted one by one: for short pieces this is faster than `Counter`."""

RewrittenPair = tuple[str, str, list[int]]
"""A change next to merged places: the pair that was there, the pair with the new token that is there now, and the
piece of each place, ascending. A pair across a seam is in the piece on its left."""


class PairIndex:
    """All pairs that occur in the pieces: their counts, their pieces and their ranks.

    A pair is a ``str`` of two symbols (see `symbol`). Code that changes the pieces calls `add_merge`, or `remove_merge`
    when it undoes the last merge. Only the index changes ``constraints``: forbidden pairs do not tie, and the number of
    pairs that tie at each count must stay right.
    """

    def __init__(
        self,
        pieces: Pieces,
        constraints: Constraints,
        options: Options,
        progress: ReportProgress | None = None,
    ) -> None:
        """Count all pairs. The options say how ties are broken, and the minimum count of a pair that is merged.

        ``progress`` is called with the number of pieces counted and of all pieces.
        """
        self._pieces = pieces
        self._constraints = constraints
        self._by_ids = options.ties == "smallest-id"
        self._least = options.min_count
        self._count_pairs(progress)

    def _count_pairs(self, progress: ReportProgress | None) -> None:
        self._counts: dict[str, int] = defaultdict(int)  # pair -> its count in the corpus; never 0
        self._where: dict[str, list[int]] = defaultdict(list)  # pair -> pieces that contain it or once did; ascending
        self._seen: dict[str, int] = {}  # pair -> how many of the first of these are known not to contain it now
        counts, where, tokens, after = self._counts, self._where, self._pieces.tokens, self._pieces.after
        for index, (piece, weight) in enumerate(zip(tokens, self._pieces.weights, strict=True)):
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
        self._constraints.add_pairs(counts)
        forbidden = self._constraints.forbidden
        # The number of allowed pairs with each count.
        allowed = (count for pair, count in counts.items() if pair not in forbidden) if forbidden else counts.values()
        self._pairs_per_count: dict[int, int] = defaultdict(int, Counter(allowed))
        self._fill_heap()

    def _fill_heap(self) -> None:
        where, seen = self._where, self._seen
        if self._by_ids:
            self._heap = [(-count, 0, pair) for pair, count in self._counts.items()]
        else:
            self._heap = [(-count, where[pair][seen.get(pair, 0)], pair) for pair, count in self._counts.items()]
        heapify(self._heap)

    # -- Queries -------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """The number of different pairs in the corpus."""
        return len(self._counts)

    def count(self, pair: str) -> int:
        """Return the count of a pair in the corpus, overlaps included."""
        return self._counts.get(pair, 0)

    def change(self, pair: str, last: Merge) -> int:
        """Return the change of a pair's count by ``last``, the last merge."""
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

    def pieces_with(self, pair: str) -> list[int]:
        """Return the pieces that contain a pair, ascending, and some that once did. Do not change the list."""
        return self._where[pair] if pair in self._counts else []

    @property
    def has_allowed(self) -> bool:
        """Whether the corpus contains an allowed pair, however rare."""
        return any(self._pairs_per_count.values())

    def ties(self, count: int) -> int:
        """Return how many different allowed pairs have this count."""
        return self._pairs_per_count.get(count, 0)

    def best(self) -> str | None:
        """Return the pair that the rule merges next, if there is one."""
        top = self._top()
        if top is None or self._by_ids or self._pairs_per_count[-top[0]] == 1:
            return top and top[2]
        # One of the tied pairs occurs in this piece and none before: the first in it with that count is the best.
        return self._first_with(-top[0], top[1]) or top[2]

    def tied_pairs(self, most: int) -> list[str]:
        """Return the pairs that tie for the highest count, best first, at most ``most``."""
        taken: list[tuple[int, int, str]] = []
        found: dict[str, None] = {}
        # The heap has them in order, except pairs whose first place is in the same piece: these come out together.
        while (top := self._top()) is not None and (not taken or top[0] == taken[0][0]):
            if len(found) >= most and (self._by_ids or top[1] > taken[-1][1]):
                break
            found[top[2]] = None
            taken.append(heappop(self._heap))
        for entry in taken:
            heappush(self._heap, entry)
        return sorted(found, key=self._rank)[:most]

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[str]:
        """Return the pairs ranked ``start`` to ``stop`` (from 0), best first, forbidden pairs included.

        ``keep`` is a test on the two token ids: only pairs that pass it are ranked.
        """
        counts, pairs_per_count = self._counts, self._pairs_per_count
        if keep:
            counts = {pair: count for pair, count in counts.items() if keep(symbol_id(pair[0]), symbol_id(pair[1]))}
        if keep or self._constraints.forbidden:
            pairs_per_count = Counter(counts.values())
        # Only pairs with the count of a wanted pair are sorted; of the more frequent pairs only the number matters.
        above, most, least = _counts_at(pairs_per_count, start, stop)
        wanted = [pair for pair, count in counts.items() if least <= count <= most]
        wanted.sort(key=self._rank)
        return wanted[start - above : stop - above]

    # -- Changes -------------------------------------------------------------------------------------------------------

    def add_merge(self, pair: str, new: str, rewritten: Iterable[RewrittenPair]) -> None:
        """Update the counts after a pair has been merged into the symbol ``new`` at all its places, if it had any."""
        counts, pairs_per_count, where, weights = self._counts, self._pairs_per_count, self._where, self._pieces.weights
        heap, constraints, by_ids = self._heap, self._constraints, self._by_ids
        constraints.add_token(new)
        forbidden = constraints.forbidden
        # If it does not occur, its places are kept: it can occur there again after earlier merges are undone.
        if count := counts.pop(pair, 0):
            pairs_per_count[count] -= 1
            del where[pair]
            self._seen.pop(pair, None)
        for old, created, places in rewritten:
            if len(places) == 1:
                count = weights[places[0]]
                where[created] = places
            else:
                count = sum(map(weights.__getitem__, places))
                where[created] = list(dict.fromkeys(places))
            counts[created] = count
            if not constraints.active or constraints.allows(created):
                pairs_per_count[count] += 1
                heappush(heap, (-count, 0 if by_ids else places[0], created))
            if old != pair:
                before = counts[old]
                if before == count:
                    del counts[old]
                else:
                    counts[old] = before - count
                if old not in forbidden:
                    pairs_per_count[before] -= 1
                    if before != count:
                        pairs_per_count[before - count] += 1

    def remove_merge(self, pair: str, new: str, count: int, pieces: list[int], created: Sequence[str]) -> None:
        """Update the counts after the last merge has been undone, so that ``new`` is the pair again.

        ``count`` is the pair's count before the merge, ``pieces`` what `pieces_with` returned then, and ``created`` the
        pairs with ``new`` in them.
        """
        left, right = pair[0], pair[1]
        counts, pairs_per_count, forbidden = self._counts, self._pairs_per_count, self._constraints.forbidden
        for made in created:
            here = counts.pop(made)
            if made not in forbidden:
                pairs_per_count[here] -= 1
            places = self._where.pop(made)
            self._seen.pop(made, None)
            old = (right if made[0] == new else made[0]) + (left if made[1] == new else made[1])
            if old != pair:
                before = counts.get(old, 0)
                counts[old] = before + here
                if old not in forbidden:
                    if before:
                        pairs_per_count[before] -= 1
                    pairs_per_count[before + here] += 1
                self._push_again(old, places[0])
        if count:  # 0 for a merge of another corpus that `BpeTrainer.replay` made, of a pair that did not occur
            counts[pair] = count
            if pair not in forbidden:
                pairs_per_count[count] += 1
            self._where[pair] = pieces
            self._push_again(pair, pieces[0])
        self._constraints.remove_token(new, created)
        if len(self._heap) > 4 * len(counts) + 1024:  # most entries are outdated
            self._fill_heap()

    def veto(self, veto: Veto) -> None:
        """Forbid the pairs of two tokens, given by their bytes."""
        for pair in self._constraints.add_veto(veto):
            if pair in self._counts:
                self._pairs_per_count[self._counts[pair]] -= 1

    def allow(self, veto: Veto) -> None:
        """Remove a veto, if there is one."""
        for pair in self._constraints.remove_veto(veto):
            if pair in self._counts:
                self._pairs_per_count[self._counts[pair]] += 1
                self._push_again(pair, self._where[pair][0])

    # -- Internals -----------------------------------------------------------------------------------------------------

    def _top(self) -> tuple[int, int, str] | None:
        """Correct the heap's first entry and return it: the negative count, the first piece, and an allowed pair."""
        heap, counts, forbidden = self._heap, self._counts, self._constraints.forbidden
        while heap:
            negative, piece, pair = heap[0]
            count = counts.get(pair, 0)
            if not count or count > -negative or pair in forbidden:  # gone, or pushed again when it grew or was allowed
                heappop(heap)
            elif count < -negative:
                heapreplace(heap, (-count, piece, pair))
            elif count < self._least:
                return None
            elif not self._by_ids and (first := self._first_piece(pair)) != piece:
                heapreplace(heap, (negative, first, pair))
            else:
                return heap[0]
        return None

    def _first_with(self, count: int, piece: int) -> str:
        """Return the first allowed pair of a piece with this count; empty if only the pair across its seam has it."""
        tokens = self._pieces.tokens[piece]
        found = map(self._counts.get, map(add, tokens, tokens[1:]))
        at = -1
        try:
            while True:
                at += indexOf(found, count) + 1
                if (pair := tokens[at : at + 2]) not in self._constraints.forbidden:
                    return pair
        except ValueError:
            return ""

    def _first_piece(self, pair: str) -> int:
        """Return the first piece that contains a pair, which must occur in the corpus."""
        where = self._where[pair]
        start = seen = self._seen.get(pair, 0)
        while not self._pieces.holds(where[seen], pair):
            seen += 1
        if seen > start:
            self._seen[pair] = seen
        return where[seen]

    def _rank(self, pair: str) -> tuple[int, int, int]:
        """Return the sort key of the ranking: the count, then the first place (piece and token), or the ids."""
        if self._by_ids:
            return -self._counts[pair], symbol_id(pair[0]), symbol_id(pair[1])
        piece = self._first_piece(pair)
        return -self._counts[pair], piece, self._pieces.find(piece, pair)

    def _push_again(self, pair: str, piece: int) -> None:
        """Push a pair whose count grew when a merge was undone: it may occur in ``piece`` again, but not before it."""
        where = self._where[pair]
        seen = min(self._seen.get(pair, 0), bisect_left(where, piece))
        self._seen[pair] = seen
        heappush(self._heap, (-self._counts[pair], 0 if self._by_ids else where[seen], pair))


def _counts_at(pairs_per_count: Mapping[int, int], start: int, stop: int) -> tuple[int, int, int]:
    """Return the range of counts at ranks ``start`` to ``stop``, given the number of pairs with each count.

    The result is the number of pairs with a higher count than any in the range, and the highest and the lowest count in
    it. If the range is empty, the number is that of all pairs.
    """
    above = passed = 0
    most = 0
    for count in sorted((count for count, pairs in pairs_per_count.items() if pairs), reverse=True):
        before, passed = passed, passed + pairs_per_count[count]
        if passed > start and not most:
            above, most = before, count
        if passed >= stop and most:
            return above, most, count
    return (above, most, 1) if most else (passed, 0, 1)
