"""The words of the published patterns."""

import gzip
import json
from pathlib import Path

import pytest
import regex

from bpetui.core.splitting import split_named

WORDS = [
    ("none", "a b\nc", ["a b\nc"]),
    ("lines", "a b\n\nc", ["a b\n", "\n", "c"]),
    ("lines", "a\r\nb\u2028c", ["a\r\n", "b\u2028c"]),
    ("whitespace", " a  b!\n", [" ", "a", "  ", "b!", "\n"]),
    ("gpt2-simple", "don't stop  at 42!", ["don", "'t", " stop", " ", " at", " 42", "!"]),
    ("gpt2", "don't DON'T", ["don", "'t", " DON", "'", "T"]),
    ("gpt2", "two  spaces  ", ["two", " ", " spaces", "  "]),
    ("gpt2", "1234567", ["1234567"]),
    ("cl100k_base", "don't DON'T", ["don", "'t", " DON", "'T"]),
    ("cl100k_base", "1234567", ["123", "456", "7"]),
    ("cl100k_base", "a();\n\nb", ["a", "();\n\n", "b"]),
    ("cl100k_base", "a \n  b  ", ["a", " \n", " ", " b", "  "]),
    ("o200k_base", "don't DON'T", ["don't", " DON'T"]),
    ("o200k_base", "camelCase", ["camel", "Case"]),
    ("o200k_base", "a:\n//b", ["a", ":\n//", "b"]),
    ("llama3", "a\n\n\nb 1234", ["a", "\n\n\n", "b", " ", "123", "4"]),
    ("qwen", "2026年", ["2", "0", "2", "6", "年"]),
    ("deepseek-v3", "1234年 月落kana", ["123", "4", "年", " ", "月落", "kana"]),
    ("deepseek-v3", "x_abc かな", ["x", "_abc", " ", "かな"]),
]


@pytest.mark.parametrize(("name", "text", "words"), WORDS)
def test_words_of_a_named_split(name: str, text: str, words: list[str]) -> None:
    assert split_named(name).words(text) == words


def test_combining_marks_end_a_word_of_cl100k_but_not_of_o200k() -> None:
    decomposed = "nga\u0300y"  # ngày in NFD
    assert split_named("cl100k_base").words(decomposed) == ["nga", "\u0300y"]
    assert split_named("o200k_base").words(decomposed) == [decomposed]


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "llama3", "qwen"])
def test_the_patterns_are_the_published_ones(name: str, golden: Path, corpora: Path) -> None:
    published = json.loads((golden / "encoding.json").read_text("utf-8"))[name]
    split = split_named(name)
    for text in [*published["ids"], (corpora / "emoji-test.txt").read_text("utf-8")]:
        assert split.words(text) == regex.findall(published["pattern"], text)


def test_deepseek_splits_like_its_tokenizer(golden: Path, corpora: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    packed = (corpora.parent / "vocabularies" / "deepseek-v3.tokenizer.json.gz").read_bytes()
    theirs = tokenizers.Tokenizer.from_str(gzip.decompress(packed).decode()).pre_tokenizer
    texts = list(json.loads((golden / "encoding.json").read_text("utf-8"))["deepseek-v3"]["ids"])
    texts += [path.read_text("utf-8") for path in sorted(corpora.glob("udhr_*.txt"))]
    for text in texts:
        ours = split_named("deepseek-v3").words(text)
        assert ours == [text[start:stop] for _, (start, stop) in theirs.pre_tokenize_str(text)]
