"""The tokens of texts as JSON tells of them."""

from collections.abc import Iterator
from functools import cache

from bpetui.core.tokenization import AnyTokenizer, Tokenization

CHANGED = (
    "the tokenizer changes the text before it splits it (normalized, with a space before it, or without the white "
    "space beside an added token); offsets are those in the changed text"
)
"""A sentence for where what was tokenized is not the text that was given."""


class TokenObjects:
    """Tells of the tokens of one tokenizer's texts; the ``text`` of one is None unless it is whole characters."""

    def __init__(self, tokenizer: AnyTokenizer) -> None:
        self._kind = tokenizer.kind
        self._described = cache(self._describe)

    def of(self, tokenization: Tokenization) -> Iterator[dict[str, object]]:
        """The objects of a text's tokens, in order."""
        for token_id, token, (start, end) in zip(
            tokenization.ids, tokenization.tokens, tokenization.spans, strict=True
        ):
            yield {**self._described(token_id, token), "start": start, "end": end}

    def _describe(self, token_id: int, token: bytes) -> dict[str, object]:
        return {"id": token_id, "bytes": token.hex(), "text": text_of(token), "kind": self._kind(token_id)}


def text_of(token: bytes) -> str | None:
    """The characters of a token, None if it is not whole ones."""
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None
