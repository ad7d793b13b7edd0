"""``bpetui samples``: the corpora that come with the program."""

import argparse
from collections.abc import Sequence

from bpetui.cli.arguments import Parser
from bpetui.cli.console import to_json, write
from bpetui.core.utf8 import visible
from bpetui.files.samples import samples
from bpetui.files.text import read_text


class _Options(argparse.Namespace):
    json: bool


def run(words: Sequence[str]) -> int:
    """List the samples; returns the exit status."""
    parser = Parser("samples", "List the corpora that come with bpetui; sample:NAME is one as a CORPUS.")
    parser.add_argument("--json", action="store_true", help="write a list of objects: name, bytes, title, about")
    options = parser.parse_args(words, _Options())
    listed = [(sample, len(read_text(sample.path).text.encode())) for sample in samples()]
    if options.json:
        write(
            to_json(
                [
                    {"name": sample.name, "bytes": size, "title": sample.title, "about": sample.about}
                    for sample, size in listed
                ]
            )
            + "\n"
        )
        return 0
    width = max(len(sample.name) for sample, _ in listed)
    for sample, size in listed:
        write(f"{sample.name:{width}}  {size:7,} bytes  {visible(sample.title)}\n")
    return 0
