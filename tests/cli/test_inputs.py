"""The inputs that a command line names."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from bpetui.cli import inputs
from bpetui.core.errors import UsageError
from bpetui.core.notes import Note
from bpetui.files.samples import sample
from bpetui.files.source import Source
from bpetui.files.text import BOM_NOTE
from tests.cli.conftest import Run


def test_word_counts_are_ignored_with_a_note_for_a_sample_that_is_a_text(run: Run) -> None:
    note = "bpetui: sample:aaabdaaabac is a text, not a table of word counts; --word-counts is ignored\n"
    ended = run("train", "sample:aaabdaaabac", "--word-counts")
    assert ended.status == 0
    assert ended.err.startswith(note)
    assert "is ignored" not in run("train", "sample:seven-syllables", "--word-counts").err


def test_standard_input_cannot_be_two_texts(run: Run) -> None:
    ended = run("train", "-", "--held-out", "-", stdin=b"abab")
    assert ended.status == 2
    assert "standard input cannot be both" in ended.err


def test_a_held_out_text_can_come_from_standard_input(run: Run) -> None:
    ended = run("train", "sample:aaabdaaabac", "--held-out", "-", "--vocab-size", "257", stdin=b"aab")
    assert "held-out text: 2 tokens" in ended.err


# Sources


def refusal(name: str, encoding: str = "utf-8") -> str:
    """The sentence that refuses a source."""
    with pytest.raises(UsageError) as caught:
        inputs.find_source(name, encoding)
    return str(caught.value)


def test_a_source_is_a_file_a_sample_or_standard_input() -> None:
    assert inputs.find_source("texts/a.txt", "big5") == Source("a.txt", Path("texts/a.txt"), encoding="big5")
    assert inputs.find_source("-", "utf-8", is_table=True) == Source(inputs.STANDARD_INPUT, is_table=True)
    found = inputs.find_source("sample:chinese", "utf-8")
    assert (found.name, found.path) == ("chinese.txt", sample("chinese").path)


def test_an_unknown_source_is_wrong_usage() -> None:
    assert refusal("") == "the file name is empty; name a file, - (standard input) or sample:NAME"
    assert "klingon" in refusal("a.txt", "klingon")
    assert "there is no sample" in refusal("sample:nothing")


def test_a_text_in_utf_8_is_decoded_part_by_part() -> None:
    notes: list[Sequence[Note]] = []
    data = "床a".encode()
    parts = inputs.decode_source([data[:2], data[2:], b"\xef\xbb\xbf"], Source("x"), notes.append)
    assert "".join(parts) == "床a\ufeff"
    assert not notes


def test_a_bom_at_the_start_is_noted_and_kept() -> None:
    notes: list[Sequence[Note]] = []
    text = "".join(inputs.decode_source([b"\xef\xbb\xbfa"], Source("x"), notes.append))
    assert (text, notes) == ("\ufeffa", [(BOM_NOTE,)])


def test_a_text_in_another_encoding_is_decoded_whole() -> None:
    data = "床前".encode("big5")
    source = Source("x", encoding="big5")
    assert [*inputs.decode_source([data[:1], data[1:]], source, lambda _: None)] == ["床前"]


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        (["a\nb"], [["a"], ["b"]]),
        (["a\r\n", "b\n"], [["a"], ["b"]]),
        (["a", "b\nc\nd", "e"], [["ab", "c"], ["de"]]),
        (["\n\n"], [["", ""]]),
        (["a\u2028b"], [["a\u2028b"]]),
        ([], []),
        (["", ""], []),
    ],
)
def test_lines_come_as_they_arrive_without_their_ends(parts: list[str], lines: list[list[str]]) -> None:
    assert [*inputs.text_lines(parts)] == lines


def test_a_name_that_is_no_path_is_no_file(tmp_path: Path) -> None:
    for name in ("a\0b", "x" * 5000):
        assert not inputs.is_file(name)
    assert not inputs.is_file(str(tmp_path))


def test_a_pipe_is_recognized(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert inputs.is_pipe(tmp_path / "pipe")
    assert not inputs.is_pipe(tmp_path)
    assert not inputs.is_pipe(tmp_path / "missing")
