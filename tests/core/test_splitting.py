"""Pre-tokenization: the words of the published patterns, and that any pattern keeps all text."""

from dataclasses import replace
from typing import Any

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core import splitting
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_custom, split_named, split_sequence

# Every kind of character that a named pattern treats in its own way, so that short texts meet all of them.
ANY_KIND = "aZé1٣ \n\r\t\u00a0\u3000\x1c/!'-sS中かǅʰ\u0301😀"


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("x", ("a",)), "there is no split x; choose one of none, lines, .*, custom$"),
        (("gpt2", ("a",)), "the split gpt2 has other patterns; name a split of your own custom$"),
        (("custom", ("(",)), "the pattern does not compile"),
        (("custom", ("\ud800",)), "the pattern contains a lone surrogate"),
        (("custom", (b"a",)), r"patterns\[0\] must be a string, not b'a'"),
        (("custom", "a"), "patterns must be a list of strings, not 'a'"),
        (("custom", ("a",), (1,)), r"special\[0\] must be a string, not 1"),
        (([], ("a",)), r"name must be a string, not \[\]"),
    ],
)
def test_a_split_with_parts_that_do_not_belong_together_is_refused(arguments: Any, sentence: str) -> None:
    with pytest.raises(UsageError, match=f"^{sentence}"):
        Split(*arguments)


def test_a_split_made_by_hand_keeps_the_whole_text() -> None:
    split = Split("custom", ["(a+)b"])  # type: ignore[arg-type]  # lists are accepted, too
    assert split == split_custom("(a+)b")
    assert split.words("aab cc aab") == ["aab", " cc ", "aab"]
    assert split.words("a\ud800") == ["a\ufffd"]
    for text in (None, b"a"):
        with pytest.raises(UsageError, match=r"^text must be a string, not"):
            split.words(text)  # type: ignore[arg-type]
