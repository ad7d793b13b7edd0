"""Search for the next place of a text, a token or a pair of tokens in the corpus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from bpetui.core.alphabet import symbol, symbol_id
from bpetui.core.corpus import Corpus
from bpetui.worker.messages import Find
from bpetui.worker.training_run import TrainingRun


def search(run: TrainingRun, find: Find, check: Callable[[], None]) -> tuple[int | None, bool]:
    """Return the byte offset of the place or None, and whether the search continued from the other end.

    ``check`` is called now and then; an exception that it raises ends the search.
    """
    if isinstance(find.what, str):
        return _search_text(run.trainer.corpus, find.what, find.offset, find.backward)
    token_ids = (find.what,) if isinstance(find.what, int) else find.what
    if min(token_ids) < 0 or max(token_ids) >= len(run.trainer.vocabulary):
        return None, False
    return _TokenSearch(run, token_ids, check).search(find.offset, find.backward)


def _search_text(corpus: Corpus, what: str, offset: int, backward: bool) -> tuple[int | None, bool]:
    # The user types spaces where the corpus has end-of-word marks.
    sought = what.replace(" ", corpus.options.end_of_word or " ").encode(errors="surrogatepass")
    data = corpus.data
    if not sought:
        return None, False
    if backward:
        at = data.rfind(sought, 0, offset + len(sought) - 1) if offset > 0 else -1
        wrapped = at < 0
        at = data.rfind(sought) if wrapped else at
    else:
        at = data.find(sought, offset + 1)
        wrapped = at < 0
        at = data.find(sought) if wrapped else at
    return (at, wrapped) if at >= 0 else (None, False)


class _TokenSearch:
    """A search for one token, or for two adjacent tokens of one word."""

    def __init__(self, run: TrainingRun, token_ids: tuple[int, ...], check: Callable[[], None]) -> None:
        self._trainer, self._corpus = run.trainer, run.trainer.corpus
        self._check = check
        self._tokens = "".join(map(symbol, token_ids))
        vocabulary = run.trainer.vocabulary
        self._bytes = b"".join(vocabulary[token] for token in token_ids) if self._corpus.block_count > 1 else b""
        self._words = run.trainer.words_with(*token_ids)

    def search(self, offset: int, backward: bool) -> tuple[int | None, bool]:
        """Search from the byte at ``offset``, and return what the function `search` does."""
        if not self._words:
            return None, False
        here, blocks, end = self._corpus.block_at(offset), self._corpus.block_count, len(self._corpus.data)
        if backward:
            passes = [(range(here, -1, -1), -1, offset), (range(blocks - 1, here - 1, -1), -1, end)]
        else:
            passes = [(range(here, blocks), offset, end), (range(here + 1), -1, end)]
        for wrapped, (numbers, after, before) in enumerate(passes):
            for number in numbers:
                self._check()
                if self._may_contain(number):
                    place = self._in_block(number, after, before, backward)
                    if place is not None:
                        return place, bool(wrapped)
        return None, False

    def _may_contain(self, number: int) -> bool:
        """Whether a block contains the bytes of the tokens: a check that takes 1/100 of the time to split the block."""
        return not self._bytes or self._bytes in self._corpus.block_data(number)

    def _in_block(self, number: int, after: int, before: int, backward: bool) -> int | None:
        """Return the first place in a block after the byte at ``after``, or the last one before ``before``."""
        words, starts = self._corpus.block(number)
        first = max(0, bisect_left(starts, after + 1) - 1)
        stop = bisect_left(starts, before)
        order = range(stop - 1, -1, -1) if backward else range(first, len(words))
        for index in order:
            if words[index] in self._words:
                place = self._in_word(words[index], starts[index], after, before, backward)
                if place is not None:
                    return place
        return None

    def _in_word(self, word: int, start: int, after: int, before: int, backward: bool) -> int | None:
        """Return the place as `_in_block` does, in a word that begins at the byte ``start``."""
        runs = list(self._trainer.pieces.word_runs(word, start, after))
        stop = bisect_left(runs, (before,))
        for index in range(stop - 1, -1, -1) if backward else range(stop):
            self._check()
            start, tokens = runs[index]
            if len(self._tokens) == 2 and index + 1 < len(runs):
                tokens += runs[index + 1][1][0]  # the pair may cross the border between two runs
            if self._tokens in tokens:
                places = [place for place in self._in_run(start, tokens) if after < place < before]
                if places:
                    return places[-1 if backward else 0]
        return None

    def _in_run(self, start: int, tokens: str) -> list[int]:
        places, size = list[int](), self._trainer.vocabulary.size
        done, at = 0, tokens.find(self._tokens)
        while at >= 0:
            start += sum(size(symbol_id(token)) for token in tokens[done:at])
            places.append(start)
            done, at = at, tokens.find(self._tokens, at + 1)
        return places
