"""Adding a tokenizer to the comparison."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.message_pump import MessagePump

from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.registry import LoadedTokenizer
from bpetui.formats.tokenizer_list import list_tokenizers
from bpetui.tui.requests import OpenTokenizers, Requests, TokenizerList
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import offers
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer

_TITLE = "Add a tokenizer to the comparison"


class TokenizerAddition:
    """Opens the list of tokenizers, loads the chosen one, and asks for its split if the file does not record it.

    ``add`` is called with the name of the tokenizer, empty for that of the run, and the list, which is still open.
    """

    def __init__(
        self,
        screen: MessagePump,
        compared: ComparedTokenizers,
        tokenizers: LoadedTokenizers,
        run_tokenizer: RunStateTokenizer,
        add: Callable[[str, TokenizerList], None],
    ) -> None:
        self._requests = Requests(screen)
        self._compared, self._tokenizers, self._run_tokenizer = compared, tokenizers, run_tokenizer
        self._add = add

    def open_list(self) -> None:
        """Show the list, with the first tokenizer on this machine selected that is not compared yet."""
        listed = offers(self._run_tokenizer.run, self._tokenizers.loaded, list_tokenizers())
        others = (offer.name for offer in listed if offer.is_here and offer.name not in self._compared.names)
        self._requests.post(OpenTokenizers(_TITLE, listed, next(others, ""), self._choose, self._split))

    def _choose(self, name: str, tokenizer_list: TokenizerList) -> None:
        if name:
            self._tokenizers.load(name, partial(self._take, tokenizer_list))
        else:
            self._add(name, tokenizer_list)

    def _take(self, tokenizer_list: TokenizerList, loaded: LoadedTokenizer) -> None:
        if not isinstance(loaded.tokenizer, BpeTokenizer) or loaded.tokenizer.split is not None:
            self._add(loaded.name, tokenizer_list)
        elif tokenizer_list.is_current:
            tokenizer_list.ask_split(loaded)

    def _split(self, loaded: LoadedTokenizer, split: Split, tokenizer_list: TokenizerList) -> None:
        self._tokenizers.split(loaded.name, split, partial(self._take, tokenizer_list))
