"""Tests of the steps of a streaming decoder."""

from collections.abc import Iterable

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenization import Tokenization, TokenKind
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import kind
from bpetui.tui.decode.decoder_steps import decoder_steps, ids_from_text, tokens_from_ids

TWO_MERGES = BpeTokenizer.from_pairs([(0xE4, 0xB8), (256, 0xAD)], NO_SPLIT, {})
"""Two merges of "中国中文中华": e4 b8, and e4 b8 ad."""


def results(*tokens: bytes) -> list[str]:
    return [step.result for step in decoder_steps([*enumerate(tokens)])]


def test_a_character_in_three_tokens_is_released_at_the_third() -> None:
    assert TWO_MERGES.tokenize("中国").ids == (257, 0xE5, 0x9B, 0xBD)
    steps = decoder_steps(tokens_from_ids(TWO_MERGES.tokenize("中国").ids, TWO_MERGES))
    assert [step.result for step in steps] == [
        'released: "中"',
        "held back: e5, 1 of 3 bytes",
        "held back: e5 9b, 2 of 3 bytes",
        'released: "国"',
    ]
    assert [step.size for step in steps] == [1, 1, 1, 2]


def test_invalid_bytes_are_named_in_the_result() -> None:
    assert results(b"\xe5", b"A", b"\xed\xa0") == [
        "held back: e5, 1 of 3 bytes",
        'released: "\ufffdA"; invalid: e5',
        'released: "\ufffd\ufffd"; invalid: ed a0',
    ]


def test_a_combining_mark_alone_is_shown_on_a_circle() -> None:
    assert results("\u0301".encode()) == ['released: "◌\u0301"']


def test_one_token_releases_some_bytes_and_holds_back_the_rest() -> None:
    assert results(b" \xc4", b"\x91") == ['released: "·"; held back: c4, 1 of 2 bytes', 'released: "đ"']


def test_the_end_is_a_step_if_bytes_are_held_back() -> None:
    last = decoder_steps([(1, b"a"), (2, b"\xf0\x9f")])[-1]
    assert (last.number, last.token_id, last.result) == (3, None, 'released: "\ufffd"; invalid: f0 9f')
    assert decoder_steps([(1, b"a")])[-1].token_id == 1
    assert decoder_steps([]) == []


def test_control_characters_are_visible_in_the_result() -> None:
    assert results(b"\x1b[0m\n\xe2\x80\xae") == ['released: "␛[0m↵U+202E"']


@pytest.mark.parametrize("text", ["1 22 333", "1,22,333", " 1, 22,\n333 ", "[1, 22, 333]", "1\t22  333,"])
def test_ids_are_separated_by_spaces_or_commas(text: str) -> None:
    assert ids_from_text(text, TWO_MERGES) == [1, 22, 333]


@pytest.mark.parametrize("text", ["", "  ", "[]"])
def test_an_empty_text_has_no_ids(text: str) -> None:
    assert ids_from_text(text, TWO_MERGES) == []


@pytest.mark.parametrize("text", ["1 x", "-1", "1.5", "unknown", "²", "٣", "9" * 5000, "\x1b[0m"])
def test_text_that_is_not_an_id_is_refused(text: str) -> None:
    with pytest.raises(BpetuiError, match="token id") as caught:
        ids_from_text(text, TWO_MERGES)
    assert str(caught.value).isprintable()


def test_the_result_names_an_empty_token() -> None:
    assert results(b"a", b"") == ['released: "a"', "an empty token: no text"]


def test_an_id_without_a_token_is_refused() -> None:
    with pytest.raises(BpetuiError, match="there is no token with the id 258; ids go up to 257"):
        tokens_from_ids([1, 258], TWO_MERGES)


# -- tokenizers of other kinds -------------------------------------------------------------------------------------


class Words:
    """Puts a space before each word but the first when it decodes; what is no word has the ids of its bytes."""

    special_tokens = ()
    reason = "its model is WordLevel"
    last_id = 257

    def __len__(self) -> int:
        return 258

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        raise NotImplementedError

    def token(self, token_id: int) -> bytes:
        return {256: b"the", 257: b"end"}.get(token_id) or bytes([token_id])

    def kind(self, token_id: int) -> TokenKind:
        return kind(self.token(token_id))

    def parts(self, token_id: int) -> None:
        return None

    def decode(self, token_ids: Iterable[int]) -> bytes:
        joined = b"".join(b" " * (token_id > 255) + self.token(token_id) for token_id in token_ids)
        return joined.removeprefix(b" ").decode(errors="replace").encode()


def test_a_word_adds_the_space_before_it() -> None:
    assert tokens_from_ids([256, 257, 256], Words()) == [(256, b"the"), (257, b" end"), (256, b" the")]
    assert tokens_from_ids([], Words()) == []


def test_a_word_tokenizer_holds_back_bytes_of_a_character() -> None:
    steps = decoder_steps(tokens_from_ids([256, 0xE5, 0xBA, 0x8A, 0x21], Words()))
    assert "".join(step.released for step in steps) == "the床!"
    assert [step.held for step in steps] == [b"", b"\xe5", b"\xe5\xba", b"", b""]


def test_only_the_first_token_loses_the_prefix_space() -> None:
    tokens = {**{value: bytes([value]) for value in range(256)}, 256: b" a"}
    tokenizer = BpeTokenizer(tokens, [], fallback=tuple(range(256)), prefix=True)
    assert tokens_from_ids([256, 256, 0xE5], tokenizer) == [(256, b"a"), (256, b" a"), (0xE5, b"\xe5")]
    assert tokens_from_ids([], tokenizer) == []
