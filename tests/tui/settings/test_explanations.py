"""Tests of the explanations of settings: they fit in two lines, and their examples are true."""

from __future__ import annotations

from typing import Literal

import pytest
from rich.cells import cell_len

from bpetui.core.normalization import NORMALIZATIONS, normalized
from bpetui.core.option_table import PATTERN
from bpetui.core.options import TIES, OptionName, Options, Ties
from bpetui.core.trainer import BpeTrainer
from bpetui.core.utf8 import visible
from bpetui.tui.run.settings import Settings
from bpetui.tui.settings.entries import FORM_OPTIONS, entries_from_settings
from bpetui.tui.settings.explanations import explanation
from tests.sample_corpora import corpus_of
from tests.tui.sample_texts import HARD

PLAIN = entries_from_settings(Settings(Options(), ""))
VALUES: list[tuple[OptionName, str]] = [
    (option.name, value) for option in FORM_OPTIONS for value in ([each.value for each in option.choices] or [""])
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_an_explanation_fits_in_two_lines(name: OptionName, value: str) -> None:
    for line in explanation(name, {**PLAIN, name: value}):
        assert line
        assert cell_len(line) <= 76


def test_a_typed_pattern_has_an_example_of_its_split() -> None:
    typed = PLAIN | {"split": PATTERN, "pattern": r"\w+|\W+"}
    assert explanation("pattern", typed)[1] == "e.g. We│'│ll│·│buy│·│x2│·│12345│·│eggs│!↵│Yes│,·│床"
    assert explanation("split", typed)[1] == explanation("pattern", typed)[1]
    assert "does not compile" in explanation("pattern", typed | {"pattern": "("})[1]
    assert "may never finish" in explanation("pattern", typed | {"pattern": r"(?s)(?:(?:.|..)+)+[QZ]"})[1]
    assert "repeats" in explanation("pattern", typed | {"pattern": r"(a{1000}){1000}"})[1]


def test_typed_special_tokens_are_counted() -> None:
    assert explanation("special", PLAIN | {"special": "<|a|> 'two words' \x1b"})[1] == "3 tokens: <|a|>·│·two·words·│·␛"
    assert "not closed" in explanation("special", PLAIN | {"special": "'"})[1]


@pytest.mark.parametrize("name", ["pattern", "special"])
def test_control_characters_are_visible_in_explanations(name: Literal["pattern", "special"]) -> None:
    for text in HARD:
        for line in explanation(name, {**PLAIN, "split": PATTERN, name: text}):
            assert line == visible(line)


@pytest.mark.parametrize("form", NORMALIZATIONS[1:])
def test_examples_of_normal_forms_are_true(form: str) -> None:
    _, example = explanation("normalization", PLAIN | {"normalization": form})
    decomposed = normalized("é", form) != "é"
    assert ("é becomes e and ◌́" in example) == decomposed
    assert ("e and ◌́ become é" in example) == (not decomposed)
    assert ("ﬁ becomes fi, ２ becomes 2" in example) == (normalized("ﬁ２", form) == "fi2")
    assert ("ﬁ and ２ stay" in example) == (normalized("ﬁ２", form) == "ﬁ２")


@pytest.mark.parametrize("ties", TIES)
def test_examples_of_ties_are_true(ties: Ties) -> None:
    trainer = BpeTrainer(corpus_of("cdcdabab", options=Options(ties=ties)))
    trainer.seek(1)
    [merge] = trainer.merges
    _, example = explanation("ties", PLAIN | {"ties": ties})
    assert "in cdcdabab, cd and ab occur twice" in example
    assert f"merge {chr(merge.left)}{chr(merge.right)} " in example
    assert merge.count == merge.ties == 2
