"""Tests of adding a tokenizer to the comparison: the list that is requested, and what its choice does."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from textual.message_pump import MessagePump

from bpetui.core.splitting import NO_SPLIT, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import minbpe
from bpetui.formats.registry import LoadedTokenizer
from bpetui.tui.compare.tokenizer_addition import TokenizerAddition
from bpetui.tui.requests import OpenTokenizers, TokenizerList
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from tests.tui.hosted_widget import TrainedRun
from tests.tui.sample_tokenizers import write_ranks
from tests.tui.single_screen import loaded_tokenizers


@pytest.fixture(autouse=True)
def no_tokenizers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Have no tokenizers in the user's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@dataclass
class OpenList:
    """A list of tokenizers that may have been closed; ``asked`` are the tokenizers whose split it asked for."""

    is_current: bool = True
    asked: list[LoadedTokenizer] = field(default_factory=list)

    def ask_split(self, loaded: LoadedTokenizer) -> None:
        self.asked.append(loaded)

    def leave(self) -> None:
        self.is_current = False


class Addition:
    """An addition; ``added`` are the names that were added, ``request`` is the list that it requested."""

    def __init__(self, *paths: str, compared: tuple[str, ...] = ("",)) -> None:
        requests: list[OpenTokenizers] = []
        screen = SimpleNamespace(app=SimpleNamespace(post_message=requests.append))
        self.added: list[str] = []
        addition = TokenizerAddition(
            cast("MessagePump", screen),
            ComparedTokenizers([*compared]),
            loaded_tokenizers(*paths),
            RunStateTokenizer(TrainedRun("a").run),
            self._add,
        )
        addition.open_list()
        [self.request] = requests

    def _add(self, name: str, tokenizer_list: TokenizerList) -> None:
        self.added.append(name)


@pytest.fixture
def model(tmp_path: Path) -> str:
    """The path of a tokenizer that records its split."""
    path = tmp_path / "ab.model"
    path.write_bytes(minbpe.dumps(BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {})))
    return str(path)


@pytest.fixture
def ranks(tmp_path: Path) -> str:
    """The path of a tokenizer that does not record its split."""
    return str(write_ranks(tmp_path / "toy.tiktoken"))


def test_the_first_tokenizer_on_this_machine_that_is_not_compared_is_selected(model: str) -> None:
    assert Addition(model, compared=()).request.chosen == ""
    assert Addition(model).request.chosen == "ab.model"
    chosen = Addition(model, compared=("", "ab.model")).request
    assert chosen.chosen != "ab.model"
    assert all(offer.is_here for offer in chosen.offers if offer.name == chosen.chosen)


def test_a_tokenizer_that_is_not_on_this_machine_is_not_selected() -> None:
    here = [offer.name for offer in Addition().request.offers if offer.is_here]
    assert Addition(compared=tuple(here)).request.chosen == ""


def test_the_tokenizer_of_the_run_is_added_at_once() -> None:
    addition = Addition()
    addition.request.choose("", OpenList())
    assert addition.added == [""]


def test_a_file_that_records_its_split_is_added_by_its_name(model: str) -> None:
    addition = Addition()
    addition.request.choose(model, OpenList())
    assert addition.added == ["ab.model"]


def test_a_file_without_a_split_is_added_once_the_split_is_known(ranks: str) -> None:
    addition, tokenizer_list = Addition(), OpenList()
    addition.request.choose(ranks, tokenizer_list)
    assert addition.added == []
    [loaded] = tokenizer_list.asked
    addition.request.split(loaded, split_named("gpt2"), tokenizer_list)
    assert addition.added == ["toy.tiktoken"]


def test_a_list_that_is_closed_asks_for_no_split(ranks: str) -> None:
    addition, tokenizer_list = Addition(), OpenList(is_current=False)
    addition.request.choose(ranks, tokenizer_list)
    assert (addition.added, tokenizer_list.asked) == ([], [])
