"""JSON output is one line without control characters."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.cli.json_output import to_json


@given(st.text())
def test_json_keeps_the_text_without_control_characters(text: str) -> None:
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
def test_printable_characters_are_unchanged_and_others_are_escaped(text: str, written: str) -> None:
    assert to_json(text) == written
