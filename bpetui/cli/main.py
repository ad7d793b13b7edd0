"""The entry point of the command ``bpetui``."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    try:
        from bpetui.cli.commands import run_command_line  # here, because ctrl+c can arrive while this loads

        return run_command_line(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return 130
