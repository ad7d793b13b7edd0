"""The added tokens of a tokenizer.json, which are found in a text before anything else happens to it.

The original first searches for the tokens that are not ``normalized``, then for the others in the normal form of the
remaining text; the longest match at a position applies. On request it omits the ``special`` ones in decoded text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bpetui.core.added_tokens import ANYWHERE, Matching
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import without_surrogates
from bpetui.formats.format_errors import refused, shown
from bpetui.formats.huggingface.preparation_reader import Preparation
from bpetui.formats.huggingface.unsupported import UnsupportedError
from bpetui.formats.json_object import JsonObject

_LATE = Matching(in_normal_form=True)

_LONGEST = 500
"""The length, in characters, above which tokens are not compared with each other."""


@dataclass(frozen=True)
class AddedTokens:
    """The ids of the special tokens and of the other ones; ``matchings`` are as in `BpeTokenizer`."""

    special: Mapping[str, int]
    added: Mapping[str, int]
    matchings: Mapping[str, Matching]

    @property
    def ids(self) -> dict[str, int]:
        """The ids of all."""
        return {**self.added, **self.special}


def read_added_tokens(file: JsonObject, vocabulary: Mapping[str, int], preparation: Preparation) -> AddedTokens:
    """Read the added tokens. Raises `UnsupportedError`, and `BpetuiError` for damage."""
    special: dict[str, int] = {}
    added: dict[str, int] = {}
    matchings: dict[str, Matching] = {}
    ordinary = {*vocabulary.values()}
    next_id = len(vocabulary)  # the original continues from here and ignores the ids in the file
    for token in file.children("added_tokens"):
        content, written = token.text("content"), token.number("id")
        if not content:
            continue  # like the original
        if content in special or content in added:
            raise UnsupportedError(f"its added token {shown(content)} is listed twice", is_unusual=True)
        token_id = vocabulary.get(content, next_id)
        if content not in vocabulary:
            next_id += 1
            if token_id in ordinary:
                other = next(text for text, at in vocabulary.items() if at == token_id)
                why = f"its added token {shown(content)} gets the id {token_id}, which is also that of {shown(other)}"
                raise UnsupportedError(why, is_unusual=True)
        if token_id != written:
            why = f"its added token {shown(content)} gets the id {token_id}, not {written} as listed"
            raise UnsupportedError(why, is_unusual=True)
        (special if token.flag("special") else added)[content] = token_id
        matchings[content] = Matching(
            token.flag("lstrip"), token.flag("rstrip"), token.flag("single_word"), token.flag("normalized")
        )
    for content, matching in matchings.items():
        if matching.in_normal_form and _depends_on_spaces(content, matching, preparation):
            space = shown(preparation.space)
            why = f"it searches for its added token {shown(content)} after it replaces spaces by {space}"
            raise UnsupportedError(why)
    if not _order_matters(matchings, preparation):
        matchings = {content: replace(matching, in_normal_form=False) for content, matching in matchings.items()}
    return AddedTokens(special, added, {each: found for each, found in matchings.items() if found != ANYWHERE})


def _depends_on_spaces(content: str, matching: Matching, preparation: Preparation) -> bool:
    """Whether the replacement of spaces affects a token."""
    space = preparation.space
    return bool(space) and (matching.strips_left or matching.strips_right or bool({" ", space} & {*content}))


def _order_matters(matchings: Mapping[str, Matching], preparation: Preparation) -> bool:
    """Whether it makes a difference that some tokens are searched for later than others, in the normal form."""
    first = [token for token, matching in matchings.items() if not matching.in_normal_form]
    late = [token for token, matching in matchings.items() if matching.in_normal_form]
    if late and preparation.normalization != "none":
        return True
    if not first or not late:
        return False
    if any(matching != ANYWHERE and matching != _LATE for matching in matchings.values()):
        return True
    firsts, sizes = {*first}, {len(token) for token in first}
    beginnings = {token[:stop] for token in first for stop in range(1, min(len(token), _LONGEST) + 1)}
    for token in late:
        end = len(token)
        holds_one = any(token[at : at + size] in firsts for size in sizes for at in range(end - size + 1))
        if end > _LONGEST or holds_one or any(token[at:] in beginnings for at in range(1, end)):
            return True
    return False


def write_added_tokens(tokenizer: BpeTokenizer, vocabulary: dict[str, int], title: str) -> list[dict[str, object]]:
    """Return the added tokens as in a file, and add them to the vocabulary if their ids do not continue its numbers.

    Raises `BpetuiError` for tokens that the original could not distinguish from others.
    """
    others = sorted(tokenizer.others.items(), key=lambda item: item[1])
    ordinary = {token_id: text for text, token_id in vocabulary.items()}
    for text, token_id in others:
        if not text:
            raise refused(title, "a special token is empty")
        if without_surrogates(text)[1]:
            raise refused(title, f"the special token {shown(text)} contains a lone surrogate")
        if vocabulary.get(text, token_id) != token_id:
            raise refused(title, f"{shown(text)} would have the two ids {vocabulary[text]} and {token_id}")
        if ordinary.get(token_id, text) != text:
            raise refused(title, f"{shown(ordinary[token_id])} and {shown(text)} would have the same id {token_id}")
    size = len(vocabulary)
    if [token_id for _, token_id in others] != [*range(size, size + len(others))]:
        vocabulary.update(others)
    written: list[dict[str, object]] = []
    for text, token_id in others:
        matching = tokenizer.matchings.get(text, ANYWHERE)
        flags = {
            "single_word": matching.whole_word,
            "lstrip": matching.strips_left,
            "rstrip": matching.strips_right,
            "normalized": matching.in_normal_form,
            "special": text in tokenizer.special,
        }
        written.append({"id": token_id, "content": text, **flags})
    return written
