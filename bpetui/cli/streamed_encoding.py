"""Encoding a text that comes in parts: the ids come in parts, too, and no more of the text is held than needed.

It is held whole where one word may be all of it (without a split), under a pattern of the user's own, which may look as
far as it likes, where a text is prepared and special tokens are found in it, and by tokenizers of other programs.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.files.text_stream import text_chunks
from bpetui.worker.counting.segments import segments_of_parts


def encode_with(tokenizer: AnyTokenizer, allowed: Sequence[str] = ()) -> Callable[[str], Sequence[int]]:
    """What gives the ids of one text after another, in which those special tokens are found that are allowed.

    It raises as ``tokenize`` does.
    """
    if not isinstance(tokenizer, Tokenizer):
        return lambda text: tokenizer.tokenize(text, allowed).ids
    if tokenizer.prepares:
        return lambda text: tokenizer.encode(text, allowed)
    return tokenizer.encoder(allowed).encode  # made once for all texts


def encoded_parts(
    tokenizer: AnyTokenizer, parts: Iterable[str], allowed: Sequence[str] = ()
) -> Iterator[Sequence[int]]:
    """The ids of a text that comes in parts, part by part: joined they are those of the whole text."""
    if not isinstance(tokenizer, Tokenizer) or not _comes_in_parts(tokenizer, allowed):
        yield encode_with(tokenizer, allowed)("".join(parts))
        return
    encoder = tokenizer.encoder(allowed)
    special = (*tokenizer.added, *allowed)
    # No normal form joins a space or a line end to what stands before it; and a space is put before what begins with
    # none, so that then a piece has to begin with one.
    before = " " if tokenizer.prefix else " \n"
    cut = text_chunks(parts, lambda text: _last_cut(text, special, before))
    prepared = (tokenizer.prepared(piece, allowed) for piece in cut)
    for segment in segments_of_parts(prepared, encoder.split):
        yield encoder.encode(segment.decode())


def _comes_in_parts(tokenizer: Tokenizer, allowed: Sequence[str]) -> bool:
    """Whether the ids of a text are those of its parts. What a text is prepared to may look like a special token."""
    is_local = tokenizer.split is not None and tokenizer.split.is_local
    return is_local and not (tokenizer.prepares and (tokenizer.added or allowed))


def _last_cut(text: str, special: Sequence[str], before: str) -> int:
    """The last place before one of the characters ``before`` around which there is no special token, not even the
    beginning of one; 0 for none."""
    reach = max(map(len, special), default=1) - 1
    stop = len(text) - reach
    while True:
        stop = max(text.rfind(character, 0, max(0, stop)) for character in before)
        if stop <= 0:
            return 0
        if not any(token in text[max(0, stop - reach) : stop + reach] for token in special):
            return stop
