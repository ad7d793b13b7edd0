"""The command line has every option of the table, and options can be written as a command line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpetui.cli.arguments import CommandParser, TrainingArguments, add_training
from bpetui.core.errors import UsageError
from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.option_table import OPTIONS, Option
from bpetui.core.option_values import Values, to_arguments, to_values, token_word
from bpetui.core.options import TIES, OptionError, OptionName, Options
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named
from tests.cli.conftest import Run


def parsed(words: list[str]) -> TrainingArguments:
    """Parse the words that follow the corpus."""
    parser = CommandParser("train", "")
    parser.add_argument("corpus")
    add_training(parser)
    return parser.parse_args(["notes.txt", *words], TrainingArguments())


OTHER: dict[OptionName, Any] = {
    "vocab_size": 300,
    "word_counts": True,
    "split": "gpt2",
    "pattern": r"\w+|\W+",
    "special": ("<|end|>", "--two words"),
    "normalization": "nfc",
    "encoding": "utf-16",
    "alphabet": "characters",
    "end_of_word": "</w>",
    "ties": "smallest-id",
    "min_count": 2,
    "max_token_bytes": 16,
    "whole_characters": True,
    "veto": (("0x2d", "a"),),
    "held_out": "sample:english",
}
"""A value of each option other than its default."""

NEEDED: dict[OptionName, dict[OptionName, Any]] = {
    "pattern": {"split": "pattern"},
    "end_of_word": {"alphabet": "characters"},
}
"""The options that other options require."""


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_read_back_from_its_flag(option: Option) -> None:
    values: dict[OptionName, Any] = {option.name: OTHER[option.name], **NEEDED.get(option.name, {})}
    words = to_arguments(values)
    assert option.flag in [word.partition("=")[0] for word in words]
    found = parsed(words)
    assert found.values(found.training_options())[option.name] == OTHER[option.name]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_the_help_explains_every_option(option: Option) -> None:
    parser = CommandParser("train", "")
    add_training(parser)
    text = " ".join(parser.format_help().split())
    assert option.flag in text
    assert option.help in text


SPECIAL = st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), unique=True, max_size=3)


@st.composite
def options_of_any_kind(draw: st.DrawFn) -> Options:
    split = draw(st.sampled_from([split_custom("-a| "), split_custom("--split"), *map(split_named, SPLIT_NAMES)]))
    options = Options(
        replace(split, special=tuple(draw(SPECIAL))),
        draw(st.sampled_from(NORMALIZATIONS)),
        draw(st.sampled_from(["bytes", "characters"])),
        draw(st.sampled_from(["", "_", "</w>", "-", "--x"])),
        draw(st.sampled_from(TIES)),
        draw(st.integers(1, 1 << 62)),
        draw(st.none() | st.integers(2, 10**9)),
        draw(st.booleans()),
    )
    try:
        options.check()
    except UsageError:
        assume(False)
    return options


@given(
    options_of_any_kind(),
    st.integers(256, 1_000_000),
    st.lists(st.tuples(st.binary(min_size=1), st.binary(min_size=1)), max_size=2),
    st.sampled_from(["", "-", "--held-out", "a b.txt"]),
)
def test_a_written_command_line_gives_the_same_options(
    options: Options, vocab_size: int, vetoes: list[tuple[bytes, bytes]], held_out: str
) -> None:
    values: Values = {
        **to_values(options),
        "vocab_size": vocab_size,
        "veto": tuple((token_word(left), token_word(right)) for left, right in vetoes),
        "held_out": held_out,
    }
    found = parsed(to_arguments(values))
    assert found.training_options("characters", "~") == options  # whatever the corpus has by default
    assert found.vocab_size == vocab_size
    assert found.vetoes == tuple(vetoes)
    assert (found.held_out or "") == held_out


def test_a_given_alphabet_or_mark_replaces_both_of_the_corpus() -> None:
    assert parsed([]).training_options("characters", "_") == Options(alphabet="characters", end_of_word="_")
    assert parsed(["--alphabet=characters"]).training_options("characters", "_") == Options(alphabet="characters")
    with pytest.raises(OptionError) as caught:
        parsed(["--end-of-word=_"]).training_options("characters", "_")
    assert caught.value.options == ("end_of_word", "alphabet")


def test_an_option_error_ends_with_the_flags_of_its_options(run: Run) -> None:
    ended = run("train", "sample:english", "--min-count", "x")
    assert ended.status == 2
    assert ended.err.endswith(", not x (--min-count)\n")
    ended = run("train", "sample:english", "--end-of-word", "_")
    assert ended.err.endswith("(--end-of-word, --alphabet)\n")


def test_too_many_arguments_are_listed_with_a_hint(run: Run) -> None:
    ended = run("encode", "two", "words", "--tokenizer", "gpt2")
    assert ended.status == 2
    assert ended.err == (
        "bpetui: unrecognized arguments: words; put quotes around a text with spaces; see bpetui encode --help\n"
    )


def test_the_report_lists_the_options_that_differ_from_the_default(run: Run) -> None:
    words = ["train", "sample:english", "--split", "gpt2", "--special", "<a b>", "--vocab-size", "257"]
    assert "bpetui: options: --split=gpt2 '--special=<a b>'\n" in run(*words).err
    assert '"options":{"split":"gpt2","special":["<a b>"]}' in run(*words, "--json").out.splitlines()[-1]
    assert "options" not in run("train", "sample:english", "--vocab-size", "257").err
