"""Nested sets and intersections: their matches, here and in Oniguruma, and the errors."""

import re

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core.character_sets import SetError, literal_sets, plain_sets
from bpetui.core.errors import UsageError
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named

TEXT = "am月|~-&]b [pxy^ 12\nÀ"


def matched(pattern: str, text: str = TEXT) -> str:
    """Return the characters of a text that a set matches, in order."""
    return "".join(regex.findall(plain_sets(pattern), text))


@pytest.mark.parametrize(
    ("pattern", "characters"),
    [
        (r"[\p{L}&&[^\p{Han}]]", "ambpxyÀ"),
        (r"[a-z[0-9]]", "ambpxy12"),
        (r"[[0-9]a-z]", "ambpxy12"),
        (r"[^a-z&&[^m]]", "m月|~-&][^ 12\nÀ".replace("][^", "] [^")),
        (r"[a-z&&m-p]", "mp"),
        (r"[a-z&&[^m]&&[^p]]", "abxy"),
        (r"[a-c[x]&&[b-y]]", "bx"),
        (r"[^a[m]]", "月|~-&]b [pxy^ 12\nÀ"),
        (r"[^[^am]]", "am"),
        (r"[[a&&a][m]]", "am"),
        (r"[a-z&&^m]", "m"),
        (r"[]a[b]]", "a]b"),
        (r"[-[a]]", "a-"),
        (r"[\-[a]]", "a-"),
        (r"[\w&&[[:digit:]]]", "12"),
        (r"[^\s\S[a]]", ""),
        (r"[a&&[[^b][^m]]]", "a"),
        (r"[b&&[[^b][^m]]]", "b"),
        (r"[[^a][^a]]", "".join(mark for mark in TEXT if mark != "a")),
        (r"[[^^][^^]]", "".join(mark for mark in TEXT if mark != "^")),
        (r"[[^]][^]]]", "".join(mark for mark in TEXT if mark != "]")),
        (r"[[^\d][^\w]]", "".join(mark for mark in TEXT if mark not in "12")),
        (r"(?i)[a-z&&[X]]", "x"),
        (r"(?#[[)[a[b]]", "ab"),
        ("(?x)[a[b]] # [[\n", "ab"),
    ],
)
def test_nested_sets_match_their_characters(pattern: str, characters: str) -> None:
    assert matched(pattern) == characters


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "",
            "a",
            r"\[",
            r"[a]",
            r"[^a]",
            r"[]a]",
            r"[^]a]",
            r"[a-]",
            r"[a|b||c]",
            r"[a&b]",
            r"[[:alpha:]_]",
            r"[\[&]",
        ),
        *(r"(?V1)[a[b]]", "[a", "a\\", r"(?#[[)a", "(?x)a # [[", r"[-a]", r"[--a]"),
        *(pattern for name in SPLIT_NAMES for pattern in split_named(name).patterns),
    ],
)
def test_a_pattern_without_nested_sets_is_unchanged(pattern: str) -> None:
    assert plain_sets(pattern) == pattern


def test_a_rewritten_set_is_one_item_of_the_pattern() -> None:
    assert split_custom(r"[\p{L}&&[^\p{Han}]]+").words("abc月落d") == ["abc", "月落", "d"]
    assert split_custom(r"x[a-z[0-9]]{2}").words("xa1xab2") == ["xa1", "xab", "2"]
    assert split_custom(r"(?<=[a[b]])c").words("abcdc") == ["ab", "c", "dc"]


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("[a[b]", r"[ inside a set opens another set, which is not closed; write \[ for a literal ["),
        ("[[]", r"[ inside a set opens another set, which is not closed; write \[ for a literal ["),
        ("[a&&]", r"&& has nothing on one side; write \& for a literal &"),
        ("[&&a]", r"&& has nothing on one side; write \& for a literal &"),
        ("[a--b]", r"-- inside a set is an operator in Rust; write \- for a literal -"),
        ("[a-z--[aeiou]]", r"-- inside a set is an operator in Rust; write \- for a literal -"),
        ("[a~~b]", r"~~ inside a set is an operator in Rust; write \~ for a literal ~"),
        ("[a" * 100_000, "it is nested too deeply"),
        ("[a-[b]]", r"- before a set inside a set is ambiguous; write \- for a literal -"),
    ],
)
def test_an_ambiguous_set_is_an_error_with_a_reason(pattern: str, why: str) -> None:
    with pytest.raises(SetError, match=re.escape(why)):
        plain_sets(pattern)
    with pytest.raises(UsageError, match=re.escape(f"the pattern has an ambiguous set: {why}")):
        split_custom(pattern)


def test_the_place_of_an_error_is_in_the_compiled_pattern() -> None:
    with pytest.raises(UsageError, match=re.escape("at position 12 of ((?:[a]|[b])") + "$"):
        split_custom("([a[b]]")
    with pytest.raises(UsageError, match=r"at position 2$"):
        split_custom("[a")


SETS = st.recursive(
    st.sampled_from(["a-m", "b", "xy", r"\d", "^", "月", r"\-", "b-"]),
    lambda inner: (
        st.builds("[{}{}]".format, st.sampled_from(["", "^"]), inner)
        | st.builds("{}&&{}".format, inner, inner)
        | st.builds("[{}]{}".format, inner, inner)
    ),
    max_leaves=5,
)


@given(SETS, st.booleans())
def test_oniguruma_matches_the_same(inner: str, negated: bool) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="Hugging Face's tokenizers are not installed")
    pattern = f"[{'^' * negated}{inner}]"
    try:
        ours = [found.span() for found in regex.finditer(plain_sets(pattern), TEXT)]
        theirs = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "removed", invert=True)
    except (SetError, regex.error, Exception) as error:
        if not isinstance(error, SetError | regex.error) and "Oniguruma" not in str(error):
            raise
        return
    assert ours == [span for _, span in theirs.pre_tokenize_str(TEXT)]


@given(st.text("[]^-&~ab\\", max_size=8))
@example("--[")
@example("a-b--~")
@example(r"\w--a")
def test_literal_sets_match_like_the_pattern_in_regex(inner: str) -> None:
    pattern = f"[{inner}]+"
    try:
        theirs = regex.findall(pattern, TEXT)
    except regex.error:
        return
    assert regex.findall(plain_sets(literal_sets(pattern)), TEXT) == theirs
