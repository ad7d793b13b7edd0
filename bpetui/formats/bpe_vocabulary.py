"""Vocabularies and merges of byte-pair encoding, as vocab.json, merges.txt and tokenizer.json hold them.

A vocabulary is an object of tokens and their ids. A merge is a pair of tokens; its result follows from their spelling.
Like the original programs, this module reads an empty token, tokens that share an id, unused ids, and merges that are
listed twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpetui.core.notes import Note
from bpetui.formats.format_errors import shown
from bpetui.formats.json_object import JsonObject

Merge = tuple[int, int, int]
"""The ids of two tokens, and of the token they become."""


def read_vocabulary(vocab: JsonObject) -> dict[str, int]:
    """Return the ids of the tokens; a token may be empty, and two may share an id. Raises `BpetuiError` for bad ids."""
    vocabulary: dict[str, int] = {}
    for text, token_id in vocab.found.items():
        if type(token_id) is not int or token_id < 0:
            raise vocab.damaged(f"the id of {shown(text)} is not a whole number from 0 up")
        vocabulary[text] = token_id
    return vocabulary


def vocabulary_notes(vocabulary: Mapping[str, int]) -> tuple[Note, ...]:
    """Return notes on what is unusual in a vocabulary."""
    notes = []
    if "" in vocabulary:
        sentence = "{name} has an empty token (id {token_id}), which no text contains"
        notes.append(Note.with_values(sentence, token_id=vocabulary[""]))
    if twins := tokens_with_one_id(vocabulary):
        first, second = map(shown, twins)
        sentence = "{name} has several tokens with one id: {first} and {second} have the id {token_id}"
        notes.append(Note.with_values(sentence, first=first, second=second, token_id=vocabulary[twins[0]]))
    return tuple(notes)


def tokens_with_one_id(vocabulary: Mapping[str, int]) -> tuple[str, str] | None:
    """Return the first two tokens that share an id, if there are any."""
    by_id: dict[int, str] = {}
    for text, token_id in vocabulary.items():
        if (first := by_id.setdefault(token_id, text)) != text:
            return first, text
    return None


def read_merges(
    model: JsonObject, vocabulary: Mapping[str, int], prefix: str = ""
) -> tuple[list[Merge], tuple[Note, ...]]:
    """Return the merges in order, and notes on them (see `last_of_each_pair`), without the merges of an empty token.

    ``prefix`` is the beginning of tokens inside a word; the right token loses it in a merge. Raises `BpetuiError` for
    tokens that are not in the vocabulary.
    """
    pairs = _read_pairs(model)
    inside = len(prefix)
    for left, right in pairs if prefix else ():
        if not right.startswith(prefix):
            raise model.damaged(f"the second token of the merge {shown_merge(left, right)} begins a word")
    try:
        listed = [(vocabulary[left], vocabulary[right], vocabulary[left + right[inside:]]) for left, right in pairs]
    except KeyError as error:
        faults = (fault_in_merge(left, right, left + right[inside:], vocabulary) for left, right in pairs)
        raise model.damaged(next(filter(None, faults))) from error
    merges, notes = last_of_each_pair(listed)
    if "" in vocabulary:
        merges = [merge for merge in merges if vocabulary[""] not in merge[:2]]
    return merges, notes


def fault_in_merge(left: str, right: str, made: str, vocabulary: Mapping[str, int]) -> str:
    """Return a clause about the first token of a merge that is not in the vocabulary; "" if all three are."""
    for text in (left, right, made):
        if text not in vocabulary:
            missing = f"the token {shown(text)}" if text else "the empty token"
            return f"the merge {shown_merge(left, right)} needs {missing}, which is not in the vocabulary"
    return ""


def shown_merge(left: str, right: str) -> str:
    """Return a merge for a sentence."""
    return f"{shown(left)} {shown(right)}"


def last_of_each_pair(listed: Sequence[Merge]) -> tuple[list[Merge], tuple[Note, ...]]:
    """Return the merges without repetitions, and a note if there are any.

    The last position of a repeated merge applies, as in the original programs: GPT-2's ``encoder.py`` and Hugging
    Face's ``models/bpe/model.rs`` both keep the merges in a table by pair.
    """
    last: dict[tuple[int, int], Merge] = {}
    for left, right, made in listed:
        last.pop((left, right), None)
        last[left, right] = left, right, made
    repeated = len(listed) - len(last)
    if not repeated:
        return [*listed], ()
    one = "{name} lists 1 merge more than once; its last position applies"
    many = "{name} lists {n} merges more than once; their last positions apply"
    return [*last.values()], (Note.plural(repeated, one, many),)


def _read_pairs(model: JsonObject) -> list[list[str]]:
    """Return the pairs of tokens to merge.

    Older files have both tokens in one string; like the original, this skips one that looks like the first line of a
    merges.txt.
    """
    pairs: list[list[str]] = []
    for at, found in enumerate(model.items("merges")):
        if isinstance(found, str) and found.startswith("#version"):
            continue
        pair = found.split(" ") if isinstance(found, str) else found
        if not isinstance(pair, list) or len(pair) != 2 or not _are_tokens(*pair):
            raise model.damaged(f"merges[{at}] is not a pair of tokens")
        pairs.append(pair)
    return pairs


def _are_tokens(left: object, right: object) -> bool:
    return isinstance(left, str) and isinstance(right, str)
