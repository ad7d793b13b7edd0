"""The names of keys: Textual's, a person's, and those on the screen."""

from string import ascii_lowercase

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import _character_to_key

from bpetui.tui.keys.key_names import Key, key_named, keys_named

PRINTABLE = [chr(code) for code in range(0x20, 0x7F)]


@pytest.mark.parametrize("character", [*PRINTABLE, "é", "床", "·", "§"])
def test_a_character_names_the_key_that_types_it(character: str) -> None:
    key = key_named(character)
    assert (key.name, key.types_text) == (_character_to_key(character), True)


@pytest.mark.parametrize("character", [*PRINTABLE, "é"])
def test_textuals_name_of_a_character_names_the_same_key(character: str) -> None:
    assert key_named(_character_to_key(character)) == key_named(character)


@pytest.mark.parametrize(
    ("written", "name", "shown"),
    [
        ("pgdn", "pagedown", "pgdn"),
        ("F5", "f5", "f5"),
        ("Escape", "escape", "esc"),
        ("esc", "escape", "esc"),
        ("→", "right", "→"),
        ("Ctrl+B", "ctrl+b", "ctrl+b"),
        ("shift+ctrl+up", "ctrl+shift+up", "ctrl+shift+↑"),
        ("alt+x", "alt+x", "alt+x"),
        ("shift+tab", "shift+tab", "shift+tab"),
        ("question_mark", "question_mark", "?"),
        ("+", "plus", "+"),
        ("\\", "backslash", "backslash"),
    ],
)
def test_a_key_has_a_name_and_is_shown(written: str, name: str, shown: str) -> None:
    key = key_named(written)
    assert (key.name, key.shown) == (name, shown)


def test_shift_and_a_letter_are_the_capital_letter() -> None:
    assert key_named("shift+s") == key_named("S") == Key("S", "S", types_text=True)


@pytest.mark.parametrize(
    "written", ["", "foo", "f25", "ctrl+", "ctrl+foo", "hyper+x", "\x1b", "\u0301", "\ud800", "x" * 5000, "ctrl+\x00"]
)
def test_text_that_is_no_key_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="not the name of a key"):
        key_named(written)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("ctrl+i", "tab"),
        ("ctrl+m", "enter"),
        ("Ctrl+H", "backspace"),
        ("alt+ctrl+i", "tab"),
        ("ctrl+shift+b", r"ctrl\+b"),
        ("alt+ctrl+b", r"ctrl\+b"),
        ("alt+b", r"ctrl\+left"),
    ],
)
def test_a_key_that_terminals_send_as_another_is_refused(written: str, sent: str) -> None:
    with pytest.raises(ValueError, match=f"terminals send it as {sent}"):
        key_named(written)


@pytest.mark.parametrize(
    "written", ["ctrl+1", "alt+0", "shift+5", "ctrl+enter", "alt+escape", "ctrl+space", "ctrl+tab", "ctrl+shift+tab"]
)
def test_a_key_that_few_terminals_send_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="few terminals send it"):
        key_named(written)


def typed_on_a_terminal(modifiers: str, letter: str) -> str:
    """The key that Textual reads when a terminal without a keyboard protocol sends a letter with modifiers."""
    code = chr(ord(letter) - 96) if "ctrl" in modifiers else letter.upper() if "shift" in modifiers else letter
    parser = XTermParser()
    sent = "\x1b" + code if "alt" in modifiers else code
    (key,) = [event.key for event in (*parser.feed(sent), *parser.feed("")) if isinstance(event, events.Key)]
    return key


@pytest.mark.parametrize("modifiers", ["alt", "ctrl", "alt+ctrl", "alt+shift", "ctrl+shift", "alt+ctrl+shift"])
def test_a_letter_with_modifiers_is_a_key_where_terminals_send_it(modifiers: str) -> None:
    for letter in ascii_lowercase:
        try:
            name = key_named(f"{modifiers}+{letter}").name
        except ValueError:
            assert typed_on_a_terminal(modifiers, letter) != f"{modifiers}+{letter}"
        else:
            assert typed_on_a_terminal(modifiers, letter) == name


def test_commas_separate_keys_and_a_comma_alone_is_one() -> None:
    assert [key.name for key in keys_named("backspace, b,b")] == ["backspace", "b"]
    assert [key.name for key in keys_named(",")] == ["comma"]
    assert [key.name for key in keys_named(" ")] == ["space"]
    with pytest.raises(ValueError, match="not the name of a key"):
        keys_named("a,,b")


@pytest.mark.parametrize("written", ["shift+ß", "shift+ŉ", "shift+ﬁ"])
def test_a_letter_without_a_capital_names_no_key_with_shift(written: str) -> None:
    with pytest.raises(ValueError, match="it is not the name of a key"):
        key_named(written)
