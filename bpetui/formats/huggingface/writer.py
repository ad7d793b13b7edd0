"""Writing Hugging Face's ``tokenizer.json`` (see `reader`).

The original ignores the ids listed with the added tokens and numbers these from the size of the vocabulary, unless they
are in the vocabulary. So added tokens with other ids are written into the vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from bpetui.core.rank_merging import merge, merges_of_ranks
from bpetui.core.tokenizer import BpeTokenizer, Merges
from bpetui.core.utf8 import gpt2_spelling
from bpetui.formats.format_errors import refused, shown
from bpetui.formats.huggingface.added_tokens import write_added_tokens
from bpetui.formats.huggingface.file_spelling import FALLBACK, could_be_word
from bpetui.formats.huggingface.preparation_writer import write_preparation

_TITLE = "huggingface"


def dumps(tokenizer: BpeTokenizer) -> bytes:
    """Return the tokenizer as a file that Hugging Face's tokenizers open, and that encodes any text to the same ids.

    Ranks become the merges they imply. Raises `BpetuiError` for what the file cannot hold.
    """
    preparation = write_preparation(tokenizer, _TITLE)
    spelled = _spelled_characters(tokenizer) if tokenizer.fallback else _spelled_bytes(tokenizer)
    vocabulary: dict[str, int] = {}
    for token_id in sorted(spelled):
        text = spelled[token_id]
        if vocabulary.setdefault(text, token_id) != token_id:
            raise refused(_TITLE, f"{shown(text)} would have the two ids {vocabulary[text]} and {token_id}")
    merges = _merges_of_ranks(tokenizer.tokens) if tokenizer.merges is None else tokenizer.merges
    whole_words = tokenizer.whole_words or tokenizer.merges is None
    ordinary = len(vocabulary)
    added = write_added_tokens(tokenizer, vocabulary, _TITLE)
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


def _spelled_bytes(tokenizer: BpeTokenizer) -> dict[int, str]:
    return {token_id: gpt2_spelling(token) for token_id, token in tokenizer.tokens.items()}


def _spelled_characters(tokenizer: BpeTokenizer) -> dict[int, str]:
    spelled = dict(zip(tokenizer.fallback, FALLBACK, strict=True))
    space = tokenizer.space
    if space and b" " not in tokenizer.ids:
        raise refused(_TITLE, f"there is no token for {shown(space)}, which replaces a space in the file")
    for token_id, token in tokenizer.tokens.items():
        if token_id in spelled:
            continue
        try:
            text = token.decode()
        except UnicodeDecodeError as error:
            raise refused(_TITLE, f"the token {shown(token)} (id {token_id}) is not UTF-8") from error
        if space and space in text:
            raise refused(_TITLE, f"the token {shown(token)} contains {space}, which replaces a space in the file")
        spelled[token_id] = text.replace(" ", space or " ")
    return spelled


def _merges_of_ranks(tokens: Mapping[int, bytes]) -> Merges:
    """Return the merges that give the same tokens as the ranks do, except for words that no merge makes.

    Within the bytes of a future token, all merges happen as if those bytes stood alone. So two adjacent tokens that
    join to one are always the same two: the tokens that its bytes become with the token itself left out of the ranks.
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


def _check_special(tokenizer: BpeTokenizer, whole_words: bool) -> None:
    """Raise `BpetuiError` for special tokens in the vocabulary that the model could make of other text."""
    for text, token_id in tokenizer.others.items():
        is_ambiguous = len(text) == 1 if tokenizer.fallback else whole_words and could_be_word(text)
        if token_id not in tokenizer.tokens and is_ambiguous:
            raise refused(_TITLE, f"other text would also become the special token {shown(text)}")
