"""The errors of all formats, and tokens as text in sentences."""

from bpetui.formats.format_errors import damaged, first_special, refused, shown, with_others


def test_token_is_shown_as_text_or_in_hexadecimal() -> None:
    assert shown("a b\x1b") == shown(b"a b\x1b") == "a·b␛"
    assert shown("月".encode()) == "月"
    assert shown(b"a\xff") == "⟨61 ff⟩"
    assert shown("") == ""


def test_token_of_more_than_40_characters_is_cut() -> None:
    assert shown("a" * 40) == "a" * 40
    assert shown("a" * 41) == "a" * 40 + "…"
    assert shown(b"\xff" * 20) == "⟨" + "ff " * 13 + "…"


def test_damage_names_the_file_and_the_line() -> None:
    assert str(damaged("a\x1b.json", "toy", "it is odd")) == "a␛.json is not a valid toy: it is odd"
    assert str(damaged("a.json", "toy", "it is odd", 3)) == "a.json is not a valid toy, line 3: it is odd"


def test_refusal_names_the_format() -> None:
    assert str(refused("toy", "it is odd")) == "cannot be written in the toy format: it is odd"


def test_others_are_counted_after_the_first() -> None:
    assert with_others("the byte 0x00", 0) == "the byte 0x00"
    assert with_others("the byte 0x00", 1) == "the byte 0x00 and 1 other"
    assert with_others("the byte 0x00", 3) == "the byte 0x00 and 3 others"
    assert first_special({"<s>": 5}) == "the special token <s>"
    assert first_special({"<s> ": 5, "<t>": 3}) == "the special token <s>· and 1 other"
