"""Vocabularies and merges as vocab.json, merges.txt and tokenizer.json hold them."""

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.bpe_vocabulary import (
    fault_in_merge,
    last_of_each_pair,
    read_merges,
    read_vocabulary,
    shown_merge,
    tokens_with_one_id,
    vocabulary_notes,
)
from bpetui.formats.json_object import JsonObject

IDS = {"a": 0, "b": 1, "ab": 2, "abb": 3}


def object_of(**found: object) -> JsonObject:
    """Return an object of a file."""
    return JsonObject(found, "a.json", "toy")


def test_vocabulary_can_have_empty_tokens_shared_ids_and_gaps() -> None:
    found = {"": 0, "a": 7, "b": 7}
    assert read_vocabulary(object_of(**found)) == found


@pytest.mark.parametrize("token_id", [-1, 1.0, True, "1", None])
def test_id_that_is_no_whole_number_is_damage(token_id: object) -> None:
    with pytest.raises(BpetuiError, match="the id of a·b is not a whole number from 0 up"):
        read_vocabulary(JsonObject({"a b": token_id}, "a.json", "toy"))


def test_notes_name_empty_tokens_and_shared_ids() -> None:
    assert vocabulary_notes(IDS) == ()
    assert vocabulary_notes({"": 4, "a": 1, "b": 2, "c": 1}) == (
        "has an empty token (id 4), which no text contains",
        "has several tokens with one id: a and c have the id 1",
    )
    assert tokens_with_one_id({"a": 1, "b": 2, "c": 2, "d": 1}) == ("b", "c")
    assert tokens_with_one_id(IDS) is None


def test_merges_are_read_as_pairs_and_as_strings() -> None:
    for merges in ([["a", "b"], ["ab", "b"]], ["#version: 0.2", "a b", "ab b"]):
        assert read_merges(object_of(merges=merges), IDS) == ([(0, 1, 2), (2, 1, 3)], ())


def test_right_token_loses_the_prefix_in_a_merge() -> None:
    vocabulary = {"a": 0, "##b": 1, "ab": 2, "##c": 3, "##bc": 4}
    merges = [["a", "##b"], ["##b", "##c"]]
    assert read_merges(object_of(merges=merges), vocabulary, "##")[0] == [(0, 1, 2), (1, 3, 4)]
    with pytest.raises(BpetuiError, match="the second token of the merge ##b a begins a word"):
        read_merges(object_of(merges=[["##b", "a"]]), vocabulary, "##")


def test_merges_of_an_empty_token_are_left_out() -> None:
    vocabulary = {**IDS, "": 9}
    assert read_merges(object_of(merges=[["", "a"], ["a", "b"], ["b", ""]]), vocabulary)[0] == [(0, 1, 2)]


def test_merge_into_a_token_with_the_id_of_an_empty_one_is_kept() -> None:
    vocabulary = {**IDS, "": IDS["ab"]}
    assert read_merges(object_of(merges=[["a", "b"]]), vocabulary)[0] == [(0, 1, 2)]


@pytest.mark.parametrize("merge", ["a", "a b c", ["a"], ["a", "b", "c"], ["a", 1], [None, "a"], 5])
def test_merge_that_is_no_pair_is_damage(merge: object) -> None:
    with pytest.raises(BpetuiError, match=r"merges\[1\] is not a pair of tokens"):
        read_merges(object_of(merges=[["a", "b"], merge]), IDS)


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        ("x", "b", "the merge x b needs the token x, which is not in the vocabulary"),
        ("a", "y", "the merge a y needs the token y, which is not in the vocabulary"),
        ("b", "a", "the merge b a needs the token ba, which is not in the vocabulary"),
        ("", "a", "the merge  a needs the empty token, which is not in the vocabulary"),
        ("a", "b", ""),
    ],
)
def test_fault_in_a_merge_names_the_missing_token(left: str, right: str, why: str) -> None:
    assert fault_in_merge(left, right, left + right, IDS) == why
    if why:
        with pytest.raises(BpetuiError, match=f"{why}$"):
            read_merges(object_of(merges=[["a", "b"], [left, right]]), IDS)


def test_last_position_of_a_repeated_merge_applies() -> None:
    ab, ba, aa = (0, 1, 2), (1, 0, 3), (0, 0, 4)
    assert last_of_each_pair([ab, ba]) == ([ab, ba], ())
    assert last_of_each_pair([ab, ba, ab]) == (
        [ba, ab],
        ("lists 1 merge more than once; its last position applies",),
    )
    assert last_of_each_pair([aa, ab, ab, aa]) == (
        [ab, aa],
        ("lists 2 merges more than once; their last positions apply",),
    )


def test_merge_is_shown_with_visible_spaces() -> None:
    assert shown_merge(" t", "h") == "·t h"
