"""The command ``bpetui``."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the words of the command line say, and return the exit status."""
    try:
        from bpetui.cli.commands import run  # not above, since ctrl+c can come while this loads

        return run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return 130
