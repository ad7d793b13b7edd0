"""Tokenizers that only Hugging Face's own package opens: their tokens, what these stand for and where in the text."""

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer
from bpetui.formats.huggingface.file_spelling import FALLBACK
from tests.formats.huggingface.json_files import opened, tokenizer_in
from tests.formats.toy_tokenizers import damaged, sentence

tokenizers = pytest.importorskip("tokenizers", reason="Hugging Face's tokenizers are not installed")

TEXTS = ["Học sinh đang học sinh học ở trường.", "月落烏啼霜滿天", "hello world, a test of tokens 😀", "i ⭢ j"] * 4
ANY = st.text("heloabc wt  H月落ọo\u0323⭢😀.[]<s>") | st.text()

Trained = Callable[[], Any]


def tokenizer_of(model: Any, trainer: Any = None, **parts: Any) -> Any:
    """A tokenizer of the original, trained if there is something to train it with."""
    tokenizer = tokenizers.Tokenizer(model)
    for name, part in parts.items():
        setattr(tokenizer, name, part)
    if trainer:
        tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer


def as_bert(model: Any, trainer: Any = None) -> Any:
    """In lower case, accents taken off, and cut at white space and signs."""
    return tokenizer_of(
        model,
        trainer,
        normalizer=tokenizers.normalizers.BertNormalizer(),
        pre_tokenizer=tokenizers.pre_tokenizers.BertPreTokenizer(),
        decoder=tokenizers.decoders.WordPiece(),
        post_processor=tokenizers.processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 1)]),
    )


def word_piece() -> Any:
    special = ["[UNK]", "[CLS]", "[MASK]"]
    trainer = tokenizers.trainers.WordPieceTrainer(vocab_size=120, special_tokens=special, show_progress=False)
    return as_bert(tokenizers.models.WordPiece(unk_token="[UNK]"), trainer)


def unigram(model: Any = None) -> Any:
    trainer = tokenizers.trainers.UnigramTrainer(
        vocab_size=90, special_tokens=["<unk>", "<s>"], unk_token="<unk>", show_progress=False
    )
    return tokenizer_of(
        model or tokenizers.models.Unigram(),
        None if model else trainer,
        normalizer=tokenizers.normalizers.NFKC(),
        pre_tokenizer=tokenizers.pre_tokenizers.Metaspace(),
        decoder=tokenizers.decoders.Metaspace(),
    )


def word_level() -> Any:
    return tokenizer_of(
        tokenizers.models.WordLevel(unk_token="[UNK]"),
        tokenizers.trainers.WordLevelTrainer(special_tokens=["[UNK]"], show_progress=False),
        pre_tokenizer=tokenizers.pre_tokenizers.Whitespace(),
    )


def bytes_of_words() -> Any:
    """Byte-pair encoding of bytes with a space before each word, which no `Tokenizer` does."""
    return tokenizer_of(
        tokenizers.models.BPE(),
        tokenizers.trainers.BpeTrainer(
            vocab_size=300,
            initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<s>", "<t>"],
            show_progress=False,
        ),
        normalizer=tokenizers.normalizers.NFC(),
        pre_tokenizer=tokenizers.pre_tokenizers.Sequence(
            [tokenizers.pre_tokenizers.Whitespace(), tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=True)]
        ),
        decoder=tokenizers.decoders.ByteLevel(),
        post_processor=tokenizers.processors.ByteLevel(),
    )


def fallen_back() -> Any:
    """As Llama 2 is: a ▁ before each text, whatever it begins with, and bytes for characters that are no tokens."""
    special = ["<unk>", "<s>"]
    vocabulary = {text: at for at, text in enumerate([*special, *FALLBACK, "▁", "h", "e", "l", "o", "▁h", "月", "ọ"])}
    found = tokenizer_of(
        tokenizers.models.BPE(vocabulary, [("▁", "h")], byte_fallback=True, unk_token="<unk>", fuse_unk=True),
        normalizer=tokenizers.normalizers.Sequence(
            [tokenizers.normalizers.Prepend("▁"), tokenizers.normalizers.Replace(" ", "▁")]
        ),
        decoder=tokenizers.decoders.Sequence(
            [
                tokenizers.decoders.Replace("▁", " "),
                tokenizers.decoders.ByteFallback(),
                tokenizers.decoders.Fuse(),
                tokenizers.decoders.Strip(" ", 1, 0),
            ]
        ),
    )
    found.add_special_tokens(special)
    return found


KINDS = [word_piece, unigram, word_level, bytes_of_words, fallen_back]


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.__name__)
def both(request: pytest.FixtureRequest) -> tuple[AnyTokenizer, Any]:
    """A tokenizer as it is opened here, and the original."""
    theirs = request.param()
    return opened(theirs), theirs


def stretches(tokenizer: AnyTokenizer, text: str, allowed: list[str] | None = None) -> list[tuple[str, str]]:
    """Each token as text, and what stands in the text where it is."""
    found = tokenizer.tokenize(text, allowed or [])
    data = found.text.encode()
    return [
        (token.decode(errors="replace"), data[start:stop].decode(errors="replace"))
        for token, (start, stop) in zip(found.tokens, found.spans, strict=True)
    ]


# Each kind


def test_word_piece_tokens_have_the_bytes_of_the_text() -> None:
    words = ["[UNK]", "[CLS]", "[MASK]", "hello", "test", "##ing", "ho", "月", "落"]
    theirs = as_bert(tokenizers.models.WordPiece({word: at for at, word in enumerate(words)}, unk_token="[UNK]"))
    theirs.add_special_tokens(words[:3])
    tokenizer = opened(theirs)
    found = tokenizer.tokenize("Hello  TESTing, 月落")
    assert found.ids == (3, 4, 5, 0, 7, 8)
    assert found.tokens == (b"hello", b"test", b"ing", b",", "月".encode(), "落".encode())
    assert found.spans == ((0, 5), (7, 11), (11, 14), (14, 15), (16, 19), (19, 22))
    assert stretches(tokenizer, "Họ Ho\u0323 ho") == [("ho", "Họ"), ("ho", "Ho\u0323"), ("ho", "ho")]
    assert tokenizer.decode(found.ids).decode() == "hello testing [UNK] 月 落"
    assert [tokenizer.kind(token_id) for token_id in (0, 1, 5)] == ["unknown", "special", "whole"]
    assert tokenizer.parts(5) is None


def test_unknown_token_has_the_bytes_it_replaces() -> None:
    tokenizer = opened(word_level())
    assert stretches(tokenizer, "hello 烏啼 zz") == [("hello", "hello"), ("烏啼", "烏啼"), ("zz", "zz")]
    unknown = tokenizer.tokenize("zz").ids[0]
    assert tokenizer.kind(unknown) == "unknown"
    assert tokenizer.token(unknown) == b"[UNK]"


def test_unigram_inserted_space_has_an_empty_span() -> None:
    pieces = [("<unk>", 0.0), ("▁", -1.0), ("▁Học", -1.0), ("▁sinh", -1.0), ("月", -1.0), ("f", -1.0), ("i", -1.0)]
    tokenizer = opened(unigram(tokenizers.models.Unigram(pieces, unk_id=0)))
    assert stretches(tokenizer, "Ho\u0323c sinh") == [(" Học", "Ho\u0323c"), (" sinh", " sinh")]
    assert stretches(tokenizer, "月 ﬁ😀") == [
        *((" ", ""), ("月", "月"), (" ", " "), ("f", "ﬁ"), ("i", "ﬁ"), ("😀", "😀"))
    ]
    assert tokenizer.kind(0) == "unknown"


def test_bytes_of_a_character_are_divided_among_its_tokens() -> None:
    found = opened(fallen_back()).tokenize("h ⭢😀")
    assert found.tokens == (b" h", b" ", b"\xe2", b"\xad", b"\xa2", b"\xf0", b"\x9f", b"\x98", b"\x80")
    assert found.spans == ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9))
    places = [text for _, text in stretches(opened(bytes_of_words()), "i ⭢ j")]
    assert "".join(places).replace("\ufffd", "") == "ij"  # the character is in pieces, and the spaces are put in


def test_composed_character_belongs_whole_to_each_token() -> None:
    found = opened(bytes_of_words()).tokenize("e\u0300y")
    assert found.tokens == (b" ", b"\xc3", b"\xa8", b"y")
    assert found.spans == ((0, 0), (0, 3), (0, 3), (3, 4))


def test_merges_give_the_parts_of_a_token() -> None:
    tokenizer = opened(bytes_of_words())
    for token_id in range(258, 300):
        parts = tokenizer.parts(token_id)
        assert parts is not None
        assert tokenizer.token(parts[0]) + tokenizer.token(parts[1]) == tokenizer.token(token_id)
    assert tokenizer.parts(2) is None


# All kinds


@given(text=ANY)
def test_ids_match_the_original_and_spans_cover_the_text(both: tuple[AnyTokenizer, Any], text: str) -> None:
    tokenizer, theirs = both
    found = tokenizer.tokenize(text, tokenizer.special_tokens)
    assert list(found.ids) == theirs.encode(text, add_special_tokens=False).ids
    assert found.text == text
    size = len(text.encode())
    assert all(0 <= start <= stop <= size for start, stop in found.spans)
    assert all(before[0] <= after[0] for before, after in zip(found.spans, found.spans[1:], strict=False))
    assert all(found.tokens)


def test_every_id_has_a_token_and_no_other(both: tuple[AnyTokenizer, Any]) -> None:
    tokenizer, theirs = both
    assert len(tokenizer) == theirs.get_vocab_size()
    assert tokenizer.last_id == len(tokenizer) - 1
    assert all(tokenizer.token(token_id) and tokenizer.kind(token_id) for token_id in range(len(tokenizer)))
    for token_id in (-1, len(tokenizer), 1 << 40):
        with pytest.raises(BpetuiError, match=rf"no token with the id {token_id}; ids go up to {tokenizer.last_id}"):
            tokenizer.decode([token_id])


@pytest.mark.parametrize("kind", [unigram, bytes_of_words, fallen_back])
def test_encoded_text_decodes_to_itself(kind: Trained) -> None:
    tokenizer = opened(kind())
    text = "Học sinh 月落烏 hello"
    assert tokenizer.decode(tokenizer.tokenize(text).ids).decode().strip() == text


def test_special_tokens_match_when_allowed() -> None:
    tokenizer = opened(bytes_of_words())
    assert tokenizer.special_tokens == ("<s>", "<t>")
    assert tokenizer.kind(0) == "special"
    assert 0 not in tokenizer.tokenize("<s><t>").ids
    assert tokenizer.tokenize("<s><t>", ["<s>", "<t>"]).ids == (0, 1)
    some = tokenizer.tokenize("é<s><t>", ["<s>"])
    assert some.ids.count(0) == 1
    assert some.spans[some.ids.index(0)] == (2, 5)
    assert 1 not in some.ids
    assert some.spans[-1] == (7, 8)


def test_template_and_truncation_are_ignored() -> None:
    theirs = word_piece()
    theirs.enable_truncation(2)
    theirs.enable_padding(length=9)
    assert len(opened(theirs).tokenize("hello hello hello").ids) == 3


def test_text_that_the_original_cannot_encode_is_refused() -> None:
    file = {"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "[UNK]"}}
    tokenizer = tokenizer_in(json.dumps({"version": "1.0", "added_tokens": [], **file}).encode())
    with pytest.raises(BpetuiError, match=r"cannot encode this text: WordLevel error: Missing \[UNK\]"):
        tokenizer.tokenize("b")


# Damage


def test_file_that_the_original_rejects_is_damage() -> None:
    with pytest.raises(BpetuiError) as caught:
        tokenizer_in(b'{"model": {"type": "WordPiece", "vocab": 3}}')
    assert sentence(caught.value).startswith("toy.json is not a valid tokenizer.json: invalid type: integer `3`")


WORD_PIECE: bytes = word_piece().to_str().encode()


def left_alone(data: bytes) -> Any:
    """The original, without what is left out here; None if it does not take the file."""
    try:
        file = json.loads(data)
        file.update(post_processor=None, truncation=None, padding=None)
        return tokenizers.Tokenizer.from_str(json.dumps(file))
    except BaseException as error:  # it panics at some
        if isinstance(error, KeyboardInterrupt):
            raise
        return None


@given(damaged(WORD_PIECE), st.text("helo wd."))
@example(WORD_PIECE, "hello wd")
@example(WORD_PIECE.replace(b"[UNK]", b"[UNQ]", 1), "q")
def test_changed_file_is_refused_or_encodes_like_the_original(data: bytes, text: str) -> None:
    theirs = left_alone(data)
    try:
        found = tokenizer_in(data).tokenize(text)
    except BpetuiError as error:
        said = sentence(error)
        assert theirs is None or said.startswith(("toy.json is not a valid", "Hugging Face's tokenizers cannot encode"))
        return
    assert [*found.ids] == theirs.encode(text, add_special_tokens=False).ids
    assert all(0 <= start <= stop <= len(text) for start, stop in found.spans)
    assert len(found.ids) == len(found.tokens) == len(found.spans)


def test_tokenizer_pickles_after_encoding(both: tuple[AnyTokenizer, Any]) -> None:
    tokenizer = both[0]
    before = tokenizer.tokenize("the cat 床")
    assert pickle.loads(pickle.dumps(tokenizer)).tokenize("the cat 床") == before


def test_lone_surrogate_becomes_a_replacement_character(both: tuple[AnyTokenizer, Any]) -> None:
    assert both[0].tokenize("a\ud83d") == both[0].tokenize("a\ufffd")


def test_only_its_own_special_tokens_can_be_allowed(both: tuple[AnyTokenizer, Any]) -> None:
    with pytest.raises(BpetuiError, match="<x> is not a special token of this tokenizer"):
        both[0].tokenize("a", {"<x>"})
