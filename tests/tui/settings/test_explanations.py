"""Each setting is explained, with an example that is true, in two lines of a small screen."""

from __future__ import annotations

from typing import Literal

import pytest
from rich.cells import cell_len

from bpetui.core.normalization import NORMALIZATIONS, normalized
from bpetui.core.option_table import PATTERN
from bpetui.core.options import TIES, OptionName, Options, Ties
from bpetui.core.trainer import Trainer
from bpetui.core.utf8 import visible
from bpetui.tui.run.settings import Settings
from bpetui.tui.settings.entries import FORM_OPTIONS, entries_of
from bpetui.tui.settings.explanations import explained
from tests.sample_corpora import corpus_of
from tests.tui.sample_texts import HARD

PLAIN = entries_of(Settings(Options(), ""))
VALUES: list[tuple[OptionName, str]] = [
    (option.name, value) for option in FORM_OPTIONS for value in ([each.value for each in option.choices] or [""])
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_an_explanation_fits_in_two_lines(name: OptionName, value: str) -> None:
    for line in explained(name, {**PLAIN, name: value}):
        assert line
        assert cell_len(line) <= 76


def test_a_pattern_shows_how_it_cuts_while_it_is_typed() -> None:
    typed = PLAIN | {"split": PATTERN, "pattern": r"\w+|\W+"}
    assert explained("pattern", typed)[1] == "e.g. We│'│ll│·│buy│·│x2│·│12345│·│eggs│!↵│Yes│,·│床"
    assert explained("split", typed)[1] == explained("pattern", typed)[1]
    assert "does not compile" in explained("pattern", typed | {"pattern": "("})[1]
    assert "may never finish" in explained("pattern", typed | {"pattern": r"(?s)(?:(?:.|..)+)+[QZ]"})[1]
    assert "repeats" in explained("pattern", typed | {"pattern": r"(a{1000}){1000}"})[1]


def test_special_tokens_are_counted_while_they_are_typed() -> None:
    assert explained("special", PLAIN | {"special": "<|a|> 'two words' \x1b"})[1] == "3 now: <|a|>·│·two·words·│·␛"
    assert "not closed" in explained("special", PLAIN | {"special": "'"})[1]


@pytest.mark.parametrize("name", ["pattern", "special"])
def test_nothing_that_is_typed_acts_on_the_terminal(name: Literal["pattern", "special"]) -> None:
    for text in HARD:
        for line in explained(name, {**PLAIN, "split": PATTERN, name: text}):
            assert line == visible(line)


@pytest.mark.parametrize("form", NORMALIZATIONS[1:])
def test_what_is_said_of_normal_forms_is_so(form: str) -> None:
    _, example = explained("normalization", PLAIN | {"normalization": form})
    decomposed = normalized("é", form) != "é"
    assert ("é becomes e and ◌́" in example) == decomposed
    assert ("e and ◌́ become é" in example) == (not decomposed)
    assert ("ﬁ becomes fi, ２ becomes 2" in example) == (normalized("ﬁ２", form) == "fi2")
    assert ("ﬁ and ２ stay" in example) == (normalized("ﬁ２", form) == "ﬁ２")


@pytest.mark.parametrize("ties", TIES)
def test_what_is_said_of_ties_is_so(ties: Ties) -> None:
    trainer = Trainer(corpus_of("cdcdabab", options=Options(ties=ties)))
    trainer.seek(1)
    [merge] = trainer.merges
    _, example = explained("ties", PLAIN | {"ties": ties})
    assert "in cdcdabab, cd and ab occur twice" in example
    assert f"merge {chr(merge.left)}{chr(merge.right)} " in example
    assert merge.count == merge.ties == 2
