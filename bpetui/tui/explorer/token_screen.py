"""The details of a token: its bytes, their kind in UTF-8, and the merges that built it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.plurals import counted
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import hex_bytes
from bpetui.core.utf8 import kind as kind_of
from bpetui.rendering.cells import brief
from bpetui.rendering.character_parts import Character
from bpetui.rendering.sentences import named_character
from bpetui.tui.run.run_state import RunState
from bpetui.tui.widgets.sheet import Sheet

_LINES = 200
_WIDTH = 60
_CHARACTERS = 12


class TokenScreen(Sheet):
    """Shows the bytes and the kind of a token, and the tree of merges that built it."""

    def __init__(self, heading: Sequence[str], tree: Sequence[str]) -> None:
        super().__init__(Content("\n".join(heading)), Content("\n".join(["", *tree])) if tree else None)

    @classmethod
    def from_run(cls, token_id: int, run: RunState, characters: Sequence[Character] = ()) -> TokenScreen:
        """Return the screen of a token of a run, made or undone."""

        def parts(made: int) -> tuple[int, int] | None:
            if made < run.base:
                return None
            merge = run.merges[made - run.base]
            return merge.left, merge.right

        token, size = run.token(token_id), run.vocabulary.size(token_id)
        heading = [
            *_bytes(token_id, token, size, kind_of(token)),
            *_characters_in(characters),
            _origin_in_run(token_id, run),
        ]
        return cls(heading, _tree(token_id, parts, run.token))

    @classmethod
    def from_tokenizer(cls, token_id: int, tokenizer: AnyTokenizer, characters: Sequence[Character]) -> TokenScreen:
        """Return the screen of a token of a tokenizer, at its place in a text."""
        token = tokenizer.token(token_id)
        heading = _bytes(token_id, token, len(token), tokenizer.kind(token_id))
        tree = _tree(token_id, tokenizer.parts, tokenizer.token)
        return cls([*heading, *_characters_in(characters), _origin(token_id, tokenizer)], tree if len(tree) > 1 else [])


def _bytes(token_id: int, token: bytes, count: int, kind: str) -> list[str]:
    shown = hex_bytes(token[:64]) + (" …" if count > 64 else "")
    described = "whole characters" if kind == "whole" else kind
    name = f"token {token_id:,}" if token_id != UNKNOWN else "no token"
    return [f"{name}  {brief(token, 'hex', _WIDTH)}", f"{counted(count, 'byte')}: {shown}", f"in UTF-8: {described}"]


def _characters_in(characters: Sequence[Character]) -> list[str]:
    """Return a sentence on the characters that the token contains, whole or in part."""
    if not characters:
        return []
    names = ", ".join(map(named_character, characters[:_CHARACTERS]))
    return [f"in the text: {names}{' …' if len(characters) > _CHARACTERS else ''}"]


def _origin_in_run(token_id: int, run: RunState) -> str:
    """Return a sentence on the origin of a token of a run."""
    if token_id < run.base:
        if run.opened.alphabet.characters is None:
            return "one of the 256 bytes that every vocabulary starts with"
        return f"one of the {run.base:,} symbols that this vocabulary starts with"
    merge = run.merges[token_id - run.base]
    if merge.chosen:
        return f"made by merge {merge.number:,}: the pair had count {merge.count:,}, your choice"
    if merge.ties > 1:
        return f"made by merge {merge.number:,}: the pair had count {merge.count:,}, won a {merge.ties:,}-way tie"
    return f"made by merge {merge.number:,}: the pair had count {merge.count:,}, no ties"


def _origin(token_id: int, tokenizer: AnyTokenizer) -> str:
    """Return a sentence on the origin of a token of a tokenizer."""
    kind, parts = tokenizer.kind(token_id), tokenizer.parts(token_id)
    if kind == "special":
        return "a special token: no merge makes it or any part of it"
    if kind == "empty":
        return "it is empty: no text encodes to it"
    if kind == "unknown":
        return "it replaces text that has no token in the vocabulary"
    if not isinstance(tokenizer, BpeTokenizer):
        return "its tokenizer does not list its merges"
    if parts is not None and tokenizer.merges is None:
        return "last merge: these two lower-ranked tokens"
    if parts is not None:
        number = next(number for number, (_, _, made) in enumerate(tokenizer.merges or (), 1) if made == token_id)
        return f"made by merge {number:,} of {len(tokenizer.merges or ()):,}"
    if token_id in tokenizer.fallback:
        return "one of the 256 bytes that replace characters without a token"
    if tokenizer.fallback and len(tokenizer.token(token_id).decode()) == 1:
        return "one of the characters that merges start from"
    if len(tokenizer.token(token_id)) == 1:
        return "one of the 256 bytes that merges start from"
    if tokenizer.merges is None or tokenizer.whole_words:
        return "no merge makes it: only a word equal to it becomes this token"
    return "no merge makes it"


def _tree(token_id: int, parts: Callable[[int], tuple[int, int] | None], token: Callable[[int], bytes]) -> list[str]:
    """Return a tree of a token: indented below each token, the two that merged into it."""
    lines: list[str] = []
    waiting = [(token_id, "", "")]
    while waiting and len(lines) < _LINES:
        at, lead, below = waiting.pop()
        lines.append(f"{lead}{brief(token(at), 'hex', _WIDTH)}  {at}")
        if (pair := parts(at)) is not None:
            left, right = pair
            waiting.append((right, below + "└─ ", below + "   "))
            waiting.append((left, below + "├─ ", below + "│  "))
    return [*lines, "…"] if waiting else lines
