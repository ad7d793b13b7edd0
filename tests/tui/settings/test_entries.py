"""Tests of the entries of the settings form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.option_kinds import tokens_in, tokens_written
from bpetui.core.option_table import OPTIONS
from bpetui.core.options import TIES, OptionError, OptionName, Options
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named
from bpetui.tui.run.settings import Settings
from bpetui.tui.settings.entries import changed_settings, entries_from_settings
from tests.tui.sample_texts import TEXTS

PLAIN = Settings(Options(), "")
MARKED = Options(alphabet="characters", end_of_word="</w>")

ANY_OPTIONS = st.builds(
    Options,
    split=st.builds(
        lambda split, special: replace(split, special=tuple(special)),
        st.sampled_from([split_custom(r"a|\n\r|'"), split_custom(" "), *map(split_named, SPLIT_NAMES)]),
        st.lists(TEXTS.filter(bool), unique=True, max_size=4),
    ),
    normalization=st.sampled_from(NORMALIZATIONS),
    ties=st.sampled_from(TIES),
    min_count=st.integers(1, 1 << 62),
    max_token_bytes=st.none() | st.integers(2, 10**9),
)


@given(ANY_OPTIONS, st.sampled_from([{"alphabet": "characters"}, {"whole_characters": True}, {}]))
def test_entries_read_back_the_settings_they_were_written_from(options: Options, others: dict[str, Any]) -> None:
    options = replace(options, **others)
    settings = Settings(options, " no such file\n")
    assert changed_settings(settings, {}) == settings
    written = entries_from_settings(settings)
    del written["held_out"]
    assert changed_settings(PLAIN, written) == Settings(options, "")


def test_an_end_of_word_mark_is_read_back() -> None:
    settings = Settings(MARKED, "")
    assert changed_settings(PLAIN, entries_from_settings(settings)) == settings


@given(st.lists(st.text(), max_size=5))
def test_any_special_tokens_are_read_back(tokens: list[str]) -> None:
    assert tokens_in(tokens_written(tokens), "tokens") == tuple(tokens)


def test_special_tokens_are_quoted_only_if_needed() -> None:
    assert tokens_written(["<|end|>", "two words", "", "it's", "a\\b", "床"]) == (
        "<|end|> 'two words' '' 'it'\"'\"'s' 'a\\b' 床"
    )
    assert tokens_in(""" "a b"\tc\\ d  <|e|> ""\nf""", "tokens") == ("a b", "c d", "<|e|>", "", "f")


def test_the_pattern_of_a_named_split_is_read_as_that_split() -> None:
    [pattern] = split_named("gpt2").patterns
    assert changed_settings(PLAIN, {"split": "pattern", "pattern": pattern}).options.split == split_named("gpt2")
    assert changed_settings(PLAIN, {"pattern": "a+"}) == PLAIN  # the split says whether it is used


def test_a_pattern_with_few_repetitions_is_valid() -> None:
    pattern = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|a{0,99999999}|\p{L}{1,}"
    assert changed_settings(PLAIN, {"split": "pattern", "pattern": pattern}).options.split == split_custom(pattern)


def test_special_tokens_are_kept_with_another_split() -> None:
    settings = Settings(Options().with_special(("<|end|>",)), "")
    assert changed_settings(settings, {"split": "gpt2"}).options.special == ("<|end|>",)


def test_empty_numbers_are_the_defaults() -> None:
    options = changed_settings(
        Settings(Options(min_count=5, max_token_bytes=9), ""), {"min_count": "", "max_token_bytes": ""}
    )
    assert (options.options.min_count, options.options.max_token_bytes) == (1, None)


def test_a_held_out_text_is_a_file_or_a_sample(tmp_path: Path) -> None:
    path = tmp_path / "held out.txt"
    path.write_text("text")
    assert changed_settings(PLAIN, {"held_out": f" {path}\n"}).held_out == str(path)
    assert changed_settings(PLAIN, {"held_out": "sample:english"}).held_out == "sample:english"
    assert changed_settings(Settings(Options(), "sample:english"), {"held_out": "  "}).held_out == ""


@pytest.mark.parametrize(
    ("options", "entries", "sentence", "names"),
    [
        (Options(), {"split": "pattern"}, "the pattern is empty", ("pattern",)),
        (Options(), {"split": "pattern", "pattern": "(a"}, "the pattern does not compile: missing )", ("pattern",)),
        (Options(), {"split": "pattern", "pattern": "a{999999999}"}, "more than 100,000 times", ("pattern",)),
        (Options(), {"split": "pattern", "pattern": "((a{99}){99,}){0,99}{99}"}, "more than", ("pattern",)),
        (Options(), {"special": "a 'b"}, "a quote is not closed", ("special",)),
        (Options(), {"special": "a\\"}, "special tokens: nothing follows the \\ at the end", ("special",)),
        (Options(), {"special": 'a ""'}, "a special token is empty", ("special",)),
        (Options(), {"special": "a a"}, "the special token a is listed twice", ("special",)),
        (Options(), {"min_count": "a\x1b"}, "from 1 to 4,611,686,018,427,387,904, not a␛", ("min_count",)),
        (Options(), {"min_count": "-1"}, "from 1 to 4,611,686,018,427,387,904, not -1", ("min_count",)),
        (Options(), {"min_count": "٣"}, "from 1 to 4,611,686,018,427,387,904, not ٣", ("min_count",)),
        (Options(), {"min_count": "0"}, "minimum count must be a whole number from 1", ("min_count",)),
        (Options(), {"min_count": "9" * 19}, "minimum count must be a whole number from 1", ("min_count",)),
        (
            Options(),
            {"max_token_bytes": "2.5"},
            "must be a whole number from 2 to 1,000,000,000, not 2.5",
            ("max_token_bytes",),
        ),
        (Options(), {"max_token_bytes": "1"}, "must be a whole number from 2", ("max_token_bytes",)),
        (Options(), {"end_of_word": "</w>"}, "requires the alphabet of characters", ("end_of_word", "alphabet")),
        (MARKED, {"alphabet": "bytes"}, "requires the alphabet of characters", ("end_of_word", "alphabet")),
        (MARKED, {"end_of_word": "a b"}, "the end-of-word mark contains white space", ("end_of_word",)),
        (MARKED, {"split": "gpt2"}, "remove the mark or the split", ("end_of_word", "split")),
        (MARKED, {"special": "w>"}, "choose another mark", ("end_of_word", "special")),
        (MARKED, {"whole_characters": "yes"}, "is for the alphabet of bytes", ("whole_characters", "alphabet")),
        (Options(), {"held_out": "sample:nowhere"}, "there is no sample nowhere", ("held_out",)),
        (Options(), {"held_out": "/nowhere/\x1b"}, "there is no file /nowhere/␛", ("held_out",)),
        (Options(), {"held_out": "\0"}, "", ("held_out",)),
        (Options(), {"held_out": "/" + "x" * 5000}, "", ("held_out",)),
        (Options(), {"held_out": "~nobody-of-this-name/x"}, "", ("held_out",)),
    ],
)
def test_an_invalid_entry_is_refused_with_the_names_of_its_options(
    options: Options, entries: dict[OptionName, str], sentence: str, names: tuple[str, ...]
) -> None:
    with pytest.raises(OptionError) as caught:
        changed_settings(Settings(options, ""), entries)
    assert sentence in str(caught.value)
    assert caught.value.options == names
    assert len(str(caught.value)) < 200


def test_every_option_with_a_group_is_written_and_read_back() -> None:
    options = Options(
        replace(split_custom("a+"), special=("<a>", "b c")), "nfkc", "bytes", "", "smallest-id", 2, 16, True
    )
    settings = Settings(options, "sample:english")
    entries = entries_from_settings(settings)
    assert [*entries] == [option.name for option in OPTIONS if option.group]
    assert changed_settings(PLAIN, entries) == settings
    assert changed_settings(settings, entries_from_settings(PLAIN)) == PLAIN
