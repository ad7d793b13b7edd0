"""Tests of a walk through the program at 80x24 in tmux, and of other sizes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bpetui.files.samples import sample
from tests import reference
from tests.terminal.conftest import FAMILY, MIXED_LINES, OpenPty, OpenTmux
from tests.terminal.screens import assert_framed, assert_two_panes, figures
from tests.terminal.terminals import Tmux


def tokens_after(data: bytes, merges: int) -> int:
    """The tokens left of a text that is one word, by the slow reference."""
    pairs = [(left, right) for left, right, _ in reference.train([data], [1], merges)]
    return len(reference.encode(data, pairs))


def overwrite(terminal: Tmux) -> None:
    """Write over the screen behind the program's back."""
    Path(terminal.ask("pane_tty")).write_text("\x1b[5;3Hanother program's message\r\n", "utf-8", newline="")
    terminal.wait_for("another program's message")


def checked(terminal: Tmux) -> list[str]:
    """The screen's rows, with their frames whole."""
    rows = terminal.rows
    assert_framed(rows, 80, 24)
    assert_two_panes(rows, 80)
    return rows


@pytest.fixture
def english() -> bytes:
    return sample("english").path.read_bytes()


def test_a_first_walk_through_the_explorer(tmux_with: OpenTmux, english: bytes) -> None:
    terminal = tmux_with("sample:english")
    terminal.wait_for(" next")
    assert figures(checked(terminal)) == (0, 256, 256, len(english))

    terminal.press("s")
    terminal.wait_for("merge 1/256")
    assert figures(checked(terminal)) == (1, 256, 257, tokens_after(english, 1))
    terminal.press("b")
    terminal.wait_for("merge 0/256")
    assert figures(checked(terminal)) == (0, 256, 256, len(english))

    own_choice(terminal)
    type_texts(terminal)
    go_places(terminal)
    look_around(terminal)
    open_another(terminal)

    terminal.press("q")
    status, shown = terminal.wait_for_end()
    assert status == 0
    assert [row.rstrip() for row in shown.split("\n") if row.strip()] == ["[before]", "[status 0]"]
    assert [terminal.ask(name) for name in ("alternate_on", "cursor_flag", "mouse_any_flag", "wrap_flag")] == list(
        "0101"
    )
    before, after = terminal.settings
    assert before == after


def own_choice(terminal: Tmux) -> None:
    """Merge the second pair instead of the first."""
    terminal.press("2")
    terminal.press("Down")
    terminal.wait_until(lambda shown: re.search(r"▶ +330 ", shown), "the cursor on the second pair")
    terminal.press("m")
    terminal.wait_for("merge 1/256")
    assert figures(checked(terminal)) == (1, 256, 257, 8838 - 330)
    terminal.press("3")
    terminal.wait_until(lambda shown: re.search(r"your choice.* 330", shown), "that it was a choice")
    checked(terminal)


def type_texts(terminal: Tmux) -> None:
    """Text in several scripts becomes tokens, and its figures are right."""
    terminal.press("i")
    terminal.wait_for("Leave the text")
    for text, figure in (
        ("Học sinh", "10 bytes · 8 characters · NFC"),
        ("Ho\u0323c sinh", "10 bytes · 9 characters · NFD · 8 clusters"),
        ("床前明月光", "15 bytes · 5 characters · NFC"),
        (FAMILY, "25 bytes · 7 characters · NFC · 1 cluster"),
    ):
        terminal.type(text)
        terminal.wait_for(figure)
        rows = checked(terminal)
        tokens = re.search(r"(\d+) tokens? · (\d+) bytes", "\n".join(rows))
        assert tokens, rows
        assert int(tokens[1]) <= int(tokens[2])
        terminal.press("C-u")
        terminal.wait_for("Type or paste")
    terminal.paste("Học\nsinh 床前")
    terminal.wait_for("17 bytes")
    shown = terminal.wait_for("Học")  # the field is given its second row only then
    assert "⟨e5⟩│⟨ba⟩│⟨8a⟩" in shown
    terminal.press("Escape")
    terminal.wait_for("Step")
    terminal.press("Home", "Right")
    terminal.wait_for("▸ ⟨e1⟩ id 225, a prefix: byte 1 of 3 of ọ U+1ECD")
    checked(terminal)
    terminal.press("Enter")
    shown = terminal.wait_for("one of the 256 bytes")
    assert "225" in shown
    terminal.press("Escape")
    terminal.wait_until(lambda shown: "one of the 256 bytes" not in shown, "the end of the look at a token")


def go_places(terminal: Tmux) -> None:
    """To the target and back, to a merge by number, and to another target."""
    terminal.press("0")
    terminal.wait_for("merge 0/256")
    terminal.press("r")
    terminal.wait_for("Target reached")
    made, _, vocabulary, _ = figures(checked(terminal))
    assert (made, vocabulary) == (256, 512)
    answer(terminal, "g", "Go to merge number", "10")
    terminal.wait_for("merge 10/256")
    answer(terminal, "t", "vocabulary size", "300")
    terminal.wait_for("merge 10/44")
    answer(terminal, "g", "Go to merge number", "many")
    terminal.wait_for("Enter a whole number from 0")
    terminal.press("Escape")
    terminal.wait_for("Step")
    terminal.press("0")
    terminal.wait_for("merge 0/44")
    assert figures(checked(terminal))[2:] == (256, 8838)
    terminal.press("b")
    terminal.wait_for("This is the start")


def look_around(terminal: Tmux) -> None:
    """Find, jump, spell otherwise, zoom, and help."""
    terminal.press("1")
    answer(terminal, "/", "Find in the corpus", "never in my life")
    terminal.wait_for("does not occur in the corpus")
    answer(terminal, "/", "Find in the corpus", "ferry")
    first = terminal.wait_until(lambda shown: "find in" not in shown and "nowhere" not in shown, "what was found")
    terminal.press("n", "n", "n", "n", "n", "n", "n", "n")
    terminal.wait_until(lambda shown: shown.split("\n")[2:14] != first.split("\n")[2:14], "a place further on")
    checked(terminal)
    terminal.press("h")
    terminal.wait_for("Hex: ⟨ ⟩ hold the bytes")
    checked(terminal)
    terminal.press("z")
    terminal.wait_until(lambda shown: "Try it" not in shown, "the corpus alone")
    assert_framed(terminal.rows, 80, 24)
    terminal.press("z")
    terminal.wait_for("Try it")
    checked(terminal)
    terminal.press("?")
    terminal.wait_for("Byte-pair encoding")
    terminal.press("Escape")
    terminal.wait_for("Try it")
    checked(terminal)


def open_another(terminal: Tmux) -> None:
    """Another text, after one that there is not: the question stays. The own choice before it would be lost."""
    answer(terminal, "o", "Open a file", "no-such-file.txt")
    shown = terminal.wait_for("there is no file no-such-file.txt")
    assert "english.txt" in shown
    terminal.press("C-u")
    terminal.type("sample:chinese")
    terminal.press("Enter")
    terminal.wait_for("1 choice has not been exported and would be lost")
    terminal.press("y")
    terminal.wait_until(lambda shown: "chinese" in shown.split("\n")[0], "the other text")
    terminal.wait_for(f"tokens {sample('chinese').path.stat().st_size:,}")
    checked(terminal)


def answer(terminal: Tmux, key: str, question: str, text: str) -> None:
    """Press a key that asks something, and answer."""
    terminal.press(key)
    terminal.wait_for(question)
    terminal.type(text)
    terminal.wait_for(text.replace(" ", "·"))
    terminal.press("Enter")


def test_frames_are_whole_with_any_script_in_tmux(tmux_with: OpenTmux, mixed: Path) -> None:
    terminal = tmux_with(str(mixed), "--split", "lines", "--vocab-size", "400")
    terminal.wait_for(" next")
    checked(terminal)
    terminal.press("i")
    terminal.wait_for("Leave the text")
    terminal.paste("\n".join(MIXED_LINES[2:6]))
    terminal.wait_for("tokens ·")
    checked(terminal)
    terminal.press("Escape")
    terminal.wait_for("Step")
    terminal.press("r")
    terminal.wait_for("Target reached")
    checked(terminal)
    for key in ("2", "h", "3", "h", "4", "h", "1", "h", "h", "NPage", "NPage", "Down", "End"):
        terminal.press(key)
        terminal.wait_until(lambda shown: "merge 144/144" in shown, "figures")
        checked(terminal)


SPACING_MARKS = [
    "हिन्दी में लिखा हुआ पाठ बहुत अच्छा लगता है।",
    "தமிழ் மொழி மிகவும் பழமையான மொழி ஆகும்.",
    "ភាសាខ្មែរជាភាសាដ៏ចំណាស់ និងមានអក្សរច្រើនណាស់។",
    "မြန်မာဘာသာစကားသည် ကြောင်းအရာများကို ရေးသားရန်။",
]
"""Marks that tmux gives a cell of their own, and Textual does not."""


def test_steps_leave_no_remains_among_spacing_marks_in_tmux(tmux_with: OpenTmux, tmp_path: Path) -> None:
    path = tmp_path / "marks.txt"
    path.write_text("".join(f"{line}\n" for line in SPACING_MARKS * 6), "utf-8", newline="")
    terminal = tmux_with(str(path))
    terminal.wait_for(" next")
    for number in range(1, 13):
        terminal.press("s")
        terminal.wait_for(f"merge {number}/256")
    rows = terminal.wait_for_quiet()
    assert all("│" in row[30:-1] and row.endswith("│") for row in rows[2:13])
    overwrite(terminal)
    terminal.press("C-l")  # not a resize, after which the columns can have other widths
    terminal.wait_until(lambda _: terminal.rows == rows, "the same screen")


def test_ctrl_l_redraws_an_overwritten_screen(tmux_with: OpenTmux) -> None:
    terminal = tmux_with("sample:english")
    terminal.wait_for(" next")
    terminal.wait_for("s Step")
    rows = terminal.wait_for_quiet()
    overwrite(terminal)
    terminal.press("C-l")
    terminal.wait_until(lambda shown: "message" not in shown, "the screen as it was")
    assert [row.rstrip() for row in terminal.rows] == [row.rstrip() for row in rows]
    terminal.press("?")
    terminal.wait_for("Byte-pair encoding starts")
    terminal.press("C-l")
    terminal.wait_for("Byte-pair encoding starts")


def test_frames_are_whole_with_any_script_on_a_screen_with_other_widths(pty_with: OpenPty, mixed: Path) -> None:
    terminal = pty_with(str(mixed), "--split", "lines", "--vocab-size", "400")
    terminal.wait_for(" next")
    terminal.press("r")
    terminal.wait_for("Target reached")
    for key in ("1", "pagedown", "pagedown", "h", "h", "2", "3", "4", "h"):
        terminal.press(key)
        terminal.wait_for_quiet()
        rows = terminal.rows
        figures(rows)
        assert set(terminal.column(79)[1:-1]) <= set("│╮╯"), terminal.text
        assert set(terminal.column(0)[1:-1]) <= set("│╭╰"), terminal.text


@pytest.mark.parametrize(("columns", "rows"), [(120, 36), (200, 50)])
def test_a_large_screen_shows_all_panes(pty_with: OpenPty, columns: int, rows: int) -> None:
    terminal = pty_with("sample:mixed", "--split", "gpt2", columns=columns, rows=rows)
    terminal.wait_for(" next")
    terminal.press("s")
    terminal.wait_for("merge 1/")
    shown = terminal.wait_until(
        lambda shown: re.search(r"▶\*?\s*1 .*│", shown.partition("3 History")[2]), "a merge in History"
    )
    for title in ("─ 1 Corpus ─", "─ 2 Pairs ─", "─ 3 History ─", "─ 4 Words ─", "─ Try it ─"):
        assert shown.count(title) == 1, shown
    assert_framed(terminal.rows, columns, rows)
    assert re.search(r"\d+ of \d+ words", shown), shown


def test_a_resize_keeps_the_position(pty_with: OpenPty, english: bytes) -> None:
    def top() -> str:
        return terminal.rows[2][1:30]

    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("2", "down", "down", "down", "1", *["down"] * 20)
    terminal.wait_until(lambda shown: "The·Printer·and" not in shown, "a place further down")
    terminal.wait_for_quiet()
    place = top()
    assert re.search(r"▶ +282 ", terminal.text), "the pair selected is not the fourth"
    for columns, rows in ((120, 36), (200, 50), (60, 20), (40, 12), (79, 24), (80, 24)):
        terminal.resize(columns, rows)
        terminal.wait_until(lambda shown: "merge 0/256" in shown, "the status line")
        terminal.wait_for_quiet()
        # The row begins with the same text; how much of it there is follows from the width.
        assert place[:18] in terminal.text, (columns, rows, place, terminal.text)
    assert top() == place
    assert re.search(r"▶ +282 ", terminal.text), "another pair is selected now"


def test_the_smallest_terminals_are_usable(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english", "--split", "gpt2", columns=1, rows=1)
    terminal.wait_until(lambda _: terminal.sent, "the first byte")
    terminal.wait_for_quiet(0.6)
    for columns, rows in ((1, 1), (20, 5), (2, 2), (5, 20), (200, 3)):
        terminal.resize(columns, rows)
        terminal.press(
            "s", "2", "down", "m", "3", "4", "1", "down", "h", "z", "i", "x", "escape", "z", "?", "escape", "n"
        )
        terminal.press("o", "escape")
        terminal.wait_for_quiet(0.2)
        assert terminal.process.poll() is None, terminal.text
    terminal.resize(80, 24)
    terminal.wait_for("Try it")
    terminal.press("q")
    terminal.wait_for("Quit? y/N:")
    terminal.press("y")
    assert terminal.wait() == 0


def test_keys_typed_ahead_act_in_order(pty_with: OpenPty) -> None:
    """Over a slow line keys come many at once."""
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.type("2\x1b[Bm")
    terminal.wait_for("tokens 8,508")  # the second pair stands 330 times, the first 368
    terminal.type("0g12\r")
    terminal.wait_for("merge 12/256")
    terminal.type("t300\rg14\r")
    terminal.wait_for("merge 14/44")
    terminal.type("1/merge\rz")
    terminal.wait_until(lambda shown: "Corpus" in shown and "Pairs" not in shown, "Corpus alone")
    terminal.type("z?\ris2\x1b[200~ab\x1b[201~")
    terminal.wait_for("s2ab")
    terminal.wait_for("merge 14/44")


def test_keys_typed_ahead_close_a_screen_only_once(pty_with: OpenPty) -> None:
    """The key behind the one that closes help, or what is looked closer at, is for the explorer."""
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    for number, keys in enumerate(("?xs", "1\rxs", "?\r?zs", "1\r\r?xs"), 1):
        terminal.type(keys)
        terminal.wait_for(f"merge {number}/256")
        assert "in UTF-8" not in terminal.text
        assert "Byte-pair encoding" not in terminal.text
