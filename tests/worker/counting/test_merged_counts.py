"""Counts of several segments: each segment reports the words that no earlier one has."""

from bpetui.core.splitting import split_named
from bpetui.worker.counting.merged_counts import MergedCounts


def reports(*segments: bytes) -> list[dict[str, int]]:
    """The new words of each segment."""
    counts = MergedCounts(split_named("whitespace"))
    for segment in segments:
        counts.add(segment)
    return list(counts.new_words())


def test_a_word_is_reported_once_with_its_count_in_all_segments() -> None:
    assert reports(b"a b a", b"b c", b"a") == [{"a": 3, " ": 3, "b": 2}, {"c": 1}, {}]


def test_words_are_in_order_of_first_appearance() -> None:
    found = reports("床 a".encode(), b"z b", b"b a")
    assert [list(words) for words in found] == [["床", " ", "a"], ["z", "b"], []]


def test_each_segment_is_split_by_itself() -> None:
    assert reports(b"ab", b"cd") == [{"ab": 1}, {"cd": 1}]


def test_an_empty_segment_has_an_empty_report() -> None:
    assert reports(b"", b"a") == [{}, {"a": 1}]
    assert reports() == []
