"""The steps of a tokenizer.json, alone or in sequences."""

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.huggingface.steps import literal_pattern, steps_of
from bpetui.formats.json_object import JsonObject


def object_of(**found: object) -> JsonObject:
    """Return a file with these parts."""
    return JsonObject(found, "toy.json", "tokenizer.json")


def kinds_of(part: object) -> list[str]:
    """Return the types of the steps of a normalizer."""
    return [step.text("type") for step in steps_of(object_of(normalizer=part), "normalizer", "normalizers")]


def sequence(*steps: object) -> dict[str, object]:
    """Return a sequence of normalizers."""
    return {"type": "Sequence", "normalizers": [*steps]}


def test_single_step_is_returned() -> None:
    assert kinds_of({"type": "NFC"}) == ["NFC"]
    assert kinds_of(None) == []
    assert [*steps_of(object_of(), "normalizer", "normalizers")] == []


def test_nested_sequences_are_in_order() -> None:
    assert kinds_of(sequence()) == []
    assert kinds_of(sequence({"type": "A"}, sequence({"type": "B"}, {"type": "C"}), {"type": "D"})) == list("ABCD")


def test_step_without_a_type_is_damage() -> None:
    with pytest.raises(BpetuiError, match=r"normalizer\.normalizers\[1\]\.type is missing"):
        kinds_of(sequence({"type": "A"}, {}))


def test_literal_pattern_is_the_string_that_is_searched_for() -> None:
    assert literal_pattern(object_of(pattern={"String": "▁"})) == "▁"
    assert literal_pattern(object_of(pattern={"Regex": "a+"})) == ""
    with pytest.raises(BpetuiError, match="pattern is missing"):
        literal_pattern(object_of())
