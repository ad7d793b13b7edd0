"""Hugging Face's ``tokenizer.json`` (github.com/huggingface/tokenizers): a whole tokenizer in one file.

What is read here is byte-pair encoding, of bytes or of characters that fall back to bytes, where a `Tokenizer` gives
the same ids as the original does without the special tokens that its template puts around a text. All else is opened
by the original (see `foreign`).

The vocabulary is an object of tokens and their ids, the merges are pairs of tokens in order; what a pair makes follows
from its spelling. The original does not heed the ids that stand beside the added tokens, but numbers these on from the
size of the vocabulary, unless they are in it: so that is where they are written if their ids are others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain

from bpetui.core.rank_merging import merge, merges_of_ranks
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Merges, Tokenizer
from bpetui.core.utf8 import gpt2_spelling
from bpetui.formats.bpe_json import read_merges, read_vocabulary, vocabulary_notes, with_one_id
from bpetui.formats.format_errors import check, damaged, refused, shown
from bpetui.formats.gpt2 import SPELLED
from bpetui.formats.huggingface import tokenizers_package
from bpetui.formats.huggingface.added_tokens import AddedTokens, read_added, write_added
from bpetui.formats.huggingface.preparation import (
    NotNativeError,
    Preparation,
    left_out,
    read_preparation,
    write_preparation,
)
from bpetui.formats.huggingface.token_spelling import FALLBACK, unspelled
from bpetui.formats.json_file import parsed
from bpetui.formats.json_object import JsonObject

TITLE = "huggingface"

_WHAT = "tokenizer.json"


# -- reading -----------------------------------------------------------------------------------------------------------


def loads(data: bytes, name: str) -> AnyTokenizer:
    """Read a file; ``name`` is what errors call it. Raises as `read` does."""
    return read(data, name)[0]


def read(data: bytes, name: str) -> tuple[AnyTokenizer, tuple[str, ...]]:
    """Read a file, and what of it is left out, in phrases that go after its name.

    Raises `BpetuiError`, saying where, for damage, and for what only the original opens where that is not installed.
    """
    found = parsed(data, name, _WHAT)
    if not isinstance(found, dict):
        raise damaged(name, _WHAT, "it is not an object")
    file = JsonObject(found, name, _WHAT)
    notes = [*left_out(file)]
    try:
        tokenizer, odd = _read(file)
    except NotNativeError as error:
        odd = (f"opens through Hugging Face's tokenizers: {error.reason}",) if error.is_odd else ()
        return tokenizers_package.loads(data, name, error.reason), (*notes, *odd)
    check(tokenizer, name, _WHAT)
    return tokenizer, (*notes, *odd)


def _read(file: JsonObject) -> tuple[Tokenizer, tuple[str, ...]]:
    """The tokenizer, and what is odd about it, in phrases that go after the file's name."""
    model = file.child("model")
    kind = model.text("type", missing="BPE" if model.has("merges") else "")
    if kind != "BPE":
        raise NotNativeError(f"its model is {shown(kind)}" if kind else "its model is not named")
    prefix = model.text("continuing_subword_prefix", missing="")
    vocabulary = read_vocabulary(model.child("vocab"))
    merges, merge_notes = read_merges(model, vocabulary, prefix)
    if twins := with_one_id(vocabulary):
        why = f"its tokens {shown(twins[0])} and {shown(twins[1])} have the same id {vocabulary[twins[0]]}"
        raise NotNativeError(why, is_odd=True)
    if prefix:
        raise NotNativeError(f"its tokens begin with {shown(prefix)} inside a word")
    if suffix := model.text("end_of_word_suffix", missing=""):
        raise NotNativeError(f"its tokens end with {shown(suffix)} at the end of a word")
    if model.found.get("dropout"):
        raise NotNativeError("it leaves out merges at random")
    preparation = read_preparation(file)
    added = read_added(file, vocabulary, preparation)
    whole_words = model.flag("ignore_merges", missing=False)
    fallback: tuple[int, ...] = ()
    if preparation.spells_bytes:
        if missing := [byte for text, byte in SPELLED.items() if text not in vocabulary]:
            why = f"it has no token for the byte 0x{min(missing):02x}"
            raise NotNativeError(why, is_odd=not model.has("unk_token"))
        tokens = _tokens_of_bytes(vocabulary, merges, added, whole_words)
    else:
        if whole_words or not model.flag("byte_fallback", missing=False) or not vocabulary.keys() >= {*FALLBACK}:
            raise NotNativeError("its words begin as characters, and these do not all fall back to bytes")
        fallback = tuple(vocabulary[text] for text in FALLBACK)
        tokens = _tokens_of_characters(vocabulary, merges, added, preparation)
    for text, token_id in added.ids.items():
        if tokens.get(token_id, text.encode()) != text.encode():
            why = f"its added token {shown(text)} is also the token of {shown(tokens[token_id])} in other texts"
            raise NotNativeError(why, is_odd=True)
    tokenizer = Tokenizer(
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
    """The ordinary tokens, where words begin as bytes."""
    used = {*chain.from_iterable(merges)}
    others = added.ids
    tokens: dict[int, bytes] = {}
    for text, token_id in vocabulary.items():
        spelled = unspelled(text)
        if text in others and token_id not in used and text not in SPELLED:
            if whole_words and spelled and spelled != text.encode() and _is_text(spelled):
                raise NotNativeError(f"its token {shown(text)} is special, and a word may become that")
        elif spelled is None and (whole_words or token_id in used):
            raise NotNativeError(f"its token {shown(text)} spells no bytes")
        else:
            tokens[token_id] = text.encode() if spelled is None else spelled
    _check_different(tokens)
    return tokens


def _is_text(data: bytes) -> bool:
    return data.decode(errors="ignore").encode() == data


def _check_different(tokens: Mapping[int, bytes]) -> None:
    seen: dict[bytes, int] = {}
    for token_id, token in tokens.items():
        if (other := seen.setdefault(token, token_id)) != token_id:
            why = f"two of its tokens are {shown(token)}, those with the ids {other} and {token_id}"
            raise NotNativeError(why, is_odd=True)


def _tokens_of_characters(
    vocabulary: Mapping[str, int], merges: Merges, added: AddedTokens, preparation: Preparation
) -> dict[int, bytes]:
    """The ordinary tokens, where words begin as characters, and those of the bytes that these fall back to."""
    used = {*chain.from_iterable(merges)}
    others, space = added.ids, preparation.space
    single_bytes = {vocabulary[text]: bytes([value]) for value, text in enumerate(FALLBACK)}
    if used & single_bytes.keys():
        raise NotNativeError("it merges bytes that characters fall back to")
    if space and space not in vocabulary:
        raise NotNativeError(f"its spaces become {shown(space)}, for which there is no token")
    tokens: dict[int, bytes] = {}
    for text, token_id in vocabulary.items():
        if text in others and len(text) == 1:
            raise NotNativeError(f"its token {shown(text)} is added, and a character of a text may become that")
        if space and " " in text:
            raise NotNativeError(f"its token {shown(text)} holds a space, which no text does then")
        if token_id not in single_bytes and (token_id in used or text not in others):
            tokens[token_id] = (text.replace(space, " ") if space else text).encode()
    _check_different(tokens)
    return {**tokens, **single_bytes}


# -- writing -----------------------------------------------------------------------------------------------------------


def dumps(tokenizer: Tokenizer) -> bytes:
    """The tokenizer as a file, which Hugging Face's own tokenizers open, and encode any text with to the same ids.

    Ranks become the merges that they come to. Raises `BpetuiError`, by name, for what the file cannot hold.
    """
    preparation = write_preparation(tokenizer, TITLE)
    spelled = _spelled_characters(tokenizer) if tokenizer.fallback else _spelled_bytes(tokenizer)
    vocabulary: dict[str, int] = {}
    for token_id in sorted(spelled):
        text = spelled[token_id]
        if vocabulary.setdefault(text, token_id) != token_id:
            raise refused(TITLE, f"{shown(text)} would be there with the ids {vocabulary[text]} and {token_id}")
    merges = _merges_of_ranks(tokenizer.tokens) if tokenizer.merges is None else tokenizer.merges
    whole_words = tokenizer.whole_words or tokenizer.merges is None
    ordinary = len(vocabulary)
    added = write_added(tokenizer, vocabulary, TITLE)
    if len(vocabulary) > ordinary:
        _check_special(tokenizer, whole_words)
    model: dict[str, object] = {
        "type": "BPE",
        "dropout": None,
        "unk_token": None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": bool(tokenizer.fallback),
        "ignore_merges": whole_words,
        "vocab": dict(sorted(vocabulary.items(), key=lambda item: item[1])),
        "merges": [(spelled[left], spelled[right]) for left, right, _ in merges],
    }
    file: dict[str, object] = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added}
    file |= {**preparation, "post_processor": None, "model": model}
    return json.dumps(file, ensure_ascii=False).encode()


def _spelled_bytes(tokenizer: Tokenizer) -> dict[int, str]:
    return {token_id: gpt2_spelling(token) for token_id, token in tokenizer.tokens.items()}


def _spelled_characters(tokenizer: Tokenizer) -> dict[int, str]:
    spelled = dict(zip(tokenizer.fallback, FALLBACK, strict=True))
    space = tokenizer.space
    if space and b" " not in tokenizer.ids:
        raise refused(TITLE, f"there is no token for {shown(space)}, which stands for a space there")
    for token_id, token in tokenizer.tokens.items():
        if token_id in spelled:
            continue
        try:
            text = token.decode()
        except UnicodeDecodeError as error:
            raise refused(TITLE, f"the token {shown(token)} (id {token_id}) is no text") from error
        if space and space in text:
            raise refused(TITLE, f"the token {shown(token)} holds what stands for a space there")
        spelled[token_id] = text.replace(" ", space or " ")
    return spelled


def _merges_of_ranks(tokens: Mapping[int, bytes]) -> Merges:
    """The merges by which words become the same tokens as by rank, but for words that are tokens that no merge makes.

    All merges within what becomes a token are made as if it stood alone. So two tokens that stand side by side and join
    to one are always the same two: those that its bytes become if it is itself left out of the ranks.
    """
    ranks = {token.decode("latin-1"): rank for rank, token in tokens.items()}
    merges = []
    for rank, below in merges_of_ranks(tokens):
        parts = below
        if len(parts) != 2 or -1 in parts:  # tokens of higher ranks are needed to make it
            symbols = tokens[rank].decode("latin-1")
            del ranks[symbols]
            parts = tuple(map(ranks.__getitem__, merge(symbols, ranks)))
            ranks[symbols] = rank
        if len(parts) == 2:
            merges.append((*parts, rank))
    return merges


def _check_special(tokenizer: Tokenizer, whole_words: bool) -> None:
    """Refuse special tokens in the vocabulary that the model could make of a text that spells something else."""
    for text, token_id in tokenizer.others.items():
        spelled = unspelled(text)
        is_word = whole_words and spelled and spelled != text.encode() and _is_text(spelled)
        if token_id not in tokenizer.tokens and (len(text) == 1 if tokenizer.fallback else is_word):
            raise refused(TITLE, f"the special token {shown(text)} would stand for other text, too")
