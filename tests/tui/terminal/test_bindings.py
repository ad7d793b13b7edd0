"""Tests of Textual's bindings, made from the table of commands, and of the keys in force of an app."""

from __future__ import annotations

from textual.app import App

from bpetui.tui.keys.key_names import keys_named
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, Keys
from bpetui.tui.terminal.bindings import binding, keys_of, markup_keys


class OwnKeysApp(App[None]):
    """An app with a key of the user's own."""

    keys = Keys({"step": keys_named("["), "help": keys_named("f1")})


def test_a_binding_has_the_default_keys_and_the_names_of_its_command() -> None:
    found = binding("veto", "veto_pair")
    assert (found.key, found.action, found.id) == ("x", "veto_pair", "veto")
    assert (found.description, found.tooltip) == ("Veto", "veto the selected pair, or allow it again")


def test_keys_have_the_names_that_textual_gives_them() -> None:
    assert binding("find", "find").key == "slash"
    assert binding("decode.feed", "feed").key == "right,space,down"


def test_keys_that_are_taken_over_are_those_of_the_other_command() -> None:
    assert binding("compare.leave", "leave").key == "escape,q,c"


def test_the_table_decides_whether_a_key_is_shown_unless_the_screen_does() -> None:
    assert binding("step", "step").show
    assert not binding("veto", "veto").show
    assert binding("veto", "veto", is_shown=True).show


def test_a_command_before_text_has_priority() -> None:
    assert binding("palette", "palette").priority
    assert not binding("step", "step").priority


def test_an_app_may_have_keys_of_the_users_own() -> None:
    assert keys_of(OwnKeysApp())["help"] == "f1"
    assert keys_of(App[None]()) is DEFAULT_KEYS


def test_a_key_that_would_begin_markup_is_escaped() -> None:
    assert markup_keys(OwnKeysApp())["step"] == r"\["
    assert markup_keys(OwnKeysApp())["help"] == "f1"
