"""The table of options: every entry is complete, and values read back as written."""

from __future__ import annotations

import pickle
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import UsageError
from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.option_kinds import NO, YES, Number, OneOf, OptionChoice, Switch, Text, TokenPairs, Tokens, Value
from bpetui.core.option_table import OPTION_BY_NAME, OPTIONS, PATTERN, Option
from bpetui.core.option_values import (
    FIELDS,
    to_values,
)
from bpetui.core.options import ALPHABETS, TIES, OptionError, OptionName, Options
from bpetui.core.splitting import SPLIT_NAMES


def test_the_table_has_every_option_once() -> None:
    assert sorted(option.name for option in OPTIONS) == sorted(get_args(OptionName))
    assert len({option.flag for option in OPTIONS}) == len({option.label for option in OPTIONS}) == len(OPTIONS)


def test_every_field_of_options_is_in_the_table_with_its_default() -> None:
    assert {field.name for field in fields(Options)} <= OPTION_BY_NAME.keys()
    assert {field.name for field in fields(Options)} - {"split"} == FIELDS
    assert to_values(Options()) == {name: OPTION_BY_NAME[name].default for name in to_values(Options())}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_explained(option: Option) -> None:
    assert option.explanation
    assert option.help.startswith(option.explanation)
    assert bool(option.metavar) != isinstance(option.kind, Switch)
    for choice in option.choices:
        assert choice.explanation
        assert option.explained(choice.value) == (choice.explanation, choice.example)
    if option.group and not option.choices:
        assert option.example
        assert option.empty


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_default_reads_back_as_written(option: Option) -> None:
    assert option.read_entry(option.kind.write(option.default)) == option.default


def test_the_choices_are_the_values_that_the_code_accepts() -> None:
    for name, values in [
        ("split", (*SPLIT_NAMES, PATTERN)),
        ("normalization", NORMALIZATIONS),
        ("alphabet", ALPHABETS),
        ("ties", TIES),
        ("whole_characters", (NO, YES)),
    ]:
        assert tuple(choice.value for choice in OPTION_BY_NAME[name].choices) == values  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ties", "last"),
        ("whole_characters", "maybe"),
        ("min_count", ""),
        ("min_count", "0"),
        ("min_count", "1_0"),
        ("max_token_bytes", "1000000001"),
        ("special", "'a"),
        ("veto", "a b c"),
    ],
)
def test_an_error_names_its_option(name: OptionName, text: str) -> None:
    with pytest.raises(OptionError) as caught:
        OPTION_BY_NAME[name].read(text)
    assert caught.value.option == name
    kind = OPTION_BY_NAME[name].kind
    assert (kind.noun if isinstance(kind, OneOf) else OPTION_BY_NAME[name].label) in str(caught.value)


def test_an_option_error_is_a_usage_error_and_survives_pickling() -> None:
    error = OptionError("a sentence", "end_of_word", "alphabet")
    assert isinstance(error, UsageError)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.options, copy.option, copy.status) == (
        "a sentence",
        ("end_of_word", "alphabet"),
        "end_of_word",
        2,
    )


def test_an_open_quote_and_a_final_backslash_have_different_errors() -> None:
    for text, sentence in [("a\\", "nothing follows"), ("'a\\", "not closed"), ('"a\\', "not closed"), ('a "', "not")]:
        with pytest.raises(UsageError, match=sentence):
            Tokens().read(text, "tokens")


@given(st.lists(st.tuples(st.text(), st.text()), max_size=3).map(tuple))
def test_token_pairs_read_back_as_written(pairs: tuple[tuple[str, str], ...]) -> None:
    assert TokenPairs().read(TokenPairs().write(pairs), "pairs") == pairs


KINDS: list[tuple[OneOf | Switch | Number | Text | Tokens, Value, str]] = [
    (OneOf("letter", (OptionChoice("a", ""), OptionChoice("b", ""))), "b", "--x=b"),
    (Switch(OptionChoice(NO, ""), OptionChoice(YES, "")), True, "--x"),
    (Number(0, 9), 7, "--x=7"),
    (Text(), "", "--x="),
    (Tokens(), (" ",), "--x= "),
]


@pytest.mark.parametrize(("kind", "value", "word"), KINDS)
def test_each_kind_reads_back_what_it_writes(
    kind: OneOf | Switch | Number | Text | Tokens, value: Value, word: str
) -> None:
    assert kind.read(kind.write(value), "x") == value
    assert kind.arguments("--x", value) == [word]
