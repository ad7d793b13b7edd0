"""Large corpora: time and peak memory of training, here and by tokenizers, in one run on the same text and processors.

Run: python -m tests.benchmarks.large     (needs the ``dev`` extra, and the corpora that ``BPETUI_CORPORA`` names)

The text is made of the lines of all corpora, shuffled and repeated. Each measurement is a process of its own; the time
runs from the file on the disk to the last merge, reading and splitting included, imports excluded; medians, the runners
taking turns. Memory is that of all processes of a runner together, at its highest, as it was seen twenty times a second
(pages that several share count once).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.files.text import read_text
from tests.benchmarks.trainers import CORPUS, ROOT

LARGE, MIDDLE = 50_000_000, 10_000_000
RUNS, STEPS = 3, 20
VOCAB_SIZE, NO_SPLIT_SIZE = 8192, 1024
# GPT-2's pattern without possessive quantifiers, which not every regex engine reads alike.
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


@dataclass(frozen=True)
class Measurement:
    """Seconds to the last merge, and the most memory of all processes together in MiB."""

    seconds: float
    memory: float


def make_text(path: Path, size: int) -> None:
    """At least ``size`` bytes of the corpora's lines, shuffled and repeated."""
    lines: list[str] = []
    for corpus in sorted(CORPUS.parent.glob("*.txt")):
        with suppress(BpetuiError):  # what is not UTF-8
            lines += [line + "\n" for line in read_text(corpus).text.split("\n")]
    shuffled = random.Random(7)
    written = 0
    with path.open("wb") as file:
        while written < size:
            shuffled.shuffle(lines)
            written += file.write("".join(lines).encode())


def bpetui(path: Path, split: str, vocab_size: int) -> None:
    import gc

    from bpetui.core.options import Options
    from bpetui.core.splitting import split_named
    from bpetui.files.source import Source
    from bpetui.worker.corpus_loader import load

    def unwatched(phase: str, done: int, total: int) -> None:
        pass

    gc.disable()  # as `bpetui train` does, and the trainer's process
    start = time.perf_counter()
    trainer, _ = load(Source(path.name, path), Options(split_named(split)), unwatched)
    trainer.seek(vocab_size - 256)
    print(json.dumps(time.perf_counter() - start))


def tokenizers(path: Path, split: str, vocab_size: int) -> None:
    assert split == "gpt2", "it is given this split's pattern"
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    start = time.perf_counter()
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(GPT2), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train([str(path)], trainer)  # line by line, on all processors
    print(json.dumps(time.perf_counter() - start))


RUNNERS: dict[str, Callable[[Path, str, int], None]] = {"bpetui": bpetui, "tokenizers": tokenizers}


def measure(name: str, path: Path, split: str, vocab_size: int) -> Measurement:
    """One measurement, in a process of its own, whose memory is watched."""
    command = [sys.executable, "-m", "tests.benchmarks.large", "--only", name, str(path), split, str(vocab_size)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        most = 0
        while process.poll() is None:
            most = max(most, sum(map(memory_of, family(process.pid))))
            time.sleep(0.05)
        assert process.stdout
        return Measurement(json.loads(process.stdout.read()), most / 1024)


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family(int(child))
    return found


def memory_of(pid: int) -> int:
    """A process's share of the memory in KiB."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def medians(path: Path, rows: list[tuple[str, str, int]], runs: int) -> list[Measurement]:
    """The median of each row's figures, the rows taking turns."""
    taken: list[list[Measurement]] = [[] for _ in rows]
    for _ in range(runs):
        for results, (name, split, vocab_size) in zip(taken, rows, strict=True):
            results.append(measure(name, path, split, vocab_size))
    return [
        Measurement(statistics.median(r.seconds for r in results), statistics.median(r.memory for r in results))
        for results in taken
    ]


def seek_share() -> float:
    """Seconds to go from merge 4,000 back to 2,000 over those to train 2,000 merges afresh, with no split."""
    from bpetui.core.corpus import Corpus
    from bpetui.core.options import Options
    from bpetui.core.trainer import BpeTrainer

    shares = []
    for _ in range(RUNS):
        start = time.perf_counter()
        trainer = BpeTrainer(Corpus.from_text(CORPUS.read_bytes(), Options()))
        trainer.seek(2000)
        afresh = time.perf_counter() - start
        trainer.seek(4000)
        start = time.perf_counter()
        trainer.seek(2000)
        shares.append((time.perf_counter() - start) / afresh)
    return statistics.median(shares)


def steps_on_screen(path: Path) -> list[float]:
    """Seconds from the key `s` to the last byte that shows the step, in the program on a terminal of 80x24."""
    from tests.terminal.terminals import PROGRAM, Pty

    seconds = []
    with Pty([*PROGRAM, str(path), "--split", "gpt2"]) as terminal:
        terminal.wait_for("merge 0/", 120)
        terminal.wait_for_quiet(0.5)
        for number in range(1, STEPS + 1):
            start = time.perf_counter()
            terminal.press("s")
            terminal.wait_for(f"merge {number}/")
            terminal.wait_for_quiet(0.3)
            seconds.append(terminal.chunks[-1].at - start)
    return seconds


def row(what: str, figures: str, met: bool, required: str) -> None:
    print(f"{what:<58} {figures:<30} {required:<16} {'met' if met else 'MISSED'}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Large corpora: time and memory, here and by tokenizers.")
    parser.add_argument("--only", nargs=4, metavar=("RUNNER", "FILE", "SPLIT", "VOCAB_SIZE"), help="one, in seconds")
    arguments = parser.parse_args()
    if arguments.only:
        name, path, split, vocab_size = arguments.only
        RUNNERS[name](Path(path), split, int(vocab_size))
        return
    if not CORPUS.is_file():
        sys.exit(f"there are no corpora: {CORPUS} is not there")
    print(f"load of the machine before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} processors\n")
    with tempfile.TemporaryDirectory() as folder:
        large, middle, half = (Path(folder) / name for name in ("large.txt", "middle.txt", "half.txt"))
        make_text(large, LARGE)
        make_text(middle, MIDDLE)
        half.write_bytes(middle.read_bytes()[: middle.stat().st_size // 2].decode(errors="ignore").encode())

        ours, theirs = medians(large, [(name, "gpt2", VOCAB_SIZE) for name in RUNNERS], RUNS)
        task = f"{large.stat().st_size / 1e6:.0f} MB, gpt2, {VOCAB_SIZE:,}"
        share = ours.seconds / theirs.seconds
        row(f"{task}: seconds, to tokenizers", f"{ours.seconds:.2f}, {share:.2f}x", share <= 1.0, "<= 1.0x")
        share = ours.memory / theirs.memory
        row(f"{task}: peak MiB, to tokenizers", f"{ours.memory:.0f}, {share:.2f}x", share <= 2.5, "<= 2.5x")

        [whole] = medians(middle, [("bpetui", "none", NO_SPLIT_SIZE)], 1)
        [part] = medians(half, [("bpetui", "none", NO_SPLIT_SIZE)], 1)
        task = f"{middle.stat().st_size / 1e6:.0f} MB, no split, {NO_SPLIT_SIZE:,}"
        a_byte = whole.memory * 2**20 / middle.stat().st_size
        row(f"{task}: bytes of memory a corpus byte", f"{a_byte:.1f}", a_byte <= 60, "<= 60")
        share = whole.seconds / part.seconds
        row(f"{task}: seconds, to half of it", f"{whole.seconds:.2f}, {share:.2f}x", share <= 2.2, "<= 2.2x")

        share = seek_share()
        row("from merge 4,000 to 2,000, to 2,000 merges afresh", f"{share:.2f}x", share <= 0.5, "<= 0.5x")

        times = [1000 * seconds for seconds in steps_on_screen(large)]
        figures = f"{statistics.median(times):.0f}, {max(times):.0f} ms"
        row("a step on the large text to the screen, median, worst", figures, max(times) <= 100, "<= 100 ms")


if __name__ == "__main__":
    main()
