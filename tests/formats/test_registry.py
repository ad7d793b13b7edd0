"""Reading and writing tokenizers in any format, and the errors for what a format cannot hold."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.notes import sentences
from bpetui.core.splitting import NO_SPLIT, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import tokenizer_file
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.registry import FORMATS, WRITTEN, dumps, format_for, format_named, loads, read
from tests.formats.conftest import PublishedTokenizer
from tests.formats.toy_tokenizers import TOY, damaged, sentence, trained

TEXT = "the cat sat on the mat, the 床前明月光 cat\n" * 3


def written(tokenizer: BpeTokenizer, name: str, path: Path) -> Path:
    """Write a tokenizer in a format, and return its path."""
    files = dumps(tokenizer, FORMATS[name]).files
    if set(files) == {""}:
        path.write_bytes(files[""])
    else:
        path.mkdir()
        for file, data in files.items():
            (path / file).write_bytes(data)
    return path


def failure(path: Path) -> str:
    """Return the error for the tokenizer at a path."""
    with pytest.raises(BpetuiError) as caught:
        read(path)
    return sentence(caught.value)


# Reading


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("file", ["toy", "toy.txt", "toy.model", "toy.json"])
def test_format_is_detected_from_the_content(name: str, file: str, tmp_path: Path) -> None:
    tokenizer = trained(TEXT, "gpt2", 30)
    loaded = read(written(tokenizer, name, tmp_path / file))
    assert (loaded.format, loaded.name, loaded.notes) == (name, file, ())
    assert isinstance(loaded.tokenizer, BpeTokenizer)
    split = loaded.tokenizer.split or split_named("gpt2")
    again = loaded.tokenizer.with_split(split)
    assert again.tokenize(TEXT) == tokenizer.tokenize(TEXT)


def test_only_minbpe_and_huggingface_hold_the_split(tmp_path: Path) -> None:
    tokenizer = trained(TEXT, "llama3", 30)
    splits = {name: read(written(tokenizer, name, tmp_path / name)).tokenizer for name in WRITTEN}
    assert {name: found.split for name, found in splits.items() if isinstance(found, BpeTokenizer)} == {
        "minbpe": split_named("llama3"),
        "huggingface": split_named("llama3"),
        "tiktoken": None,
        "gpt2": None,
    }


def test_tokenizer_without_a_split_cannot_encode() -> None:
    with pytest.raises(BpetuiError, match="--split"):
        replace(TOY, split=None).tokenize("a")


@pytest.mark.parametrize("file", ["vocab.json", "merges.txt", ""])
def test_either_gpt2_file_or_their_folder_opens_both(file: str, tmp_path: Path) -> None:
    folder = written(TOY, "gpt2", tmp_path / "toy")
    assert read(folder / file).tokenizer == replace(TOY, split=None)


def test_openai_names_of_the_gpt2_files_open(tmp_path: Path) -> None:
    folder = written(TOY, "gpt2", tmp_path / "toy")
    (folder / "vocab.json").rename(folder / "encoder.json")
    (folder / "merges.txt").rename(folder / "vocab.bpe")
    assert read(folder).tokenizer == replace(TOY, split=None)


def test_folder_with_a_tokenizer_json_opens(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    written(TOY, "huggingface", folder / "tokenizer.json")
    assert read(folder).format == "huggingface"


def test_missing_empty_or_huge_path_is_refused(tmp_path: Path) -> None:
    assert "holds no tokenizer" in failure(tmp_path)
    assert "there is no file" in failure(tmp_path / "nothing")
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(tokenizer_file.MOST_FILE_BYTES + 1)
    assert "huge is not a tokenizer: it has over 300,000,000 bytes" in failure(huge)


def test_unused_ids_are_noted() -> None:
    tokens = {**TOY.tokens, 300: b"xyz"}
    files = dumps(BpeTokenizer(tokens, None, split=None), FORMATS["tiktoken"]).files
    assert sentences(loads(files, "toy").notes, "it") == ("it has no token for 41 ids below 300; the first is 259",)


@pytest.mark.parametrize("name", WRITTEN)
@given(st.data())
def test_damage_in_any_format_is_refused_or_harmless(name: str, data: st.DataObject) -> None:
    files = dumps(TOY, FORMATS[name]).files
    spoilt = data.draw(st.sampled_from(sorted(files)))
    try:
        loaded = loads({**files, spoilt: data.draw(damaged(files[spoilt]))}, "toy")
    except BpetuiError as error:
        sentence(error)
    else:
        tokenizer = loaded.tokenizer
        if isinstance(tokenizer, BpeTokenizer):
            tokenized = tokenizer.with_split(NO_SPLIT).tokenize("aaab 床")
            assert b"".join(tokenized.tokens) == tokenized.text.encode()
        else:  # such as two tokens with one id
            assert "opens with Hugging Face's tokenizers: " in loaded.notes[-1].about("it")
            assert tokenizer.tokenize("aaab 床").ids


@pytest.mark.parametrize("name", WRITTEN)
def test_shared_ids_are_not_written(name: str) -> None:
    tokenizer = replace(TOY, shared={b"xy": 258})
    with pytest.raises(BpetuiError, match="the tokens aaab and xy have the same id 258"):
        dumps(tokenizer, FORMATS[name])


# Names


@pytest.mark.parametrize(
    "name", ["gpt2", *(pytest.param(name, marks=pytest.mark.long) for name in ("cl100k_base", "qwen"))]
)
def test_known_tokenizer_is_identified_by_its_content(name: str, published: PublishedTokenizer, tmp_path: Path) -> None:
    tokenizer = published(name)
    known = known_tokenizer(name)
    assert known
    for format_name in ("tiktoken", "gpt2"):
        files, records_split = dumps(tokenizer, FORMATS[format_name])
        assert records_split
        loaded = loads(files, "whatever").tokenizer
        assert isinstance(loaded, BpeTokenizer)
        assert loaded.special_tokens == tokenizer.special_tokens
        assert loaded.tokenize("Học sinh 中国 123 don't") == tokenizer.tokenize("Học sinh 中国 123 don't")


# Writing


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.model", "minbpe"),
        ("a.tiktoken", "tiktoken"),
        ("tokenizer.json", "huggingface"),
        ("a.json", "huggingface"),
        ("a", "minbpe"),
        ("a/", "gpt2"),
        ("a.json/", "gpt2"),
        ("a.txt", "minbpe"),
    ],
)
def test_output_name_selects_the_format(path: str, name: str) -> None:
    assert format_for(path).name == name


def test_unknown_format_is_a_usage_error() -> None:
    assert format_named("gpt2").name == "gpt2"
    for name in ("wordpiece", "sentencepiece", ""):
        with pytest.raises(UsageError, match="minbpe, tiktoken, gpt2, huggingface"):
            format_named(name)


def test_special_tokens_are_never_dropped() -> None:
    tokenizer = trained(TEXT, "gpt2", 30, ("<|a|>", "<|b|>"))
    with pytest.raises(BpetuiError, match=r"it cannot hold special tokens: the special token <\|a\|> and 1 other"):
        dumps(tokenizer, FORMATS["tiktoken"])
    for name in ("minbpe", "gpt2", "huggingface"):
        again = loads(dumps(tokenizer, FORMATS[name]).files, "toy").tokenizer
        assert again.special_tokens == ("<|a|>", "<|b|>")


def test_read_only_format_is_not_written() -> None:
    with pytest.raises(BpetuiError, match="does not write it"):
        dumps(TOY, FORMATS["sentencepiece"])


def test_json_with_a_byte_order_mark_is_read() -> None:
    files = dumps(TOY, FORMATS["huggingface"]).files
    assert loads({"": b"\xef\xbb\xbf" + files[""]}, "toy").tokenizer == loads(files, "toy").tokenizer
    assert json.loads(files[""])
