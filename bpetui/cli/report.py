"""What ``bpetui train`` tells of its merges while it learns them: as JSON, as rows for a reader, or not at all."""

import time
from collections.abc import Sequence

from bpetui.cli.output import flush, say, to_json, uninterrupted, write
from bpetui.core.corpus import Corpus
from bpetui.core.utf8 import bracketed, visible
from bpetui.core.vocabulary import BYTES, Merge, Vocabulary

_HEADER = "   merge       id     left    right        count  ties  token\n"
_LONG_TOKEN = 60


class Report:
    """Says nothing on standard output, and on standard error what was read and what came of it."""

    def __init__(self) -> None:
        self._vocabulary = Vocabulary()
        self._began = time.monotonic()

    def corpus(self, name: str, corpus: Corpus) -> None:
        """What there is to learn from."""
        words = several(corpus.word_count, "word")
        if corpus.word_count > 1:
            words += f" ({len(corpus.words):,} distinct)"
        say(f"{name}: {several(corpus.byte_count, 'byte')}, {several(corpus.character_count, 'character')}, {words}")

    def catch_up(self, merges: Sequence[Merge]) -> None:
        """Tell of those of the merges made so far that were not told of before."""
        with uninterrupted():
            for merge in merges[len(self._vocabulary) - BYTES :]:
                token = self._vocabulary[self._vocabulary.append(merge.left, merge.right)]
                self._merge(merge, token)
            flush()

    def end(self, reason: str, tokens: int) -> None:
        """What was learned, once all merges were told of; ``tokens`` is 0 if the corpus was not loaded yet."""
        size = len(self._vocabulary)
        if tokens or reason != "interrupted":
            made = several(size - BYTES, "merge")
            say(f"{made} in {self._seconds} s: {size:,} tokens in the vocabulary, {tokens:,} in the text")

    def _merge(self, merge: Merge, token: bytes) -> None:
        pass

    @property
    def _seconds(self) -> float:
        return round(time.monotonic() - self._began, 2)


class Rows(Report):
    """A row for each merge, for a person to read."""

    def _merge(self, merge: Merge, token: bytes) -> None:
        if merge.number == 1:
            write(_HEADER)
        try:
            text = visible(token.decode()[: _LONG_TOKEN + 1], space="␣")
        except UnicodeDecodeError:
            text = bracketed(token[: _LONG_TOKEN + 1])
        if len(text) > _LONG_TOKEN:
            text = text[:_LONG_TOKEN] + "…"
        numbers = f"{merge.number:8}{merge.id:9}{merge.left:9}{merge.right:9}{merge.count:13,}{merge.ties:6,}"
        write(f"{numbers}  {text}\n")


class Events(Report):
    """A line of JSON for the corpus, for each merge, and for the end."""

    def corpus(self, name: str, corpus: Corpus) -> None:
        with uninterrupted():
            _event(
                "corpus",
                bytes=corpus.byte_count,
                characters=corpus.character_count,
                words=corpus.word_count,
                distinct_words=len(corpus.words),
                tokens=corpus.byte_count,
            )
            flush()

    def end(self, reason: str, tokens: int) -> None:
        _event("end", reason=reason, vocab_size=len(self._vocabulary), tokens=tokens, seconds=self._seconds)

    def _merge(self, merge: Merge, token: bytes) -> None:
        _event(
            "merge",
            step=merge.number,
            id=merge.id,
            left=merge.left,
            right=merge.right,
            count=merge.count,
            ties=merge.ties,
            bytes=token.hex(),
            tokens=merge.tokens,
        )


def _event(name: str, **fields: str | float) -> None:
    write(to_json({"event": name, **fields}) + "\n")


def several(number: int, noun: str) -> str:
    """A number and what it counts: ``1 merge``, ``1,500 merges``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
