"""Files and folders that commands write."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bpetui.cli import outputs
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.files.source import Source
from bpetui.formats import registry
from bpetui.formats.registry import FORMATS
from tests.cli.conftest import Run
from tests.cli.training_events import events


def test_the_corpus_on_standard_input_is_not_overwritten(tmp_path: Path) -> None:
    corpus = tmp_path / "notes.txt"
    corpus.write_text("aaa")
    command = [sys.executable, "-m", "bpetui", "train", "-", "--output", str(corpus), "--force"]
    with corpus.open("rb") as stdin:
        ended = subprocess.run(command, stdin=stdin, capture_output=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.endswith(b"notes.txt is the corpus itself; choose another output file\n")
    assert corpus.read_text() == "aaa"


def test_force_overwrites_an_existing_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.model").write_text("old")
    assert run("train", "sample:aaabdaaabac", "--output", "old.model", "--force").status == 0
    assert (tmp_path / "old.model").read_bytes().startswith(b"minbpe v1\n")


def test_the_output_can_be_a_device(run: Run) -> None:
    assert run("train", "sample:aaabdaaabac", "--output", "/dev/null").status == 0
    ended = run("train", "sample:aaabdaaabac", "--output", "/dev/full", "--json")
    assert ended.status == 1
    assert ended.err.splitlines()[-1] == "bpetui: cannot write /dev/full: the disk is full"
    assert events(ended)[-1]["event"] == "end"


@pytest.mark.parametrize(
    ("name", "into"), [("a.tiktoken", "tiktoken"), ("a.json", "huggingface"), ("a.model", "minbpe"), ("a", "minbpe")]
)
def test_the_file_name_implies_the_format(run: Run, english: str, name: str, into: str) -> None:
    assert run("convert", english, "--output", name).status == 0
    assert registry.read(Path(name)).format == into
    assert run("train", "sample:english", "--vocab-size", "300", "--output", name, "--force").status == 0
    assert registry.read(Path(name)).format == into


def test_a_name_with_a_slash_is_a_folder(run: Run, english: str) -> None:
    assert run("convert", english, "--output", "a/").err.endswith("bpetui: wrote a (gpt2): vocab.json, merges.txt\n")


# Checks before the work


def refusal(output: Path, *, sources: Sequence[Source] = (), force: bool = False, names: Sequence[str] = ()) -> str:
    """The sentence that refuses a file, or a folder for files with these ``names``; empty if it can be written."""
    try:
        if names:
            outputs.check_output_folder(output, names, sources, force=force)
        else:
            outputs.check_output_file(output, sources, force=force)
    except BpetuiError as error:
        return str(error)
    return ""


def test_a_new_file_needs_its_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "new.model") == ""
    path = tmp_path / "no" / "new.model"
    assert refusal(path) == f"cannot write {path}: its folder does not exist"
    assert refusal(tmp_path) == f"{tmp_path} is a folder; name a file in it"


def test_an_existing_file_needs_force(tmp_path: Path) -> None:
    path = tmp_path / "old.model"
    path.write_bytes(b"old")
    assert refusal(path) == f"{path} already exists; use --force to overwrite it"
    assert refusal(path, force=True) == ""
    assert path.read_bytes() == b"old"


def test_a_source_is_never_overwritten(tmp_path: Path) -> None:
    path, link = tmp_path / "corpus.txt", tmp_path / "link"
    path.write_bytes(b"text")
    link.symlink_to(path)
    source = Source("corpus.txt", path)
    assert refusal(link, sources=[source], force=True) == f"{link} is the corpus itself; choose another output file"
    assert refusal(tmp_path / "new", sources=[source, Source("gone", tmp_path / "gone")]) == ""


def test_a_folder_is_new_or_needs_force(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert refusal(folder, names=["vocab.json"]) == ""
    folder.mkdir()
    assert refusal(folder, names=["vocab.json"]) == f"{folder} already exists; use --force to write into it"
    assert refusal(folder, names=["vocab.json"], force=True) == ""
    (folder / "vocab.json").write_bytes(b"{}")
    source = Source("vocab.json", folder / "vocab.json")
    said = f"{folder} contains the corpus itself; choose another output folder"
    assert refusal(folder, names=["vocab.json"], sources=[source], force=True) == said
    file = folder / "vocab.json"
    assert refusal(file, names=["x"]) == f"{file} is a file, but this format is a folder; choose another name"


def test_a_name_that_is_no_path_is_refused(tmp_path: Path) -> None:
    assert refusal(Path("a\0b")).endswith("is not a valid file name")
    assert refusal(tmp_path / ("x" * 300)).startswith("cannot write ")
    with pytest.raises(UsageError, match="the name after --output is empty; name a file"):
        outputs.output_name("")
    assert outputs.output_name("a") == "a"


# Tokenizers


def test_remedies_are_those_that_help() -> None:
    special = BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {"<s>": 257})
    tiktoken, huggingface = FORMATS["tiktoken"], FORMATS["huggingface"]
    assert [*outputs.remedies(special, tiktoken, can_leave_out=True)] == [
        "leave out special tokens with --without-special",
        "--format huggingface can hold it",
    ]
    assert [*outputs.remedies(special, tiktoken, can_leave_out=False)] == ["--format huggingface can hold it"]
    assert [*outputs.remedies(special, huggingface, can_leave_out=False)] == []


def test_files_that_were_written_are_named(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.model", tmp_path / "out"
    written = outputs.write_tokenizer_files(file, FORMATS["minbpe"], {"": b"x"}, force=False)
    assert (written, file.read_bytes()) == (f"wrote {file} (minbpe)", b"x")
    files = {"vocab.json": b"{}", "merges.txt": b""}
    written = outputs.write_tokenizer_files(folder, FORMATS["gpt2"], files, force=False)
    assert written == f"wrote {folder} (gpt2): vocab.json, merges.txt"
