"""The user's keys: the valid entries apply, and each other one is reported in a sentence."""

import pytest

from bpetui.files.key_file import KeyFile
from bpetui.tui.keys.own_keys import own_keys


@pytest.mark.parametrize(
    ("id", "written", "sentence"),
    [
        ("nonsense", "y", "keys.json: there is no command named nonsense"),
        ("\x1b[2J", "y", "keys.json: there is no command named ␛[2J"),
        ("x" * 99, "y", f"keys.json: there is no command named {'x' * 40}…"),
        ("step", 3, 'keys.json: the keys of step must be a string such as "f2" or "f2,ctrl+b"'),
        ("step", "foo", "keys.json: step cannot use the key foo: it is not the name of a key"),
        ("step", "\x1b[31m", "keys.json: step cannot use the key ␛[31m: it is not the name of a key"),
        ("step", "ctrl+i", "keys.json: step cannot use the key ctrl+i: terminals send it as tab"),
        ("step", "ctrl+1", "keys.json: step cannot use the key ctrl+1: few terminals send it"),
        ("step", " ", "keys.json: step cannot use space, which is the key of corpus.pagedown"),
        ("step", "", 'keys.json: the keys of step are empty; write a key such as "f2", or delete the entry'),
        ("step", "\t", 'keys.json: the keys of step are empty; write a key such as "f2", or delete the entry'),
        ("step", "tab", "keys.json: step cannot use tab, which always has its own meaning"),
        ("step", "shift+tab", "keys.json: step cannot use shift+tab, which always has its own meaning"),
        ("step", "x", "keys.json: step cannot use x, which is the key of veto"),
        ("step", "space", "keys.json: step cannot use space, which is the key of corpus.pagedown"),
        ("step", "ctrl+l", "keys.json: step cannot use ctrl+l, which is the key of redraw"),
        ("redraw", "x", "keys.json: redraw cannot use x, since it must be possible to type that character"),
        ("text.left", "x", "keys.json: text.left cannot use x, since it must be possible to type that character"),
        ("settings.apply", "ctrl+u", "keys.json: settings.apply cannot use ctrl+u, which is the key of text.clear"),
        ("help", "a", "keys.json: help cannot use a, which compare.help needs, too"),
    ],
)
def test_an_entry_that_cannot_apply_is_reported_and_the_others_apply(id: str, written: object, sentence: str) -> None:
    found = own_keys(KeyFile({id: written, "run": "f5"}))
    assert found.notes == (sentence,)
    assert found.keys.keymap == {"run": "f5"}


def test_a_fault_of_the_file_is_reported() -> None:
    assert own_keys(KeyFile(fault="keys.json is not JSON")).notes == ("keys.json is not JSON",)


def test_an_id_with_several_entries_is_reported() -> None:
    found = own_keys(KeyFile({"step": "f2"}, repeated=("step",)))
    assert found.notes == ("keys.json: step is there more than once; its last entry is used",)
    assert found.keys.keymap == {"step": "f2"}


def test_two_commands_can_swap_their_keys() -> None:
    found = own_keys(KeyFile({"step": "b", "back": "s"}))
    assert (found.notes, found.keys.keymap) == ((), {"step": "b", "back": "s"})


def test_of_two_entries_with_the_same_key_the_first_applies() -> None:
    found = own_keys(KeyFile({"back": "f2", "step": "f2"}))
    assert found.notes == ("keys.json: step cannot use f2, which is the key of back",)
    assert found.keys.keymap == {"back": "f2"}


def test_an_entry_that_fails_gives_the_default_key_back() -> None:
    found = own_keys(KeyFile({"step": "b", "back": "x"}))
    assert found.notes == (
        "keys.json: back cannot use x, which is the key of veto",
        "keys.json: step cannot use b, which is the key of back",
    )
    assert found.keys.keymap == {}


def test_commands_of_different_screens_can_have_the_same_key() -> None:
    assert own_keys(KeyFile({"compare.add": "f2", "decode.feed": "f2", "step": "f2"})).notes == ()


def test_a_letter_is_a_key_beside_text_fields() -> None:
    assert own_keys(KeyFile({"step": "y", "back": "5"})).notes == ()
