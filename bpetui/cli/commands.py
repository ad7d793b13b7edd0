"""Which command it is, and how its errors are said: the first word decides, else it is the explorer."""

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Protocol, cast

from bpetui.cli.console import flush, prepare, say, settle
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import OptionError

_COMMANDS = {
    "train": "learn the merges of a corpus, and write the tokenizer",
    "count": "the words of texts of any size with their counts, to train on",
    "encode": "the token ids of a text",
    "decode": "the text that token ids stand for",
    "inspect": "the tokens of a text in a table, down to the bytes",
    "compare": "how many tokens a text takes in several tokenizers",
    "convert": "write a tokenizer in another format",
    "samples": "the corpora that come with bpetui",
    "tokenizers": "the tokenizers that have a name, and where they are",
}
"""The names of the commands, each of which is a module of this package, and what each does."""


class _Command(Protocol):
    """The module of a command, which returns the exit status."""

    def run(self, words: Sequence[str], /) -> int: ...


_TRACEBACK = "BPETUI_TRACEBACK"
"""A variable of the environment: where it is set, a fault of the program is shown with all that led to it."""


def run(words: Sequence[str]) -> int:
    """Do what the words of the command line say, and return the exit status; an error is one sentence."""
    prepare()
    try:
        status = _run(words)
        flush()
    except BpetuiError as error:
        say(_with_flags(error) if isinstance(error, OptionError) else str(error))
        status = error.status
    except MemoryError:
        say("there is not enough memory for this; try a smaller text")
        status = 1
    except BrokenPipeError:  # whoever read the output has seen enough, as `head` does
        status = 141
    except Exception as error:
        if _TRACEBACK in os.environ:
            raise
        say(_fault(error))
        status = 1
    finally:
        settle()
    return status


def _run(words: Sequence[str]) -> int:
    try:
        if words and words[0] in _COMMANDS:
            # Loaded only now: what some of them need takes longer to load than others to run.
            return cast(_Command, import_module(f"bpetui.cli.{words[0]}")).run(words[1:])
        if len(words) > 1 and (likely := _likely(words[0])):
            raise UsageError(f"there is no command {words[0]}; {likely} is one, bpetui --help names them all")
        from bpetui.cli import explore

        return explore.run(words, _COMMANDS)
    except SystemExit:  # argparse, once it has written the help
        return 0


def _with_flags(error: OptionError) -> str:
    """The sentence of an error, with the flags of the options of which one must change."""
    from bpetui.core.option_table import OPTION

    return f"{error} ({', '.join(OPTION[name].flag for name in error.options)})"


def _likely(word: str) -> str:
    """The command that is likely meant by a word, with others behind it, that is neither a command nor a file."""
    from difflib import get_close_matches

    from bpetui.cli.text_input import is_file

    if not word.isalpha() or is_file(word):
        return ""
    return next(iter(get_close_matches(word, _COMMANDS, 1)), "")


def _fault(error: Exception) -> str:
    """A sentence on an exception that nobody has foreseen: what it is, and where."""
    place = extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__} in {Path(place.filename).name} line {place.lineno}: {error}"
    return f"a fault of the program has ended it: {what}; with {_TRACEBACK}=1 in the environment it shows more"
