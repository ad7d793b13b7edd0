"""The added tokens of a tokenizer.json: what is found in a text before anything else is done with it.

The original looks for those that are not ``normalized`` first, and for the others in what is left, in its normal form;
at each place for the longest. Those that are ``special`` it leaves out when it decodes, if that is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import without_surrogates
from bpetui.formats.format_errors import refused, shown
from bpetui.formats.huggingface.preparation import NotNativeError, Preparation
from bpetui.formats.json_object import JsonObject

_LONGEST = 500
"""Longer tokens are not compared with each other."""


@dataclass(frozen=True)
class AddedTokens:
    """The ids of those that are special, and of the others."""

    special: Mapping[str, int]
    added: Mapping[str, int]

    @property
    def ids(self) -> dict[str, int]:
        """The ids of them all."""
        return {**self.added, **self.special}


def read_added(file: JsonObject, vocabulary: Mapping[str, int], preparation: Preparation) -> AddedTokens:
    """Read them. Raises `NotNativeError` for what a `Tokenizer` does not do, and `BpetuiError` for damage."""
    special: dict[str, int] = {}
    added: dict[str, int] = {}
    looked_for: dict[bool, list[str]] = {False: [], True: []}
    by_id = dict(zip(vocabulary.values(), vocabulary, strict=True))
    strange = ""
    renumbered = ""
    next_id = len(vocabulary)  # where the original numbers on, whatever id stands beside a token
    for token in file.children("added_tokens"):
        content, token_id = token.text("content"), token.number("id")
        if not content:
            raise token.damaged("the token is empty")
        if content in special or content in added:
            raise token.damaged(f"the token {shown(content)} is there twice")
        if content in vocabulary and vocabulary[content] != token_id:
            why = f"the token {shown(content)} has the id {token_id}, and {vocabulary[content]} in the vocabulary"
            raise token.damaged(why)
        if by_id.setdefault(token_id, content) != content:
            raise token.damaged(f"the id {token_id} of {shown(content)} is that of {shown(by_id[token_id])}, too")
        if content not in vocabulary:
            renumbered = renumbered or (content if token_id != next_id else "")
            next_id += 1
        (special if token.flag("special") else added)[content] = token_id
        looked_for[token.flag("normalized")].append(content)
        if token.flag("lstrip") or token.flag("rstrip") or token.flag("single_word"):
            strange = strange or content
    if renumbered:
        raise NotNativeError(f"its token {shown(renumbered)} does not have the id there that stands beside it")
    if strange:
        raise NotNativeError(f"its token {shown(strange)} depends on what stands beside it")
    _check_order(looked_for[False], looked_for[True], preparation)
    return AddedTokens(special, added)


def _check_order(first: Collection[str], normalized: Collection[str], preparation: Preparation) -> None:
    """Raise `NotNativeError` where it makes a difference that some tokens are looked for later, in the normal form."""
    for token in normalized:
        if preparation.normalization != "none" or (preparation.space and {" ", preparation.space} & {*token}):
            raise NotNativeError(f"its token {shown(token)} is looked for in the normal form")
    if not first or not normalized:
        return
    firsts, sizes = {*first}, {len(token) for token in first}
    beginnings = {token[:stop] for token in first for stop in range(1, min(len(token), _LONGEST) + 1)}
    for token in normalized:
        end = len(token)
        holds_one = any(token[at : at + size] in firsts for size in sizes for at in range(end - size + 1))
        if end > _LONGEST or holds_one or any(token[at:] in beginnings for at in range(1, end)):
            raise NotNativeError(f"its token {shown(token)} is looked for after others that may overlap it")


def write_added(tokenizer: Tokenizer, vocabulary: dict[str, int], title: str) -> list[dict[str, object]]:
    """The added tokens as a file has them; those whose ids do not number on from the vocabulary's size go into that.

    Raises `BpetuiError`, by name, for what the original would not tell apart from other tokens.
    """
    others = sorted(tokenizer.others.items(), key=lambda item: item[1])
    ordinary = {token_id: text for text, token_id in vocabulary.items()}
    for text, token_id in others:
        if not text or without_surrogates(text)[1]:
            raise refused(title, f"the special token {shown(text) or 'with no text'} is no text")
        if vocabulary.get(text, token_id) != token_id:
            raise refused(title, f"{shown(text)} would be there with the ids {vocabulary[text]} and {token_id}")
        if ordinary.get(token_id, text) != text:
            raise refused(title, f"the id {token_id} would be that of {shown(ordinary[token_id])} and {shown(text)}")
    size = len(vocabulary)
    if [token_id for _, token_id in others] != [*range(size, size + len(others))]:
        vocabulary.update(others)
    beside = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return [
        {"id": token_id, "content": text, **beside, "special": text in tokenizer.special} for text, token_id in others
    ]
