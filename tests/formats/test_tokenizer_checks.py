"""Whether a tokenizer that was read is usable, and whether a format can hold it."""

from dataclasses import replace

import pytest

from bpetui.core.added_tokens import Matching
from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.tokenizer_checks import (
    check_bytes_only,
    check_none_added,
    check_usable,
    merges_or_recovered,
    missing_ids_note,
)
from tests.formats.toy_tokenizers import BYTES

TOY = BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {"<s>": 257})


def refusal(check: object, *arguments: object) -> str:
    """The sentence of a check that fails, without what it begins with."""
    with pytest.raises(BpetuiError) as caught:
        check(*arguments)  # type: ignore[operator]
    return str(caught.value).partition(": ")[2] or str(caught.value)


def test_a_tokenizer_without_some_bytes_is_not_usable() -> None:
    check_usable(TOY, "toy", "toy file")
    one = BpeTokenizer({value: token for value, token in BYTES.items() if value != 7}, [])
    assert refusal(check_usable, one, "toy", "toy file") == (
        "it has no token for the byte 0x07, so it cannot encode every text"
    )
    some = BpeTokenizer({value: token for value, token in BYTES.items() if value > 2}, [])
    assert "the byte 0x00 and 2 others" in refusal(check_usable, some, "toy", "toy file")


def test_an_id_has_an_upper_limit() -> None:
    high = replace(TOY, special={"<s>": 10**6})
    assert "toy has a token with the id 1000000; the highest allowed id is" in refusal(
        check_usable, high, "toy", "toy file"
    )


def test_two_tokens_with_one_id_are_damage_unless_the_original_reads_them() -> None:
    shared = replace(TOY, special={"<s>": 256})
    assert refusal(check_usable, shared, "toy", "toy file") == "<s> and ab have the same id 256"
    check_usable(shared, "toy", "toy file", may_share_ids=True)
    two = replace(TOY, special={"<s>": 257, "<t>": 257})
    assert refusal(check_usable, two, "toy", "toy file") == "<t> and <s> have the same id 257"
    check_usable(replace(TOY, special={"ab": 256}), "toy", "toy file")


def test_an_empty_special_token_is_damage() -> None:
    assert refusal(check_usable, replace(TOY, special={"": 257}), "toy", "toy file") == "a special token is empty"


def test_unused_ids_are_noted() -> None:
    assert missing_ids_note(TOY) == ()
    gap = BpeTokenizer({**BYTES, 258: b"ab"}, [(97, 98, 258)], {"<s>": 300})
    assert sentences(missing_ids_note(gap), "it") == ("it has no token for 2 ids below 258; the first is 256",)
    assert sentences(missing_ids_note(replace(gap, special={"<s>": 256})), "it") == (
        "it has no token for 1 id below 258: 257",
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"fallback": tuple(range(256))}, "it holds merges of bytes, but the words of this tokenizer start as charac"),
        ({"normalization": "nfc"}, "it cannot hold the normal form nfc"),
        ({"prefix": True}, "it cannot hold the space that this tokenizer puts before a text"),
        ({"matchings": {"<s>": Matching(whole_word=True)}}, "it cannot hold that <s> matches only whole words"),
        (
            {"matchings": {"<s>": Matching(strips_left=True)}},
            "it cannot hold that <s> includes the white space",
        ),
        ({"matchings": {"<s>": Matching(strips_right=True)}}, "it cannot hold that <s> includes the white space"),
        ({"matchings": {"<s>": Matching(in_normal_form=True)}}, "it cannot hold that <s> matches only in the normal"),
    ],
)
def test_features_of_a_tokenizer_json_are_refused_by_other_formats(changes: dict[str, object], why: str) -> None:
    check_bytes_only(TOY, "minbpe")
    assert refusal(check_bytes_only, replace(TOY, **changes), "minbpe").startswith(why)  # type: ignore[arg-type]


def test_added_tokens_that_are_not_special_are_refused() -> None:
    check_none_added(TOY, "minbpe")
    assert refusal(check_none_added, replace(TOY, added={"x y": 258}), "minbpe") == (
        "it cannot hold that x·y always matches"
    )


def test_merges_are_recovered_from_ranks() -> None:
    ranks = BpeTokenizer({**BYTES, 256: b"bc", 257: b"abc"}, None)
    assert merges_or_recovered(ranks, "minbpe") == [(98, 99, 256), (97, 256, 257)]
    assert merges_or_recovered(TOY, "minbpe") is TOY.merges


def test_a_token_that_no_merge_makes_is_refused() -> None:
    ranks = BpeTokenizer({**BYTES, 256: b"xyz"}, None)
    assert refusal(merges_or_recovered, ranks, "minbpe") == "no merge of two tokens makes the token xyz (id 256)"


def test_a_token_with_a_byte_that_is_no_token_is_refused() -> None:
    without_x = {value: data for value, data in BYTES.items() if data != b"x"}
    ranks = BpeTokenizer({**without_x, 256: b"xy"}, None)
    assert refusal(merges_or_recovered, ranks, "minbpe") == "no merge of two tokens makes the token xy (id 256)"
