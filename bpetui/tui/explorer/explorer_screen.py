"""The explorer: corpus, pairs, history, words, and typed text on one screen, and the action of each key."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.signal import Signal

from bpetui.tui.explorer.corpus_finder import CorpusFinder
from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.corpus_questions import CorpusQuestions
from bpetui.tui.explorer.deferred_actions import in_front, when_open
from bpetui.tui.explorer.focused_pane import FocusedPane
from bpetui.tui.explorer.list_filters import ListFilters
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.explorer.pane_layout import PaneLayout
from bpetui.tui.explorer.run_controls import RunControls
from bpetui.tui.explorer.sheets import Sheets
from bpetui.tui.explorer.side_panes import Side
from bpetui.tui.explorer.status_line import StatusLine
from bpetui.tui.explorer.tokenizer_choice import TokenizerChoice
from bpetui.tui.explorer.try_it_pane import TryItPane
from bpetui.tui.explorer.typed_text_screens import TypedTextScreens
from bpetui.tui.explorer.visible_parts import VisibleParts
from bpetui.tui.requests import Requests
from bpetui.tui.run.background import Background
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.session import Session
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.terminal.screen import BaseScreen
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.table import Table
from bpetui.worker.messages import Found, HeldOutReport, Loading, Ties, UndecodedText, View


class ExplorerScreen(BaseScreen[None]):
    """Composes the panes and the objects that keys call, and shows what the session answers."""

    AUTO_FOCUS = "#corpus"
    BINDINGS = [
        binding("step", "move(1)"),
        binding("back", "move(-1)"),
        binding("run", "run"),
        binding("type", "type"),
        binding("spelling", "spelling"),
        binding("find", "find"),
        binding("help", "help"),
        binding("quit", "quit"),
        binding("step_ten", "move(10)"),
        binding("back_ten", "move(-10)"),
        binding("start", "seek(0)"),
        binding("go_to", "go_to"),
        binding("target", "target"),
        binding("choose", "choose"),
        binding("veto", "veto"),
        binding("vetoes", "vetoes"),
        binding("ties", "ties"),
        binding("settings", "settings"),
        binding("tokenizer", "tokenizer"),
        binding("trace", "trace"),
        binding("compare", "compare"),
        binding("decode", "decode"),
        binding("export", "export"),
        binding("held_out", "held_out"),
        binding("pane_corpus", "pane('corpus')"),
        binding("pane_pairs", "pane('pairs')"),
        binding("pane_history", "pane('history')"),
        binding("pane_words", "pane('words')"),
        binding("look_closer", "look_closer"),
        binding("zoom", "zoom"),
        binding("next", "next_place(False)"),
        binding("previous", "next_place(True)"),
        binding("open", "open"),
        binding("leave", "leave"),
    ]

    def __init__(self, session: Session, tokenizers: LoadedTokenizers, background: Background) -> None:
        super().__init__()
        self.session, self._background = session, background
        self._status, self._corpus, self._side = StatusLine(id="status"), CorpusPane(id="corpus"), Side(id="side")
        self._try_it, self._bar = TryItPane(session.keys, id="try"), BottomBar(id="bar")
        self._run_changed: Signal[None] = Signal(self, "the run has changed")
        self._requests = Requests(self)
        request_view = self._request_view
        self._filters = ListFilters(self._bar, session.keys, self.hint, request_view)
        self._visible_parts = VisibleParts(session, self._corpus, self._side, self._filters)
        self._layout = PaneLayout(self, self._corpus, self._side, self._try_it, request_view, self.hint)
        self._finder = CorpusFinder(session, self._corpus, self._side, self._layout.uncover_corpus, self.hint)
        self._controls = RunControls(session, self._bar, self._side.pairs, self._side.history, self.hint)
        post = self._requests.post
        self.tokenizer_choice = TokenizerChoice(session, tokenizers, self._try_it, self.hint, post)
        self._text_screens = TypedTextScreens(session, tokenizers, self._try_it, self._run_changed, self.hint, post)
        self._corpus_questions = CorpusQuestions(session, self._bar, self.hint, post, self.tokenizer_choice.choose)
        self._sheets = Sheets(self, session, self._text_screens, self.hint)
        self._focused_pane = FocusedPane(
            self, session, self._bar, self._layout, self._filters, self._finder, self._sheets, self.hint
        )

    def compose(self) -> ComposeResult:
        yield self._status
        with Horizontal(id="main"):
            yield self._corpus
            yield self._side
        yield self._try_it
        yield self._bar
        yield LongHint()

    def on_mount(self) -> None:
        """Ask for the corpus."""
        self._layout.start()
        self.session.start(self)

    # -- hints ---------------------------------------------------------------------------------------------------------

    @property
    def is_free(self) -> bool:
        """Whether this screen is in front, asks no question, and has requested no other screen."""
        return self.app.screen is self and not self._requests.is_waiting and not self._bar.asking

    def hint(self, sentence: str) -> None:
        """Show a sentence until the next key, on the foremost screen that has a bottom line."""
        bars = (bar for screen in reversed(self.app.screen_stack) for bar in screen.query(BottomBar))
        next(bars, self._bar).hint(sentence)

    def clear_hint(self) -> None:
        """Clear the hint of the screen in front; a hint on a screen below it remains."""
        for bar in self.app.screen.query(BottomBar):  # none while a screen opens or closes
            if bar.is_mounted:
                bar.clear_hint()

    # -- answers of the session ----------------------------------------------------------------------------------------

    def show_loading(self, name: str, loading: Loading) -> None:
        """Show the progress of loading."""
        self._status.show_loading(name, loading)

    def show_opened(self, run: RunState, *, is_new: bool) -> None:
        """Show another run, from the start of its corpus if it is new."""
        self._layout.show_opened(run)
        if is_new:
            self._corpus.open(run.opened.size)
            self._finder.show_opened()
            self._filters.clear_all()
        self._visible_parts.request()

    def show_run(self, run: RunState, *, merged: bool = False) -> None:
        """Show the state of the run; after merges, highlight the newest token."""
        self._finder.show_run(run)
        if merged:
            self._corpus.place = None
        self._status.show_run(run)
        self._side.history.show_run(run)
        self._try_it.show_run(run)
        self._run_changed.publish(None)

    def show_view(self, view: View, run: RunState) -> None:
        """Show the visible pairs, words and part of the corpus."""
        if view.pairs is not None:
            self._side.pairs.show_view(view, run)
        self._side.words.show_view(view, run)
        if view.passage is not None:
            self._corpus.show_passage(view.passage, run, self._side.pairs.selected_ids(run))

    def show_found(self, found: Found) -> None:
        """Go to a place that a search found."""
        self._finder.show_found(found)

    def show_ties(self, ties: Ties, run: RunState) -> None:
        """Show which pairs tie, and where each occurs first."""
        self._sheets.show_ties(ties, run)

    def show_held_out(self, held_out: HeldOutReport, run: RunState) -> bool:
        """Show the evaluation on a held-out text; return False if something else is in front."""
        return self.is_free and self._sheets.show_held_out(held_out, run)

    def ask_encoding(self, undecoded: UndecodedText, *, held_out: bool) -> None:
        """Ask for the encoding of a text that its present encoding cannot decode."""
        self._corpus_questions.ask_encoding(undecoded, held_out=held_out, is_free=self.is_free)

    # -- visible parts -------------------------------------------------------------------------------------------------

    @on(CorpusPane.ViewChanged)
    @on(Table.ViewChanged)
    def _request_view(self) -> None:
        self._visible_parts.request()

    @on(Table.Selected)
    def _on_selected(self, message: Table.Selected) -> None:
        if isinstance(message.table, PairsPane) and self.app.is_running:
            self._corpus.mark_pair(self._side.pairs.selected_ids(self.session.run))

    @on(Table.Entered)
    def _on_entered(self) -> None:
        self.action_look_closer()

    # -- keys ----------------------------------------------------------------------------------------------------------

    @when_open
    def action_move(self, by: int) -> None:
        """Make merges, or undo them."""
        self.session.move(by)

    @when_open
    def action_run(self) -> None:
        """Run to the target, or pause."""
        self.session.run_or_pause()

    @when_open
    def action_seek(self, number: int) -> None:
        """Go to a merge by its number."""
        self.session.go_to(number)

    def action_go_to(self) -> None:
        """Go to the merge selected in History, or ask for the number of one."""
        self._controls.go_to_merge()

    def action_target(self) -> None:
        """Ask for the vocabulary size to run to."""
        self._controls.ask_target()

    @when_open
    def action_choose(self) -> None:
        """Merge the selected pair, whatever its rank."""
        self._controls.merge_selected_pair()

    @when_open
    def action_veto(self) -> None:
        """Veto the selected pair, or allow it if it is vetoed."""
        self._controls.veto_or_allow_selected_pair()

    @when_open
    def action_vetoes(self) -> None:
        """List the vetoes, and lift them."""
        self._sheets.open_vetoes()

    @when_open
    def action_ties(self) -> None:
        """Explain which pairs tie."""
        self.session.explain_ties()

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        self._layout.go_to(name)

    def action_type(self) -> None:
        """Type text."""
        self._layout.go_to_text()

    def action_leave(self) -> None:
        """Leave the text; else stop opening; else show all panes; else clear a filter; else stop the run."""
        self._focused_pane.leave()

    @when_open
    def action_look_closer(self) -> None:
        """Open the selected token, or go to the next place of the selected pair or word."""
        self._focused_pane.open_selected()

    def action_spelling(self) -> None:
        """Change how the focused pane spells partial tokens."""
        self._focused_pane.cycle_spelling()

    def action_zoom(self) -> None:
        """Show the focused pane alone, or all again."""
        self._layout.zoom()

    def action_find(self) -> None:
        """Find text in the corpus, or filter the list that has the focus."""
        self._focused_pane.find()

    @when_open
    def action_next_place(self, backward: bool) -> None:
        """Go to the next place of the pair selected, the text found, or the newest token."""
        self._finder.find_next(backward=backward)

    def action_help(self) -> None:
        """Open the help."""
        self._sheets.open_help()

    def action_quit(self) -> None:
        """Quit; ask first if choices or vetoes would be lost."""
        if lost := self.session.lost_work():
            self._bar.confirm("Quit? y/N:", self.app.exit, lost)
        else:
            self.app.exit()

    def action_open(self) -> None:
        """Ask for another text."""
        self._corpus_questions.ask_corpus()

    @in_front
    def action_settings(self) -> None:
        """Open the settings."""
        self._corpus_questions.open_settings()

    @in_front
    def action_held_out(self) -> None:
        """Evaluate the merges on the held-out text, or ask for one."""
        run = self.session.run
        if run and run.held_out:
            self._sheets.open_held_out(run.held_out, run)
        else:
            self._corpus_questions.ask_held_out()

    def action_tokenizer(self) -> None:
        """Open the list of tokenizers."""
        self.tokenizer_choice.list_offers()

    def action_trace(self) -> None:
        """Trace the tokens of the typed text, merge by merge."""
        self._text_screens.trace()

    @in_front
    def action_compare(self) -> None:
        """Compare tokenizers on the typed text."""
        self._text_screens.compare()

    @in_front
    def action_decode(self) -> None:
        """Decode the tokens of the typed text, one at a time."""
        self._text_screens.decode()

    @in_front
    def action_export(self) -> None:
        """Ask for the file to write the merges to."""
        from bpetui.tui.explorer.export import Export  # late, since it imports all formats

        Export(self.session, self._bar, self.hint, self._background).ask_path()

    # -- focus ---------------------------------------------------------------------------------------------------------

    def on_descendant_focus(self) -> None:
        """On a small terminal, show the focused pane; close a question that loses the focus."""
        focused = self.focused
        if focused is not None and focused not in self.query("#bar *") and self.app.is_running:
            self._bar.leave()
            self._layout.show_focused()
