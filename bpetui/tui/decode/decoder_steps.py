"""Tokens fed to a decoder one at a time: what each releases, what is held back, and what is given up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.errors import BpetuiError
from bpetui.core.plurals import counted
from bpetui.core.streaming_decoder import StreamingDecoder
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import hex_bytes, visible
from bpetui.rendering.cells import cut
from bpetui.rendering.units import marked_characters
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer

_UNKNOWN = "unknown"
_MOST_DIGITS = 12
_SHOWN = 20
_REPLACED = "\N{REPLACEMENT CHARACTER}".encode()


@dataclass(frozen=True)
class DecoderStep:
    """One token fed: its bytes, and the text that is released by it.

    ``token_id`` is None for the end of all tokens. ``given_up`` are bytes that are released as U+FFFD, ``held`` those
    that are held back now, of a character of ``wanted`` bytes; ``size`` is how much text there is now, in characters.
    """

    number: int
    token_id: int | None
    data: bytes
    released: str
    given_up: bytes
    held: bytes
    wanted: int
    size: int

    @property
    def said(self) -> str:
        """What has come of it, in words; nothing in them acts on a terminal."""
        said = []
        if self.token_id is not None and not self.data:
            said.append("an empty token: it stands for no text")
        if self.released:
            said.append(f"released: “{''.join(shown for shown, *_ in marked_characters(self.released))}”")
        if self.given_up:
            said.append(f"given up: {hex_bytes(self.given_up)}")
        if self.held:
            said.append(f"held back: {hex_bytes(self.held)}, {len(self.held)} of {counted(self.wanted, 'byte')}")
        return "; ".join(said)


def steps(tokens: Sequence[tuple[int, bytes]]) -> list[DecoderStep]:
    """Feed tokens, given by their ids and their bytes; and at last their end, if anything is held back then."""
    decoder = StreamingDecoder()
    found: list[DecoderStep] = []
    size = 0
    for number, (token_id, data) in enumerate(tokens, 1):
        released = decoder.feed(data)
        size += len(released)
        given_up, held, wanted = decoder.given_up, decoder.held, decoder.wanted
        found.append(DecoderStep(number, token_id, data, released, given_up, held, wanted, size))
    if decoder.held:
        released = decoder.finish()
        found.append(DecoderStep(len(tokens) + 1, None, b"", released, decoder.given_up, b"", 0, size + len(released)))
    return found


def tokens_of(ids: Sequence[int], tokenizer: AnyTokenizer) -> list[tuple[int, bytes]]:
    """The bytes that each token adds to a text. Raises `BpetuiError` for an id that there is not."""
    if isinstance(tokenizer, Tokenizer):
        first = [tokenizer.decode(ids[:1])]  # without the space that is put before a text
        return [*zip(ids, [*first, *map(tokenizer.token, ids[1:])], strict=False)]
    if isinstance(tokenizer, RunStateTokenizer):
        known = {token_id: tokenizer.decode([token_id]) for token_id in dict.fromkeys(ids)}
        return [(token_id, known[token_id]) for token_id in ids]
    return [(token_id, _added(tokenizer, ids[at - 1] if at else None, token_id)) for at, token_id in enumerate(ids)]


def _added(tokenizer: AnyTokenizer, before: int | None, token_id: int) -> bytes:
    """What a token adds behind another, such as a space where words are joined; its own bytes if it is part of a
    character, which only the bytes of its neighbors make whole."""
    start = tokenizer.decode([before]) if before is not None else b""
    joined = tokenizer.decode([token_id] if before is None else [before, token_id])
    own = tokenizer.token(token_id)
    return own if _REPLACED in joined or not joined.startswith(start) else joined[len(start) :]


def id_text(token_id: int) -> str:
    """An id as it is written; what a run has no token for has none."""
    return _UNKNOWN if token_id == UNKNOWN else str(token_id)


def ids_in(text: str, tokenizer: AnyTokenizer) -> list[int]:
    """The ids of a tokenizer that are written, set apart by white space or commas, in brackets or not.

    Raises `BpetuiError`.
    """
    found = []
    for part in re.split(r"[\s,]+", text.strip().removeprefix("[").removesuffix("]").strip()):
        if not part:
            continue
        if part == _UNKNOWN and isinstance(tokenizer, RunStateTokenizer):
            found.append(UNKNOWN)
            continue
        if not (part.isascii() and part.isdigit()):
            shown = visible(cut(part, _SHOWN))
            raise BpetuiError(f"“{shown}” is no id: ids are whole numbers, with spaces or commas between")
        if len(part) > _MOST_DIGITS:
            raise BpetuiError(f"{cut(part, _SHOWN)} is no id: no tokenizer has so many")
        found.append(int(part))
    return found
