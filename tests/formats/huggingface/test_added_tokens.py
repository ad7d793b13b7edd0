"""Added tokens that match only under conditions."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.formats.huggingface.writer import dumps
from tests.formats.huggingface.json_files import (
    added_token,
    byte_file,
    byte_level,
    ids_of,
    json_bytes,
    native_tokenizer,
    original,
)

CONDITIONAL_TOKENS = [
    [added_token("<m>", 258, lstrip=True, special=True), added_token("<r>", 259, rstrip=True)],
    [added_token("th", 258, single_word=True), added_token("<b>", 259, lstrip=True, rstrip=True)],
    [added_token("<r>", 258, rstrip=True), added_token(" t", 259)],
    [added_token("té", 258, normalized=True), added_token("  ", 259, normalized=True), added_token("te", 260)],
    [added_token("<a>", 258, normalized=True, special=True), added_token("a>", 259)],
    [
        added_token("th K", 258, normalized=True, lstrip=True),
        added_token("tht", 259, single_word=True, normalized=True),
    ],
]


@pytest.mark.parametrize("tokens", CONDITIONAL_TOKENS)
@pytest.mark.parametrize("normalizer", [None, {"type": "NFC"}, {"type": "NFKD"}])
@pytest.mark.parametrize("prefix", [False, True])
def test_conditional_added_tokens_match_as_in_the_original(tokens: list[Any], normalizer: object, prefix: bool) -> None:
    @given(
        st.lists(
            st.sampled_from(
                [*(token["content"] for token in tokens), *"  aeéth_²K\uff4b\u212a\n\u0301\u3000\x1c\u200d"]
            )
        )
    )
    @example(["<m>", " ", "<m>"])
    def finds(parts: list[str]) -> None:
        text = "".join(parts)
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)
        assert again.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)

    pre_tokenizer = byte_level(use_regex=True, add_prefix_space=prefix)
    found = byte_file(added_tokens=tokens, normalizer=normalizer, pre_tokenizer=pre_tokenizer)
    theirs = original(json_bytes(found))
    tokenizer = native_tokenizer(found)
    again = native_tokenizer(json.loads(dumps(tokenizer)))
    finds()
