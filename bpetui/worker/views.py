"""What the screen shows of a run, cut out of it."""

from __future__ import annotations

from array import array
from contextlib import suppress
from itertools import chain, islice

from bpetui.core.vocabulary import symbol_id
from bpetui.worker.messages import Look, PairRows, Passage, View, WordRow, WordRows
from bpetui.worker.run import Run

MAX_WORD_TOKENS = 1000
"""A row of a word holds no more of its tokens: a line, or a corpus without a split, is one word too."""


def view(run: Run, look: Look) -> View:
    """What ``look`` asks for, as the run stands now."""
    trainer = run.trainer
    following = trainer.following()
    return View(
        run.revision,
        run.number,
        look,
        following,
        trainer.ties(following.count) if following else 0,
        bool(trainer.undone),
        trainer.pair_count,
        passage(run, *look.passage) if look.passage else None,
        pair_rows(run, *look.pairs, look.pairs_filter) if look.pairs else None,
        word_rows(run, *look.words, look.words_filter) if look.words else None,
    )


def passage(run: Run, offset: int, size: int) -> Passage:
    """The tokens that cover the ``size`` bytes from ``offset`` on."""
    begin = min(offset, run.trainer.corpus.byte_count)  # of the first token, once there is one
    ids, words = array("I"), array("I")
    for word, start in run.trainer.corpus.words_from(offset):
        for at, tokens in run.trainer.word_runs(word, start, offset):
            place = at
            for token in map(symbol_id, tokens):
                if place >= offset + size:
                    return Passage(begin, ids, words)
                end = place + run.trainer.size(token)
                if end > offset:
                    if not ids:
                        begin = place
                    if place == start:
                        words.append(len(ids))
                    ids.append(token)
                place = end
    return Passage(begin, ids, words)


def pair_rows(run: Run, start: int, stop: int, filtered: str) -> PairRows:
    """Part of the ranking of the pairs whose joined bytes contain ``filtered``: as text, or as bytes in hex."""
    if not filtered:
        return PairRows(start, tuple(run.trainer.ranking(start, stop)), run.trainer.pair_count)
    sought = [filtered.encode(errors="surrogatepass")]
    with suppress(ValueError):
        sought += filter(None, [bytes.fromhex(filtered)])
    vocabulary, total = run.vocabulary, 0

    def keep(left: int, right: int) -> bool:
        nonlocal total
        joined = vocabulary[left] + vocabulary[right]
        kept = any(part in joined for part in sought)
        total += kept
        return kept

    rows = run.trainer.ranking(start, stop, keep)
    return PairRows(start, tuple(rows), total)


def word_rows(run: Run, start: int, stop: int, filtered: str) -> WordRows:
    """Part of the distinct words that contain ``filtered``, the most frequent first."""
    words = run.words_containing(filtered) if filtered else run.words_by_count
    return WordRows(start, tuple(_word_row(run, word) for word in words[start:stop]), len(words))


def _word_row(run: Run, word: int) -> WordRow:
    runs = [tokens for _, tokens in run.trainer.word_runs(word)]
    ids = tuple(map(symbol_id, islice(chain.from_iterable(runs), MAX_WORD_TOKENS)))
    return WordRow(run.trainer.corpus.counts[word], ids, sum(map(len, runs)) - len(ids))
