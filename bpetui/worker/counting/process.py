"""A process that counts words for another: it is given a split, then segments of a text, and answers at the end.

It ends with the pipe that it reads from, and so with the process that started it, whatever ended that.
"""

from __future__ import annotations

import gc
import os
import signal
from contextlib import suppress
from typing import BinaryIO, cast

from bpetui.core.splitting import Split
from bpetui.worker import pipe
from bpetui.worker.counting.merged_counts import MergedCounts


def main() -> None:
    """Serve on standard input and output."""
    # ctrl+c in the terminal is meant for the process that is helped, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Millions of strings and no cycles: to look for garbage among them is for nothing.
    gc.disable()
    with suppress(EOFError, BrokenPipeError), os.fdopen(0, "rb") as segments, os.fdopen(1, "wb") as answers:
        serve(segments, answers)


def serve(segments: BinaryIO, answers: BinaryIO) -> None:
    """Count until None comes in place of a segment, then send the parts of the tally.

    Raises EOFError or BrokenPipeError when nobody is at the other end any more.
    """
    counts = MergedCounts(cast(Split, pipe.read(segments)))
    while (segment := cast("bytes | None", pipe.read(segments))) is not None:
        counts.add(segment)
    for part in counts.parts():
        pipe.write(answers, part)
