"""The model of byte-pair encoding in JSON: an object of tokens and their ids, as a vocab.json is too, and merges.

A merge is a pair of tokens; what it makes follows from its spelling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bpetui.formats.format_errors import shown
from bpetui.formats.json_object import JsonObject


def read_vocabulary(vocab: JsonObject) -> dict[str, int]:
    """The ids of tokens. Raises `BpetuiError` for what is no id, for one that is there twice, and an empty token."""
    found: dict[str, int] = {}
    by_id: dict[int, str] = {}
    for text, token_id in vocab.found.items():
        if type(token_id) is not int or token_id < 0:
            raise vocab.damaged(f"the id of {shown(text)} is not a whole number from 0")
        if not text:
            raise vocab.damaged(f"the token with the id {token_id} is empty")
        if token_id in by_id:
            raise vocab.damaged(f"{shown(by_id[token_id])} and {shown(text)} have the same id {token_id}")
        found[text] = token_id
        by_id[token_id] = text
    return found


def read_merges(model: JsonObject, vocabulary: Mapping[str, int], prefix: str = "") -> list[tuple[int, int, int]]:
    """The merges in order: the ids of two tokens, and of the one they become.

    ``prefix`` is what tokens inside a word begin with, and lose when they are merged with what is left of them. Raises
    `BpetuiError` for tokens that are not in the vocabulary, and for a merge that is there twice.
    """
    pairs = _pairs(model)
    inside = len(prefix)
    for left, right in pairs if prefix else ():
        if not right.startswith(prefix):
            raise model.damaged(f"the merge {shown(f'{left} {right}')} joins what begins a word")
    try:
        merges = [(vocabulary[left], vocabulary[right], vocabulary[left + right[inside:]]) for left, right in pairs]
    except KeyError as error:
        missing = error.args[0]
        left, right = next((left, right) for left, right in pairs if missing in (left, right, left + right[inside:]))
        why = f"the merge {shown(f'{left} {right}')} takes or makes {shown(missing)}, which is not in the vocabulary"
        raise model.damaged(why) from error
    if len({(left, right) for left, right, _ in merges}) < len(merges):
        twice = Counter(f"{left} {right}" for left, right in pairs).most_common(1)[0][0]
        raise model.damaged(f"the merge {shown(twice)} is there twice")
    return merges


def _pairs(model: JsonObject) -> list[list[str]]:
    """The pairs of tokens to merge. Older files have both in one string, which the original passes over if it looks
    like the first line of a merges.txt."""
    pairs: list[list[str]] = []
    for at, found in enumerate(model.items("merges")):
        if isinstance(found, str) and found.startswith("#version"):
            continue
        pair = found.split(" ") if isinstance(found, str) else found
        if not isinstance(pair, list) or len(pair) != 2 or not _are_tokens(*pair):
            raise model.damaged(f"merges[{at}] is not a merge, two tokens")
        pairs.append(pair)
    return pairs


def _are_tokens(left: object, right: object) -> bool:
    return isinstance(left, str) and isinstance(right, str) and left != "" != right
