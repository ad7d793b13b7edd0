"""Reading tokenizer.json as the original does, and the errors for damaged files."""

import json
import sys
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note, sentences
from bpetui.core.splitting import NO_SPLIT, Split, split_custom, split_named, split_sequence
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.huggingface import reader
from bpetui.formats.huggingface.writer import dumps
from bpetui.formats.optional_packages import install_command
from tests.formats.huggingface.json_files import (
    CHARACTERS,
    METASPACE,
    TEXT,
    VOCABULARY,
    added_token,
    byte_file,
    byte_level,
    character_file,
    ids_of,
    json_bytes,
    native_tokenizer,
    nested_step,
    original,
    split_step,
    split_steps,
    tokenizer_in,
)
from tests.formats.toy_tokenizers import BYTES, damaged, sentence

# What is read


def test_tokens_are_spelled_in_the_characters_of_their_bytes() -> None:
    tokenizer = native_tokenizer(byte_file())
    assert tokenizer == BpeTokenizer({**BYTES, 256: b" t", 257: b" th"}, [(32, 116, 256), (256, 104, 257)])
    assert tokenizer.tokenize("the the").ids == (116, 104, 101, 257, 101)


def test_merges_as_strings_are_read_without_a_version_line() -> None:
    assert native_tokenizer(byte_file({"merges": ["#version: 0.2", "Ġ t", "Ġt h"]})) == native_tokenizer(byte_file())


def test_ignore_merges_makes_known_words_whole_tokens() -> None:
    vocabulary = {**VOCABULARY, "the": 256}
    assert native_tokenizer(byte_file({"vocab": vocabulary, "merges": []})).tokenize("the").ids == (116, 104, 101)
    assert native_tokenizer(byte_file({"vocab": vocabulary, "merges": [], "ignore_merges": True})).tokenize(
        "the"
    ).ids == (256,)


@pytest.mark.parametrize(
    ("pre_tokenizer", "split"),
    [
        (byte_level(), NO_SPLIT),
        (byte_level(use_regex=True), split_named("gpt2")),
        ({"type": "ByteLevel", "add_prefix_space": False}, split_named("gpt2")),  # what is missing is true
        ({"type": "Sequence", "pretokenizers": [byte_level(use_regex=True)]}, split_named("gpt2")),
    ],
)
def test_byte_level_splits_like_gpt2_by_default(pre_tokenizer: object, split: Split) -> None:
    assert native_tokenizer(byte_file(pre_tokenizer=pre_tokenizer)).split == split


def test_byte_level_inserts_a_space_before_a_text_by_default() -> None:
    tokenizer = native_tokenizer(byte_file(pre_tokenizer={"type": "ByteLevel"}))
    assert tokenizer.prefix
    assert tokenizer.tokenize("the").ids == (257, 101)


LLAMA3 = split_named("llama3").patterns[0]
DIGITS = {"type": "Digits", "individual_digits": True}
DASH = {"type": "Split", "pattern": {"String": "--"}, "behavior": "Isolated", "invert": False}
DOT = {"type": "Split", "pattern": {"String": "."}, "behavior": "Isolated", "invert": False}


@pytest.mark.parametrize(
    ("steps", "split"),
    [
        ([split_step(LLAMA3)], split_named("llama3")),
        ([split_step(LLAMA3, "Removed", True)], split_named("llama3")),  # it matches everything
        ([split_step(r"\s+|\S+")], split_named("whitespace")),
        ([split_step(r"\p{N}{1,3}+")], split_custom(r"(?:\p{N}{1,3})+")),  # not possessive there
        ([split_step(r"a$")], split_custom(r"a(?m:$)")),
        ([DASH], split_custom("--")),
        ([DOT], split_custom(r"\.")),
        ([DIGITS, split_step(r"a+")], split_sequence([r"\p{N}", "a+"])),
    ],
)
def test_steps_become_a_split(steps: list[object], split: Split) -> None:
    assert native_tokenizer(byte_file(pre_tokenizer=split_steps(*steps))).split == split


def test_raw_control_characters_in_a_pattern_match() -> None:
    steps = [split_step(pattern.replace(r"\r\n", "\r\n")) for pattern in split_named("deepseek-v3").patterns]
    assert native_tokenizer(byte_file(pre_tokenizer=split_steps(*steps))).split == split_named("deepseek-v3")


def test_step_before_byte_level_splits_first() -> None:
    steps = {"type": "Sequence", "pretokenizers": [DIGITS, byte_level(use_regex=True)]}
    tokenizer = native_tokenizer(byte_file(pre_tokenizer=steps))
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
def test_normalizer_becomes_a_normal_form(normalizer: object, form: str) -> None:
    assert native_tokenizer(byte_file(normalizer=normalizer)).normalization == form


def test_added_tokens_always_match_and_special_ones_when_allowed() -> None:
    tokenizer = native_tokenizer(
        byte_file(added_tokens=[added_token("<s>", 258, special=True), added_token("<t>", 259)])
    )
    assert tokenizer.special == {"<s>": 258}
    assert tokenizer.added == {"<t>": 259}
    assert tokenizer.tokenize("<t><s>").ids == (259, *b"<s>")
    assert tokenizer.tokenize("<t><s>", ["<s>"]).ids == (259, 258)


def test_added_token_in_the_vocabulary_is_ordinary_only_if_merged_or_a_byte() -> None:
    vocabulary = {**VOCABULARY, "Ġt": 256, "<s>": 257, "th": 258}
    tokens = [added_token("<s>", 257, special=True), added_token("th", 258), added_token("!", 33)]
    merges = [["Ġ", "t"], ["t", "h"]]
    tokenizer = native_tokenizer(byte_file({"vocab": vocabulary, "merges": merges}, added_tokens=tokens))
    assert tokenizer.tokens == {**BYTES, 256: b" t", 258: b"th"}
    assert tokenizer.others == {"<s>": 257, "th": 258, "!": 33}


def test_characters_fall_back_to_bytes() -> None:
    tokenizer = native_tokenizer(character_file())
    assert tokenizer.fallback == tuple(range(256))
    assert tokenizer.tokens == {**BYTES, 256: b" ", 257: b"t", 258: b" t", 259: "月".encode()}
    assert tokenizer.tokenize("t t月é").ids == (257, 258, 259, 0xC3, 0xA9)
    assert tokenizer.tokenize("▁t").ids == (258,)
    assert tokenizer.tokenize("\n").tokens == (b"\n",)


def test_metaspace_inserts_a_space_before_a_text() -> None:
    tokenizer = native_tokenizer(character_file(normalizer=None, pre_tokenizer=METASPACE))
    assert (tokenizer.space, tokenizer.prefix) == ("▁", True)
    assert tokenizer.tokenize("t t").ids == (258, 258)
    without = native_tokenizer(character_file(normalizer=None, pre_tokenizer={**METASPACE, "prepend_scheme": "never"}))
    assert without.tokenize("t t").ids == (257, 258)


@pytest.mark.parametrize("scheme", [{}, {"prepend_scheme": "never"}])
def test_older_metaspace_can_insert_no_space(scheme: dict[str, str]) -> None:
    older = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": False, "split": False, **scheme}
    found = character_file(normalizer=None, pre_tokenizer=older)
    tokenizer = native_tokenizer(found)
    assert not tokenizer.prefix
    assert tokenizer.tokenize("t t").ids == (257, 258)
    if scheme:  # today the original wants both
        opened_as_the_original_does(found, "t t", " t", "")


def test_split_at_spaces_after_their_replacement_has_no_effect() -> None:
    spaces = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
    assert native_tokenizer(character_file(pre_tokenizer=spaces)) == native_tokenizer(character_file())


def test_ignored_parts_are_noted() -> None:
    template = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [],
        "special_tokens": {},
    }
    around = {"type": "Sequence", "processors": [byte_level(), template]}
    notes = reader.loads(
        json_bytes(byte_file(post_processor=around, truncation={"max_length": 8}, padding={})), "toy.json"
    )[1]
    assert sentences(notes, "it") == (
        "it adds special tokens around each text; bpetui ignores this and does not write it",
        "it truncates long texts; bpetui ignores this and does not write it",
        "it pads short texts; bpetui ignores this and does not write it",
    )
    assert reader.loads(json_bytes(byte_file(post_processor=byte_level())), "toy.json")[1] == ()


# What the original opens, however odd


def opened_as_the_original_does(found: dict[str, Any], *texts: str) -> tuple[AnyTokenizer, tuple[Note, ...]]:
    """The tokenizer and the notes; its ids of some texts are compared with those of the original."""
    theirs = original(json_bytes(found))
    tokenizer, notes = reader.loads(json_bytes(found), "toy.json")
    for text in texts:
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)
    return tokenizer, notes


def test_empty_token_keeps_its_id_and_is_never_used() -> None:
    vocabulary = {**VOCABULARY, "": 256, "Ġt": 257, "Ġth": 258}
    merges = [["Ġ", "t"], ["Ġt", "h"], ["a", ""]]
    found = byte_file(
        {"vocab": vocabulary, "merges": merges, "ignore_merges": True},
        added_tokens=[added_token("<s>", 259, special=True), added_token("", 260), added_token("<t>", 260)],
    )
    tokenizer, notes = opened_as_the_original_does(found, "a the<s>", "<t>", "")
    assert isinstance(tokenizer, BpeTokenizer)
    assert sentences(notes, "it") == ("it has an empty token (id 256), which no text contains",)
    assert (tokenizer.token(256), tokenizer.kind(256), tokenizer.parts(97)) == (b"", "empty", None)
    assert tokenizer.decode([97, 256, 259]) == b"a<s>"
    assert native_tokenizer(json.loads(dumps(tokenizer))) == tokenizer


def test_last_position_of_a_repeated_merge_applies() -> None:
    vocabulary = {**VOCABULARY, "ab": 256, "bc": 257}
    merges = [["a", "b"], ["b", "c"], ["a", "b"]]
    tokenizer, notes = opened_as_the_original_does(byte_file({"vocab": vocabulary, "merges": merges}), "abc", "ab")
    assert isinstance(tokenizer, BpeTokenizer)
    assert tokenizer.tokenize("abc").ids == (97, 257)
    assert sentences(notes, "it") == ("it lists 1 merge more than once; its last position applies",)


def test_two_tokens_can_share_an_id() -> None:
    vocabulary = {**VOCABULARY, "ab": 256, "bc": 256}
    found = byte_file({"vocab": vocabulary, "merges": [["a", "b"], ["b", "c"]]})
    tokenizer, notes = opened_as_the_original_does(found, "abc", "bc", "xab")
    assert sentences(notes, "it") == (
        "it opens with Hugging Face's tokenizers: its tokens ab and bc have the same id 256",
    )
    assert (tokenizer.token(256), tokenizer.parts(256)) == (b"ab", None)


def test_ids_can_have_gaps() -> None:
    vocabulary = {**VOCABULARY, "ab": 300, "<s>": 310}
    found = byte_file(
        {"vocab": vocabulary, "merges": [["a", "b"]]}, added_tokens=[added_token("<s>", 310, special=True)]
    )
    tokenizer, notes = opened_as_the_original_does(found, "ab<s>")
    assert isinstance(tokenizer, BpeTokenizer)
    assert notes == ()


@pytest.mark.parametrize(
    ("tokens", "ids", "why"),
    [
        ([added_token("<a>", 777)], (258,), "its added token <a> gets the id 258, not 777 as listed"),
        ([added_token("<a>", 97)], (258,), "its added token <a> gets the id 258, not 97 as listed"),
        ([added_token("<a>", 258), added_token("<a>", 258)], (258,), "its added token <a> is listed twice"),
    ],
)
def test_added_token_gets_the_id_of_the_original(tokens: list[object], ids: object, why: str) -> None:
    tokenizer, notes = opened_as_the_original_does(byte_file(added_tokens=tokens), "a<a>")
    assert not isinstance(tokenizer, BpeTokenizer)
    assert tokenizer.tokenize("<a>").ids == ids
    assert sentences(notes, "it") == (f"it opens with Hugging Face's tokenizers: {why}",)


def test_missing_byte_opens_with_the_original() -> None:
    vocabulary = {text: token_id for text, token_id in VOCABULARY.items() if token_id != 7}
    _, notes = opened_as_the_original_does(byte_file({"vocab": vocabulary, "merges": []}), "a\x07b")
    assert sentences(notes, "it") == ("it opens with Hugging Face's tokenizers: it has no token for the byte 0x07",)


# What only the original opens


def without_original(found: object, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(BpetuiError) as caught:
        tokenizer_in(json_bytes(found))
    said = sentence(caught.value)
    before = "toy.json opens only with Hugging Face's package tokenizers, since "
    after = f"; to install it: {install_command('tokenizers')}"
    assert said.startswith(before)
    assert said.endswith(after)
    return said.removeprefix(before).removesuffix(after)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (byte_file({"type": "WordPiece"}), "its model is WordPiece"),
        ({"model": {"vocab": []}}, "its model has no type"),
        (byte_file({"dropout": 0.1}), "it skips merges at random"),
        (byte_file({"end_of_word_suffix": "</w>"}), "its tokens end with </w> at the end of a word"),
        (
            byte_file({"continuing_subword_prefix": "h", "merges": [["Ġt", "h"]]}),
            "its tokens begin with h inside a word",
        ),
        (byte_file({"vocab": {"a": 0}, "merges": [], "unk_token": "a"}), "it has no token for the byte 0x00"),
        (byte_file({"vocab": {**VOCABULARY, "Ġt": 97}, "merges": []}), "its tokens a and Ġt have the same id 97"),
        (byte_file(normalizer={"type": "Lowercase"}), "its normalizer is Lowercase"),
        (byte_file(normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}] * 2}), "its normalizer is NFC"),
        (byte_file(pre_tokenizer=split_steps({"type": "Whitespace"})), "its pre-tokenizer is Whitespace"),
        (byte_file(pre_tokenizer=split_steps(split_step("a", "Contiguous"))), "its split is Contiguous"),
        (byte_file(pre_tokenizer=split_steps(split_step("a", "Removed", True))), "its split is Removed, inverted"),
        (
            byte_file(pre_tokenizer=split_steps(split_step(r"a\b"))),
            r"its split pattern a\b cannot be converted: \b has another meaning",
        ),
        (
            byte_file(pre_tokenizer=split_steps(split_step("(?=a)"))),
            "its split pattern (?=a) cannot be converted: it can match the empty string",
        ),
        (
            byte_file(pre_tokenizer={"type": "Sequence", "pretokenizers": [DIGITS, {"type": "ByteLevel"}]}),
            "it inserts a space before each word",
        ),
        (byte_file(decoder={"type": "WordPiece"}), "its decoder is WordPiece"),
        (
            byte_file(added_tokens=[added_token("<a>", 258), added_token("<a>", 259)]),
            "its added token <a> is listed twice",
        ),
        (
            byte_file(added_tokens=[added_token("a", 5)]),
            "its added token a gets the id 97, not 5 as listed",
        ),
        (
            byte_file(added_tokens=[added_token("<a>", 258), added_token("<b>", 258)]),
            "its added token <b> gets the id 259, not 258 as listed",
        ),
        (
            byte_file({"vocab": {**VOCABULARY, "xy": 257}, "merges": []}, added_tokens=[added_token("<a>", 258)]),
            "its added token <a> gets the id 257, which is also that of xy",
        ),
        (
            character_file(added_tokens=[added_token("<a b>", 260, normalized=True)]),
            "it searches for its added token <a·b> after it replaces spaces by ▁",
        ),
        (
            character_file(added_tokens=[added_token("<a>", 260, normalized=True, rstrip=True)]),
            "it searches for its added token <a> after it replaces spaces by ▁",
        ),
        (
            byte_file(added_tokens=[added_token("Ġt", 256)]),
            "its added token Ġt is also the ordinary token ·t",
        ),
        (
            byte_file(
                {"vocab": {**VOCABULARY, "Ġab": 256}, "merges": [], "ignore_merges": True},
                added_tokens=[added_token("Ġab", 256)],
            ),
            "its token Ġab is special, but a word may also become that token",
        ),
        (
            byte_file({"vocab": {**VOCABULARY, " ": 256}, "merges": []}),
            "two of its tokens, with the ids 32 and 256, are ·",
        ),
        (
            byte_file({"vocab": {**VOCABULARY, "月": 256}, "merges": [], "ignore_merges": True}),
            "its token 月 spells no bytes",
        ),
        (
            byte_file({"vocab": {**VOCABULARY, "月": 256, "a月": 257}, "merges": [["a", "月"]]}),
            "its token 月 spells no bytes",
        ),
        (
            byte_file(normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "_"}),
            "its normalizer is Replace",
        ),
        (
            byte_file(pre_tokenizer=split_steps(split_step("a" * 100_001 + "{100001}"))),
            (
                "bpetui cannot use its split: the pattern repeats something more than 100,000 times; "
                "write + for any number"
            ),
        ),
        (
            character_file({"ignore_merges": True}),
            "its words start as characters that do not all fall back to bytes",
        ),
        (
            character_file({"vocab": {**CHARACTERS, "<0x41>t": 260}, "merges": ["<0x41> t"]}),
            "it merges the bytes that characters fall back to",
        ),
        (
            character_file(added_tokens=[added_token("月", 259)]),
            "its token 月 is added, but a character of a text may also become it",
        ),
        (
            character_file({"vocab": {**CHARACTERS, "a b": 260}}),
            "its token a·b contains a space, but it replaces all spaces in a text",
        ),
        (
            character_file(normalizer=None, pre_tokenizer={**METASPACE, "prepend_scheme": "first"}),
            "its pre-tokenizer is Metaspace, first",
        ),
        (
            character_file(pre_tokenizer={**METASPACE, "replacement": "_"}),
            "its pre-tokenizer is Metaspace, always",
        ),
        (
            character_file(normalizer={"type": "Prepend", "prepend": "▁"}),
            "its normalizer is Prepend",
        ),
        (
            character_file(pre_tokenizer={"type": "Metaspace", "replacement": "▁"}),
            "its pre-tokenizer is Metaspace",
        ),
        (
            character_file(normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "_"}),
            "it replaces spaces by _, but has no token for that",
        ),
        (
            byte_file({"byte_fallback": True}, pre_tokenizer=None, decoder=None),
            "its words start as characters that do not all fall back to bytes",
        ),
    ],
)
def test_unsupported_feature_opens_with_the_original(found: object, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert without_original(found, monkeypatch) == why


# What is damaged


def damage(found: object) -> str:
    with pytest.raises(BpetuiError) as caught:
        tokenizer_in(found if isinstance(found, bytes) else json_bytes(found))
    return sentence(caught.value).removeprefix("toy.json is not a valid tokenizer.json")


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (b"{", ", line 1: expecting property name enclosed in double quotes (column 2)"),
        (b"[]", ": it is not an object"),
        (b'{"model": {}, "model": {}}', ": an object has the key model twice"),
        ({}, ": model is missing"),
        ({"model": []}, ": model is not an object"),
        (byte_file({"type": 1}), ": model.type is not a string"),
        (byte_file({"vocab": None}), ": model.vocab is not an object"),
        (byte_file({"vocab": {"a": -1}}), ": model.vocab: the id of a is not a whole number from 0 up"),
        (byte_file({"vocab": {"a": True}}), ": model.vocab: the id of a is not a whole number from 0 up"),
        (byte_file({"vocab": {"a": 1.0}}), ": model.vocab: the id of a is not a whole number from 0 up"),
        (byte_file({"merges": {}}), ": model.merges is not a list"),
        (byte_file({"merges": ["a"]}), ": model: merges[0] is not a pair of tokens"),
        (byte_file({"merges": [["Ġ", "t"], ["a", "b", "c"]]}), ": model: merges[1] is not a pair of tokens"),
        (
            byte_file({"merges": [["a", ""]]}),
            ": model: the merge a  needs the empty token, which is not in the vocabulary",
        ),
        (byte_file({"merges": [["a", 1]]}), ": model: merges[0] is not a pair of tokens"),
        (
            byte_file({"merges": [["a", "b"]]}),
            ": model: the merge a b needs the token ab, which is not in the vocabulary",
        ),
        (
            byte_file({"merges": [["Ġ", "xy"]]}),
            ": model: the merge Ġ xy needs the token xy, which is not in the vocabulary",
        ),
        (byte_file({"ignore_merges": 1}), ": model.ignore_merges is not true or false"),
        (byte_file(pre_tokenizer="ByteLevel"), ": pre_tokenizer is not an object"),
        (
            byte_file(pre_tokenizer={"type": "Sequence", "pretokenizers": [1]}),
            ": pre_tokenizer.pretokenizers[0] is not an object",
        ),
        (
            byte_file(pre_tokenizer={**byte_level(), "use_regex": "no"}),
            ": pre_tokenizer.use_regex is not true or false",
        ),
        (byte_file(added_tokens=[{"id": 258}]), ": added_tokens[0].content is missing"),
        (byte_file(added_tokens=[added_token("a", -1)]), ": added_tokens[0].id is not a whole number"),
    ],
)
def test_damage_error_names_the_place(found: object, why: str) -> None:
    assert damage(found) == why


def test_id_above_the_maximum_is_refused() -> None:
    assert damage(byte_file(added_tokens=[added_token("<a>", 1 << 40)]))
    assert damage(byte_file({"vocab": {**VOCABULARY, "xy": 1_000_000}, "merges": []})).endswith(
        "; the highest allowed id is 999999"
    )


def test_deep_nesting_is_refused() -> None:
    deep = b'{"type":"Sequence","pretokenizers":[' * 100_000
    assert damage(b'{"model":{},"pre_tokenizer":' + deep).startswith(": it is nested too deeply")
    assert isinstance(tokenizer_in(json_bytes(byte_file(pre_tokenizer=nested_step(byte_level(), 50)))), BpeTokenizer)


SMALL = json_bytes(
    byte_file(added_tokens=[added_token("<s>", 258, special=True)], pre_tokenizer=split_steps(split_step(LLAMA3)))
)


@given(damaged(SMALL), TEXT)
def test_changed_bytes_are_refused_or_encode_every_text(found: bytes, text: str) -> None:
    try:
        tokenizer = tokenizer_in(found)
    except BpetuiError as error:
        sentence(error)
        return
    tokenization = tokenizer.tokenize(text)
    if isinstance(tokenizer, BpeTokenizer):
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
    found = draw(st.sampled_from([SMALL, json_bytes(character_file())]).map(json.loads))
    for _ in range(draw(st.integers(1, 2))):
        key = draw(
            st.sampled_from(["added_tokens", "normalizer", "pre_tokenizer", "decoder", "model", "model", "version"])
        )
        found[key] = changed(draw, found[key])
    return found


@given(changed_files(), st.lists(TEXT, min_size=3, max_size=3))
def test_changed_value_is_refused_or_read_like_the_original(found: Any, texts: list[str]) -> None:
    try:
        tokenizer = tokenizer_in(json_bytes(found))
    except BpetuiError as error:
        sentence(error)
        return
    if not isinstance(tokenizer, BpeTokenizer):
        return
    try:
        theirs = original(json_bytes(found))
    except BaseException as error:  # it panics at some, and refuses what may be left out here
        if isinstance(error, KeyboardInterrupt):
            raise
        return
    if all(theirs.token_to_id(token) == token_id for token, token_id in tokenizer.others.items()):
        for text in texts:
            assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)
