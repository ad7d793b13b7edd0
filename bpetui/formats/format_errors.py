"""How the formats say what is wrong, and what they all check."""

from __future__ import annotations

from collections.abc import Mapping

from bpetui.core.added_tokens import Matching
from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.core.errors import BpetuiError
from bpetui.core.rank_merging import merges_of_ranks
from bpetui.core.tokenizer import Merges, Tokenizer
from bpetui.core.utf8 import SPACE, bracketed, visible

MOST_BYTES = 500_000_000
"""The most bytes that the tokens of one tokenizer may have in all."""

_SHOWN = 40


def shown(token: bytes | str) -> str:
    """A token in a sentence: its text, or its bytes where it is no whole text, at most so much of it."""
    try:
        text = token.decode() if isinstance(token, bytes) else token
    except UnicodeDecodeError as error:
        return _cut(bracketed(error.object))
    return _cut(visible(text, space=SPACE))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def refused(title: str, why: str) -> BpetuiError:
    """The error for what a format cannot hold: ``title`` is what the format is called, ``why`` names it."""
    return BpetuiError(f"cannot be written in the {title} format: {why}")


def damaged(name: str, title: str, why: str, line: int = 0) -> BpetuiError:
    """The error for a file that is not what it should be: ``title`` says what, ``why`` what is wrong with it."""
    where = f", line {line}" if line else ""
    return BpetuiError(f"{visible(name)} is not a whole {title}{where}: {why}")


def check(tokenizer: Tokenizer, name: str, title: str, *, may_share_ids: bool = False) -> None:
    """Raise `BpetuiError` for a tokenizer that cannot encode every text, or of which two tokens have one id.

    Where the originals read the latter, they ``may_share_ids``.
    """
    if missing := tokenizer.missing_bytes:
        what = f"the byte 0x{missing[0]:02x}{_and_others(len(missing) - 1)}"
        raise damaged(name, title, f"it has no token for {what}, without which not every text can be encoded")
    if tokenizer.last_id >= MAX_VOCABULARY:
        raise BpetuiError(
            f"{visible(name)} has a token with the id {tokenizer.last_id}; {MAX_VOCABULARY - 1} is the highest"
        )
    taken: dict[int, str] = {}
    for text, token_id in (*tokenizer.added.items(), *tokenizer.special.items()):
        if not text:
            raise damaged(name, title, "a special token is empty")
        other = taken.get(token_id) or (
            shown(tokenizer.tokens[token_id])
            if token_id in tokenizer.tokens and tokenizer.tokens[token_id] != text.encode()
            else ""
        )
        if other and not may_share_ids:
            raise damaged(name, title, f"the id {token_id} of {shown(text)} is that of {other}, too")
        taken[token_id] = shown(text)


def gaps(tokenizer: Tokenizer) -> tuple[str, ...]:
    """A phrase for the reader where ids are left out among those of ordinary tokens; it goes after the name."""
    used = {*tokenizer.tokens, *tokenizer.others.values()}
    missing = [token_id for token_id in range(max(tokenizer.tokens)) if token_id not in used]
    if not missing:
        return ()
    return (f"has no token for {len(missing):,} of the ids up to {max(tokenizer.tokens)}, the first {missing[0]}",)


def only_bytes(tokenizer: Tokenizer, title: str) -> None:
    """Refuse what only a tokenizer.json can hold."""
    if tokenizer.fallback:
        raise refused(title, "it holds merges of bytes, and this tokenizer's words begin as characters")
    if tokenizer.normalization != "none":
        raise refused(title, f"it does not hold the normal form {tokenizer.normalization}")
    if tokenizer.prefix:
        raise refused(title, "it does not hold that a space is put before a text")
    for token in tokenizer.others:
        if token in tokenizer.matchings:
            raise refused(title, f"it does not hold that {shown(token)} {_said(tokenizer.matchings[token])}")


def _said(matching: Matching) -> str:
    """How an added token is found, in a sentence."""
    if matching.whole_word:
        return "is only found as a whole word"
    if matching.strips_left or matching.strips_right:
        return "takes the white space beside it along"
    return "is only found in the normalized text"


def first_special(special: Mapping[str, int]) -> str:
    """The special tokens in a sentence: the first, and how many there are."""
    first = next(iter(special))
    return f"the special token {shown(first)}{_and_others(len(special) - 1)}"


def _and_others(number: int) -> str:
    return f" and {number:,} other{'s' * (number > 1)}" if number else ""


def listed_merges(tokenizer: Tokenizer, title: str) -> Merges:
    """The merges of a tokenizer, for a format that holds these: its own, or those that its ranks stand for.

    Raises `BpetuiError`, by name, for a token that no merge of two others makes.
    """
    if tokenizer.merges is not None:
        return tokenizer.merges
    merges = []
    for rank, parts in merges_of_ranks(tokenizer.tokens):
        if len(parts) != 2 or -1 in parts:
            token = shown(tokenizer.tokens[rank])
            raise refused(title, f"no merge of two tokens makes the token {token} (id {rank})")
        merges.append((*parts, rank))
    return merges
