"""The values of options: as command-line arguments, and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.option_table import OPTIONS, PATTERN
from bpetui.core.option_values import changed_values, to_arguments, to_options, to_values, token_from_word, token_word
from bpetui.core.options import OptionError, Options


@given(st.binary(min_size=1))
def test_a_token_word_reads_back_as_its_bytes(token: bytes) -> None:
    word = token_word(token)
    assert token_from_word(word) == token
    assert word.isprintable()
    assert not word.startswith("-")


def test_a_plain_token_is_written_as_its_text() -> None:
    assert [token_word(token) for token in (b"the", b"'s", b"-", b"0x61", b" a", "床".encode())] == [
        "the", "'s", "0x2d", "0x30783631", "0x2061", "0xe5ba8a",
    ]  # fmt: skip


def test_only_changed_values_become_arguments() -> None:
    assert to_arguments({option.name: option.default for option in OPTIONS}) == ["--alphabet=bytes"]
    assert changed_values(to_values(Options(ties="smallest-id"))) == {"ties": "smallest-id"}
    assert to_arguments({"split": PATTERN, "pattern": "-a b", "veto": (("a", "b"),), "word_counts": True}) == [
        "--word-counts", "--pattern=-a b", "--veto", "a", "b",
    ]  # fmt: skip


def test_missing_options_have_their_default() -> None:
    assert to_options({}) == Options()
    assert to_options({"min_count": 3}) == Options(min_count=3)
    for values, option in [({"split": "gpt5"}, "split"), ({"split": PATTERN, "pattern": "("}, "pattern")]:
        with pytest.raises(OptionError) as caught:
            to_options(values)  # type: ignore[arg-type]
        assert caught.value.option == option
