"""Objects of a JSON file: values by their type, and errors that say where a fault is."""

from collections.abc import Callable

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.json_object import JsonObject, read_json_object
from tests.formats.toy_tokenizers import sentence


def fault(read: Callable[[], object]) -> str:
    """Return what an error says after the name of the file."""
    with pytest.raises(BpetuiError) as caught:
        read()
    said = sentence(caught.value)
    assert said.startswith("a.json is not a valid toy")
    return said.removeprefix("a.json is not a valid toy").lstrip(":, ")


def object_of(**found: object) -> JsonObject:
    """Return an object at the place ``model`` of a file."""
    return JsonObject(found, "a.json", "toy", "model")


def test_object_is_read_with_or_without_a_byte_order_mark() -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        assert read_json_object(mark + b'{"a": [1, null]}', "a.json", "toy").found == {"a": [1, None]}


def test_paired_surrogates_are_one_character() -> None:
    assert read_json_object(b'{"a": "\\ud83d\\ude00"}', "a.json", "toy").text("a") == "😀"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"[]", "it is not an object"),
        (b'{"a": 1,\n"b": \xff}', "line 2: byte 0xff is not UTF-8"),
        (b'{"a": 1,\n "a" 2}', "line 2: expecting ':' delimiter (column 6)"),
        (b"", "line 1: expecting value (column 1)"),
        (b'{"b": {"c": 0, "a": 1, "a": 1, "d": 0}}', "an object has the key a twice"),
        (b'{"a": "\\uD800"}', "a string contains a lone surrogate"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[" * 100_000, "it is nested too deeply"),
    ],
)
def test_damage_error_says_what_and_where(data: bytes, why: str) -> None:
    assert fault(lambda: read_json_object(data, "a.json", "toy")) == why


def test_huge_number_is_damage() -> None:
    assert "digits" in fault(lambda: read_json_object(b'{"a": ' + b"9" * 5000 + b"}", "a.json", "toy"))


def test_values_are_returned_by_type() -> None:
    found = object_of(text="", flag=False, number=0, child={"a": 1}, items=[1], children=[{"a": 1}, {}])
    assert (found.text("text"), found.flag("flag"), found.number("number")) == ("", False, 0)
    assert found.items("items") == [1]
    assert (found.child("child").found, found.child("child").path) == ({"a": 1}, "model.child")
    assert [(each.found, each.path) for each in found.children("children")] == [
        ({"a": 1}, "model.children[0]"),
        ({}, "model.children[1]"),
    ]


def test_missing_and_null_values_are_replaced() -> None:
    found = object_of(null=None)
    for key in ("null", "absent"):
        assert not found.has(key)
        assert (found.text(key, missing="x"), found.flag(key, missing=True)) == ("x", True)
        assert (found.optional_child(key), found.children(key)) == (None, [])
    assert object_of(a=False).has("a")
    assert object_of(a={}).optional_child("a") == JsonObject({}, "a.json", "toy", "model.a")


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (lambda: object_of(a=1).text("a", missing=""), "model.a is not a string"),
        (lambda: object_of(a=1).flag("a"), "model.a is not true or false"),
        (lambda: object_of(a="1").number("a"), "model.a is not a whole number"),
        (lambda: object_of(a=True).number("a"), "model.a is not a whole number"),
        (lambda: object_of(a=-1).number("a"), "model.a is not a whole number"),
        (lambda: object_of(a=1.0).number("a"), "model.a is not a whole number"),
        (lambda: object_of(a=[]).child("a"), "model.a is not an object"),
        (lambda: object_of(a={}).items("a"), "model.a is not a list"),
        (lambda: object_of(a=None).text("a"), "model.a is not a string"),
        (lambda: object_of().text("a"), "model.a is missing"),
        (lambda: JsonObject({}, "a.json", "toy").number("a"), "a is missing"),
        (lambda: object_of(a=[{}, 1]).children("a"), "model.a[1] is not an object"),
        (lambda: object_of(a=1).optional_child("a"), "model.a is not an object"),
    ],
)
def test_wrong_type_is_an_error_that_names_the_place(read: Callable[[], object], why: str) -> None:
    assert fault(read) == why


def test_fault_of_an_object_begins_with_its_place() -> None:
    assert str(object_of().damaged("it is odd")) == "a.json is not a valid toy: model: it is odd"
    assert str(JsonObject({}, "a.json", "toy").damaged("it is odd")) == "a.json is not a valid toy: it is odd"
