"""The checks of the types of arguments."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bpetui.core import argument_checks
from bpetui.core.errors import UsageError


class _Index:
    """A whole number of another library, such as NumPy's int64."""

    def __index__(self) -> int:
        return 7


def test_whole_number_of_another_library_becomes_an_int() -> None:
    found = argument_checks.whole_number("size", _Index())
    assert (found, type(found)) == (7, int)
    assert argument_checks.whole_number("size", -3) == -3  # the range is checked elsewhere


def test_token_ids_of_any_iterable_become_ints() -> None:
    assert argument_checks.token_ids("ids", iter([1, 2])) == [1, 2]
    assert [type(each) for each in argument_checks.token_ids("ids", (1, _Index()))] == [int, int]
    assert argument_checks.token_ids("ids", ()) == []


def test_valid_arguments_are_returned() -> None:
    assert argument_checks.string("text", "") == ""
    assert argument_checks.flag("force", True) is True
    assert argument_checks.flag("force", False) is False
    assert argument_checks.ordered_strings("special", ["b", "a"]) == ("b", "a")
    assert argument_checks.strings_or_all("allowed", "all") == "all"
    assert argument_checks.strings_or_all("allowed", {"a"}) == {"a"}
    assert argument_checks.path_text("path", Path("a/b")) == argument_checks.path_text("path", "a/b")
    assert argument_checks.token_pair("veto", ["a", b"b"]) == ("a", b"b")
    assert argument_checks.token_pairs("vetoes", iter([("a", "b")])) == [("a", "b")]


@pytest.mark.parametrize(
    ("check", "value", "sentence"),
    [
        (argument_checks.whole_number, True, "x must be a whole number, not True"),
        (argument_checks.whole_number, 2.0, "x must be a whole number, not 2.0"),
        (argument_checks.whole_number, "2", "x must be a whole number, not '2'"),
        (argument_checks.token_ids, 5, "x must be an iterable of whole numbers, not 5"),
        (argument_checks.token_ids, [1, True], "x[1] must be a whole number, not True"),
        (argument_checks.token_ids, [1.0], "x[0] must be a whole number, not 1.0"),
        (argument_checks.token_ids, "1", "x[0] must be a whole number, not '1'"),
        (argument_checks.string, b"a", "x must be a string, not b'a'"),
        (argument_checks.flag, 1, "x must be True or False, not 1"),
        (argument_checks.flag, None, "x must be True or False, not None"),
        (argument_checks.ordered_strings, {"a"}, "x must be a list of strings, not {'a'}"),
        (argument_checks.ordered_strings, "ab", "x must be a list of strings, not 'ab'"),
        (argument_checks.ordered_strings, b"ab", "x must be a list of strings, not b'ab'"),
        (argument_checks.ordered_strings, ["a", 1], "x[1] must be a string, not 1"),
        (argument_checks.strings_or_all, "a", "x must be a set of strings, or 'all', not 'a'"),
        (argument_checks.strings_or_all, ["a", 1], "x must be a set of strings, or 'all', not ['a', 1]"),
        (argument_checks.strings_or_all, b"a", "x must be a set of strings, or 'all', not b'a'"),
        (argument_checks.strings_or_all, None, "x must be a set of strings, or 'all', not None"),
        (argument_checks.path_text, b"a", "x must be a string or a path, not b'a'"),
        (argument_checks.token_pair, "ab", "x must be a pair of tokens (strings or bytes), not 'ab'"),
        (argument_checks.token_pair, ("a",), "x must be a pair of tokens (strings or bytes), not ('a',)"),
        (argument_checks.token_pair, ("a", 1), "x must be a pair of tokens (strings or bytes), not ('a', 1)"),
        (argument_checks.token_pairs, "ab", "x must be a list of pairs of tokens, not 'ab'"),
        (argument_checks.token_pairs, 1, "x must be a list of pairs of tokens, not 1"),
        (argument_checks.token_pairs, [("a", "b"), "ab"], "x[1] must be a pair of tokens (strings or bytes), not 'ab'"),
    ],
)
def test_wrong_type_is_an_error_that_names_the_argument(
    check: Callable[[str, object], object], value: object, sentence: str
) -> None:
    with pytest.raises(UsageError) as caught:
        check("x", value)
    assert str(caught.value) == sentence


def test_error_shows_a_long_value_in_short_and_without_control_characters() -> None:
    sentence = str(argument_checks.wrong_type("x", "a string", [0] * 10_000))
    assert len(sentence) < 80
    assert "\x1b" not in str(argument_checks.wrong_type("x", "a whole number", _Escape()))


class _Escape:
    def __repr__(self) -> str:
        return "\x1b[31m"
