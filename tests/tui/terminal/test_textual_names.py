"""Tests that the private names of Textual that the program uses still exist.

They are not part of its interface and may change with any version; checked with Textual 8.2.8. If one of these tests
fails, read what that version does instead, and correct the module of `bpetui.tui.terminal` that the test names.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import textual
from textual.app import App
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.screen import Screen

import bpetui.tui

CHECKED_WITH = "8.2.8"

_FOLDER = Path(bpetui.tui.__file__).parent
_TERMINAL = "bpetui.tui.terminal"


def failure(name: str, user: str) -> str:
    return f"Textual {textual.__version__} has no {name} (checked with {CHECKED_WITH}), which {_TERMINAL}.{user} uses"


@pytest.mark.parametrize(
    ("owner", "name", "parameters", "user"),
    [
        (App, "_fatal_error", ["self"], "app"),
        (MessagePump, "_close_messages_no_wait", ["self"], "app"),
        (CommandPalette, "_action_command_list", ["self", "action"], "palette"),
    ],
)
def test_a_method_exists_with_the_same_parameters(owner: type, name: str, parameters: list[str], user: str) -> None:
    method = getattr(owner, name, None)
    assert method is not None, failure(f"{owner.__name__}.{name}", user)
    assert [*inspect.signature(method).parameters] == parameters, failure(f"such {owner.__name__}.{name}", user)


def test_an_app_keeps_the_exception_that_ends_it() -> None:
    assert hasattr(App[None](), "_exception"), failure("App._exception", "app")


def test_bindings_are_found_in_a_chain_with_a_key_map() -> None:
    assert isinstance(vars(Screen).get("_binding_chain"), property), failure("Screen._binding_chain", "screen")
    assert hasattr(Screen[None](), "_bindings"), failure("DOMNode._bindings", "screen")
    assert hasattr(App[None](), "_keymap"), failure("App._keymap", "screen")


def test_an_app_has_a_driver_that_writes() -> None:
    assert hasattr(App[None](), "_driver"), failure("App._driver", "app")


@pytest.mark.skipif("sys.platform == 'win32'")
def test_the_terminal_driver_has_the_same_parts() -> None:
    driver = importlib.import_module("textual.drivers.linux_driver")
    for name in ("XTermParser", "getincrementaldecoder"):
        assert name in driver.LinuxDriver.run_input_thread.__code__.co_names, failure(f"linux_driver.{name}", "driver")
    assert hasattr(driver.LinuxDriver, "_sigcont_application"), failure("_sigcont_application", "driver")
    made = driver.LinuxDriver.__init__.__code__
    assert "_must_signal_resume" in made.co_names, failure("_must_signal_resume", "driver")
    parser = importlib.import_module("textual._xterm_parser").XTermParser
    assert [*inspect.signature(parser.feed).parameters] == ["self", "data"], failure("such XTermParser.feed", "driver")


# -- and no others are used --------------------------------------------------------------------------------------------


def private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def modules() -> Iterator[str]:
    yield from (found.name for found in pkgutil.walk_packages([str(_FOLDER)], "bpetui.tui."))


def is_textuals_own(module: str) -> bool:
    return module.partition(".")[0] == "textual"


@cache
def names_given_to(owner: type) -> set[str]:
    """The private names that are defined in a class, and those that its methods give to ``self``."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
    assert isinstance(tree, ast.ClassDef)
    given = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                given.add(name)
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        given.update(target.id for target in targets if isinstance(target, ast.Name))
    return {name for name in given if private(name)}


def test_no_class_redefines_a_private_name_of_textual() -> None:
    taken = []
    for module in modules():
        if module.startswith(_TERMINAL):
            continue
        for owner in vars(importlib.import_module(module)).values():
            if isinstance(owner, type) and owner.__module__ == module and issubclass(owner, DOMNode):
                for base in owner.__mro__:
                    if is_textuals_own(base.__module__):
                        both = names_given_to(owner) & names_given_to(base)
                        taken += [f"{module}.{owner.__name__}: {base.__name__}.{name}" for name in both]
    assert not taken


def test_only_terminal_modules_import_private_names_of_textual() -> None:
    found = []
    for path in _FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and is_textuals_own(node.module or ""):
                names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
                if path.parent.name != "terminal" and any(map(private, names)):
                    found.append(f"{path.relative_to(_FOLDER)}: {node.module}")
    assert not found
