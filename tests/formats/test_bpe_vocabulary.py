"""Vocabularies and merges as files hold them: what is read as the original programs do, and what is damage."""

import json
from collections.abc import Mapping

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.formats.bpe_vocabulary import (
    fault_in_merge,
    last_of_each_pair,
    read_merges,
    read_vocabulary,
    tokens_with_one_id,
    vocabulary_notes,
)
from bpetui.formats.json_object import JsonObject, read_json_object

VOCABULARY = {"a": 0, "b": 1, "ab": 2, "aba": 3, "##b": 4}


def object_of(**values: object) -> JsonObject:
    """An object of a file vocab.json."""
    return read_json_object(json.dumps(values).encode(), "vocab.json", "vocab.json")


def merges_of(merges: object, vocabulary: Mapping[str, int] = VOCABULARY, prefix: str = "") -> object:
    """The merges of a model, without the notes."""
    return read_merges(object_of(merges=merges), vocabulary, prefix)[0]


def refusal(merges: object, prefix: str = "") -> str:
    """The sentence that refuses some merges."""
    with pytest.raises(BpetuiError) as caught:
        merges_of(merges, prefix=prefix)
    return str(caught.value).removeprefix("vocab.json is not a valid vocab.json: ")


def test_a_vocabulary_has_ids_from_zero_up() -> None:
    assert read_vocabulary(object_of(a=0, b=7)) == {"a": 0, "b": 7}


@pytest.mark.parametrize("token_id", [-1, 1.0, "1", True, None])
def test_an_id_that_is_no_whole_number_is_damage(token_id: object) -> None:
    with pytest.raises(BpetuiError, match="the id of a is not a whole number from 0 up"):
        read_vocabulary(object_of(a=token_id))


def test_notes_name_an_empty_token_and_shared_ids() -> None:
    assert vocabulary_notes({"a": 0, "b": 1}) == ()
    assert sentences(vocabulary_notes({"": 291}), "it") == ("it has an empty token (id 291), which no text contains",)
    assert sentences(vocabulary_notes({"a": 5, "b c": 5}), "it") == (
        "it has several tokens with one id: a and b·c have the id 5",
    )


def test_the_first_tokens_that_share_an_id_are_found() -> None:
    assert tokens_with_one_id({"a": 0, "b": 1, "c": 1, "d": 0}) == ("b", "c")
    assert tokens_with_one_id({"a": 0, "b": 1}) is None


@pytest.mark.parametrize("merges", [[["a", "b"], ["ab", "a"]], ["a b", "ab a"], ["#version: 0.2", "a b", "ab a"]])
def test_merges_are_pairs_or_strings(merges: object) -> None:
    assert merges_of(merges) == [(0, 1, 2), (2, 0, 3)]


def test_the_right_token_of_a_merge_loses_the_prefix() -> None:
    assert merges_of([["a", "##b"]], prefix="##") == [(0, 4, 2)]
    assert refusal([["a", "b"]], "##") == "the second token of the merge a b begins a word"


@pytest.mark.parametrize("merge", ["a", "a b c", ["a"], ["a", 1], 7, {"a": "b"}])
def test_something_else_than_a_pair_is_damage(merge: object) -> None:
    assert refusal(["a b", merge]) == "merges[1] is not a pair of tokens"


def test_a_merge_of_a_missing_token_names_it() -> None:
    assert refusal(["a b", "b a"]) == "the merge b a needs the token ba, which is not in the vocabulary"
    assert refusal(["a x"]) == "the merge a x needs the token x, which is not in the vocabulary"
    assert fault_in_merge("a", "", "a", VOCABULARY) == (
        "the merge a  needs the empty token, which is not in the vocabulary"
    )
    assert fault_in_merge("a", "b", "ab", VOCABULARY) == ""


def test_the_last_position_of_a_repeated_merge_applies() -> None:
    first, second = (0, 1, 2), (2, 0, 3)
    assert last_of_each_pair([first, second]) == ([first, second], ())
    merges, notes = last_of_each_pair([first, second, first])
    assert merges == [second, first]
    assert sentences(notes, "it") == ("it lists 1 merge more than once; its last position applies",)
    assert sentences(last_of_each_pair([first] * 3)[1], "it") == (
        "it lists 2 merges more than once; their last positions apply",
    )


def test_merges_of_an_empty_token_are_left_out() -> None:
    assert merges_of([["", "a"], ["a", "b"], ["a", ""]], {**VOCABULARY, "": 9}) == [(0, 1, 2)]


def test_a_merge_into_a_token_with_the_id_of_an_empty_one_is_kept() -> None:
    assert merges_of([["a", "b"]], {"a": 0, "b": 1, "ab": 2, "": 2}) == [(0, 1, 2)]
