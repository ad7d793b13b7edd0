"""Tokens by their ids: their bytes, however long they are, and the merges that made them."""

import pytest

from bpetui.core.alphabet import FIRST_SPECIAL, UNKNOWN
from bpetui.core.vocabulary import SHORT, Vocabulary


def doubled(times: int, first: bytes = b"ab") -> Vocabulary:
    """A vocabulary in which each token after the first two-byte one is the one before, twice."""
    vocabulary = Vocabulary([(first[0], first[1])])
    for _ in range(times):
        last = len(vocabulary) - 1
        vocabulary.append(last, last)
    return vocabulary


def test_a_token_joins_the_bytes_of_its_parts() -> None:
    vocabulary = Vocabulary([(0xE5, 0xBA), (256, 0x8A)])
    assert (vocabulary[256], vocabulary[257]) == (b"\xe5\xba", "床".encode())
    assert len(vocabulary) == 258
    assert vocabulary.pairs == [(0xE5, 0xBA), (256, 0x8A)]
    assert vocabulary.append(257, 65) == 258


@pytest.mark.parametrize("times", [6, 7, 8, 12])
def test_a_long_token_is_whole(times: int) -> None:
    vocabulary = doubled(times)
    last = len(vocabulary) - 1
    assert vocabulary[last] == b"ab" * 2**times
    assert vocabulary.size(last) == 2 ** (times + 1)


def test_a_long_token_of_unequal_parts_keeps_their_order() -> None:
    vocabulary = doubled(8)
    long = len(vocabulary) - 1
    assert vocabulary[vocabulary.append(long, 99)] == b"ab" * 256 + b"c"
    assert vocabulary[vocabulary.append(99, long)] == b"c" + b"ab" * 256


def test_a_long_token_is_abridged_to_its_first_and_last_characters() -> None:
    vocabulary = doubled(8)
    assert vocabulary.abridged(len(vocabulary) - 1) == b"ab" * (SHORT // 2 - 1) + b"a" + b"b"
    assert vocabulary.abridged(256) == b"ab"


def test_an_abridged_token_cuts_no_character() -> None:
    vocabulary = Vocabulary([(0xE5, 0xBA), (256, 0x8A)])
    for _ in range(7):
        last = len(vocabulary) - 1
        vocabulary.append(last, last)
    shown = vocabulary.abridged(len(vocabulary) - 1).decode()
    assert set(shown) == {"床"}
    assert len(shown) == 86


def test_tokens_are_found_by_their_bytes() -> None:
    vocabulary = Vocabulary([(97, 98), (98, 99), (256, 99), (97, 257)])
    assert vocabulary.with_bytes(b"abc") == [258, 259]
    assert vocabulary.with_bytes(b"a") == [97]
    assert vocabulary.with_bytes(b"x" * 2) == []
    long = doubled(8)
    assert long.with_bytes(b"ab" * 256) == [len(long) - 1]
    assert long.with_bytes(b"ab" * 255 + b"ac") == []


def test_special_tokens_and_the_unknown_symbol_have_bytes() -> None:
    vocabulary = Vocabulary(special=["<s>", "đ"])
    assert vocabulary[FIRST_SPECIAL + 1] == vocabulary.abridged(FIRST_SPECIAL + 1) == "đ".encode()
    assert vocabulary.size(FIRST_SPECIAL) == 3
    assert vocabulary[UNKNOWN] == b"<unk>"
    assert len(vocabulary) == 256


def test_each_byte_has_the_size_one() -> None:
    assert {Vocabulary().size(token_id) for token_id in range(256)} == {1}


@pytest.mark.parametrize("token_id", [-1, 256, 10**6 - 1])
def test_an_unknown_id_is_an_index_error(token_id: int) -> None:
    with pytest.raises(IndexError):
        Vocabulary().size(token_id)


def test_truncation_keeps_the_first_merges() -> None:
    vocabulary = Vocabulary([(97, 98), (98, 99), (256, 99)])
    vocabulary.truncate(1)
    assert (len(vocabulary), vocabulary.pairs) == (257, [(97, 98)])
    assert vocabulary[vocabulary.append(256, 256)] == b"abab"
