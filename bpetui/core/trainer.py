"""Byte-pair encoding, learned one merge at a time, forward and back, exact to the last tie.

The rule: merge the adjacent pair with the highest count; among equals the one met first, reading the corpus as it is
tokenised now (Sennrich et al. 2016, and minbpe). How it is done fast, in plain Python:

- A word is a ``str`` with one character for each token, so that ``split`` and ``join`` merge a pair at C speed, left to
  right and without overlap. Long words are held as a chain of *pieces*, so that a merge visits only pieces that hold
  its pair. The pair across a seam (last token of a piece, first of the next) belongs to the piece on its left.
- Pair counts change only around the places merged. Every changed pair other than the merged one gains or loses
  exactly what the new pairs around it count, so that undoing a merge needs only the pairs it created.
- A heap keyed (-count, first piece) gives the next pair. Its entries are bounds: a pair may have become rarer, or its
  first place may have gone, and the entry is corrected when it comes up. Whatever makes a pair more frequent, or
  brings back an earlier place, pushes a new entry; so the right one is never behind a wrong one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, heapreplace
from itertools import accumulate
from operator import add, indexOf
from typing import NamedTuple

from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.vocabulary import BYTES, Merge, symbol, symbol_id

PIECE_TOKENS = 1024
"""The length at which words are cut into pieces, in bytes: longer ones make the early merges of a text without a split
faster and the late ones, which visit a piece for a single place, slower."""


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
    seams: list[tuple[int, int, bool]]  # left piece, the piece it took a token from, whether that emptied it


class Trainer:
    """A corpus and the merges made on it so far.

    ``merges`` are those made; ``undone`` those taken back that `step` will make again, the next one last; ``tokens`` is
    how many tokens the corpus has now.
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
        self._sizes = [1] * BYTES  # of each token, in bytes
        self._cut_words(piece_tokens)
        self._count_pairs(progress)

    def _cut_words(self, piece_tokens: int) -> None:
        self._pieces: list[str] = []
        self._weights: list[int] = []  # how often each piece's word stands in the corpus
        self._word_starts: list[int] = []  # the first piece of each word
        self._after: dict[int, int] = {}  # piece -> the next one of the same word; emptied pieces are skipped
        self._before: dict[int, int] = {}
        for word, count in zip(self.corpus.words, self.corpus.counts, strict=True):
            symbols = word.encode().decode("latin-1")
            first = len(self._pieces)
            self._word_starts.append(first)
            if len(symbols) <= piece_tokens:
                self._pieces.append(symbols)
            else:
                self._pieces += [symbols[at : at + piece_tokens] for at in range(0, len(symbols), piece_tokens)]
                for piece in range(first, len(self._pieces) - 1):
                    self._after[piece] = piece + 1
                    self._before[piece + 1] = piece
            self._weights += [count] * (len(self._pieces) - first)
        self._word_starts.append(len(self._pieces))
        self._lengths = list(map(len, self._pieces))  # of each piece, in bytes

    def _count_pairs(self, progress: Callable[[int, int], None] | None) -> None:
        self._counts: dict[str, int] = defaultdict(int)  # pair -> how often it stands in the corpus; never 0
        self._where: dict[str, list[int]] = defaultdict(list)  # pair -> pieces that hold it or once did; ascending
        self._seen: dict[str, int] = {}  # pair -> how many of those, from the first on, are known not to hold it now
        counts, where = self._counts, self._where
        for index, (piece, weight) in enumerate(zip(self._pieces, self._weights, strict=True)):
            pairs = Counter(map(add, piece, piece[1:]))
            if index in self._after:
                pairs[piece[-1] + self._pieces[self._after[index]][0]] += 1
            for pair, count in pairs.items():
                counts[pair] += count * weight
                where[pair].append(index)
            if progress and index % 64 == 0:
                progress(index, len(self._pieces))
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

    def size(self, token_id: int) -> int:
        """How many bytes a token stands for."""
        return self._sizes[token_id]

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

    def word_tokens(self, word: int) -> list[int]:
        """The token ids of a distinct word, given by its index in the corpus's ``words``."""
        pieces = self._pieces[self._word_starts[word] : self._word_starts[word + 1]]
        return [symbol_id(token) for piece in pieces for token in piece]

    def words_with(self, *token_ids: int) -> set[int]:
        """The distinct words, by index, that hold a token now, or two tokens in a row (maybe some more words)."""
        tokens = "".join(map(symbol, token_ids))
        if len(tokens) == 1:
            pieces = [index for index, piece in enumerate(self._pieces) if tokens in piece]
        else:
            pieces = self._where[tokens] if tokens in self._counts else []
        return {bisect_right(self._word_starts, piece) - 1 for piece in pieces}

    def runs_from(self, offset: int) -> Iterator[tuple[int, str]]:
        """The corpus as it is tokenised now, from the byte at ``offset`` on, in runs of tokens.

        Yields the byte offset of each run and its tokens, a character each (see `symbol`); the first run may begin up
        to a piece before ``offset``. A run never crosses a word's end.
        """
        for word, start in self.corpus.words_from(offset):
            yield from self.word_runs(word, start, offset)

    def word_runs(self, word: int, start: int = 0, offset: int = 0) -> Iterator[tuple[int, str]]:
        """The tokens of a distinct word that stands at the byte ``start``, as `runs_from` yields them."""
        first, last = self._word_starts[word], self._word_starts[word + 1]
        if last - first == 1:
            yield start, self._pieces[first]
            return
        starts = list(accumulate(self._lengths[first:last], initial=start))
        skipped = max(0, bisect_left(starts, offset + 1) - 1)
        for piece in range(first + skipped, last):
            if self._pieces[piece]:
                yield starts[piece - first], self._pieces[piece]

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
        self._sizes.pop()
        pair, new = symbol(merge.left) + symbol(merge.right), symbol(merge.id)
        self._undo_places(pair, new, done)
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
                tokens = self._pieces[piece]
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
        pieces = self._pieces
        while pair not in (tokens := pieces[where[seen]]):
            if where[seen] in self._after and self._meets_seam(where[seen], tokens, pair):
                break
            seen += 1
        if seen > start:
            self._seen[pair] = seen
        return where[seen]

    def _rank(self, pair: str) -> tuple[int, int, int]:
        """What orders the ranking: the count, then where a pair first stands, by piece and token."""
        piece = self._first_piece(pair)
        at = self._pieces[piece].find(pair)
        return -self._counts[pair], piece, at if at >= 0 else len(self._pieces[piece]) - 1

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
        seams: list[tuple[int, int, bool]] = []
        pieces, weights, before, after = self._pieces, self._weights, self._before, self._after
        holders = self._where.pop(pair)
        self._seen.pop(pair, None)
        merged = 0
        for index in holders:
            parts = pieces[index].split(pair)
            if index in after and self._meets_seam(index, parts[-1], pair):
                seams.append(self._take_across_seam(index))
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
            elif index in after and (token := self._token_after(index, pair)):
                rights[token].append(index)
        self.tokens -= merged
        changes = [(token + left, token + new, places) for token, places in lefts.items()]
        changes += [(right + token, new + token, places) for token, places in rights.items()]
        if touching:
            changes.append((right + left, new + new, touching))
        self._count_created(pair, changes)
        self._done.append(_Done(holders, [created for _, created, _ in changes], seams))
        self._sizes.append(self._sizes[symbol_id(left)] + self._sizes[symbol_id(right)])
        number = len(self.merges) + 1
        merge = Merge(number, symbol_id(left), symbol_id(right), symbol_id(new), count, ties, chosen, self.tokens)
        self.merges.append(merge)
        return merge

    def _meets_seam(self, index: int, rest: str, pair: str) -> bool:
        """Whether what a piece with a next one ends with, and the next one's first token, are the pair."""
        return rest[-1:] == pair[0] and self._pieces[self._after[index]][0] == pair[1]

    def _take_across_seam(self, index: int) -> tuple[int, int, bool]:
        """Take the first token of the next piece out of it; the next piece is unlinked when that was all it had."""
        after = self._after[index]
        taken = self._sizes[symbol_id(self._pieces[after][0])]
        self._pieces[after] = self._pieces[after][1:]
        self._lengths[index] += taken
        self._lengths[after] -= taken
        emptied = not self._pieces[after]
        if emptied:
            beyond = self._after.get(after)
            if beyond is None:
                del self._after[index]
            else:
                self._after[index] = beyond
                self._before[beyond] = index
        return index, after, emptied

    def _token_after(self, index: int, pair: str) -> str:
        """The first token after a piece, or nothing if it begins a place of the pair, which will be merged next."""
        after = self._after[index]
        tokens = self._pieces[after][:2]
        if len(tokens) == 1 and after in self._after:
            tokens += self._pieces[self._after[after]][0]
        return "" if tokens == pair else tokens[0]

    def _count_created(self, pair: str, changes: list[tuple[str, str, list[int]]]) -> None:
        """Count the pairs that hold the new token, and take those counts from the pairs that stood there.

        ``changes`` lists the pair that stood there, the one created, and the piece of each place.
        """
        counts, tally, where, weights = self._counts, self._tally, self._where, self._weights
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

    def _undo_places(self, pair: str, new: str, done: _Done) -> None:
        pieces = self._pieces
        for index, after, emptied in reversed(done.seams):
            pieces[index] = pieces[index][:-1] + pair[0]
            pieces[after] = pair[1] + pieces[after]
            given = self._sizes[symbol_id(pair[1])]
            self._lengths[index] -= given
            self._lengths[after] += given
            if emptied:
                self._after[index] = after
                if after in self._after:
                    self._before[self._after[after]] = after
        for index in done.pieces:
            pieces[index] = pieces[index].replace(new, pair)

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
