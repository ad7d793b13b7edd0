"""``bpetui samples``: list the sample texts that come with the program."""

import argparse
from collections.abc import Sequence

from bpetui.cli.arguments import CommandParser
from bpetui.cli.json_output import to_json
from bpetui.cli.standard_streams import write_output
from bpetui.core.utf8 import visible
from bpetui.files.samples import samples
from bpetui.files.text import read_text

_EPILOG = """\
Write sample:NAME wherever a command takes a CORPUS or a FILE, for example
bpetui sample:chinese
"""


class _Arguments(argparse.Namespace):
    json: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui samples`` and return the exit status."""
    parser = CommandParser("samples", "List the sample texts that come with bpetui.", _EPILOG)
    parser.add_argument("--json", action="store_true", help="write a list of objects: name, bytes, title, about")
    arguments = parser.parse_args(words, _Arguments())
    sized = [(sample, len(read_text(sample.path).text.encode())) for sample in samples()]
    if arguments.json:
        objects = [
            {"name": sample.name, "bytes": size, "title": sample.title, "about": sample.about} for sample, size in sized
        ]
        write_output(to_json(objects) + "\n")
        return 0
    width = max(len(sample.name) for sample, _ in sized)
    for sample, size in sized:
        write_output(f"{sample.name:{width}}  {size:7,} bytes  {visible(sample.title)}\n")
    return 0
