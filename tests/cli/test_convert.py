"""``bpetui convert`` and ``train --format``: every format keeps the ids, or the command refuses to write it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from bpetui.cli import convert, train
from bpetui.core.errors import BpetuiError
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import registry
from bpetui.formats.registry import FORMATS, WRITTEN
from tests.cli.conftest import Run
from tests.tui.sample_tokenizers import WordPiece

TEXT = "the cat's <|end|> 床前明月光 e\u0301"
NAMES = {"minbpe": "x.model", "tiktoken": "x.tiktoken", "gpt2": "folder", "huggingface": "x.json"}


def ids(run: Run, tokenizer: str, *words: str) -> str:
    """Return the ids that ``encode`` writes."""
    ended = run("encode", TEXT, "--tokenizer", tokenizer, *words)
    assert ended.status == 0, ended.err
    return ended.out


# Conversion


@pytest.mark.parametrize("into", WRITTEN)
def test_every_format_keeps_the_ids_there_and_back(run: Run, english: str, into: str) -> None:
    name = NAMES[into]
    ended = run("convert", english, "--output", name, "--format", into)
    assert (ended.status, ended.out) == (0, "")
    split = [] if FORMATS[into].records_split else ["--split", "gpt2"]
    files = ": vocab.json, merges.txt" if into == "gpt2" else ""
    lost = f"bpetui: the {into} format does not record the split; read it with --split gpt2\n" if split else ""
    assert ended.err == f"{lost}bpetui: wrote {name} ({into}){files}\n"
    assert ids(run, name, *split) == ids(run, english)
    assert run("convert", name, "--output", "back.model", *split).status == 0
    assert Path("back.model").read_bytes() == Path(english).read_bytes()


@pytest.mark.parametrize("into", WRITTEN)
def test_train_writes_every_format(run: Run, english: str, into: str) -> None:
    words = ["train", "sample:english", "--split", "gpt2", "--vocab-size", "400"]
    ended = run(*words, "--output", NAMES[into], "--format", into)
    assert ended.status == 0
    assert f"bpetui: wrote {NAMES[into]}" in ended.err
    split = [] if FORMATS[into].records_split else ["--split", "gpt2"]
    assert ("does not record the split; read it with --split gpt2" in ended.err) == bool(split)
    assert ids(run, NAMES[into], *split) == ids(run, english)


def test_special_tokens_are_kept_or_left_out(run: Run) -> None:
    words = ["train", "sample:english", "--split", "gpt2", "--vocab-size", "300", "--special", "<|end|>"]
    assert run(*words, "--output", "special.model").status == 0
    ended = run("convert", "special.model", "--output", "a.tiktoken")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith(
        "bpetui: cannot be written in the tiktoken format: it cannot hold special tokens: the special token "
        "<|end|>; leave out special tokens with --without-special"
    )
    assert not Path("a.tiktoken").exists()
    assert run("convert", "special.model", "--output", "a.tiktoken", "--without-special").status == 0
    assert run("convert", "special.model", "--output", "folder", "--format", "gpt2").status == 0
    assert ids(run, "folder", "--split", "gpt2", "--allow-special") == ids(run, "special.model", "--allow-special")
    assert run("convert", "special.model", "--output", "bare.model", "--without-special").status == 0
    assert Path("bare.model").read_text().splitlines()[2] == "0"


@pytest.mark.long
@pytest.mark.usefixtures("named")
def test_a_published_tokenizer_is_converted(run: Run) -> None:
    assert run("convert", "gpt2", "--output", "gpt2.tiktoken").status == 0
    assert ids(run, "gpt2.tiktoken", "--allow-special") == ids(run, "gpt2", "--allow-special")


# The split and the normal form


def test_a_format_that_records_the_split_requires_one(run: Run, english: str) -> None:
    assert run("convert", english, "--output", "a.tiktoken").status == 0
    ended = run("convert", "a.tiktoken", "--output", "a.model")
    sentence = "a.tiktoken does not record its split; choose one with --split or --pattern"
    assert (ended.status, ended.out, ended.err) == (2, "", f"bpetui: {sentence}\n")
    assert run("convert", "a.tiktoken", "--output", "folder", "--format", "gpt2").err == (
        "bpetui: wrote folder (gpt2): vocab.json, merges.txt\n"
    )
    assert run("convert", "a.tiktoken", "--output", "a.model", "--pattern", "[a-z]+").status == 0
    assert Path("a.model").read_text().splitlines()[1] == "[a-z]+"
    ended = run("convert", "a.model", "--output", "b.model", "--split", "lines")
    assert ended.err.startswith("bpetui: a.model records the split custom; lines is used instead\n")


def test_a_normal_form_that_the_format_cannot_hold_is_reported(run: Run) -> None:
    words = ["train", "sample:english", "--split", "gpt2", "--vocab-size", "300", "--normalize", "nfc"]
    for into, name in NAMES.items():
        ended = run(*words, "--output", name, "--format", into)
        assert ended.status == 0
        lost = f"bpetui: the {into} format does not record the normal form; encode with --normalize nfc\n"
        assert ended.err.startswith(lost) == (into != "huggingface")
    assert ids(run, "x.json") == ids(run, "x.model", "--normalize", "nfc") != ids(run, "x.model")
    ended = run("convert", "x.json", "--output", "y.model")
    assert ended.err.startswith(
        "bpetui: the minbpe format does not record the normal form; encode with --normalize nfc\n"
    )
    assert Path("y.model").read_bytes() == Path("x.model").read_bytes()


# Refusals


def not_loaded(*_: object) -> None:
    raise AssertionError("it works before it looks where to write")


def test_unwritable_output_is_reported_before_converting(
    run: Run, english: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("convert", english, "--output", "folder", "--format", "gpt2").status == 0
    Path("old").mkdir()
    Path("old/vocab.json").write_text("{}")
    Path("linked").mkdir()
    Path("linked/merges.txt").symlink_to("../folder/merges.txt")
    monkeypatch.setattr(convert, "load_tokenizer", not_loaded)
    gpt2 = ["--format", "gpt2", "--force"]
    for tokenizer, output, words, status, sentence in [
        (english, english, [], 2, "english.model is the tokenizer itself; choose another output file"),
        (
            english,
            "./english.model",
            ["--force"],
            2,
            "english.model is the tokenizer itself; choose another output file",
        ),
        ("folder", "folder", gpt2, 2, "folder contains the tokenizer itself; choose another output folder"),
        ("folder/vocab.json", "folder", gpt2, 2, "folder contains the tokenizer itself"),
        ("folder", "linked", gpt2, 2, "linked contains the tokenizer itself"),
        ("folder", "folder/vocab.json", ["--force"], 2, "folder/vocab.json is the tokenizer itself"),
        (english, "old", ["--format", "gpt2"], 1, "old already exists; use --force to write into it"),
        (english, "old/vocab.json", [], 1, "old/vocab.json already exists; use --force to overwrite it"),
        (
            english,
            english,
            ["--format", "gpt2"],
            1,
            "english.model is a file, but this format is a folder; choose another name",
        ),
        (english, "old", [], 1, "old is a folder; name a file in it"),
        (english, "no/a", ["--format", "gpt2"], 1, "cannot write no/a: its folder does not exist"),
        (english, "-", [], 2, "--output needs a file name; a tokenizer cannot go to standard output"),
        (english, "a\0", ["--format", "gpt2"], 1, "a␀ is not a valid file name"),
        (
            english,
            "a",
            ["--format", "bpe"],
            2,
            "there is no format bpe to write; choose one of minbpe, tiktoken, gpt2, hug",
        ),
    ]:
        ended = run("convert", tokenizer, "--output", output, *words)
        assert (ended.status, ended.out) == (status, ""), ended.err
        assert ended.err.startswith(f"bpetui: {sentence}")
        assert ended.err.count("\n") == 1


def test_a_folder_without_write_permission_is_reported(
    run: Run, english: str, common_folder: Callable[[], AbstractContextManager[None]]
) -> None:
    Path("folder").mkdir(mode=0o500)  # in another folder now
    with common_folder():
        for output, what in {"folder/a": "folder/a", "folder": "folder/vocab.json"}.items():
            ended = run("convert", english, "--output", output, "--format", "gpt2", "--force")
            assert (ended.status, ended.err) == (1, f"bpetui: no permission to write {what}\n")


def test_a_tokenizer_the_format_cannot_hold_is_refused_with_a_remedy(run: Run, english: str) -> None:
    ended = run("convert", english, "--output", "a.model", "--split", "deepseek-v3")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.endswith(
        "bpetui: cannot be written in the minbpe format: the split deepseek-v3 has 3 patterns, but the format holds "
        "one; --format huggingface can hold it\n"
    )
    assert run("convert", english, "--output", "a.json", "--split", "deepseek-v3").status == 0


def test_a_missing_tokenizer_is_reported(run: Run) -> None:
    ended = run("convert", "nope", "--output", "a.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: there is no file nope, and no tokenizer or model has that name; known names: ")


def test_a_tokenizer_of_another_kind_is_refused_with_the_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        convert, "load_tokenizer", lambda name: registry.LoadedTokenizer(WordPiece(), "x.json", "huggingface")
    )
    ended = run("convert", "x.json", "--output", "a.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == ("bpetui: x.json cannot be converted: its model is WordPiece\n")


# Training


def no_training(*_: object) -> None:
    raise AssertionError("it trains before it looks")


def test_options_the_format_cannot_hold_are_reported_before_training(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "load", no_training)
    Path("old").mkdir()
    for words, sentence in [
        (["a.tiktoken", "--special", "<a>"], "cannot be written in the tiktoken format: it cannot hold special tokens"),
        (
            ["a.model", "--special", "<a b>"],
            'cannot be written in the minbpe format: the special token "<a b>" contains',
        ),
        (
            ["a", "--format", "gpt2", "--alphabet", "characters"],
            "files hold merges of bytes, but these are merges of characters; train w",
        ),
        (["a.json", "--alphabet", "characters"], "files hold merges of bytes, but these are merges of characters"),
        (["old", "--format", "gpt2"], "old already exists; use --force to write into it"),
    ]:
        ended = run("train", "sample:english", "--output", *words)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.startswith(f"bpetui: {sentence}")


def test_a_format_requires_an_output(run: Run) -> None:
    ended = run("train", "sample:english", "--format", "gpt2")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "bpetui: --format needs a file to write; name it with --output\n"


def test_merges_that_the_format_cannot_hold_are_saved_as_minbpe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    dumps = registry.dumps

    def refusing(tokenizer: BpeTokenizer, into: registry.Format) -> object:
        if into.name == "gpt2" and tokenizer.merges:
            raise BpetuiError("cannot be written in the gpt2 format: two tokens are the same")
        return dumps(tokenizer, into)

    monkeypatch.setattr("bpetui.formats.export.dumps", refusing)
    words = ["train", "sample:aaabdaaabac", "--split", "lines", "--vocab-size", "258", "--special", "<a>"]
    ended = run(*words, "--output", "folder", "--format", "gpt2")
    assert ended.status == 1
    said = ended.err.splitlines()[-1]
    assert said.startswith("bpetui: cannot be written in the gpt2 format: two tokens are the same; ")
    assert said.endswith("; the merges alone are saved in folder.merges.model (minbpe)")
    assert Path("folder.merges.model").read_text() == "minbpe v1\n\n0\n97 97\n256 97\n"
    assert not Path("folder").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--output", ""), "the name after --output is empty; name a file"),
        (
            ("--output", "a/", "--format", "minbpe"),
            "a/ names a folder, but the minbpe format is a file; remove the slash",
        ),
    ],
)
def test_an_invalid_output_name_is_refused(run: Run, english: str, words: tuple[str, ...], sentence: str) -> None:
    assert run("convert", english, *words).err == f"bpetui: {sentence}\n"
