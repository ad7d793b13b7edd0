"""What each setting does, in plain words, and an example."""

from __future__ import annotations

from collections.abc import Mapping

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import split_custom
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible
from bpetui.rendering.split_explanations import explained_split, split_example
from bpetui.tui.settings.entries import PATTERN, tokens_in

_VALUES = {
    ("normalization", "none"): (
        "the text stays as it is",
        "e.g. é may be one character, or e and ◌́: they are not the same bytes",
    ),
    ("normalization", "nfc"): (
        "a letter and its marks become one character where there is one (NFC)",
        "e.g. e and ◌́ become é; ﬁ and ２ stay what they are",
    ),
    ("normalization", "nfd"): (
        "the marks of a letter become characters of their own (NFD)",
        "e.g. é becomes e and ◌́; ﬁ and ２ stay what they are",
    ),
    ("normalization", "nfkc"): (
        "as nfc, and variants of a character become the plain one (NFKC)",
        "e.g. e and ◌́ become é, ﬁ becomes fi, ２ becomes 2",
    ),
    ("normalization", "nfkd"): (
        "as nfd, and variants of a character become the plain one (NFKD)",
        "e.g. é becomes e and ◌́, ﬁ becomes fi, ２ becomes 2",
    ),
    ("alphabet", "bytes"): (
        "the vocabulary starts with the 256 bytes, of which every text is made",
        "e.g. é begins as two tokens, c3 a9, and 床 as three, e5 ba 8a",
    ),
    ("alphabet", "characters"): (
        "the vocabulary starts with the characters of the text; others are unknown",
        "e.g. é begins as one token, and so does 床",
    ),
    ("ties", "first"): (
        "of the pairs with the highest count the one met first in the text is merged",
        "e.g. in cdcdabab, where cd and ab stand twice, it is cd (minbpe's rule)",
    ),
    ("ties", "smallest-id"): (
        "of the pairs with the highest count the one with the smallest ids is merged",
        "e.g. in cdcdabab, where cd and ab stand twice, it is ab (rustbpe's rule)",
    ),
    ("whole_characters", "no"): (
        "merges may join a part of a character and what stands beside it",
        "e.g. in 床前, e5 ba 8a e5 89 8d, the token 8a e5 may come to be",
    ),
    ("whole_characters", "yes"): (
        "merges stay within a character or join whole ones; for the alphabet of bytes",
        "e.g. in 床前, e5 ba 8a e5 89 8d, the token 8a e5 never comes to be",
    ),
}

_TEXTS = {
    "end_of_word": (
        "a mark at the end of each word, in place of white space; for characters",
        "e.g. with </w> the words low lower begin as l o w </w> l o w e r </w>",
    ),
    "min_count": (
        "a pair that stands fewer times in the text is not merged",
        "e.g. 2 ends the run where no pair stands twice, 1 where there is no pair",
    ),
    "max_token_bytes": (
        "no merge makes a token that is longer than this; empty for no limit",
        "e.g. 16: an English letter takes 1 byte, é takes 2, 床 takes 3",
    ),
    "held_out": (
        "a text from which nothing is learned: how well do the merges fit it?",
        "e.g. notes.txt, or sample:english; empty for none",
    ),
}


def explained(name: str, entries: Mapping[str, str]) -> tuple[str, str]:
    """What a setting does as it is written now, and an example. Nothing in it acts on a terminal."""
    entry = entries[name]
    if name == "split" and entries["end_of_word"]:
        return "with an end mark the words are what stands between white space", "leave it at none, or empty the mark"
    if name == "split" and entry == PATTERN:
        return "as the pattern in the next row says", _cut(entries["pattern"])
    if name == "split":
        return explained_split(entry)
    if name == "pattern":
        return "a regular expression: each match is a word; merges stay within words", _cut(entry)
    if name == "special":
        return "each is one token of the corpus, out of all merges; typed they are text", _tokens(entry)
    return _TEXTS.get(name) or _VALUES[name, entry]


def _cut(pattern: str) -> str:
    if not pattern:
        return r"e.g. \p{L}+|\P{L}+ cuts between letters and all else"
    try:
        return split_example(split_custom(pattern))
    except BpetuiError as error:
        return visible(str(error))


def _tokens(entry: str) -> str:
    try:
        tokens = tokens_in(entry)
    except BpetuiError as error:
        return visible(str(error))
    if not tokens:
        return "e.g. <|endoftext|> '<two words>'"
    return f"{len(tokens):,} now: " + visible(" │ ".join(tokens), space=SPACE, tab=TAB, newline=LINE_END)
