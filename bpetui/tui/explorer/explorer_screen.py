"""The explorer: corpus, pairs, history, words and typed text on one screen, and what each key calls."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.signal import Signal

from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.rendering.units import Spelling
from bpetui.tui.explorer.corpus_finder import CorpusFinder
from bpetui.tui.explorer.corpus_options import CorpusOptions
from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.deferred_actions import in_front, when_open
from bpetui.tui.explorer.history_pane import HistoryPane
from bpetui.tui.explorer.number_question import ask_number
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.explorer.side_panes import SIDE, Side
from bpetui.tui.explorer.status_line import StatusLine
from bpetui.tui.explorer.token_row import TokenRow
from bpetui.tui.explorer.try_it_pane import TryItPane
from bpetui.tui.explorer.try_it_tokenizer import TryItTokenizer
from bpetui.tui.explorer.visible_parts import VisibleParts
from bpetui.tui.explorer.words_pane import NO_SPLIT, WordsPane
from bpetui.tui.requests import Requests
from bpetui.tui.run.background import Background
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.session import Session
from bpetui.tui.terminal.bindings import binding, keys_of, markup_keys
from bpetui.tui.terminal.screen import BaseScreen
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.table import Table
from bpetui.tui.widgets.text_field import TextField
from bpetui.worker.messages import Found, HeldOutReport, Loading, Source, Ties, View

if TYPE_CHECKING:
    from bpetui.tui.explorer.export import Export

_NO_PAIR = "No pair is selected: press {keys[pane_pairs]} to go to Pairs and select one with the arrow keys"
_SPELLED: dict[Spelling, str] = {
    "characters": "Characters: a small number tells how many tokens a character takes",
    "hex": "Hex: ⟨ ⟩ hold the bytes of a token that is not whole characters",
    "gpt2": "GPT-2 alphabet: one printable character for each byte",
}


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
        binding("closer", "closer"),
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
        self._visible_parts = VisibleParts(session, self._corpus, self._side)
        self._finder = CorpusFinder(session, self._corpus, self._side, self._uncover_corpus, self.hint)
        self.tokenizer = TryItTokenizer(
            session, tokenizers, self._try_it, self._run_changed, self.hint, self._requests.post
        )
        self._corpus_options = CorpusOptions(session, self._bar, self.hint, self._requests.post, self.tokenizer.choose)

    @cached_property
    def _export(self) -> Export:
        from bpetui.tui.explorer.export import Export  # with all formats, when the first file is written

        return Export(self.session, self._bar, self.hint, self._background)

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
        for pane in (self._corpus, *self._side.panes, self._try_it):
            pane.add_class("pane")
        self._corpus.border_title = "1 Corpus"
        self.add_class("-on-corpus")
        self.session.start(self)

    # -- what is in front ----------------------------------------------------------------------------------------------

    @property
    def is_free(self) -> bool:
        """Whether nothing is in front of this screen or about to be, and it asks no question."""
        return self.app.screen is self and not self._requests.is_waiting and not self._bar.asking

    def hint(self, sentence: str) -> None:
        """Say something in one line, until the next key, on the foremost screen that has one."""
        bars = (bar for screen in reversed(self.app.screen_stack) for bar in screen.query(BottomBar))
        next(bars, self._bar).hint(sentence)

    def clear_hint(self) -> None:
        """Clear the hint of the screen in front. A hint on a screen below another one remains, to be read."""
        for bar in self.app.screen.query(BottomBar):  # none before the screen is there, and when it goes
            if bar.is_mounted:
                bar.clear_hint()

    # -- what the session shows ----------------------------------------------------------------------------------------

    def show_loading(self, name: str, loading: Loading) -> None:
        """Show how far loading is."""
        self._status.show_loading(name, loading)

    def show_opened(self, run: RunState, *, is_new: bool) -> None:
        """Show another run, from the start of its corpus if it is new."""
        self.set_class(not run.has_words, "-one-word")
        if is_new:
            self._corpus.open(run.opened.size)
            self._finder.show_opened()
            self._visible_parts.show_opened()
        self._visible_parts.ask()

    def show_run(self, run: RunState, *, merged: bool = False) -> None:
        """Show the state of the run; after merges the newest token is highlighted."""
        self._finder.show_run(run)
        if merged:
            self._corpus.place = None
        self._status.show_run(run)
        self._side.history.show_run(run)
        self._try_it.show_run(run)
        self._run_changed.publish(None)

    def show_view(self, view: View, run: RunState) -> None:
        """Show the pairs, the words and the part of the corpus that are in view."""
        if view.pairs is not None:
            self._side.pairs.show_view(view, run)
        self._side.words.show_view(view, run)
        if view.passage is not None:
            self._corpus.show_passage(view.passage, run, self._finder.pair)

    def show_found(self, found: Found) -> None:
        """Go to a place that was searched for."""
        self._finder.show_found(found)

    def show_ties(self, ties: Ties, run: RunState) -> None:
        """Show which pairs tie, and where each is met first."""
        if self.app.screen is not self or isinstance(self.focused, TextField):
            return  # something else is asked for by now
        if not ties.pairs:
            self.hint("No pairs left, so there are no ties")
        elif ties.made == run.made:
            from bpetui.tui.explorer.ties_screen import TiesScreen

            self.app.push_screen(TiesScreen(ties, run))

    def show_held_out(self, held_out: HeldOutReport, run: RunState) -> bool:
        """Show the evaluation on a held-out text; return False if something else is in front."""
        if not self.is_free or isinstance(self.focused, TextField):
            return False
        from bpetui.tui.explorer.held_out_screen import HeldOutScreen

        self.app.push_screen(HeldOutScreen(run, held_out))
        return True

    def ask_encoding(self, source: Source, likely: str, *, held_out: bool) -> None:
        """Ask for the encoding of a text that is not in its own."""
        self._corpus_options.ask_encoding(source, likely, held_out=held_out, is_free=self.is_free)

    # -- what is looked at ---------------------------------------------------------------------------------------------

    @on(CorpusPane.Looked)
    @on(Table.Looked)
    def _on_looked(self) -> None:
        self._visible_parts.ask()

    @on(Table.Selected)
    def _on_selected(self, message: Table.Selected) -> None:
        if isinstance(message.table, PairsPane) and self.app.is_running:
            self._corpus.mark_pair(self._finder.pair)

    @on(Table.Entered)
    def _on_entered(self) -> None:
        self.action_closer()

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
        """Go to the merge selected in History, or to one asked for."""
        history = self._side.history
        if history.has_focus and not self.session.opening and (merge := history.selected_merge):
            self.action_seek(merge.number)
        else:
            ask_number(self._bar, "Go to merge number:", self.action_seek, 0, MAX_VOCABULARY - self._base)

    @property
    def _base(self) -> int:
        """The size of the starting vocabulary."""
        return self.session.run.base if self.session.run else 0

    def action_target(self) -> None:
        """Ask for the vocabulary size to run to."""
        ask_number(self._bar, "Target vocabulary size:", self._set_target, self._base, MAX_VOCABULARY)

    @when_open
    def _set_target(self, vocab_size: int) -> None:
        self.session.set_target(vocab_size)

    @when_open
    def action_choose(self) -> None:
        """Merge the selected pair, whatever its rank."""
        if pair := self._finder.pair:
            self.session.choose(*pair)
        else:
            self._say_no_pair()

    def _say_no_pair(self) -> None:
        self.hint(keys_of(self).format(_NO_PAIR))

    @when_open
    def action_veto(self) -> None:
        """Never merge the selected pair, in Pairs or History; or allow it again."""
        merge = self._side.history.selected_merge
        pair = (merge.left, merge.right) if merge and self._side.history.has_focus else self._finder.pair
        if pair is None:
            self._say_no_pair()
        else:
            self.session.forbid_or_allow(*pair)

    @when_open
    def action_vetoes(self) -> None:
        """List the vetoes, and lift them."""
        if run := self.session.run:
            from bpetui.tui.explorer.vetoes_screen import VetoesScreen

            self.app.push_screen(VetoesScreen(run.vetoes, self.session.allow))

    @when_open
    def action_ties(self) -> None:
        """Explain which pairs tie."""
        self.session.explain_ties()

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        if name in SIDE:
            self._side.show(name)
            self.call_after_refresh(self._visible_parts.ask)
        self._show_only(name)
        pane = self.query_one(f"#{name}")
        if pane.display:
            self.set_focus(pane)  # at once: keys typed ahead are for it
        else:  # Words, where all panes are shown that have something to show
            self.hint(keys_of(self).format(NO_SPLIT))

    def _uncover_corpus(self) -> None:
        """Go to the corpus if it is hidden by the pane that has the focus."""
        if not (self._corpus.display and self._corpus.size.height):
            self.action_pane("corpus")

    def action_type(self) -> None:
        """Type text."""
        self._show_only("typed")
        self.set_focus(self._try_it.field)

    def action_leave(self) -> None:
        """Leave the text; else stop opening; else show all panes again; else lift a filter; else stop what runs."""
        focused = self.focused
        if isinstance(focused, TextField):
            self.set_focus(self._try_it.tokens)
        elif self.session.opening:
            self.session.stop()
        elif self.has_class("-alone"):
            self.action_zoom()
        elif focused is not None and self._visible_parts.filter_of(focused.id) and not self.session.is_moving:
            self._visible_parts.set_filter(focused.id or "", "")
        else:
            self.session.stop()

    @when_open
    def action_closer(self) -> None:
        """Look closer at the token or pair that is selected."""
        run = self.session.run
        if run is None:
            return
        focused = self.focused
        token: int | None = None
        if isinstance(focused, CorpusPane):
            token = focused.token_at_place()
        elif isinstance(focused, PairsPane | WordsPane):
            self._finder.go_on(backward=False)
            return
        elif isinstance(focused, HistoryPane):
            token = focused.selected_merge.id if focused.selected_merge else None
        elif isinstance(focused, TokenRow):
            if screen := self.tokenizer.selected_token():
                self.app.push_screen(screen)
            return
        if token is None or not run.knows(token):
            self.hint("Nothing is selected here")
        else:
            from bpetui.tui.explorer.token_screen import TokenScreen

            self.app.push_screen(TokenScreen.from_run(token, run))

    def action_spelling(self) -> None:
        """Show partial tokens the next way in the pane that has the focus."""
        focused = self.focused
        if isinstance(focused, CorpusPane | PairsPane | HistoryPane | WordsPane | TokenRow):
            self.hint(_SPELLED[focused.cycle_spelling()])

    def action_zoom(self) -> None:
        """Show the focused pane alone, or all again."""
        self.toggle_class("-alone")
        self._try_it.tokens.list_tokens(self.has_class("-alone"))

    def action_find(self) -> None:
        """Find text in the corpus, or filter the list that has the focus."""
        name = self.focused.id if self.focused is not None else None
        before = self._visible_parts.filter_of(name)
        if name is not None and before is not None:
            label = "Show pairs that contain (text or hex bytes):" if name == "pairs" else "Show words that contain:"
            self._bar.ask(label, partial(self._filter, name), before)
        else:
            self._bar.ask("Find in the corpus:", self._finder.find)

    def _filter(self, name: str, text: str) -> None:
        """Show the rows of a list that contain a text, and name the key that shows all of them again."""
        self._visible_parts.set_filter(name, text)
        if text:
            self.hint(keys_of(self).format("Press {keys[leave]} to show the whole list again"))

    @when_open
    def action_next_place(self, backward: bool) -> None:
        """Go to the next place of the pair selected, the text found, or the newest token."""
        self._finder.go_on(backward=backward)

    def action_help(self) -> None:
        """Say what is on the screen, and all keys."""
        from bpetui.tui.explorer.help_screen import HelpScreen

        self.app.push_screen(HelpScreen(keys_of(self), markup_keys(self)))

    def action_quit(self) -> None:
        """Quit; first ask whether to, if own choices or vetoes would be lost."""
        if lost := self.session.lost_work():
            self._bar.confirm("Quit? y/N:", self.app.exit, lost)
        else:
            self.app.exit()

    def action_open(self) -> None:
        """Ask for another text."""
        self._corpus_options.ask_corpus()

    @in_front
    def action_settings(self) -> None:
        """Change how the merges are found."""
        self._corpus_options.ask_settings()

    @in_front
    def action_held_out(self) -> None:
        """Show how the merges do on the held-out text, or ask for one."""
        run = self.session.run
        if run and run.held_out:
            from bpetui.tui.explorer.held_out_screen import HeldOutScreen

            self.app.push_screen(HeldOutScreen(run, run.held_out))
        else:
            self._corpus_options.ask_held_out()

    def action_tokenizer(self) -> None:
        """List the tokenizers, to choose one."""
        self.tokenizer.list_offers()

    def action_trace(self) -> None:
        """Trace the tokens of the typed text, merge by merge."""
        self.tokenizer.trace()

    @in_front
    def action_compare(self) -> None:
        """Compare what several tokenizers make of the text typed."""
        self.tokenizer.compare()

    @in_front
    def action_decode(self) -> None:
        """Decode the tokens of the text typed, one at a time."""
        self.tokenizer.decode()

    @in_front
    def action_export(self) -> None:
        """Ask for the file to write the merges to."""
        self._export.ask_path()

    # -- small things --------------------------------------------------------------------------------------------------

    def on_descendant_focus(self) -> None:
        """Show only the focused pane on a very small terminal; close a question when the focus leaves it."""
        focused = self.focused
        if focused is not None and focused not in self.query("#bar *") and self.app.is_running:
            self._bar.leave()
            self._show_only(focused.id or "")

    def _show_only(self, name: str) -> None:
        """Name the pane that is shown where there is room for one only, by the id of what has the focus in it."""
        on = {"-on-corpus": name == "corpus", "-on-side": name in SIDE, "-on-try": name in ("typed", "tokens")}
        self.update_classes(on)  # at once: each change of the screen's classes restyles all that is on it
