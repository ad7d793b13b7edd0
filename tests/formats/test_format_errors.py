"""The sentences that all formats share, and tokens in them."""

import pytest

from bpetui.formats.format_errors import damaged, first_special, refused, shown, with_others


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (b"the", "the"),
        (" a\x1b", "·a␛"),
        (b"\xe5\xba", "⟨e5 ba⟩"),
        ("床".encode(), "床"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 40 + "…"),
    ],
)
def test_a_token_is_text_or_bytes_in_hex(token: bytes | str, text: str) -> None:
    assert shown(token) == text


def test_errors_name_the_file_its_kind_and_the_line() -> None:
    assert str(damaged("a\x1b.json", "tokenizer.json", "it is empty")) == (
        "a␛.json is not a valid tokenizer.json: it is empty"
    )
    assert str(damaged("a.model", "minbpe model", "no merges", 3)) == (
        "a.model is not a valid minbpe model, line 3: no merges"
    )
    assert str(refused("tiktoken", "it is too large")) == "cannot be written in the tiktoken format: it is too large"


def test_the_number_of_others_follows_the_first() -> None:
    assert with_others("the byte 0x00", 0) == "the byte 0x00"
    assert with_others("the byte 0x00", 1) == "the byte 0x00 and 1 other"
    assert with_others("the byte 0x00", 3) == "the byte 0x00 and 3 others"
    assert first_special({"<s>": 1, "</s>": 2}) == "the special token <s> and 1 other"
