"""The screens that show the tokens of the typed text: Trace, Compare, Decode, and the details of a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.signal import Signal

from bpetui.core.errors import BpetuiError
from bpetui.tui.explorer.try_it_pane import TIME_LIMIT, TryItPane
from bpetui.tui.requests import OpenCompare, OpenDecode, OpenTrace, Request
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import THIS_RUN
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.run.session import Session
from bpetui.tui.run.typed_trace import TypedTrace

if TYPE_CHECKING:
    from bpetui.tui.explorer.token_screen import TokenScreen

_NO_TOKENS_YET = "The corpus is still loading; wait, or press {keys[tokenizer]} to choose another tokenizer"


class TypedTextScreens:
    """Opens the screens on the text of the ``pane``, as its tokenizer cuts it.

    ``run_changed`` is published when the tokens of the run may have changed.
    """

    def __init__(
        self,
        session: Session,
        tokenizers: LoadedTokenizers,
        pane: TryItPane,
        run_changed: Signal[None],
        hint: Callable[[str], None],
        post: Callable[[Request], None],
    ) -> None:
        self._session, self._tokenizers, self._pane = session, tokenizers, pane
        self._run_changed, self._hint, self._post = run_changed, hint, post
        self._compared: ComparedTokenizers | None = None  # in the last comparison

    def trace(self) -> None:
        """Trace the tokens of the typed text, merge by merge."""
        pane = self._pane
        if pane.tokenizer is None:
            self._hint(self._session.keys.format(_NO_TOKENS_YET))
            return
        if not pane.typed.text:
            self._hint(self._session.keys.format("There is no text to trace: press {keys[type]} to type some"))
            return
        if isinstance(pane.tokenizer, RunStateTokenizer) and not pane.tokenizer.run.made:
            self._hint(self._session.keys.format("This run has no merges yet: press {keys[step]} first"))
            return
        try:
            trace = TypedTrace.from_text(pane.entered, pane.tokenizer, self._name, TIME_LIMIT)
        except BpetuiError as error:
            self._hint(str(error))
        else:
            self._post(OpenTrace(trace, self._name, pane.tokens.spelling))

    def compare(self) -> None:
        """Compare tokenizers on the typed text."""
        pane = self._pane
        if pane.run_tokenizer is None:
            return
        if self._compared is None:
            self._compared = ComparedTokenizers(["", pane.chosen.name] if pane.chosen else [""])
        self._post(
            OpenCompare(
                pane.entered,
                self._compared,
                self._tokenizers,
                pane.run_tokenizer,
                self._run_changed,
                self._replace_text,
            )
        )

    def _replace_text(self, text: str | None) -> None:
        """Replace the typed text with the one from the comparison."""
        if text is not None and text != self._pane.entered:
            self._pane.field.set_text(text)

    def decode(self) -> None:
        """Decode the tokens of the typed text, one at a time."""
        pane = self._pane
        if pane.tokenizer is not None:
            self._post(OpenDecode(pane.typed.ids, pane.tokenizer, self._name))

    def selected_token(self) -> TokenScreen | None:
        """Return the screen of the selected token; if there is none, show a hint and return None."""
        from bpetui.tui.explorer.token_screen import TokenScreen

        pane, run = self._pane, self._session.run
        typed, tokenizer, selected = pane.typed, pane.tokenizer, pane.tokens.selected
        if not typed.ids or tokenizer is None:
            sentence = "Nothing is selected here" if tokenizer else _NO_TOKENS_YET
            self._hint(self._session.keys.format(sentence))
            return None
        token_id, characters = typed.ids[selected], [part.character for part in typed.parts(selected)]
        if tokenizer is pane.run_tokenizer and run is not None and run.knows(token_id):
            return TokenScreen.from_run(token_id, run, characters)
        return TokenScreen.from_tokenizer(token_id, tokenizer, characters)

    @property
    def _name(self) -> str:
        return self._pane.chosen.name if self._pane.chosen else THIS_RUN
