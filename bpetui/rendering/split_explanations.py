"""What each split does, in plain words, and a text that it cuts."""

from __future__ import annotations

from bpetui.core.splitting import Split, split_named
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible

EXAMPLE = "We'll buy x2 12345 eggs!\nYes, 床"
"""A text that nearly every split cuts in its own way."""

_TIME_LIMIT = 0.05
"""Seconds that a pattern may take over the example, at each key."""

_EXPLANATIONS = {
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
}


def explained_split(name: str) -> tuple[str, str]:
    """What the split of that name does, and an example."""
    return _EXPLANATIONS[name], split_example(split_named(name))


def split_example(split: Split) -> str:
    """How a split cuts `EXAMPLE`. Raises `BpetuiError` where its pattern takes too long."""
    words = "│".join(split.words(EXAMPLE, time_limit=_TIME_LIMIT))
    return "e.g. " + visible(words, space=SPACE, tab=TAB, newline=LINE_END)
