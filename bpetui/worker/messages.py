"""What the app and the trainer's process say to each other: small, frozen, and typed.

A place in the corpus is a byte offset in its UTF-8 form. Commands are carried out in order; answers come in order.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

from bpetui.core.splitting import Split
from bpetui.core.trainer import RankedPair
from bpetui.core.vocabulary import Merge


@dataclass(frozen=True)
class Source:
    """Where a corpus comes from: a file, or what was read from standard input (``data``)."""

    name: str
    path: Path | None = None
    data: bytes | None = None
    encoding: str = "utf-8"
    normalization: str = "none"


# -- commands, from the app ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open:
    """Load a corpus, in place of the one there is.

    ``made`` and ``undone`` bring a run back to where it was: the merges to make again, and those undone behind them,
    both in order of their numbers.
    """

    source: Source
    split: Split
    made: tuple[Merge, ...] = ()
    undone: tuple[Merge, ...] = ()


@dataclass(frozen=True)
class Move:
    """Make ``by`` merges, or undo them where it is negative; ends a run or a seek under way."""

    by: int


@dataclass(frozen=True)
class Seek:
    """Go to where ``number`` merges have been made, publishing views on the way."""

    number: int


@dataclass(frozen=True)
class Choose:
    """Merge this pair of token ids next, whatever its rank; ends a run or a seek under way."""

    left: int
    right: int


@dataclass(frozen=True)
class Stop:
    """End the loading, run, seek or search under way, leaving things as they are."""


@dataclass(frozen=True)
class Look:
    """What the screen shows now, and so what views must hold; None for what is not shown.

    ``passage`` is the byte offset and size of the part of the corpus; ``pairs`` and ``words`` the first row and the row
    behind the last. Rows hold only pairs and words that contain ``pairs_filter`` or ``words_filter``: typed text, or
    bytes in hex (``e4 ba``) for pairs; empty for all.
    """

    passage: tuple[int, int] | None = None
    pairs: tuple[int, int] | None = None
    pairs_filter: str = ""
    words: tuple[int, int] | None = None
    words_filter: str = ""


@dataclass(frozen=True)
class Find:
    """Search the corpus, as tokenised now, for the next place of ``what`` behind the byte at ``offset``.

    ``what`` is a text, or a token id, or a pair of them. ``backward`` searches for the last place before ``offset``.
    The search goes on from the other end of the corpus when it comes to one.
    """

    what: str | int | tuple[int, int]
    offset: int
    backward: bool = False


Command = Open | Move | Seek | Choose | Stop | Look | Find


# -- answers, from the trainer's process ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Loading:
    """How far loading is: ``done`` of ``total`` units of work; ``phase`` is ``reading``, ``splitting``, ``counting`` or
    ``merging`` (when a run is brought back)."""

    phase: str
    done: int
    total: int


@dataclass(frozen=True)
class Opened:
    """The corpus is there. ``limit`` is the most merges that it can hold; ``notes`` say what is odd about the file."""

    revision: int
    source: Source
    split: Split
    byte_count: int
    character_count: int
    word_count: int
    distinct_words: int
    limit: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Progress:
    """Where the run is: ``made`` merges are made, ``undone`` more are known behind them.

    ``merges`` are those made since the last message of this kind, from number ``first`` on; none is ever left out.
    ``moving`` says that a run or seek is under way. ``reason`` says why one ended: ``there`` (at the number asked
    for), ``exhausted`` (no pair is left) or ``stopped``.
    """

    revision: int
    made: int
    undone: int
    tokens: int
    first: int
    merges: tuple[Merge, ...]
    moving: bool
    reason: str = ""


@dataclass(frozen=True)
class Passage:
    """A part of the corpus as it is tokenised now: its bytes, from the byte offset ``start`` on, and its tokens.

    ``sizes`` are how many of the bytes each token has here: all of its own, but for a long token at either end, of
    which only some characters may be in the passage. ``words`` are the indices of those tokens that begin a word: no
    pair reaches across their left border.
    """

    start: int
    data: bytes
    ids: array[int]
    sizes: array[int]
    words: array[int]


@dataclass(frozen=True)
class PairRows:
    """Rows ``start`` and on of the ranking, of ``total`` pairs that pass the filter."""

    start: int
    rows: tuple[RankedPair, ...]
    total: int


@dataclass(frozen=True)
class WordRow:
    """A distinct word: how often it stands in the corpus, and its token ids now; of a long one the first, and how many
    ``more`` there are."""

    count: int
    ids: tuple[int, ...]
    more: int = 0


@dataclass(frozen=True)
class WordRows:
    """Rows ``start`` and on of the distinct words, the most frequent first, of ``total`` that pass the filter."""

    start: int
    rows: tuple[WordRow, ...]
    total: int


@dataclass(frozen=True)
class View:
    """What the last `Look` asked for, after ``made`` merges.

    ``following`` is the merge that a step would make now (a pair undone before, else the best), with ``ties`` pairs at
    its count; ``again`` says that it was undone. ``pair_count`` is how many pairs there are, filtered or not.
    """

    revision: int
    made: int
    look: Look
    following: RankedPair | None
    ties: int
    again: bool
    pair_count: int
    passage: Passage | None = None
    pairs: PairRows | None = None
    words: WordRows | None = None


@dataclass(frozen=True)
class Found:
    """What a search found: the byte offset of the place, None for none; ``wrapped`` if it went round the end."""

    revision: int
    find: Find
    offset: int | None
    wrapped: bool = False


@dataclass(frozen=True)
class Refused:
    """A command that could not be carried out, as a sentence. ``opening`` if no corpus was loaded because of it."""

    sentence: str
    opening: bool = False


@dataclass(frozen=True)
class Died:
    """The trainer's process has ended without being told to (said by the client, not by the process)."""

    sentence: str


Answer = Loading | Opened | Progress | View | Found | Refused | Died
