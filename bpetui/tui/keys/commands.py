"""The table of commands: what each is called, what it does, and its default keys.

The ``BINDINGS`` of a screen or widget say which of its actions carries out a command.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Scope(Enum):
    """Where the keys of a command act."""

    APP = "everywhere"
    EXPLORER = "explorer"
    CORPUS = "Corpus"
    LIST = "lists"
    TOKENS = "tokens of Try it"
    TEXT = "text fields"
    FIELD = "fields for texts to tokenize"
    QUESTION = "questions"
    COMPARE = "Compare"
    DECODE = "Decode"
    TRACE = "Trace"
    SETTINGS = "Settings"
    CHOICE = "choices in a form"
    TOKENIZERS = "list of tokenizers"
    VETOES = "list of vetoes"
    SHEET = "help and other texts to read"


@dataclass(frozen=True)
class Command:
    """What a key does, by the ``id`` under which a user gives it another key.

    ``keys`` are the default keys, such as ``x,delete``; an entry ``@quit`` stands for the keys of the command ``quit``,
    so that the key that opens a screen also closes it after a user has changed it. ``is_shown`` says that the
    line at the bottom names it. Help and that line name its keys together with those of its ``partner``; its
    explanation covers both. ``before_text`` says that it takes its keys before a text field does. Help for the
    explorer lists the commands of a ``group`` together.
    """

    id: str
    keys: str
    name: str
    explanation: str
    scope: Scope = Scope.EXPLORER
    is_shown: bool = False
    partner: str = ""
    before_text: bool = False
    group: str = ""


def _shown(id: str, keys: str, name: str, explanation: str, partner: str = "") -> Command:
    """A command that the line at the bottom names."""
    return Command(id, keys, name, explanation, is_shown=True, partner=partner)


def _of(scope: Scope, *commands: Command) -> tuple[Command, ...]:
    return tuple(replace(command, scope=scope) for command in commands)


def _group(group: str, *commands: Command) -> tuple[Command, ...]:
    return tuple(replace(command, group=group) for command in commands)


_EXPLORER = (
    *_group(
        "Merges",
        _shown("step", "s", "Step", "make the next merge"),
        _shown("back", "b", "Back", "undo the last merge"),
        Command("step_ten", "S", "Ten steps", "make ten merges"),
        Command("back_ten", "B", "Ten back", "undo ten merges"),
        _shown("run", "r", "Run", "run to the target, or pause"),
        Command("target", "t", "Target", "set the target vocabulary size"),
        Command("start", "0", "Start", "go back to the start: no merges"),
        Command("go_to", "g", "Go to", "go to a merge by its number; in History, to the selected one"),
    ),
    *_group(
        "Your own choices",
        Command("choose", "m", "Merge this pair", "merge the pair selected in Pairs instead of the best one"),
        Command("veto", "x", "Veto", "veto the selected pair, or allow it again"),
        Command("vetoes", "v", "Vetoes", "list the vetoes, to lift them"),
        Command("ties", "=", "Ties", "list the pairs that tie, and explain which is next"),
    ),
    *_group(
        "Your own text (Try it)",
        _shown("type", "i", "Type", "type text and see its tokens"),
        Command("tokenizer", "k", "Tokenizer", "choose the tokenizer for Try it: this run, or another one"),
        Command("trace", "w", "Trace", "trace the tokens of the typed text, merge by merge"),
        Command("compare", "c", "Compare", "compare tokenizers on the typed text"),
        Command("decode", "d", "Decode", "decode the tokens of the typed text, one at a time"),
    ),
    *_group(
        "Panes",
        Command("pane_corpus", "1", "Corpus", "go to Corpus: the text, cut into its tokens"),
        Command("pane_pairs", "2", "Pairs", "go to Pairs: every pair, best first"),
        Command("pane_history", "3", "History", "go to History: every merge so far"),
        Command("pane_words", "4", "Words", "go to Words: every distinct word"),
        Command(
            "look_closer", "enter", "Look closer", "show how the selected token was built; on a pair or word, find it"
        ),
        _shown("spelling", "h", "Spelling", "show partial tokens another way: characters, hex, GPT-2 alphabet"),
        Command("zoom", "z", "Zoom", "show this pane alone, or all panes again"),
    ),
    *_group(
        "Search",
        _shown("find", "/", "Find", "find text in the corpus; in Pairs and Words, filter the list"),
        Command("next", "n", "Next", "go to the next / previous highlight", partner="previous"),
        Command("previous", "N", "Previous", "go to the previous highlight"),
    ),
    *_group(
        "Corpus and files",
        Command("settings", ",", "Settings", "change the settings: split, special tokens, alphabet, limits"),
        Command("open", "o", "Open", "open another text"),
        Command("held_out", "u", "Held-out text", "evaluate the merges on held-out text"),
        Command("export", "e", "Export", "write the merges to a tokenizer file"),
        Command(
            "leave", "escape", "Leave, stop", "leave the text field; clear a filter; stop loading, running or searching"
        ),
        _shown("help", "?", "Help", "show this help"),
        _shown("quit", "q", "Quit", "quit; ctrl+q never asks"),
    ),
)

_APP = _of(
    Scope.APP,
    *_group(
        "Everywhere",
        Command("palette", "ctrl+p", "Palette", "search the commands of this screen", before_text=True),
        Command("redraw", "ctrl+l", "Redraw", "draw the whole screen again", before_text=True),
        Command("suspend", "ctrl+z", "Suspend", "suspend the program; fg in the shell resumes it", before_text=True),
    ),
)

_LISTS = (
    *_of(
        Scope.CORPUS,
        Command("corpus.up", "up", "Up", "scroll", partner="corpus.down"),
        Command("corpus.down", "down", "Down", "scroll down by a row"),
        Command("corpus.pageup", "pageup", "Page up", "scroll by a page", partner="corpus.pagedown"),
        Command("corpus.pagedown", "pagedown,space", "Page down", "scroll down by a page"),
        Command("corpus.home", "home", "Start", "go to the start / end", partner="corpus.end"),
        Command("corpus.end", "end", "End", "go to the end"),
    ),
    *_of(
        Scope.LIST,
        Command("table.up", "up", "Up", "select a row", partner="table.down"),
        Command("table.down", "down", "Down", "select the row below"),
        Command("table.pageup", "pageup", "Page up", "move by a page", partner="table.pagedown"),
        Command("table.pagedown", "pagedown", "Page down", "move down by a page"),
        Command("table.home", "home", "First", "select the first / last row", partner="table.end"),
        Command("table.end", "end", "Last", "select the last row"),
    ),
    *_of(
        Scope.TOKENS,
        Command("tokens.left", "left,up", "Token", "select a token", is_shown=True, partner="tokens.right"),
        Command("tokens.right", "right,down", "Right", "select the next token"),
        Command("tokens.home", "home", "First", "select the first / last token", partner="tokens.end"),
        Command("tokens.end", "end", "Last", "select the last token"),
    ),
)

_TEXTS = (
    *_of(
        Scope.TEXT,
        Command("text.left", "left", "Left", "move by a character", partner="text.right"),
        Command("text.right", "right", "Right", "move right by a character"),
        Command("text.up", "up", "Up", "move by a line", partner="text.down"),
        Command("text.down", "down", "Down", "move down by a line"),
        Command("text.home", "home,ctrl+a", "Start", "go to the start / end of the line", partner="text.end"),
        Command("text.end", "end,ctrl+e", "End", "go to the end of the line"),
        Command("text.backspace", "backspace", "Delete", "delete the character before the cursor"),
        Command("text.delete", "delete,ctrl+d", "Delete", "delete the character at the cursor"),
        Command("text.delete_word", "ctrl+w", "Delete word", "delete the word before the cursor"),
        Command("text.clear", "ctrl+u", "Clear", "delete all"),
    ),
    *_of(Scope.FIELD, _shown("text.leave", "escape", "Leave the text", "leave the text field")),
    *_of(
        Scope.QUESTION,
        Command("question.escape", "escape", "Cancel", "close the question without an answer"),
        Command("question.complete", "tab", "Complete", "complete the name of a file, sample or tokenizer"),
        Command("question.stay", "shift+tab", "Stay", "stay in the question"),
    ),
)

_COMPARE = _of(
    Scope.COMPARE,
    _shown("compare.add", "a", "Add", "add a tokenizer"),
    _shown("compare.forms", "f", "NFC/NFD", "show the text in both normal forms, NFC and NFD"),
    _shown("compare.up", "up", "Tokenizer", "select a tokenizer", partner="compare.down"),
    Command("compare.down", "down", "Down", "select the tokenizer below"),
    _shown("compare.left", "left", "Token", "select a token", partner="compare.right"),
    Command("compare.right", "right", "Right", "select the next token"),
    Command("compare.home", "home", "First", "select the first / last token", partner="compare.end"),
    Command("compare.end", "end", "Last", "select the last token"),
    Command("compare.pageup", "pageup", "Page up", "scroll the text", partner="compare.pagedown"),
    Command("compare.pagedown", "pagedown", "Page down", "scroll down"),
    _shown("compare.type", "@type,enter", "Type", "edit the text"),
    _shown("compare.remove", "x,delete", "Remove", "remove the selected tokenizer"),
    _shown("compare.help", "@help", "Help", "show this help"),
    _shown("compare.leave", "escape,@quit,@compare", "Back", "return to the explorer, which keeps text and tokenizers"),
)

_DECODE = _of(
    Scope.DECODE,
    _shown("decode.feed", "right,space,down", "Decode", "decode the next token"),
    _shown("decode.back", "left,backspace,up", "Undo", "undo the last token"),
    _shown("decode.home", "home", "Undo all", "undo all tokens"),
    _shown("decode.end", "end", "Decode all", "decode all tokens"),
    Command("decode.pagedown", "pagedown", "Ten", "decode ten tokens"),
    Command("decode.pageup", "pageup", "Ten back", "undo ten tokens"),
    _shown("decode.type", "@type,enter", "Type ids", "type other ids"),
    _shown("decode.help", "@help", "Help", "show this help"),
    _shown("decode.leave", "escape,@quit,@decode", "Back", "return to the explorer"),
)

_DIALOGS = (
    *_of(
        Scope.TRACE,
        Command("trace.next", "right,space", "Next", "go forward one merge"),
        Command("trace.back", "left", "Back", "go back one merge"),
        Command("trace.pagedown", "pagedown", "Ten", "go forward ten merges"),
        Command("trace.pageup", "pageup", "Ten back", "go back ten merges"),
        Command("trace.home", "home", "Start", "go to the start"),
        Command("trace.end", "end", "End", "go to the end"),
        Command("trace.up", "up", "Up", "scroll the text", partner="trace.down"),
        Command("trace.down", "down", "Down", "scroll down by a row"),
        Command("trace.spelling", "@spelling", "Spelling", "show partial tokens another way: hex, GPT-2 alphabet"),
        Command("trace.help", "@help", "Help", "show this help"),
        Command("trace.leave", "escape,@quit,@trace", "Close", "return to the explorer"),
    ),
    *_of(
        Scope.SETTINGS,
        Command("settings.up", "up", "Up", "select another row", partner="settings.down"),
        Command("settings.down", "down", "Down", "select the row below"),
        Command(
            "settings.enter",
            "enter",
            "Enter",
            "on a text: edit it; on a choice, or while editing: apply all rows",
            before_text=True,
        ),
        Command("settings.apply", "ctrl+s", "Apply", "apply all rows", before_text=True),
        Command("settings.leave", "escape", "Leave", "while editing: undo the edit; otherwise leave without changes"),
        Command("settings.close", "@settings", "Close", "leave without changes"),
        Command("settings.help", "@help", "Help", "show this help"),
    ),
    *_of(
        Scope.CHOICE,
        Command("choice.left", "left", "Previous", "choose the previous value"),
        Command("choice.right", "right,space", "Next", "choose the next value"),
        Command("choice.home", "home", "First", "choose the first value"),
        Command("choice.end", "end", "Last", "choose the last value"),
    ),
    *_of(
        Scope.TOKENIZERS,
        Command("tokenizers.up", "up", "Up", "select a row", partner="tokenizers.down"),
        Command("tokenizers.down", "down", "Down", "select the row below"),
        Command("tokenizers.first", "home,pageup", "First", "select the first / last row", partner="tokenizers.last"),
        Command("tokenizers.last", "end,pagedown", "Last", "select the last row"),
        Command("tokenizers.take", "enter", "Use", "use the selected tokenizer", before_text=True),
        Command("tokenizers.complete", "tab", "Complete", "complete the name of a file or tokenizer"),
        Command("tokenizers.leave", "escape", "Leave", "close the list"),
        Command("tokenizers.close", "@tokenizer", "Close", "close the list, while it is selected"),
    ),
    *_of(
        Scope.VETOES,
        Command("vetoes.up", "up", "Up", "select a veto", partner="vetoes.down"),
        Command("vetoes.down", "down", "Down", "select the veto below"),
        Command("vetoes.lift", "@veto,enter,delete", "Lift", "lift the selected veto"),
    ),
    *_of(
        Scope.SHEET,
        Command("sheet.up", "up", "Up", "scroll", partner="sheet.down"),
        Command("sheet.down", "down", "Down", "scroll down by a row"),
        Command("sheet.pageup", "pageup", "Page up", "scroll by a page", partner="sheet.pagedown"),
        Command("sheet.pagedown", "pagedown", "Page down", "scroll down by a page"),
        Command("sheet.home", "home", "Start", "go to the start / end", partner="sheet.end"),
        Command("sheet.end", "end", "End", "go to the end"),
    ),
)

COMMANDS: dict[str, Command] = {
    command.id: command for command in (*_EXPLORER, *_APP, *_LISTS, *_TEXTS, *_COMPARE, *_DECODE, *_DIALOGS)
}
"""Every command, by its id, in the order in which help lists them."""


def commands_of(*scopes: Scope) -> list[Command]:
    """Return the commands of some scopes, in the order of the table."""
    return [command for command in COMMANDS.values() if command.scope in scopes]
