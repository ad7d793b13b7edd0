"""Encoding of a text that arrives in parts: the ids leave in parts too, and only as much text as needed is held.

The whole text is held in four cases: without a split, when the text is one word; with the user's own pattern, which
may look ahead any distance; if the tokenizer changes the text and special tokens are found in it; and for tokenizers
of other programs.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.files.text_stream import text_chunks
from bpetui.worker.counting.segments import segments_of_parts


def text_encoder(tokenizer: AnyTokenizer, allowed: Sequence[str] = ()) -> Callable[[str], Sequence[int]]:
    """Return a function from a text to its ids, for many texts; it recognizes the ``allowed`` special tokens.

    The function raises the errors of ``tokenize``.
    """
    if not isinstance(tokenizer, BpeTokenizer):
        return lambda text: tokenizer.tokenize(text, allowed).ids
    if tokenizer.prepares:
        return lambda text: tokenizer.encode(text, allowed)
    return tokenizer.encoder(allowed).encode  # made once for all texts


def encode_stream(
    tokenizer: AnyTokenizer, parts: Iterable[str], allowed: Sequence[str] = ()
) -> Iterator[Sequence[int]]:
    """Yield the ids of a text that arrives in parts; joined, they are the ids of the whole text."""
    if not isinstance(tokenizer, BpeTokenizer) or not _can_stream(tokenizer, allowed):
        yield text_encoder(tokenizer, allowed)("".join(parts))
        return
    encoder = tokenizer.encoder(allowed)
    special = (*tokenizer.added, *allowed)
    # No normal form joins a space or a line end to what precedes it. A tokenizer with a prefix adds a space to a piece
    # that does not begin with one, so each piece must then begin with a space.
    starts = " " if tokenizer.prefix else " \n"
    text_pieces = text_chunks(parts, lambda text: _last_cut(text, special, starts))
    prepared = (tokenizer.prepared(piece, allowed) for piece in text_pieces)
    for segment in segments_of_parts(prepared, encoder.split):
        yield encoder.encode(segment.decode())


def _can_stream(tokenizer: BpeTokenizer, allowed: Sequence[str]) -> bool:
    """Whether the ids of a text are those of its parts; a changed text can contain what looks like a special token."""
    is_local = tokenizer.split is not None and tokenizer.split.is_local
    return is_local and not (tokenizer.prepares and (tokenizer.added or allowed))


def _last_cut(text: str, special: Sequence[str], starts: str) -> int:
    """Return the last place before one of the characters ``starts`` that no special token, or start of one, can span.

    0 if there is no such place.
    """
    reach = max(map(len, special), default=1) - 1
    stop = len(text) - reach
    while True:
        stop = max(text.rfind(character, 0, max(0, stop)) for character in starts)
        if stop <= 0:
            return 0
        if not any(token in text[max(0, stop - reach) : stop + reach] for token in special):
            return stop
