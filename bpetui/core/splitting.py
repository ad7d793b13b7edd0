"""Pre-tokenization: a text is split into words before byte-pair encoding, and merges never cross word borders.

The named patterns are the published ones, run by ``regex``, which agrees with the Rust tools on ``\\s`` and ``\\p`` but
for characters that only one of their versions of Unicode has.
Text between the matches of a pattern is kept as words, so the joined words of a text are always the text. A special
token is a word, and the text before it is split as if it ended there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import prod
from time import monotonic

import regex

from bpetui.core.argument_checks import ordered_strings, string
from bpetui.core.character_sets import SetError, plain_sets
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.fast_patterns import compile_fast_patterns, fast_pattern
from bpetui.core.named_patterns import NAMED_PATTERNS
from bpetui.core.utf8 import visible, without_surrogates

BLOCK_BYTES = 1 << 16
"""The size of a block of text, in bytes, if it can be cut there; the clock is checked between blocks."""

TIME_LIMIT = 5.0
"""The most seconds that a custom pattern may take for one block; usual patterns take some hundredths."""

SPLIT_NAMES: tuple[str, ...] = tuple(NAMED_PATTERNS)

# Places where a text can be cut without changing the matches of a named pattern. After a character that is not white
# space, no named pattern continues a match with a space, or with a line end and another character (only o200k_base with
# a slash); and a single line end is one match whatever its lookahead can see.
_SAFE_CUT = re.compile(r"(?<=\S)(?= )|(?<=\S\n)(?=[^\s/])")
_LINE_CUT = re.compile(r"(?<=\n)")


@dataclass(frozen=True)
class Split:
    """A way to split a text into words.

    - ``name``: one of `SPLIT_NAMES`, ``custom`` or ``marked``
    - ``patterns``: applied in order, each splitting the words of the one before; without patterns the whole text is one
      word
    - ``special``: the special tokens, which become words before any pattern is applied; the longest match is used

    Raises `UsageError` for an unknown name, for a name and patterns that do not belong together, and for a pattern that
    does not compile.
    """

    name: str
    patterns: tuple[str, ...]
    special: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        patterns, special = ordered_strings("patterns", self.patterns), ordered_strings("special", self.special)
        object.__setattr__(self, "patterns", patterns)
        object.__setattr__(self, "special", special)
        if string("name", self.name) == "custom":
            for pattern in patterns:
                _check_pattern(pattern)
        elif self.name in NAMED_PATTERNS:
            if patterns != NAMED_PATTERNS[self.name]:
                raise UsageError(f"the split {self.name} has other patterns; name a split of your own custom")
        elif self.name != "marked":
            names = ", ".join((*SPLIT_NAMES, "custom"))
            raise UsageError(f"there is no split {visible(self.name)}; choose one of {names}")

    @property
    def is_local(self) -> bool:
        """Whether the parts of a text between `cut` places can be split independently."""
        return bool(self.patterns) and self.name != "custom"

    def compile(self) -> None:
        """Compile the patterns now instead of when the first text is split."""
        for pattern in self.patterns:
            _compile(pattern)
        if self._has_fast_pattern:
            compile_fast_patterns(self.patterns[0])

    @property
    def _has_fast_pattern(self) -> bool:
        """Whether a faster pattern gives the same words for most texts: for a single, named pattern."""
        return len(self.patterns) == 1 and self.name in NAMED_PATTERNS

    def blocks(self, data: bytes, start: int = 0, *, time_limit: float = TIME_LIMIT) -> Iterator[tuple[int, list[str]]]:
        """Yield the words of a text in UTF-8 from ``start`` on in blocks: where a block stops, and its words in order.

        Offsets are in bytes. ``start`` is 0 or where a block stopped: splitting from there gives the same blocks.
        Raises `BpetuiError` if a custom pattern takes longer than ``time_limit`` seconds for one block.
        """
        if self.is_local:
            for stop, text in self.texts(data, start):
                yield stop, self._local_words(text)
        elif self.patterns:
            yield from self._custom_blocks(data, start, time_limit)
        elif start < len(data):
            yield len(data), self._parts(data[start:].decode())

    def texts(self, data: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """Yield the `blocks` of a local split before they are split into words: where each stops, and its text."""
        size = BLOCK_BYTES
        while start < len(data):
            text = data[start : start + size].decode(errors="ignore")  # without an incomplete character at the end
            stop = len(text) if start + size >= len(data) else self.cut(text, len(text) // 2, False)
            if stop is None:
                size *= 2
                continue
            block = text[:stop]
            start += len(block.encode())
            yield start, block
            size = BLOCK_BYTES

    def words(self, text: str, *, time_limit: float = TIME_LIMIT) -> list[str]:
        """Return all words of ``text`` in order; joined they are ``text``. A lone surrogate in it becomes U+FFFD."""
        text, _ = without_surrogates(string("text", text))
        return [word for _, words in self.blocks(text.encode(), time_limit=time_limit) for word in words]

    def cut(self, text: str, start: int, ends: bool) -> int | None:
        """Return the first place from ``start`` on where a text can be cut, if the split is local.

        ``ends`` says that no text follows ``text``; otherwise the result is None if it depends on the following text.
        """
        reach = max(map(len, self.special), default=1) - 1
        for found in self._cuts.finditer(text, start):
            at = found.start()
            if at + reach > len(text) and not ends:
                break
            around = text[max(0, at - reach) : at + reach]
            if not any(special in around for special in self.special):
                return at
        return len(text) if ends else None

    @property
    def _cuts(self) -> re.Pattern[str]:
        if self.name == "marked":
            return re.compile("(?<=" + self.patterns[0].removeprefix(_UP_TO) + ")")
        return _LINE_CUT if self.name == "lines" else _SAFE_CUT

    def _local_words(self, text: str) -> list[str]:
        # A single local pattern matches all of a text, and has no groups.
        words: Callable[[str], list[str]]
        if len(self.patterns) > 1:
            words = self._isolated
        elif self._has_fast_pattern and (fast := fast_pattern(self.patterns[0], text)):
            words = fast.findall
        else:
            words = _compile(self.patterns[0]).findall
        if not self.special:
            return words(text)
        parts, special = self._parts(text), _set_of(self.special)
        return list(chain.from_iterable([part] if part in special else words(part) for part in parts))

    def _isolated(self, text: str) -> list[str]:
        words = [text]
        for pattern in map(_compile, self.patterns):
            words = [part for word in words for part in _isolate(pattern, word)]
        return words

    def _parts(self, text: str) -> list[str]:
        """Return the special tokens in a text and the parts between them."""
        return [part for part in _any_of(self.special).split(text) if part] if self.special else [text]

    def _custom_blocks(self, data: bytes, start: int, time_limit: float) -> Iterator[tuple[int, list[str]]]:
        # A custom pattern can look arbitrarily far, so it runs over the whole text, but not across special tokens.
        text = data.decode()
        at = end = len(data[:start].decode())
        begin = 0
        words: list[str] = []
        for part in self._parts(text):
            stop = begin + len(part)
            if part in _set_of(self.special) and begin >= end:
                words.append(part)
                end = stop
            while end < stop:
                after, found = self._custom_words(part, end - begin, time_limit, begin, text)
                end = begin + after
                words += found
                if end - at >= BLOCK_BYTES // 2 and end < len(text):
                    start += len(text[at:end].encode())
                    yield start, words
                    at, words = end, []
            begin = stop
        if words:
            yield len(data), words

    def _custom_words(self, part: str, start: int, time_limit: float, begin: int, text: str) -> tuple[int, list[str]]:
        """Return where about one block of the next words ends, and these words.

        ``part`` is the part of ``text`` that begins at ``begin``; ``start`` and the result are offsets in ``part``.
        """
        words: list[str] = []
        end, enough = start, start + BLOCK_BYTES // 2
        try:
            for match in _compile(self.patterns[0]).finditer(part, start, timeout=time_limit):
                if match.end() == match.start():
                    continue
                if match.start() > end:
                    words.append(part[end : match.start()])
                words.append(match.group())
                end = match.end()
                if end >= enough:
                    break
            else:
                if end < len(part):
                    words.append(part[end:])
                end = len(part)
            for pattern in map(_compile, self.patterns[1:]):
                words = list(_isolate_in_time(pattern, words, time_limit))
        except TimeoutError:
            character, line = begin + end, _line_of(begin + end, text)
            raise BpetuiError(
                f"the pattern takes over {time_limit:g} s near character {character} (line {line}) and may never "
                "finish; write it without repetitions inside repetitions"
            ) from None
        except MemoryError:
            character, line = begin + end, _line_of(begin + end, text)
            raise BpetuiError(
                f"the pattern runs out of memory near character {character} (line {line}); write it without a group "
                "that calls itself"
            ) from None
        return end, words


NO_SPLIT = Split("none", ())
"""The split that makes the whole text one word."""

_UP_TO = "(?s).*?"


def split_marked(mark: str, special: tuple[str, ...] = ()) -> Split:
    """Return the split of a text in which each word ends with ``mark``, with nothing between words."""
    return Split("marked", (_UP_TO + re.escape(mark),), special)


def split_named(name: str) -> Split:
    """Return the split named ``name``, one of `SPLIT_NAMES`. Raises `UsageError` for any other name."""
    if name not in NAMED_PATTERNS:
        names = ", ".join(SPLIT_NAMES)
        raise UsageError(f"there is no split {visible(name)}; choose one of {names}")
    return Split(name, NAMED_PATTERNS[name])


def split_custom(pattern: str) -> Split:
    """Return the split by a custom pattern, in the syntax of ``regex`` plus nested sets (see `character_sets`).

    A pattern equal to that of a named split gives the named split. Raises `UsageError`, with the place of the error, if
    the pattern does not compile.
    """
    for name, patterns in NAMED_PATTERNS.items():
        if patterns == (pattern,):
            return Split(name, patterns)
    return Split("custom", (pattern,))


def _check_pattern(pattern: str) -> None:
    """Raise `UsageError`, with the place of the error, for a pattern that cannot split a text."""
    if not pattern:
        raise UsageError("the pattern is empty; choose the split none to use no pattern")
    if without_surrogates(pattern)[1]:
        raise UsageError("the pattern contains a lone surrogate, which no text contains; remove it")
    if prod(int(count) or 1 for count in _LEAST_COUNTS.findall(pattern)) > _MOST_REPEATS:  # would take all memory
        raise UsageError(f"the pattern repeats something more than {_MOST_REPEATS:,} times; write + for any number")
    try:
        compiled = _compile(pattern)
    except SetError as error:
        raise UsageError(f"the pattern has an ambiguous set: {error}") from None
    except regex.error as error:
        explanation = _explanation(error, pattern)
        raise UsageError(f"the pattern does not compile: {explanation}") from None
    except (RecursionError, OverflowError, MemoryError):
        raise UsageError("the pattern does not compile: it is nested too deeply or repeats too often") from None
    if compiled.flags & regex.REVERSE:
        raise UsageError("the pattern searches backwards, (?r), which cannot split a text; remove (?r)")


def split_sequence(patterns: Sequence[str]) -> Split:
    """Return the split by several patterns in order, each isolating its matches in the words of the one before.

    The patterns of a named split give that split, and no patterns give `NO_SPLIT`. Raises as `split_custom` does.
    """
    for name, named in NAMED_PATTERNS.items():
        if named == tuple(patterns):
            return Split(name, named)
    return Split("custom", tuple(patterns))


def _explanation(error: regex.error, pattern: str) -> str:
    """Return what is wrong with a pattern, and where, in the pattern itself or in the one compiled for it."""
    plain = plain_sets(pattern)
    return str(error) if plain == pattern else f"{error} of {plain}"


_MOST_REPEATS = 100_000
_LEAST_COUNTS = re.compile(r"\{\s*([0-9]{1,9})")


def _line_of(character: int, text: str) -> int:
    return text.count("\n", 0, character) + 1


_set_of = lru_cache(maxsize=8)(frozenset[str])


@lru_cache(maxsize=8)
def _any_of(special: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern, with one group, that matches the longest special token at a place."""
    return re.compile("(" + "|".join(map(re.escape, sorted(special, key=len, reverse=True))) + ")")


@lru_cache(maxsize=32)
def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(plain_sets(pattern))


def _isolate(pattern: regex.Pattern[str], text: str, time_limit: float | None = None) -> Iterator[str]:
    """Yield the matches of ``pattern`` and the parts between them, in order: Hugging Face's ``Split(…, "isolated")``.

    Raises TimeoutError if all matches together take longer than ``time_limit`` seconds.
    """
    end = 0
    for match in pattern.finditer(text, timeout=time_limit):
        if match.end() == match.start():
            continue
        if match.start() > end:
            yield text[end : match.start()]
        yield match.group()
        end = match.end()
    if end < len(text):
        yield text[end:]


def _isolate_in_time(pattern: regex.Pattern[str], words: Iterable[str], time_limit: float) -> Iterator[str]:
    """Yield from `_isolate` for each word. Raises TimeoutError if all take longer than ``time_limit`` seconds."""
    ends = monotonic() + time_limit
    for word in words:
        left = ends - monotonic()
        if left <= 0:
            raise TimeoutError
        yield from _isolate(pattern, word, left)
