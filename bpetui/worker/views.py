"""What the screen shows of a run, cut out of it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

from bpetui.core.alphabet import NO_TOKEN, symbol_id
from bpetui.worker.messages import PairRows, Passage, View, ViewRequest, WordRow, WordRows
from bpetui.worker.token_filter import pair_filter
from bpetui.worker.training_run import TrainingRun

MAX_WORD_TOKENS = 1000
"""A row of a word holds no more of its tokens: a line, or a corpus without a split, is one word too."""

MARGIN = 1024
"""Bytes of a token that are told beyond the passage asked for, at either end: all of it, unless it is very long."""


def build_view(run: TrainingRun, request: ViewRequest) -> View:
    """What ``request`` asks for, as the run stands now."""
    trainer = run.trainer
    following = trainer.following()
    return View(
        run.revision,
        run.number,
        request,
        following,
        trainer.ties(following.count) if following else 0,
        bool(trainer.undone),
        None if following else trainer.ended,
        trainer.pair_count,
        build_passage(run, *request.passage) if request.passage else None,
        build_pair_rows(run, *request.pairs, request.pairs_filter) if request.pairs else None,
        build_word_rows(run, *request.words, request.words_filter) if request.words else None,
    )


def build_passage(run: TrainingRun, offset: int, size: int) -> Passage:
    """The tokens that cover the ``size`` bytes from ``offset`` on."""
    corpus = run.trainer.corpus
    # Of the bytes that can be told; both where a character begins.
    first, last = corpus.character_start(max(0, offset - MARGIN)), corpus.character_start(offset + size + MARGIN)
    begin = end = min(offset, len(corpus.data))
    ids, sizes, words = array("I"), array("I"), array("I")
    for start, stop, token, begins_word in _tokens(run, offset):
        if start >= offset + size:
            break
        if not ids:
            begin = max(start, first)
        if begins_word:
            words.append(len(ids))
        end = min(stop, last)
        ids.append(token)
        sizes.append(end - max(start, first))
    return Passage(begin, corpus.data[begin:end], ids, sizes, words)


def _tokens(run: TrainingRun, offset: int) -> Iterator[tuple[int, int, int, bool]]:
    """The tokens from the one that covers ``offset`` on: where each starts and stops, its id, if it begins a word.

    What stands between two words, such as the line ends of a table, is told as a token of no merge.
    """
    size, reached = run.trainer.vocabulary.size, offset
    for word, begin in run.trainer.corpus.words_from(offset):
        if begin > reached:
            yield reached, begin, NO_TOKEN, True
        for start, tokens in run.trainer.pieces.word_runs(word, begin, offset):
            at = start
            for token in map(symbol_id, tokens):
                stop = at + size(token)
                if stop > offset:
                    yield at, stop, token, at == begin
                at = stop
            reached = at
    if reached < len(run.trainer.corpus.data):
        yield reached, len(run.trainer.corpus.data), NO_TOKEN, True


def build_pair_rows(run: TrainingRun, start: int, stop: int, filtered: str) -> PairRows:
    """Part of the ranking of the pairs whose joined bytes contain ``filtered``: as text, or as bytes in hex."""
    if not filtered:
        return PairRows(start, tuple(run.trainer.ranking(start, stop)), run.trainer.pair_count)
    sought = meant = filtered.encode(errors="surrogatepass")
    with suppress(ValueError):
        meant = bytes.fromhex(filtered) or sought
    contains, total = pair_filter(sought, meant, run.trainer.vocabulary), 0

    def keep(left: int, right: int) -> bool:
        nonlocal total
        kept = contains(left, right)
        total += kept
        return kept

    rows = run.trainer.ranking(start, stop, keep)
    return PairRows(start, tuple(rows), total)


def build_word_rows(run: TrainingRun, start: int, stop: int, filtered: str) -> WordRows:
    """Part of the distinct words that contain ``filtered``, the most frequent first."""
    words = run.words_containing(filtered) if filtered else run.words_by_count
    return WordRows(start, tuple(_word_row(run, word) for word in words[start:stop]), len(words))


def _word_row(run: TrainingRun, word: int) -> WordRow:
    runs = [tokens for _, tokens in run.trainer.pieces.word_runs(word)]
    ids = tuple(map(symbol_id, islice(chain.from_iterable(runs), MAX_WORD_TOKENS)))
    return WordRow(run.trainer.corpus.counts[word], ids, sum(map(len, runs)) - len(ids))
