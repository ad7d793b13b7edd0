"""Tests of the parser of terminal sequences."""

import pytest

from tests.terminal import sequences


@pytest.mark.parametrize(
    "sent",
    [
        b"\x1b]0;title\x07",
        b"\x1b]52;c;aGk=\x1b\\",
        b"\x1b[6n",
        b"\x1b[2J",
        b"\x1b[?1048h",
        b"\x1b[>c",
        b"\x1bPq#0\x1b\\",
        b"\x1bc",
        b"\x1b",
        b"\x00",
        b"\x07",
        b"\x08",
        b"\x7f",
        "\x9b6n".encode(),
        "\x85".encode(),
    ],
)
def test_sequences_that_plain_text_does_not_need_are_found(sent: bytes) -> None:
    assert sequences.strange(b"before" + sent + b"after")


def test_a_screen_of_plain_text_has_no_strange_sequences() -> None:
    sent = (
        "\x1b[?1049h\x1b[?25l\x1b[1;1H\x1b[38;5;16;48;2;0;95;95;1m月␛\x1b[0m\r\n\x1b[?2026$p\x1b[>25u\x1b[<u".encode()
    )
    assert sequences.strange(sent) == []
    assert sequences.text(sent) == "月␛"
    assert sequences.modes(sent) == {"alternate screen": True, "cursor": False}
    assert sequences.styles(sent) == {"38;5;16", "48;2;0;95;95", "1", "0"}
    assert sequences.colors(sent) == {"38;5;16", "48;2;0;95;95"}


def test_bidi_controls_and_joiners_are_hidden() -> None:
    assert sequences.hidden("a\u202eb\u200dc\ufeffdé月".encode()) == {"\u202e", "\u200d", "\ufeff"}
