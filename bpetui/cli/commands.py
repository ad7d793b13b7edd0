"""Which command it is, and how its errors are said: the first word decides, else it is the explorer."""

from collections.abc import Sequence
from typing import Protocol

from bpetui.cli import decode, encode, explore, samples, train
from bpetui.cli.output import flush, prepare, say, settle
from bpetui.core.errors import BpetuiError


class _Command(Protocol):
    """A module of this package: one line on what the command does, and the command, which returns the exit status."""

    SUMMARY: str

    def run(self, words: Sequence[str], /) -> int: ...


_COMMANDS: dict[str, _Command] = {"train": train, "encode": encode, "decode": decode, "samples": samples}


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
    finally:
        settle()
    return status


def _run(words: Sequence[str]) -> int:
    try:
        if words and words[0] in _COMMANDS:
            return _COMMANDS[words[0]].run(words[1:])
        return explore.run(words, {name: command.SUMMARY for name, command in _COMMANDS.items()})
    except SystemExit:  # argparse, once it has written the help
        return 0
