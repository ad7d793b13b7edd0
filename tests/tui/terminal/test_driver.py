"""Tests of the driver: keys and pasted text."""

from __future__ import annotations

import random

from textual import events

from bpetui.tui.terminal.driver import PASTE_END, PASTE_START, KeyParser

ODD = "a\x1b\x1b[A\x1bP+q544e\x1b\\q\x00\x1b]0;t\x07\x1b[200~床\x1b[201\x1b[6n\x1b"


def said(*parts: str) -> list[str]:
    """Keys by their names, and what is pasted in quotes."""
    parser = KeyParser()
    found = [event for part in parts for event in parser.feed(part)]
    return [event.key if isinstance(event, events.Key) else repr(getattr(event, "text", event)) for event in found]


def test_typed_characters_and_sequences_are_keys() -> None:
    assert said("ab\x1b[A", "c") == ["a", "b", "up", "c"]


def test_pasted_text_is_never_a_key() -> None:
    assert said(f"a{PASTE_START}{ODD}{PASTE_END}b") == ["a", repr(ODD), "b"]
    assert said(f"{PASTE_START}{PASTE_END}{PASTE_START}x{PASTE_END}") == ["''", "'x'"]
    assert said(f"\x1b{PASTE_START}q{PASTE_END}") == ["'q'"]
    assert said("\x1b", f"{PASTE_START}q{PASTE_END}") == ["'q'"]


def test_pasted_text_can_arrive_in_parts() -> None:
    chance = random.Random(1)
    sent = f"{ODD}{PASTE_END}b"
    for _ in range(300):
        cuts = sorted(chance.choices(range(len(sent)), k=chance.randint(0, 12)))
        parts = [sent[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(sent)], strict=True)]
        assert said(f"a{PASTE_START}", *(part for part in parts if part)) == ["a", repr(ODD), "b"]


def test_an_unknown_sequence_is_ignored() -> None:
    for odd in ("\x1b[97;5:1u", "\x1b[97:65;2u", "\x1b[1114112u", "\x1b[48;0;0;0;0t\x1b[<66;0;0m"):
        assert said(f"a{odd}", "b\x1b[A", f"{PASTE_START}q{PASTE_END}")[-3:] == ["b", "up", "'q'"]
