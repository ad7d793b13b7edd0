"""Pre-tokenization: how a text is cut into words before byte-pair encoding; merges never cross a word's end.

The named patterns are the published ones, run by ``regex``, which agrees with the Rust tools on ``\\s`` and ``\\p``.
Whatever a pattern does not match is kept as a word of its own, so that the words of a text always join to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from bpetui.core.errors import BpetuiError, UsageError

BLOCK_CHARACTERS = 1 << 15
"""About how much text is split in one go, between two looks at the clock or at the user's wishes."""

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

    ``name`` is one of `SPLIT_NAMES`, or ``custom``; ``patterns`` are applied one after another, each cutting what the
    one before left; none at all makes the whole text one word.
    """

    name: str
    patterns: tuple[str, ...]

    def blocks(self, text: str, start: int = 0, *, time_limit: float = TIME_LIMIT) -> Iterator[tuple[int, list[str]]]:
        """The words of ``text`` from ``start`` on, block by block: where the block stops, and its words in order.

        Offsets are in characters. ``start`` is 0 or where a block stopped: splitting again from there gives the same
        blocks. Raises `BpetuiError` when a custom pattern takes longer than ``time_limit`` seconds over one block.
        """
        if self.name == "custom":
            yield from self._custom_blocks(text, start, time_limit)
        elif self.patterns:
            yield from self._named_blocks(text, start)
        elif text:
            yield len(text), [text]

    def words(self, text: str, *, time_limit: float = TIME_LIMIT) -> list[str]:
        """All words of ``text`` in order; joined they are ``text``."""
        return [word for _, words in self.blocks(text, time_limit=time_limit) for word in words]

    def _named_blocks(self, text: str, start: int) -> Iterator[tuple[int, list[str]]]:
        cut = _LINE_CUT if self.name == "lines" else _SAFE_CUT
        compiled = [_compile(pattern) for pattern in self.patterns]
        while start < len(text):
            found = cut.search(text, start + BLOCK_CHARACTERS)
            stop = found.start() if found else len(text)
            if len(compiled) == 1:  # one pattern that leaves nothing out, and has no groups
                words = compiled[0].findall(text, start, stop)
            else:
                words = [text[start:stop]]
                for pattern in compiled:
                    words = [part for word in words for part in _isolate(pattern, word)]
            yield stop, words
            start = stop

    def _custom_blocks(self, text: str, start: int, time_limit: float) -> Iterator[tuple[int, list[str]]]:
        # A pattern of the user's own may look as far as it likes, so it is always run over the whole text.
        pattern = _compile(self.patterns[0])
        while start < len(text):
            words: list[str] = []
            end, enough = start, start + BLOCK_CHARACTERS
            try:
                for match in pattern.finditer(text, start, timeout=time_limit):
                    if match.end() == match.start():
                        continue
                    if match.start() > end:
                        words.append(text[end : match.start()])
                    words.append(match.group())
                    end = match.end()
                    if end >= enough:
                        break
                else:
                    if end < len(text):
                        words.append(text[end:])
                        end = len(text)
            except TimeoutError:
                why = f"takes over {time_limit:g} s {_near(end, text)} and may never finish"
                raise BpetuiError(f"the pattern {why}; write it without repetitions inside repetitions") from None
            except MemoryError:
                why = f"takes more memory than there is {_near(end, text)}"
                raise BpetuiError(f"the pattern {why}; write it without a group that calls itself") from None
            yield end, words
            start = end


def split_named(name: str) -> Split:
    """The split called ``name``, one of `SPLIT_NAMES`; raises `UsageError` for any other."""
    if name not in _PATTERNS:
        raise UsageError(f"there is no split named {name!r}; there are {', '.join(SPLIT_NAMES)}")
    return Split(name, _PATTERNS[name])


def split_custom(pattern: str) -> Split:
    """The split by a pattern of the user's own, in the syntax of ``regex``.

    A pattern equal to a named one is that one. Raises `UsageError`, saying where, if it does not compile.
    """
    for name, patterns in _PATTERNS.items():
        if patterns == (pattern,):
            return Split(name, patterns)
    if not pattern:
        raise UsageError("the pattern is empty; name the split none to use no pattern")
    try:
        compiled = _compile(pattern)
    except regex.error as error:
        raise UsageError(f"the pattern does not compile: {error}") from None  # it says where
    except (RecursionError, OverflowError, MemoryError):
        raise UsageError("the pattern does not compile: it is nested too deeply or repeats too often") from None
    if compiled.flags & regex.REVERSE:
        raise UsageError("the pattern searches backwards, (?r), which cannot split a text; leave that out")
    return Split("custom", (pattern,))


def _near(character: int, text: str) -> str:
    line = text.count("\n", 0, character) + 1
    return f"near character {character} (line {line})"


@lru_cache(maxsize=32)
def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern)


def _isolate(pattern: regex.Pattern[str], text: str) -> Iterator[str]:
    """The matches of ``pattern`` and what stands between them, in order: Hugging Face's ``Split(…, "isolated")``."""
    end = 0
    for match in pattern.finditer(text):
        if match.end() == match.start():
            continue
        if match.start() > end:
            yield text[end : match.start()]
        yield match.group()
        end = match.end()
    if end < len(text):
        yield text[end:]
