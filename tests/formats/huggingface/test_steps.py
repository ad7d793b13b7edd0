"""The steps of a tokenizer.json, alone or in nested sequences."""

import json

from bpetui.formats.huggingface.steps import literal_pattern, steps_of
from bpetui.formats.json_object import JsonObject, read_json_object


def object_of(value: object) -> JsonObject:
    """An object of a file."""
    return read_json_object(json.dumps(value).encode(), "toy.json", "tokenizer.json")


def sequence(*steps: object) -> dict[str, object]:
    """A sequence of normalizers."""
    return {"type": "Sequence", "normalizers": steps}


def test_steps_of_nested_sequences_are_in_order() -> None:
    a, b, c, d = ({"type": kind} for kind in "ABCD")
    file = object_of({"normalizer": sequence(a, sequence(b, sequence(c)), sequence(), d)})
    assert [step.text("type") for step in steps_of(file, "normalizer", "normalizers")] == [*"ABCD"]


def test_one_step_needs_no_sequence() -> None:
    assert [step.text("type") for step in steps_of(object_of({"x": {"type": "A"}}), "x", "y")] == ["A"]
    assert [*steps_of(object_of({"x": None}), "x", "y")] == []


def test_a_literal_pattern_is_its_text() -> None:
    assert literal_pattern(object_of({"pattern": {"String": " "}})) == " "
    assert literal_pattern(object_of({"pattern": {"Regex": r"\s"}})) == ""
