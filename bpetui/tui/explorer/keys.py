"""The keys of the explorer's screen: what each does, and the id by which a user can give it another key."""

from __future__ import annotations

from textual.binding import Binding

from bpetui.tui.terminal.app import TERMINAL_KEYS


def _shown(key: str, action: str, name: str, id: str, tooltip: str, display: str | None = None) -> Binding:
    """A key that the line at the bottom names."""
    return Binding(key, action, name, id=id, tooltip=tooltip, key_display=display)


def _key(key: str, action: str, name: str, id: str, tooltip: str, display: str | None = None) -> Binding:
    """A key that only the help and the palette name."""
    return Binding(key, action, name, id=id, tooltip=tooltip, key_display=display, show=False)


KEYS = (
    _shown("s", "move(1)", "Step", "step", "make the next merge"),
    _shown("b", "move(-1)", "Back", "back", "undo the last merge, exactly"),
    _shown("r", "run", "Run", "run", "run to the target, or pause"),
    _shown("i", "type", "Type", "type", "type text and see its tokens"),
    _shown("h", "spelling", "Hex", "spelling", "how partial tokens are shown in this pane"),
    _shown("slash", "find", "Find", "find", "find text, or filter a list", "/"),
    _shown("question_mark", "help", "Help", "help", "what all this is, and all keys", "?"),
    _shown("q", "quit", "Quit", "quit", "quit; ctrl+q never asks"),
    _key("S", "move(10)", "Ten steps", "step_ten", "make ten merges"),
    _key("B", "move(-10)", "Ten back", "back_ten", "undo ten merges"),
    _key("0", "seek(0)", "Start", "start", "back to the start: no merges"),
    _key("g", "go_to", "Go to", "go_to", "go to a merge by its number"),
    _key("t", "target", "Target", "target", "set the vocabulary size to run to"),
    _key("m", "choose", "Merge this", "choose", "merge the selected pair instead"),
    _key("x", "veto", "Veto", "veto", "never merge the selected pair; or allow it again"),
    _key("v", "vetoes", "Vetoes", "vetoes", "list the vetoes, and lift them"),
    _key("equals_sign", "ties", "Ties", "ties", "which pairs tie, and why one of them is next", "="),
    _key("comma", "settings", "Settings", "settings", "how the text is split and learned from", ","),
    _key("k", "tokenizer", "Tokenizer", "tokenizer", "what Try it cuts with: this run, or another tokenizer"),
    _key("w", "trace", "Trace", "trace", "how the text typed comes to its tokens, merge by merge"),
    _key("c", "compare", "Compare", "compare", "the text typed under several tokenizers, side by side"),
    _key("d", "decode", "Decode", "decode", "decode the tokens of the text typed, one at a time"),
    _key("e", "export", "Export", "export", "write the merges made as a tokenizer's file"),
    _key("u", "held_out", "Unseen text", "held_out", "how the merges do on a held-out text"),
    _key("1", "pane('corpus')", "Corpus", "pane_corpus", "the text, cut into tokens"),
    _key("2", "pane('pairs')", "Pairs", "pane_pairs", "every pair, ranked"),
    _key("3", "pane('history')", "History", "pane_history", "every merge so far"),
    _key("4", "pane('words')", "Words", "pane_words", "every distinct word"),
    _key("enter", "closer", "Look closer", "closer", "look closer at what is selected"),
    _key("z", "zoom", "Zoom", "zoom", "this pane alone, and back"),
    _key("n", "next_place(False)", "Next", "next", "next place of what stands out"),
    _key("N", "next_place(True)", "Previous", "previous", "the place before"),
    _key("o", "open", "Open", "open", "open another text"),
    _key("escape", "leave", "Leave, stop", "leave", "leave the text; stop what runs"),
    *TERMINAL_KEYS,
)
