"""A typed path is read as the shell reads it, and a path is named so that it is read as itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpetui.tui.run.typed_paths import path_from_typed, typed_path


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("notes.txt", "notes.txt"),
        ("~", "/home/ann"),
        ("~/notes.txt", "/home/ann/notes.txt"),
        ("./~", "~"),
        ("~nobody-of-this-name/x", "~nobody-of-this-name/x"),
    ],
)
def test_a_tilde_at_the_beginning_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, typed: str, path: str) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert path_from_typed(typed) == Path(path)


@pytest.mark.parametrize("path", ["~", "~x", " x", "sample:english", "words:x"])
def test_a_path_that_means_something_else_is_typed_with_its_folder(path: str) -> None:
    assert typed_path(path) == f"./{path}"
    assert path_from_typed(typed_path(path)) == Path(path)


@pytest.mark.parametrize("path", ["x", "/x", "a sample:x", "x~"])
def test_any_other_path_is_typed_as_it_is(path: str) -> None:
    assert typed_path(path) == path
