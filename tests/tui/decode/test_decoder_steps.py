"""Tokens fed one at a time: what is released, held back and given up is said in words."""

from collections.abc import Iterable

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenization import Tokenization, TokenKind
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import kind
from bpetui.tui.decode.decoder_steps import ids_in, steps, tokens_of

# The text of the case: "中国" after two merges of "中国中文中华", e4 b8 and e4 b8 ad.
TWO_MERGES = Tokenizer.from_pairs([(0xE4, 0xB8), (256, 0xAD)], NO_SPLIT, {})


def said(*tokens: bytes) -> list[str]:
    return [step.said for step in steps([*enumerate(tokens)])]


def test_a_character_in_three_tokens() -> None:
    assert TWO_MERGES.tokenize("中国").ids == (257, 0xE5, 0x9B, 0xBD)
    fed = steps(tokens_of(TWO_MERGES.tokenize("中国").ids, TWO_MERGES))
    assert [step.said for step in fed] == [
        "released: “中”",
        "held back: e5, 1 of 3 bytes",
        "held back: e5 9b, 2 of 3 bytes",
        "released: “国”",
    ]
    assert [step.size for step in fed] == [1, 1, 1, 2]


def test_what_is_given_up_is_said() -> None:
    assert said(b"\xe5", b"A", b"\xed\xa0") == [
        "held back: e5, 1 of 3 bytes",
        "released: “\ufffdA”; given up: e5",
        "released: “\ufffd\ufffd”; given up: ed a0",
    ]


def test_a_mark_alone_stands_on_a_circle() -> None:
    assert said("\u0301".encode()) == ["released: “◌\u0301”"]


def test_one_token_may_release_some_and_hold_back_the_rest() -> None:
    assert said(b" \xc4", b"\x91") == ["released: “·”; held back: c4, 1 of 2 bytes", "released: “đ”"]


def test_the_end_is_a_step_where_something_is_held_back() -> None:
    last = steps([(1, b"a"), (2, b"\xf0\x9f")])[-1]
    assert (last.number, last.token_id, last.said) == (3, None, "released: “\ufffd”; given up: f0 9f")
    assert steps([(1, b"a")])[-1].token_id == 1
    assert steps([]) == []


def test_nothing_that_is_said_acts_on_a_terminal() -> None:
    assert said(b"\x1b[0m\n\xe2\x80\xae") == ["released: “␛[0m↵U+202E”"]


@pytest.mark.parametrize("text", ["1 22 333", "1,22,333", " 1, 22,\n333 ", "[1, 22, 333]", "1\t22  333,"])
def test_ids_are_written_with_spaces_or_commas(text: str) -> None:
    assert ids_in(text, TWO_MERGES) == [1, 22, 333]


@pytest.mark.parametrize("text", ["", "  ", "[]"])
def test_there_may_be_none(text: str) -> None:
    assert ids_in(text, TWO_MERGES) == []


@pytest.mark.parametrize("text", ["1 x", "-1", "1.5", "unknown", "²", "٣", "9" * 5000, "\x1b[0m"])
def test_what_is_no_id_is_said(text: str) -> None:
    with pytest.raises(BpetuiError, match="is no id") as caught:
        ids_in(text, TWO_MERGES)
    assert str(caught.value).isprintable()


def test_an_empty_token_is_said() -> None:
    assert said(b"a", b"") == ["released: “a”", "an empty token: it stands for no text"]


def test_an_id_that_there_is_not_is_said() -> None:
    with pytest.raises(BpetuiError, match="there is no token with the id 258; ids go up to 257"):
        tokens_of([1, 258], TWO_MERGES)


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


def test_spaces_between_words_come_with_the_word() -> None:
    assert tokens_of([256, 257, 256], Words()) == [(256, b"the"), (257, b" end"), (256, b" the")]
    assert tokens_of([], Words()) == []


def test_bytes_of_a_character_are_held_back_there_too() -> None:
    fed = steps(tokens_of([256, 0xE5, 0xBA, 0x8A, 0x21], Words()))
    assert "".join(step.released for step in fed) == "the床!"
    assert [step.held for step in fed] == [b"", b"\xe5", b"\xe5\xba", b"", b""]


def test_only_the_first_token_loses_the_space_that_is_put_before_a_text_of_characters() -> None:
    tokens = {**{value: bytes([value]) for value in range(256)}, 256: b" a"}
    tokenizer = Tokenizer(tokens, [], fallback=tuple(range(256)), prefix=True)
    assert tokens_of([256, 256, 0xE5], tokenizer) == [(256, b"a"), (256, b" a"), (0xE5, b"\xe5")]
    assert tokens_of([], tokenizer) == []
