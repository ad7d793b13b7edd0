"""A passage of the corpus is wrapped into the same rows from wherever wrapping begins."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import NO_TOKEN
from bpetui.core.corpus import Corpus
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.rendering.units import SPELLINGS, Spelling
from bpetui.tui.explorer.corpus_rows import BREAK_BYTES, CorpusRow, CorpusRows
from bpetui.worker.messages import Passage
from bpetui.worker.training_run import TrainingRun
from bpetui.worker.views import build_passage
from tests.sample_corpora import corpus_of

TEXTS = st.text("ab \n月é👩", max_size=60)
WIDTHS = st.integers(1, 20)


def rows_of(text: str, split: str = "none", merges: int = 3) -> CorpusRows:
    """The whole text as a passage, after some merges."""
    trainer = BpeTrainer(corpus_of(text, split))
    trainer.seek(merges)
    return CorpusRows(build_passage(TrainingRun(trainer), 0, len(text.encode())))


def starts(rows: list[CorpusRow]) -> list[int]:
    return [start for start, _ in rows]


@given(TEXTS, WIDTHS, st.sampled_from(SPELLINGS))
def test_the_rows_hold_the_whole_text_within_their_width(text: str, width: int, spelling: Spelling) -> None:
    passage = rows_of(text)
    rows = list(passage.wrapped(0, width, spelling))
    assert b"".join(passage.data(unit.start, unit.stop) for _, row in rows for unit in row) == text.encode()
    for start, row in rows:
        assert start == row[0].start
        assert sum(unit.width for unit in row) <= width or len(row) == 1
        assert not any(unit.ends_line for unit in row[:-1])


@given(TEXTS, WIDTHS, st.data())
def test_wrapping_from_any_row_on_gives_the_same_rows(text: str, width: int, data: st.DataObject) -> None:
    passage = rows_of(text)
    rows = list(passage.wrapped(0, width, "characters"))
    at = data.draw(st.integers(0, max(0, len(rows) - 1)))
    number = data.draw(st.integers(1, 5))
    if rows:
        assert list(passage.wrapped(rows[at][0], width, "characters", number)) == rows[at : at + number]
        above = passage.above(rows[at][0], width, "characters", number)
        assert above == rows[at - len(above) : at]
        assert len(above) >= min(number, at)


def test_a_long_line_begins_a_row_near_each_multiple_of_a_fixed_offset() -> None:
    passage = rows_of("x" * (3 * BREAK_BYTES), merges=0)
    found = starts(list(passage.wrapped(0, 100, "characters")))
    assert {BREAK_BYTES, 2 * BREAK_BYTES} <= {*found}
    above = passage.above(2 * BREAK_BYTES, 100, "characters", 1)
    assert starts(above)[0] == BREAK_BYTES


def test_a_pair_has_places_within_words_only() -> None:
    passage = rows_of("ab ab", "whitespace", merges=0)
    assert passage.places_of((97, 98), 0, 4) == {0, 1, 3, 4}
    assert passage.places_of((98, 32), 0, 4) == set()
    assert passage.places_of((97, 98), 1, 2) == {0, 1}, "a token before the first may be its left one"


@pytest.mark.parametrize(("offset", "token"), [(0, 97), (1, 98), (2, 98), (4, 99), (5, None), (-1, None)])
def test_the_token_at_an_offset_is_found(offset: int, token: int | None) -> None:
    passage = Passage(0, b"abbbc", array("I", [97, 98, 99]), array("I", [1, 3, 1]), array("I"))
    assert CorpusRows(passage).token_at(offset) == token


def test_the_end_of_a_row_of_a_table_is_blank() -> None:
    trainer = BpeTrainer(Corpus.from_word_counts({"ab": 2, "c": 1}, Options()))
    passage = CorpusRows(build_passage(TrainingRun(trainer), 0, 5))
    assert NO_TOKEN in passage.ids
    assert ["".join(unit.text for unit in row) for _, row in passage.wrapped(0, 9, "characters")] == ["ab ", "c "]


def test_no_passage_has_no_rows() -> None:
    empty = CorpusRows()
    assert (empty.start, empty.stop, empty.token_at(0), list(empty.wrapped(0, 9, "characters"))) == (0, 0, None, [])
