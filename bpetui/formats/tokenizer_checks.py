"""Checks that several formats share: whether a tokenizer that was read is usable, and whether a format can hold it."""

from __future__ import annotations

from bpetui.core.added_tokens import Matching
from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note
from bpetui.core.rank_merging import merges_of_ranks
from bpetui.core.tokenizer import BpeTokenizer, Merges
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import damaged, refused, shown, with_others

MOST_BYTES = 500_000_000
"""The most bytes that the tokens of one tokenizer may have in all."""

# -- reading -----------------------------------------------------------------------------------------------------------


def check_usable(tokenizer: BpeTokenizer, name: str, title: str, *, may_share_ids: bool = False) -> None:
    """Raise `BpetuiError` for a tokenizer that cannot encode every text, or in which two tokens have the same id.

    ``may_share_ids`` allows the latter, for formats whose original programs read such files. ``name`` and ``title`` are
    as in `damaged`.
    """
    if missing := tokenizer.missing_bytes:
        missing_bytes = with_others(f"the byte 0x{missing[0]:02x}", len(missing) - 1)
        raise damaged(name, title, f"it has no token for {missing_bytes}, so it cannot encode every text")
    if tokenizer.last_id >= MAX_VOCABULARY:
        file, highest = visible(name), MAX_VOCABULARY - 1
        raise BpetuiError(f"{file} has a token with the id {tokenizer.last_id}; the highest allowed id is {highest}")
    texts: dict[int, str] = {}
    for text, token_id in (*tokenizer.added.items(), *tokenizer.special.items()):
        if not text:
            raise damaged(name, title, "a special token is empty")
        other = texts.get(token_id, "")
        if not other and tokenizer.tokens.get(token_id, text.encode()) != text.encode():
            other = shown(tokenizer.tokens[token_id])
        if other and not may_share_ids:
            raise damaged(name, title, f"{shown(text)} and {other} have the same id {token_id}")
        texts[token_id] = shown(text)


def missing_ids_note(tokenizer: BpeTokenizer) -> tuple[Note, ...]:
    """Return a note if ids below the highest ordinary one are unused."""
    used = {*tokenizer.tokens, *tokenizer.others.values()}
    highest = max(tokenizer.tokens)
    unused = [token_id for token_id in range(highest) if token_id not in used]
    if not unused:
        return ()
    one = "{name} has no token for 1 id below {highest}: {first}"
    many = "{name} has no token for {n} ids below {highest}; the first is {first}"
    return (Note.plural(len(unused), one, many, highest=highest, first=unused[0]),)


# -- writing -----------------------------------------------------------------------------------------------------------


def check_bytes_only(tokenizer: BpeTokenizer, title: str) -> None:
    """Raise `BpetuiError` for features that only a tokenizer.json can hold."""
    if tokenizer.fallback:
        raise refused(title, "it holds merges of bytes, but the words of this tokenizer start as characters")
    if tokenizer.normalization != "none":
        raise refused(title, f"it cannot hold the normal form {tokenizer.normalization}")
    if tokenizer.prefix:
        raise refused(title, "it cannot hold the space that this tokenizer puts before a text")
    for token in tokenizer.others:
        if token in tokenizer.matchings:
            rule = _matching_rule(tokenizer.matchings[token])
            raise refused(title, f"it cannot hold that {shown(token)} {rule}")


def _matching_rule(matching: Matching) -> str:
    """Return how an added token is matched, as a predicate."""
    if matching.whole_word:
        return "matches only whole words"
    if matching.strips_left or matching.strips_right:
        return "includes the white space next to it"
    return "matches only in the normalized text"


def check_none_added(tokenizer: BpeTokenizer, title: str) -> None:
    """Raise `BpetuiError` for added tokens that are not special: most formats cannot hold them."""
    if tokenizer.added:
        raise refused(title, f"it cannot hold that {shown(next(iter(tokenizer.added)))} always matches")


def merges_or_recovered(tokenizer: BpeTokenizer, title: str) -> Merges:
    """Return the merges of a tokenizer: its own, or those that its ranks imply.

    Raises `BpetuiError` for a token that no merge of two others makes.
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
