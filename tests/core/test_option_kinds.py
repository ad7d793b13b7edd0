"""The kinds of options read what they write, and refuse the rest with a sentence that names the option."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import UsageError
from bpetui.core.option_kinds import (
    Number,
    OneOf,
    OptionChoice,
    OptionKind,
    Switch,
    Text,
    TokenPairs,
    Tokens,
    Value,
    shown,
    tokens_in,
    tokens_written,
)

FRUIT = OneOf("fruit", (OptionChoice("apple", "red"), OptionChoice("pear", "green")))
SWITCH = Switch(OptionChoice("no", "off"), OptionChoice("yes", "on"))
NUMBER = Number(1, 1_000)


def refusal(kind: OptionKind, text: str) -> str:
    """The sentence that refuses a text as the value of the option ``size``."""
    with pytest.raises(UsageError) as caught:
        kind.read(text, "size")
    return str(caught.value)


@pytest.mark.parametrize(
    ("kind", "value", "text", "arguments"),
    [
        (FRUIT, "pear", "pear", ["--x=pear"]),
        (SWITCH, True, "yes", ["--x"]),
        (SWITCH, False, "no", []),
        (NUMBER, 512, "512", ["--x=512"]),
        (Text(), " a b", " a b", ["--x= a b"]),
        (Tokens(), ("<s>", "a b"), "<s> 'a b'", ["--x=<s>", "--x=a b"]),
        (TokenPairs(), (("a", "b c"), ("0x61", "d")), "a 'b c' 0x61 d", ["--x", "a", "b c", "--x", "0x61", "d"]),
    ],
)
def test_a_value_is_written_read_and_passed_on(kind: OptionKind, value: Value, text: str, arguments: list[str]) -> None:
    assert kind.write(value) == text
    assert kind.read(text, "size") == value
    assert kind.arguments("--x", value) == arguments


def test_no_number_is_empty_text() -> None:
    assert NUMBER.write(None) == ""


@pytest.mark.parametrize("text", ["", "0", "1001", "1.5", "1e3", "+5", "1_0", "٣", " 5", "9" * 5000])
def test_a_number_out_of_its_range_is_refused(text: str) -> None:
    said = refusal(NUMBER, text)
    assert said.startswith("size must be a whole number from 1 to 1,000, not ")
    assert len(said) < 100


@pytest.mark.parametrize("text", ["1", "1000"])
def test_a_number_at_the_end_of_its_range_is_read(text: str) -> None:
    assert NUMBER.read(text, "size") == int(text)


def test_a_choice_is_read_in_any_case_and_others_are_refused() -> None:
    assert FRUIT.read("PEAR", "size") == "pear"
    assert refusal(FRUIT, "fig\x1b") == "there is no fruit fig␛; choose one of apple, pear"


def test_a_switch_is_yes_or_no() -> None:
    assert refusal(SWITCH, "on") == "size must be no or yes, not on"
    assert [choice.value for choice in SWITCH.choices] == ["no", "yes"]


def test_an_odd_number_of_tokens_makes_no_pairs() -> None:
    said = "size must have two tokens each, but there are 3 tokens in total; add or remove one"
    assert refusal(TokenPairs(), "a b c") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a 'b", "size: a quote is not closed; write \\ before a quote to use it as a character"),
        ("a\\", "size: nothing follows the \\ at the end; write \\\\ for a backslash"),
    ],
)
def test_an_unfinished_token_is_refused(text: str, said: str) -> None:
    assert refusal(Tokens(), text) == said


@given(st.lists(st.text(max_size=8)))
def test_any_tokens_are_read_back(tokens: list[str]) -> None:
    assert tokens_in(tokens_written(tokens), "size") == tuple(tokens)


def test_tokens_are_quoted_only_where_they_must_be() -> None:
    assert tokens_written(["<s>", "$x", "", "a b", "it's"]) == """<s> $x '' 'a b' 'it'"'"'s'"""


def test_a_long_value_is_shown_in_part() -> None:
    assert shown("a" * 40) == "a" * 40
    assert shown("a" * 41) == "a" * 40 + "…"
