"""A real trainer's process and what it has answered, for tests: it is never waited for without an end."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from bpetui.core.pieces import PIECE_TOKENS
from bpetui.core.trainer import BpeTrainer
from bpetui.core.vocabulary import Merge
from bpetui.files.source import Source
from bpetui.worker.client import Client
from bpetui.worker.messages import (
    Answer,
    Command,
    Died,
    Open,
    Opened,
    Passage,
    Refused,
    RunProgress,
    View,
    ViewRequest,
)
from tests.sample_corpora import corpus_of, options_of

TEXT = "Học sinh đang học sinh học ở trường.\n床前明月光，疑是地上霜。\nthe cat the dog the cat\n" * 3

PATIENCE = 60
"""Seconds after which a session is ended, and whoever still waits for an answer fails."""

AnswerT = TypeVar("AnswerT", bound=Answer)


def some_words(number: int) -> str:
    """A text of ``number`` random words, most of them different."""
    letters = random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=6 * number)
    return " ".join("".join(letters[at : at + 6]) for at in range(0, 6 * number, 6))


def opening(text: str, split: str = "none", name: str = "text", **more: Any) -> Open:
    """The command that opens a text."""
    return Open(Source(name, data=text.encode()), options_of(split), **more)


def trainer_on(text: str, split: str = "none", piece_tokens: int = PIECE_TOKENS) -> BpeTrainer:
    return BpeTrainer(corpus_of(text, split), piece_tokens=piece_tokens)


def pid_of(client: Client) -> int:
    """The process id of the trainer's process."""
    assert client._process
    return client._process._popen.pid


class Session:
    """A client, all answers received, and the history of merges that an app would make of them."""

    def __init__(self) -> None:
        self.client = Client()
        self.client.start()
        self.answers: list[Answer] = []
        self.history: list[Merge] = []
        self.known: tuple[Merge, ...] = ()
        self.made = 0
        self._requests = 0
        self._guard = threading.Timer(PATIENCE, self.client.close)
        self._guard.daemon = True
        self._guard.start()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._guard.cancel()
        self.client.close()

    @property
    def pid(self) -> int:
        """The process id of the trainer's process."""
        return pid_of(self.client)

    def send(self, *commands: Command) -> None:
        for command in commands:
            if isinstance(command, Open):
                self.known = command.made + command.undone
            self.client.send(command)

    def receive(self) -> Answer:
        """The next answer, kept, and entered into the history."""
        answer = self.client.receive()
        self.answers.append(answer)
        if isinstance(answer, Opened):
            self.history = list(self.known)
        if isinstance(answer, RunProgress):
            assert answer.first <= len(self.history) + 1, "merges were left out"
            self.history[answer.first - 1 : answer.first - 1 + len(answer.merges)] = answer.merges
            assert answer.made + answer.undone <= len(self.history), "merges were left out"
            del self.history[answer.made + answer.undone :]
            self.made = answer.made
        return answer

    def until(self, kind: type[AnswerT], test: Callable[[AnswerT], bool] = lambda answer: True) -> AnswerT:
        """Receive answers up to one of a kind that passes a test."""
        while True:
            answer = self.receive()
            if isinstance(answer, kind) and test(answer):
                return answer
            if isinstance(answer, Refused | Died):
                raise AssertionError(answer.sentence)

    def at_rest(self) -> RunProgress:
        """Receive answers until no run is under way."""
        return self.until(RunProgress, lambda progress: not progress.moving)

    def see(self, **shown: Any) -> View:
        """What the screen would show when all commands sent before are carried out."""
        self._requests += 1
        past_the_end = {
            "passage": (10**9 + self._requests, 1)
        }  # another place each time, so that no two requests are equal
        request = ViewRequest(**(past_the_end | shown))
        self.send(request)
        return self.until(View, lambda view: view.request == request)

    def tokens(self) -> list[int]:
        """The whole corpus as it is tokenized."""
        passage = self.see(passage=(0, 10**9)).passage
        assert isinstance(passage, Passage)
        return list(passage.ids)

    def open(self, text: str, split: str = "none", **more: Any) -> Opened:
        """Open a text and wait until it is there and its merges are made again."""
        self.send(opening(text, split, **more))
        opened = self.until(Opened)
        self.at_rest()
        return opened


def open_file(path: Path, split: str = "none", **more: Any) -> Open:
    """The command that opens a file."""
    return Open(Source(path.name, path, **more), options_of(split))
