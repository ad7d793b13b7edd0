"""Split patterns in Oniguruma's syntax: what is the same, what is written otherwise, and what is refused."""

from typing import Any

import pytest
import regex
from hypothesis import example, given, reject
from hypothesis import strategies as st

from bpetui.core.splitting import SPLIT_NAMES, split_named, split_sequence
from bpetui.formats.huggingface.oniguruma import UntranslatableError, from_oniguruma, to_oniguruma

# Every kind of character that a pattern may treat in its own way, so that short texts meet all of them.
ANY_KIND = "abkszAKSZéß1٣² \n\r\t\u00a0\u3000\x1c/!'-_[].sS中かǅʰſ\u0301\u200d😀"

# Of what is assigned since Python's own tables were made, Oniguruma knows as little; ʕ has another category since.
TEXT = st.text(ANY_KIND, max_size=20) | st.text(st.characters(exclude_categories=["Cs", "Cn"], exclude_characters="ʕ"))


def original(patterns: tuple[str, ...]) -> Any:
    """Hugging Face's pre-tokenizer that isolates what the patterns match, one after another."""
    tokenizers = pytest.importorskip("tokenizers", reason="what is compared with is not installed")
    made = [tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated") for pattern in patterns]
    return tokenizers.pre_tokenizers.Sequence(made)


def words(pre_tokenizer: Any, text: str) -> list[str]:
    """The words that the original finds. Rejects the example if it gives up, with a panic, after too many retries."""
    try:
        return [word for word, _ in pre_tokenizer.pre_tokenize_str(text)]
    except BaseException as error:
        if "retry-limit-in-match" not in str(error):
            raise
        reject()


# Both ways

SAME_IN_BOTH = [
    r"\p{L}+|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}",
    r"[一-龥]+|[^\s\-a-z]++|(a|b)*+c",
    r"(?>a|ab)c|(?<=ab)\d{2,}?|x{2}",
    r"\u0301|\x41|\.|\t| ",
]


@pytest.mark.parametrize("pattern", SAME_IN_BOTH)
def test_common_syntax_is_unchanged(pattern: str) -> None:
    assert to_oniguruma(pattern) == from_oniguruma(pattern) == pattern


@pytest.mark.parametrize(
    ("python", "ruby"),
    [
        (r"a$", r"a\Z"),  # the end, or before a last line end
        (r"a\Z", r"a\z"),  # the very end
        (r"^a", r"\Aa"),
        (r"a(?m:$)", r"a$"),  # the end of any line
        (r"(?m:^)(?!\Z)a", r"^a"),
        (r"(?s:.)", r"(?m:.)"),  # the dot matches line ends, too
        (r"\w+", r"[\w\x{200C}\x{200D}]+"),
        (r"\W", r"[^\w\x{200C}\x{200D}]"),
        (r"[^\s\w]", r"[^\s\w\x{200C}\x{200D}]"),
        (r"[^\W\d_]", r"[^[^\w\x{200C}\x{200D}]\d_]"),
        (r"[\[(]", r"[\[(]"),
        (r"\U0001f600", r"\x{1F600}"),
        (r"\p{N}{1,3}+|a{2}+b", r"(?>\p{N}{1,3})|(?>a{2})b"),  # possessive
    ],
)
def test_translated_syntax_is_translated_back(python: str, ruby: str) -> None:
    assert to_oniguruma(python) == ruby
    assert from_oniguruma(ruby) == python


@pytest.mark.parametrize(
    ("python", "ruby"),
    [
        (r"a{2}?", r"a{2}"),
        (r"\pL", r"\p{L}"),
        (r"(?i)ab|c", r"(?i:ab|c)"),
        ("a\nb", r"a\nb"),
        (r"\xe9", r"\x{E9}"),
        (r"[\p{L}&&[^\p{Han}]]+", r"(?:(?=[\p{L}])[^\p{Han}])+"),
    ],
)
def test_python_syntax_without_a_counterpart_is_expanded(python: str, ruby: str) -> None:
    assert to_oniguruma(python) == ruby


@pytest.mark.parametrize(
    ("ruby", "python"),
    [
        (r"\p{N}{1,3}+", r"(?:\p{N}{1,3})+"),  # greedy, any number of groups
        (r"a{2}?b", r"(?:a{2})?b"),
        (r"\h\H", r"[0-9A-Fa-f][^0-9A-Fa-f]"),
        (r" ?[^(\s|[.,!?…。，、।۔،])]+", r" ?[^(\s|.,!?…。，、।۔،)]+"),  # BLOOM's: a set in a set
        (r"(?m)a.b", r"(?s:a.b)"),
        (r"[^\r\n]?[\p{L}&&[^\p{Han}]]+", r"[^\r\n]?(?:(?=[\p{L}])[^\p{Han}])+"),  # Kimi K2's
        (r"[a[^b]]", r"(?:[a]|(?![b])[\s\S])"),
    ],
)
def test_syntax_with_another_meaning_is_translated(ruby: str, python: str) -> None:
    assert from_oniguruma(ruby) == python


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"\bab", r"\b has another meaning"),
        (r"\w", r"\w has another meaning"),  # Oniguruma's takes ², and no joiners
        (r"[\w]", r"\w has another meaning"),
        (r"(?<name>a)", "(?< has another meaning"),
        (r"(a)\1", r"\1 has another meaning"),
        (r"\p{Emoji}", r"\p{Emoji} is not known to have the same meaning"),
        (r"\pL", r"\pL is not known to have the same meaning"),
        (r"[[:alpha:]]", "[: in a set has another meaning"),
        (r"[a-z&&[^[:alpha:]]]", "[: in a set has another meaning"),
        (r"[a--b]", "a-- in a set is not a range"),
        (r"(?i:straße)", "ß has another meaning if case is ignored"),
        (r"(?i:ss)", "ss has another meaning if case is ignored"),
        (r"(?i:i)", "i has another meaning if case is ignored"),
        (r"(?i:[a-z])", "a-z has another meaning if case is ignored"),
        (r"(?<=a+)b", "the content of (?<=…) has anchors, groups or more than one length"),
        (r"a**", "a repetition is repeated"),
        (r"(?=a)+b", "+ repeats something that matches no character"),
        (r"a*", "it can match the empty string"),
        (r"(?=a)", "it can match the empty string"),
        (r"(a", "a ( has no )"),
        (r"a)", "a ) has no ("),
        (r"[a", "it ends too soon"),
        ("a\\", "it ends too soon"),
        (r"\x80", r"\x80 has another meaning"),  # a byte
        ("(" * 100_000, "it is nested too deeply"),
        ("[" * 100_000, "it is nested too deeply"),
    ],
)
def test_syntax_with_unknown_equivalence_is_refused(pattern: str, why: str) -> None:
    with pytest.raises(UntranslatableError) as caught:
        from_oniguruma(pattern)
    assert str(caught.value) == why


@pytest.mark.parametrize("pattern", [r"\h", r"\z", r"a(?i)b", r"(?P<n>a)", r"(?m:a)", r"(?x:a b)", "x{,}", r"[^\s\S]"])
def test_python_only_syntax_is_refused(pattern: str) -> None:
    with pytest.raises(UntranslatableError):
        to_oniguruma(pattern)


# Compared with Oniguruma itself


@pytest.mark.parametrize("name", [name for name in SPLIT_NAMES if name != "none"])
def test_named_split_and_its_translation_split_alike(name: str) -> None:
    split = split_named(name)
    theirs = original(tuple(map(to_oniguruma, split.patterns)))

    @given(TEXT)
    @example("don't DON'T Iſ'ſ 1234567 ²³ a\u200db\r\n\r\n \n  x\u3000\n")
    def cut_alike(text: str) -> None:
        assert words(theirs, text) == split.words(text)

    cut_alike()


ATOMS = [
    *("a", "b", "1", " ", "A", "²", "_", "é", "中", "k", "s", r"\.", r"\-", r"\n", r"\u0301", r"\x61", "(?i:ab)"),
    *(r"\s", r"\S", r"\d", r"\p{L}", r"\P{N}", r"\p{^M}", "^", "$", r"\A", r"\Z", "[a-c_]", r"[^\s\d]", "[²é]", "[ -]"),
]
REPEATS = ["", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{,2}", "*+", "+?", "??", "{1,3}+", "{1,3}?", "{2}?", "{2}+"]
GROUPS = ["(?:{})", "({})", "(?>{})", "(?={})a", "(?!{})b", "a(?<={})", "b(?<!{})", "{}|a", "b|{}"]


def patterns(*more: str) -> st.SearchStrategy[str]:
    """Patterns of all that is translated, and of what only one of the syntaxes has."""
    atoms = [*ATOMS, *(each for each in more if "{}" not in each)]
    groups = [*GROUPS, *(each for each in more if "{}" in each)]
    repeated = st.tuples(st.sampled_from(atoms), st.sampled_from(REPEATS)).map("".join)
    sequences = st.lists(repeated, min_size=1, max_size=4).map("".join)
    grouped = st.tuples(st.sampled_from(groups), st.sampled_from(REPEATS))
    return st.recursive(
        sequences,
        lambda inner: st.tuples(grouped, inner, sequences).map(
            lambda parts: parts[0][0].format(parts[1]) + parts[0][1] + parts[2]
        ),
        max_leaves=3,
    )


TEXTS = st.lists(st.text("ab1 \nA²\u200dßſk-[]é中\u0301_.", max_size=12), min_size=5, max_size=5)


@given(patterns(r"\w", r"\W", r"[\w-]", r"[^\W_]", r"\pL", "(?s:{})", "[a[b]", "[a-c&&[^b]]"), TEXTS)
def test_translated_pattern_splits_alike(pattern: str, texts: list[str]) -> None:
    try:
        regex.compile(pattern)
        translated = to_oniguruma(pattern)
    except (UntranslatableError, regex.error):
        return
    theirs = original((translated,))
    for ours in (split_sequence([pattern]), split_sequence([from_oniguruma(translated)])):
        for text in texts:
            assert words(theirs, text) == ours.words(text)


@given(patterns(r"\h", r"\z", "(?m:{})", "[a[b]c]", "[^[a]b]", "[a-c&&[^b]]", r"[\h_]", r"[\w\x{200C}\x{200D}]"), TEXTS)
def test_pattern_translated_back_splits_alike(pattern: str, texts: list[str]) -> None:
    try:
        translated = from_oniguruma(pattern)
    except UntranslatableError:
        return
    theirs, ours = original((pattern,)), split_sequence([translated])
    for text in texts:
        assert words(theirs, text) == ours.words(text)
