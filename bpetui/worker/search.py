"""Where a text, a token or a pair of tokens stands next in the corpus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from bpetui.core.corpus import Corpus
from bpetui.core.vocabulary import symbol, symbol_id
from bpetui.worker.messages import Find
from bpetui.worker.run import Run


def search(run: Run, find: Find, check: Callable[[], None]) -> tuple[int | None, bool]:
    """The byte offset of the place sought, None for none, and whether the search went round the end for it.

    ``check`` is called now and then; what it raises ends the search.
    """
    if isinstance(find.what, str):
        return _search_text(run.trainer.corpus, find.what, find.offset, find.backward)
    token_ids = (find.what,) if isinstance(find.what, int) else find.what
    if min(token_ids) < 0 or max(token_ids) >= len(run.vocabulary):
        return None, False
    return _TokenSearch(run, token_ids, check).search(find.offset, find.backward)


def _search_text(corpus: Corpus, what: str, offset: int, backward: bool) -> tuple[int | None, bool]:
    text = corpus.text
    if not what:
        return None, False
    character = corpus.character_at(offset) if offset >= 0 else -1
    if backward:
        # The character that ``offset`` lies inside of begins before it.
        last = character if offset > 0 and corpus.byte_at(character) < offset else character - 1
        at = text.rfind(what, 0, last + len(what)) if last >= 0 else -1
        wrapped = at < 0
        at = text.rfind(what) if wrapped else at
    else:
        at = text.find(what, character + 1)
        wrapped = at < 0
        at = text.find(what) if wrapped else at
    return (corpus.byte_at(at), wrapped) if at >= 0 else (None, False)


class _TokenSearch:
    """A search for one token, or two in a row, which stand in one word."""

    def __init__(self, run: Run, token_ids: tuple[int, ...], check: Callable[[], None]) -> None:
        self._trainer, self._corpus, self._vocabulary = run.trainer, run.trainer.corpus, run.vocabulary
        self._check = check
        self._tokens = "".join(map(symbol, token_ids))
        self._bytes = b"".join(map(run.vocabulary.__getitem__, token_ids))
        self._words = run.trainer.words_with(*token_ids)

    def search(self, offset: int, backward: bool) -> tuple[int | None, bool]:
        """As `search`, from the byte at ``offset``."""
        if not self._words:
            return None, False
        here, blocks, end = self._corpus.block_at(offset), self._corpus.block_count, self._corpus.byte_count
        if backward:
            passes = [(range(here, -1, -1), -1, offset), (range(blocks - 1, here - 1, -1), -1, end)]
        else:
            passes = [(range(here, blocks), offset, end), (range(here + 1), -1, end)]
        for wrapped, (numbers, after, before) in enumerate(passes):
            for number in numbers:
                self._check()
                # To split a block again takes some hundred times as long as to see that it cannot hold the tokens.
                if self._bytes in self._corpus.block_bytes(number):
                    place = self._in_block(number, after, before, backward)
                    if place is not None:
                        return place, bool(wrapped)
        return None, False

    def _in_block(self, number: int, after: int, before: int, backward: bool) -> int | None:
        """The first place in a block behind the byte at ``after``, or the last one before that at ``before``."""
        words, starts = self._corpus.block(number)
        first = max(0, bisect_left(starts, after + 1) - 1)
        stop = bisect_left(starts, before)
        order = range(stop - 1, -1, -1) if backward else range(first, len(words))
        for index in order:
            if words[index] in self._words:
                for place in self._in_word(words[index], starts[index], max(0, after), backward):
                    if after < place < before:
                        return place
        return None

    def _in_word(self, word: int, start: int, offset: int, backward: bool) -> Iterator[int]:
        """Where the tokens stand in a word that begins at the byte ``start``, from the run at ``offset`` on."""
        runs = list(self._trainer.word_runs(word, start, offset))
        order = range(len(runs) - 1, -1, -1) if backward else range(len(runs))
        for index in order:
            self._check()
            start, tokens = runs[index]
            if len(self._tokens) == 2 and index + 1 < len(runs):
                tokens += runs[index + 1][1][0]  # the pair may stand across the seam
            if self._tokens in tokens:
                places = self._in_run(start, tokens)
                yield from reversed(places) if backward else places

    def _in_run(self, start: int, tokens: str) -> list[int]:
        places: list[int] = []
        done, at = 0, tokens.find(self._tokens)
        while at >= 0:
            start += sum(len(self._vocabulary[symbol_id(token)]) for token in tokens[done:at])
            places.append(start)
            done, at = at, tokens.find(self._tokens, at + 1)
        return places
