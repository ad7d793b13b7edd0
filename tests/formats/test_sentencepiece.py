"""SentencePiece's models: their pieces, what these stand for and where in the text, and damage to the file."""

import pickle
import sys
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer
from bpetui.formats.optional_packages import install_command
from bpetui.formats.sentencepiece import loads, recognizes
from tests.formats.huggingface.json_files import opened as opened_json
from tests.formats.sentencepiece_models import llama, model
from tests.formats.toy_tokenizers import damaged, sentence

sentencepiece = pytest.importorskip("sentencepiece", reason="SentencePiece's package is not installed")

UNIGRAM = model("unigram", user_defined_symbols=["<sep>"])
BPE = model("bpe", byte_fallback=True, character_coverage=0.98)
PLAIN = model("bpe", normalization_rule_name="identity")
"""A small file: no table of normal forms is in it."""

MODELS = pytest.mark.parametrize("data", [UNIGRAM, BPE, PLAIN], ids=["unigram", "bpe", "plain"])


def opened(data: bytes) -> AnyTokenizer:
    return loads(data, "toy.model")


def stretches(tokenizer: AnyTokenizer, text: str, allowed: list[str] | None = None) -> list[tuple[str, str]]:
    """Each token as text, and what stands in the text where it is."""
    found = tokenizer.tokenize(text, allowed or [])
    data = found.text.encode()
    return [
        (token.decode(errors="replace"), data[start:stop].decode(errors="replace"))
        for token, (start, stop) in zip(found.tokens, found.spans, strict=True)
    ]


@MODELS
def test_model_is_recognized(data: bytes) -> None:
    assert recognizes(data)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"minbpe v1\n", b"{}", b"\n\nThe text\n", b"\n\x02ab", b"IQ== 0\n", b"\xff" * 99]
)
def test_other_content_is_not_recognized(data: bytes) -> None:
    assert not recognizes(data)


@MODELS
def test_every_id_has_a_token_and_no_other(data: bytes) -> None:
    tokenizer = opened(data)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    assert len(tokenizer) == theirs.get_piece_size() == tokenizer.last_id + 1
    assert all(tokenizer.token(token_id) and tokenizer.kind(token_id) for token_id in range(len(tokenizer)))
    assert tokenizer.parts(10) is None
    for token_id in (-1, len(tokenizer)):
        with pytest.raises(BpetuiError, match=rf"no token with the id {token_id}; ids go up to {tokenizer.last_id}"):
            tokenizer.decode([token_id])


def test_kinds_of_pieces() -> None:
    tokenizer = opened(BPE)
    ids = {tokenizer.token(token_id): token_id for token_id in range(3)}
    assert (tokenizer.kind(ids[b"<unk>"]), tokenizer.kind(ids[b"<s>"])) == ("unknown", "special")
    assert tokenizer.special_tokens == ("<s>", "</s>")
    assert (tokenizer.token(3 + 0xE6), tokenizer.kind(3 + 0xE6)) == (b"\xe6", "prefix")
    assert (tokenizer.token(3 + 0x88), tokenizer.kind(3 + 0x88)) == (b"\x88", "continuation")


def test_inserted_space_has_an_empty_span() -> None:
    tokenizer = opened(BPE)
    assert stretches(tokenizer, "sinh sinh") == [(" sinh", "sinh"), (" sinh", " sinh")]
    assert stretches(tokenizer, "  sinh ") == [(" sinh", "sinh")]
    assert "".join(place for _, place in stretches(tokenizer, "月落烏 ở trường")) == "月落烏 ở trường"


def test_bytes_of_a_character_are_divided_among_its_pieces() -> None:
    found = opened(BPE).tokenize("é😀")
    assert found.tokens == (b" ", b"\xc3", b"\xa9", b"\xf0", b"\x9f", b"\x98", b"\x80")
    assert found.spans == ((0, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6))


def test_composed_character_has_the_span_of_its_parts() -> None:
    tokenizer = opened(BPE)
    assert [place for _, place in stretches(tokenizer, "ho\u0323")][-1] == "o\u0323"
    found = tokenizer.tokenize("e\u0301")
    assert found.tokens == (b" ", b"\xc3", b"\xa9")
    assert found.spans == ((0, 0), (0, 3), (0, 3))


def test_unknown_token_has_the_bytes_it_replaces() -> None:
    tokenizer = opened(UNIGRAM)
    assert stretches(tokenizer, "zq") == [(" ", ""), ("zq", "zq")]
    assert tokenizer.kind(tokenizer.tokenize("zq").ids[-1]) == "unknown"


def test_control_symbols_match_when_allowed_and_user_symbols_always() -> None:
    tokenizer = opened(UNIGRAM)
    control = tokenizer.tokenize("é<s>", ["<s>"])
    assert (control.tokens[-1], control.spans[-1]) == (b"<s>", (2, 5))
    assert control.ids[-1] not in tokenizer.tokenize("é<s>").ids
    assert ("<sep>", "<sep>") in stretches(tokenizer, "a<sep>b")


@MODELS
@given(text=st.text("heloabc wt  H月落ọo\u0323⭢😀.<s>") | st.text())
def test_ids_match_the_original_and_spans_cover_the_text(data: bytes, text: str) -> None:
    found = opened(data).tokenize(text)
    assert list(found.ids) == sentencepiece.SentencePieceProcessor(model_proto=data).encode(text)
    size = len(text.encode())
    assert all(0 <= start <= stop <= size for start, stop in found.spans)
    assert all(before[0] <= after[0] for before, after in zip(found.spans, found.spans[1:], strict=False))
    assert all(found.tokens)


@MODELS
def test_encoded_text_decodes_to_itself(data: bytes) -> None:
    tokenizer = opened(data)
    for text in ("Học sinh 月落烏", "hello world"):
        assert tokenizer.decode(tokenizer.tokenize(text).ids).decode() == text


@given(st.data())
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"remove_extra_whitespaces": False},
        {"add_dummy_prefix": False},
        {"add_dummy_prefix": False, "remove_extra_whitespaces": False},
    ],
)
def test_pieces_are_joined_like_the_original(options: dict[str, bool], drawn: st.DataObject) -> None:
    data = spaces(**options)
    tokenizer = opened(data)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    space = theirs.piece_to_id("▁")
    ids = drawn.draw(st.lists(st.just(space) | st.integers(3, len(tokenizer) - 1)))
    assert tokenizer.decode(ids).decode() == theirs.decode(ids)


@cache
def spaces(**options: bool) -> bytes:
    return model("bpe", **options)


def test_bytes_decode_unchanged_and_control_symbols_by_name() -> None:
    tokenizer = opened(BPE)
    assert tokenizer.decode([3 + 0xF0, 3 + 0x9F, 3 + 0xA6]) == b"\xf0\x9f\xa6"
    assert tokenizer.decode([3 + 0x20, 3 + 0x61]) == b" a", "a byte is never the space that is put before a text"
    sinh = tokenizer.tokenize("sinh").ids
    assert tokenizer.decode([1, *sinh, 2, 0]) == b"<s> sinh</s><unk>"


@given(st.data())
def test_equivalent_tokenizer_json_decodes_the_same(drawn: st.DataObject) -> None:
    data, theirs = llama()
    here, there = opened(data), opened_json(theirs)
    # Not the byte of a space: at the start, the decoder of a tokenizer.json strips it, and that of a model does not.
    ids = drawn.draw(st.lists(st.integers(0, here.last_id).filter(lambda found: found != 3 + 0x20) | st.integers(0, 2)))
    assert here.decode(ids) == there.decode(ids)
    assert here.special_tokens == there.special_tokens


# Damage


def refusal(data: bytes) -> str:
    with pytest.raises(BpetuiError) as caught:
        opened(data)
    return sentence(caught.value)


def test_error_without_the_package_names_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    assert refusal(PLAIN) == (
        f"toy.model opens only with the package sentencepiece; to install it: {install_command('sentencepiece')}"
    )


def test_truncated_file_is_damage() -> None:
    first = 2 + PLAIN[1]
    assert refusal(PLAIN[:first]) == (
        "toy.model is not a valid SentencePiece model: it ends before the settings of the normalizer"
    )
    assert refusal(PLAIN[:-1]) == "toy.model is not a valid SentencePiece model: it ends too soon"


def test_piece_that_is_not_utf8_is_damage() -> None:
    spoilt = PLAIN.replace("落".encode(), b"\xff\xff\xff", 1)
    assert refusal(spoilt) == "toy.model is not a valid SentencePiece model: a piece is not UTF-8"


def test_duplicate_piece_is_damage() -> None:
    assert "already defined" in refusal(PLAIN.replace("落".encode(), "月".encode(), 1))


@given(damaged(PLAIN), st.text("helo 月ọ.<"))
@example(PLAIN, "hello 月")
def test_changed_file_is_refused_or_encodes_like_the_original(data: bytes, text: str) -> None:
    try:
        found = opened(data).tokenize(text)
    except BpetuiError as error:
        said = sentence(error)
        assert "is not a valid SentencePiece model" in said
        assert data != PLAIN
        return
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    assert [*found.ids] == theirs.encode(text)
    assert all(0 <= start <= stop <= len(text.encode()) for start, stop in found.spans)
    assert len(found.ids) == len(found.tokens) == len(found.spans)


@MODELS
def test_tokenizer_pickles_and_encodes_any_text(data: bytes) -> None:
    tokenizer = opened(data)
    assert pickle.loads(pickle.dumps(tokenizer)).tokenize("Hello 床") == tokenizer.tokenize("Hello 床")
    assert tokenizer.tokenize("a\ud83d") == tokenizer.tokenize("a\ufffd")
    with pytest.raises(BpetuiError, match="<x> is not a special token of this tokenizer"):
        tokenizer.tokenize("a", {"<x>"})
