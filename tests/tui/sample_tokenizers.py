"""Small tokenizers, their files, and backgrounds that work immediately or on request."""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from bpetui.core.notes import Note
from bpetui.core.splitting import Split, split_named
from bpetui.core.tokenization import Tokenization, TokenKind
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.registry import LoadedTokenizer
from bpetui.tui.run.background import Background, Callback

MERGES = [(104, 101), (256, 108), (257, 108), (258, 111)]
"""he, hel, hell, hello"""

RANKS = [bytes([value]) for value in range(256)] + [b"he", b"ll", b"hell", b"hello", b"\xe5\xba", b"xyz"]
"""No merge makes xyz, since xy is not a token."""

FOREIGN = {"un": 1, "##able": 2, "[UNK]": 100}


def tokenizer_from_merges(split: str = "gpt2") -> BpeTokenizer:
    """Return a tokenizer of `MERGES` with a special token."""
    return BpeTokenizer.from_pairs(MERGES, split_named(split), {"<|end|>": 260})


def tokenizer_from_ranks(split: Split | None = None) -> BpeTokenizer:
    """Return a tokenizer of `RANKS`."""
    return BpeTokenizer(dict(enumerate(RANKS)), None, split=split)


def loaded(tokenizer: BpeTokenizer | None = None, name: str = "toy", *notes: Note) -> LoadedTokenizer:
    """Return a tokenizer as if loaded from a file."""
    return LoadedTokenizer(tokenizer or tokenizer_from_merges(), name, "minbpe", notes)


def write_ranks(path: Path, ranks: Iterable[bytes] = RANKS) -> Path:
    """Write a file of tiktoken, which does not record its split."""
    lines = (f"{b64encode(token).decode()} {rank}\n" for rank, token in enumerate(ranks))
    path.write_text("".join(lines), encoding="utf-8")
    return path


def immediate_background() -> Background:
    """Return a background that works immediately."""
    return Background(lambda act: act(), lambda act, _: act())


@dataclass
class DeferredBackground:
    """A background that works, and hands back the result, when `work` is called."""

    waiting: list[Callback] = field(default_factory=list)

    @property
    def background(self) -> Background:
        return Background(self.waiting.append, lambda act, _: self.waiting.append(act))

    def work(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


class WordPiece:
    """A tokenizer of "unable x" that drops spaces; an unknown word is one token."""

    special_tokens = ("[CLS]",)
    reason = "its model is WordPiece"
    last_id = 101

    def __len__(self) -> int:
        return 4

    def token(self, token_id: int) -> bytes:
        return {1: b"un", 2: b"able", 100: b"[UNK]", 101: b"[CLS]"}[token_id]

    def kind(self, token_id: int) -> TokenKind:
        return {100: "unknown", 101: "special"}.get(token_id, "whole")  # type: ignore[return-value]

    def parts(self, token_id: int) -> tuple[int, int] | None:
        return None

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        start = 0
        for word in text.split(" "):
            stop = start + len(word.encode())
            if word == "unable":
                ids += (1, 2)
                spans += ((start, start + 2), (start + 2, stop))
            elif word:
                ids.append(100)
                spans.append((start, stop))
            start = stop + 1
        return Tokenization(text, tuple(ids), tuple(map(self.token, ids)), tuple(spans))

    def decode(self, token_ids: Iterable[int]) -> bytes:
        return b" ".join(map(self.token, token_ids))
