"""Opening a text, waiting for it, failing to, and coming back after the trainer's process is lost."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bpetui.core.options import Options
from bpetui.files.source import Source
from bpetui.tui.app import BpetuiApp
from bpetui.tui.run.session import Start
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.tui.widgets.key_line import KeyLine
from bpetui.worker.messages import Died
from tests.tui.explorer.scenes import coming_for_ever, kill, loading, until_back
from tests.tui.explorer_app import Explorer, exploring, opening
from tests.tui.hosted_widget import TrainedRun
from tests.tui.keys_and_rows import settle, until

TOY = "aaabdaaabac"  # merges aa (4 times), aaa (2), aaab (2), and then what is met first


# -- loading -------------------------------------------------------------------------------------------------------


async def test_loading_shows_its_progress_and_escape_stops_it(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_text("".join(f"{number * 7919} " for number in range(600_000)) * 4)
    async with exploring(TOY) as explorer:
        await explorer.step("s")
        await explorer.press("2", "z")
        await explorer.ask("/", "a")
        await explorer.ask("o", str(large))
        await until(explorer.pilot, lambda: "esc stops" in explorer.status)
        assert "large.txt" in explorer.status
        await explorer.press("s", "escape")
        await explorer.until_hint("opening large.txt was stopped")
        assert "merge 1/44" in explorer.status
        assert explorer.screen.has_class("-alone")  # which escape ends where nothing is to be stopped
        await explorer.press("escape")
        assert not explorer.screen.has_class("-alone")
        await explorer.step("s")  # the old text is there, the key meant for the new one is not obeyed


async def test_notes_on_a_text_are_shown(tmp_path: Path) -> None:
    marked = tmp_path / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbfabc")
    async with exploring(marked, welcome="welcome") as explorer:
        hint = "marked.txt begins with a BOM · This text allows at most 5 merges; the target was 44 · welcome"
        assert explorer.hint == hint
        assert "U+FEFFabc" in explorer.rows(explorer.corpus)[0] or "U+FEFF₃abc" in explorer.rows(explorer.corpus)[0]
        await explorer.press("1")
        assert explorer.hint == ""


@pytest.mark.parametrize("text", ["", "\x00", "床"])
async def test_the_smallest_texts(text: str) -> None:
    async with exploring(text) as explorer:
        assert f"tokens {len(text.encode())}" in explorer.status
        await explorer.press("r")
        limit = max(0, len(text.encode()) - 1)
        await explorer.until_hint(f"Stopped after {limit} merge")
        await explorer.press(*"1234", "end", "home", "enter", "escape", *"nNh0")
        await explorer.until_hint(f"At the start. To return to merge {limit}" if limit else "This is the start")


# -- failing -------------------------------------------------------------------------------------------------------


async def ended(explorer: Explorer) -> BpetuiApp:
    """The app once it is about to end."""
    await until(explorer.pilot, lambda: explorer.app._exit)
    return explorer.app


async def test_a_first_text_that_cannot_be_read_ends_the_app_with_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "notes.txt"
    broken.write_bytes(b"caf\xe9")
    async with opening(broken) as explorer:
        app = await ended(explorer)
        assert "notes.txt is not UTF-8: byte 0xe9 at offset 3 (line 1)" in app.failure
        assert app.return_code == 1
    async with opening(tmp_path / "none.txt") as explorer:
        app = await ended(explorer)
        assert app.failure.startswith("there is no file ")
        assert app.failure.endswith("none.txt")


async def test_escape_stops_the_first_text_and_so_ends_the_app(pipe: Path) -> None:
    async with opening(pipe) as explorer:
        with coming_for_ever(pipe):
            await explorer.press("escape")
            assert (await ended(explorer)).failure == "opening pipe.txt was stopped"


async def test_a_process_that_cannot_be_started_ends_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    app = BpetuiApp(Start(Source("text", data=b"abc"), vocab_size=300))
    async with app.run_test():
        pass
    assert app.failure == "the trainer's process cannot be started: No such file or directory"
    assert app.return_code == 1


async def test_a_text_that_cannot_be_opened_leaves_the_old_one(tmp_path: Path, pipe: Path) -> None:
    broken = tmp_path / "[b]broken[foo.txt"
    broken.write_bytes(b"\xff\xfe\xfd")
    async with exploring(TOY) as explorer:
        await explorer.step("s")
        for answer, said in (
            (str(tmp_path / "none.txt"), "there is no file"),
            (str(tmp_path), "is a folder, not a text file"),
            (str(broken), "[b]broken[foo.txt is not UTF-8"),
            (str(pipe), "is a pipe"),
            ("sample:none", "there is no sample none; the samples are english,"),
            ("~nobody-of-this-name/x", ""),
            ("\N{LATIN SMALL LETTER A WITH ACUTE}" * 300, ""),
        ):
            await explorer.ask("o", answer)
            await until(explorer.pilot, lambda: explorer.hint)
            assert said in explorer.hint
            assert "text · bytes · no split" in explorer.status
            assert "merge 1/44" in explorer.status
        for answer in ("", "   "):
            await explorer.ask("o", answer)
            assert not explorer.screen.session.opening
        await explorer.step("s", "b")
        assert explorer.merges == [(97, 97)]


# -- another text --------------------------------------------------------------------------------------------------


async def test_keys_pressed_after_another_text_is_opened_act_on_it() -> None:
    async with exploring(TOY, vocab_size=258) as explorer:
        await explorer.press("r")
        await explorer.until_hint("Target reached")
        await explorer.press("o", *"sample:chinese", "enter", "s", "s", "b")
        await explorer.until_shown("chinese.txt")
        await until(explorer.pilot, lambda: len(explorer.run.merges) == 2 and explorer.run.made == 1)
        await explorer.press("n")
        await until(explorer.pilot, lambda: explorer.corpus.place)
        assert explorer.run.merges[0].left >= 0x80
        assert "merge 1/2" in explorer.status
        assert explorer.corpus.place
        start = explorer.corpus.place[0]
        found = Path(str(explorer.screen.session.source.path)).read_bytes()[start : start + 2]
        assert found == explorer.run.token(256)


async def test_another_text_keeps_nothing_of_the_old_one() -> None:
    async with exploring("sample:english", "gpt2", size=(120, 36)) as explorer:
        await explorer.press("S")
        await explorer.until_made(10)
        await explorer.press("1", "end", "n")
        await until(explorer.pilot, lambda: explorer.corpus.place)
        await explorer.ask("o", "sample:aaabdaaabac")
        await until(explorer.pilot, lambda: not explorer.screen.session.opening and explorer.run.made == 0)
        await settle(explorer.pilot)
        assert (explorer.corpus.top, explorer.corpus.place, explorer.run.made) == (0, None, 0)
        assert "split gpt2" in explorer.status
        assert any("No merges yet" in row for row in explorer.rows(explorer.history))
        assert explorer.rows(explorer.corpus)[0].startswith("aaabdaaabac")


async def test_vetoes_are_for_one_text_only_and_stay_with_other_settings_of_it() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("2", "x")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        explorer.screen.session.retrain(Options(normalization="nfc"))
        await until(explorer.pilot, lambda: explorer.run.opened.options.normalization == "nfc")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        await explorer.ask("o", "sample:aaabdaaabac")
        await explorer.press("y")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "aaabdaaabac.txt")
        await explorer.step("s")
        assert explorer.run.vetoes == ()
        assert explorer.merges == [(97, 97)]


async def test_keys_act_on_the_second_of_two_texts_opened() -> None:
    async with exploring(TOY) as explorer:
        session, done = explorer.screen.session, []
        first, second = Source("first", data=b"xyxy"), Source("second", data=b"vwvw")
        training = TrainedRun("xyxy")
        session.open(first, Options())
        session.open(second, Options())
        session.when_open(lambda: done.append(explorer.run.opened.source))
        for source in (first, second):  # each is opened, and seen, before the next
            session.take(replace(training.run.opened, source=source))
            session.take(training.view())
            assert session.opening == (source is first)
        assert done == [second]


async def test_the_next_text_can_be_opened_while_one_is_loading(pipe: Path) -> None:
    async with opening(pipe) as explorer:
        with loading(pipe, "xyxy"):
            await explorer.press("s")
            await explorer.ask("o", "sample:aaabdaaabac")
            await explorer.press("s")
        await until(explorer.pilot, lambda: explorer.screen.session.run and explorer.run.made == 1)
        assert "aaabdaaabac.txt" in explorer.status
        assert explorer.merges == [(97, 97)]


# -- a process that is lost ----------------------------------------------------------------------------------------


async def test_a_lost_process_is_reported_and_its_run_restored_exactly() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.press("S")
        await explorer.until_made(10)
        await explorer.press("2", "down", "down", "m")
        await explorer.until_made(11)
        await explorer.step("s", "b", "b")
        await explorer.ask("t", "1000")
        await explorer.press("1", *["pagedown"] * 3, "i", *"the end", "escape")
        before = (explorer.run.merges.copy(), explorer.run.tokens, explorer.run.target, explorer.corpus.top)
        for _ in range(2):
            kill(explorer)
            await explorer.until_hint("Restarted at merge 10: the trainer's process was ended by SIGKILL")
            await until_back(explorer, 10)
            assert (explorer.run.merges, explorer.run.tokens, explorer.run.target, explorer.corpus.top) == before
            await explorer.press("1")
            assert explorer.hint == ""
        await explorer.step("s", "s")
        assert explorer.run.merges == before[0]
        assert explorer.typed.text == "the end"
        await explorer.press("0")
        await explorer.until_made(0)


async def test_a_lost_process_is_reported_without_hiding_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.model").touch()
    async with exploring(TOY) as explorer:
        for key, answer in (("t", "258"), ("e", "a.model")):
            await explorer.press(key, "ctrl+u")
            kill(explorer)
            await until(explorer.pilot, lambda: explorer.screen.query_one(BottomBar)._later)
            await until(explorer.pilot, lambda: not explorer.screen.session.opening)  # or the answer waits for that
            await explorer.press(*answer, "enter")
            if key == "t":
                assert "Restarted at merge 0: the trainer's process was ended by SIGKILL" in explorer.hint
                assert explorer.hint.endswith("Press r to run to a vocabulary of 258")
            else:
                assert explorer.bottom == "a.model exists. Overwrite? y/N"
                await explorer.press("n")
                assert "Restarted" in explorer.hint
            await until_back(explorer, 0)


@pytest.mark.parametrize("key", ["c", "d"])
async def test_a_lost_process_is_reported_on_the_screen_in_front(key: str) -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("i", "a", "escape", key)
        kill(explorer)
        await until(
            explorer.pilot,
            lambda: "Restarted at merge 0" in explorer.app.screen.query_one(KeyLine).hint,
        )


async def test_a_process_lost_in_a_run_can_run_on() -> None:
    async with exploring("sample:english", "gpt2", vocab_size=900) as explorer:
        await explorer.press("r")
        await until(explorer.pilot, lambda: explorer.run.made > 5)
        kill(explorer)
        await explorer.until_hint("Restarted")
        await until(explorer.pilot, lambda: not explorer.screen.session.opening)
        await explorer.press("r")
        await explorer.until_hint("Target reached: 644 merges")


async def test_a_process_lost_over_another_text_brings_the_old_one_back(pipe: Path) -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        with loading(pipe, "xyxy"):
            explorer.screen.session.open(Source("pipe", pipe), Options())
            await explorer.press("s")
            kill(explorer)
            await explorer.until_hint("Restarted at merge 2")
            await until_back(explorer, 2)
            assert "text · bytes" in explorer.status


async def test_a_run_whose_text_is_gone_is_reported_as_lost(tmp_path: Path) -> None:
    path = tmp_path / "fleeting.txt"
    path.write_text(TOY)
    async with exploring(path) as explorer:
        await explorer.step("s")
        path.unlink()
        kill(explorer)
        await explorer.until_hint("there is no file")
        assert explorer.hint.endswith("the run shown here cannot go on: press o to open another text")
        await explorer.press("s")
        await explorer.until_hint("no corpus is open")
        path.write_text("xyxy")
        await explorer.ask("o", str(path))
        await until(explorer.pilot, lambda: not explorer.screen.session.opening)
        await explorer.step("s")
        assert explorer.merges == [(120, 121)]


async def test_a_changed_text_is_reported_after_a_restart() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        explorer.run.opened = replace(explorer.run.opened, source=Source("text", data=b"aab"))
        kill(explorer)
        await explorer.until_hint("cannot be repeated: the pair does not occur in the corpus")
        await until(explorer.pilot, lambda: not explorer.screen.session.opening)


async def test_a_text_that_kills_every_process_ends_the_app() -> None:
    async with exploring(TOY) as explorer:
        for _ in range(3):
            explorer.screen.session.take(Died("the trainer's process was ended by SIGKILL"))
        app = await ended(explorer)
        assert app.failure == "the trainer's process was ended by SIGKILL; it ends again and again with this text"


async def test_deaths_with_recoveries_between_them_do_not_add_up() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        for _ in range(4):
            await explorer.press("1")
            kill(explorer)
            await explorer.until_hint("Restarted at merge 2")
            await until_back(explorer, 2)
        assert not explorer.app._exit
        await explorer.step("s")


async def test_a_process_that_cannot_be_started_again_ends_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    async with exploring(TOY) as explorer:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        kill(explorer)
        assert (await ended(explorer)).failure.startswith("the trainer's process cannot be started")


# -- settings ------------------------------------------------------------------------------------------------------


def plain_app() -> BpetuiApp:
    return BpetuiApp(Start(Source("text", data=b"abc"), vocab_size=300))


def test_the_theme_is_the_terminals_own_where_colors_are_few_or_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain_app().theme == "textual-dark"
    with monkeypatch.context() as patched:
        patched.setenv("NO_COLOR", "1")
        assert plain_app().theme == "ansi-dark"
    monkeypatch.delenv("COLORTERM")
    assert plain_app().theme == "textual-dark"
    monkeypatch.setenv("TERM", "xterm")
    assert plain_app().theme == "ansi-dark"


async def test_the_screen_is_complete_with_few_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM")
    async with exploring(TOY) as explorer:
        assert explorer.app.native_ansi_color
        await explorer.step("s")
        await explorer.press("i", *"aab", "escape", "left", *"1234?")
