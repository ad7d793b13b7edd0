"""GPT-2's two files, ``vocab.json`` and ``merges.txt`` (github.com/openai/gpt-2, ``src/encoder.py``), in one folder.

In both, bytes are spelled as printable characters (see `GPT2_ALPHABET`). ``vocab.json`` is an object of tokens and
their ids; ``merges.txt`` a line that names its version, then a line for each merge, in order: what is left of a space
and what is right of it are merged. What is neither a byte nor made by a merge is a special token. OpenAI called the
files encoder.json and vocab.bpe. The split is in neither.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import GPT2_ALPHABET, gpt2_spelling, visible
from bpetui.formats.bpe_json import last_of_each_pair, read_vocabulary, vocabulary_notes
from bpetui.formats.format_errors import check, damaged, listed_merges, only_bytes, refused, shown
from bpetui.formats.json_file import parsed
from bpetui.formats.json_object import JsonObject

TITLE = "gpt2"

FILES = ("vocab.json", "merges.txt")
"""The files of a folder in this format."""

OTHER_FILES = ("encoder.json", "vocab.bpe")
"""What OpenAI called them."""

_VERSION = "#version: 0.2"
_IS_VERSION = re.compile(r"#version: [0-9.]+\r?")

SPELLED = {character: byte for byte, character in enumerate(GPT2_ALPHABET)}
"""The byte that each character of the alphabet stands for."""


def loads(files: Mapping[str, bytes], name: str) -> Tokenizer:
    """Read the two files, as `read` does."""
    return read(files, name)[0]


def read(files: Mapping[str, bytes], name: str) -> tuple[Tokenizer, tuple[str, ...]]:
    """Read the two files, given by the names that they have in `FILES`, and what is odd about them, in phrases that go
    after ``name``, which is what errors call the folder.

    Raises `BpetuiError`, saying where, for damage.
    """
    vocab_name, merges_name = FILES
    vocabulary = _vocabulary(parsed(files[vocab_name], f"{name}/{vocab_name}", "vocab.json"), f"{name}/{vocab_name}")
    pairs = _pairs(files[merges_name], vocabulary, f"{name}/{merges_name}")
    ordinary = {"", *SPELLED, *(left + right for left, right in pairs)}
    special = {text: token_id for text, token_id in vocabulary.items() if text not in ordinary}
    tokens: dict[int, bytes] = {}
    shared: dict[bytes, int] = {}
    for text, token_id in vocabulary.items():
        if text not in special and tokens.setdefault(token_id, data := _bytes(text, name)) != data:
            shared[data] = token_id
    merges, notes = last_of_each_pair([(vocabulary[a], vocabulary[b], vocabulary[a + b]) for a, b in pairs])
    tokenizer = Tokenizer(tokens, merges, special, split=None, shared=shared)
    check(tokenizer, name, "GPT-2 vocabulary", may_share_ids=True)
    ordinary_first = dict(sorted(vocabulary.items(), key=lambda item: item[0] in special))
    return tokenizer, (*vocabulary_notes(ordinary_first), *notes)


def _bytes(text: str, name: str) -> bytes:
    """What a token spells."""
    try:
        return bytes([SPELLED[character] for character in text])
    except KeyError as error:
        raise damaged(
            f"{name}/vocab.json", "vocab.json", f"{visible(error.args[0])} in {shown(text)} spells no byte"
        ) from error


def _vocabulary(found: object, name: str) -> dict[str, int]:
    if not isinstance(found, dict):
        raise damaged(name, "vocab.json", "it is not an object of tokens and their ids")
    return read_vocabulary(JsonObject(found, name, "vocab.json"))


def _pairs(data: bytes, vocabulary: Mapping[str, int], name: str) -> list[tuple[str, str]]:
    """The pairs of tokens to merge, in the order of the lines, all in the vocabulary, as what they make is."""
    try:
        lines = data.decode("utf-8-sig").split(
            "\n"
        )  # not splitlines: a token may hold what that takes for a line's end
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise damaged(name, "merges.txt", f"byte 0x{data[error.start]:02x} is not UTF-8", at) from error
    pairs: list[tuple[str, str]] = []
    for number, ended in enumerate(lines, 1):
        line = ended.removesuffix("\r")
        if not line or (number == 1 and _IS_VERSION.fullmatch(line)):
            continue
        left, _, right = line.partition(" ")
        if not left or not right or " " in right:
            raise damaged(name, "merges.txt", "it is not a merge, two tokens with a space between", number)
        if missing := next((text for text in (left, right, left + right) if text not in vocabulary), ""):
            why = f"the merge {_said((left, right))} takes or makes {shown(missing)}, which is not in the vocabulary"
            raise damaged(name, "merges.txt", why, number)
        pairs.append((left, right))
    return pairs


def dumps(tokenizer: Tokenizer) -> dict[str, bytes]:
    """The tokenizer as the two files, by name.

    Raises `BpetuiError`, by name, for what they cannot hold.
    """
    only_bytes(tokenizer, TITLE)
    merges = listed_merges(tokenizer, TITLE)
    spelled = {token_id: gpt2_spelling(token) for token_id, token in tokenizer.tokens.items()}
    made = {token_id for _, _, token_id in merges}
    vocabulary: dict[str, int] = {}
    for token_id, text in sorted((*spelled.items(), *((at, text) for text, at in tokenizer.others.items()))):
        if text in vocabulary:
            raise refused(TITLE, f"{shown(text)} would be there with the ids {vocabulary[text]} and {token_id}")
        if token_id in spelled and len(text) > 1 and token_id not in made:
            raise refused(TITLE, f"no merge makes the token {shown(tokenizer.tokens[token_id])} (id {token_id})")
        vocabulary[text] = token_id
    if tokenizer.added:
        raise refused(TITLE, f"it does not hold that {shown(next(iter(tokenizer.added)))} is always matched")
    lines = [f"{spelled[left]} {spelled[right]}" for left, right, _ in merges]
    if lost := next((line for line in lines if line.startswith("#version")), ""):
        raise refused(
            TITLE, f"the merge {_said(lost.split(' '))} begins as the line that names the version, and would be lost"
        )
    return {
        "vocab.json": json.dumps(vocabulary, ensure_ascii=False).encode(),
        "merges.txt": "".join(f"{line}\n" for line in (_VERSION, *lines)).encode(),
    }


def _said(parts: Sequence[str]) -> str:
    """A merge in a sentence."""
    return " ".join(map(shown, parts))
