"""Hugging Face's tokenizer.json: what is read as the original reads it, what is written so that the original reads it,
what is refused, and how damage is named."""

import json
import sys
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_custom, split_marked, split_named, split_sequence
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import gpt2_spelling
from bpetui.formats.huggingface import reader
from bpetui.formats.huggingface.writer import dumps
from bpetui.formats.optional_packages import install_command
from tests.formats.conftest import PublishedTokenizer
from tests.formats.huggingface.opened_files import tokenizer_in
from tests.formats.toy_tokenizers import BYTES, TOKENIZERS, TOY, damaged, sentence, trained

VOCABULARY = {gpt2_spelling(token): token_id for token_id, token in BYTES.items()}
FALLBACK = {f"<0x{value:02X}>": value for value in range(256)}

TEXT = st.text("ab 月\n\u0301\u0323oọé1'<s>") | st.text(st.characters(exclude_categories=["Cs", "Cn"]))


def byte_level(**options: bool) -> dict[str, object]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False, **options}


def added(content: str, token_id: int, **options: bool) -> dict[str, object]:
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return {"id": token_id, "content": content, **dict.fromkeys(flags, False), **options}


def file(model: Mapping[str, object] = {}, **parts: object) -> dict[str, Any]:
    """A file of bytes, and the merges of ``Ġt`` and ``Ġth``, with other parts."""
    vocabulary = {**VOCABULARY, "Ġt": 256, "Ġth": 257}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": byte_level(),
        "post_processor": None,
        "decoder": byte_level(),
        "model": {"type": "BPE", "vocab": vocabulary, "merges": [["Ġ", "t"], ["Ġt", "h"]], **model},
        **parts,
    }


CHARACTERS = {**FALLBACK, "▁": 256, "t": 257, "▁t": 258, "月": 259}
METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False}


def characters(changes: Mapping[str, object] = {}, **parts: object) -> dict[str, Any]:
    """A file whose words begin as characters, which fall back to bytes; ▁ stands for a space."""
    model = {"byte_fallback": True, "unk_token": "<unk>", "fuse_unk": True, "vocab": CHARACTERS, "merges": ["▁ t"]}
    model |= changes
    spaces = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    return file(model, **{"normalizer": spaces, "pre_tokenizer": None, "decoder": None, **parts})


def data(found: object) -> bytes:
    return json.dumps(found, ensure_ascii=False).encode()


def native(found: object) -> Tokenizer:
    tokenizer = tokenizer_in(data(found))
    assert isinstance(tokenizer, Tokenizer)
    return tokenizer


def original(written: bytes) -> Any:
    tokenizers = pytest.importorskip("tokenizers", reason="the original is not installed")
    return tokenizers.Tokenizer.from_str(written.decode())


def ids_of(theirs: Any, text: str) -> tuple[int, ...]:
    return tuple(theirs.encode(text, add_special_tokens=False).ids)


# What is read


def test_tokens_are_spelled_in_the_characters_of_their_bytes() -> None:
    tokenizer = native(file())
    assert tokenizer == Tokenizer({**BYTES, 256: b" t", 257: b" th"}, [(32, 116, 256), (256, 104, 257)])
    assert tokenizer.tokenize("the the").ids == (116, 104, 101, 257, 101)


def test_merges_may_be_strings_as_they_were_before_and_a_version_among_them_counts_nothing() -> None:
    assert native(file({"merges": ["#version: 0.2", "Ġ t", "Ġt h"]})) == native(file())


def test_words_that_are_tokens_are_these_if_merges_are_ignored() -> None:
    vocabulary = {**VOCABULARY, "the": 256}
    assert native(file({"vocab": vocabulary, "merges": []})).tokenize("the").ids == (116, 104, 101)
    assert native(file({"vocab": vocabulary, "merges": [], "ignore_merges": True})).tokenize("the").ids == (256,)


@pytest.mark.parametrize(
    ("pre_tokenizer", "split"),
    [
        (byte_level(), NO_SPLIT),
        (byte_level(use_regex=True), split_named("gpt2")),
        ({"type": "ByteLevel", "add_prefix_space": False}, split_named("gpt2")),  # what is missing is true
        ({"type": "Sequence", "pretokenizers": [byte_level(use_regex=True)]}, split_named("gpt2")),
    ],
)
def test_byte_level_splits_as_gpt2_unless_it_is_told_not_to(pre_tokenizer: object, split: Split) -> None:
    assert native(file(pre_tokenizer=pre_tokenizer)).split == split


def test_byte_level_puts_a_space_before_a_text_unless_it_is_told_not_to() -> None:
    tokenizer = native(file(pre_tokenizer={"type": "ByteLevel"}))
    assert tokenizer.prefix
    assert tokenizer.tokenize("the").ids == (257, 101)


def splits(*steps: object) -> dict[str, object]:
    return {"type": "Sequence", "pretokenizers": [*steps, byte_level()]}


def isolated(pattern: str, behavior: str = "Isolated", invert: bool = False) -> dict[str, object]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": behavior, "invert": invert}


LLAMA3 = split_named("llama3").patterns[0]
DIGITS = {"type": "Digits", "individual_digits": True}
DASH = {"type": "Split", "pattern": {"String": "--"}, "behavior": "Isolated", "invert": False}
DOT = {"type": "Split", "pattern": {"String": "."}, "behavior": "Isolated", "invert": False}


@pytest.mark.parametrize(
    ("steps", "split"),
    [
        ([isolated(LLAMA3)], split_named("llama3")),
        ([isolated(LLAMA3, "Removed", True)], split_named("llama3")),  # it matches everything
        ([isolated(r"\s+|\S+")], split_named("whitespace")),
        ([isolated(r"\p{N}{1,3}+")], split_custom(r"(?:\p{N}{1,3})+")),  # not possessive there
        ([isolated(r"a$")], split_custom(r"a(?m:$)")),
        ([DASH], split_custom("--")),
        ([DOT], split_custom(r"\.")),
        ([DIGITS, isolated(r"a+")], split_sequence([r"\p{N}", "a+"])),
    ],
)
def test_splits_are_read_from_their_patterns(steps: list[object], split: Split) -> None:
    assert native(file(pre_tokenizer=splits(*steps))).split == split


def test_controls_in_a_pattern_are_as_good_as_escaped() -> None:
    steps = [isolated(pattern.replace(r"\r\n", "\r\n")) for pattern in split_named("deepseek-v3").patterns]
    assert native(file(pre_tokenizer=splits(*steps))).split == split_named("deepseek-v3")


def test_a_split_before_that_of_gpt2() -> None:
    steps = {"type": "Sequence", "pretokenizers": [DIGITS, byte_level(use_regex=True)]}
    tokenizer = native(file(pre_tokenizer=steps))
    assert tokenizer.split is not None
    assert tokenizer.split.words("in 2026") == ["in", " ", "2", "0", "2", "6"]


@pytest.mark.parametrize(
    ("normalizer", "form"),
    [
        ({"type": "NFC"}, "nfc"),
        ({"type": "Sequence", "normalizers": []}, "none"),
        ({"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [{"type": "NFKD"}]}]}, "nfkd"),
    ],
)
def test_normal_forms(normalizer: object, form: str) -> None:
    assert native(file(normalizer=normalizer)).normalization == form


def test_added_tokens_are_always_found_and_special_ones_where_they_are_allowed() -> None:
    tokenizer = native(file(added_tokens=[added("<s>", 258, special=True), added("<t>", 259)]))
    assert tokenizer.special == {"<s>": 258}
    assert tokenizer.added == {"<t>": 259}
    assert tokenizer.tokenize("<t><s>").ids == (259, *b"<s>")
    assert tokenizer.tokenize("<t><s>", ["<s>"]).ids == (259, 258)


def test_an_added_token_in_the_vocabulary_is_no_ordinary_one_unless_it_is_a_byte_or_merged() -> None:
    vocabulary = {**VOCABULARY, "Ġt": 256, "<s>": 257, "th": 258}
    tokens = [added("<s>", 257, special=True), added("th", 258), added("!", 33)]
    merges = [["Ġ", "t"], ["t", "h"]]
    tokenizer = native(file({"vocab": vocabulary, "merges": merges}, added_tokens=tokens))
    assert tokenizer.tokens == {**BYTES, 256: b" t", 258: b"th"}
    assert tokenizer.others == {"<s>": 257, "th": 258, "!": 33}


def test_characters_fall_back_to_bytes() -> None:
    tokenizer = native(characters())
    assert tokenizer.fallback == tuple(range(256))
    assert tokenizer.tokens == {**BYTES, 256: b" ", 257: b"t", 258: b" t", 259: "月".encode()}
    assert tokenizer.tokenize("t t月é").ids == (257, 258, 259, 0xC3, 0xA9)
    assert tokenizer.tokenize("▁t").ids == (258,)
    assert tokenizer.tokenize("\n").tokens == (b"\n",)


def test_metaspace_puts_a_space_before_a_text() -> None:
    tokenizer = native(characters(normalizer=None, pre_tokenizer=METASPACE))
    assert (tokenizer.space, tokenizer.prefix) == ("▁", True)
    assert tokenizer.tokenize("t t").ids == (258, 258)
    without = native(characters(normalizer=None, pre_tokenizer={**METASPACE, "prepend_scheme": "never"}))
    assert without.tokenize("t t").ids == (257, 258)


@pytest.mark.parametrize("scheme", [{}, {"prepend_scheme": "never"}])
def test_metaspace_puts_no_space_before_a_text_in_the_older_way_to_say_so(scheme: dict[str, str]) -> None:
    older = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": False, "split": False, **scheme}
    found = characters(normalizer=None, pre_tokenizer=older)
    tokenizer = native(found)
    assert not tokenizer.prefix
    assert tokenizer.tokenize("t t").ids == (257, 258)
    if scheme:  # today the original wants both
        opened_as_the_original_does(found, "t t", " t", "")


def test_a_split_at_spaces_of_which_none_is_left_splits_nothing() -> None:
    spaces = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
    assert native(characters(pre_tokenizer=spaces)) == native(characters())


def test_what_puts_special_tokens_around_a_text_is_told() -> None:
    template = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [],
        "special_tokens": {},
    }
    around = {"type": "Sequence", "processors": [byte_level(), template]}
    notes = reader.loads(data(file(post_processor=around, truncation={"max_length": 8}, padding={})), "toy.json")[1]
    assert notes == (
        "adds special tokens around each text; bpetui ignores this and does not write it",
        "truncates long texts; bpetui ignores this and does not write it",
        "pads short texts; bpetui ignores this and does not write it",
    )
    assert reader.loads(data(file(post_processor=byte_level())), "toy.json")[1] == ()


# What the original opens, however odd


def opened_as_the_original_does(found: dict[str, Any], *texts: str) -> tuple[AnyTokenizer, tuple[str, ...]]:
    """The tokenizer and the notes; its ids of some texts are compared with those of the original."""
    theirs = original(data(found))
    tokenizer, notes = reader.loads(data(found), "toy.json")
    for text in texts:
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)
    return tokenizer, notes


def test_an_empty_token_keeps_its_id_and_no_text_becomes_it() -> None:
    vocabulary = {**VOCABULARY, "": 256, "Ġt": 257, "Ġth": 258}
    merges = [["Ġ", "t"], ["Ġt", "h"], ["a", ""]]
    found = file(
        {"vocab": vocabulary, "merges": merges, "ignore_merges": True},
        added_tokens=[added("<s>", 259, special=True), added("", 260), added("<t>", 260)],
    )
    tokenizer, notes = opened_as_the_original_does(found, "a the<s>", "<t>", "")
    assert isinstance(tokenizer, Tokenizer)
    assert notes == ("has an empty token (id 256), which no text contains",)
    assert (tokenizer.token(256), tokenizer.kind(256), tokenizer.parts(97)) == (b"", "empty", None)
    assert tokenizer.decode([97, 256, 259]) == b"a<s>"
    assert native(json.loads(dumps(tokenizer))) == tokenizer


def test_of_a_merge_that_is_listed_twice_the_last_place_counts() -> None:
    vocabulary = {**VOCABULARY, "ab": 256, "bc": 257}
    merges = [["a", "b"], ["b", "c"], ["a", "b"]]
    tokenizer, notes = opened_as_the_original_does(file({"vocab": vocabulary, "merges": merges}), "abc", "ab")
    assert isinstance(tokenizer, Tokenizer)
    assert tokenizer.tokenize("abc").ids == (97, 257)
    assert notes == ("lists 1 merge more than once; its last position applies",)


def test_two_tokens_may_have_one_id() -> None:
    vocabulary = {**VOCABULARY, "ab": 256, "bc": 256}
    found = file({"vocab": vocabulary, "merges": [["a", "b"], ["b", "c"]]})
    tokenizer, notes = opened_as_the_original_does(found, "abc", "bc", "xab")
    assert notes == ("opens with Hugging Face's tokenizers: its tokens ab and bc have the same id 256",)
    assert (tokenizer.token(256), tokenizer.parts(256)) == (b"ab", None)


def test_ids_may_have_gaps() -> None:
    vocabulary = {**VOCABULARY, "ab": 300, "<s>": 310}
    found = file({"vocab": vocabulary, "merges": [["a", "b"]]}, added_tokens=[added("<s>", 310, special=True)])
    tokenizer, notes = opened_as_the_original_does(found, "ab<s>")
    assert isinstance(tokenizer, Tokenizer)
    assert notes == ()


@pytest.mark.parametrize(
    ("tokens", "ids", "why"),
    [
        ([added("<a>", 777)], (258,), "its added token <a> gets the id 258, not 777 as listed"),
        ([added("<a>", 97)], (258,), "its added token <a> gets the id 258, not 97 as listed"),
        ([added("<a>", 258), added("<a>", 258)], (258,), "its added token <a> is listed twice"),
    ],
)
def test_an_added_token_has_the_id_that_the_original_gives_it(tokens: list[object], ids: object, why: str) -> None:
    tokenizer, notes = opened_as_the_original_does(file(added_tokens=tokens), "a<a>")
    assert not isinstance(tokenizer, Tokenizer)
    assert tokenizer.tokenize("<a>").ids == ids
    assert notes == (f"opens with Hugging Face's tokenizers: {why}",)


def test_a_byte_may_have_no_token() -> None:
    vocabulary = {text: token_id for text, token_id in VOCABULARY.items() if token_id != 7}
    _, notes = opened_as_the_original_does(file({"vocab": vocabulary, "merges": []}), "a\x07b")
    assert notes == ("opens with Hugging Face's tokenizers: it has no token for the byte 0x07",)


# Added tokens that are not found wherever their text occurs

WAYS = [
    [added("<m>", 258, lstrip=True, special=True), added("<r>", 259, rstrip=True)],
    [added("th", 258, single_word=True), added("<b>", 259, lstrip=True, rstrip=True)],
    [added("<r>", 258, rstrip=True), added(" t", 259)],
    [added("té", 258, normalized=True), added("  ", 259, normalized=True), added("te", 260)],
    [added("<a>", 258, normalized=True, special=True), added("a>", 259)],
    [added("th K", 258, normalized=True, lstrip=True), added("tht", 259, single_word=True, normalized=True)],
]


@pytest.mark.parametrize("tokens", WAYS)
@pytest.mark.parametrize("normalizer", [None, {"type": "NFC"}, {"type": "NFKD"}])
@pytest.mark.parametrize("prefix", [False, True])
def test_they_are_found_as_the_original_finds_them(tokens: list[Any], normalizer: object, prefix: bool) -> None:
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
    found = file(added_tokens=tokens, normalizer=normalizer, pre_tokenizer=pre_tokenizer)
    theirs = original(data(found))
    tokenizer = native(found)
    again = native(json.loads(dumps(tokenizer)))
    finds()


# What only the original opens


def without_original(found: object, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(BpetuiError) as caught:
        tokenizer_in(data(found))
    said = sentence(caught.value)
    before = "toy.json opens only with Hugging Face's package tokenizers, since "
    after = f"; to install it: {install_command('tokenizers')}"
    assert said.startswith(before)
    assert said.endswith(after)
    return said.removeprefix(before).removesuffix(after)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (file({"type": "WordPiece"}), "its model is WordPiece"),
        ({"model": {"vocab": []}}, "its model has no type"),
        (file({"dropout": 0.1}), "it skips merges at random"),
        (file({"end_of_word_suffix": "</w>"}), "its tokens end with </w> at the end of a word"),
        (
            file({"continuing_subword_prefix": "h", "merges": [["Ġt", "h"]]}),
            "its tokens begin with h inside a word",
        ),
        (file({"vocab": {"a": 0}, "merges": [], "unk_token": "a"}), "it has no token for the byte 0x00"),
        (file({"vocab": {**VOCABULARY, "Ġt": 97}, "merges": []}), "its tokens a and Ġt have the same id 97"),
        (file(normalizer={"type": "Lowercase"}), "its normalizer is Lowercase"),
        (file(normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}] * 2}), "its normalizer is NFC"),
        (file(pre_tokenizer=splits({"type": "Whitespace"})), "its pre-tokenizer is Whitespace"),
        (file(pre_tokenizer=splits(isolated("a", "Contiguous"))), "its split is Contiguous"),
        (file(pre_tokenizer=splits(isolated("a", "Removed", True))), "its split is Removed, inverted"),
        (
            file(pre_tokenizer=splits(isolated(r"a\b"))),
            r"its split pattern a\b cannot be converted: \b is not the same in both",
        ),
        (
            file(pre_tokenizer=splits(isolated("(?=a)"))),
            "its split pattern (?=a) cannot be converted: it can match nothing, and would cut the text there",
        ),
        (
            file(pre_tokenizer={"type": "Sequence", "pretokenizers": [DIGITS, {"type": "ByteLevel"}]}),
            "it inserts a space before each word",
        ),
        (file(decoder={"type": "WordPiece"}), "its decoder is WordPiece"),
        (
            file(added_tokens=[added("<a>", 258), added("<a>", 259)]),
            "its added token <a> is listed twice",
        ),
        (
            file(added_tokens=[added("a", 5)]),
            "its added token a gets the id 97, not 5 as listed",
        ),
        (
            file(added_tokens=[added("<a>", 258), added("<b>", 258)]),
            "its added token <b> gets the id 259, not 258 as listed",
        ),
        (
            file({"vocab": {**VOCABULARY, "xy": 257}, "merges": []}, added_tokens=[added("<a>", 258)]),
            "its added token <a> gets the id 257, which is also that of xy",
        ),
        (
            characters(added_tokens=[added("<a b>", 260, normalized=True)]),
            "it searches for its added token <a·b> after it replaces spaces by ▁",
        ),
        (
            characters(added_tokens=[added("<a>", 260, normalized=True, rstrip=True)]),
            "it searches for its added token <a> after it replaces spaces by ▁",
        ),
        (
            file(added_tokens=[added("Ġt", 256)]),
            "its added token Ġt is also the ordinary token ·t",
        ),
        (
            file(
                {"vocab": {**VOCABULARY, "Ġab": 256}, "merges": [], "ignore_merges": True},
                added_tokens=[added("Ġab", 256)],
            ),
            "its token Ġab is special, but a word may also become that token",
        ),
        (
            file({"vocab": {**VOCABULARY, " ": 256}, "merges": []}),
            "two of its tokens, with the ids 32 and 256, are ·",
        ),
        (
            file({"vocab": {**VOCABULARY, "月": 256}, "merges": [], "ignore_merges": True}),
            "its token 月 spells no bytes",
        ),
        (
            file({"vocab": {**VOCABULARY, "月": 256, "a月": 257}, "merges": [["a", "月"]]}),
            "its token 月 spells no bytes",
        ),
        (
            file(normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "_"}),
            "its normalizer is Replace",
        ),
        (
            file(pre_tokenizer=splits(isolated("a" * 100_001 + "{100001}"))),
            (
                "bpetui cannot use its split: the pattern repeats something more than 100,000 times; "
                "write + for any number"
            ),
        ),
        (
            characters({"ignore_merges": True}),
            "its words start as characters that do not all fall back to bytes",
        ),
        (
            characters({"vocab": {**CHARACTERS, "<0x41>t": 260}, "merges": ["<0x41> t"]}),
            "it merges the bytes that characters fall back to",
        ),
        (
            characters(added_tokens=[added("月", 259)]),
            "its token 月 is added, but a character of a text may also become it",
        ),
        (
            characters({"vocab": {**CHARACTERS, "a b": 260}}),
            "its token a·b contains a space, but it replaces all spaces in a text",
        ),
        (
            characters(normalizer=None, pre_tokenizer={**METASPACE, "prepend_scheme": "first"}),
            "its pre-tokenizer is Metaspace, first",
        ),
        (
            characters(pre_tokenizer={**METASPACE, "replacement": "_"}),
            "its pre-tokenizer is Metaspace, always",
        ),
        (
            characters(normalizer={"type": "Prepend", "prepend": "▁"}),
            "its normalizer is Prepend",
        ),
        (
            characters(pre_tokenizer={"type": "Metaspace", "replacement": "▁"}),
            "its pre-tokenizer is Metaspace",
        ),
        (
            characters(normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "_"}),
            "it replaces spaces by _, but has no token for that",
        ),
        (
            file({"byte_fallback": True}, pre_tokenizer=None, decoder=None),
            "its words start as characters that do not all fall back to bytes",
        ),
    ],
)
def test_what_would_not_give_the_same_tokens_is_left_to_the_original(
    found: object, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert without_original(found, monkeypatch) == why


# What is damaged


def damage(found: object) -> str:
    with pytest.raises(BpetuiError) as caught:
        tokenizer_in(found if isinstance(found, bytes) else data(found))
    return sentence(caught.value).removeprefix("toy.json is not a valid tokenizer.json")


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (b"{", ", line 1: expecting property name enclosed in double quotes (column 2)"),
        (b"[]", ": it is not an object"),
        (b'{"model": {}, "model": {}}', ": an object has the key model twice"),
        ({}, ": model is missing"),
        ({"model": []}, ": model is not an object"),
        (file({"type": 1}), ": model.type is not a string"),
        (file({"vocab": None}), ": model.vocab is not an object"),
        (file({"vocab": {"a": -1}}), ": model.vocab: the id of a is not a whole number from 0 up"),
        (file({"vocab": {"a": True}}), ": model.vocab: the id of a is not a whole number from 0 up"),
        (file({"vocab": {"a": 1.0}}), ": model.vocab: the id of a is not a whole number from 0 up"),
        (file({"merges": {}}), ": model.merges is not a list"),
        (file({"merges": ["a"]}), ": model: merges[0] is not a pair of tokens"),
        (file({"merges": [["Ġ", "t"], ["a", "b", "c"]]}), ": model: merges[1] is not a pair of tokens"),
        (
            file({"merges": [["a", ""]]}),
            ": model: the merge a  needs the empty token, which is not in the vocabulary",
        ),
        (file({"merges": [["a", 1]]}), ": model: merges[0] is not a pair of tokens"),
        (
            file({"merges": [["a", "b"]]}),
            ": model: the merge a b needs the token ab, which is not in the vocabulary",
        ),
        (
            file({"merges": [["Ġ", "xy"]]}),
            ": model: the merge Ġ xy needs the token xy, which is not in the vocabulary",
        ),
        (file({"ignore_merges": 1}), ": model.ignore_merges is not true or false"),
        (file(pre_tokenizer="ByteLevel"), ": pre_tokenizer is not an object"),
        (
            file(pre_tokenizer={"type": "Sequence", "pretokenizers": [1]}),
            ": pre_tokenizer.pretokenizers[0] is not an object",
        ),
        (file(pre_tokenizer={**byte_level(), "use_regex": "no"}), ": pre_tokenizer.use_regex is not true or false"),
        (file(added_tokens=[{"id": 258}]), ": added_tokens[0].content is missing"),
        (file(added_tokens=[added("a", -1)]), ": added_tokens[0].id is not a whole number"),
    ],
)
def test_damage_is_named_by_its_place(found: object, why: str) -> None:
    assert damage(found) == why


def test_ids_beyond_the_highest_are_refused() -> None:
    assert damage(file(added_tokens=[added("<a>", 1 << 40)]))
    assert damage(file({"vocab": {**VOCABULARY, "xy": 1_000_000}, "merges": []})).endswith(
        "; the highest allowed id is 999999"
    )


def test_what_is_nested_to_harm_is_refused() -> None:
    deep = b'{"type":"Sequence","pretokenizers":[' * 100_000
    assert damage(b'{"model":{},"pre_tokenizer":' + deep).startswith(": it is nested too deeply")
    assert isinstance(tokenizer_in(data(file(pre_tokenizer=nested(byte_level(), 50)))), Tokenizer)


def nested(step: object, depth: int) -> object:
    return {"type": "Sequence", "pretokenizers": [nested(step, depth - 1)]} if depth else step


SMALL = data(file(added_tokens=[added("<s>", 258, special=True)], pre_tokenizer=splits(isolated(LLAMA3))))


@given(damaged(SMALL), TEXT)
def test_whatever_bytes_are_changed_it_is_refused_or_encodes_all_texts(found: bytes, text: str) -> None:
    try:
        tokenizer = tokenizer_in(found)
    except BpetuiError as error:
        sentence(error)
        return
    tokenization = tokenizer.tokenize(text)
    if isinstance(tokenizer, Tokenizer):
        assert len(tokenizer.tokens) == 258
        assert b"".join(tokenization.tokens) == tokenization.text.encode()


VALUES: list[object] = [None, True, -1, 0, 300, 1.5, 1 << 40, "", "a", "Ġ", [], {}, ["a", "b"], "NFC", byte_level()]


def changed(draw: st.DrawFn, found: Any) -> Any:
    """The same with another value somewhere, or with one left out."""
    if not isinstance(found, dict | list) or not found or draw(st.integers(0, 5)) == 0:
        return deepcopy(draw(st.sampled_from(VALUES)))
    key = draw(st.sampled_from([*found] if isinstance(found, dict) else range(len(found))))
    if draw(st.integers(0, 9)) == 0:
        del found[key]
    else:
        found[key] = changed(draw, found[key])
    return found


@st.composite
def changed_files(draw: st.DrawFn) -> Any:
    found = draw(st.sampled_from([SMALL, data(characters())]).map(json.loads))
    for _ in range(draw(st.integers(1, 2))):
        key = draw(
            st.sampled_from(["added_tokens", "normalizer", "pre_tokenizer", "decoder", "model", "model", "version"])
        )
        found[key] = changed(draw, found[key])
    return found


@given(changed_files(), st.lists(TEXT, min_size=3, max_size=3))
def test_whatever_value_is_changed_it_is_refused_or_read_as_the_original_reads_it(found: Any, texts: list[str]) -> None:
    try:
        tokenizer = tokenizer_in(data(found))
    except BpetuiError as error:
        sentence(error)
        return
    if not isinstance(tokenizer, Tokenizer):
        return
    try:
        theirs = original(data(found))
    except BaseException as error:  # it panics at some, and refuses what may be left out here
        if isinstance(error, KeyboardInterrupt):
            raise
        return
    if all(theirs.token_to_id(token) == token_id for token, token_id in tokenizer.others.items()):
        for text in texts:
            assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)


# What is written


def check_written(tokenizer: Tokenizer, texts: list[str]) -> None:
    """It comes back, and the original encodes with it to the same ids, and keeps those of the special tokens."""
    written = dumps(tokenizer)
    if tokenizer.merges is not None:
        assert tokenizer_in(written) == tokenizer
    theirs = original(written)
    assert {token: theirs.token_to_id(token) for token in tokenizer.others} == tokenizer.others
    for text in texts:
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)


@given(TOKENIZERS, st.lists(TEXT, max_size=3))
def test_a_trained_tokenizer_encodes_the_same_in_the_original(tokenizer: Tokenizer, texts: list[str]) -> None:
    size = len(tokenizer.tokens)
    check_written(replace(tokenizer, special={"<s>": size}, added={"<s><s>": size + 1}), texts)


@given(st.integers(258, 400), st.integers(0, 30), TEXT)
def test_ids_of_special_tokens_are_kept_where_some_are_left_out(first: int, gap: int, text: str) -> None:
    tokenizer = trained("ab ab abc", "cl100k_base", 1, ())
    special = {"<s>": first, "<|x y|>": first + gap + 1, "月": first + gap + 2}
    check_written(replace(tokenizer, special=special), [text, "ab<s>月<|x y|>"])


PREPARED = [
    replace(TOY, prefix=True),
    replace(TOY, prefix=True, split=split_named("gpt2")),
    replace(TOY, normalization="nfc", split=split_named("llama3")),
    replace(TOY, normalization="nfkd"),
    replace(TOY, split=split_custom(r"\p{Lu}?\p{Ll}+|\w+?|$\n")),
    replace(TOY, split=split_sequence([r"\p{N}{1,3}+", r"\s+$|a"])),
    replace(TOY, whole_words=True),
    replace(native(characters()), special={"<s>": 400}),
    replace(native(characters()), space="", tokens={**native(characters()).tokens, 300: b"   "}),
    replace(native(characters()), prefix=True, normalization="nfkc"),
    replace(native(characters()), prefix=True, space=""),
]


@pytest.mark.parametrize("tokenizer", PREPARED)
def test_however_a_text_is_prepared_it_is_so_in_the_original(tokenizer: Tokenizer) -> None:
    @given(TEXT)
    @example("aaab")
    @example(" a<s> b\u0301 ﬁ\n")
    @example("")
    def encodes_the_same(text: str) -> None:
        found = ids_of(theirs, text)
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == found
        assert theirs.decode(found, skip_special_tokens=False) == tokenizer.decode(found).decode()

    check_written(tokenizer, [])
    theirs = original(dumps(tokenizer))
    encodes_the_same()


@pytest.mark.parametrize("name", SPLIT_NAMES)
def test_a_named_split_comes_back_by_name(name: str) -> None:
    assert native(json.loads(dumps(TOY.with_split(split_named(name))))).split == split_named(name)


def test_the_same_is_written_each_time_and_text_is_not_escaped() -> None:
    tokenizer = replace(TOY, special={"月": 300, "<s>": 299})
    assert dumps(tokenizer) == dumps(replace(tokenizer, special={"<s>": 299, "月": 300}))
    assert "月".encode() in dumps(tokenizer)


# Ranks: "cd" can only be made of "c" and "d"; the byte "a" has a higher rank than "ab"; "wxyz" joins tokens of higher
# ranks; no merges lead to "pqr".
RANKS = {**{value + 10: token for value, token in BYTES.items() if token != b"a"}, 400: b"a", 0: b"ab", 1: b"cd"}
RANKS |= {300: b"wxyz", 301: b"wx", 302: b"yz", 303: b"pqr"}


def test_a_word_that_no_merges_lead_to_is_whole_in_the_original_too() -> None:
    written = dumps(Tokenizer(RANKS, None))
    assert json.loads(written)["model"]["ignore_merges"] is True
    assert ids_of(original(written), "pqr") == native(json.loads(written)).tokenize("pqr").ids == (303,)
    merged = json.loads(dumps(TOY))["model"]
    assert merged["ignore_merges"] is False


def test_ranks_become_the_merges_that_they_come_to() -> None:
    tokenizer = Tokenizer(RANKS, None)
    found = native(json.loads(dumps(tokenizer)))
    by_rank = {tokenizer.tokens[made]: (tokenizer.tokens[a], tokenizer.tokens[b]) for a, b, made in found.merges or ()}
    assert by_rank == {b"ab": (b"a", b"b"), b"cd": (b"c", b"d"), b"wx": (b"w", b"x"), b"yz": (b"y", b"z")} | {
        b"wxyz": (b"wx", b"yz")
    }


@given(
    st.dictionaries(st.integers(0, 500), st.text("ab", min_size=2, max_size=6), max_size=12),
    st.text("abc", max_size=30),
)
def test_any_ranks_encode_the_same_in_the_original(ranks: dict[int, str], text: str) -> None:
    tokens = {text.encode(): rank for rank, text in ranks.items()}
    free = iter(sorted({*range(1000)} - {*tokens.values()}, reverse=True))
    by_rank = {rank: token for token, rank in tokens.items()} | {next(free): token for token in BYTES.values()}
    check_written(Tokenizer(by_rank, None), [text])


def refusal(tokenizer: Tokenizer) -> str:
    with pytest.raises(BpetuiError) as caught:
        dumps(tokenizer)
    said = sentence(caught.value)
    assert said.startswith("cannot be written in the huggingface format: ")
    return said.removeprefix("cannot be written in the huggingface format: ")


MERGED = trained("the the", "none", 1)  # th


@pytest.mark.parametrize(
    ("tokenizer", "why"),
    [
        (replace(TOY, split=None), "the split is unknown; choose it with --split or --pattern"),
        (replace(TOY, split=split_marked("_")), "it cannot hold a split at end-of-word marks"),
        (
            replace(TOY, split=split_custom("x*")),
            (
                "the pattern x* cannot be converted to Oniguruma's syntax: it can match nothing, "
                "and would cut the text there"
            ),
        ),
        (
            replace(TOY, split=split_custom(r"\bx")),
            r"the pattern \bx cannot be converted to Oniguruma's syntax: \b is not the same in both",
        ),
        (
            replace(TOY, split=split_named("qwen"), prefix=True),
            "with the split qwen it would insert a space before each word",
        ),
        (
            replace(native(characters()), tokens={**native(characters()).tokens, 256: b"_"}),
            "there is no token for ▁, which replaces a space in the file",
        ),
        (
            replace(native(characters()), tokens={**native(characters()).tokens, 300: b"a\xff"}),
            "the token ⟨61 ff⟩ (id 300) is not UTF-8",
        ),
        (replace(TOY, special={"\ud800": 300}), "the special token U+D800 contains a lone surrogate"),
        (replace(TOY, space="▁"), "it cannot hold ▁ as a replacement for spaces"),
        (replace(MERGED, special={"th": 300}), "th would have the two ids 256 and 300"),
        (replace(MERGED, special={"Ā": 300}), "Ā would have the two ids 0 and 300"),
        (replace(TOY, special={"": 300}), "a special token is empty"),
        (
            replace(TOY, tokens={**TOY.tokens, 300: "月".encode()}, added={"月": 300}),
            "æľĪ and 月 would have the same id 300",
        ),
        (
            replace(TOY, whole_words=True, special={"Ġab": 300}),
            "other text would also become the special token Ġab",
        ),
        (
            replace(TOY, tokens={**TOY.tokens, 300: b"a"}),
            "a would have the two ids 97 and 300",
        ),
        (
            replace(native(characters()), split=split_named("lines")),
            "the words of the split lines would start as characters",
        ),
        (
            replace(native(characters()), tokens={**native(characters()).tokens, 300: "▁a".encode()}),
            "the token ▁a contains ▁, which replaces a space in the file",
        ),
    ],
)
def test_what_it_cannot_hold_is_refused_by_name(tokenizer: Tokenizer, why: str) -> None:
    assert refusal(tokenizer) == why


# The published ones


@pytest.mark.parametrize(
    "name",
    [
        "gpt2",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("cl100k_base", "o200k_base", "llama3", "qwen", "deepseek-v3")
        ),
    ],
)
def test_a_published_tokenizer_gives_the_golden_answers_in_the_original(
    name: str, published: PublishedTokenizer, golden: Path, corpora: Path
) -> None:
    tokenizer = published(name)
    written = dumps(tokenizer)
    theirs, back = original(written), tokenizer_in(written)
    if tokenizer.merges is not None:
        assert back == tokenizer
    assert isinstance(back, Tokenizer)
    assert back.split == tokenizer.split
    assert {token: theirs.token_to_id(token) for token in tokenizer.others} == tokenizer.others
    answers = json.loads((golden / "encoding.json").read_text("utf-8"))[name]["ids"]
    for text, ids in answers.items():
        assert tokenizer.tokenize(text).ids == tuple(ids)
    texts = [
        *answers,
        *(path.read_text("utf-8")[:4000] for path in corpora.glob("udhr_*.txt")),
        "".join(tokenizer.others),
    ]
    for text in texts:
        ids_there = ids_of(theirs, text)
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_there
        if tokenizer.merges is None:
            assert back.tokenize(text, tokenizer.special_tokens).ids == ids_there

    @given(TEXT)
    def encodes_the_same(text: str) -> None:
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)

    encodes_the_same()
