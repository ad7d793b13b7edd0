"""Pre-tokenization: what the published patterns cut, and that nothing is lost whatever the pattern."""

import gzip
import json
from pathlib import Path

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core import splitting
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named

# Every kind of character that a named pattern treats in its own way, so that short texts meet all of them.
ANY_KIND = "aZé1٣ \n\r\t\u00a0\u3000\x1c/!'-sS中かǅʰ\u0301😀"

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


@pytest.mark.parametrize("name", SPLIT_NAMES)
def test_an_empty_text_has_no_words(name: str) -> None:
    assert split_named(name).words("") == []


@pytest.mark.parametrize("name", SPLIT_NAMES)
@given(text=st.text(ANY_KIND) | st.text())
def test_the_words_join_to_the_text(name: str, text: str) -> None:
    words = split_named(name).words(text)
    assert "".join(words) == text
    assert all(words)


@pytest.mark.parametrize("name", SPLIT_NAMES)
@given(
    text=st.integers(0, 40).flatmap(lambda size: st.text(ANY_KIND, min_size=size, max_size=size)),
    size=st.integers(1, 8),
)
@example(text="a!\n/b", size=1)  # the line end and the slash belong to the sign in o200k_base
def test_the_words_do_not_depend_on_where_blocks_end(name: str, text: str, size: int) -> None:
    split = split_named(name)
    whole = split.words(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", size)
        assert split.words(text) == whole
        start, data = 0, text.encode()
        for stop, words in split.blocks(data):
            assert data[start:stop] == "".join(words).encode()
            assert next(split.blocks(data, start)) == (stop, words)
            start = stop


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "llama3", "qwen"])
def test_the_patterns_are_the_published_ones(name: str, golden: Path, corpora: Path) -> None:
    published = json.loads((golden / "encoding.json").read_text("utf-8"))[name]
    split = split_named(name)
    for text in [*published["ids"], (corpora / "emoji-test.txt").read_text("utf-8")]:
        assert split.words(text) == regex.findall(published["pattern"], text)


def test_deepseek_splits_as_its_own_tokenizer_does(golden: Path, corpora: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    packed = (corpora.parent / "vocabularies" / "deepseek-v3.tokenizer.json.gz").read_bytes()
    theirs = tokenizers.Tokenizer.from_str(gzip.decompress(packed).decode()).pre_tokenizer
    texts = list(json.loads((golden / "encoding.json").read_text("utf-8"))["deepseek-v3"]["ids"])
    texts += [path.read_text("utf-8") for path in sorted(corpora.glob("udhr_*.txt"))]
    for text in texts:
        ours = split_named("deepseek-v3").words(text)
        assert ours == [text[start:stop] for _, (start, stop) in theirs.pre_tokenize_str(text)]


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UsageError, match=r"gpt5.*cl100k_base"):
        split_named("gpt5")


CUSTOM = [
    ("[a-z]+", "12ab34", ["12", "ab", "34"]),  # what is not matched is kept
    ("(a)(b)", "ababc", ["ab", "ab", "c"]),  # groups do not matter
    ("x*", "axxb", ["a", "xx", "b"]),  # nor do empty matches
    (r"(?<=a)b", "abb", ["a", "b", "b"]),
    (r"^a|b$", "aabb", ["a", "ab", "b"]),
]


@pytest.mark.parametrize(("pattern", "text", "words"), CUSTOM)
def test_words_of_a_custom_pattern(pattern: str, text: str, words: list[str]) -> None:
    assert split_custom(pattern).words(text) == words


@given(
    pattern=st.sampled_from([r"\w+", "a*", "(a|b)+?", "a(?=b)", r"(?<=a)\s*", r"\n+$", "^b", "ab|", "|ab", "b(?!.*b)"]),
    text=st.text("ab \n1", max_size=40),
    size=st.integers(1, 8),
)
def test_a_custom_pattern_loses_nothing_and_does_not_depend_on_blocks(pattern: str, text: str, size: int) -> None:
    split = split_custom(pattern)
    whole = split.words(text)
    assert "".join(whole) == text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", size)
        assert split.words(text) == whole


def test_a_named_pattern_given_as_custom_is_the_named_split() -> None:
    assert split_custom(split_named("qwen").patterns[0]) == split_named("qwen")


@pytest.mark.parametrize("pattern", ["(", "[a", "*a", "a{2,1}", "(?P<x", "", "a{100001}", "((a{99}){99}){99}"])
def test_a_pattern_that_does_not_compile_is_wrong_usage(pattern: str) -> None:
    with pytest.raises(UsageError):
        split_custom(pattern)


def test_a_pattern_that_cannot_finish_is_stopped() -> None:
    with pytest.raises(BpetuiError, match=r"line 2\b"):
        split_custom(r"(a|aa)+$|b|\n").words("b\n" + "a" * 60 + "d", time_limit=0.2)


def test_the_time_limit_is_for_a_block_not_for_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 1000)
    text = "some words " * 200_000  # takes longer than one block may
    words = split_custom(r"\w+|\W+").words(text, time_limit=0.1)
    assert "".join(words) == text


@pytest.mark.long
@pytest.mark.parametrize("name", SPLIT_NAMES)
@pytest.mark.parametrize("unit", ["a", "^", " ", "\n", "1", "中", "\u0301", "'", " a", "a\n"])
def test_a_million_of_anything_is_split(name: str, unit: str) -> None:
    assert "".join(split_named(name).words(unit * (1_000_000 // len(unit)))) == unit * (1_000_000 // len(unit))


def test_a_pattern_that_searches_backwards_is_refused() -> None:
    with pytest.raises(UsageError, match="backwards"):
        split_custom(r"(?r)\w+")
