"""The keys in force, and the sentences that name them."""

from bpetui.files.key_file import KeyFile
from bpetui.tui.keys.commands import COMMANDS
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, EscapedKeys, Keys
from bpetui.tui.keys.own_keys import own_keys


def keys_with(**own: str) -> Keys:
    """The keys in force with those of a file without faults."""
    found = own_keys(KeyFile(own))
    assert found.notes == ()
    return found.keys


def test_a_sentence_names_the_first_key_of_a_command() -> None:
    keys = keys_with(target="f2,ctrl+t")
    assert keys.format("Press {keys[target]} or {keys[quit]}") == "Press f2 or q"


def test_braces_in_a_value_remain_as_they_are() -> None:
    assert DEFAULT_KEYS.format("{text}: {keys[step]}", text="{keys[run]} {x}") == "{keys[run]} {x}: s"


def test_a_key_that_would_be_markup_is_escaped() -> None:
    keys = EscapedKeys(keys_with(step="["), lambda shown: f"<{shown}>")
    assert keys.format("{keys[step]}") == "<[>"


def test_a_key_that_opens_a_screen_closes_it() -> None:
    keys = keys_with(trace="f6", quit="f10")
    assert [key.name for key in keys.keys_of("trace.leave")] == ["escape", "f10", "f6"]


def test_a_key_of_another_screen_is_not_taken_over_where_it_is_needed() -> None:
    keys = keys_with(compare="a")
    assert [key.name for key in keys.keys_of("compare.leave")] == ["escape", "q"]


def test_the_key_map_holds_what_differs_from_the_default_keys() -> None:
    assert DEFAULT_KEYS.keymap == {}
    assert keys_with(trace="f6").keymap == {"trace": "f6", "trace.leave": "escape,q,f6"}


def test_partners_are_named_together() -> None:
    assert DEFAULT_KEYS.shown(COMMANDS["compare.up"]) == "↑ ↓"
    assert DEFAULT_KEYS.shown(COMMANDS["decode.feed"], all_keys=True) == "→ space ↓"
