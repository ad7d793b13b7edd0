"""Which panes of the explorer are shown, and which of them has the focus."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.side_panes import SIDE, Side
from bpetui.tui.explorer.try_it_pane import TryItPane
from bpetui.tui.explorer.words_pane import NO_SPLIT
from bpetui.tui.run.run_state import RunState
from bpetui.tui.terminal.bindings import keys_of

_ALONE = "-alone"


class PaneLayout:
    """Moves the focus between the panes, and shows one pane alone or all that fit.

    The layout itself is in the style sheet of the app. This object sets the classes of ``screen`` that the rules there
    refer to. ``panes_changed`` is called when other panes may be on the screen.
    """

    def __init__(
        self,
        screen: Screen[None],
        corpus: CorpusPane,
        side: Side,
        try_it: TryItPane,
        panes_changed: Callable[[], None],
        hint: Callable[[str], None],
    ) -> None:
        self._screen, self._corpus, self._side, self._try_it = screen, corpus, side, try_it
        self._panes_changed, self._hint = panes_changed, hint

    def start(self) -> None:
        """Lay out the panes with the corpus in front."""
        for pane in (self._corpus, *self._side.panes, self._try_it):
            pane.add_class("pane")
        self._corpus.border_title = "1 Corpus"
        self._set_current("corpus")

    def show_opened(self, run: RunState) -> None:
        """Leave out Words where the text is not split, if there is room for all panes."""
        self._screen.set_class(not run.has_words, "-one-word")

    def go_to(self, name: str) -> None:
        """Show the pane of an id and focus it."""
        if name in SIDE:
            self._side.show(name)
            self._screen.call_after_refresh(self._panes_changed)
        self._set_current(name)
        pane = self._screen.query_one(f"#{name}")
        if pane.display:
            self._screen.set_focus(pane)  # at once: keys typed ahead are for it
        else:  # Words, where all panes with rows are shown
            self._hint(keys_of(self._screen).format(NO_SPLIT))

    def uncover_corpus(self) -> None:
        """Go to the corpus if the pane that has the focus hides it."""
        if not (self._corpus.display and self._corpus.size.height):
            self.go_to("corpus")

    def go_to_text(self) -> None:
        """Focus the text of Try it."""
        self._set_current("typed")
        self._screen.set_focus(self._try_it.field)

    def leave_text(self) -> None:
        """Move the focus from the text of Try it to its tokens."""
        self._screen.set_focus(self._try_it.tokens)

    @property
    def is_zoomed(self) -> bool:
        """Whether the pane that has the focus is shown alone."""
        return self._screen.has_class(_ALONE)

    def zoom(self) -> None:
        """Show the pane that has the focus alone, or all panes again."""
        self._screen.toggle_class(_ALONE)
        self._try_it.tokens.list_tokens(self.is_zoomed)

    def show_focused(self) -> None:
        """Show the pane that has the focus where there is room for one only."""
        focused = self._screen.focused
        self._set_current((focused.id or "") if focused else "")

    def _set_current(self, name: str) -> None:
        """Name the pane to show where there is room for one only, by the id of the widget in it that has the focus."""
        on = {"-on-corpus": name == "corpus", "-on-side": name in SIDE, "-on-try": name in ("typed", "tokens")}
        self._screen.update_classes(on)  # all at once, since each change restyles every widget of the screen
