"""The program of a counting process: it reads a split, then segments of a text, and reports its counts at the end.

It exits when its input is closed, so it never outlives the process that started it, however that ended.
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
    # Ctrl+C in the terminal is meant for the process that started this one and ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Counting creates millions of strings and no cycles: the garbage collector would only cost time.
    gc.disable()
    with suppress(EOFError, BrokenPipeError), os.fdopen(0, "rb") as segments, os.fdopen(1, "wb") as answers:
        serve(segments, answers)


def serve(segments: BinaryIO, answers: BinaryIO) -> None:
    """Count until None arrives in place of a segment, then send the report on each segment.

    Raises EOFError or BrokenPipeError when the other end is closed.
    """
    counts = MergedCounts(cast(Split, pipe.read(segments)))
    while (segment := cast("bytes | None", pipe.read(segments))) is not None:
        counts.add(segment)
    for words in counts.new_words():
        pipe.write(answers, words)
