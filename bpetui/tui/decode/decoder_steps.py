"""The steps of a streaming decoder: the text, held-back bytes and invalid bytes after each token."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.errors import BpetuiError
from bpetui.core.plurals import counted
from bpetui.core.streaming_decoder import StreamingDecoder
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import hex_bytes, visible
from bpetui.rendering.cells import cut
from bpetui.rendering.units import marked_characters
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer

_END = "end"
_UNKNOWN = "unknown"
_MOST_DIGITS = 12
_SHOWN = 20
_REPLACED = "\N{REPLACEMENT CHARACTER}".encode()


@dataclass(frozen=True)
class DecoderStep:
    """A token, its bytes, and the text that the decoder releases after it.

    ``token_id`` is None for the end of the text. ``invalid`` are bytes that are released as U+FFFD; ``held`` are bytes
    that are held back, the beginning of a character of ``wanted`` bytes; ``size`` is the length of the text so far, in
    characters.
    """

    number: int
    token_id: int | None
    data: bytes
    released: str
    invalid: bytes
    held: bytes
    wanted: int
    size: int

    @property
    def name(self) -> str:
        """The id as it is shown."""
        return _END if self.token_id is None else id_text(self.token_id)

    @property
    def result(self) -> str:
        """What the token releases, in words; control characters are visible."""
        results = []
        if self.token_id is not None and not self.data:
            results.append("an empty token: no text")
        if self.released:
            text = "".join(shown for shown, *_ in marked_characters(self.released))
            results.append(f'released: "{text}"')
        if self.invalid:
            results.append(f"invalid: {hex_bytes(self.invalid)}")
        if self.held:
            held, number, wanted = hex_bytes(self.held), len(self.held), counted(self.wanted, "byte")
            results.append(f"held back: {held}, {number} of {wanted}")
        return "; ".join(results)


def decoder_steps(tokens: Sequence[tuple[int, bytes]]) -> list[DecoderStep]:
    """Decode tokens, given as ids and bytes; a step for the end of the text follows if bytes are held back then."""
    decoder = StreamingDecoder()
    found: list[DecoderStep] = []
    size = 0
    for number, (token_id, data) in enumerate(tokens, 1):
        released = decoder.feed(data)
        size += len(released)
        invalid, held, wanted = decoder.given_up, decoder.held, decoder.wanted
        found.append(DecoderStep(number, token_id, data, released, invalid, held, wanted, size))
    if decoder.held:
        released = decoder.finish()
        found.append(DecoderStep(len(tokens) + 1, None, b"", released, decoder.given_up, b"", 0, size + len(released)))
    return found


def tokens_from_ids(ids: Sequence[int], tokenizer: AnyTokenizer) -> list[tuple[int, bytes]]:
    """Return each id with the bytes that its token adds to the text. Raises `BpetuiError` for an id without a token."""
    if isinstance(tokenizer, BpeTokenizer):
        first = [tokenizer.decode(ids[:1])]  # without the space that the tokenizer puts before a text
        return [*zip(ids, [*first, *map(tokenizer.token, ids[1:])], strict=False)]
    if isinstance(tokenizer, RunStateTokenizer):
        known = {token_id: tokenizer.decode([token_id]) for token_id in dict.fromkeys(ids)}
        return [(token_id, known[token_id]) for token_id in ids]
    return [
        (token_id, _added_bytes(tokenizer, ids[at - 1] if at else None, token_id)) for at, token_id in enumerate(ids)
    ]


def _added_bytes(tokenizer: AnyTokenizer, before: int | None, token_id: int) -> bytes:
    """Return the bytes that a token adds after another one, which may begin with a space between words.

    They are the token's own bytes if it is part of a character, which only its neighbors complete.
    """
    start = tokenizer.decode([before]) if before is not None else b""
    joined = tokenizer.decode([token_id] if before is None else [before, token_id])
    own = tokenizer.token(token_id)
    return own if _REPLACED in joined or not joined.startswith(start) else joined[len(start) :]


def id_text(token_id: int) -> str:
    """Return an id as text, or a word for the id of characters that a run has no token for."""
    return _UNKNOWN if token_id == UNKNOWN else str(token_id)


def ids_from_text(text: str, tokenizer: AnyTokenizer) -> list[int]:
    """Read the ids in a text: numbers separated by white space or commas, with or without brackets around them.

    Raises `BpetuiError` for what is not a number, or too long for an id.
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
            raise BpetuiError(f'"{shown}" is not a token id: type whole numbers, separated by spaces or commas')
        if len(part) > _MOST_DIGITS:
            shown = cut(part, _SHOWN)
            raise BpetuiError(f"{shown} is too large for a token id")
        found.append(int(part))
    return found
