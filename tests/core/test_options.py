"""Options: contradictions are errors, surprises are noted, and words get their end-of-word marks."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import Options
from bpetui.core.splitting import split_named

CHARACTERS = Options(alphabet="characters")

REFUSED = [
    (Options(end_of_word="_"), "requires the alphabet of characters"),
    (replace(CHARACTERS, whole_characters=True), "every token is whole"),
    (replace(CHARACTERS, end_of_word="_", split=split_named("gpt2")), "remove the mark or the split"),
    (replace(CHARACTERS, end_of_word="a b"), "contains white space"),
    (replace(CHARACTERS, end_of_word="\ud800"), "a byte that is not text"),
    (replace(CHARACTERS, end_of_word="x" * 41), "longer than 40 characters"),
    (Options(min_count=0), "from 1 to 4,611,686,018,427,387,904"),
    (Options(min_count=2**62 + 1), "from 1 to 4,611,686,018,427,387,904"),
    (Options(max_token_bytes=1), "2 bytes or more"),
    (Options().with_special([""]), "is empty"),
    (Options().with_special(["<a>", "<a>"]), "<a> is listed twice"),
    (Options().with_special(["\udce9"]), "U\\+DCE9 contains a byte that is not text"),
    (Options().with_special(map(str, range(100_001))), "100,001 special tokens are too many"),  # type: ignore[arg-type]
    (replace(CHARACTERS, end_of_word="</w>").with_special(["</w>"]), "overlaps the end-of-word mark"),
    (replace(CHARACTERS, end_of_word="</w>").with_special(["a<"]), "overlaps the end-of-word mark"),
    (replace(CHARACTERS, end_of_word="</w>").with_special([">b"]), "overlaps the end-of-word mark"),
    (replace(CHARACTERS, end_of_word="</w>").with_special(["/"]), "overlaps the end-of-word mark"),
    (replace(CHARACTERS, end_of_word="_").with_special(["<s>", "<s>x"]), "<s> begins a longer one, <s>x"),
]


@pytest.mark.parametrize(("options", "sentence"), REFUSED)
def test_invalid_options_are_refused(options: Options, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        options.check()


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(split_named("gpt2"), "nfc", ties="smallest-id", min_count=2**62, max_token_bytes=2),
        Options(whole_characters=True).with_special(["<|endoftext|>", " ", "[b]\x1b"]),
        replace(CHARACTERS, end_of_word="</w>").with_special(["<sep>", "<s>"]),
        replace(CHARACTERS, split=split_named("gpt2")),
        replace(CHARACTERS, end_of_word="x" * 40),
    ],
)
def test_compatible_options_are_accepted(options: Options) -> None:
    assert options.check() == ()


def test_a_special_token_that_contains_another_is_noted() -> None:
    [note] = Options().with_special(["<a>", "x<a>"]).check()
    assert note == "the special token x<a> contains <a>; where both match, the longer one is used"


def test_an_end_of_word_mark_replaces_the_white_space_after_a_word() -> None:
    options = replace(CHARACTERS, end_of_word="_")
    assert options.marked("  low\n\nlower\u3000a") == "low_lower_a_"
    assert options.marked(" \n") == ""
    assert options.words_split.words("low_lower_a_") == ["low_", "lower_", "a_"]
    assert CHARACTERS.marked(" low ") == " low "


def test_special_tokens_are_not_marked() -> None:
    options = replace(CHARACTERS, end_of_word="</w>").with_special(["<s>", "x<s>"])
    marked = options.marked("low<s><s>er x<s> x")
    assert marked == "low</w><s><s>er</w>x<s>x</w>"
    assert options.words_split.words(marked) == ["low</w>", "<s>", "<s>", "er</w>", "x<s>", "x</w>"]


@pytest.mark.parametrize(
    ("mark", "text"), [("_", "a snake_case word"), ("__", "a_ b"), ("__", "a _b"), ("ab", "xa"), ("aa", "a")]
)
def test_an_end_of_word_mark_that_occurs_in_a_word_is_refused(mark: str, text: str) -> None:
    marked = replace(CHARACTERS, end_of_word=mark).marked
    if mark == "ab":
        assert marked(text) == "xaab"  # it can be told
        return
    with pytest.raises(BpetuiError, match="choose a mark that does not occur"):
        marked(text)


@given(st.text("ab_<\n é"), st.sampled_from(["_", "</w>", "__", "a<"]), st.sampled_from([(), ("b",), ("é", "éé")]))
def test_marking_and_splitting_gives_the_words(text: str, mark: str, special: tuple[str, ...]) -> None:
    options = replace(CHARACTERS, end_of_word=mark).with_special(special)
    try:
        options.check()
        marked = options.marked(text)
    except BpetuiError:
        assume(False)
    plain = replace(split_named("whitespace"), special=special).words(text)
    words = [word if word in special else word + mark for word in plain if not word.isspace()]
    assert options.words_split.words(marked) == words
