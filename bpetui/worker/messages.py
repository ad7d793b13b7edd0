"""What the app and the trainer's process say to each other: small, frozen, and typed.

A place in the corpus is a byte offset in its UTF-8 form. Commands are carried out in order; answers come in order.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bpetui.core.alphabet import Alphabet
from bpetui.core.constraints import Veto
from bpetui.core.options import Options
from bpetui.core.trainer import Ended, RankedPair
from bpetui.core.vocabulary import Merge

Phase = Literal["reading", "splitting", "counting", "merging"]
"""A part of loading a corpus; ``merging`` when a run is brought back, or a held-out text gets the merges made."""

Reason = Literal["", "reached", "exhausted", "minimum-count", "stopped"]
"""Why a run or seek ended: at the number asked for, see `Ended`, or by a command; empty while it has not."""


@dataclass(frozen=True)
class Source:
    """Where a corpus comes from: a file, or what was read from standard input (``data``).

    ``is_table`` says that it is a table of words with their counts.
    """

    name: str
    path: Path | None = None
    data: bytes | None = None
    encoding: str = "utf-8"
    is_table: bool = False


# -- commands, from the app ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open:
    """Load a corpus, in place of the one there is, and forbid the pairs of ``vetoes``.

    ``made`` and ``undone`` bring a run back to where it was: the merges to make again, and those undone behind them,
    both in order of their numbers. ``held_out`` is another text to measure the merges on.
    """

    source: Source
    options: Options
    made: tuple[Merge, ...] = ()
    undone: tuple[Merge, ...] = ()
    vetoes: tuple[Veto, ...] = ()
    held_out: Source | None = None


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
class Forbid:
    """Never merge two tokens, given by their bytes, until they are allowed again; ends a run or a seek under way."""

    veto: Veto


@dataclass(frozen=True)
class Allow:
    """Lift a veto; ends a run or a seek under way."""

    veto: Veto


@dataclass(frozen=True)
class HoldOut:
    """Measure the merges on another text from now on, in place of the one there is; on none if that is None."""

    source: Source | None


@dataclass(frozen=True)
class ExplainTies:
    """Say which pairs tie for being the next, and where each is met first."""


@dataclass(frozen=True)
class Stop:
    """End the loading, run, seek or search under way, leaving things as they are."""


@dataclass(frozen=True)
class ViewRequest:
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
    """Search the corpus, as tokenized now, for the next place of ``what`` behind the byte at ``offset``.

    ``what`` is a text, or a token id, or a pair of them. ``backward`` searches for the last place before ``offset``.
    The search goes on from the other end of the corpus when it comes to one.
    """

    what: str | int | tuple[int, int]
    offset: int
    backward: bool = False


Command = Open | Move | Seek | Choose | Forbid | Allow | HoldOut | ExplainTies | Stop | ViewRequest | Find


# -- answers, from the trainer's process ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Loading:
    """How far loading is: ``done`` of ``total`` units of work of a phase."""

    phase: Phase
    done: int
    total: int


@dataclass(frozen=True)
class Opened:
    """The corpus is there.

    ``byte_count`` and ``character_count`` are those of the text, ``size`` is the bytes of what is shown of it, in which
    places are counted (with end-of-word marks, or a table's words, it is another). ``tokens`` is how many it has at the
    start, ``limit`` the most merges that it can hold; ``notes`` say what is odd about the file.
    """

    revision: int
    source: Source
    options: Options
    alphabet: Alphabet
    byte_count: int
    character_count: int
    size: int
    word_count: int
    distinct_words: int
    tokens: int
    limit: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RunProgress:
    """Where the run is: ``made`` merges are made, ``undone`` more are known behind them.

    ``merges`` are those made since the last message of this kind, from number ``first`` on; none is ever left out.
    ``moving`` says that a run or seek is under way. ``reason`` says why one ended. With a held-out text
    ``held_out`` is how many tokens it had after each of ``merges``.
    """

    revision: int
    made: int
    undone: int
    tokens: int
    first: int
    merges: tuple[Merge, ...]
    moving: bool
    reason: Reason = ""
    vetoes: tuple[Veto, ...] = ()
    held_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Passage:
    """A part of the corpus as it is tokenized now: its bytes, from the byte offset ``start`` on, and its tokens.

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
    """What the last `ViewRequest` asked for, after ``made`` merges.

    ``following`` is the merge that a step would make now (a pair undone before, else the best), with ``ties`` pairs at
    its count; ``again`` says that it was undone; where there is none, ``ended`` says why. ``pair_count`` is how many
    pairs there are, filtered or not.
    """

    revision: int
    made: int
    request: ViewRequest
    following: RankedPair | None
    ties: int
    again: bool
    ended: Ended | None
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
class HeldOutReport:
    """A held-out text is attached: what it is, and how many tokens it had at the start and after each merge made.

    ``unseen`` is how many of its characters stand nowhere in the corpus. Without a ``source`` it is detached.
    """

    revision: int
    source: Source | None
    byte_count: int = 0
    character_count: int = 0
    unseen: int = 0
    tokens: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TiedPair:
    """One of the pairs that tie: token ids, and where it is met first, as a byte offset.

    ``before``, ``pair`` and ``after`` are the bytes that stand there.
    """

    left: int
    right: int
    offset: int
    before: bytes
    pair: bytes
    after: bytes


@dataclass(frozen=True)
class Ties:
    """The pairs that tie after ``made`` merges, as the rule ranks them: the first few of ``total`` at ``count``."""

    revision: int
    made: int
    count: int
    total: int
    pairs: tuple[TiedPair, ...]


@dataclass(frozen=True)
class Refused:
    """A command that could not be carried out, as a sentence. ``opening`` if no corpus was loaded because of it."""

    sentence: str
    opening: bool = False


@dataclass(frozen=True)
class Died:
    """The trainer's process has ended without being told to (said by the client, not by the process)."""

    sentence: str


Answer = Loading | Opened | RunProgress | View | Found | HeldOutReport | Ties | Refused | Died
