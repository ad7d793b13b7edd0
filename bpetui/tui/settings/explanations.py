"""What each setting does, in plain words, and an example."""

from __future__ import annotations

from collections.abc import Mapping

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split, split_custom, split_named
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible
from bpetui.tui.settings.entries import PATTERN, tokens_in

EXAMPLE = "We'll buy x2 12345 eggs!\nYes, 床"
"""A text that nearly every split cuts in its own way."""

_TIME_LIMIT = 0.05
"""Seconds that a pattern may take over the example, at each key."""

_SPLITS = {
    "none": "the whole text is one word: merges may reach across spaces and line ends",
    "lines": "each line is a word: merges may reach across spaces, not across line ends",
    "whitespace": "what stands between white space is a word, and so is the white space",
    "gpt2-simple": "as GPT-2 cuts, in a short pattern that lets letters and digits be one word",
    "gpt2": "as GPT-2 cuts: letters, digits and signs apart, with the space before them",
    "cl100k_base": "as GPT-4 cuts: three digits at most, and no space before them",
    "o200k_base": "as GPT-4o cuts: as GPT-4, but keeps 'll with its word, and cuts one│Two",
    "llama3": "as Llama 3 cuts: much as GPT-4",
    "qwen": "as Qwen cuts: much as GPT-4, but every digit is a word",
    "deepseek-v3": "as DeepSeek-V3 cuts: Chinese and Japanese apart from all else",
    PATTERN: "as the pattern in the next row says",
}

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
    if name == "split":
        pattern = entries["pattern"] if entry == PATTERN else ""
        return _SPLITS[entry], _cut(pattern) if entry == PATTERN else _shown(split_named(entry))
    if name == "pattern":
        return "a regular expression: each match is a word; merges stay within words", _cut(entry)
    if name == "special":
        return "each is one token of the corpus, out of all merges; typed they are text", _tokens(entry)
    return _TEXTS.get(name) or _VALUES[name, entry]


def _cut(pattern: str) -> str:
    if not pattern:
        return r"e.g. \p{L}+|\P{L}+ cuts between letters and all else"
    try:
        return _shown(split_custom(pattern))
    except BpetuiError as error:
        return visible(str(error))


def _shown(split: Split) -> str:
    words = "│".join(split.words(EXAMPLE, time_limit=_TIME_LIMIT))
    return "e.g. " + visible(words, space=SPACE, tab=TAB, newline=LINE_END)


def _tokens(entry: str) -> str:
    try:
        tokens = tokens_in(entry)
    except BpetuiError as error:
        return visible(str(error))
    if not tokens:
        return "e.g. <|endoftext|> '<two words>'"
    return f"{len(tokens):,} now: " + visible(" │ ".join(tokens), space=SPACE, tab=TAB, newline=LINE_END)
