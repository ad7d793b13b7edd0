"""Views: the parts of a run that the screen shows."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

from bpetui.core.alphabet import NO_TOKEN, symbol_id
from bpetui.worker.messages import MOST_WORD_TOKENS, PairRows, Passage, View, ViewRequest, WordRow, WordRows
from bpetui.worker.token_filter import pair_filter
from bpetui.worker.training_run import TrainingRun

MARGIN = 1024
"""How many bytes of a token a passage may contain beyond the requested bytes, at either end.

A token that is not very long is thus whole.
"""


def build_view(run: TrainingRun, request: ViewRequest) -> View:
    """Return the view that ``request`` asks for, of the run in its current state."""
    trainer = run.trainer
    next_pair = trainer.next_pair()
    return View(
        run.made,
        request,
        next_pair,
        trainer.ties(next_pair.count) if next_pair else 0,
        bool(trainer.undone),
        None if next_pair else trainer.ended,
        trainer.pair_count,
        build_passage(run, *request.passage) if request.passage else None,
        build_pair_rows(run, *request.pairs, request.pairs_filter) if request.pairs else None,
        build_word_rows(run, *request.words, request.words_filter) if request.words else None,
    )


def build_passage(run: TrainingRun, offset: int, size: int) -> Passage:
    """Return the tokens that cover the ``size`` bytes from ``offset`` on."""
    corpus = run.trainer.corpus
    # The bounds of the passage; a character begins at each.
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
    """Yield the tokens from the one that covers ``offset`` on: start, stop, id, and whether it begins a word.

    Bytes between two words, such as the line ends of a table, are one token with the id `NO_TOKEN`.
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
    """Return rows of the ranking, of the pairs whose joined bytes contain ``filtered`` as text or as bytes in hex."""
    if not filtered:
        return PairRows(start, tuple(run.trainer.ranking(start, stop)), run.trainer.pair_count)
    as_text = as_hex = filtered.encode(errors="surrogatepass")
    with suppress(ValueError):
        as_hex = bytes.fromhex(filtered) or as_text
    contains, total = pair_filter(as_text, as_hex, run.trainer.vocabulary), 0

    def keep(left: int, right: int) -> bool:
        nonlocal total
        kept = contains(left, right)
        total += kept
        return kept

    rows = run.trainer.ranking(start, stop, keep)
    return PairRows(start, tuple(rows), total)


def build_word_rows(run: TrainingRun, start: int, stop: int, filtered: str) -> WordRows:
    """Return rows of the distinct words that contain ``filtered``, most frequent first."""
    words = run.words_containing(filtered) if filtered else run.words_by_count
    return WordRows(start, tuple(_word_row(run, word) for word in words[start:stop]), len(words))


def _word_row(run: TrainingRun, word: int) -> WordRow:
    runs = (tokens for _, tokens in run.trainer.pieces.word_runs(word))
    ids = tuple(map(symbol_id, islice(chain.from_iterable(runs), MOST_WORD_TOKENS)))
    return WordRow(run.trainer.corpus.counts[word], ids)
