"""Which command it is, and how its errors are said: the first word decides, else it is the explorer."""

import os
from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Protocol

from bpetui.cli import count, decode, encode, explore, samples, train
from bpetui.cli.output import flush, prepare, say, settle
from bpetui.core.errors import BpetuiError, UsageError


class _Command(Protocol):
    """A module of this package: one line on what the command does, and the command, which returns the exit status."""

    SUMMARY: str

    def run(self, words: Sequence[str], /) -> int: ...


_COMMANDS: dict[str, _Command] = {
    "train": train,
    "count": count,
    "encode": encode,
    "decode": decode,
    "samples": samples,
}

_TRACEBACK = "BPETUI_TRACEBACK"
"""A variable of the environment: where it is set, a fault of the program is shown with all that led to it."""


def run(words: Sequence[str]) -> int:
    """Do what the words of the command line say, and return the exit status; an error is one sentence."""
    prepare()
    try:
        status = _run(words)
        flush()
    except BpetuiError as error:
        say(str(error))
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
            return _COMMANDS[words[0]].run(words[1:])
        if len(words) > 1 and (likely := _likely(words[0])):
            raise UsageError(f"there is no command {words[0]}; {likely} is one, bpetui --help names them all")
        return explore.run(words, {name: command.SUMMARY for name, command in _COMMANDS.items()})
    except SystemExit:  # argparse, once it has written the help
        return 0


def _likely(word: str) -> str:
    """The command that is likely meant by a word, with others behind it, that is neither a command nor a file."""
    from difflib import get_close_matches

    if not word.isalpha() or encode.is_file(word):
        return ""
    return next(iter(get_close_matches(word, _COMMANDS, 1)), "")


def _fault(error: Exception) -> str:
    """A sentence on an exception that nobody has foreseen: what it is, and where."""
    place = extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__} in {Path(place.filename).name} line {place.lineno}: {error}"
    return f"a fault of the program has ended it: {what}; with {_TRACEBACK}=1 in the environment it shows more"
