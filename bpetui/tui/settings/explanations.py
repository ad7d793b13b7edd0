"""Explanations of settings: what each one does with its present value, and an example."""

from __future__ import annotations

from bpetui.core.errors import BpetuiError
from bpetui.core.option_kinds import tokens_in
from bpetui.core.option_table import OPTION_BY_NAME, PATTERN
from bpetui.core.options import OptionName
from bpetui.core.plurals import counted
from bpetui.core.splitting import split_custom
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible
from bpetui.rendering.split_explanations import explained_split, split_example
from bpetui.tui.settings.entries import Entries


def explanation(name: OptionName, entries: Entries) -> tuple[str, str]:
    """Return what a setting does with its present value, and an example; control characters are visible."""
    entry, option = entries[name], OPTION_BY_NAME[name]
    meaning, example = option.explained(entry)
    if name == "split" and entries["end_of_word"]:
        return "with an end-of-word mark, the text is split at white space", "keep none, or remove the mark"
    if name == "split" and entry != PATTERN:
        return explained_split(entry)
    if name in ("split", "pattern"):
        pattern = entries["pattern"]
        return meaning, _split_example(pattern) if pattern else OPTION_BY_NAME["pattern"].example
    if name == "special":
        return meaning, _special_tokens(entry) if entry.strip() else example
    return meaning, example


def _split_example(pattern: str) -> str:
    try:
        return split_example(split_custom(pattern))
    except BpetuiError as error:
        return visible(str(error))


def _special_tokens(entry: str) -> str:
    try:
        tokens = tokens_in(entry, OPTION_BY_NAME["special"].label)
    except BpetuiError as error:
        return visible(str(error))
    number = counted(len(tokens), "token")
    shown = visible(" │ ".join(tokens), space=SPACE, tab=TAB, newline=LINE_END)
    return f"{number}: {shown}"
