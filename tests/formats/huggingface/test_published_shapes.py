"""Tokenizers in the shape of published ones: what opens natively, and why the others do not.

Across modules: reading and writing a tokenizer.json, encoding and decoding with it, and its traces on the screen.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import minbpe
from bpetui.formats.huggingface.writer import dumps
from bpetui.tui.decode.decoder_steps import tokens_from_ids
from bpetui.tui.run.typed_trace import TypedTrace
from tests.formats.huggingface.json_files import opened, tokenizer_in
from tests.formats.huggingface.published_shapes import clip, falcon, gpt_neox, phi3, roberta

TEXT = st.lists(
    st.sampled_from(
        ["the ", " <mask>", "<s>", "  ", "\n", "月", "e\u0301", "<|end|>", "2026", "(a)", "Hello", "\u3000"]
    )
).map("".join)


@pytest.mark.parametrize("shape", [roberta, gpt_neox, falcon, clip, phi3])
def test_ids_match_the_original(shape: Callable[[], Any]) -> None:
    @given(TEXT)
    def are_the_same(text: str) -> None:
        found = tokenizer.tokenize(text, tokenizer.special_tokens)
        assert list(found.ids) == theirs.encode(text, add_special_tokens=False).ids

    theirs = shape()
    tokenizer = opened(theirs)
    are_the_same()


@pytest.mark.parametrize("shape", [roberta, gpt_neox])
def test_added_tokens_alone_do_not_prevent_native_support(shape: Callable[[], Any]) -> None:
    theirs = shape()
    tokenizer = opened(theirs)
    assert isinstance(tokenizer, BpeTokenizer)
    assert tokenizer.reason == ""
    traced = TypedTrace.from_text("the  cat", tokenizer, "shape.json", 5)
    assert [part.id for part in traced.trace.after(traced.last)] == [*tokenizer.tokenize("the  cat").ids]
    assert traced.last > 0
    again = json.loads(dumps(tokenizer))
    written = {token["content"]: token for token in json.loads(theirs.to_str())["added_tokens"]}
    for token in again["added_tokens"]:
        flags = ("id", "special", "lstrip", "rstrip", "single_word")
        assert [token[flag] for flag in flags] == [written[token["content"]][flag] for flag in flags]
    assert tokenizer_in(json.dumps(again).encode()) == tokenizer


def test_added_token_is_one_part_of_a_trace() -> None:
    theirs = gpt_neox()
    theirs.add_tokens(["cat"])
    tokenizer = opened(theirs)
    traced = TypedTrace.from_text("the cat  cats", tokenizer, "shape.json", 5)
    ids = [part.id for part in traced.trace.after(traced.last)]
    assert ids == [*tokenizer.tokenize("the cat  cats").ids]
    assert ids.count(theirs.token_to_id("cat")) == 2


def test_refusal_names_the_rule_of_an_added_token() -> None:
    tokenizer = opened(roberta())
    assert isinstance(tokenizer, BpeTokenizer)
    with pytest.raises(BpetuiError, match="it cannot hold that <mask> includes the white space next to it"):
        minbpe.dumps(tokenizer)


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        (falcon, "its pre-tokenizer is Punctuation"),
        (clip, "its tokens end with </w> at the end of a word"),
        (phi3, "its normalizer is Prepend"),
    ],
)
def test_unsupported_shape_has_a_reason(shape: Callable[[], Any], reason: str) -> None:
    tokenizer = opened(shape())
    assert not isinstance(tokenizer, BpeTokenizer)
    assert tokenizer.reason == reason
    with pytest.raises(BpetuiError, match=f"^the merges of shape.json cannot be traced: {reason}$"):
        TypedTrace.from_text("the", tokenizer, "shape.json", 5)


# Decoding


def test_decoded_text_keeps_special_tokens_but_not_the_inserted_space() -> None:
    theirs = phi3()
    tokenizer = opened(theirs)
    hello = theirs.token_to_id("▁Hello")
    assert tokenizer.decode([hello, hello]) == b"Hello Hello"
    assert tokenizer.decode([1, hello, 2]) == b"<s> Hello</s>"
    assert theirs.decode([1, hello, 2], skip_special_tokens=False) == "<s> Hello</s>"


def test_bytes_decode_unchanged() -> None:
    tokenizer = opened(phi3())
    assert tokenizer.decode([243, 162, 169]) == b"\xf0\x9f\xa6"
    assert tokenizer.decode([243, 162, 169, 131]) == "🦀".encode()
    assert tokens_from_ids([243, 162], tokenizer) == [(243, b"\xf0"), (162, b"\x9f")]


@given(TEXT)
def test_valid_text_decodes_like_the_original(text: str) -> None:
    theirs, tokenizer = phi3(), opened(phi3())
    ids = theirs.encode(text, add_special_tokens=False).ids
    assert tokenizer.decode(ids).decode() == theirs.decode(ids, skip_special_tokens=False)


@pytest.mark.parametrize("shape", [gpt_neox, falcon])
def test_non_ascii_added_tokens_are_unchanged_everywhere(shape: Callable[[], Any]) -> None:
    theirs = shape()
    texts = ["đem", "ilÖveyou", "čč"]
    theirs.add_tokens(texts)
    tokenizer = opened(theirs)
    found = tokenizer.tokenize("đem ilÖveyou čč")
    ids = [theirs.token_to_id(text) for text in texts]
    assert [*found.ids][::2] == ids
    assert [*found.tokens][::2] == [text.encode() for text in texts]
    assert tokenizer.decode(found.ids).decode() == "đem ilÖveyou čč"
    assert b"".join(data for _, data in tokens_from_ids(found.ids, tokenizer)).decode() == "đem ilÖveyou čč"
    assert theirs.decode(ids) != "đemilÖveyoučč", "the original spells them anew"


def test_added_token_that_is_also_a_byte_is_unsupported() -> None:
    theirs = gpt_neox()
    theirs.add_tokens(["č"])
    tokenizer = opened(theirs)
    assert tokenizer.reason == "its added token č is also the ordinary token ␍"
    found = tokenizer.tokenize("č")
    assert (found.tokens, tokenizer.decode(found.ids)) == (("č".encode(),), "č".encode())
