"""The choice of the tokenizer for Try it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from bpetui.core.notes import sentences
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.tui.explorer.try_it_pane import TryItPane
from bpetui.tui.requests import OpenTokenizers, Request, TokenizerList
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import THIS_RUN, Offer, offers
from bpetui.tui.run.session import Session

if TYPE_CHECKING:
    from bpetui.formats.registry import LoadedTokenizer

_TITLE = "Tokenizer for Try it"


class TokenizerChoice:
    """Chooses the tokenizer of the ``pane``: the run's, or one of ``tokenizers``."""

    def __init__(
        self,
        session: Session,
        tokenizers: LoadedTokenizers,
        pane: TryItPane,
        hint: Callable[[str], None],
        post: Callable[[Request], None],
    ) -> None:
        self._session, self._tokenizers, self._pane = session, tokenizers, pane
        self._hint, self._post = hint, post
        self._requested = ""  # the last choice, which may be loading; empty for the run
        self._used_before: set[str] = set()  # their notes were shown

    @property
    def offers(self) -> list[Offer]:
        """All tokenizers that can be chosen."""
        from bpetui.formats.tokenizer_list import list_tokenizers

        return offers(self._session.run, self._tokenizers.loaded, list_tokenizers())

    def list_offers(self) -> None:
        """Open the list of tokenizers to choose from."""
        chosen = self._pane.chosen
        self._post(OpenTokenizers(_TITLE, self.offers, chosen.name if chosen else "", self.choose, self._split))

    def choose(self, name: str, listed: TokenizerList | None = None) -> None:
        """Load the tokenizer of a name or at a path, then use it; an empty name stands for the run's.

        ``listed`` is the list that it was chosen from, if any; the list closes when the tokenizer is in use.
        """
        self._requested = name
        if name:
            self._tokenizers.load(name, partial(self._use_loaded, name, listed))
        else:
            self._use(None, listed)

    def _use_loaded(self, name: str, listed: TokenizerList | None, loaded: LoadedTokenizer) -> None:
        if name != self._requested:
            return
        tokenizer = loaded.tokenizer
        if not isinstance(tokenizer, BpeTokenizer) or tokenizer.split is not None:
            self._use(loaded, listed)
        elif listed is not None and listed.is_current:
            listed.ask_split(loaded)
        else:
            sentence = "{name} does not record its split; press {keys[tokenizer]}, select it again and choose one"
            self._hint(self._session.keys.format(sentence, name=visible(loaded.name)))

    def _split(self, loaded: LoadedTokenizer, split: Split, listed: TokenizerList) -> None:
        self._tokenizers.split(loaded.name, split, partial(self._use_loaded, self._requested, listed))

    def _use(self, loaded: LoadedTokenizer | None, listed: TokenizerList | None) -> None:
        self._pane.use(loaded)
        if listed is not None and listed.is_current:
            listed.leave()
        sentence = (
            "Try it now uses {name}"
            if self._pane.typed.text
            else "Try it now uses {name}; press {keys[type]} to type text"
        )
        hints = [self._session.keys.format(sentence, name=visible(loaded.name) if loaded else THIS_RUN)]
        if loaded and loaded.name not in self._used_before:
            self._used_before.add(loaded.name)
            hints += sentences(loaded.notes, loaded.name)
        self._hint(" · ".join(hints))
