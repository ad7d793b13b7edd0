"""The kinds of bytes in UTF-8, and visible spellings of text."""

import itertools
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core.utf8 import (
    GPT2_ALPHABET,
    bracketed,
    clusters,
    gpt2_spelling,
    hex_bytes,
    kind,
    normal_form,
    visible,
    without_surrogates,
)

VALID_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
ANY_TEXT = st.text(st.characters())


def is_valid(data: bytes) -> bool:
    """Return whether bytes are valid UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


# The oracle knows nothing of lead bytes or ranges, it asks Python's encoder. 64 characters in a row differ in the last
# byte only, which no beginning has; U+40000-7FFFF have every end that a character can have.
EVERY_64TH = [chr(code).encode() for code in range(0, 0x110000, 64) if not 0xD800 <= code < 0xE000]
BEGINNINGS = {character[:cut] for character in EVERY_64TH for cut in range(1, len(character))}
ENDS = {chr(code).encode()[cut:] for code in range(0x40000, 0x80000) for cut in (1, 2, 3)}


def kind_by_search(data: bytes) -> str:
    """Find the kind by trying every way to cut the bytes into an end, whole characters and a beginning."""
    if is_valid(data):
        return "whole"
    if data in BEGINNINGS:
        return "prefix"
    if data in ENDS:
        return "continuation"
    for end, beginning in itertools.product(range(4), range(4)):
        middle = data[end : len(data) - beginning]
        if (
            end + beginning <= len(data)
            and (end == 0 or data[:end] in ENDS)
            and (beginning == 0 or data[len(data) - beginning :] in BEGINNINGS)
            and is_valid(middle)
        ):
            return "straddling"
    return "invalid"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("ff", "invalid"),
        ("c0", "invalid"),
        ("f5", "invalid"),
        ("e0 80", "invalid"),
        ("ed a0", "invalid"),
        ("f4 90", "invalid"),
        ("f4 90 80 80", "invalid"),  # above U+10FFFF
        ("f4 8f bf bf", "whole"),
        ("f0 8f bf bf", "invalid"),  # U+FFFF in four bytes
        ("f0 90 80 80", "whole"),
        ("e0 9f bf", "invalid"),  # U+07FF in three
        ("e0 a0 80", "whole"),
        ("ed a0 80", "invalid"),  # U+D800
        ("ed bf bf", "invalid"),  # U+DFFF
        ("ed 9f bf", "whole"),
        ("ee 80 80", "whole"),
        ("ed 9f", "prefix"),
        ("f4 8f bf", "prefix"),
        ("e6 e6", "invalid"),
        ("80 80 80 80", "invalid"),
        ("e6 9c 88", "whole"),
        ("41 42", "whole"),
        ("00", "whole"),
        ("e6", "prefix"),
        ("e6 9c", "prefix"),
        ("ed", "prefix"),
        ("f4", "prefix"),
        ("9c 88", "continuation"),
        ("88", "continuation"),
        ("80 80 80", "continuation"),
        ("88 e6", "straddling"),
        ("88 e3 80 82", "straddling"),
        ("e3 80 82 0a e4", "straddling"),
    ],
)
def test_each_kind_has_its_bytes(data: str, expected: str) -> None:
    assert kind(bytes.fromhex(data)) == expected


def test_every_token_of_one_or_two_bytes_has_the_kind_that_a_search_finds() -> None:
    short = [bytes(token) for size in (1, 2) for token in itertools.product(range(256), repeat=size)]
    assert [kind(token) for token in short] == [kind_by_search(token) for token in short]


@given(VALID_TEXT, st.integers(0), st.integers(1, 12))
def test_an_excerpt_of_valid_text_is_never_invalid(text: str, start: int, size: int) -> None:
    data = text.encode() or b"a"
    start %= len(data)
    token = data[start : start + size]
    assert kind(token) == kind_by_search(token) != "invalid"


@given(
    st.lists(st.sampled_from(b"A\x80\x8f\x90\x9f\xa0\xbf\xc0\xc2\xe0\xe6\xed\xf0\xf4\xf5"), min_size=1).map(bytes)
    | st.binary(min_size=1, max_size=8)
)
def test_any_bytes_have_the_kind_that_a_search_finds(token: bytes) -> None:
    assert kind(token) == kind_by_search(token)


def test_a_token_of_a_million_characters_has_a_kind() -> None:
    assert kind("月".encode() * 1_000_000) == "whole"
    assert kind("月".encode() * 1_000_000 + b"\xff") == "invalid"


def test_no_bytes_have_the_kind_empty() -> None:
    assert kind(b"") == "empty"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, 床前明月光 ở trường", "plain text, 床前明月光 ở trường"),
        ("\0\x1b[31m\r\n\t\x7f", "␀␛[31m␍␊␉␡"),
        ("\x85\x9b", "U+0085U+009B"),
        ("a\u202eb", "aU+202Eb"),
        ("👩\u200d👧", "👩U+200D👧"),
        ("❤\ufe0f", "❤U+FE0F"),
        ("\ufeffa\u200b\u00ad", "U+FEFFaU+200BU+00AD"),
        ("a\u00a0b\u3000c\u2028\u2029", "aU+00A0bU+3000cU+2028U+2029"),
        ("\ud800\ue000\U0010ffff", "U+D800U+E000U+10FFFF"),
        ("\u034f\u3164\U000e0041", "U+034FU+3164U+E0041"),
        ("o\u0323", "o\u0323"),
        ("[/foo]", "[/foo]"),
    ],
)
def test_hidden_characters_become_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_the_signs_for_white_space_can_be_chosen() -> None:
    assert visible("a b\tc\n", space="·", tab="→", newline="↵") == "a·b→c↵"
    assert visible(" \n", space="·", newline="↵\n") == "·↵\n"


@given(ANY_TEXT)
@example("".join(chr(code) for code in range(0x3100)))
def test_visible_text_has_no_control_or_hidden_characters(text: str) -> None:
    shown = visible(text)
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cf", "Zl", "Zp", "Cs", "Co"}
    assert {character for character in shown if unicodedata.category(character) == "Zs"} <= {" "}
    assert visible(shown) == shown


def test_bytes_are_spelled_in_hex() -> None:
    assert hex_bytes(b"\xe5\xba") == "e5 ba"
    assert bracketed(b"\xe5\xba") == "⟨e5 ba⟩"
    assert hex_bytes(b"") == bracketed(b"") == ""


def test_the_gpt2_alphabet_has_a_printable_character_for_each_byte() -> None:
    assert len(set(GPT2_ALPHABET)) == 256
    assert GPT2_ALPHABET.isprintable()
    assert not any(character.isspace() for character in GPT2_ALPHABET)


@pytest.mark.parametrize(
    ("byte", "character"),
    [(0x21, "!"), (0xFF, "ÿ"), (0x00, "\u0100"), (0x0A, "Ċ"), (0x20, "Ġ"), (0xA0, "\u0142"), (0xAD, "\u0143")],
)
def test_invisible_bytes_are_spelled_from_u_0100_on(byte: int, character: str) -> None:
    assert GPT2_ALPHABET[byte] == character


def test_the_gpt2_spelling_uses_the_gpt2_alphabet() -> None:
    assert gpt2_spelling(b" the") == "Ġthe"
    assert gpt2_spelling(b"\xe5\xba") == "åº"


@given(ANY_TEXT)
def test_without_surrogates_any_text_is_utf8(text: str) -> None:
    clean, count = without_surrogates(text)
    assert clean.encode().decode() == clean
    assert len(clean) == len(text)
    assert count == sum(before != after for before, after in zip(text, clean, strict=True))


def test_a_surrogate_pair_in_a_string_is_two_lone_surrogates() -> None:
    assert without_surrogates("a\ud83d\ude00\udcff") == ("a\ufffd\ufffd\ufffd", 3)
    assert without_surrogates("😀") == ("😀", 0)


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("abc", 3), ("o\u0323", 1), ("👨‍👩‍👧‍👦", 1), ("🇻🇳🇻🇳", 2), ("\r\n", 1)]
)
def test_clusters_counts_characters_as_readers_do(text: str, count: int) -> None:
    assert clusters(text) == count


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", "NFC"),
        ("ascii", "NFC"),
        ("y\u1ebfu", "NFC"),
        ("ye\u0302\u0301u", "NFD"),
        ("y\u1ebfu ye\u0302\u0301u", "mixed"),
    ],
)
def test_the_normal_form_of_a_text(text: str, form: str) -> None:
    assert normal_form(text) == form
