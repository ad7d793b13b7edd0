"""The filters of the lists: set, shown in the pane, and cleared."""

from __future__ import annotations

from bpetui.tui.explorer.list_filters import ListFilters
from bpetui.tui.keys.keys_in_force import Keys
from tests.tui.explorer.question_record import QuestionRecord
from tests.tui.explorer.scenes import LONG, POEM, TOY, running
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until


def filters_with(record: QuestionRecord, log: list[str]) -> ListFilters:
    """Filters that add their hints, and ``changed`` for each change, to a log."""
    return ListFilters(record.bar, Keys(), log.append, lambda: log.append("changed"))


def test_each_list_has_a_filter_of_its_own() -> None:
    record, log = QuestionRecord(), list[str]()
    filters = filters_with(record, log)
    filters.ask("pairs")
    assert record.label == "Show pairs that contain (text or hex bytes):"
    record.answer("ng")
    filters.ask("words")
    assert (record.label, record.suggested) == ("Show words that contain:", "")
    record.answer("the")
    assert (filters.pairs, filters.words) == ("ng", "the")
    assert log == ["changed", "Press esc to show the whole list again"] * 2
    filters.ask("pairs")
    assert record.suggested == "ng"


def test_an_empty_answer_shows_the_whole_list_without_a_hint() -> None:
    record, log = QuestionRecord(), list[str]()
    filters = filters_with(record, log)
    filters.ask("words")
    record.answer("the")
    record.answer("")
    assert filters.words == ""
    assert log[2:] == ["changed"]


def test_clearing_a_filter_tells_whether_there_was_one() -> None:
    record, log = QuestionRecord(), list[str]()
    filters = filters_with(record, log)
    assert not filters.clear("pairs")
    assert not filters.clear("corpus")
    assert not filters.clear(None)
    assert log == []
    filters.ask("pairs")
    record.answer("ng")
    assert not filters.clear("words")
    assert filters.clear("pairs")
    assert filters.pairs == ""
    assert log[2:] == ["changed"]
    assert not filters.clear("pairs")


def test_another_corpus_has_no_filters() -> None:
    record, log = QuestionRecord(), list[str]()
    filters = filters_with(record, log)
    for pane in ("pairs", "words"):
        filters.ask(pane)
        record.answer("x")
    log.clear()
    filters.clear_all()
    assert (filters.pairs, filters.words, log) == ("", "", [])


def test_only_the_lists_of_pairs_and_words_have_filters() -> None:
    filters = filters_with(QuestionRecord(), [])
    assert [name for name in ("corpus", "pairs", "history", "words", "typed", None) if filters.has(name)] == [
        "pairs",
        "words",
    ]


async def test_pairs_are_filtered_by_text_and_by_hex() -> None:
    async with exploring(POEM) as explorer:
        await explorer.ask("2", "")
        await explorer.ask("/", "e6 98")
        await until(explorer.pilot, lambda: explorer.pairs.total == 1)
        assert explorer.hint == "Press esc to show the whole list again"
        assert any('contains "e6 98"' in row for row in explorer.rows(explorer.pairs))
        await explorer.press("/")
        assert explorer.bottom.startswith("Show pairs that contain (text or hex bytes):")
        assert explorer.bottom.endswith("e6·98")
        await explorer.press("ctrl+u", *"zz", "enter")
        await until(explorer.pilot, lambda: explorer.pairs.total == 0)
        assert any('contains "zz"' in row for row in explorer.rows(explorer.pairs))
        await explorer.press("m")
        assert explorer.hint.startswith("No pair is selected")
        await explorer.press("n")
        assert explorer.hint.startswith("Nothing is highlighted")
        await explorer.press("escape")
        await until(explorer.pilot, lambda: explorer.pairs.total > 20)
        await explorer.ask("/", "\n")  # enter at once: no filter
        assert explorer.pairs.total > 20


async def test_words_are_filtered() -> None:
    async with exploring("low low lower newest widest", "whitespace", size=(120, 36)) as explorer:
        assert explorer.words.total == 5  # the space too
        await explorer.press("4")
        await explorer.ask("/", "est")
        await until(explorer.pilot, lambda: explorer.words.total == 2)
        assert any("n│e│w│e│s│t" in row for row in explorer.rows(explorer.words))
        await explorer.press("escape")
        await until(explorer.pilot, lambda: explorer.words.total == 5)


async def test_escape_in_a_filtered_list_stops_a_run_first() -> None:
    async with exploring(LONG, "whitespace") as explorer:
        await explorer.press("2")
        await explorer.ask("/", "square")
        await until(explorer.pilot, lambda: explorer.pairs._view.request.pairs_filter == "square")  # type: ignore[union-attr]
        await running(explorer, 20_000)
        await explorer.press("2", "escape")
        await until(explorer.pilot, lambda: not explorer.run.moving)
        assert explorer.run.made < 19_000
        assert explorer.screen._filters.pairs == "square"
        await explorer.press("escape")
        assert explorer.screen._filters.pairs == ""


async def test_a_filter_is_for_one_text_only() -> None:
    async with exploring(TOY, "gpt2") as explorer:
        for key, text in (("2", "aa"), ("4", "zz")):
            await explorer.press(key)
            await explorer.ask("/", text)
        await until(explorer.pilot, lambda: (explorer.pairs.total, explorer.words.total) == (1, 0))
        await explorer.ask("o", "sample:english")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "english.txt")
        await until(explorer.pilot, lambda: explorer.words.total == explorer.run.opened.distinct_words)
        await explorer.press("2")
        await until(explorer.pilot, lambda: explorer.pairs.total > 100)
        await explorer.press("/")
        assert explorer.bottom == "Show pairs that contain (text or hex bytes):"
