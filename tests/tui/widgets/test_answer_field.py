"""Tests of the field for an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Paste
from textual.pilot import Pilot

from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.text_field import TextField
from tests.tui.keys_and_rows import settle
from tests.tui.sample_texts import HARD, TEXTS, fewer
from tests.tui.widgets.test_text_field import Host, check_drawing, cursor_cells, hosted


def shown(field: TextField) -> str:
    return field.render_line(0).text.rstrip()


async def test_a_long_answer_scrolls_with_the_cursor() -> None:
    field = AnswerField()
    async with hosted(field, 12, 1) as pilot:
        await pilot.press(*"abcdefghij")
        assert shown(field) == "abcdefghij"
        await pilot.press(*"klmnop")
        assert shown(field) == "…ghijklmnop"
        await pilot.press("home")
        assert shown(field) == "abcdefghijkl"
        await pilot.press(*["right"] * 11)
        assert shown(field) == "…bcdefghijkl"
        await pilot.press("end", *["backspace"] * 6)
        assert shown(field) == "abcdefghij"


async def test_a_click_moves_the_cursor() -> None:
    field = AnswerField()
    async with hosted(field, 12, 1) as pilot:
        await pilot.press(*"abcdefghijklmnop")
        await pilot.click(AnswerField, offset=(3, 0))
        await pilot.press("X")
        assert field.text == "abcdefghXijklmnop"


async def test_a_paste_over_the_limit_is_refused() -> None:
    field = AnswerField()
    field.limit = 10
    async with Host(field).run_test(size=(40, 1)) as pilot:
        await pilot.press(*"12345")
        field.post_message(Paste("678901"))
        await settle(pilot)
        assert field.text == "12345"
        assert field.changed is not None
        assert isinstance(pilot.app, Host)
        assert pilot.app.notes[-1] == ("Too long: the field holds 10 characters",)


@pytest.mark.parametrize(("between", "text"), [("", "1 2"), (" ", "1 2 3 4")])
async def test_the_first_pasted_line_is_taken_or_all_are_joined(between: str, text: str) -> None:
    field = AnswerField()
    field.between = between
    async with Host(field).run_test(size=(40, 1)) as pilot:
        field.post_message(Paste("1 2\r\n3\n4\n"))
        await settle(pilot)
        assert field.text == text
        assert isinstance(pilot.app, Host)
        assert pilot.app.notes[-1] == (() if between else ("Only the first of 3 lines is taken",))


async def test_only_line_breaks_end_a_line() -> None:
    field = AnswerField()
    async with hosted(field, 40, 1) as pilot:
        field.post_message(Paste("a\u2028b\x0cc"))
        await settle(pilot)
        assert field.text == "a\u2028b\x0cc"


async def test_the_cursor_can_be_inside_a_group_drawn_as_one() -> None:
    field = AnswerField()
    async with hosted(field, 3, 1) as pilot:
        field.insert("\u0301")
        await pilot.press("left")
        field.insert("\t")
        check_drawing(field)


@fewer(8)
@given(st.lists(TEXTS | st.sampled_from(HARD), max_size=4), st.integers(2, 30), st.data())
async def test_no_text_breaks_it(texts: list[str], width: int, data: st.DataObject) -> None:
    field = AnswerField()
    keys = ["left", "right", "home", "end", "backspace", "delete", "ctrl+w"]
    async with hosted(field, width, 1) as pilot:
        for text in texts:
            field.insert(text)
            await pilot.press(*data.draw(st.lists(st.sampled_from(keys), max_size=6)))
            check_drawing(field)


async def selected(pilot: Pilot[None], field: AnswerField, text: str = "one two") -> None:
    """Put a text in the field, all of it selected."""
    field.set_text(text)
    field.select_text()
    await pilot.pause()


@pytest.mark.parametrize(
    ("key", "text", "cursor"),
    [
        ("x", "x", 1),
        ("backspace", "", 0),
        ("delete", "", 0),
        ("ctrl+w", "", 0),
        ("left", "one two", 6),
        ("right", "one two", 7),
        ("home", "one two", 0),
        ("end", "one two", 7),
        ("up", "one two", 0),
    ],
)
async def test_a_key_replaces_deletes_or_unselects_the_selected_text(key: str, text: str, cursor: int) -> None:
    field = AnswerField()
    async with hosted(field, 20, 1) as pilot:
        await selected(pilot, field)
        assert [cell for _, _, cell in cursor_cells(field)] == ["one·two "]
        await pilot.press(key)
        assert (field.text, field.cursor) == (text, cursor)
        await pilot.press("y")
        assert field.text == text[:cursor] + "y" + text[cursor:]


async def test_a_click_unselects_and_keeps_the_text() -> None:
    field = AnswerField()
    async with hosted(field, 20, 1) as pilot:
        await selected(pilot, field)
        await pilot.click(AnswerField, offset=(3, 0))
        await pilot.press("y")
        assert field.text == "oney two"


async def test_a_paste_replaces_the_selected_text_within_the_limit() -> None:
    field = AnswerField()
    field.limit = 7
    async with hosted(field, 20, 1) as pilot:
        await selected(pilot, field)
        field.insert("12345678")
        assert field.text == "one two"
        field.insert("1234567")
        assert field.text == "1234567"
        field.insert("8")
        assert field.text == "1234567"
