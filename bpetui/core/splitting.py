"""Pre-tokenization: how a text is cut into words before byte-pair encoding; merges never cross a word's end.

The named patterns are the published ones, run by ``regex``, which agrees with the Rust tools on ``\\s`` and ``\\p``.
Whatever a pattern does not match is kept as a word of its own, so that the words of a text always join to the text.
A special token is a word of its own, too, and what stands before it is split as if the text ended there.
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

from bpetui.core.character_sets import SetError, plain_sets
from bpetui.core.errors import BpetuiError, UsageError

BLOCK_BYTES = 1 << 16
"""How much text is split in one go, at most where it can be cut, between two looks at the clock."""

TIME_LIMIT = 5.0
"""Seconds that a custom pattern may take for one block; an honest one takes some hundredths."""

_WHITESPACE = r"\s+(?!\S)|\s+"
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"

_PATTERNS: dict[str, tuple[str, ...]] = {
    "none": (),
    "lines": (r"[^\n]*\n|[^\n]+",),
    "whitespace": (r"\s+|\S+",),
    "gpt2-simple": (r"'s|'t|'re|'ve|'m|'ll|'d| ?\w+| ?\d+| ?[^\s\w\d]+|\s+(?!\S)|\s+",),
    "gpt2": (r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",),
    "cl100k_base": (
        (
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
            r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
        ),
    ),
    "o200k_base": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+" + _CONTRACTION + "?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*" + _CONTRACTION + "?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|" + _WHITESPACE,
    ),
    "llama3": (
        _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|" + _WHITESPACE,
    ),
    "qwen": (_CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|" + _WHITESPACE,),
    "deepseek-v3": (
        r"\p{N}{1,3}",
        r"[一-龥぀-ゟ゠-ヿ]+",
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
        r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|" + _WHITESPACE,
    ),
}

SPLIT_NAMES: tuple[str, ...] = tuple(_PATTERNS)

# Places where a text may be cut without any named pattern noticing. None of them matches a space, or a line end and
# then something else (but o200k_base a slash), behind anything but white space; and a single line end is one match
# whether or not its lookahead can see what follows.
_SAFE_CUT = re.compile(r"(?<=\S)(?= )|(?<=\S\n)(?=[^\s/])")
_LINE_CUT = re.compile(r"(?<=\n)")


@dataclass(frozen=True)
class Split:
    """One way to cut a text into words.

    ``name`` is one of `SPLIT_NAMES`, ``custom`` or ``marked``; ``patterns`` are applied one after another, each cutting
    what the one before left; none at all makes the whole text one word. ``special`` are the special tokens, which are
    words of their own before any pattern is applied; where several match the longest does.
    """

    name: str
    patterns: tuple[str, ...]
    special: tuple[str, ...] = ()

    @property
    def is_local(self) -> bool:
        """Whether parts of a text can be split apart from each other, cut where `cut` says."""
        return bool(self.patterns) and self.name != "custom"

    def compile(self) -> None:
        """Compile the patterns, or that is done when the first text is split."""
        for pattern in self.patterns:
            _compile(pattern)
        if self._has_twin:
            _compile_for(_ASCII, self.patterns[0])
            _compile_for(_COMMON, self.patterns[0])

    @property
    def _has_twin(self) -> bool:
        """Whether there are faster patterns that do the same to most texts: of a named pattern that is alone."""
        return len(self.patterns) == 1 and self.name in _PATTERNS

    def blocks(self, data: bytes, start: int = 0, *, time_limit: float = TIME_LIMIT) -> Iterator[tuple[int, list[str]]]:
        """The words of a text in UTF-8 from ``start`` on, block by block: where a block stops, and its words in order.

        Offsets are in bytes. ``start`` is 0 or where a block stopped: splitting again from there gives the same
        blocks. Raises `BpetuiError` when a custom pattern takes longer than ``time_limit`` seconds over one block.
        """
        if self.is_local:
            for stop, text in self.texts(data, start):
                yield stop, self._local_words(text)
        elif self.patterns:
            yield from self._custom_blocks(data, start, time_limit)
        elif start < len(data):
            yield len(data), self._parts(data[start:].decode())

    def texts(self, data: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """The `blocks` of a local split before they are cut into words: where each stops, and its text."""
        size = BLOCK_BYTES
        while start < len(data):
            text = data[start : start + size].decode(errors="ignore")  # a character that is cut at the end is left out
            stop = len(text) if start + size >= len(data) else self.cut(text, len(text) // 2, False)
            if stop is None:
                size *= 2
                continue
            block = text[:stop]
            start += len(block.encode())
            yield start, block
            size = BLOCK_BYTES

    def words(self, text: str, *, time_limit: float = TIME_LIMIT) -> list[str]:
        """All words of ``text`` in order; joined they are ``text``."""
        return [word for _, words in self.blocks(text.encode(), time_limit=time_limit) for word in words]

    def cut(self, text: str, start: int, ends: bool) -> int | None:
        """The first place from ``start`` on where a text may be cut, if the split is local.

        ``ends`` says that nothing comes behind ``text``; else None is returned where it would depend on that.
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
        # A local pattern that is alone leaves nothing out, and has no groups.
        words: Callable[[str], list[str]]
        if len(self.patterns) > 1:
            words = self._isolated
        elif self._has_twin and (characters := _characters_of(text)):
            words = _compile_for(characters, self.patterns[0]).findall
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
        """The special tokens in a text and what stands between them."""
        return [part for part in _any_of(self.special).split(text) if part] if self.special else [text]

    def _custom_blocks(self, data: bytes, start: int, time_limit: float) -> Iterator[tuple[int, list[str]]]:
        # A pattern of the user's own may look as far as it likes, so it is always run over the whole text; but it sees
        # no special token, nor what is behind one.
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
        """The next words of a part of a text, which begins at ``begin`` there, about as many as a block holds, and
        where they end."""
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
            why = f"takes over {time_limit:g} s {_near(begin + end, text)} and may never finish"
            raise BpetuiError(f"the pattern {why}; write it without repetitions inside repetitions") from None
        except MemoryError:
            why = f"takes more memory than there is {_near(begin + end, text)}"
            raise BpetuiError(f"the pattern {why}; write it without a group that calls itself") from None
        return end, words


NO_SPLIT = Split("none", ())
"""The whole text as one word."""

_UP_TO = "(?s).*?"


def split_marked(mark: str, special: tuple[str, ...] = ()) -> Split:
    """The split of a text in which each word ends with ``mark``, and nothing stands between words."""
    return Split("marked", (_UP_TO + re.escape(mark),), special)


def split_named(name: str) -> Split:
    """The split called ``name``, one of `SPLIT_NAMES`; raises `UsageError` for any other."""
    if name not in _PATTERNS:
        raise UsageError(f"there is no split named {name!r}; there are {', '.join(SPLIT_NAMES)}")
    return Split(name, _PATTERNS[name])


def split_custom(pattern: str) -> Split:
    """The split by a pattern of the user's own, in the syntax of ``regex``, but that sets may stand in sets.

    What `character_sets` says is done wherever a pattern is compiled. A pattern equal to a named one is that one.
    Raises `UsageError`, saying where, if it does not compile.
    """
    for name, patterns in _PATTERNS.items():
        if patterns == (pattern,):
            return Split(name, patterns)
    if not pattern:
        raise UsageError("the pattern is empty; name the split none to use no pattern")
    if prod(int(count) or 1 for count in _LEAST_COUNTS.findall(pattern)) > _MOST_REPEATS:  # or it takes all memory
        raise UsageError(f"the pattern repeats something more than {_MOST_REPEATS:,} times; write + for any number")
    try:
        compiled = _compile(pattern)
    except SetError as error:
        raise UsageError(f"the pattern has an ambiguous set: {error}") from None
    except regex.error as error:
        raise UsageError(f"the pattern does not compile: {_said(error, pattern)}") from None
    except (RecursionError, OverflowError, MemoryError):
        raise UsageError("the pattern does not compile: it is nested too deeply or repeats too often") from None
    if compiled.flags & regex.REVERSE:
        raise UsageError("the pattern searches backwards, (?r), which cannot split a text; leave that out")
    return Split("custom", (pattern,))


def split_sequence(patterns: Sequence[str]) -> Split:
    """The split by several patterns, one after another, each isolating its matches in what the one before left.

    Those of a named split are that one, and no patterns at all are `NO_SPLIT`. Raises as `split_custom` does.
    """
    for name, named in _PATTERNS.items():
        if named == tuple(patterns):
            return Split(name, named)
    for pattern in patterns:
        split_custom(pattern)
    return Split("custom", tuple(patterns))


def _said(error: regex.error, pattern: str) -> str:
    """What is wrong with a pattern, and where in it, or in what was compiled for it."""
    plain = plain_sets(pattern)
    return str(error) if plain == pattern else f"{error} of {plain}"


_MOST_REPEATS = 100_000
_LEAST_COUNTS = re.compile(r"\{\s*([0-9]{1,9})")


def _near(character: int, text: str) -> str:
    line = text.count("\n", 0, character) + 1
    return f"near character {character} (line {line})"


_set_of = lru_cache(maxsize=8)(frozenset[str])


@lru_cache(maxsize=8)
def _any_of(special: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern, with one group, for the longest special token at a place."""
    return re.compile("(" + "|".join(map(re.escape, sorted(special, key=len, reverse=True))) + ")")


_ASCII = (range(0x80),)
_COMMON = (
    *(range(0x0530), range(0x1E00, 0x1F00)),  # Latin with all that Vietnamese has, Greek, Cyrillic
    *(range(0x2000, 0x2070), range(0xFF00, 0xFFF0)),  # punctuation, and what is as wide as a Chinese character
    *(range(0x3000, 0x3100), range(0x4E00, 0xA000), range(0xAC00, 0xD7B0)),  # Japanese, Chinese, Korean
)
_is_common = re.compile("[" + "".join(f"{chr(block[0])}-{chr(block[-1])}" for block in _COMMON) + "]*").fullmatch
_LONG_TEXT = 1 << 14
"""In fewer characters the pattern for common ones does not save the time that it takes to compile."""


def _characters_of(text: str) -> tuple[range, ...]:
    """The characters that a pattern for this text can be compiled for; none if that is not to be."""
    if text.isascii():
        return _ASCII
    return _COMMON if len(text) >= _LONG_TEXT and _is_common(text) else ()


_CLASS_OR_SIGN = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\[dswDSW]|[+*?}]\+")


@lru_cache(maxsize=32)
def _compile_for(characters: tuple[range, ...], pattern: str) -> re.Pattern[str]:
    """A named pattern for texts of these characters: there ``re`` finds the same words, in less than half the time.

    Where it is possessive, which Python 3.10 does not know, what it gave back would not match: it need not be.
    """

    def spelled(found: re.Match[str]) -> str:
        part = found[0]
        return part[:-1] if part.endswith("+") else _class_of(part, characters)

    return re.compile(_CLASS_OR_SIGN.sub(spelled, pattern))


def _class_of(what: str, blocks: Iterable[range]) -> str:
    """The class of some of the characters, one by one, or of those that are not among them if they are fewer: ``re``
    knows no categories of Unicode, and does not agree with ``regex`` on what is white space."""
    pattern, texts = regex.compile(f"{what}++"), [*map(_every, blocks)]
    held, others = ([*chain.from_iterable(map(find, texts))] for find in (pattern.findall, pattern.split))
    if sum(map(len, others)) < sum(map(len, held)):
        return f"[^{_ranges(others)}]"
    return f"[{_ranges(held)}]"


@lru_cache(maxsize=16)
def _every(characters: range) -> str:
    return "".join(map(chr, characters))


def _ranges(runs: Iterable[str]) -> str:
    return "".join(f"{re.escape(run[0])}-{re.escape(run[-1])}" for run in runs if run)


@lru_cache(maxsize=32)
def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(plain_sets(pattern))


def _isolate(pattern: regex.Pattern[str], text: str, time_limit: float | None = None) -> Iterator[str]:
    """The matches of ``pattern`` and what stands between them, in order: Hugging Face's ``Split(…, "isolated")``.

    Raises TimeoutError when all of them take longer than ``time_limit`` seconds.
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
    """What `_isolate` makes of each word. Raises TimeoutError when all take longer than ``time_limit`` seconds."""
    ends = monotonic() + time_limit
    for word in words:
        left = ends - monotonic()
        if left <= 0:
            raise TimeoutError
        yield from _isolate(pattern, word, left)
