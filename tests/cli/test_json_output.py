"""Results are lines that any reader can take, and no terminal acts on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.cli.json_output import to_json


@given(st.text())
def test_json_holds_the_text_and_nothing_that_acts_on_a_terminal(text: str) -> None:
    line = to_json({"text": text})
    assert json.loads(line) == {"text": text}
    assert line.isprintable()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Học 床", '"Học 床"'),
        ("\x1b[31m\x00\x7f\x9b", r'"\u001b[31m\u0000\u007f\u009b"'),
        ("\u202e\u200b\ufeff\u2028 ", r'"\u202e\u200b\ufeff\u2028 "'),
        ("\ud800", r'"\ud800"'),
        ("\U000e0001", r'"\udb40\udc01"'),
    ],
)
def test_letters_stand_as_they_are_and_what_is_hidden_as_its_code(text: str, written: str) -> None:
    assert to_json(text) == written
