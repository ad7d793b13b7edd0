"""The explorer: corpus, pairs, history, words and typed text on one screen, and the keys that work them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split
from bpetui.core.vocabulary import BYTES, MAX_VOCABULARY, Merge
from bpetui.files.samples import sample
from bpetui.tui.painting import Spelling
from bpetui.tui.panes.bar import BottomBar
from bpetui.tui.panes.corpus import CorpusPane
from bpetui.tui.panes.history import HistoryPane
from bpetui.tui.panes.pairs import PairsPane
from bpetui.tui.panes.status import StatusLine
from bpetui.tui.panes.table import Table
from bpetui.tui.panes.text_field import TextField
from bpetui.tui.panes.try_it import TokenRow, TryItPane
from bpetui.tui.panes.words import WordsPane
from bpetui.tui.run import Run
from bpetui.tui.screens.help import HelpScreen
from bpetui.tui.screens.token import TokenScreen
from bpetui.tui.searching import Search, Sought
from bpetui.worker.client import Client
from bpetui.worker.messages import (
    Answer,
    Choose,
    Command,
    Died,
    Found,
    Loading,
    Look,
    Move,
    Open,
    Opened,
    Progress,
    Refused,
    Seek,
    Source,
    Stop,
    View,
)

if TYPE_CHECKING:
    from bpetui.tui.app import BpetuiApp

_SIDE = ("pairs", "history", "words")
_TITLES = {"corpus": "1 Corpus", "pairs": "2 Pairs", "history": "3 History", "words": "4 Words"}
_SPELLED: dict[Spelling, str] = {
    "characters": "characters; a small number says how many tokens a character takes",
    "hex": "hex: the bytes of a token that is not whole characters stand in ⟨ ⟩",
    "gpt2": "the GPT-2 alphabet: one printable character for each byte",
}

P = ParamSpec("P")


def when_open(action: Callable[Concatenate[ExplorerScreen, P], None]) -> Callable[Concatenate[ExplorerScreen, P], None]:
    """An action that is for a corpus: while one is loading it waits for it."""

    @wraps(action)
    def obeyed(self: ExplorerScreen, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.opening:
            self.waiting.append(partial(action, self, *args, **kwargs))
        else:
            action(self, *args, **kwargs)

    return obeyed


class ExplorerScreen(Screen[None]):
    """Wires the panes to the trainer's process: keys become commands, answers are shown."""

    AUTO_FOCUS = "#corpus"
    BINDINGS = [
        Binding("s", "move(1)", "Step", id="step", tooltip="make the next merge"),
        Binding("b", "move(-1)", "Back", id="back", tooltip="undo the last merge, exactly"),
        Binding("r", "run", "Run", id="run", tooltip="run to the target, or pause"),
        Binding("i", "type", "Type", id="type", tooltip="type text and see its tokens"),
        Binding("h", "spelling", "Hex", id="spelling", tooltip="how partial tokens are shown in this pane"),
        Binding("slash", "find", "Find", id="find", key_display="/", tooltip="find text, or filter a list"),
        Binding("question_mark", "help", "Help", id="help", key_display="?", tooltip="what all this is, and all keys"),
        Binding("q", "quit", "Quit", id="quit", tooltip="quit at once"),
        Binding("S", "move(10)", "Ten steps", id="step_ten", show=False, tooltip="make ten merges"),
        Binding("B", "move(-10)", "Ten back", id="back_ten", show=False, tooltip="undo ten merges"),
        Binding("0", "seek(0)", "Start", id="start", show=False, tooltip="back to the start: no merges"),
        Binding("g", "go_to", "Go to", id="go_to", show=False, tooltip="go to a merge by its number"),
        Binding("t", "target", "Target", id="target", show=False, tooltip="set the vocabulary size to run to"),
        Binding("m", "choose", "Merge this", id="choose", show=False, tooltip="merge the selected pair instead"),
        Binding("1", "pane('corpus')", "Corpus", id="pane_corpus", show=False, tooltip="the text, cut into tokens"),
        Binding("2", "pane('pairs')", "Pairs", id="pane_pairs", show=False, tooltip="every pair, ranked"),
        Binding("3", "pane('history')", "History", id="pane_history", show=False, tooltip="every merge so far"),
        Binding("4", "pane('words')", "Words", id="pane_words", show=False, tooltip="every distinct word"),
        Binding("enter", "closer", "Look closer", id="closer", show=False, tooltip="look closer at what is selected"),
        Binding("z", "zoom", "Zoom", id="zoom", show=False, tooltip="this pane alone, and back"),
        Binding("n", "next_place(False)", "Next", id="next", show=False, tooltip="next place of what stands out"),
        Binding("N", "next_place(True)", "Previous", id="previous", show=False, tooltip="the place before"),
        Binding("o", "open", "Open", id="open", show=False, tooltip="open another text"),
        Binding("escape", "leave", "Leave, stop", id="leave", show=False, tooltip="leave the text; stop what runs"),
    ]

    def __init__(self, source: Source, split: Split, target: int, welcome: str) -> None:
        super().__init__()
        self._source, self._split, self._target = source, split, target
        self.welcome = welcome
        self._run: Run | None = None
        self._view: View | None = None
        self._look = Look()
        self._titles: dict[str, str] = {}  # of the panes, as they were set
        self._filters = {"pairs": "", "words": ""}
        self._asked = ""  # what the last run or seek was for
        self._sought: Sought = ""
        self._search: Search | None = None  # the last one, also when its answer has come
        self.opening = True  # until the corpus asked for last is seen
        self._loading = True  # until it is loaded
        self.waiting: list[Callable[[], None]] = []  # what keys asked for while a corpus was loading
        self._bringing_back: tuple[Merge, ...] = ()  # the merges of a run that was lost with its process
        self._deaths = 0  # of the trainer's process since it last was ready

    def compose(self) -> ComposeResult:
        yield StatusLine(id="status")
        with Horizontal(id="main"):
            yield CorpusPane(id="corpus")
            with Container(id="side"):
                yield PairsPane(id="pairs")
                yield HistoryPane(id="history")
                yield WordsPane(id="words")
        yield TryItPane(id="try")
        yield BottomBar(id="bar")

    def on_mount(self) -> None:
        """Ask for the corpus."""
        for pane in ("corpus", *_SIDE, "try"):
            self.query_one(f"#{pane}").add_class("pane")
        self._show_side("pairs")
        self.add_class("-on-corpus")
        self._open(self._source, self._split)

    # -- answers of the trainer's process ------------------------------------------------------------------------------

    def take(self, answer: Answer) -> None:
        """Show what the trainer's process says."""
        match answer:
            case Loading():
                self.query_one(StatusLine).show_loading(self._source.name, answer)
            case Opened():
                self._take_opened(answer)
            case Progress():
                self._take_progress(answer)
            case View():
                self._take_view(answer)
            case Found():
                self._take_found(answer)
            case Refused():
                self._take_refused(answer)
            case Died():
                self._take_death(answer)

    def _take_opened(self, opened: Opened) -> None:
        if opened.source == self._source:  # none other has been asked for since
            self._loading = False
            self._split = opened.split
        self.set_class(opened.split.name == "none", "-one-word")
        self._run = Run(opened, self._target, self._bringing_back)
        if not self._bringing_back:
            self.query_one(CorpusPane).open(opened.byte_count)
            self._sought, self._search = "", None
        self._bringing_back = ()
        self._look = Look()
        self._look_again()
        notes = [*opened.notes]
        if opened.limit < self._target:
            notes.append(f"this text allows at most {opened.limit:,} merges")
        if self.welcome or notes:
            self.hint(" · ".join([*notes, self.welcome] if self.welcome else notes))
        self.welcome = ""
        self._show_run()

    def _take_progress(self, progress: Progress) -> None:
        run = self._run
        if run is None:
            return
        stood = run.made == progress.made
        run.follow(progress)
        if isinstance(self._sought, tuple) and max(self._sought, default=0) >= run.vocab_size:
            self._sought = ""  # a token undone; another may come to have its id
        if not progress.moving:  # as at the end of opening, and of bringing a run back
            self._deaths = 0
        run.target = max(run.target, run.made)
        match progress.reason, self._asked:
            case "exhausted", _:
                self.hint(f"no pair is left: {run.made:,} merges are all that this text allows")
            case "there", "run":
                self.hint(f"the target is reached: {run.made:,} merges, vocabulary {run.vocab_size:,}; t sets another")
            case "there", "start":
                self.hint("this is the start: no merge is made")
            case "there", "seek" if stood:
                self.hint(f"the run stands at merge {run.made:,}")
        if progress.reason:
            self._asked = ""
        if progress.merges:  # what stands out now is the newest token
            self.query_one(CorpusPane).place = None
        self._show_run()

    def _show_run(self) -> None:
        if self._run is not None:
            self.query_one(StatusLine).show_run(self._run)
            self.query_one(HistoryPane).show_run(self._run)
            self.query_one(TryItPane).show_run(self._run)

    def _take_view(self, view: View) -> None:
        if self._run is None or view.revision < self._run.opened.revision:
            return
        self._view = view
        if view.pairs is not None:
            self.query_one(PairsPane).show_view(view, self._run)
        self.query_one(WordsPane).show_view(view, self._run)
        if view.passage is not None:
            self.query_one(CorpusPane).show_passage(view.passage, self._run, self._pair)
        if self.opening and not self._loading and view.pairs is not None:
            self.opening = False
            waiting, self.waiting = self.waiting, []
            for action in waiting:
                action()

    def _take_found(self, found: Found) -> None:
        search = self._search
        if search is None or found.find != search.find:
            return
        if found.offset is None:
            self.hint(f"{search.name} stands nowhere in the corpus now")
            return
        self.query_one(CorpusPane).jump(found.offset, found.offset + search.size)
        if found.wrapped:
            self.hint("from the other end of the corpus again")

    def _take_refused(self, refused: Refused) -> None:
        if refused.opening:
            if self._run is None:
                self._bpetui.fail(refused.sentence)
                return
            self.opening, self._loading, self.waiting, self._bringing_back = False, False, [], ()
            self._source, self._split = self._run.opened.source, self._run.opened.split
            self._show_run()
            if self._deaths:  # the process is a new one, without a corpus
                self.hint(f"{refused.sentence}; the run shown here cannot go on, o opens another text")
                return
        self.hint(refused.sentence)

    def _take_death(self, death: Died) -> None:
        """Start the process again, and bring the run back to where it was."""
        self._deaths += 1
        if self._deaths > 2:
            self._bpetui.fail(f"{death.sentence}; it does not stay alive with this text")
            return
        run = self._run
        made = tuple(run.merges[: run.made]) if run else ()
        undone = tuple(run.merges[run.made :]) if run else ()
        if run:  # not what was perhaps being opened in its place
            self._source, self._split = run.opened.source, run.opened.split
        try:
            self._client.restart()
        except BpetuiError as error:
            self._bpetui.fail(str(error))
            return
        self._open(self._source, self._split, made, undone)
        self._asked = ""
        self.welcome = f"started again, at merge {len(made):,}: {death.sentence}"

    # -- what is looked at ---------------------------------------------------------------------------------------------

    @property
    def _pair(self) -> tuple[int, int] | None:
        """The pair whose places stand out: the one selected."""
        pair, run = self.query_one(PairsPane).selected_pair, self._run
        known = pair and run and run.knows(pair.left) and run.knows(pair.right)
        return (pair.left, pair.right) if pair and known else None

    def _look_again(self) -> None:
        """Ask for what the panes show now."""
        if self._run is None or not self.app.is_running:
            return
        corpus, pairs, words = self.query_one(CorpusPane), self.query_one(PairsPane), self.query_one(WordsPane)
        look = Look(
            corpus.wanted,
            pairs.window,
            self._filters["pairs"],
            words.window if self._split.name != "none" and _is_seen(words) else None,
            self._filters["words"],
        )
        if look != self._look:
            self._look = look
            self._send(look)

    @on(CorpusPane.Looked)
    @on(Table.Looked)
    def _on_looked(self) -> None:
        self._look_again()

    @on(Table.Selected)
    def _on_selected(self, message: Table.Selected) -> None:
        if isinstance(message.table, PairsPane) and self.app.is_running:
            self.query_one(CorpusPane).mark_pair(self._pair)

    @on(Table.Entered)
    def _on_entered(self) -> None:
        self.action_closer()

    # -- keys ----------------------------------------------------------------------------------------------------------

    @when_open
    def action_move(self, by: int) -> None:
        """Make merges, or undo them."""
        self._asked = "start" if by < 0 else "step"
        self._send(Move(by))

    @when_open
    def action_run(self) -> None:
        """Run to the target, or pause."""
        run = self._run
        if run is None:
            return
        if run.moving:
            self._send(Stop())
        elif run.made >= run.target:
            self.hint(f"the target is reached: {run.made:,} merges, vocabulary {run.vocab_size:,}; t sets another")
        else:
            self._asked = "run"
            self._send(Seek(run.target))

    @when_open
    def action_seek(self, number: int) -> None:
        """Go to where so many merges are made."""
        self._asked = "start" if number == 0 else "seek"
        self._send(Seek(number))

    def action_go_to(self) -> None:
        """Go to the merge selected in History, or to one asked for."""
        history = self.query_one(HistoryPane)
        if history.has_focus and not self.opening and (merge := history.selected_merge):
            self.action_seek(merge.number)
        else:
            self._ask_number("go to merge number:", self.action_seek, 0, MAX_VOCABULARY - BYTES)

    def action_target(self) -> None:
        """Ask for the vocabulary size to run to."""
        self._ask_number("vocabulary size to run to:", self._set_target, BYTES, MAX_VOCABULARY)

    @when_open
    def _set_target(self, vocab_size: int) -> None:
        run = self._run
        if run is None:
            return
        run.target = self._target = max(vocab_size - BYTES, run.made)
        self._show_run()
        if vocab_size - BYTES < run.made:
            self.hint(f"{run.made:,} merges are made already; the target is where the run stands")
        elif run.target > run.opened.limit:
            self.hint(f"this text allows at most {run.opened.limit:,} merges; r runs as far as it goes")
        elif run.moving and self._asked == "run":
            self._send(Seek(run.target))

    @when_open
    def action_choose(self) -> None:
        """Merge the selected pair, whatever its rank."""
        pair, run = self._pair, self._run
        if pair is None:
            self.hint("no pair is selected: 2 goes to the pairs, the arrow keys select one")
        else:
            self._asked = "choice"
            self._send(Choose(*pair))
            if run is not None and (cut := len(run.merges) - run.made):
                self.hint(f"your choice takes the place of {cut:,} merge{'s' if cut > 1 else ''} undone before")

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        if name in _SIDE:
            self._show_side(name)
        self._show_only(name)
        pane = self.query_one(f"#{name}")
        if pane.display:
            self.set_focus(pane)  # at once: keys typed ahead are for it
        else:  # Words, where all panes are shown that have something to show
            self.hint("no split: the whole text is one word; open it with --split gpt2 to see words")

    def action_type(self) -> None:
        """Type text."""
        self._show_only("typed")
        self.set_focus(self.query_one("#typed"))

    def action_leave(self) -> None:
        """Leave the text; else stop opening; else show all panes again; else lift a filter; else stop what runs."""
        focused = self.focused
        if isinstance(focused, TextField):
            self.set_focus(self.query_one(TokenRow))
        elif self.opening:
            self._send(Stop())
        elif self.has_class("-alone"):
            self.action_zoom()
        elif focused is not None and self._filters.get(focused.id or "") and not self._is_moving:
            self._set_filter(focused.id or "", "")
        else:
            self._send(Stop())

    @property
    def _is_moving(self) -> bool:
        return self._run is not None and self._run.moving

    @when_open
    def action_closer(self) -> None:
        """Look closer at the token or pair that is selected."""
        run = self._run
        if run is None:
            return
        focused = self.focused
        token: int | None = None
        if isinstance(focused, CorpusPane):
            token = focused.token_at_place()
        elif isinstance(focused, PairsPane):
            self.action_next_place(False)
            return
        elif isinstance(focused, WordsPane) and focused.selected:
            beginning = b"".join(focused.selected.tokens)[:100]  # what is behind a long token's beginning is left out
            self._find_text(beginning.decode(errors="ignore"))
            return
        elif isinstance(focused, HistoryPane):
            token = focused.selected_merge.id if focused.selected_merge else None
        elif isinstance(focused, TokenRow):
            token = self.query_one(TryItPane).selected_token
        if token is None or not run.knows(token):
            self.hint("nothing is selected here to look closer at")
        else:
            self.app.push_screen(TokenScreen(token, run))

    def action_spelling(self) -> None:
        """Show partial tokens the next way in the pane that has the focus."""
        focused = self.focused
        if isinstance(focused, CorpusPane | PairsPane | HistoryPane | WordsPane | TokenRow):
            self.hint(_SPELLED[focused.cycle_spelling()])

    def action_zoom(self) -> None:
        """Show the focused pane alone, or all again."""
        self.toggle_class("-alone")
        self.query_one(TokenRow).list_tokens(self.has_class("-alone"))

    def action_find(self) -> None:
        """Find text in the corpus, or filter the list that has the focus."""
        name = self.focused.id if self.focused is not None else None
        if name in self._filters:
            noun = "pairs with (text, or bytes in hex):" if name == "pairs" else "words with:"
            self.query_one(BottomBar).ask(noun, self._filtering(name or ""), self._filters[name or ""])
        else:
            self.query_one(BottomBar).ask("find in the corpus:", self._find_text)

    def _filtering(self, name: str) -> Callable[[str], None]:
        return lambda text: self._set_filter(name, text)

    def _set_filter(self, name: str, text: str) -> None:
        self._filters[name] = text
        self._look_again()

    def _find_text(self, text: str) -> None:
        if text:
            self._sought = text
            self.action_next_place(False)

    @when_open
    def action_next_place(self, backward: bool) -> None:
        """Go to the next place of the pair selected, the text found, or the newest token."""
        run = self._run
        if run is None:
            return
        pair: Sought = self._pair or ()
        if self.query_one(PairsPane).has_focus:
            what = self._sought = pair
        else:
            what = self._sought or ((run.last.id,) if run.last else pair)
        if not what:
            self.hint("nothing stands out here: s makes a merge, / finds text")
            return
        corpus = self.query_one(CorpusPane)
        offset = corpus.place[0] if corpus.place else corpus.top - (not backward)
        self._search = Search.of(what, offset, backward, run)
        self._send(self._search.find)

    def action_open(self) -> None:
        """Ask for another text."""
        self.query_one(BottomBar).ask("open a file or sample:NAME:", self._open_named)

    def _open_named(self, text: str) -> None:
        text = text.strip()
        if not text:
            return
        try:
            path = sample(text.removeprefix("sample:")).path if text.startswith("sample:") else Path(text).expanduser()
            if path.is_fifo():  # which the trainer's process could read only once, and would wait for
                raise BpetuiError(f"{text} is a pipe; give it to the command: bpetui - < PIPE")
        except (BpetuiError, RuntimeError, ValueError, OSError) as error:
            self.hint(str(error))
            return
        self._open(Source(path.name, path, None, self._source.encoding, self._source.normalization), self._split)

    def action_help(self) -> None:
        """Say what is on the screen, and all keys."""
        self.app.push_screen(HelpScreen())

    def action_quit(self) -> None:
        """Quit at once."""
        self.app.exit()

    def commands(self) -> list[Binding]:
        """The keys, for the palette."""
        return [binding for binding in self.BINDINGS if isinstance(binding, Binding)]

    # -- small things --------------------------------------------------------------------------------------------------

    def hint(self, sentence: str) -> None:
        """Say something in one line, until the next key."""
        self.query_one(BottomBar).hint(sentence)

    def clear_hint(self) -> None:
        """A key was pressed."""
        for bar in self.query(BottomBar):  # none before the screen is there, and when it goes
            bar.clear_hint()

    def on_descendant_focus(self) -> None:
        """On a very small terminal only the pane that has the focus is shown; a question is for who stays with it."""
        focused = self.focused
        if focused is not None and focused not in self.query("#bar *") and self.app.is_running:
            self.query_one(BottomBar).leave()
            self._show_only(focused.id or "")

    def _show_only(self, name: str) -> None:
        """Name the pane that is shown where there is room for one only, by the id of what has the focus in it."""
        on = {"-on-corpus": name == "corpus", "-on-side": name in _SIDE, "-on-try": name in ("typed", "tokens")}
        self.update_classes(on)  # at once: each change of the screen's classes restyles all that is on it

    def _show_side(self, name: str) -> None:
        for pane in _SIDE:
            widget = self.query_one(f"#{pane}")
            widget.set_class(pane == name, "-shown", update=not widget.has_focus)  # which loses it now, with its style
        self._show_titles(name)
        self.call_after_refresh(self._look_again)

    def on_resize(self) -> None:
        """Titles say which panes there are where not all are shown."""
        shown = [pane for pane in _SIDE if self.query_one(f"#{pane}").has_class("-shown")]
        self.call_after_refresh(self._show_titles, shown[0] if shown else "pairs")

    def _show_titles(self, shown: str) -> None:
        tabbed = self.size.width < 120
        tabs = " │ ".join(
            f"[@click=screen.pane('{name}')]{f'[b reverse]{text}[/]' if name == shown else text}[/]"
            for name, text in _TITLES.items()
            if name in _SIDE
        )
        for pane in ("corpus", *_SIDE):
            title = tabs if tabbed and pane == shown else _TITLES[pane]
            if title != self._titles.get(pane):  # setting it paints the whole pane
                self._titles[pane] = title
                self.query_one(f"#{pane}").border_title = Content.from_markup(title)

    def _ask_number(self, label: str, answered: Callable[[int], None], least: int, most: int) -> None:
        def check(text: str) -> None:
            digits = text.replace(",", "").strip()
            if not digits.isascii() or not digits.isdigit() or len(digits) > 12 or not least <= int(digits) <= most:
                self.hint(f"a whole number from {least:,} to {most:,} is wanted here")
            else:
                answered(int(digits))

        self.query_one(BottomBar).ask(label, check)

    def _open(self, source: Source, split: Split, made: tuple[Merge, ...] = (), undone: tuple[Merge, ...] = ()) -> None:
        self._source, self._split = source, split
        self._bringing_back = made + undone
        self.opening, self._loading, self.waiting = True, True, []
        self._send(Open(source, split, made, undone))

    def _send(self, command: Command) -> None:
        self._client.send(command)

    @property
    def _bpetui(self) -> BpetuiApp:
        return cast("BpetuiApp", self.app)

    @property
    def _client(self) -> Client:
        return self._bpetui.client


def _is_seen(widget: Widget) -> bool:
    return widget.display and widget.size.height > 0
