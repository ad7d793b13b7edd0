"""A search forward or backward from any byte finds what a comparison at every place finds."""

from __future__ import annotations

from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import splitting
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.worker.command_queue import InterruptedWorkError
from bpetui.worker.corpus_search import search
from bpetui.worker.messages import Find
from bpetui.worker.training_run import TrainingRun
from tests.sample_corpora import corpus_of
from tests.worker.test_views import PIECES, SPLITS, TEXTS, run_on, tokens_of
from tests.worker.trainer_session import trainer_on

OFFSETS = st.integers(-1, 70)


def by_hand(places: list[int], offset: int, backward: bool) -> tuple[int | None, bool]:
    """The place that a search has to find among all there are, ascending."""
    if backward:
        ahead, all_round = [place for place in places if place < offset][-1:], places[-1:]
    else:
        ahead, all_round = [place for place in places if place > offset][:1], places[:1]
    if ahead:
        return ahead[0], False
    return (all_round[0], True) if all_round else (None, False)


def found(run: TrainingRun, what: str | int | tuple[int, int], offset: int, backward: bool) -> tuple[int | None, bool]:
    return search(run, Find(what, offset, backward), lambda: None)


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> object:
    """Blocks of a few characters, so that short texts have several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", 5)
        yield


@given(TEXTS, SPLITS, st.integers(0, 8), PIECES, st.integers(0, 270), OFFSETS, st.booleans())
def test_a_token_is_found_where_it_occurs_now(
    text: str, split: str, merges: int, piece_tokens: int, token: int, offset: int, backward: bool
) -> None:
    run = run_on(text, split, merges, piece_tokens=piece_tokens)
    tokens = tokens_of(run)
    if tokens:
        token = max(token % (256 + run.made), tokens[token % len(tokens)][2])
    places = [begin for begin, _, here, _ in tokens if here == token]
    assert found(run, token, offset, backward) == by_hand(places, offset, backward)


@given(TEXTS, SPLITS, st.integers(0, 8), PIECES, st.integers(0, 70), OFFSETS, st.booleans())
def test_a_pair_is_found_inside_words_and_across_the_borders_of_pieces(
    text: str, split: str, merges: int, piece_tokens: int, which: int, offset: int, backward: bool
) -> None:
    run = run_on(text, split, merges, piece_tokens=piece_tokens)
    neighbors = [
        ((first[2], second[2]), first[0], second[3])  # the pair, its place, whether a word's end is between
        for first, second in pairwise(tokens_of(run))
    ]
    pair = neighbors[which % len(neighbors)][0] if neighbors else (97, 98)
    places = [place for here, place, parted in neighbors if here == pair and not parted]
    assert len(places) == run.trainer.count(*pair) or split != "none"
    assert found(run, pair, offset, backward) == by_hand(places, offset, backward)


@given(TEXTS, SPLITS, st.text("ab 月", min_size=1, max_size=3), OFFSETS, st.booleans())
def test_a_text_is_found_from_any_byte(text: str, split: str, sought: str, offset: int, backward: bool) -> None:
    run = run_on(text, split)
    data = text.encode()
    places = [len(text[:at].encode()) for at in range(len(text)) if text.startswith(sought, at)]
    assert all(data.startswith(sought.encode(), place) for place in places)
    assert found(run, sought, offset, backward) == by_hand(places, offset, backward)


def test_the_offset_at_which_a_search_begins_is_found_last() -> None:
    run = run_on("abcab")
    assert found(run, "ab", 0, backward=False) == (3, False)
    assert found(run, "ab", 3, backward=False) == (0, True)
    assert found(run, "c", 2, backward=False) == (2, True)
    assert found(run, 99, 2, backward=True) == (2, True)
    assert found(run, "ab", -1, backward=False) == (0, False)
    for what in ("a", "ab", 97, (97, 98)):
        assert [found(run, what, offset, backward=True) for offset in (0, -1)] == [(3, True)] * 2


@pytest.mark.parametrize("backward", [False, True])
def test_a_search_in_a_long_word_can_be_stopped_at_every_piece(backward: bool) -> None:
    run = run_on("b" + "a" * 100 + "b", piece_tokens=4)
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1

    assert search(run, Find(98, 50, backward), check) == (0 if backward else 101, False)
    assert looks > 10


@pytest.mark.parametrize("piece_tokens", [1, 2, 3, 1024])
@pytest.mark.parametrize("split", ["none", "whitespace"])
def test_after_any_merges_every_pair_is_found_at_all_its_places(split: str, piece_tokens: int) -> None:
    run = run_on("abab cabcab aab abcb", split, piece_tokens=piece_tokens)
    while True:
        neighbors = [
            (first[2], second[2], first[0]) for first, second in pairwise(tokens_of(run)) if not second[3]
        ]  # tokens of one word, and where the first begins
        for left, right in {(left, right) for left, right, _ in neighbors}:
            places = [place for *pair, place in neighbors if pair == [left, right]]
            for backward in (False, True):
                for offset in range(-1, 21):
                    assert found(run, (left, right), offset, backward) == by_hand(places, offset, backward)
        if not run.step():
            break


def test_a_typed_space_finds_an_end_of_word_mark() -> None:
    options = Options(alphabet="characters", end_of_word="_")
    run = TrainingRun(BpeTrainer(corpus_of("low lower low", options=options)))  # low_lower_low_
    assert found(run, "w l", 0, backward=False) == (2, False)
    assert found(run, "low ", 0, backward=False) == (10, False)
    assert found(run, "lower low", 9, backward=True) == (4, False)
    assert found(run_on("low lower"), "w l", 0, backward=False) == (2, False)


def test_only_blocks_that_contain_the_bytes_are_split_again() -> None:
    run = run_on("aa aa aa aa ab aa aa", "whitespace")
    split, again = run.trainer.corpus.block, list[int]()

    def block(number: int) -> tuple[array[int], array[int]]:
        again.append(number)
        return split(number)

    run.trainer.corpus.block = block  # type: ignore[assignment]
    assert run.trainer.corpus.block_count > 3
    assert found(run, 98, 0, backward=False) == (13, False)
    assert again == [run.trainer.corpus.block_at(13)]


def test_a_search_may_begin_inside_a_character() -> None:
    run = run_on("月月月")
    assert found(run, "月", 4, backward=False) == (6, False)
    assert found(run, "月", 4, backward=True) == (3, False)
    assert found(run, "月", 3, backward=True) == (0, False)


def test_overlapping_places_count() -> None:
    run = run_on("aaaa")
    assert [found(run, (97, 97), offset, backward=False)[0] for offset in (-1, 0, 1, 2)] == [0, 1, 2, 0]
    assert [found(run, "aa", offset, backward=True)[0] for offset in (4, 2, 1, 0)] == [2, 1, 0, 2]


@pytest.mark.parametrize("what", ["", "x", "\udc80", 256, 97_000, -1, (97, 256), (-1, 97), (98, 97)])
@pytest.mark.parametrize("text", ["", "ab", "ab ab ab ab"])
def test_a_search_for_what_does_not_occur_finds_nothing(text: str, what: str | int | tuple[int, int]) -> None:
    run = run_on(text, "whitespace")
    assert found(run, what, 0, backward=False) == (None, False)
    assert found(run, what, 0, backward=True) == (None, False)


def test_a_search_can_be_stopped_at_every_block() -> None:
    run = TrainingRun(trainer_on("ab " * 100 + "a", "whitespace"))
    run.choose(97, 98)
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks == 20:
            raise InterruptedWorkError

    with pytest.raises(InterruptedWorkError):
        search(run, Find(97, 0), check)
    assert search(run, Find(97, 0), lambda: None) == (300, False)
