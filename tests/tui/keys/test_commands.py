"""The table of commands: every command has a binding, and every binding is in the table."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

import bpetui.tui
from bpetui.tui.keys.commands import COMMANDS, commands_of
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, act_together, references

SOURCES = [*Path(bpetui.tui.__file__).parent.rglob("*.py")]
README = Path(bpetui.tui.__file__).parents[2] / "README.md"


def own_classes() -> Iterator[type[DOMNode]]:
    """The screens, widgets and apps of the program."""
    for module in pkgutil.walk_packages(bpetui.tui.__path__, "bpetui.tui."):
        for found in vars(importlib.import_module(module.name)).values():
            if isinstance(found, type) and issubclass(found, DOMNode) and found.__module__ == module.name:
                yield found


def own_bindings() -> list[tuple[type[DOMNode], Binding]]:
    """The bindings that the program makes."""
    found = []
    for owner in own_classes():
        for bound in vars(owner).get("BINDINGS", ()):
            assert isinstance(bound, Binding)
            found.append((owner, bound))
    return found


def test_every_binding_is_a_command_of_the_table_with_its_keys() -> None:
    for owner, bound in own_bindings():
        command = COMMANDS[bound.id or ""]
        assert bound.key.split(",") == [key.name for key in DEFAULT_KEYS.keys_of(command.id)], owner
        assert (bound.description, bound.tooltip) == (command.name, command.explanation)
        assert bound.priority == command.before_text


def test_every_command_of_the_table_has_a_binding() -> None:
    assert {bound.id for _, bound in own_bindings()} == {*COMMANDS}


def test_every_binding_calls_an_action_that_exists() -> None:
    actions = {name for owner in own_classes() for name in dir(owner) if name.startswith("action_")}
    for owner, bound in own_bindings():
        name = bound.action.partition("(")[0].rpartition(".")[2]
        assert f"action_{name}" in actions, (owner, bound.action)


def test_partners_and_references_are_commands() -> None:
    for command in COMMANDS.values():
        assert not command.partner or COMMANDS[command.partner].scope is command.scope
        assert {*references(command)} <= {*COMMANDS}


def test_commands_that_act_together_share_no_default_key() -> None:
    for one, other in combinations(COMMANDS.values(), 2):
        if act_together(one, other):
            assert not {*DEFAULT_KEYS.keys_of(one.id)} & {*DEFAULT_KEYS.keys_of(other.id)}, (one.id, other.id)


def test_sentences_name_keys_by_ids_of_the_table() -> None:
    named = {id for source in SOURCES for id in re.findall(r"\{keys\[([^\]]*)\]\}", source.read_text("utf-8"))}
    assert len(named) > 30
    assert named - {"id", "command.id"} <= {*COMMANDS}


@pytest.mark.skipif(not README.exists(), reason="the README is not installed with the program")
def test_the_readme_lists_every_command() -> None:
    text = README.read_text("utf-8")
    listed = text[text.index("The commands are:") :].partition("\n\n")[0]
    names = re.findall(r"[a-z_]+(?:\.[a-z_]+)?", listed.partition(":")[2])
    assert names == [*COMMANDS]


def test_every_scope_has_commands_with_different_explanations() -> None:
    for scope in {command.scope for command in COMMANDS.values()}:
        explanations = [command.explanation for command in commands_of(scope)]
        assert len({*explanations}) == len(explanations)
