"""The tokenizer that ``--tokenizer`` names, and the split that is used with it."""

import pytest

from bpetui.cli.tokenizer_option import load_tokenizer, with_known_split, with_split
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import split_named
from bpetui.formats.registry import LoadedTokenizer
from tests.cli.conftest import Run
from tests.tui.sample_tokenizers import WordPiece, tokenizer_from_merges, tokenizer_from_ranks

GPT2, LINES = split_named("gpt2"), split_named("lines")


def test_the_split_of_the_file_is_used_without_another() -> None:
    tokenizer = tokenizer_from_merges()
    assert with_known_split(tokenizer, "toy", None) is tokenizer
    assert with_split(LoadedTokenizer(tokenizer, "toy", "minbpe"), None) is tokenizer


def test_another_split_replaces_that_of_the_file_with_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert with_known_split(tokenizer_from_merges(), "toy", LINES).split == LINES
    assert capsys.readouterr().err == "bpetui: toy records the split gpt2; lines is used instead\n"


def test_the_same_split_and_a_missing_one_need_no_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert with_known_split(tokenizer_from_merges(), "toy", GPT2).split == GPT2
    assert with_known_split(tokenizer_from_ranks(), "toy", GPT2).split == GPT2
    assert capsys.readouterr().err == ""


def test_a_missing_split_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="toy does not record its split; choose one with --split or --pattern"):
        with_known_split(tokenizer_from_ranks(), "toy", None)


def test_the_split_of_another_package_cannot_be_changed() -> None:
    loaded = LoadedTokenizer(WordPiece(), "toy", "huggingface")
    assert with_split(loaded, None) is loaded.tokenizer
    with pytest.raises(UsageError, match="the split of toy cannot be changed; remove --split and --pattern"):
        with_split(loaded, GPT2)


def test_an_unknown_tokenizer_is_an_error() -> None:
    with pytest.raises(BpetuiError, match="no-such-tokenizer"):
        load_tokenizer("no-such-tokenizer")


def test_special_tokens_are_recognized_only_if_allowed(run: Run) -> None:
    words = ["train", "sample:aaabdaaabac", "--special", "<s>", "--vocab-size", "257", "--output", "toy.model"]
    assert run(*words).status == 0
    encode = ["encode", "a<s>", "--tokenizer", "toy.model"]
    assert run(*encode, "--allow-special").out.split() == ["97", "257"]
    assert run(*encode).out.split() == ["97", *map(str, b"<s>")]
