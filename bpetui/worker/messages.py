"""The messages between the app and the trainer's process: small, frozen and typed.

A place in the corpus is a byte offset in its UTF-8 form. Commands are executed in order, and answers arrive in order.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Literal

from bpetui.core.alphabet import Alphabet
from bpetui.core.constraints import Veto
from bpetui.core.notes import Note
from bpetui.core.options import Options
from bpetui.core.trainer import Ended, RankedPair
from bpetui.core.vocabulary import Merge
from bpetui.files.source import Source

Phase = Literal["reading", "splitting", "counting", "merging"]
"""A phase of loading. ``merging``: the merges of an earlier run are repeated, or applied to a held-out text."""

Reason = Literal["", "reached", "exhausted", "minimum-count", "stopped"]
"""Why a run or seek ended: ``reached`` the requested number, ``stopped`` by a command, else see `Ended`.

Empty while it goes on, and after a `Move` that was made in full.
"""


# -- commands, from the app ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open:
    """Load a corpus in place of the current one, and apply the ``vetoes``.

    ``made`` and ``undone`` restore an earlier run: the merges to repeat, and the undone merges that follow them, both
    in order of their numbers. ``held_out`` is another text to evaluate the merges on.
    """

    source: Source
    options: Options
    made: tuple[Merge, ...] = ()
    undone: tuple[Merge, ...] = ()
    vetoes: tuple[Veto, ...] = ()
    held_out: Source | None = None


@dataclass(frozen=True)
class Move:
    """Make ``by`` merges, or undo them if it is negative. Ends a run or seek in progress."""

    by: int


@dataclass(frozen=True)
class Seek:
    """Make or undo merges until ``number`` are made, and publish views on the way."""

    number: int


@dataclass(frozen=True)
class Choose:
    """Merge this pair of token ids next, whatever its rank. Ends a run or seek in progress."""

    left: int
    right: int


@dataclass(frozen=True)
class AddVeto:
    """Add a veto on a pair of tokens, given by their bytes. Ends a run or seek in progress."""

    veto: Veto


@dataclass(frozen=True)
class RemoveVeto:
    """Remove a veto. Ends a run or seek in progress."""

    veto: Veto


@dataclass(frozen=True)
class HoldOut:
    """Evaluate the merges on this held-out text from now on, in place of the current one; on none if it is None."""

    source: Source | None


@dataclass(frozen=True)
class ExplainTies:
    """Report which pairs tie for the next merge, and where each first occurs."""


@dataclass(frozen=True)
class Stop:
    """End the loading, run, seek or search in progress; nothing is undone."""


@dataclass(frozen=True)
class ViewRequest:
    """The part of the run that the screen shows, which views must contain; None for what it does not show.

    ``passage`` is a byte offset in the corpus and a size in bytes. ``pairs`` and ``words`` are the first row and the
    row after the last. Only the pairs that contain ``pairs_filter`` and the words that contain ``words_filter`` have
    rows: text, or for pairs also bytes in hex (``e4 ba``); all of them if it is empty.
    """

    passage: tuple[int, int] | None = None
    pairs: tuple[int, int] | None = None
    pairs_filter: str = ""
    words: tuple[int, int] | None = None
    words_filter: str = ""


@dataclass(frozen=True)
class Find:
    """Search the corpus, as it is tokenized now, for the first place of ``what`` after the byte at ``offset``.

    ``what`` is a text, a token id or a pair of token ids. ``backward`` searches for the last place before ``offset``.
    At either end of the corpus the search continues from the other end.
    """

    what: str | int | tuple[int, int]
    offset: int
    backward: bool = False


Command = Open | Move | Seek | Choose | AddVeto | RemoveVeto | HoldOut | ExplainTies | Stop | ViewRequest | Find


# -- answers, from the trainer's process ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Loading:
    """The progress of loading: ``done`` of ``total`` steps of a phase."""

    phase: Phase
    done: int
    total: int


@dataclass(frozen=True)
class Opened:
    """The corpus is loaded.

    ``byte_count`` and ``character_count`` describe the text. ``size`` is the number of bytes of the corpus as it is
    shown, in which offsets are counted; it differs from ``byte_count`` with end-of-word marks and for tables.
    ``tokens`` is the number of tokens before any merge, ``limit`` the largest possible number of merges. ``notes`` are
    on what is unusual about the source.
    """

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
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class RunProgress:
    """The state of the run: ``made`` merges are made, and ``undone`` more can be redone.

    ``merges`` are those made since the previous message of this type, from number ``first`` on; none is ever left out.
    ``moving``: a run or seek is in progress; ``reason`` is why one ended. With a held-out text, ``held_out`` is its
    number of tokens after each of the ``merges``.
    """

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

    ``sizes`` is the number of bytes of each token in the passage: all of them, except that a long token at either end
    may have only some of its characters here. ``words`` are the indices of the tokens that begin a word; no pair
    crosses their left border.
    """

    start: int
    data: bytes
    ids: array[int]
    sizes: array[int]
    words: array[int]


@dataclass(frozen=True)
class PairRows:
    """Rows of the ranking, from number ``start`` on; ``total`` pairs pass the filter."""

    start: int
    rows: tuple[RankedPair, ...]
    total: int


MOST_WORD_TOKENS = 512
"""The most tokens of a word in a message: more than the widest screen has cells for."""


@dataclass(frozen=True)
class WordRow:
    """A distinct word: its count in the corpus and its token ids now.

    A long word has only its first `MOST_WORD_TOKENS` tokens here.
    """

    count: int
    ids: tuple[int, ...]


@dataclass(frozen=True)
class WordRows:
    """Rows of the distinct words, most frequent first, from number ``start`` on; ``total`` words pass the filter."""

    start: int
    rows: tuple[WordRow, ...]
    total: int


@dataclass(frozen=True)
class View:
    """The answer to the last `ViewRequest`, after ``made`` merges.

    ``next_pair`` is the pair that the next step merges: the last one undone, else the best. ``ties`` pairs have its
    count; ``is_redo`` tells that it was undone. If there is no such pair, ``ended`` is why. ``pair_count`` is the
    number of pairs without a filter.
    """

    made: int
    request: ViewRequest
    next_pair: RankedPair | None
    ties: int
    is_redo: bool
    ended: Ended | None
    pair_count: int
    passage: Passage | None = None
    pairs: PairRows | None = None
    words: WordRows | None = None


@dataclass(frozen=True)
class Found:
    """The result of a search: a byte offset, or None. ``wrapped``: the search continued from the other end."""

    find: Find
    offset: int | None
    wrapped: bool = False


@dataclass(frozen=True)
class HeldOutReport:
    """A held-out text is attached; if ``source`` is None, it is detached.

    ``tokens`` is its number of tokens before any merge and after each merge made. ``unseen`` is how many of its
    characters do not occur in the corpus.
    """

    source: Source | None
    byte_count: int = 0
    character_count: int = 0
    unseen: int = 0
    tokens: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class TiedPair:
    """One of the pairs that tie: its token ids, and the byte offset of its first occurrence.

    ``before``, ``pair`` and ``after`` are the bytes there.
    """

    left: int
    right: int
    offset: int
    before: bytes
    pair: bytes
    after: bytes


@dataclass(frozen=True)
class Ties:
    """The pairs that tie after ``made`` merges: the first few of ``total`` at ``count``, in the order of the rule."""

    made: int
    count: int
    total: int
    pairs: tuple[TiedPair, ...]


@dataclass(frozen=True)
class UndecodedText:
    """A text that is not valid in the encoding of its source.

    ``problem`` is a sentence that says what is wrong, and where. ``likely`` is the encoding that the text seems to
    have; empty if there is no guess.
    """

    source: Source
    problem: str
    likely: str


@dataclass(frozen=True)
class Refused:
    """A command failed; ``sentence`` says why. ``opening``: the command was to load a corpus.

    ``undecoded`` is the text that is not in its encoding, if that is why.
    """

    sentence: str
    opening: bool = False
    undecoded: UndecodedText | None = None


@dataclass(frozen=True)
class Died:
    """The trainer's process ended unexpectedly. The client sends this, not the process."""

    sentence: str


Answer = Loading | Opened | RunProgress | View | Found | HeldOutReport | Ties | Refused | Died
