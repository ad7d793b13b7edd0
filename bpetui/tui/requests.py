"""What a screen asks the app to open in front of it: no screen knows another, and the app opens them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from textual.message import Message
from textual.message_pump import MessagePump
from textual.signal import Signal

from bpetui.core.splitting import Split
from bpetui.core.tokenization import AnyTokenizer
from bpetui.formats.registry import LoadedTokenizer
from bpetui.rendering.units import Spelling
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import Offer
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.typed_trace import TypedTrace


class Request(Message):
    """Asks for a screen; ``is_open`` once the app has opened it."""

    is_open = False


class Requests:
    """The requests of one screen, one at a time."""

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._last: Request | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether there is one that is not obeyed yet."""
        return self._last is not None and not self._last.is_open

    def post(self, request: Request) -> None:
        """Ask for a screen, unless another is about to open in front.

        The app has the request at once: by way of the screens it would come there behind the next key.
        """
        if not self.is_waiting:
            self._last = request
            self._screen.app.post_message(request)


@dataclass
class OpenSettings(Request):
    """Change the settings of a run that has ``made`` merges; ``take`` is called with the new ones, or None."""

    settings: Settings
    made: int
    take: Callable[[Settings | None], None]


@dataclass
class OpenTrace(Request):
    """Show how the tokenizer called ``name`` built the tokens of a text."""

    trace: TypedTrace
    name: str
    spelling: Spelling


@dataclass
class OpenCompare(Request):
    """Compare tokenizers on a text; ``take`` is called with the text that is in the field at the end.

    ``run_changed`` tells that the tokens of the run's tokenizer may be others.
    """

    text: str
    compared: ComparedTokenizers
    tokenizers: LoadedTokenizers
    run_tokenizer: RunStateTokenizer
    run_changed: Signal[None]
    take: Callable[[str | None], None]


@dataclass
class OpenDecode(Request):
    """Decode tokens of the tokenizer called ``name``, one at a time."""

    ids: Sequence[int]
    tokenizer: AnyTokenizer
    name: str


class TokenizerList(Protocol):
    """The screen that lists tokenizers, as those see it who asked for it."""

    @property
    def is_current(self) -> bool:
        """Whether it is in front."""

    def ask_split(self, loaded: LoadedTokenizer) -> None:
        """Ask how a text is split before this tokenizer has it."""

    def leave(self) -> None:
        """Close the screen."""


@dataclass
class OpenTokenizers(Request):
    """List tokenizers, the one called ``chosen`` selected, below a ``title``.

    ``choose`` is called with the name or the path of the one to load, empty for that of the run; ``split`` with one
    that is loaded, and the split that it was asked for. The list stays until it is told to leave.
    """

    title: str
    offers: Sequence[Offer]
    chosen: str
    choose: Callable[[str, TokenizerList], None]
    split: Callable[[LoadedTokenizer, Split, TokenizerList], None]
