"""The pairs of a corpus as it is tokenized now: how often each stands in it, in which pieces, and which comes first.

Counting them afresh for each merge would be slow; they are counted once and kept, back and forth:

- Pair counts change only around the places merged. Every changed pair other than the merged one gains or loses
  exactly what the new pairs around it count, so that undoing a merge needs only the pairs it created.
- A heap keyed (-count, first piece) gives the next pair. Its entries are bounds: a pair may have become rarer, or its
  first place may have gone, and the entry is corrected when it comes up. Whatever makes a pair more frequent, or
  brings back an earlier place, pushes a new entry; so the right one is never behind a wrong one. Where the smallest ids
  win the key is the count alone, and the pair itself decides.
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
"""Up to how many tokens the pairs of a piece are counted one by one, which then is faster than with a `Counter`."""

Change = tuple[str, str, list[int]]
"""What a merge does to its neighbors: the pair that stood there, the pair with the new token that now does, and the
piece of each place, ascending. A pair across a seam is in the piece on its left."""


class PairIndex:
    """Every pair that stands in the pieces: its count, where it is, and its rank.

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
        """Count all pairs. The options give the rule: how ties are broken, and the least count that is merged.

        ``progress`` is called now and then with the pieces counted and all there are; what it raises ends the work.
        """
        self._pieces = pieces
        self._constraints = constraints
        self._by_ids = options.ties == "smallest-id"
        self._least = options.min_count
        self._count_pairs(progress)

    def _count_pairs(self, progress: ReportProgress | None) -> None:
        self._counts: dict[str, int] = defaultdict(int)  # pair -> how often it stands in the corpus; never 0
        self._where: dict[str, list[int]] = defaultdict(list)  # pair -> pieces that hold it or once did; ascending
        self._seen: dict[str, int] = {}  # pair -> how many of those, from the first on, are known not to hold it now
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
        # How many pairs that may be merged have each count.
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

    # -- what is asked -------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """How many different pairs stand in the corpus."""
        return len(self._counts)

    def count(self, pair: str) -> int:
        """How often a pair stands in the corpus, overlaps included."""
        return self._counts.get(pair, 0)

    def change(self, pair: str, last: Merge) -> int:
        """The count of a pair less its count before ``last``, the last merge: what `remove_merge` would take back."""
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
        """The pieces that hold a pair, ascending, with some among them that only once did; not to be changed."""
        return self._where[pair] if pair in self._counts else []

    @property
    def has_allowed(self) -> bool:
        """Whether a pair stands in the corpus that may be merged, however rare."""
        return any(self._pairs_per_count.values())

    def ties(self, count: int) -> int:
        """How many different pairs stand ``count`` times in the corpus, of those that may be merged."""
        return self._pairs_per_count.get(count, 0)

    def best(self) -> str | None:
        """The pair that the rule merges next, if there is one."""
        top = self._top()
        if top is None or self._by_ids or self._pairs_per_count[-top[0]] == 1:
            return top and top[2]
        # Of all that tie, one stands in this piece: the one met first is the first in it with that count.
        return self._first_with(-top[0], top[1]) or top[2]

    def tied(self, most: int) -> list[str]:
        """The pairs that tie for being the best, it first, as the rule ranks them; at most so many."""
        taken: list[tuple[int, int, str]] = []
        found: dict[str, None] = {}
        # The heap has them in order, but for those whose first place is in the same piece: these come out together.
        while (top := self._top()) is not None and (not taken or top[0] == taken[0][0]):
            if len(found) >= most and (self._by_ids or top[1] > taken[-1][1]):
                break
            found[top[2]] = None
            taken.append(heappop(self._heap))
        for entry in taken:
            heappush(self._heap, entry)
        return sorted(found, key=self._rank)[:most]

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[str]:
        """The pairs ranked ``start`` to ``stop`` (from 0), best first, as the rule has it; forbidden ones among them.

        With ``keep``, a test on the two token ids, only pairs that pass it are ranked.
        """
        counts, pairs_per_count = self._counts, self._pairs_per_count
        if keep:
            counts = {pair: count for pair, count in counts.items() if keep(symbol_id(pair[0]), symbol_id(pair[1]))}
        if keep or self._constraints.forbidden:
            pairs_per_count = Counter(counts.values())
        # Only pairs that tie with one of those wanted are put in order; of those more frequent it is enough to know
        # how many there are.
        above, most, least = _counts_at(pairs_per_count, start, stop)
        wanted = [pair for pair, count in counts.items() if least <= count <= most]
        wanted.sort(key=self._rank)
        return wanted[start - above : stop - above]

    # -- what is told --------------------------------------------------------------------------------------------------

    def add_merge(self, pair: str, new: str, changes: Iterable[Change]) -> None:
        """A pair has been merged into the symbol ``new`` wherever it stood, if it did: count what is there now."""
        counts, pairs_per_count, where, weights = self._counts, self._pairs_per_count, self._where, self._pieces.weights
        heap, constraints, by_ids = self._heap, self._constraints, self._by_ids
        constraints.add_token(new)
        forbidden = constraints.forbidden
        # If it does not stand, its places are kept: where it once did it may again, when earlier merges are undone.
        if count := counts.pop(pair, 0):
            pairs_per_count[count] -= 1
            del where[pair]
            self._seen.pop(pair, None)
        for old, created, places in changes:
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
        """The last merge has been undone, and ``new`` is the pair again.

        ``count`` is how often it stood before the merge, ``pieces`` what `pieces_with` gave then, and ``created`` the
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
        if count:  # or it was followed, and stands nowhere here
            counts[pair] = count
            if pair not in forbidden:
                pairs_per_count[count] += 1
            self._where[pair] = pieces
            self._push_again(pair, pieces[0])
        self._constraints.remove_token(new, created)
        if len(self._heap) > 4 * len(counts) + 1024:  # mostly bounds that have been outdated
            self._fill_heap()

    def veto(self, veto: Veto) -> None:
        """Bar two tokens, given by their bytes, until they are allowed."""
        for pair in self._constraints.add_veto(veto):
            if pair in self._counts:
                self._pairs_per_count[self._counts[pair]] -= 1

    def allow(self, veto: Veto) -> None:
        """Lift a veto, if there is one."""
        for pair in self._constraints.remove_veto(veto):
            if pair in self._counts:
                self._pairs_per_count[self._counts[pair]] += 1
                self._push_again(pair, self._where[pair][0])

    # -- how -----------------------------------------------------------------------------------------------------------

    def _top(self) -> tuple[int, int, str] | None:
        """The heap's first entry, once it is right: less the count, the first piece, and a pair that may be merged."""
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
        """The first pair of a piece that has this count and may be merged; nothing if it is across the seam behind."""
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
        """The first piece that holds a pair, which must stand in the corpus."""
        where = self._where[pair]
        start = seen = self._seen.get(pair, 0)
        while not self._pieces.holds(where[seen], pair):
            seen += 1
        if seen > start:
            self._seen[pair] = seen
        return where[seen]

    def _rank(self, pair: str) -> tuple[int, int, int]:
        """What orders the ranking: the count, then where a pair first stands, by piece and token; or its ids."""
        if self._by_ids:
            return -self._counts[pair], symbol_id(pair[0]), symbol_id(pair[1])
        piece = self._first_piece(pair)
        return -self._counts[pair], piece, self._pieces.find(piece, pair)

    def _push_again(self, pair: str, piece: int) -> None:
        """Push a pair that has grown by undoing: it may stand in ``piece`` again, and not before."""
        where = self._where[pair]
        seen = min(self._seen.get(pair, 0), bisect_left(where, piece))
        self._seen[pair] = seen
        heappush(self._heap, (-self._counts[pair], 0 if self._by_ids else where[seen], pair))


def _counts_at(pairs_per_count: Mapping[int, int], start: int, stop: int) -> tuple[int, int, int]:
    """For ranks ``start`` to ``stop``, given how many pairs have each count: how many pairs have a higher count than
    any there, and the highest and the lowest count there (where there are none, all pairs are above)."""
    above = passed = 0
    most = 0
    for count in sorted((count for count, pairs in pairs_per_count.items() if pairs), reverse=True):
        before, passed = passed, passed + pairs_per_count[count]
        if passed > start and not most:
            above, most = before, count
        if passed >= stop and most:
            return above, most, count
    return (above, most, 1) if most else (passed, 0, 1)
