"""What a training has learned becomes a tokenizer and its files, and what these do not hold is told."""

from dataclasses import replace
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import Split, split_custom, split_named, split_sequence
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import export, minbpe
from bpetui.formats.export import Omission, TrainingResult, export_tokenizer, write_files
from bpetui.formats.registry import FORMATS, WRITTEN, Format, read
from tests.formats.toy_tokenizers import TOY, trained

PAIRS = [(97, 98), (256, 99)]
OPTIONS = Options(split_named("gpt2"), "nfc").with_special(("<s>", "<t>"))


@pytest.mark.parametrize("into", [FORMATS["tiktoken"], FORMATS["gpt2"]])
@pytest.mark.parametrize(
    ("split", "option"),
    [
        (split_named("gpt2"), "--split gpt2"),
        (split_named("none"), "--split none"),
        (split_custom(r"\w+|\W"), r"--pattern '\w+|\W'"),
        (split_sequence([r"\w+", r"\W"]), ""),
    ],
)
def test_omitted_split_names_its_option(into: Format, split: Split, option: str) -> None:
    assert export_tokenizer(trained("the theme", split, 3), into)[1] == (Omission("the split", option, "read it"),)


@pytest.mark.parametrize("name", ["minbpe", "huggingface"])
def test_split_that_the_format_holds_is_not_omitted(name: str) -> None:
    assert export_tokenizer(trained("the theme", "gpt2", 3), FORMATS[name])[1] == ()


def test_unknown_split_is_not_an_omission() -> None:
    assert export_tokenizer(replace(TOY, split=None), FORMATS["gpt2"])[1] == ()


def test_omission_sentence_says_what_to_do() -> None:
    said = [each.sentence(FORMATS["gpt2"]) for each in TrainingResult(PAIRS, OPTIONS, 258).files(FORMATS["gpt2"])[1]]
    assert said == [
        "the gpt2 format does not record the normal form; encode with --normalize nfc",
        "the gpt2 format does not record the split; read it with --split gpt2",
    ]
    assert Omission("the split", "", "").sentence(FORMATS["gpt2"]) == "the gpt2 format does not record the split"


def test_training_result_becomes_a_tokenizer_with_its_options() -> None:
    tokenizer = TrainingResult(PAIRS, OPTIONS, 300).tokenizer()
    assert [tokenizer.token(token_id) for token_id in (257, 300, 301)] == [b"abc", b"<s>", b"<t>"]
    assert (tokenizer.split, tokenizer.normalization) == (split_named("gpt2"), "nfc")
    assert tokenizer.encode("abc<s>", ["<s>"]) == [257, 300]


@pytest.mark.parametrize("name", [name for name in WRITTEN if name != "tiktoken"])
def test_files_of_a_training_result_equal_those_of_its_tokenizer(tmp_path: Path, name: str) -> None:
    learned = TrainingResult(PAIRS, OPTIONS, 300)
    files, omissions = learned.files(FORMATS[name])
    assert (files, omissions) == export_tokenizer(learned.tokenizer(), FORMATS[name])
    write_files(tmp_path / name, files, force=False)
    loaded = read(str(tmp_path / name)).tokenizer
    assert isinstance(loaded, BpeTokenizer)
    assert loaded.with_split(OPTIONS.split).encode("abc<s>", ["<s>"]) == [257, 300]
    with pytest.raises(BpetuiError, match="already exists"):
        write_files(tmp_path / name, files, force=False)


def test_training_on_characters_has_no_tokenizer() -> None:
    for name in WRITTEN:
        with pytest.raises(BpetuiError, match="hold merges of bytes, but these are merges of characters"):
            TrainingResult([(0, 1)], Options(alphabet="characters"), 3).files(FORMATS[name])


def test_huge_tokens_are_refused_except_by_minbpe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_BYTES", 260)
    learned = TrainingResult(PAIRS, Options(), 258)
    with pytest.raises(BpetuiError, match="over 260 bytes in all"):
        learned.files(FORMATS["gpt2"])
    assert minbpe.read_model(learned.files(FORMATS["minbpe"])[0][""], "x").merges == PAIRS
