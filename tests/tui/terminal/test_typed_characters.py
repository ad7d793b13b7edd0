"""Tests of which keys type a character."""

import pytest

from bpetui.tui.terminal.typed_characters import types_text


@pytest.mark.parametrize("key", ["a", "A", "1", "space", "slash", "question_mark", "comma", "é", "床"])
def test_a_key_of_a_character_types_text(key: str) -> None:
    assert types_text(key, None)


@pytest.mark.parametrize(
    "key", ["f1", "up", "escape", "enter", "tab", "backspace", "delete", "ctrl+b", "alt+x", "home"]
)
def test_other_keys_type_nothing(key: str) -> None:
    assert not types_text(key, None)


def test_the_character_that_was_sent_decides() -> None:
    assert types_text("unknown_name", "ü")
    assert not types_text("a", "\x01")
