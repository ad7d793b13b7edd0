"""Checks that several formats share."""

from dataclasses import replace

import pytest

from bpetui.core.added_tokens import Matching
from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.core.errors import BpetuiError
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.tokenizer_checks import (
    check_bytes_only,
    check_none_added,
    check_usable,
    merges_or_recovered,
    missing_ids_note,
)
from tests.formats.toy_tokenizers import BYTES, TOY, sentence

MARKED = Matching(whole_word=True)


def fault(tokenizer: BpeTokenizer, *, may_share_ids: bool = False) -> str:
    """Return why a tokenizer that was read is not usable."""
    with pytest.raises(BpetuiError) as caught:
        check_usable(tokenizer, "a.json", "toy", may_share_ids=may_share_ids)
    return sentence(caught.value)


def without_bytes(*values: int) -> BpeTokenizer:
    """Return a tokenizer without merges that has no tokens for some bytes."""
    return BpeTokenizer({value: data for value, data in BYTES.items() if value not in values}, [])


def test_tokenizer_with_all_bytes_is_usable() -> None:
    check_usable(replace(TOY, special={"<s>": 300}, added={"<t>": 301}), "a.json", "toy")
    check_usable(replace(TOY, special={"<s>": MAX_VOCABULARY - 1}), "a.json", "toy")


def test_missing_bytes_are_named_and_counted() -> None:
    assert fault(without_bytes(5)) == (
        "a.json is not a valid toy: it has no token for the byte 0x05, so it cannot encode every text"
    )
    assert "it has no token for the byte 0x05 and 2 others," in fault(without_bytes(5, 6, 255))


def test_id_above_the_highest_is_refused() -> None:
    assert fault(replace(TOY, special={"<s>": MAX_VOCABULARY})) == (
        "a.json has a token with the id 1000000; the highest allowed id is 999999"
    )


def test_empty_special_token_is_damage() -> None:
    assert fault(replace(TOY, special={"": 300})) == "a.json is not a valid toy: a special token is empty"


@pytest.mark.parametrize(
    ("tokenizer", "why"),
    [
        (replace(TOY, special={"<s>": 300, "<t>": 300}), "<t> and <s> have the same id 300"),
        (replace(TOY, added={"<a>": 300}, special={"<s>": 300}), "<s> and <a> have the same id 300"),
        (replace(TOY, special={"<s>": 256}), "<s> and aa have the same id 256"),
    ],
)
def test_shared_ids_are_damage_unless_the_format_allows_them(tokenizer: BpeTokenizer, why: str) -> None:
    assert fault(tokenizer) == f"a.json is not a valid toy: {why}"
    check_usable(tokenizer, "a.json", "toy", may_share_ids=True)


def test_special_token_can_be_an_ordinary_token_of_the_same_text() -> None:
    check_usable(replace(TOY, special={"aa": 256}), "a.json", "toy")


def test_unused_ids_below_the_highest_are_noted() -> None:
    assert missing_ids_note(TOY) == ()
    assert missing_ids_note(replace(TOY, tokens={**TOY.tokens, 260: b"x!"})) == (
        "has no token for 1 id below 260: 259",
    )
    assert missing_ids_note(replace(TOY, tokens={**TOY.tokens, 262: b"x!"})) == (
        "has no token for 3 ids below 262; the first is 259",
    )


def test_special_tokens_use_ids() -> None:
    tokenizer = replace(TOY, tokens={**TOY.tokens, 260: b"x!"}, special={"<s>": 259, "<t>": 400})
    assert missing_ids_note(tokenizer) == ()


@pytest.mark.parametrize(
    ("tokenizer", "why"),
    [
        (
            replace(TOY, fallback=tuple(range(256))),
            "it holds merges of bytes, but the words of this tokenizer start as characters",
        ),
        (replace(TOY, normalization="nfc"), "it cannot hold the normal form nfc"),
        (replace(TOY, prefix=True), "it cannot hold the space that this tokenizer puts before a text"),
        (
            replace(TOY, special={"<s>": 300}, matchings={"<s>": Matching(whole_word=True, strips_left=True)}),
            "it cannot hold that <s> matches only whole words",
        ),
        (
            replace(TOY, special={"<s>": 300}, matchings={"<s>": Matching(strips_left=True)}),
            "it cannot hold that <s> includes the white space next to it",
        ),
        (
            replace(TOY, added={"<s>": 300}, matchings={"<s>": Matching(strips_right=True, in_normal_form=True)}),
            "it cannot hold that <s> includes the white space next to it",
        ),
        (
            replace(TOY, special={"<s>": 300}, matchings={"<s>": Matching(in_normal_form=True)}),
            "it cannot hold that <s> matches only in the normalized text",
        ),
    ],
)
def test_refusal_names_what_only_a_tokenizer_json_holds(tokenizer: BpeTokenizer, why: str) -> None:
    with pytest.raises(BpetuiError) as caught:
        check_bytes_only(tokenizer, "toy")
    assert sentence(caught.value) == f"cannot be written in the toy format: {why}"


def test_plain_tokenizer_is_bytes_only() -> None:
    check_bytes_only(replace(TOY, special={"<s>": 300}, matchings={"<t>": MARKED}), "toy")  # <t> is no token


def test_added_token_that_is_not_special_is_refused() -> None:
    check_none_added(replace(TOY, special={"<s>": 300}), "toy")
    with pytest.raises(BpetuiError, match=r"it cannot hold that <t>· always matches$"):
        check_none_added(replace(TOY, added={"<t> ": 300}), "toy")


def test_merges_are_those_of_the_tokenizer_or_of_its_ranks() -> None:
    assert merges_or_recovered(TOY, "toy") == [(97, 97, 256), (256, 97, 257), (257, 98, 258)]
    assert merges_or_recovered(replace(TOY, merges=None), "toy") == [(97, 97, 256), (256, 97, 257), (257, 98, 258)]


def test_token_that_no_merge_makes_is_refused() -> None:
    with pytest.raises(BpetuiError, match=r"toy format: no merge of two tokens makes the token xyz \(id 256\)$"):
        merges_or_recovered(BpeTokenizer({**BYTES, 256: b"xyz"}, None), "toy")
    without_x = {value: data for value, data in BYTES.items() if data != b"x"}
    with pytest.raises(BpetuiError, match=r"no merge of two tokens makes the token xy \(id 256\)$"):
        merges_or_recovered(BpeTokenizer({**without_x, 256: b"xy"}, None), "toy")
