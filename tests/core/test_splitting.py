"""Pre-tokenization: the words of the published patterns, and that any pattern keeps all text."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core import splitting
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, split_custom, split_named, split_sequence

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


def test_deepseek_splits_like_its_tokenizer(golden: Path, corpora: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    packed = (corpora.parent / "vocabularies" / "deepseek-v3.tokenizer.json.gz").read_bytes()
    theirs = tokenizers.Tokenizer.from_str(gzip.decompress(packed).decode()).pre_tokenizer
    texts = list(json.loads((golden / "encoding.json").read_text("utf-8"))["deepseek-v3"]["ids"])
    texts += [path.read_text("utf-8") for path in sorted(corpora.glob("udhr_*.txt"))]
    for text in texts:
        ours = split_named("deepseek-v3").words(text)
        assert ours == [text[start:stop] for _, (start, stop) in theirs.pre_tokenize_str(text)]


def test_an_unknown_name_is_an_error_that_lists_the_names() -> None:
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
def test_a_custom_pattern_keeps_all_text_and_does_not_depend_on_blocks(pattern: str, text: str, size: int) -> None:
    split = split_custom(pattern)
    whole = split.words(text)
    assert "".join(whole) == text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", size)
        assert split.words(text) == whole


def test_a_named_pattern_given_as_custom_is_the_named_split() -> None:
    assert split_custom(split_named("qwen").patterns[0]) == split_named("qwen")


@pytest.mark.parametrize("pattern", ["(", "[a", "*a", "a{2,1}", "(?P<x", "", "a{100001}", "((a{99}){99}){99}"])
def test_a_pattern_that_does_not_compile_is_a_usage_error(pattern: str) -> None:
    with pytest.raises(UsageError):
        split_custom(pattern)


def test_a_pattern_that_cannot_finish_is_stopped() -> None:
    with pytest.raises(BpetuiError, match=r"line 2\b"):
        split_custom(r"(a|aa)+$|b|\n").words("b\n" + "a" * 60 + "d", time_limit=0.2)


def test_the_time_limit_applies_to_each_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 1000)
    text = "some words " * 200_000  # takes longer than one block may
    words = split_custom(r"\w+|\W+").words(text, time_limit=0.1)
    assert "".join(words) == text


@pytest.mark.long
@pytest.mark.parametrize("name", SPLIT_NAMES)
@pytest.mark.parametrize("unit", ["a", "^", " ", "\n", "1", "中", "\u0301", "'", " a", "a\n"])
def test_a_million_equal_characters_are_split(name: str, unit: str) -> None:
    assert "".join(split_named(name).words(unit * (1_000_000 // len(unit)))) == unit * (1_000_000 // len(unit))


def test_a_pattern_that_searches_backwards_is_refused() -> None:
    with pytest.raises(UsageError, match="backwards"):
        split_custom(r"(?r)\w+")


# Several patterns


def test_each_pattern_splits_the_words_of_the_one_before() -> None:
    split = split_sequence([r"\d", "[a-z]+", r"\s+$"])
    assert split.words("ab12 c  3\n") == ["ab", "1", "2", " ", "c", "  ", "3", "\n"]


def test_the_patterns_of_a_named_split_give_that_split() -> None:
    assert split_sequence(split_named("deepseek-v3").patterns) == split_named("deepseek-v3")
    assert split_sequence(split_named("qwen").patterns) == split_named("qwen")
    assert split_sequence([]) == NO_SPLIT


def test_a_sequence_of_one_pattern_gives_the_custom_split() -> None:
    assert split_sequence(["[a-z]+"]) == split_custom("[a-z]+")


@pytest.mark.parametrize("patterns", [["a", "("], ["", "a"], ["(?r)a"]])
def test_every_pattern_of_a_sequence_must_compile(patterns: list[str]) -> None:
    with pytest.raises(UsageError):
        split_sequence(patterns)


@given(text=st.text(ANY_KIND, max_size=60), size=st.integers(1, 8))
def test_a_sequence_splits_like_the_named_split_with_the_same_patterns(text: str, size: int) -> None:
    named = split_named("deepseek-v3")
    split = replace(named, name="custom")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", size)
        assert split.words(text) == named.words(text)


@pytest.mark.parametrize("nothing", ["z", "z*", "(?=b)", "$", "^|z"])
def test_a_later_pattern_without_matches_keeps_the_words(nothing: str) -> None:
    assert split_sequence([r"\d", nothing]).words("ab1ab2") == ["ab", "1", "ab", "2"]
    assert split_sequence([nothing, r"\d"]).words("ab1ab2") == ["ab", "1", "ab", "2"]


def test_a_later_pattern_has_the_time_that_is_left_for_each_word(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, given = 100.0, list[float | None]()

    def slow(pattern: object, word: str, time_limit: float | None = None) -> list[str]:
        nonlocal clock
        given.append(time_limit)
        clock += 0.25
        return [word]

    monkeypatch.setattr(splitting, "monotonic", lambda: clock)
    monkeypatch.setattr(splitting, "_isolate", slow)
    split = split_sequence(["b", "x"])
    assert split.words("abab", time_limit=1.5) == ["a", "b", "a", "b"]
    assert given == [1.5, 1.25, 1.0, 0.75]
    with pytest.raises(BpetuiError, match=r"takes over 1 s near character 7 \(line 1\)"):
        split.words("abababa", time_limit=1.0)
    assert given[4:] == [1.0, 0.75, 0.5, 0.25], "the fifth word has no time left"


def test_a_later_pattern_that_cannot_finish_is_stopped() -> None:
    with pytest.raises(BpetuiError, match="may never finish"):
        split_sequence([r"\n", "(a|aa)+$"]).words("b\n" + "a" * 60 + "d", time_limit=0.2)


def test_the_time_limit_includes_all_words_of_a_block() -> None:
    slow = "(a|aa)+$|b"  # takes some milliseconds for a word of 28
    with pytest.raises(BpetuiError, match=r"takes over 0\.5 s"):
        split_sequence([r"\n", slow]).words(("a" * 28 + "d\n") * 1000, time_limit=0.5)


LOCAL = [name for name in SPLIT_NAMES if split_named(name).is_local]


@pytest.mark.parametrize("name", LOCAL)
@given(
    text=st.lists(st.sampled_from(["a b", "a", "b", " ", "\n", "x a", "月", "."]), max_size=30).map("".join),
    size=st.integers(1, 8),
    special=st.sampled_from(
        [("a b",), ("b a",), ("a b", " x a b"), ("\na",), (" ",), ("b\n", "\n\n "), ("a", "a b"), (".",)]
    ),
)
@example(text="xx a b", size=2, special=("a b",))
@example(text="a ba b a b", size=1, special=("a b",))
def test_the_end_of_a_block_does_not_cut_a_special_token(
    name: str, text: str, size: int, special: tuple[str, ...]
) -> None:
    split = replace(split_named(name), special=special)
    whole = list[str]()
    for part in regex.split("(" + "|".join(map(regex.escape, sorted(special, key=len, reverse=True))) + ")", text):
        whole += [part] if part in special else split_named(name).words(part)
    assert split.words(text) == whole
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", size)
        assert split.words(text) == whole


def test_a_text_is_not_cut_where_a_special_token_is_or_can_continue() -> None:
    split = replace(split_named("whitespace"), special=("a bc",))
    assert split.cut("x a bc x", 0, ends=False) == 1
    assert split.cut("x a bc x", 2, ends=False) is None, "the cut at 6 is as near to the end as a token is long"
    assert split.cut("x a bc xy", 2, ends=False) == 6
    assert split.cut("x a bc x", 2, ends=True) == 6
    assert split.cut("x a bc", 2, ends=True) == 6
    assert split.cut("x a", 1, ends=False) is None


def test_a_pattern_does_not_see_past_a_special_token() -> None:
    split = replace(split_custom("(?<=>)a|^b|.b|c$"), special=("<s>",))
    assert split.words("<s>ab<s>bc<s>") == ["<s>", "ab", "<s>", "b", "c", "<s>"]


def test_a_pattern_in_the_next_block_does_not_see_past_a_special_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 8)
    split = replace(split_custom("(?<=a)b|.|<"), special=("<s>",))
    data = b"abab<s>bab" * 3
    blocks = list(split.blocks(data))
    assert len(blocks) > 2
    for number, (stop, _) in enumerate(blocks):
        assert list(split.blocks(data, stop)) == blocks[number + 1 :]


ALONE = [name for name in SPLIT_NAMES if len(split_named(name).patterns) == 1]
ASCII = st.text(st.characters(max_codepoint=0x7F)) | st.text(st.sampled_from("aZ's'LLd 12\n\r\t\v\x1c_-$/.!"))


@pytest.mark.parametrize("name", ALONE)
@given(ASCII)
@example("don't WE'LL 1234567  \n\n x  \r\n$$$/\n \x1c\x1f\x0b_a ")
def test_the_ascii_pattern_gives_the_same_words(name: str, text: str) -> None:
    split = split_named(name)
    assert split.words(text) == regex.findall(split.patterns[0], text)


@pytest.mark.parametrize("name", ALONE)
@given(st.text(ANY_KIND))
def test_the_pattern_for_long_texts_gives_the_same_words(name: str, text: str) -> None:
    split = split_named(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "_LONG_TEXT", 0)
        assert split.words(text) == regex.findall(split.patterns[0], text)


@pytest.mark.parametrize("name", ALONE)
def test_every_common_character_gives_the_same_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "_LONG_TEXT", 0)
    split = split_named(name)
    for block in splitting._COMMON:
        text = "".join(f"x{mark} {mark}1'{mark} {mark * 2}'l{mark}\n" for mark in map(chr, block))
        assert splitting._is_common(text)
        assert split.words(text) == regex.findall(split.patterns[0], text), block
