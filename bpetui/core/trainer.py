"""Byte-pair encoding, learned one merge at a time, forward and back, exact to the last tie.

The rule: merge the adjacent pair with the highest count; among equals the one met first, reading the corpus as it is
tokenised now (Sennrich et al. 2016, and minbpe), or the one with the smallest ids (rustbpe). Pairs may be barred from
it, by a veto or by a limit on tokens. How it is done fast, in plain Python:

- Merging is done on ``str``, and only in the pieces of words that hold the pair (see `pieces`).
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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, heapreplace
from operator import add, indexOf
from typing import Literal, NamedTuple

from bpetui.core.alphabet import MAX_VOCABULARY, symbol, symbol_id
from bpetui.core.barring import Bars, Veto
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.pieces import PIECE_TOKENS, Pieces, Seam
from bpetui.core.utf8 import visible
from bpetui.core.vocabulary import Merge, Vocabulary

_SHORT = 48
"""Up to how many tokens the pairs of a piece are counted one by one, which then is faster than with a `Counter`."""

MOST_TIED = 20
"""How many of the pairs that tie are told."""


@dataclass(frozen=True)
class RankedPair:
    """A pair in the ranking: token ids, its count, and that count less the one before the last merge.

    ``barred`` says what keeps the rule from merging it: a ``veto``, a ``limit`` on tokens, or nothing.
    """

    left: int
    right: int
    count: int
    change: int
    barred: Literal["", "veto", "limit"] = ""


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
        progress: Callable[[int, int], None] | None = None,
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
        self._bars = Bars(corpus.options, self.vocabulary)
        self._by_ids = corpus.options.ties == "smallest-id"
        self._least = corpus.options.min_count
        self._done: list[_Done] = []
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
        self._bars.note(counts)
        barred = self._bars.pairs
        # How many pairs that may be merged have each count.
        allowed = (count for pair, count in counts.items() if pair not in barred) if barred else counts.values()
        self._tally: dict[int, int] = defaultdict(int, Counter(allowed))
        self._fill_heap()

    def _fill_heap(self) -> None:
        where, seen = self._where, self._seen
        if self._by_ids:
            self._heap = [(-count, 0, pair) for pair, count in self._counts.items()]
        else:
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
        """How many different pairs stand ``count`` times in the corpus now, of those that may be merged."""
        return self._tally.get(count, 0)

    def tied(self, most: int = MOST_TIED) -> list[tuple[int, int]]:
        """The pairs of token ids that tie for being the best, it first, as the rule ranks them; at most so many."""
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
        ranked = sorted(found, key=self._rank)[:most]
        return [(symbol_id(pair[0]), symbol_id(pair[1])) for pair in ranked]

    @property
    def ended(self) -> Literal["exhausted", "minimum-count"]:
        """Why the rule makes no more merges, when it does not: no pair is left, or all that are left are too rare."""
        return "minimum-count" if any(self._tally.values()) and self.number < self.limit else "exhausted"

    def following(self) -> RankedPair | None:
        """The pair that `step` would merge now; None when it would make no merge."""
        if self.undone:
            return self._ranked(symbol(self.undone[-1].left) + symbol(self.undone[-1].right))
        pair = self._best()
        return self._ranked(pair) if pair else None

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[RankedPair]:
        """The pairs ranked ``start`` to ``stop`` (from 0), best first, as the rule has it; barred ones among them.

        With ``keep``, a test on the two token ids, only pairs that pass it are ranked.
        """
        counts, tally = self._counts, self._tally
        if keep:
            counts = {pair: count for pair, count in counts.items() if keep(symbol_id(pair[0]), symbol_id(pair[1]))}
        if keep or self._bars.pairs:
            tally = Counter(counts.values())
        # Only pairs that tie with one of those wanted are put in order; of those more frequent it is enough to know
        # how many there are.
        above, most, least = _counts_at(tally, start, stop)
        wanted = [pair for pair, count in counts.items() if least <= count <= most]
        wanted.sort(key=self._rank)
        return [self._ranked(pair) for pair in wanted[start - above : stop - above]]

    def _ranked(self, pair: str) -> RankedPair:
        barred = self._bars.why(pair)
        return RankedPair(symbol_id(pair[0]), symbol_id(pair[1]), self._counts.get(pair, 0), self._change(pair), barred)

    def words_with(self, *token_ids: int) -> set[int]:
        """The distinct words, by index, that hold a token now, or two tokens in a row (maybe some more words)."""
        tokens = "".join(map(symbol, token_ids))
        if len(tokens) == 1:
            return self.pieces.words_of(index for index, piece in enumerate(self.pieces.tokens) if tokens in piece)
        return self.pieces.words_of(self._where[tokens]) if tokens in self._counts else set()

    # -- what is done --------------------------------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """Make the next merge: the last one undone, else the best. None when there is none: see `ended`."""
        if self.undone:
            again = self.undone.pop()
            # It ties as it did: what may be merged can have changed since.
            return self._merge(symbol(again.left) + symbol(again.right), again.chosen, again.ties)
        pair = self._best()
        return self._merge(pair, False) if pair else None

    def choose(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids, whatever its rank; merges undone before are forgotten.

        Raises `BpetuiError` if the pair does not stand in the corpus, or is barred.
        """
        pair = symbol(left) + symbol(right)
        if pair not in self._counts:
            raise BpetuiError(f"the pair {left} + {right} does not stand in the corpus now; choose one of the ranking")
        if why := self._bars.why(pair):
            reason = "there is a veto on it" if why == "veto" else "the limits on tokens forbid it"
            raise BpetuiError(f"the pair {left} + {right} cannot be chosen: {reason}")
        self.undone.clear()
        return self._merge(pair, True)

    def follow(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids as a run on another corpus has done, whether or not it stands in this one."""
        pair = symbol(left) + symbol(right)
        if pair not in self._counts:
            self._counts[pair], self._where[pair] = 0, []
        return self._merge(pair, False)

    def back(self) -> Merge | None:
        """Undo the last merge exactly, and return it; `step` will make it again. None at the start."""
        if not self.merges:
            return None
        merge, done = self.merges.pop(), self._done.pop()
        self.vocabulary.truncate(len(self.merges))
        pair, new = symbol(merge.left) + symbol(merge.right), symbol(merge.id)
        self.pieces.undo(pair, new, done.pieces, done.seams)
        self._undo_counts(pair, new, done, merge.count)
        self._bars.drop(new, done.created)
        self.tokens = self.merges[-1].tokens if self.merges else self._tokens_at_start
        if pair in self._bars.pairs:
            self.undone.clear()  # a veto that came after it: it is not made again, nor what stood on it
        else:
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

    # -- vetoes --------------------------------------------------------------------------------------------------------

    @property
    def vetoes(self) -> list[Veto]:
        """The vetoes, by the bytes of the two tokens, in the order in which they were made."""
        return self._bars.vetoes

    def veto(self, veto: Veto) -> None:
        """Never merge these two tokens, given by their bytes, until it is lifted.

        A merge of them that was undone is not made again, and those behind it are forgotten. Raises `BpetuiError` if
        they stand side by side nowhere in the corpus, as it was or as it may come to be tokenised.
        """
        if not all(veto):
            raise BpetuiError("a veto is on two tokens that each hold something; one of these is empty")
        if not self._can_occur(veto):
            left, right = (visible(part.decode(errors="backslashreplace"), space="␣") for part in veto)
            raise BpetuiError(f"the pair {left} + {right} can never occur: no word of the corpus holds it")
        for pair in self._bars.add(veto):
            if pair in self._counts:
                self._tally[self._counts[pair]] -= 1
        known = Vocabulary(self.vocabulary.pairs, self.corpus.alphabet)
        for merge in reversed(self.undone):
            if (known[merge.left], known[merge.right]) == veto:
                del self.undone[: self.undone.index(merge) + 1]
                break
            known.append(merge.left, merge.right)

    def allow(self, veto: Veto) -> None:
        """Lift a veto, if there is one."""
        for pair in self._bars.lift(veto):
            if pair in self._counts:
                self._tally[self._counts[pair]] += 1
                self._push_again(pair, self._where[pair][0])

    def _can_occur(self, veto: Veto) -> bool:
        corpus = self.corpus
        try:
            pair = "".join(map(corpus.alphabet.symbols_in, veto))
        except UnicodeDecodeError:  # a part of a character, where characters are not taken apart
            return False
        special = set(corpus.options.special)
        return any(pair in corpus.alphabet.symbols(word) for word in corpus.words if word not in special)

    # -- how -----------------------------------------------------------------------------------------------------------

    def _best(self) -> str | None:
        """The pair that the rule would merge now, if there is one."""
        top = self._top()
        if top is None or self._by_ids or self._tally[-top[0]] == 1:
            return top and top[2]
        # Of all that tie, one stands in this piece: the one met first is the first in it with that count.
        return self._first_with(-top[0], top[1]) or top[2]

    def _top(self) -> tuple[int, int, str] | None:
        """The heap's first entry, once it is right: less the count, the first piece, and a pair that may be merged."""
        heap, counts, barred = self._heap, self._counts, self._bars.pairs
        while heap:
            negative, piece, pair = heap[0]
            count = counts.get(pair, 0)
            if not count or count > -negative or pair in barred:  # gone, or pushed again when it grew or was allowed
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
        tokens = self.pieces.tokens[piece]
        found = map(self._counts.get, map(add, tokens, tokens[1:]))
        at = -1
        try:
            while True:
                at += indexOf(found, count) + 1
                if (pair := tokens[at : at + 2]) not in self._bars.pairs:
                    return pair
        except ValueError:
            return ""

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
        """What orders the ranking: the count, then where a pair first stands, by piece and token; or its ids."""
        if self._by_ids:
            return -self._counts[pair], symbol_id(pair[0]), symbol_id(pair[1])
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

    def _merge(self, pair: str, chosen: bool, ties: int | None = None) -> Merge:
        left, right = pair[0], pair[1]
        new = symbol(self.vocabulary.append(symbol_id(left), symbol_id(right)))
        count = self._counts[pair]
        ties = self._tally[count] if ties is None else ties
        self._bars.note_token(new)
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
        changes = [(token + left, token + new, places) for token, places in lefts.items()]
        changes += [(right + token, new + token, places) for token, places in rights.items()]
        if touching:
            changes.append((right + left, new + new, touching))
        self._count_created(pair, changes)
        self._done.append(_Done(holders, [created for _, created, _ in changes], seams))
        number = len(self.merges) + 1
        self.tokens -= merged
        merge = Merge(number, symbol_id(left), symbol_id(right), symbol_id(new), count, ties, chosen, self.tokens)
        self.merges.append(merge)
        return merge

    def _count_created(self, pair: str, changes: list[tuple[str, str, list[int]]]) -> None:
        """Count the pairs that hold the new token, and take those counts from the pairs that stood there.

        ``changes`` lists the pair that stood there, the one created, and the piece of each place.
        """
        counts, tally, where, weights = self._counts, self._tally, self._where, self.pieces.weights
        heap, bars, by_ids = self._heap, self._bars, self._by_ids
        barred = bars.pairs
        if count := counts.pop(pair):
            tally[count] -= 1
        for old, created, places in changes:
            if len(places) == 1:
                count = weights[places[0]]
                where[created] = places
            else:
                count = sum(map(weights.__getitem__, places))
                where[created] = list(dict.fromkeys(places))
            counts[created] = count
            if not bars.active or bars.allows(created):
                tally[count] += 1
                heappush(heap, (-count, 0 if by_ids else places[0], created))
            if old != pair:
                before = counts[old]
                if before == count:
                    del counts[old]
                else:
                    counts[old] = before - count
                if old not in barred:
                    tally[before] -= 1
                    if before != count:
                        tally[before - count] += 1

    def _undo_counts(self, pair: str, new: str, done: _Done, count: int) -> None:
        left, right = pair[0], pair[1]
        counts, tally, barred = self._counts, self._tally, self._bars.pairs
        for made in done.created:
            here = counts.pop(made)
            if made not in barred:
                tally[here] -= 1
            places = self._where.pop(made)
            self._seen.pop(made, None)
            old = (right if made[0] == new else made[0]) + (left if made[1] == new else made[1])
            if old != pair:
                before = counts.get(old, 0)
                counts[old] = before + here
                if old not in barred:
                    if before:
                        tally[before] -= 1
                    tally[before + here] += 1
                self._push_again(old, places[0])
        if count:  # or it was followed, and stands nowhere here
            counts[pair] = count
            if pair not in barred:
                tally[count] += 1
            self._where[pair] = done.pieces
            self._push_again(pair, done.pieces[0])

    def _push_again(self, pair: str, piece: int) -> None:
        """Push a pair that has grown by undoing: it may stand in ``piece`` again, and not before."""
        where = self._where[pair]
        seen = min(self._seen.get(pair, 0), bisect_left(where, piece))
        self._seen[pair] = seen
        heappush(self._heap, (-self._counts[pair], 0 if self._by_ids else where[seen], pair))


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
