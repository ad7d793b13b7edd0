"""Requests of a screen to open another: no screen imports another one, the app opens them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from textual.message import Message
from textual.message_pump import MessagePump
from textual.signal import Signal

from bpetui.core.splitting import Split
from bpetui.core.tokenization import AnyTokenizer
from bpetui.rendering.units import Spelling
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import Offer
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.typed_trace import TypedTrace

if TYPE_CHECKING:  # the formats are imported when the first tokenizer is loaded or written
    from bpetui.formats.registry import LoadedTokenizer


class Request(Message):
    """A request for a screen; ``is_open`` is true once the app has opened it."""

    is_open = False


class Requests:
    """The requests of one screen, one at a time."""

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._last: Request | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a request waits for the app."""
        return self._last is not None and not self._last.is_open

    def post(self, request: Request) -> None:
        """Request a screen, unless another one is about to open.

        The request goes to the app directly: through the screens it would arrive after the next key.
        """
        if not self.is_waiting:
            self._last = request
            self._screen.app.post_message(request)


@dataclass
class OpenSettings(Request):
    """Edit the settings of a run; ``take`` is called with the new settings, or None.

    ``discarded`` is the number of merges that other options would discard.
    """

    settings: Settings
    discarded: int
    take: Callable[[Settings | None], None]


@dataclass
class OpenTrace(Request):
    """Show how the tokenizer called ``name`` builds the tokens of a text."""

    trace: TypedTrace
    name: str
    spelling: Spelling


@dataclass
class OpenCompare(Request):
    """Compare tokenizers on a text; ``take`` is called with the edited text at the end.

    ``run_changed`` is published whenever the tokens of the run's tokenizer may change.
    """

    text: str
    compared: ComparedTokenizers
    tokenizers: LoadedTokenizers
    run_tokenizer: RunStateTokenizer
    run_changed: Signal[None]
    take: Callable[[str | None], None]


@dataclass
class OpenDecode(Request):
    """Decode ids of the tokenizer called ``name``, one at a time."""

    ids: Sequence[int]
    tokenizer: AnyTokenizer
    name: str


class TokenizerList(Protocol):
    """The list of tokenizers, for the screen that requested it."""

    @property
    def is_current(self) -> bool:
        """Whether the list is the screen in front."""

    def ask_split(self, loaded: LoadedTokenizer) -> None:
        """Ask for the split of this tokenizer, whose file does not record one."""

    def leave(self) -> None:
        """Close the screen."""


@dataclass
class OpenTokenizers(Request):
    """List tokenizers under a ``title``, with the one called ``chosen`` selected.

    ``choose`` is called with the name or path of the tokenizer to load, empty for that of the run; ``split`` with a
    loaded tokenizer and the split for it. The list stays open until its `TokenizerList.leave` is called.
    """

    title: str
    offers: Sequence[Offer]
    chosen: str
    choose: Callable[[str, TokenizerList], None]
    split: Callable[[LoadedTokenizer, Split, TokenizerList], None]
