"""How a tokenizer.json prepares a text: which normalizers, splits and spaces are read, and which are not supported."""

import json

import pytest

from bpetui.core.notes import sentences
from bpetui.core.splitting import NO_SPLIT, split_named
from bpetui.formats.huggingface.preparation_reader import Preparation, ignored_parts, read_preparation
from bpetui.formats.huggingface.unsupported import UnsupportedError
from bpetui.formats.json_object import JsonObject, read_json_object

SPACES = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
METASPACE = {"type": "Metaspace", "replacement": "▁", "split": False}


def file_of(**parts: object) -> JsonObject:
    """A file with these parts."""
    return read_json_object(json.dumps(parts).encode(), "toy.json", "tokenizer.json")


def byte_level(**flags: bool) -> dict[str, object]:
    """A ``ByteLevel`` step that inserts no space and splits nothing, but for the flags."""
    return {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False, **flags}


def split_step(pattern: object, **changes: object) -> dict[str, object]:
    """A ``Split`` step."""
    return {"type": "Split", "pattern": pattern, "behavior": "Isolated", **changes}


def steps(*found: object) -> dict[str, object]:
    """A sequence of pre-tokenizers."""
    return {"type": "Sequence", "pretokenizers": found}


def reason(**parts: object) -> str:
    """Why a file is not supported."""
    with pytest.raises(UnsupportedError) as caught:
        read_preparation(file_of(**parts))
    return caught.value.reason


def test_byte_level_with_its_pattern_is_the_split_gpt2() -> None:
    found = read_preparation(file_of(pre_tokenizer=byte_level(use_regex=True), decoder=byte_level()))
    assert found == Preparation(split_named("gpt2"), "none", True, "", False)


def test_byte_level_alone_splits_nothing_and_can_insert_a_space() -> None:
    found = read_preparation(file_of(pre_tokenizer=byte_level(add_prefix_space=True)))
    assert found == Preparation(NO_SPLIT, "none", True, "", True)


def test_patterns_before_byte_level_are_the_split() -> None:
    found = read_preparation(
        file_of(
            normalizer={"type": "NFC"},
            pre_tokenizer=steps(
                {"type": "Digits", "individual_digits": True}, split_step({"Regex": r"\s+"}), byte_level()
            ),
        )
    )
    assert (found.split.patterns, found.normalization) == ((r"\p{N}", r"\s+"), "nfc")


def test_a_literal_pattern_is_escaped() -> None:
    found = read_preparation(file_of(pre_tokenizer=steps(split_step({"String": "a.b"}), byte_level())))
    assert found.split.patterns == (r"a\.b",)
    assert read_preparation(file_of(pre_tokenizer=steps({"type": "Digits"}, byte_level()))).split.patterns == (
        r"\p{N}+",
    )


def test_a_pattern_without_gaps_may_remove_the_text_between_its_matches() -> None:
    gpt2 = split_step({"Regex": split_named("whitespace").patterns[0]}, behavior="Removed", invert=True)
    assert read_preparation(file_of(pre_tokenizer=steps(gpt2, byte_level()))).split.name == "whitespace"


@pytest.mark.parametrize(
    ("parts", "space", "prefix"),
    [
        ({}, "", False),
        ({"normalizer": SPACES}, "▁", False),
        ({"normalizer": SPACES, "pre_tokenizer": split_step({"String": " "})}, "▁", False),
        ({"pre_tokenizer": METASPACE}, "▁", True),
        ({"pre_tokenizer": {**METASPACE, "prepend_scheme": "never"}}, "▁", False),
        ({"pre_tokenizer": {**METASPACE, "add_prefix_space": False}}, "▁", False),
        ({"normalizer": SPACES, "pre_tokenizer": METASPACE}, "▁", True),
    ],
)
def test_characters_have_a_character_for_spaces(parts: dict[str, object], space: str, prefix: bool) -> None:
    assert read_preparation(file_of(**parts)) == Preparation(NO_SPLIT, "none", False, space, prefix)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"normalizer": {"type": "Lowercase"}}, "its normalizer is Lowercase"),
        ({"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}] * 2}}, "its normalizer is NFC"),
        ({"normalizer": {**SPACES, "content": "__"}}, "its normalizer is Replace"),
        ({"normalizer": SPACES, "pre_tokenizer": byte_level()}, "its normalizer is Replace"),
        ({"pre_tokenizer": {"type": "Whitespace"}}, "its pre-tokenizer is Whitespace"),
        ({"pre_tokenizer": steps({"type": "Whitespace"}, byte_level())}, "its pre-tokenizer is Whitespace"),
        (
            {"pre_tokenizer": steps({"type": "Digits"}, byte_level(add_prefix_space=True))},
            "it inserts a space before each word",
        ),
        (
            {"pre_tokenizer": steps(split_step({"Regex": "a"}, behavior="Removed"), byte_level())},
            "its split is Removed",
        ),
        (
            {"pre_tokenizer": steps(split_step({"Regex": "a"}, behavior="Removed", invert=True), byte_level())},
            "its split is Removed, inverted",
        ),
        (  # this pattern leaves no gaps, but it is the matches that are removed
            {
                "pre_tokenizer": steps(
                    split_step({"Regex": split_named("whitespace").patterns[0]}, behavior="Removed"), byte_level()
                )
            },
            "its split is Removed",
        ),
        ({"pre_tokenizer": {**METASPACE, "split": True}}, "its pre-tokenizer is Metaspace"),
        ({"pre_tokenizer": {**METASPACE, "prepend_scheme": "first"}}, "its pre-tokenizer is Metaspace, first"),
        ({"pre_tokenizer": steps(METASPACE, METASPACE)}, "its pre-tokenizer is Metaspace"),
        ({"decoder": {"type": "WordPiece"}}, "its decoder is WordPiece"),
        ({"pre_tokenizer": byte_level(), "decoder": {"type": "ByteFallback"}}, "its decoder is ByteFallback"),
    ],
)
def test_other_preparations_are_not_supported(parts: dict[str, object], why: str) -> None:
    assert reason(**parts) == why


def test_an_isolated_pattern_is_the_same_when_it_is_inverted() -> None:
    found = read_preparation(file_of(pre_tokenizer=steps(split_step({"Regex": "a"}, invert=True), byte_level())))
    assert found.split.patterns == ("a",)


def test_a_pattern_that_has_no_counterpart_is_not_supported() -> None:
    said = reason(pre_tokenizer=steps(split_step({"Regex": r"(?<n>a)\g<n>"}), byte_level()))
    assert said.startswith("its split pattern (?<n>a)\\g<n> cannot be converted: ")


@pytest.mark.parametrize(
    ("parts", "notes"),
    [
        ({}, ()),
        (
            {"post_processor": {"type": "RobertaProcessing"}},
            ("it adds special tokens around each text; bpetui ignores this and does not write it",),
        ),
        (
            {"post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {}}]}},
            ("it adds special tokens around each text; bpetui ignores this and does not write it",),
        ),
        ({"post_processor": {"type": "TemplateProcessing", "single": [{"Sequence": {}}]}}, ()),
        (
            {"model": {"dropout": 0.1}},
            ("it skips merges at random, so the same text becomes different tokens each time",),
        ),
        ({"model": {"dropout": 0}}, ()),
        ({"truncation": {}}, ("it truncates long texts; bpetui ignores this and does not write it",)),
        ({"padding": {}}, ("it pads short texts; bpetui ignores this and does not write it",)),
    ],
)
def test_parts_that_are_ignored_are_noted(parts: dict[str, object], notes: tuple[str, ...]) -> None:
    assert sentences(ignored_parts(file_of(**parts)), "it") == notes
