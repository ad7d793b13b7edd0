"""The dispatch of the command line: the first word names the command, and every error becomes one sentence."""

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Protocol, cast

from bpetui.cli.standard_streams import discard_unwritable_output, flush_output, prepare_streams, print_message
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import OptionError

_COMMANDS = {
    "train": "train a tokenizer on a corpus",
    "count": "count the words of large texts, to train on the counts",
    "encode": "turn a text into token ids",
    "decode": "turn token ids into text",
    "inspect": "list the tokens of a text, down to the bytes",
    "compare": "compare how many tokens several tokenizers need for a text",
    "convert": "write a tokenizer in another format",
    "samples": "list the sample texts that come with bpetui",
    "tokenizers": "list the tokenizers known by name, and where they are",
}
"""The commands, each a module of this package, with what each does."""


class _Command(Protocol):
    """The module of a command."""

    def run(self, words: Sequence[str], /) -> int:
        """Run the command with the words after its name, and return the exit status."""
        ...


_TRACEBACK = "BPETUI_TRACEBACK"
"""An environment variable; if it is set, an internal error shows its traceback."""


def run_command_line(words: Sequence[str]) -> int:
    """Run the command that the words give, and return the exit status; an error becomes one sentence."""
    prepare_streams()
    try:
        status = _run(words)
        flush_output()
    except BpetuiError as error:
        print_message(_with_flags(error) if isinstance(error, OptionError) else str(error))
        status = error.status
    except MemoryError:
        print_message("not enough memory; try a smaller text")
        status = 1
    except BrokenPipeError:  # the reader of the output has seen enough, as `head` does
        status = 141
    except Exception as error:
        if _TRACEBACK in os.environ:
            raise
        print_message(_internal_error(error))
        status = 1
    finally:
        discard_unwritable_output()
    return status


def _run(words: Sequence[str]) -> int:
    try:
        if words and words[0] in _COMMANDS:
            # Imported only now: the imports of some commands take longer than other commands take to run.
            return cast(_Command, import_module(f"bpetui.cli.{words[0]}")).run(words[1:])
        if len(words) > 1 and (command := _similar_command(words[0])):
            raise UsageError(
                f"there is no command {words[0]}; did you mean {command}? bpetui --help lists the commands"
            )
        from bpetui.cli import explore

        return explore.run(words, _COMMANDS)
    except SystemExit:  # argparse, after it has written the help
        return 0


def _with_flags(error: OptionError) -> str:
    """Return the sentence of an error, with the flags of the options that cause it."""
    from bpetui.core.option_table import OPTION_BY_NAME

    flags = ", ".join(OPTION_BY_NAME[name].flag for name in error.options)
    return f"{error} ({flags})"


def _similar_command(word: str) -> str:
    """Return the command that a misspelled word likely means; empty if there is none, or if the word is a file."""
    from difflib import get_close_matches

    from bpetui.cli.inputs import is_file

    if not word.isalpha() or is_file(word):
        return ""
    return next(iter(get_close_matches(word, _COMMANDS, 1)), "")


def _internal_error(error: Exception) -> str:
    """Return a sentence on an unforeseen exception: what it is, and where it was raised."""
    place = extract_tb(error.__traceback__)[-1]
    kind, file, line = type(error).__name__, Path(place.filename).name, place.lineno
    return f"internal error: {kind} in {file} line {line}: {error}; set {_TRACEBACK}=1 to see the traceback"
