"""The model of byte-pair encoding in JSON: an object of tokens and their ids, as a vocab.json is too, and merges.

A merge is a pair of tokens; what it makes follows from its spelling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bpetui.formats.format_errors import shown
from bpetui.formats.json_object import JsonObject


def read_vocabulary(vocab: JsonObject) -> dict[str, int]:
    """The ids of tokens; one may be empty, and two may have the same. Raises `BpetuiError` for what is no id."""
    found: dict[str, int] = {}
    for text, token_id in vocab.found.items():
        if type(token_id) is not int or token_id < 0:
            raise vocab.damaged(f"the id of {shown(text)} is not a whole number from 0")
        found[text] = token_id
    return found


def with_one_id(vocabulary: Mapping[str, int]) -> tuple[str, str] | None:
    """Two tokens that have the same id, if there are any."""
    by_id: dict[int, str] = {}
    return next(
        ((other, text) for text, at in vocabulary.items() if (other := by_id.setdefault(at, text)) != text), None
    )


@dataclass(frozen=True)
class ListedMerges:
    """The merges in order: the ids of two tokens, and of the one they become; ``twice`` is one that is listed twice,
    two tokens with a space between, if there is one: of such only the last is kept."""

    merges: list[tuple[int, int, int]]
    twice: str = ""


def read_merges(model: JsonObject, vocabulary: Mapping[str, int], prefix: str = "") -> ListedMerges:
    """Read the merges. Those with an empty token, which no text becomes, are left out.

    ``prefix`` is what tokens inside a word begin with, and lose when they are merged with what is left of them. Raises
    `BpetuiError` for tokens that are not in the vocabulary.
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
    last = {(left, right): at for at, (left, right, _) in enumerate(merges)}
    twice = ""
    if len(last) < len(merges):
        twice = Counter(f"{left} {right}" for left, right in pairs).most_common(1)[0][0]
        merges = [merge for at, merge in enumerate(merges) if last[merge[:2]] == at]
    if "" in vocabulary:
        merges = [merge for merge in merges if vocabulary[""] not in merge[:2]]
    return ListedMerges(merges, twice)


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
    return isinstance(left, str) and isinstance(right, str)
