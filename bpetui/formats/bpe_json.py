"""The model of byte-pair encoding: the ids of tokens, and the merges that make them, as several formats hold both.

In JSON it is an object of tokens and their ids, as a vocab.json is too, and a list of merges. A merge is a pair of
tokens; what it makes follows from its spelling. What the originals read is read here: an empty token, tokens that share
an id, ids that are left out, and a merge that is listed twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpetui.formats.format_errors import shown
from bpetui.formats.json_object import JsonObject

Merge = tuple[int, int, int]
"""The ids of two tokens, and of the one they become."""


def read_vocabulary(vocab: JsonObject) -> dict[str, int]:
    """The ids of tokens; one may be empty, and two may have the same. Raises `BpetuiError` for what is no id."""
    found: dict[str, int] = {}
    for text, token_id in vocab.found.items():
        if type(token_id) is not int or token_id < 0:
            raise vocab.damaged(f"the id of {shown(text)} is not a whole number from 0")
        found[text] = token_id
    return found


def vocabulary_notes(vocabulary: Mapping[str, int]) -> tuple[str, ...]:
    """What is odd about a vocabulary, in phrases that go after the name of the tokenizer."""
    notes = []
    if "" in vocabulary:
        notes.append(f"has an empty token (id {vocabulary['']}); no text encodes to it")
    if twins := with_one_id(vocabulary):
        one, other = map(shown, twins)
        notes.append(f"gives one id to several tokens, {vocabulary[twins[0]]} to {one} and {other}")
    return tuple(notes)


def with_one_id(vocabulary: Mapping[str, int]) -> tuple[str, str] | None:
    """Two tokens that have the same id, if there are any."""
    by_id: dict[int, str] = {}
    return next(
        ((other, text) for text, at in vocabulary.items() if (other := by_id.setdefault(at, text)) != text), None
    )


def read_merges(
    model: JsonObject, vocabulary: Mapping[str, int], prefix: str = ""
) -> tuple[list[Merge], tuple[str, ...]]:
    """The merges that count, in order, and what is odd about them: see `last_of_each_pair`. Those with an empty token,
    which no text becomes, are left out.

    ``prefix`` is what tokens inside a word begin with, and lose when they are merged with what is left of them. Raises
    `BpetuiError` for tokens that are not in the vocabulary.
    """
    pairs = _pairs(model)
    inside = len(prefix)
    for left, right in pairs if prefix else ():
        if not right.startswith(prefix):
            raise model.damaged(f"the merge {shown(f'{left} {right}')} joins what begins a word")
    try:
        listed = [(vocabulary[left], vocabulary[right], vocabulary[left + right[inside:]]) for left, right in pairs]
    except KeyError as error:
        missing = error.args[0]
        left, right = next((left, right) for left, right in pairs if missing in (left, right, left + right[inside:]))
        why = f"the merge {shown(f'{left} {right}')} takes or makes {shown(missing)}, which is not in the vocabulary"
        raise model.damaged(why) from error
    merges, notes = last_of_each_pair(listed)
    if "" in vocabulary:
        merges = [merge for merge in merges if vocabulary[""] not in merge[:2]]
    return merges, notes


def last_of_each_pair(listed: Sequence[Merge]) -> tuple[list[Merge], tuple[str, ...]]:
    """The merges without those that are listed again further down, and a phrase on these, as `vocabulary_notes` has it.

    In the originals the last place counts: GPT-2's ``encoder.py`` and Hugging Face's ``models/bpe/model.rs`` both keep
    the merges in a table by their pairs.
    """
    last: dict[tuple[int, int], Merge] = {}
    for left, right, made in listed:
        last.pop((left, right), None)
        last[left, right] = left, right, made
    repeated = len(listed) - len(last)
    if not repeated:
        return [*listed], ()
    what = "1 merge" if repeated == 1 else f"{repeated:,} merges"
    return [*last.values()], (f"lists {what} more than once; the last place counts",)


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
