"""Reading how a tokenizer.json prepares a text for its model."""

import pytest

from bpetui.core.splitting import NO_SPLIT, Split, split_custom, split_named, split_sequence
from bpetui.formats.huggingface.preparation_reader import ignored_parts, read_preparation
from bpetui.formats.huggingface.unsupported import UnsupportedError
from bpetui.formats.json_object import JsonObject
from tests.formats.huggingface.json_files import (
    METASPACE,
    byte_file,
    byte_level,
    character_file,
    ids_of,
    json_bytes,
    native_tokenizer,
    original,
    split_step,
    split_steps,
)


def file_of(found: dict[str, object]) -> JsonObject:
    """Return the object in a file."""
    return JsonObject(found, "toy.json", "tokenizer.json")


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
        theirs = original(json_bytes(found))
        assert [tokenizer.tokenize(text).ids for text in ("t t", " t", "")] == [
            ids_of(theirs, text) for text in ("t t", " t", "")
        ]


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
    notes = ignored_parts(file_of(byte_file(post_processor=around, truncation={"max_length": 8}, padding={})))
    assert notes == (
        "adds special tokens around each text; bpetui ignores this and does not write it",
        "truncates long texts; bpetui ignores this and does not write it",
        "pads short texts; bpetui ignores this and does not write it",
    )
    assert ignored_parts(file_of(byte_file(post_processor=byte_level()))) == ()


@pytest.mark.parametrize(
    ("found", "why"),
    [
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
            byte_file(pre_tokenizer=split_steps(split_step(split_named("llama3").patterns[0], "Removed"))),
            "its split is Removed",
        ),
        (
            character_file(normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "▁▁"}),
            "its normalizer is Replace",
        ),
        (
            character_file(
                normalizer=None, pre_tokenizer={"type": "Sequence", "pretokenizers": [METASPACE, METASPACE]}
            ),
            "its pre-tokenizer is Metaspace",
        ),
    ],
)
def test_unsupported_preparation_has_a_reason(found: dict[str, object], why: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        read_preparation(file_of(found))
    assert caught.value.reason == why


@pytest.mark.parametrize("kind", ["BertProcessing", "RobertaProcessing"])
def test_processing_that_adds_special_tokens_is_noted(kind: str) -> None:
    assert ignored_parts(file_of(byte_file(post_processor={"type": kind}))) == (
        "adds special tokens around each text; bpetui ignores this and does not write it",
    )


def test_template_without_special_tokens_and_no_dropout_are_not_noted() -> None:
    template = {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A", "type_id": 0}}]}
    assert ignored_parts(file_of(byte_file({"dropout": 0.0}, post_processor=template))) == ()
    assert ignored_parts(file_of(byte_file({"dropout": 0.1}))) == (
        "skips merges at random, so the same text becomes different tokens each time",
    )
