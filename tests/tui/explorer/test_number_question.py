"""Questions that a number answers."""

from __future__ import annotations

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.tui.explorer.number_question import ask_number
from tests.tui.explorer.question_record import QuestionRecord
from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import shown


def numbers_from(*answers: str, least: int = 5, most: int = 12_000) -> list[int]:
    """The numbers that answers to one question are taken as."""
    record = QuestionRecord()
    numbers: list[int] = []
    ask_number(record.bar, "Number:", numbers.append, least, most)
    assert record.label == "Number:"
    for answer in answers:
        record.answer(answer)
    return numbers


def test_both_bounds_are_accepted() -> None:
    assert numbers_from("5", "12000") == [5, 12_000]


def test_commas_and_spaces_are_ignored() -> None:
    assert numbers_from("12,000", " 7 ", "007") == [12_000, 7, 7]


def test_an_empty_answer_is_no_number() -> None:
    assert numbers_from("", "  ", ",") == []


@pytest.mark.parametrize("answer", ["4", "12001", "-7", "7.5", "x", "٧", "²", "1e3", "7 8"])
def test_other_answers_are_refused_with_the_bounds(answer: str) -> None:
    with pytest.raises(BpetuiError, match=r"^Enter a whole number from 5 to 12,000$"):
        numbers_from(answer)


def test_more_than_12_digits_are_refused_without_a_conversion() -> None:
    assert numbers_from("9" * 12, most=10**13) == [10**12 - 1]
    with pytest.raises(BpetuiError):
        numbers_from("1" * 13, most=10**13)
    with pytest.raises(BpetuiError):
        numbers_from("1" * 5000)


async def test_a_wrong_number_is_refused_with_the_range() -> None:
    async with exploring(TOY) as explorer:
        for answer in ("abc", "-300", "3.5", "255", "1,000,001", "9" * 40, "٣٠٠"):
            await explorer.ask("t", answer)
            assert explorer.hint == "Enter a whole number from 256 to 1,000,000"
            assert shown(explorer.pilot)[-2].strip() == explorer.hint, "above the question"
            assert explorer.bottom == f"Target vocabulary size: {answer}"
            assert "merge 0/44" in explorer.status
        await explorer.press(*["backspace"] * 40)
        assert explorer.hint == ""
        await explorer.press(*"300", "enter")
        assert "merge 0/44" in explorer.status
        assert explorer.hint == "This text allows at most 10 merges; press r to run to the last pair"
        await explorer.press("t", "enter")
        assert explorer.bottom.startswith("s Step")
