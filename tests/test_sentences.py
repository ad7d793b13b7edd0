"""Sentences are for people: no code decides by the text of an error or a note."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bpetui

SOURCES = sorted(Path(bpetui.__file__).parent.rglob("*.py"))


def decisions_by_text(tree: ast.AST) -> Iterator[int]:
    """The lines where the text of a caught exception is compared, searched or taken apart."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
            continue
        for node in ast.walk(handler):
            if isinstance(node, ast.Compare):
                parts: list[ast.AST] = [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                parts = [node.func.value] if node.func.attr in _TAKES_APART else []
            else:
                continue
            if any(_is_text_of(part, handler.name) for part in parts):
                yield node.lineno


_TAKES_APART = {"startswith", "endswith", "partition", "rpartition", "split", "removeprefix", "removesuffix", "find"}


def _is_text_of(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "str"
        and any(isinstance(argument, ast.Name) and argument.id == name for argument in node.args)
    )


def decisions_by_notes(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that compare a note, or search it, for a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = [node.func.value] if node.func.attr in _TAKES_APART else []
        else:
            continue
        if any(map(_is_note, parts)):
            yield node.lineno


def _is_note(node: ast.AST) -> bool:
    if isinstance(node, ast.Subscript):
        return _is_note(node.value)
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in {"note", "notes"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_code_decides_by_the_text_of_an_error(path: Path) -> None:
    assert [*decisions_by_text(ast.parse(path.read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize("decision", ["'x' in str(e)", "str(e) == 'x'", "str(e).startswith('x')"])
def test_a_decision_by_the_text_of_an_error_is_found(decision: str) -> None:
    assert [*decisions_by_text(ast.parse(f"try:\n    pass\nexcept E as e:\n    {decision}\n"))] == [4]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_code_decides_by_the_text_of_a_note(path: Path) -> None:
    assert [*decisions_by_notes(ast.parse(path.read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize("decision", ["'x' in note", "loaded.notes[0] == 'x'", "note.startswith('x')"])
def test_a_decision_by_the_text_of_a_note_is_found(decision: str) -> None:
    assert [*decisions_by_notes(ast.parse(decision))] == [1]
