"""The segments of a text join to the text, and split separately they have its words."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import splitting
from bpetui.core.splitting import Split, split_marked
from bpetui.worker.counting import segments
from bpetui.worker.counting.segments import segments_of_data, segments_of_parts
from tests.worker.sample_splits import LOCAL_SPLITS, SPECIAL, TEXT, local_split

CUTS = st.lists(st.integers(0, 60), max_size=6).map(sorted)


def words_of(parts: list[bytes], split: Split) -> list[str]:
    return [word for part in parts for word in split.words(part.decode())]


@given(TEXT, st.sampled_from(LOCAL_SPLITS), SPECIAL, st.integers(1, 20), st.integers(1, 20))
def test_segments_of_data_are_blocks(text: str, name: str, special: list[str], size: int, block: int) -> None:
    split, data = local_split(name, special), text.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "SEGMENT", size)
        patch.setattr(splitting, "BLOCK_BYTES", block)
        found = list(segments_of_data(data, split))
        assert b"".join(segment for segment, _ in found) == data
        assert [stop for _, stops in found for stop in stops] == [stop for stop, _ in split.blocks(data)]
        assert words_of([segment for segment, _ in found], split) == split.words(text)


@given(TEXT, CUTS, st.sampled_from(LOCAL_SPLITS), SPECIAL, st.integers(1, 20))
def test_segments_of_parts_have_the_words_of_the_whole(
    text: str, cuts: list[int], name: str, special: list[str], size: int
) -> None:
    split = local_split(name, special)
    places = [0, *cuts, len(text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "SEGMENT", size)
        parts = [text[start:stop] for start, stop in pairwise(places)]
        found = list(segments_of_parts(parts, split))
    assert b"".join(found) == text.encode()
    assert all(found)
    assert words_of(found, split) == split.words(text)


def test_segments_are_not_much_larger_than_they_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "SEGMENT", 100)
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 20)
    split, text = local_split("gpt2"), "some words\n" * 1000
    sizes = [len(segment) for segment, _ in segments_of_data(text.encode(), split)]
    assert max(sizes) <= 120
    for parts in ([text], [text[at : at + 7] for at in range(0, len(text), 7)]):
        sizes = [len(segment) for segment in segments_of_parts(parts, split)]
        assert 100 <= min(sizes[:-1]) <= max(sizes[:-1]) <= 110
        assert sizes[-1] <= 210


def test_a_text_that_cannot_be_cut_is_one_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "SEGMENT", 10)
    text = "a" * 1000
    assert list(segments_of_parts([text[at : at + 7] for at in range(0, 1000, 7)], local_split("gpt2"))) == [
        text.encode()
    ]
    assert [segment for segment, _ in segments_of_data(text.encode(), split_marked("$"))] == [text.encode()]


def test_a_part_that_ends_with_a_line_is_not_cut_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "SEGMENT", 2)
    assert list(segments_of_parts(["a\nb\n", "c\n"], local_split("lines"))) == [b"a\n", b"b\nc\n"]
