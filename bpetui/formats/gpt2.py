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
from bpetui.formats.bpe_json import read_vocabulary, with_one_id
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
    """Read the two files, given by the names that they have in `FILES`; ``name`` is what errors call the folder.

    Raises `BpetuiError`, saying where, for damage.
    """
    vocab_name, merges_name = FILES
    vocabulary = _vocabulary(parsed(files[vocab_name], f"{name}/{vocab_name}", "vocab.json"), f"{name}/{vocab_name}")
    merges = _merges(files[merges_name], vocabulary, f"{name}/{merges_name}")
    made = {token_id for _, _, token_id in merges}
    tokens: dict[int, bytes] = {}
    special: dict[str, int] = {}
    for text, token_id in vocabulary.items():
        if not text or token_id in made or (len(text) == 1 and text in SPELLED):
            tokens[token_id] = _bytes(text, name)
        else:
            special[text] = token_id
    tokenizer = Tokenizer(tokens, merges, special, split=None)
    check(tokenizer, name, "GPT-2 vocabulary")
    return tokenizer


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
    file = JsonObject(found, name, "vocab.json")
    vocabulary = read_vocabulary(file)
    if twins := with_one_id(vocabulary):
        raise file.damaged(f"{shown(twins[0])} and {shown(twins[1])} have the same id {vocabulary[twins[0]]}")
    return vocabulary


def _merges(data: bytes, vocabulary: Mapping[str, int], name: str) -> list[tuple[int, int, int]]:
    try:
        lines = data.decode().split("\n")  # not splitlines: a token may hold what that takes for the end of a line
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise damaged(name, "merges.txt", f"byte 0x{data[error.start]:02x} is not UTF-8", at) from error
    merges: list[tuple[int, int, int]] = []
    seen: set[str] = set()
    for number, ended in enumerate(lines, 1):
        line = ended.removesuffix("\r")
        if not line or (number == 1 and _IS_VERSION.fullmatch(line)):
            continue
        left, _, right = line.partition(" ")
        try:
            merges.append((vocabulary[left], vocabulary[right], vocabulary[left + right]))
        except KeyError as error:
            if not left or not right or " " in right:
                why = "it is not a merge, two tokens with a space between"
            else:
                missing = f"{shown(error.args[0])}, which is not in the vocabulary"
                why = f"the merge {_said(line.split(' '))} takes or makes {missing}"
            raise damaged(name, "merges.txt", why, number) from error
        seen.add(line)
        if len(seen) < len(merges):
            raise damaged(name, "merges.txt", f"the merge {_said(line.split(' '))} is there twice", number)
    return merges


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
