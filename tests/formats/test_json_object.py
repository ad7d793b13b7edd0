"""Objects of a JSON file are read strictly: anything unexpected is an error that says where."""

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.json_object import JsonObject, read_json_object

FILE = b'{"text": "a", "flag": true, "number": 3, "child": {"inner": {"n": -1}}, "items": [1], "list": [{"a": 1}, 2]}'


def read(data: bytes = FILE) -> JsonObject:
    """The object in a file."""
    return read_json_object(data, "toy.json", "toy file")


def refusal(data: bytes) -> str:
    """Why a file is not valid."""
    with pytest.raises(BpetuiError) as caught:
        read(data)
    return str(caught.value).removeprefix("toy.json is not a valid toy file")


def test_values_of_the_right_type_are_returned() -> None:
    file = read()
    assert (file.text("text"), file.flag("flag"), file.number("number"), file.items("items")) == ("a", True, 3, [1])
    assert file.child("child").child("inner").path == "child.inner"
    assert read(b'{"n": 0}').number("n") == 0
    first, second = read(b'{"list": [{"a": "x"}, {"a": "y"}]}').children("list")
    assert (first.text("a"), second.path) == ("x", "list[1]")
    assert file.text("text", "missing") == "a"


@pytest.mark.parametrize(
    ("method", "key", "why"),
    [
        ("text", "flag", "flag is not a string"),
        ("text", "nothing", "nothing is missing"),
        ("flag", "number", "number is not true or false"),
        ("number", "flag", "flag is not a whole number"),
        ("number", "text", "text is not a whole number"),
        ("child", "items", "items is not an object"),
        ("items", "child", "child is not a list"),
        ("children", "list", "list[1] is not an object"),
    ],
)
def test_a_value_of_another_type_is_damage(method: str, key: str, why: str) -> None:
    with pytest.raises(BpetuiError, match=r"^toy.json is not a valid toy file: ") as caught:
        getattr(read(), method)(key)
    assert str(caught.value).endswith(f": {why}")


def test_the_place_of_a_value_is_named_from_the_top() -> None:
    inner = read().child("child").child("inner")
    with pytest.raises(BpetuiError, match=r": child.inner.n is not a whole number$"):
        inner.number("n")
    assert str(inner.damaged("it is odd")) == "toy.json is not a valid toy file: child.inner: it is odd"


def test_null_counts_as_missing() -> None:
    file = read(b'{"a": null}')
    assert not file.has("a")
    assert (file.text("a", "x"), file.flag("a", True), file.optional_child("a"), file.children("a")) == (
        "x",
        True,
        None,
        [],
    )


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"[1]", ": it is not an object"),
        (b'{"a": 1, "a": 2}', ": an object has the key a twice"),
        (b'{"b": {"a\\u001b": 1, "a\\u001b": 2}}', ": an object has the key a␛ twice"),
        (b'{\n"a": }', ", line 2: expecting value (column 6)"),
        (b'{"a": NaN}', ": NaN is not a number"),
        (b'{"a": "\\ud800"}', ": a string contains a lone surrogate"),
        (b'{\n"a": "\xff"}', ", line 2: byte 0xff is not UTF-8"),
        (b'{"a":' * 100_000, ": it is nested too deeply"),
    ],
)
def test_a_file_that_is_no_object_is_damage(data: bytes, why: str) -> None:
    assert refusal(data) == why


def test_an_escaped_pair_of_surrogates_is_a_character() -> None:
    assert read(b'{"a": "\\ud83d\\ude00"}').text("a") == "\U0001f600"


def test_a_byte_order_mark_is_skipped() -> None:
    assert read(b"\xef\xbb\xbf" + FILE).text("text") == "a"


def test_the_key_that_is_there_twice_is_named() -> None:
    assert refusal(b'{"a": 1, "b": 1, "b": 2, "c": 1}') == ": an object has the key b twice"


def test_a_lone_surrogate_is_damage_in_either_spelling() -> None:
    assert refusal(b'{"a": "\\ud800"}') == refusal(b'{"a": "\\uD800"}') == ": a string contains a lone surrogate"
