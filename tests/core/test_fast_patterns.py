"""A fast pattern finds the words that the published one finds."""

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core import fast_patterns
from bpetui.core.fast_patterns import compile_fast_patterns, fast_pattern
from bpetui.core.named_patterns import NAMED_PATTERNS
from tests.core.test_splitting import ANY_KIND

ALONE = {name: patterns[0] for name, patterns in NAMED_PATTERNS.items() if len(patterns) == 1}
ASCII = st.text(st.characters(max_codepoint=0x7F)) | st.text(st.sampled_from("aZ's'LLd 12\n\r\t\v\x1c_-$/.!"))


def words_found_fast(pattern: str, text: str) -> list[str]:
    """The words that the fast pattern for a text finds in it."""
    fast = fast_pattern(pattern, text)
    assert fast
    return fast.findall(text)


@pytest.mark.parametrize("name", ALONE)
@given(ASCII)
@example("don't WE'LL 1234567  \n\n x  \r\n$$$/\n \x1c\x1f\x0b_a ")
def test_the_ascii_pattern_finds_the_same_words(name: str, text: str) -> None:
    assert words_found_fast(ALONE[name], text) == regex.findall(ALONE[name], text)


@pytest.mark.parametrize("name", ALONE)
@given(st.text([mark for mark in ANY_KIND if fast_patterns._is_common(mark)]))
def test_the_pattern_for_long_texts_finds_the_same_words(name: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_patterns, "_LONG_TEXT", 0)
        assert words_found_fast(ALONE[name], text) == regex.findall(ALONE[name], text)


@pytest.mark.parametrize("name", ALONE)
def test_every_common_character_is_in_the_same_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_patterns, "_LONG_TEXT", 0)
    for block in fast_patterns._COMMON:
        text = "".join(f"x{mark} {mark}1'{mark} {mark * 2}'l{mark}\n" for mark in map(chr, block))
        assert words_found_fast(ALONE[name], text) == regex.findall(ALONE[name], text), block


@pytest.mark.parametrize("text", ["é" * (fast_patterns._LONG_TEXT - 1), "é" * fast_patterns._LONG_TEXT + "\u0e01"])
def test_a_short_text_and_one_of_a_rare_script_have_no_fast_pattern(text: str) -> None:
    assert fast_pattern(ALONE["gpt2"], text) is None
    assert fast_pattern(ALONE["gpt2"], "é" * fast_patterns._LONG_TEXT)


def test_compiling_first_leaves_nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_fast_patterns(ALONE["gpt2"])
    monkeypatch.setattr("re.compile", None)
    assert fast_pattern(ALONE["gpt2"], "a")
    assert fast_pattern(ALONE["gpt2"], "é" * fast_patterns._LONG_TEXT)
