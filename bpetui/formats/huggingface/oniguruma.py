"""Translation of split patterns between Python's ``regex``, used here, and Oniguruma, used in tokenizer.json.

Hugging Face's tokenizers compile patterns with Oniguruma in its Ruby syntax (github.com/kkos/oniguruma, ``doc/RE`` and
``doc/SYNTAX.md``). Much looks the same but means something else: ``{1,3}+`` repeats a group greedily, ``$`` is the end
of any line, ``(?m)`` lets the dot match line ends, ``\\h`` is a hexadecimal digit, and sets can be nested. So a pattern
is parsed part by part, and syntax that is not known to match the same in both is refused. The accepted syntax was
compared over all characters up to Unicode 16; the tables of ``regex`` are newer, so characters assigned since then may
be split differently.

Patterns that can match the empty string are also refused: Hugging Face splits the text at such a match, but bpetui
does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bpetui.core.character_sets import SetError, plain_sets


class UntranslatableError(ValueError):
    """A pattern has syntax that is not known to mean the same in the other one; the text says which."""


def to_oniguruma(pattern: str) -> str:
    """Return the Oniguruma pattern equivalent to a ``regex`` pattern. Raises `UntranslatableError` if none is known.

    `from_oniguruma` restores the original, except for syntax with several spellings.
    """
    try:
        plain = plain_sets(pattern)
    except SetError as error:
        raise UntranslatableError(str(error)) from error
    return _Translator(plain, to_ruby=True).whole()


def from_oniguruma(pattern: str) -> str:
    """Return the ``regex`` pattern equivalent to an Oniguruma pattern. Raises as `to_oniguruma` does."""
    try:
        return _Translator(pattern, to_ruby=False).whole()
    except UntranslatableError:
        plain = _with_plain_sets(pattern)
        if plain == pattern:
            raise
        return _Translator(plain, to_ruby=False).whole()


def _with_plain_sets(pattern: str) -> str:
    try:
        return plain_sets(pattern)
    except SetError:
        return pattern  # the translation fails, too


_PROPERTIES = re.compile(
    "L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfo]?"
    "|Arabic|Cyrillic|Devanagari|Greek|Han|Hangul|Hiragana|Katakana|Latin|Thai"
)
_PROPERTY = re.compile(r"([pP])(?:\{(\^?)([A-Za-z]+)\}|([LMNPSZC]))")
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})")
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_RAW = {chr(code): f"\\{letter}" for letter, code in _CONTROLS.items()}
"""The escapes of control characters that a pattern contains raw."""
_QUANTIFIER = re.compile(r"[*+?]|\{(?:([0-9]+)|(?=,[0-9]))(,?)([0-9]*)\}")

# The zero-width joiners are word characters for regex, but not for Oniguruma. Outside a set, Oniguruma also takes some
# numbers for word characters, such as ².
_JOINERS = r"\x{200C}\x{200D}"
_WORD, _NO_WORD = rf"[\w{_JOINERS}]", rf"[^\w{_JOINERS}]"

_LINE_ANCHORS = {"^": r"(?m:^)(?!\Z)", "$": "(?m:$)"}
"""Oniguruma's ``^`` and ``$``. Its ``^`` does not match after a line end at the end of the text."""

_NOT_BEHIND = re.compile(r"[(^$]|\\[AZz]")
"""Syntax that a lookbehind must not contain; escaped characters and sets count, too, to keep it simple."""

_ONE_FOR_TWO = re.compile("ss|ff|fi|fl|st")
"""Letters that Oniguruma matches with a ligature or ß if case is ignored."""


@dataclass(frozen=True)
class _Part:
    """A translated part of a pattern, and how many characters it matches; ``most`` is None if there is no limit.

    ``can_anchor`` says that it may be only an anchor or a lookaround, which cannot be repeated.
    """

    text: str
    least: int
    most: int | None
    can_anchor: bool = False

    def __add__(self, other: _Part) -> _Part:
        most = None if self.most is None or other.most is None else self.most + other.most
        can_anchor = other.can_anchor and (self.can_anchor or not self.text)
        return _Part(self.text + other.text, self.least + other.least, most, can_anchor)

    def __or__(self, other: _Part) -> _Part:
        most = None if self.most is None or other.most is None else max(self.most, other.most)
        can_anchor = self.can_anchor or other.can_anchor
        return _Part(f"{self.text}|{other.text}", min(self.least, other.least), most, can_anchor)

    def within(self, before: str, after: str) -> _Part:
        """Return the part between two texts that do not change what it matches."""
        return _Part(before + self.text + after, self.least, self.most, self.can_anchor)

    def repeated(self, quantifier: str, least: int, most: int | None) -> _Part:
        """Return the part with a quantifier."""
        limit = None if self.most is None or most is None else self.most * most
        return _Part(self.text + quantifier, self.least * least, limit)


class _Translator:
    """Parses a pattern in one syntax from left to right, and writes it in the other."""

    def __init__(self, pattern: str, *, to_ruby: bool) -> None:
        self._pattern, self._to_ruby = pattern, to_ruby
        self._at = 0
        self._ignores_case = False
        self._dot_all = "s" if to_ruby else "m"

    def whole(self) -> str:
        """Return the translation of the whole pattern."""
        try:
            part = self._alternatives()
        except RecursionError:
            raise UntranslatableError("it is nested too deeply") from None
        if self._at < len(self._pattern):
            raise UntranslatableError("a ) has no (")
        if not part.least:
            raise UntranslatableError("it can match the empty string")
        return part.text

    def _sees(self, *texts: str) -> str:
        """Return the first of these texts that comes next; "" if none does."""
        return next((text for text in texts if self._pattern.startswith(text, self._at)), "")

    def _takes(self, *texts: str) -> str:
        """Return the same, and move past it."""
        found = self._sees(*texts)
        self._at += len(found)
        return found

    def _next(self) -> str:
        if self._at >= len(self._pattern):
            raise UntranslatableError("it ends too soon")
        self._at += 1
        return self._pattern[self._at - 1]

    # -- groups --------------------------------------------------------------------------------------------------------

    def _alternatives(self) -> _Part:
        # Flags after other syntax affect the whole pattern in regex, but only the rest of it in Oniguruma.
        if (self._at == 0 or not self._to_ruby) and (flags := self._takes("(?i)", f"(?{self._dot_all})")):
            return self._flagged(flags[2])
        found = self._sequence()
        while self._takes("|"):
            found |= self._sequence()
        return found

    def _flagged(self, flag: str) -> _Part:
        if flag != "i":
            return self._alternatives().within("(?m:" if self._to_ruby else "(?s:", ")")
        before, self._ignores_case = self._ignores_case, True
        inner = self._alternatives()
        self._ignores_case = before
        if found := _ONE_FOR_TWO.search(re.sub(r"\(\?:|[()]", "", inner.text.lower())):
            raise UntranslatableError(f"{found[0]} has another meaning if case is ignored")
        return inner.within("(?i:", ")")

    def _sequence(self) -> _Part:
        found = _Part("", 0, 0)
        while self._at < len(self._pattern) and not self._sees("|", ")"):
            found += self._quantified(self._atom())
        return found

    def _group(self) -> _Part:
        if opening := self._takes("(?i:", f"(?{self._dot_all}:"):
            inner = self._flagged(opening[2])
        elif possessive := self._possessive():
            return possessive
        elif opening := self._takes("(?:", "(?>"):
            inner = self._alternatives().within(opening, ")")
        elif opening := self._takes("(?=", "(?!", "(?<=", "(?<!"):
            inner = self._alternatives()
            if "<" in opening and (inner.least != inner.most or _NOT_BEHIND.search(inner.text)):
                raise UntranslatableError(f"the content of {opening}…) has anchors, groups or more than one length")
            inner = _Part(f"{opening}{inner.text})", 0, 0, can_anchor=True)
        elif opening := self._sees("(?", "(*"):
            raise UntranslatableError(f"{self._pattern[self._at : self._at + 3]} has another meaning")
        else:
            opening = self._takes("(")
            inner = self._alternatives().within(opening, ")")
        if not self._takes(")"):
            raise UntranslatableError("a ( has no )")
        return inner

    def _possessive(self) -> _Part | None:
        """Return a possessive repetition in braces, if one comes next: (?>…) in Oniguruma, {…}+ in Python."""
        start = self._at
        if not self._to_ruby and self._takes("(?>") and not self._sees(")", "|"):
            part = self._atom()
            found = _QUANTIFIER.match(self._pattern, self._at)
            if found and found[0][0] == "{" and not part.can_anchor:
                self._at = found.end()
                part = self._counted(part, found)
                if self._takes(")") and not part.text.endswith("?") and not self._sees("*", "+", "?", "{"):
                    return part.within("", "+")
        self._at = start
        return None

    # -- repetitions ---------------------------------------------------------------------------------------------------

    def _quantified(self, part: _Part) -> _Part:
        while found := _QUANTIFIER.match(self._pattern, self._at):
            if part.can_anchor:
                raise UntranslatableError(f"{found[0]} repeats something that matches no character")
            self._at = found.end()
            if found[0][0] == "{":
                part = self._counted(part, found)
                if not self._to_ruby and _QUANTIFIER.match(self._pattern, self._at):
                    part = part.within("(?:", ")")  # in Oniguruma the next sign repeats all of it
                    continue
            else:
                least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[found[0]]
                part = part.repeated(found[0] + self._takes("?", "+"), least, most)
            if _QUANTIFIER.match(self._pattern, self._at):
                raise UntranslatableError("a repetition is repeated")
        return part

    def _counted(self, part: _Part, found: re.Match[str]) -> _Part:
        low, comma, high = found.groups()
        least = int(low or 0)
        most = (int(high) if high else None) if comma else least
        if self._ignores_case or (most is not None and (most < least or (comma and most == least))):
            raise UntranslatableError(f"{found[0]} has another meaning")
        repeated = part.repeated(found[0], least, most)
        if comma and self._takes("?"):
            return repeated.within("", "?")
        if self._to_ruby and self._takes("+"):  # possessive; Oniguruma has no sign for that after braces
            return repeated.within("(?>", ")")
        if self._to_ruby:
            self._takes("?")  # lazy has no effect on an exact number
        return repeated

    # -- characters ----------------------------------------------------------------------------------------------------

    def _atom(self) -> _Part:
        if anchor := self._anchor():
            return _Part(anchor, 0, 0, can_anchor=True)
        if self._sees("("):
            return self._group()
        character = self._next()
        if character == "[":
            return _Part(self._set(), 1, 1)
        if character == "\\":
            return _Part(self._class_alone() or self._escape()[0], 1, 1)
        if character in "*+?{":
            raise UntranslatableError(f"a {character} repeats nothing")
        self._check_case(character)
        return _Part(_RAW.get(character, character), 1, 1)

    def _anchor(self) -> str:
        if not self._to_ruby:
            anchors = {r"\A": "^", r"\Z": "$", r"\z": r"\Z", **_LINE_ANCHORS}
        else:
            anchors = {there: here for here, there in _LINE_ANCHORS.items()}
            anchors |= {"^": r"\A", "$": r"\Z", r"\A": r"\A", r"\Z": r"\z"}
        found = self._takes(*anchors)
        return anchors[found] if found else ""

    def _class_alone(self) -> str:
        """Return a character class outside a set that must be written as a set; "" if none comes next."""
        if self._to_ruby and (letter := self._takes("w", "W")):
            self._check_case("\\" + letter)
            return _WORD if letter == "w" else _NO_WORD
        if not self._to_ruby and (letter := self._takes("h", "H")):
            return "[0-9A-Fa-f]" if letter == "h" else "[^0-9A-Fa-f]"
        return ""

    def _escape(self) -> tuple[str, int | None]:
        """Return an escape after its backslash, and the code of the character if it is a single one."""
        if found := _PROPERTY.match(self._pattern, self._at):
            letter, negated, name, short = found.groups()
            self._at = found.end()
            self._check_case("\\" + found[0])
            if not _PROPERTIES.fullmatch(name or short) or (short and not self._to_ruby):
                raise UntranslatableError(f"\\{found[0]} is not known to have the same meaning")
            return f"\\{letter}{{{negated or ''}{name or short}}}", None
        if found := _CODE.match(self._pattern, self._at):
            self._at = found.end()
            return self._code(found)
        character = self._next()
        if character in "sSdD":
            self._check_case("\\" + character)
            return f"\\{character}", None
        if character in _CONTROLS:
            return f"\\{character}", _CONTROLS[character]
        if character.isalnum() or not character.isascii() or not character.isprintable():
            raise UntranslatableError(f"\\{character} has another meaning")
        return f"\\{character}", ord(character)

    def _code(self, found: re.Match[str]) -> tuple[str, int]:
        """Return a character given by its code: in Oniguruma, two digits are a byte and braces allow any code."""
        two, braced, four, eight = found.groups()
        code = int(two or braced or four or eight, 16)
        if code > 0x10FFFF or 0xD800 <= code < 0xE000 or (braced if self._to_ruby else eight or (two and code > 0x7F)):
            raise UntranslatableError(f"\\{found[0]} has another meaning")
        self._check_case(chr(code))
        if four or (two and code < 0x80):
            return f"\\{found[0]}", code
        return (f"\\x{{{code:X}}}" if self._to_ruby else f"\\U{code:08x}"), code

    def _check_case(self, what: str) -> None:
        """Refuse what may ignore case differently: all that is not ASCII, and the letter i, which has Turkish forms."""
        if self._ignores_case and (len(what) > 1 or not what.isascii() or what in "iI."):
            raise UntranslatableError(f"{what} has another meaning if case is ignored")

    # -- sets ----------------------------------------------------------------------------------------------------------

    def _set(self) -> str:
        """Return a set, after its opening bracket."""
        negated = self._takes("^")
        if negated:
            self._check_case("[^")
        start = self._at
        items = self._items()
        if not self._to_ruby and items == [r"\w"]:
            return r"\W" if negated else r"\w"
        classes = {*re.findall(r"\\[sSdDwWpP]", self._pattern[start : self._at] if self._to_ruby else "".join(items))}
        if negated and any(each.swapcase() in classes for each in classes):
            raise UntranslatableError("a negated set of a class and its opposite has another meaning")
        return f"[{negated}{''.join(items)}]"

    def _items(self, *, is_nested: bool = False) -> list[str]:
        items: list[str] = []
        while not self._takes("]"):
            if operator := self._sees("[:", "&&", "||", "--", "~~"):
                raise UntranslatableError(f"{operator} in a set has another meaning")
            if self._takes("["):
                items += self._nested()
            elif self._takes("-"):
                if items and not self._sees("]"):
                    raise UntranslatableError("a - in a set makes no range")
                items.append(r"\-" if is_nested else "-")
            elif self._takes(r"\w" if self._to_ruby else r"\w" + _JOINERS):
                self._check_case(r"\w")
                items.append(r"\w" + _JOINERS if self._to_ruby else r"\w")
            elif self._to_ruby and self._takes(r"\W"):
                self._check_case(r"\W")
                items.append(_NO_WORD)
            elif not self._to_ruby and self._takes(r"\h"):
                items.append("0-9A-Fa-f")
            else:
                items.append(self._characters())
        if not items:
            raise UntranslatableError("a set is empty, or begins with ]")
        return items

    def _nested(self) -> list[str]:
        if self._sees(_NO_WORD[1:]):
            self._takes(_NO_WORD[1:])
            return [r"\W"]
        if self._sees("^"):
            raise UntranslatableError("a set contains a negated set")
        return self._items(is_nested=True)

    def _characters(self) -> str:
        """Return a character of a set, a class, or a range."""
        first, low = self._member()
        if low is None or self._sees("-]") or not self._takes("-"):
            return first
        last, high = self._member()
        if high is None or high < low:
            raise UntranslatableError(f"{first}-{last} in a set is not a range")
        if self._ignores_case and (high > 0x7F or low <= ord("I") <= high or low <= ord("i") <= high):
            raise UntranslatableError(f"{first}-{last} has another meaning if case is ignored")
        return f"{first}-{last}"

    def _member(self) -> tuple[str, int | None]:
        character = self._next()
        if character == "\\":
            return self._escape()
        if character in "[]":
            raise UntranslatableError(f"{character} in a set has another meaning")
        self._check_case(character)
        return _RAW.get(character, character), ord(character)
