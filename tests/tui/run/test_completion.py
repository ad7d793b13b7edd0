"""What Tab completes: the names that begin with what is typed, and what is said of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bpetui.tui.run.completion import Completion, complete_path, complete_text, complete_tokenizer
from bpetui.tui.run.sources import named


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, which is the home folder too: two texts, a folder with one, and a hidden file."""
    (tmp_path / "texts").mkdir()
    for name in ("notes-1.txt", "notes-2.txt", "texts/kiều.txt", ".hidden"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "added", "names"),
    [
        ("n", "otes-", ("notes-1.txt", "notes-2.txt")),
        ("notes-", "", ("notes-1.txt", "notes-2.txt")),
        ("notes-2", ".txt", ("notes-2.txt",)),
        ("t", "exts/", ("texts/",)),
        ("texts/", "kiều.txt", ("kiều.txt",)),
        ("texts/ki", "ều.txt", ("kiều.txt",)),
        ("./texts/ki", "ều.txt", ("kiều.txt",)),
        ("~", "/", ("~/",)),
        ("~/t", "exts/", ("texts/",)),
        ("..", "/", ("../",)),
        ("", "", ("notes-1.txt", "notes-2.txt", "texts/")),
        (".", "hidden", (".hidden",)),
        (".h", "idden", (".hidden",)),
        ("x", "", ()),
        ("missing/x", "", ()),
        ("notes-1.txt/x", "", ()),
        ("~nobody-of-this-name/x", "", ()),
        ("a\0/b", "", ()),
    ],
)
def test_a_path_is_completed_as_far_as_all_names_agree(typed: str, added: str, names: tuple[str, ...]) -> None:
    assert complete_path(typed) == Completion(typed, added, names)


def test_an_absolute_path_is_completed(folder: Path) -> None:
    assert complete_path(f"{folder}/te").added == "xts/"
    assert complete_path("/").names != ()


def test_a_folder_behind_a_link_ends_with_a_slash(folder: Path) -> None:
    (folder / "link").symlink_to("texts")
    assert complete_path("li").added == "nk/"


def test_names_that_a_line_of_text_cannot_hold_are_left_out(folder: Path) -> None:
    for name in (b"x\nb", b"x\rb", b"x\xff"):
        (folder / os.fsdecode(name)).touch()
    assert complete_path("x").names == ()


@pytest.mark.parametrize("name", ["~nobody", " notes.txt", "sample:the-cat", "words:x"])
def test_a_file_whose_name_means_something_else_is_completed_in_the_working_folder(folder: Path, name: str) -> None:
    (folder / name).touch()
    assert f"./{name}" in complete_text("").names
    assert complete_text("./" + name[:2]).added == name[2:]
    assert named(f"./{name}", "utf-8").path == Path(name)


@pytest.mark.parametrize("name", ["x.txt ", "x encoding=big5"])
def test_a_name_that_an_answer_cannot_be_is_left_out(folder: Path, name: str) -> None:
    (folder / name).touch()
    assert complete_path("x").names == ()


def test_a_text_is_a_file_a_sample_or_a_table() -> None:
    assert complete_text("s") == Completion("s", "ample:", ("sample:",))
    assert complete_text("w") == Completion("w", "ords:", ("words:",))
    assert complete_text("sample:viet") == Completion("sample:viet", "namese", ("vietnamese",))
    assert "english" in complete_text("sample:").names
    assert complete_text("words:te") == Completion("words:te", "xts/", ("texts/",))
    assert complete_text("notes-1.txt encoding=gb").added == "18030"
    assert complete_text("notes-2") == Completion("notes-2", ".txt", ("notes-2.txt",))


def test_a_tokenizer_is_a_known_name_a_model_or_a_file() -> None:
    assert complete_tokenizer("cl", ["cl100k_base", "gpt2"]).added == "100k_base"
    assert "gpt-4o" in complete_tokenizer("gpt-4o", []).names
    assert complete_tokenizer("texts", ["gpt2"]).added == "/"


def test_a_single_match_is_typed_without_a_message() -> None:
    assert complete_path("t").describe(80) == ""
    assert complete_path("notes-1.txt").describe(80) == "notes-1.txt is complete; press enter"


def test_no_match_is_reported() -> None:
    assert complete_path("x\x1b").describe(80) == "no name begins with x␛"
    assert complete_path("texts/none").describe(12) == "no name beg…"


def test_names_are_listed_as_far_as_the_line_holds_them() -> None:
    several = Completion("", "", ("one", "two\x1b", "three", "four"))
    assert several.describe(80) == "one  two␛  three  four"
    assert several.describe(21) == "one  two␛  … 2 more"
    assert several.describe(4) == "one…"


@given(st.lists(st.text(max_size=9), max_size=9), st.integers(1, 40))
def test_a_hint_is_never_wider_than_the_line(names: list[str], width: int) -> None:
    assert cell_len(Completion("typed", "", tuple(names)).describe(width)) <= width


@given(st.lists(st.text(max_size=6), min_size=1), st.text(max_size=3))
def test_every_name_begins_with_what_is_typed_and_added(known: list[str], typed: str) -> None:
    found = complete_tokenizer(typed, known)
    assert all(name.startswith(typed + found.added) for name in known if name.startswith(typed))


def test_a_loop_of_links_hides_no_other_name(folder: Path) -> None:
    (folder / "texts" / "loop").symlink_to("loop")
    (folder / "texts" / "zzz.txt").touch()
    assert complete_path("texts/").names == ("kiều.txt", "loop", "zzz.txt")
