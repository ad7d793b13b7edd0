"""Reading Hugging Face's ``tokenizer.json`` (github.com/huggingface/tokenizers): a whole tokenizer in one file.

This module reads byte-pair encoding of bytes, or of characters that fall back to bytes, wherever a `BpeTokenizer` gives
the same ids as the original without the special tokens that its template puts around a text. Everything else opens with
the original (see `tokenizers_package`).

The vocabulary is an object of tokens and their ids; the merges are pairs of tokens in order; the result of a pair
follows from its spelling.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from bpetui.core.notes import Note
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer, Merges
from bpetui.formats.bpe_vocabulary import read_merges, read_vocabulary, tokens_with_one_id, vocabulary_notes
from bpetui.formats.format_errors import shown
from bpetui.formats.gpt2 import BYTE_OF_CHARACTER
from bpetui.formats.huggingface.added_tokens import AddedTokens, read_added_tokens
from bpetui.formats.huggingface.file_spelling import FALLBACK, could_be_word, unspelled
from bpetui.formats.huggingface.preparation_reader import Preparation, ignored_parts, read_preparation
from bpetui.formats.huggingface.tokenizers_package import open_with_package
from bpetui.formats.huggingface.unsupported import UnsupportedError
from bpetui.formats.json_object import JsonObject, read_json_object
from bpetui.formats.tokenizer_checks import check_usable

_TITLE = "tokenizer.json"


def loads(data: bytes, name: str) -> tuple[AnyTokenizer, tuple[Note, ...]]:
    """Read a file, and return the tokenizer and notes on what is ignored or unusual.

    ``name`` is the file's name in errors. Raises `BpetuiError`, with the place, for damage,
    and if the file opens only with the original, which is not installed.
    """
    file = read_json_object(data, name, _TITLE)
    notes = ignored_parts(file)
    try:
        tokenizer, unusual = _read_tokenizer(file)
    except UnsupportedError as error:
        if error.is_unusual:
            sentence = "{name} opens with Hugging Face's tokenizers: {reason}"
            notes = (*notes, Note.with_values(sentence, reason=error.reason))
        return open_with_package(file, error.reason), notes
    check_usable(tokenizer, name, _TITLE)
    return tokenizer, (*notes, *unusual)


def _read_tokenizer(file: JsonObject) -> tuple[BpeTokenizer, tuple[Note, ...]]:
    """Return the tokenizer, and notes on what is unusual. Raises `UnsupportedError` and `BpetuiError`."""
    model = file.child("model")
    kind = model.text("type", missing="BPE" if model.has("merges") else "")
    if kind != "BPE":
        raise UnsupportedError(f"its model is {shown(kind)}" if kind else "its model has no type")
    prefix = model.text("continuing_subword_prefix", missing="")
    vocabulary = read_vocabulary(model.child("vocab"))
    merges, merge_notes = read_merges(model, vocabulary, prefix)
    if twins := tokens_with_one_id(vocabulary):
        first, second = map(shown, twins)
        why = f"its tokens {first} and {second} have the same id {vocabulary[twins[0]]}"
        raise UnsupportedError(why, is_unusual=True)
    if prefix:
        raise UnsupportedError(f"its tokens begin with {shown(prefix)} inside a word")
    if suffix := model.text("end_of_word_suffix", missing=""):
        raise UnsupportedError(f"its tokens end with {shown(suffix)} at the end of a word")
    if model.found.get("dropout"):
        raise UnsupportedError("it skips merges at random")
    preparation = read_preparation(file)
    added = read_added_tokens(file, vocabulary, preparation)
    whole_words = model.flag("ignore_merges", missing=False)
    fallback: tuple[int, ...] = ()
    if preparation.spells_bytes:
        if missing := [byte for text, byte in BYTE_OF_CHARACTER.items() if text not in vocabulary]:
            why = f"it has no token for the byte 0x{min(missing):02x}"
            raise UnsupportedError(why, is_unusual=not model.has("unk_token"))
        tokens = _tokens_of_bytes(vocabulary, merges, added, whole_words)
    else:
        if whole_words or not model.flag("byte_fallback", missing=False) or not vocabulary.keys() >= {*FALLBACK}:
            raise UnsupportedError("its words start as characters that do not all fall back to bytes")
        fallback = tuple(vocabulary[text] for text in FALLBACK)
        tokens = _tokens_of_characters(vocabulary, merges, added, preparation)
    for text, token_id in added.ids.items():
        if tokens.get(token_id, text.encode()) != text.encode():
            why = f"its added token {shown(text)} is also the ordinary token {shown(tokens[token_id])}"
            raise UnsupportedError(why, is_unusual=True)
    tokenizer = BpeTokenizer(
        tokens,
        merges,
        added.special,
        added.added,
        split=preparation.split,
        normalization=preparation.normalization,
        whole_words=whole_words,
        fallback=fallback,
        space=preparation.space,
        prefix=preparation.prefix,
        matchings=added.matchings,
    )
    return tokenizer, (*vocabulary_notes(vocabulary), *merge_notes)


def _tokens_of_bytes(
    vocabulary: Mapping[str, int], merges: Merges, added: AddedTokens, whole_words: bool
) -> dict[int, bytes]:
    """Return the ordinary tokens of a model whose words start as bytes."""
    merged = {*chain.from_iterable(merges)}
    added_ids = added.ids
    tokens: dict[int, bytes] = {}
    for text, token_id in vocabulary.items():
        spelled = unspelled(text)
        if text in added_ids and token_id not in merged and text not in BYTE_OF_CHARACTER:
            if whole_words and could_be_word(text):
                raise UnsupportedError(f"its token {shown(text)} is special, but a word may also become that token")
        elif spelled is None and (whole_words or token_id in merged):
            raise UnsupportedError(f"its token {shown(text)} spells no bytes")
        else:
            tokens[token_id] = text.encode() if spelled is None else spelled
    _check_distinct(tokens)
    return tokens


def _check_distinct(tokens: Mapping[int, bytes]) -> None:
    seen: dict[bytes, int] = {}
    for token_id, token in tokens.items():
        if (other := seen.setdefault(token, token_id)) != token_id:
            why = f"two of its tokens, with the ids {other} and {token_id}, are {shown(token)}"
            raise UnsupportedError(why, is_unusual=True)


def _tokens_of_characters(
    vocabulary: Mapping[str, int], merges: Merges, added: AddedTokens, preparation: Preparation
) -> dict[int, bytes]:
    """Return the ordinary tokens of a model whose words start as characters, including those of the fallback bytes."""
    merged = {*chain.from_iterable(merges)}
    added_ids, space = added.ids, preparation.space
    single_bytes = {vocabulary[text]: bytes([value]) for value, text in enumerate(FALLBACK)}
    if merged & single_bytes.keys():
        raise UnsupportedError("it merges the bytes that characters fall back to")
    if space and space not in vocabulary:
        raise UnsupportedError(f"it replaces spaces by {shown(space)}, but has no token for that")
    tokens: dict[int, bytes] = {}
    for text, token_id in vocabulary.items():
        if text in added_ids and len(text) == 1:
            raise UnsupportedError(f"its token {shown(text)} is added, but a character of a text may also become it")
        if space and " " in text:
            raise UnsupportedError(f"its token {shown(text)} contains a space, but it replaces all spaces in a text")
        if token_id not in single_bytes and (token_id in merged or text not in added_ids):
            tokens[token_id] = (text.replace(space, " ") if space else text).encode()
    _check_distinct(tokens)
    return {**tokens, **single_bytes}
