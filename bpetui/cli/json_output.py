"""What ``--json`` writes: values as lines of JSON, and the tokens of a text as JSON objects."""

import json
import re
from collections.abc import Iterator
from functools import cache

from bpetui.core.tokenization import AnyTokenizer, Tokenization

TEXT_CHANGED = (
    "the tokenizer changed the text before splitting it (it normalized it, added a space at the start, or removed "
    "white space next to an added token); offsets refer to the changed text"
)
"""The message for a text that the tokenizer changes before it splits it."""


def to_json(value: object) -> str:
    """Return the value as one line of JSON, without a line end: printable characters unchanged, others as escapes."""
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if line.isprintable():
        return line
    return re.sub("[^ -~]", lambda match: match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1], line)


class TokenObjects:
    """The tokens of texts as JSON objects; ``text`` is None unless the token is whole characters."""

    def __init__(self, tokenizer: AnyTokenizer) -> None:
        self._kind = tokenizer.kind
        self._cached_description = cache(self._describe)

    def from_tokenization(self, tokenization: Tokenization) -> Iterator[dict[str, object]]:
        """Yield the objects of the tokens of a text, in order."""
        for token_id, token, (start, end) in zip(
            tokenization.ids, tokenization.tokens, tokenization.spans, strict=True
        ):
            yield {**self._cached_description(token_id, token), "start": start, "end": end}

    def _describe(self, token_id: int, token: bytes) -> dict[str, object]:
        return {"id": token_id, "bytes": token.hex(), "text": token_text(token), "kind": self._kind(token_id)}


def token_text(token: bytes) -> str | None:
    """Return the characters of a token; None if it is not whole characters."""
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None
