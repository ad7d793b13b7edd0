"""A tokenizer from a file: its tokens, their parts, and the preparation of texts."""

import copy
import pickle
from dataclasses import replace

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT, split_custom, split_named
from bpetui.core.tokenization import Tokenization
from bpetui.core.tokenizer import BpeTokenizer

BYTES = {value: bytes([value]) for value in range(256)}
TOY = BpeTokenizer.from_pairs([(97, 98), (256, 99)], NO_SPLIT, {"<|end|>": 258})
RANKS = BpeTokenizer({**BYTES, 256: b"bc", 257: b"abc", 258: b"vwxyz"}, None, {"<|end|>": 300})


def test_tokens_have_their_bytes_by_id() -> None:
    assert [TOY.token(token_id) for token_id in (97, 256, 257, 258)] == [b"a", b"ab", b"abc", b"<|end|>"]
    assert [TOY.kind(token_id) for token_id in (97, 0xE6, 258)] == ["whole", "prefix", "special"]
    assert (len(TOY), TOY.last_id) == (259, 258)
    for token_id in (259, -1):
        with pytest.raises(BpetuiError, match=f"there is no token with the id {token_id}; ids go up to 258"):
            TOY.token(token_id)


def test_a_token_has_two_parts_by_merges_and_by_ranks() -> None:
    assert [TOY.parts(token_id) for token_id in (97, 256, 257, 258)] == [None, (97, 98), (256, 99), None]
    assert [RANKS.parts(token_id) for token_id in (97, 256, 257, 300)] == [None, (98, 99), (97, 256), None]


def test_encoding_never_gives_an_empty_token() -> None:
    tokenizer = replace(TOY, tokens={**TOY.tokens, 259: b""}, whole_words=True)
    assert (tokenizer.token(259), tokenizer.kind(259), tokenizer.parts(259)) == (b"", "empty", None)
    assert tokenizer.tokenize("").ids == ()
    assert tokenizer.decode([97, 259, 256]) == b"aab"
    assert b"" not in tokenizer.ids


def test_tokens_that_share_an_id_keep_their_bytes_in_a_text() -> None:
    tokens = {**BYTES, 256: b"ab", 257: b"x"}
    tokenizer = BpeTokenizer(tokens, [(97, 98, 256), (99, 100, 256)], {"<|a|>": 257}, shared={b"cd": 256, b"xyz": 257})
    found = replace(tokenizer, whole_words=True, split=split_named("gpt2")).tokenize("xyz<|a|>cd", ["<|a|>"])
    assert (found.ids, found.tokens) == ((257, 257, 256), (b"xyz", b"<|a|>", b"cd"))
    assert found.spans == ((0, 3), (3, 8), (8, 10))
    assert tokenizer.decode(found.ids) == b"xxab"


def test_a_token_that_no_merge_makes_has_no_parts() -> None:
    assert RANKS.parts(258) is None


def test_each_token_of_a_text_has_its_span_in_bytes() -> None:
    assert TOY.tokenize("abé") == Tokenization(
        "abé", (256, 0xC3, 0xA9), (b"ab", b"\xc3", b"\xa9"), ((0, 2), (2, 3), (3, 4))
    )
    assert TOY.tokenize("") == Tokenization("", (), (), ())


def test_special_tokens_are_text_unless_they_are_allowed() -> None:
    assert len(TOY.tokenize("ab<|end|>").ids) == 8
    assert TOY.tokenize("ab<|end|>", ["<|end|>"]).ids == (256, 258)
    assert TOY.decode([256, 258]) == b"ab<|end|>"


def test_added_tokens_are_always_found() -> None:
    tokenizer = replace(TOY, added={"ab": 400})
    assert tokenizer.tokenize("abc").ids == (400, 99)


def test_the_longer_of_two_matching_tokens_is_found() -> None:
    tokenizer = replace(TOY, special={"<a>": 300, "<a><b>": 301})
    assert tokenizer.tokenize("<a><b><a>", ["<a>", "<a><b>"]).ids == (301, 300)


def test_a_text_is_normalized_before_it_is_split() -> None:
    tokenizer = replace(TOY, normalization="nfd")
    assert tokenizer.tokenize("é").text == "e\u0301"
    assert tokenizer.decode(tokenizer.tokenize("é").ids).decode() == "e\u0301"


def test_the_prefix_is_added_to_a_text_without_a_space() -> None:
    tokenizer = replace(TOY, prefix=True, split=split_named("gpt2"))
    assert [tokenizer.tokenize(text).text for text in ("a", " a", "")] == [" a", " a", ""]
    assert tokenizer.tokenize("a<|end|>b", ["<|end|>"]).text == " a<|end|> b"


def test_a_character_without_a_token_falls_back_on_its_bytes() -> None:
    tokens = {**{value: bytes([value]) for value in range(256)}, 300: b"a", 301: "é".encode(), 302: b" ", 303: b" a"}
    tokenizer = BpeTokenizer(tokens, [(302, 300, 303)], fallback=tuple(range(256)), space="▁", prefix=True)
    assert tokenizer.tokenize("a").ids == (303,)
    assert tokenizer.tokenize("aé月").ids == (303, 301, 0xE6, 0x9C, 0x88)
    assert tokenizer.tokenize("▁a").ids == (303,)
    assert tokenizer.decode([303, 301, 0xE6, 0x9C, 0x88]) == "aé月".encode(), "without the space that is put before it"
    assert tokenizer.decode([302, 303]) == b" a"
    assert tokenizer.decode([0xE6, 0x9C]) == b"\xe6\x9c"


def test_encoding_without_a_split_is_an_error() -> None:
    with pytest.raises(BpetuiError, match="choose one with --split or --pattern"):
        replace(TOY, split=None).tokenize("a")


# -- as a value --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tokenizer", [TOY, RANKS, replace(TOY, split=split_named("gpt2"), prefix=True)])
def test_a_used_tokenizer_pickles_without_its_caches(tokenizer: BpeTokenizer) -> None:
    fresh = pickle.dumps(replace(tokenizer))
    text = "abc 床前 abcabc<|end|>" * 9  # RANKS cuts words of Chinese at characters
    ids = tokenizer.encode(text, ["<|end|>"])
    tokenizer.parts(257)
    data = pickle.dumps(tokenizer)
    assert data == fresh
    assert pickle.loads(data) == copy.deepcopy(tokenizer) == tokenizer
    assert pickle.loads(data).encode(text, ["<|end|>"]) == ids


def test_an_encoder_and_a_split_pickle_after_they_are_used() -> None:
    split = split_custom(r"\p{L}+|\P{L}+")
    encoder = replace(RANKS, split=split).encoder(["<|end|>"])
    assert pickle.loads(pickle.dumps(split)).words("a b") == split.words("a b")
    ids = encoder.encode("abc 床前<|end|>")
    assert pickle.loads(pickle.dumps(encoder)).encode("abc 床前<|end|>") == ids


def test_the_repr_has_the_number_of_tokens_and_the_split() -> None:
    assert repr(RANKS) == "<BpeTokenizer with 260 tokens, split none>"
    assert repr(replace(RANKS, split=None)) == "<BpeTokenizer with 260 tokens, split unknown>"


# -- what is asked for wrongly -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tokenizer", [TOY, replace(TOY, normalization="nfc")])
def test_an_unknown_special_token_cannot_be_allowed(tokenizer: BpeTokenizer) -> None:
    with pytest.raises(BpetuiError, match=r"^<x> is not a special token of this tokenizer; choose from <\|end\|>$"):
        tokenizer.encode("a", {"<x>"})
    with pytest.raises(BpetuiError, match="it has none"):
        replace(tokenizer, special={}).encode("a", {"<x>"})
    many = replace(tokenizer, special={f"<{at}>": 300 + at for at in range(11)})
    with pytest.raises(BpetuiError, match=r"<8>, <9>, …$"):
        many.tokenize("a", {"<x>"})


def test_a_string_of_allowed_tokens_is_refused() -> None:
    with pytest.raises(BpetuiError, match=r"are the string .*; pass a set of strings"):
        TOY.encode("a<|end|>", "<|end|>")


def test_a_lone_surrogate_becomes_a_replacement_character() -> None:
    assert TOY.tokenize("a\ud83d") == TOY.tokenize("a\ufffd")
    nfc = replace(TOY, normalization="nfc")
    assert nfc.encode("a\udcff<|end|>", {"<|end|>"}) == nfc.encode("a\ufffd<|end|>", {"<|end|>"})


@pytest.mark.parametrize("merges", [None, []])
def test_encoding_without_a_token_for_each_byte_is_an_error(merges: list[tuple[int, int, int]] | None) -> None:
    tokenizer = BpeTokenizer({0: b"a", 1: b"b"}, merges)
    with pytest.raises(BpetuiError, match=r"no token for the byte 0x00.*; add a token for each of the 256 bytes"):
        tokenizer.encode("ab")
    assert tokenizer.decode([0, 1]) == b"ab"
