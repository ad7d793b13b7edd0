"""What each setting does as it is written now, and an example that is computed where it can be."""

from __future__ import annotations

from bpetui.core.errors import BpetuiError
from bpetui.core.option_kinds import tokens_in
from bpetui.core.option_table import OPTION, PATTERN
from bpetui.core.options import OptionName
from bpetui.core.splitting import split_custom
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible
from bpetui.rendering.split_explanations import explained_split, split_example
from bpetui.tui.settings.entries import Entries


def explained(name: OptionName, entries: Entries) -> tuple[str, str]:
    """What a setting does as it is written now, and an example. Nothing in it acts on a terminal."""
    entry, option = entries[name], OPTION[name]
    explanation, example = option.explained(entry)
    if name == "split" and entries["end_of_word"]:
        return "with an end-of-word mark, the text is split at white space", "keep none, or remove the mark"
    if name == "split" and entry != PATTERN:
        return explained_split(entry)
    if name in ("split", "pattern"):
        pattern = entries["pattern"]
        return explanation, _words_of_pattern(pattern) if pattern else OPTION["pattern"].example
    if name == "special":
        return explanation, _tokens(entry) if entry.strip() else example
    return explanation, example


def _words_of_pattern(pattern: str) -> str:
    try:
        return split_example(split_custom(pattern))
    except BpetuiError as error:
        return visible(str(error))


def _tokens(entry: str) -> str:
    try:
        tokens = tokens_in(entry, OPTION["special"].label)
    except BpetuiError as error:
        return visible(str(error))
    return f"{len(tokens):,} now: " + visible(" │ ".join(tokens), space=SPACE, tab=TAB, newline=LINE_END)
