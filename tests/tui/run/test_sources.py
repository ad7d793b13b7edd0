"""Texts by the names that a person types: files, samples and tables, with an encoding after the name."""

import os
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.files.samples import sample
from bpetui.files.source import Source
from bpetui.tui.run.sources import named, options_for, typed_name, with_encoding, without_encoding


def refusal(text: str, encoding: str = "utf-8") -> str:
    """The sentence that refuses a name."""
    with pytest.raises(BpetuiError) as caught:
        named(text, encoding)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "encoding"),
    [
        ("notes.txt", "notes.txt", None),
        ("notes.txt encoding=gb18030", "notes.txt", "gb18030"),
        ("my notes.txt  encoding=big5", "my notes.txt", "big5"),
        ("notes.txt encoding=", "notes.txt", ""),
        ("encoding=big5", "encoding=big5", None),
        ("notes.txtencoding=big5", "notes.txtencoding=big5", None),
    ],
)
def test_the_encoding_follows_the_name(text: str, name: str, encoding: str | None) -> None:
    assert without_encoding(text) == (name, encoding)


def test_a_file_is_named_by_its_path_and_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"abc")
    source = named(f"{path} encoding=gb18030", "utf-8")
    assert source == Source("notes.txt", path, None, "gb18030")
    assert typed_name(source, "gb18030") == str(path)
    assert typed_name(source, "utf-8") == f"{path} encoding=gb18030" == with_encoding(source, "gb18030")


def test_a_table_keeps_its_prefix_with_an_encoding(tmp_path: Path) -> None:
    path = tmp_path / "counts.tsv"
    path.write_bytes(b"low\t5\n")
    source = named(f"words:{path}", "utf-8")
    assert source == Source("counts.tsv", path, is_table=True)
    assert with_encoding(source, "big5") == f"words:{path} encoding=big5"


def test_a_path_that_begins_like_a_sample_is_named_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sample:vietnamese").touch()
    source = named("./sample:vietnamese", "big5")
    assert typed_name(source, "big5") == "./sample:vietnamese"
    assert named(typed_name(source, "utf-8"), "utf-8") == source


def test_a_sample_is_named_as_a_sample() -> None:
    source = named("sample:chinese", "utf-8")
    assert source.path == sample("chinese").path
    assert typed_name(source, "utf-8") == "sample:chinese"


def test_an_unreadable_name_is_refused(tmp_path: Path) -> None:
    assert refusal("words:") == "type the name of a file after words:"
    assert refusal("notes.txt encoding=") == "type the encoding of the file after encoding=, such as gb18030"
    assert refusal("a\0b") == "a␀b is not a valid file name"
    assert "there is no sample" in refusal("sample:nothing")
    assert "missing.txt" in refusal(str(tmp_path / "missing.txt"))
    (tmp_path / "notes.txt").write_bytes(b"abc")
    assert "klingon" in refusal(f"{tmp_path / 'notes.txt'} encoding=klingon")


def test_a_pipe_is_refused_with_a_command(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(str(tmp_path / "pipe")).endswith("is a pipe; give it to the command: bpetui - < PIPE")


def test_a_sample_of_characters_brings_its_alphabet() -> None:
    syllables = sample("seven-syllables")
    options = options_for("sample:seven-syllables", Options())
    assert (options.alphabet, options.end_of_word) == ("characters", syllables.end_of_word)
    assert options_for("sample:chinese", Options()) == Options()
    assert options_for("notes.txt", Options()) == Options()
    own = Options(alphabet="characters", end_of_word="$")
    assert options_for("sample:seven-syllables", own) is own
