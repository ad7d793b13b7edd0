"""Tables of word counts are read back as written, in three notations, and errors name the line."""

import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.core.options import MAX_COUNT
from bpetui.files import word_counts
from bpetui.files.word_counts import dumps, loads

WORDS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    st.text("a \t\n\r\\tnr\ufeff\u2028\x85\x1e5", min_size=1, max_size=6),
)
TABLES = st.dictionaries(WORDS, st.integers(1, MAX_COUNT))


def refusal(data: bytes) -> str:
    with pytest.raises(BpetuiError) as caught:
        loads(data, "toy.tsv")
    return str(caught.value)


# What comes back


@given(TABLES)
def test_any_table_that_is_written_is_read_again(table: dict[str, int]) -> None:
    read, _ = loads(dumps(table), "toy.tsv")
    assert list(read.items()) == list(table.items())


def test_a_table_is_written_line_by_line() -> None:
    table = {"low": 5, "a b": 2, " \t": 1, "\r\n": 3, "\\n": 4, "床": MAX_COUNT}
    assert dumps(table) == f"low\t5\na b\t2\n \\t\t1\n\\r\\n\t3\n\\\\n\t4\n床\t{MAX_COUNT}\n".encode()
    assert dumps({}) == b""


def test_many_words_are_written_in_their_order() -> None:
    table = {str(number): number for number in range(1, 50_001)}
    assert dumps(table) == b"".join(b"%d\t%d\n" % (number, number) for number in range(1, 50_001))


# What others write


@pytest.mark.parametrize(
    "data",
    [
        b"low\t5\nnew er\t2\n",
        b"low 5\nnew er 2\n",
        b"low\t5\nnew er 2",  # without a line end at the end
        b"low\t5\r\nnew er\t2\r\n",
        b"\n\nlow\t005\n \t \n\r\nnew er\t0000000000000000000000000000000000002\n\n",
    ],
)
def test_tabs_or_spaces_and_any_line_ends_are_read(data: bytes) -> None:
    assert loads(data, "toy.tsv") == ({"low": 5, "new er": 2}, ())


def test_a_line_is_cut_at_its_last_tab_or_else_at_its_last_space() -> None:
    assert loads(b"a\tb 1\t2\na b  3\n\t\t4\n  5\n", "toy.tsv")[0] == {"a\tb 1": 2, "a b ": 3, "\t": 4, " ": 5}


def test_only_line_feeds_end_lines() -> None:
    word = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\rh"
    assert loads(f"{word}\t5\n".encode(), "toy.tsv")[0] == {word: 5}


def test_a_backslash_stands_for_itself_unless_it_escapes() -> None:
    table, _ = loads(rb"a\tb 1" + b"\n" + rb"\\n 2" + b"\n" + rb"\x\ 3" + b"\n" + rb"\\\t 4", "toy.tsv")
    assert table == {"a\tb": 1, r"\n": 2, "\\x\\": 3, "\\\t": 4}


def test_counts_of_a_repeated_word_are_added_at_its_first_place() -> None:
    table, notes = loads(b"a\t1\nb\t2\na\t3\na\t4\n", "toy.tsv")
    assert list(table.items()) == [("a", 8), ("b", 2)]
    assert sentences(notes, "it") == ("it has 1 word on several lines; its counts are added",)
    notes = loads(b"a 1\nb 2\na 3\nb 4\n", "toy.tsv")[1]
    assert sentences(notes, "it") == ("it has 2 words on several lines; their counts are added",)


def test_added_counts_may_reach_the_maximum() -> None:
    assert loads(f"a\t{MAX_COUNT - 1}\na\t1\nb\t{MAX_COUNT}\n".encode(), "toy.tsv")[0] == {
        "a": MAX_COUNT,
        "b": MAX_COUNT,
    }


def test_a_header_is_ignored_and_noted() -> None:
    for header in (b"word\tcount\n", b"word count\r\n"):
        counts, notes = loads(header + b"low\t5\n", "x")
        assert counts == {"low": 5}
        assert sentences(notes, "it") == ("it has a header in line 1 (word, count), which is ignored",)
    assert sentences(loads(b"\x1b[2J\tn" + b"o" * 50 + b"\n\na\t1", "x")[1], "it") == (
        f"it has a header in line 1 (␛[2J, n{'o' * 39}…), which is ignored",
    )


@pytest.mark.parametrize(
    "line", ["word\tcount2", "word\tx٣", "word\t", "word", "word\t-1", "word\t0", "\n\nword\tcount"]
)
def test_a_damaged_first_line_is_not_a_header(line: str) -> None:
    assert "toy.tsv is not a table of word counts, line " in refusal(f"{line}\nlow\t5\n".encode())


def test_a_header_without_other_lines_is_an_error() -> None:
    assert refusal(b"word\tcount\n\n").endswith("line 1: the count 'count' is not a whole number (digits 0 to 9)")


def test_a_bom_is_ignored() -> None:
    data = b"\xef\xbb\xbflow\t5\n"
    assert loads(data, "toy.tsv") == ({"low": 5}, ())
    assert loads(b"\xef\xbb\xbf" + data, "toy.tsv")[0] == {"\ufefflow": 5}
    assert loads(dumps({"\ufefflow": 5, "\ufeff": 6}), "toy.tsv")[0] == {"\ufefflow": 5, "\ufeff": 6}


def test_only_at_the_very_start_is_a_bom_put_before_a_word_that_begins_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(word_counts, "_BATCH", 1)
    table = {"a": 1, "\ufefflow": 5, "\ufeff": 6}
    assert dumps(table) == "a\t1\n\ufefflow\t5\n\ufeff\t6\n".encode()
    assert loads(dumps(table), "toy.tsv")[0] == table


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n \n", b"\xef\xbb\xbf"])
def test_a_table_without_words_is_empty(data: bytes) -> None:
    assert loads(data, "toy.tsv")[0] == {}


# What is no table


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"low", "there is no count; a line is a word, a tab (or a space) and its count"),
        (b"5", "there is no count; a line is a word, a tab (or a space) and its count"),
        ("\u3000".encode(), "there is no count; a line is a word, a tab (or a space) and its count"),
        (b"low\t", "there is no count; a line is a word, a tab (or a space) and its count"),
        (b"low 5 ", "there is no count; a line is a word, a tab (or a space) and its count"),
        (b"low\t-5", "the count -5 is negative; a count is a whole number from 1 to 2^62"),
        (b"low\t0", "the count of low is zero; remove the line"),
        (b"low\t" + b"0" * 5000, "the count of low is zero; remove the line"),
        (b"\t0", "there is no word and no count"),
        (b"low\t1.5", "the count '1.5' is not a whole number (digits 0 to 9)"),
        (b"low\t1e3", "the count '1e3' is not a whole number (digits 0 to 9)"),
        (b"low\t+5", "the count '+5' is not a whole number (digits 0 to 9)"),
        (b"low\t1_0", "the count '1_0' is not a whole number (digits 0 to 9)"),
        (b"low\t5\r5", "the count '5␍5' is not a whole number (digits 0 to 9)"),
        (b"low\tfive", "the count 'five' is not a whole number (digits 0 to 9)"),
        ("low\t٣".encode(), "the count '٣' is not a whole number (digits 0 to 9)"),
        ("low\t²".encode(), "the count '²' is not a whole number (digits 0 to 9)"),
        (b"low\t%d" % (MAX_COUNT + 1), f"the count {MAX_COUNT + 1} is larger than 2^62, the maximum"),
        (b"low\t" + b"9" * 10_000, f"the count {'9' * 40}… is larger than 2^62, the maximum"),
        (b"\t5", "there is no word before the count 5"),
        (b" 5", "there is no word before the count 5"),
        (b"a\t%d" % MAX_COUNT, "the counts of a add up to more than 2^62"),
        (b"\xe5\xba\x8a\xe9 5", "byte 0xe9 at offset 7 is not UTF-8"),
        (b"a\xff", "byte 0xff at offset 5 is not UTF-8"),
        (b"a\xed\xa0\x80 5", "byte 0xed at offset 5 is not UTF-8"),
    ],
)
def test_a_fault_is_reported_with_its_line(line: bytes, why: str) -> None:
    for others in (b"", b"\nmore 5\n", b"\r\nmore\tof this\n"):
        assert refusal(b"a 1\n" + line + others) == f"toy.tsv is not a table of word counts, line 2: {why}"


def test_a_fault_far_from_the_start_is_found() -> None:
    lines = b"".join(b"word%d\t1\n" % number for number in range(50_000))
    assert "line 50001: byte 0xff at offset" in refusal(lines + b"\xff\t1\n")
    assert "line 50002: there is no count" in refusal(lines + b"\n" + b"a\n")


def test_names_and_words_do_not_act_on_the_terminal() -> None:
    with pytest.raises(BpetuiError) as caught:
        loads("a 1\n\x1b[2J\u202e 0\n".encode(), "\x1b.tsv")
    assert str(caught.value) == (
        "␛.tsv is not a table of word counts, line 2: the count of ␛[2JU+202E is zero; remove the line"
    )


@given(st.binary(max_size=60) | st.text("a1 \t\n\r\\-0", max_size=30).map(str.encode))
def test_any_bytes_are_a_table_or_a_sentence(data: bytes) -> None:
    table: dict[str, int] = {}
    with suppress(BpetuiError):
        table, _ = loads(data, "toy.tsv")
    assert all(word and 1 <= count <= MAX_COUNT for word, count in table.items())
    assert loads(dumps(table), "toy.tsv")[0] == table


def test_only_the_words_are_kept_in_memory() -> None:
    data = b"some word\t1\n" * 60_000
    tracemalloc.start()
    try:
        assert loads(data, "toy.tsv")[0] == {"some word": 60_000}
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
