"""How long training takes, here and elsewhere, measured in one run on the same text: speed and peak memory.

Run: python -m tests.benchmarks.trainers [CORPUS]     (needs the ``dev`` extra; tinyshakespeare by default)

Each measurement is a process of its own, so that no cache helps and its peak memory is its own. The time runs from the
file on the disk to the last merge, reading and splitting included, imports excluded; medians, the runners taking turns.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tests import reference

ROOT = Path(__file__).parent.parent.parent
CORPUS = Path(os.environ.get("BPETUI_CORPORA") or ROOT.parent / "shared" / "corpora") / "tinyshakespeare.txt"
RUNS = 5
# cl100k_base without its possessive quantifiers, which not every regex engine reads alike. The words are the same, but
# for white space at the very end of a text.
CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)


@dataclass(frozen=True)
class Measurement:
    """Seconds to the last merge (and back to the first, where the trainer can), and peak memory in MiB."""

    seconds: float
    memory: float
    merges: int
    back: float | None = None


def peak_memory() -> float:
    """In MiB: Linux counts KiB, macOS bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def bpetui(path: Path, split: str, vocab_size: int) -> Measurement:
    from bpetui.core.corpus import Corpus
    from bpetui.core.options import Options
    from bpetui.core.splitting import split_named
    from bpetui.core.trainer import BpeTrainer

    start = time.perf_counter()
    trainer = BpeTrainer(Corpus.from_text(path.read_bytes(), Options(split_named(split))))
    while len(trainer.merges) < vocab_size - 256 and trainer.step():
        pass
    end = time.perf_counter()
    memory, merges = peak_memory(), len(trainer.merges)
    while trainer.back():
        pass
    return Measurement(end - start, memory, merges, time.perf_counter() - end)


def slow_reference(path: Path, split: str, vocab_size: int) -> Measurement:
    assert split == "none", "the reference takes the text as one word"
    start = time.perf_counter()
    merges = reference.train([list(read(path).encode())], [1], vocab_size - 256)
    return Measurement(time.perf_counter() - start, peak_memory(), len(merges))


def tokenizers(path: Path, split: str, vocab_size: int) -> Measurement:
    """Breaks ties by the smallest ids, not by the pair met first: its merges differ from ours, its work does not."""
    assert split == "cl100k_base", "the others are given this split's pattern"
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    start = time.perf_counter()
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(CL100K), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator([read(path)], trainer)
    return Measurement(time.perf_counter() - start, peak_memory(), tokenizer.get_vocab_size() - 256)


def rustbpe(path: Path, split: str, vocab_size: int) -> Measurement:
    """Breaks ties by the smallest ids, as above."""
    assert split == "cl100k_base", "the others are given this split's pattern"
    import rustbpe

    start = time.perf_counter()
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter([read(path)]), vocab_size, pattern=CL100K)
    return Measurement(time.perf_counter() - start, peak_memory(), len(tokenizer.get_mergeable_ranks()) - 256)


Runner = Callable[[Path, str, int], Measurement]
RUNNERS: dict[str, Runner] = {
    "bpetui": bpetui,
    "slow reference": slow_reference,
    "tokenizers": tokenizers,
    "rustbpe": rustbpe,
}
ROWS = [
    ("cl100k_base", 4096, "bpetui"),
    ("cl100k_base", 4096, "tokenizers"),
    ("cl100k_base", 4096, "rustbpe"),
    ("none", 512, "bpetui"),
    ("none", 512, "slow reference"),
    ("none", 4096, "bpetui"),
]


def measure(name: str, path: Path, split: str, vocab_size: int) -> Measurement:
    """One measurement, in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.trainers", str(path), "--only", name, split, str(vocab_size)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return Measurement(**json.loads(done.stdout))


def median(results: list[Measurement]) -> Measurement:
    """The median of each figure."""
    return Measurement(
        seconds=statistics.median(result.seconds for result in results),
        memory=statistics.median(result.memory for result in results),
        merges=results[0].merges,
        back=None if results[0].back is None else statistics.median(result.back or 0 for result in results),
    )


def show(results: dict[tuple[str, int, str], Measurement]) -> None:
    """The table, each row beside bpetui on the same task, and the ratios that have a meaning of their own."""
    print(f"{'split':<12} {'vocab':>5}  {'trainer':<14} {'seconds':>8} {'to bpetui':>9} {'peak MiB':>8} {'merges':>6}")
    for (split, vocab_size, name), result in results.items():
        ratio = result.seconds / results[split, vocab_size, "bpetui"].seconds
        print(
            f"{split:<12} {vocab_size:>5}  {name:<14} {result.seconds:>8.3f} {ratio:>8.2f}x {result.memory:>8.0f}"
            f" {result.merges:>6}"
        )
    print()
    for split in ("cl100k_base", "none"):
        there = results[split, 4096, "bpetui"]
        if there.back is not None:
            share = there.back / there.seconds
            print(f"back from 4096 to the start, split {split}: {there.back:.3f} s, {share:.2f} of the way there")
    ratio = results["none", 4096, "bpetui"].seconds / results["none", 512, "bpetui"].seconds
    print(f"no split, 4096 against 512: {ratio:.2f}x")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time and memory of training, here and elsewhere.")
    parser.add_argument("corpus", nargs="?", type=Path, default=CORPUS, help="a UTF-8 text")
    parser.add_argument("--only", nargs=3, metavar=("TRAINER", "SPLIT", "VOCAB_SIZE"), help="one measurement, as JSON")
    arguments = parser.parse_args()
    if arguments.only:
        name, split, vocab_size = arguments.only
        print(json.dumps(asdict(RUNNERS[name](arguments.corpus, split, int(vocab_size)))))
        return
    if not arguments.corpus.is_file():
        sys.exit(f"{arguments.corpus} is not there; name a UTF-8 text")
    taken: dict[tuple[str, int, str], list[Measurement]] = {row: [] for row in ROWS}
    for turn in range(RUNS):
        for row in ROWS:
            split, vocab_size, name = row
            if turn == 0 or name != "slow reference":  # minutes, and nothing that a second run would add
                taken[row].append(measure(name, arguments.corpus.resolve(), split, vocab_size))
    size = arguments.corpus.stat().st_size
    print(f"{arguments.corpus.name}, {size:,} bytes; medians of {RUNS}, the slow reference once\n")
    show({row: median(results) for row, results in taken.items()})


if __name__ == "__main__":
    main()
