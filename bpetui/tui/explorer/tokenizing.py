"""The keys of the explorer that are about the text typed and its tokenizer, and about the file of the run's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar

from textual.screen import Screen

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats import lookup
from bpetui.formats.registry import Loaded
from bpetui.tui.compare.compare_screen import CompareScreen
from bpetui.tui.compare.comparison import Comparison
from bpetui.tui.decode.decode_screen import DecodingScreen
from bpetui.tui.explorer.token_row import TokenRow
from bpetui.tui.explorer.token_screen import TokenScreen
from bpetui.tui.explorer.try_it_pane import TIME_LIMIT, TryItPane
from bpetui.tui.run import tokenizer_export
from bpetui.tui.run.background import Beside
from bpetui.tui.run.loaded_tokenizers import Shelf
from bpetui.tui.run.session import Session
from bpetui.tui.run.tokenizer_export import Target
from bpetui.tui.tokenizers.offers import THIS_RUN, Offer, offers
from bpetui.tui.tokenizers.tokenizers_screen import TokenizersScreen
from bpetui.tui.trace.trace_screen import TraceScreen
from bpetui.tui.trace.typed_trace import Traced
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.tui.widgets.text_field import TextField

S = TypeVar("S", bound="TokenizingScreen")
P = ParamSpec("P")

_NO_TOKENS_YET = "the text is still being opened; its tokens come when it is, or k chooses another tokenizer"
_EXPORT = "export (.model .tiktoken .json or FOLDER/):"


def when_open(action: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """An action that is for a corpus: while one is loading it waits for it."""

    @wraps(action)
    def obeyed(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        self.session.when_open(partial(action, self, *args, **kwargs))

    return obeyed


def in_front(action: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """An action that shows something in front. While a corpus is loading it waits, as with `when_open`; and it is
    dropped if by then something else is in front."""

    @wraps(action)
    def obeyed(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        front: object = self.app.screen
        if front is self and not self.query_one(BottomBar).asking:
            action(self, *args, **kwargs)

    @wraps(action)
    def waiting(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.session.opening:
            self.hint("this waits until the text is open")
        self.session.when_open(partial(obeyed, self, *args, **kwargs))

    return waiting


class TokenizingScreen(Screen[None]):
    """Chooses what Try it cuts with, looks closer at how it does, and exports."""

    def __init__(self, session: Session, shelf: Shelf, beside: Beside) -> None:
        super().__init__()
        self.session, self.shelf = session, shelf
        self._beside = beside
        self._wanted = ""  # what was chosen last, and may be loading; empty for the run
        self._known: set[str] = set()  # what has been used before
        self._comparison: Comparison | None = None  # what was compared last

    def hint(self, sentence: str) -> None:
        """Say something in one line, until the next key, on the foremost screen that has one."""
        bars = (bar for screen in reversed(self.app.screen_stack) for bar in screen.query(BottomBar))
        next(bars, self.query_one(BottomBar)).hint(sentence)

    # -- what Try it cuts with -----------------------------------------------------------------------------------------

    @property
    def offers(self) -> list[Offer]:
        """All tokenizers that can be chosen."""
        return offers(self.session.run, self.shelf.loaded, lookup.listed())

    def action_tokenizer(self) -> None:
        """List the tokenizers, to choose one."""
        chosen = self.query_one(TryItPane).chosen
        name = chosen.name if chosen else ""
        self.app.push_screen(TokenizersScreen(self.offers, name, self.choose_tokenizer, self._split))

    def choose_tokenizer(self, name: str) -> None:
        """Use the tokenizer of a name or at a path, once it is loaded; the run's if the name is empty."""
        self._wanted = name
        if name:
            self.shelf.load(name, partial(self._take, name))
        else:
            self._use(None)

    def _take(self, name: str, loaded: Loaded) -> None:
        if name != self._wanted:
            return
        tokenizer, front = loaded.tokenizer, self.app.screen
        if not isinstance(tokenizer, Tokenizer) or tokenizer.split is not None:
            self._use(loaded)
        elif isinstance(front, TokenizersScreen):
            front.ask_split(loaded)
        else:
            self.hint(f"{loaded.name} does not say how a text is split; choose it with k to say it")

    def _split(self, loaded: Loaded, split: Split) -> None:
        self.shelf.split(loaded.name, split, partial(self._take, self._wanted))

    def _use(self, loaded: Loaded | None) -> None:
        pane, front = self.query_one(TryItPane), self.app.screen
        pane.use(loaded)
        if isinstance(front, TokenizersScreen):
            front.leave()
        said = [f"Try it cuts with {loaded.name if loaded else THIS_RUN} now"]
        if not pane.typed.text:
            said[0] += ": i types a text"
        if loaded and loaded.name not in self._known:
            self._known.add(loaded.name)
            said += (f"it {note}" for note in loaded.notes)
        self.hint(" · ".join(said))

    # -- closer looks --------------------------------------------------------------------------------------------------

    def action_trace(self) -> None:
        """Show how the text typed comes to its tokens."""
        pane = self.query_one(TryItPane)
        if pane.tokenizer is None:
            self.hint(_NO_TOKENS_YET)
            return
        if not pane.typed.text:
            self.hint("nothing is typed yet whose tokens could be traced: i types a text")
            return
        name = pane.chosen.name if pane.chosen else THIS_RUN
        try:
            traced = Traced.of(pane.entered, pane.tokenizer, name, TIME_LIMIT)
        except BpetuiError as error:
            self.hint(str(error))
        else:
            self.app.push_screen(TraceScreen(traced, name, self.query_one(TokenRow).spelling))

    @in_front
    def action_compare(self) -> None:
        """Compare what several tokenizers make of the text typed."""
        pane = self.query_one(TryItPane)
        if pane.trained is None:
            return
        if self._comparison is None:
            self._comparison = Comparison(["", pane.chosen.name] if pane.chosen else [""])
        self.app.push_screen(
            CompareScreen(pane.entered, self._comparison, self.shelf, pane.trained), self._take_compared
        )

    def _take_compared(self, text: str | None) -> None:
        """Take over the text that was typed there."""
        if text is not None and text != self.query_one(TryItPane).entered:
            self.query_one("#typed", TextField).set_text(text)

    @in_front
    def action_decode(self) -> None:
        """Decode the tokens of the text typed, one at a time."""
        pane = self.query_one(TryItPane)
        if pane.tokenizer is not None:
            name = pane.chosen.name if pane.chosen else THIS_RUN
            self.app.push_screen(DecodingScreen(pane.typed.ids, pane.tokenizer, name))

    def look_at_typed(self) -> None:
        """Look closer at the token that is selected in Try it."""
        pane, row, run = self.query_one(TryItPane), self.query_one(TokenRow), self.session.run
        typed, tokenizer = row.typed, pane.tokenizer
        if not typed.ids or tokenizer is None:
            self.hint("nothing is selected here to look closer at" if tokenizer else _NO_TOKENS_YET)
            return
        token_id, touched = typed.ids[row.selected], [part.character for part in typed.parts(row.selected)]
        if tokenizer is pane.trained and run is not None and run.knows(token_id):
            self.app.push_screen(TokenScreen.of_run(token_id, run, touched))
        else:
            self.app.push_screen(TokenScreen.of_tokenizer(token_id, tokenizer, touched))

    # -- a file --------------------------------------------------------------------------------------------------------

    @in_front
    def action_export(self) -> None:
        """Ask for the file to write the merges to."""
        run = self.session.run
        if run is None:
            return
        try:
            tokenizer_export.check(run)
        except BpetuiError as error:
            self.hint(str(error))
        else:
            self.query_one(BottomBar).ask(_EXPORT, self._export_to, tokenizer_export.suggested(run))

    def _export_to(self, name: str) -> None:
        run = self.session.run
        if not name.strip() or run is None:
            return
        target = tokenizer_export.target(name.strip())
        write = partial(self._write, tokenizer_export.snapshot(run), target)
        if target.is_there:
            where = "into" if target.is_folder else "over"
            self.query_one(BottomBar).confirm(f"{target.name} exists: y writes {where} it", partial(write, force=True))
        else:
            write(force=False)

    def _write(self, make: Callable[[], Tokenizer], target: Target, *, force: bool) -> None:
        work = partial(tokenizer_export.export, make, target, force=force)
        self._beside.run(work, self.hint, self.hint, to_the_end=True)
