"""GPT-2's two files, ``vocab.json`` and ``merges.txt`` (github.com/openai/gpt-2, ``src/encoder.py``), in one folder.

In both, bytes are spelled as printable characters (see `GPT2_ALPHABET`). ``vocab.json`` is an object of tokens and
their ids. ``merges.txt`` is a line with a version, then a line per merge, in order: two tokens separated by a space.
A token that is neither a byte nor made by a merge is a special token. OpenAI called the files encoder.json and
vocab.bpe. Neither file holds the split.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping

from bpetui.core.notes import Note
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import GPT2_ALPHABET, gpt2_spelling, visible
from bpetui.formats.bpe_vocabulary import (
    fault_in_merge,
    last_of_each_pair,
    read_vocabulary,
    shown_merge,
    vocabulary_notes,
)
from bpetui.formats.format_errors import damaged, refused, shown
from bpetui.formats.json_object import read_json_object
from bpetui.formats.tokenizer_checks import check_bytes_only, check_none_added, check_usable, merges_or_recovered

TITLE = "gpt2"

FILES = ("vocab.json", "merges.txt")
"""The names of the two files."""

OTHER_FILES = ("encoder.json", "vocab.bpe")
"""OpenAI's names of the same files."""

_VERSION = "#version: 0.2"
_VERSION_LINE = re.compile(r"#version: [0-9.]+\r?")

BYTE_OF_CHARACTER = {character: byte for byte, character in enumerate(GPT2_ALPHABET)}
"""The byte that each character of the alphabet spells."""

# -- reading -----------------------------------------------------------------------------------------------------------


def loads(files: Mapping[str, bytes], name: str) -> tuple[BpeTokenizer, tuple[Note, ...]]:
    """Read the two files, by their names in `FILES`, and return the tokenizer and notes on what is unusual in it.

    ``name`` is the folder's name in errors. Raises `BpetuiError`, with the place, for damage.
    """
    vocab_name, merges_name = FILES
    vocabulary = read_vocabulary(read_json_object(files[vocab_name], f"{name}/{vocab_name}", vocab_name))
    pairs = _read_pairs(files[merges_name], vocabulary, f"{name}/{merges_name}")
    # The files do not list special tokens: these are the tokens that no merge makes or needs.
    made = {"", *BYTE_OF_CHARACTER, *(left + right for left, right in pairs)}
    ordinary = made.union(*pairs)
    special = {text: token_id for text, token_id in vocabulary.items() if text not in ordinary}
    tokens: dict[int, bytes] = {}
    shared: dict[bytes, int] = {}
    for text, token_id in vocabulary.items():
        if text not in special and tokens.setdefault(token_id, data := _bytes_of(text, name)) != data:
            shared[data] = token_id
    listed = [(vocabulary[left], vocabulary[right], vocabulary[left + right]) for left, right in pairs]
    merges, notes = last_of_each_pair(listed)
    tokenizer = BpeTokenizer(tokens, merges, special, split=None, shared=shared)
    check_usable(tokenizer, name, "GPT-2 vocabulary", may_share_ids=True)
    ordinary_first = dict(sorted(vocabulary.items(), key=lambda item: item[0] in special))
    return tokenizer, (*vocabulary_notes(ordinary_first), *_unreachable_notes(ordinary - made), *notes)


def _unreachable_notes(unreachable: Collection[str]) -> tuple[Note, ...]:
    """Return a note on the tokens that merges need and no merge makes, if there are any."""
    if not unreachable:
        return ()
    one = "{name} has 1 token that no merge makes, so no text contains it: {first}"
    many = "{name} has {n} tokens that no merge makes, so no text contains them: {first}, …"
    return (Note.plural(len(unreachable), one, many, first=shown(min(unreachable))),)


def _bytes_of(text: str, name: str) -> bytes:
    """Return the bytes that a token spells."""
    try:
        return bytes([BYTE_OF_CHARACTER[character] for character in text])
    except KeyError as error:
        why = f"{visible(error.args[0])} in {shown(text)} spells no byte"
        raise damaged(f"{name}/vocab.json", "vocab.json", why) from error


def _read_pairs(data: bytes, vocabulary: Mapping[str, int], name: str) -> list[tuple[str, str]]:
    """Return the pairs of tokens to merge, in the order of the lines; they and their results are in the vocabulary."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise damaged(name, "merges.txt", f"byte 0x{data[error.start]:02x} is not UTF-8", line) from error
    pairs: list[tuple[str, str]] = []
    for number, ended in enumerate(text.split("\n"), 1):  # splitlines would also split inside tokens
        line_text = ended.removesuffix("\r")
        if not line_text or (number == 1 and _VERSION_LINE.fullmatch(line_text)):
            continue
        left, _, right = line_text.partition(" ")
        if not left or not right or " " in right:
            raise damaged(name, "merges.txt", "expected two tokens separated by a space", number)
        if fault := fault_in_merge(left, right, left + right, vocabulary):
            raise damaged(name, "merges.txt", fault, number)
        pairs.append((left, right))
    return pairs


# -- writing -----------------------------------------------------------------------------------------------------------


def dumps(tokenizer: BpeTokenizer) -> dict[str, bytes]:
    """Return the tokenizer as the two files, by name. Raises `BpetuiError` for what they cannot hold."""
    check_bytes_only(tokenizer, TITLE)
    merges = merges_or_recovered(tokenizer, TITLE)
    spelled = {token_id: gpt2_spelling(token) for token_id, token in tokenizer.tokens.items()}
    made = {token_id for _, _, token_id in merges}
    vocabulary: dict[str, int] = {}
    for token_id, text in sorted((*spelled.items(), *((at, text) for text, at in tokenizer.others.items()))):
        if text in vocabulary:
            raise refused(TITLE, f"{shown(text)} would have the two ids {vocabulary[text]} and {token_id}")
        if token_id in spelled and len(text) > 1 and token_id not in made:
            raise refused(TITLE, f"no merge makes the token {shown(tokenizer.tokens[token_id])} (id {token_id})")
        vocabulary[text] = token_id
    check_none_added(tokenizer, TITLE)
    for left, right, _ in merges:
        if spelled[left].startswith("#version"):
            merge = shown_merge(spelled[left], spelled[right])
            raise refused(TITLE, f"the merge {merge} looks like the line with the version, and readers would skip it")
    lines = (_VERSION, *(f"{spelled[left]} {spelled[right]}" for left, right, _ in merges))
    return {
        "vocab.json": json.dumps(vocabulary, ensure_ascii=False).encode(),
        "merges.txt": "".join(f"{line}\n" for line in lines).encode(),
    }
