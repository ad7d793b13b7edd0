"""Tests of the lines of help: keys and explanations in two columns."""

from textual.content import Content

from bpetui.tui.keys.commands import COMMANDS
from bpetui.tui.keys.key_names import keys_named
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, Keys
from bpetui.tui.widgets.help_sheet import WIDTH, command_lines


def lines(*ids: str, keys: Keys = DEFAULT_KEYS) -> list[str]:
    """The lines of help of some commands."""
    return command_lines(keys, [COMMANDS[id] for id in ids]).plain.splitlines()


def test_explanations_begin_in_one_column_after_the_longest_keys() -> None:
    assert lines("step", "question.escape") == [
        "s    make the next merge",
        "esc  close the question without an answer",
    ]


def test_partners_share_a_line() -> None:
    assert lines("table.up", "table.down") == ["↑ ↓  select a row"]


def test_every_key_of_a_command_is_named() -> None:
    assert lines("decode.feed") == ["→ space ↓  decode the next token"]


def test_a_long_explanation_continues_below_its_beginning() -> None:
    assert lines("leave") == [
        "esc  leave the text field; clear a filter; stop loading, running or",
        "     searching",
    ]


def test_keys_wider_than_their_column_move_only_their_own_explanation() -> None:
    keys = Keys({"step": keys_named("ctrl+pageup,ctrl+pagedown"), "back": keys_named("b")})
    assert lines("step", "back", keys=keys) == [
        "ctrl+pgup ctrl+pgdn  make the next merge",
        "b                 undo the last merge",
    ]


def test_wide_characters_take_two_columns() -> None:
    keys = Keys({"step": keys_named("床")})
    assert lines("step", "back", keys=keys) == ["床  make the next merge", "b   undo the last merge"]


def test_columns_are_as_wide_as_those_of_other_commands() -> None:
    content = command_lines(DEFAULT_KEYS, [COMMANDS["step"]], aligned_with=[COMMANDS["decode.feed"]])
    assert content.plain == "s          make the next merge"


def test_keys_are_bold_and_explanations_are_not() -> None:
    content = command_lines(DEFAULT_KEYS, [COMMANDS["step"]])
    assert content == Content.assemble(("s  ", "bold"), "make the next merge")
    assert [(span.start, span.end, span.style) for span in content.spans] == [(0, 3, "bold")]


def test_every_line_fits_the_frame() -> None:
    for line in command_lines(DEFAULT_KEYS, [*COMMANDS.values()]).plain.splitlines():
        assert len(line) <= WIDTH
