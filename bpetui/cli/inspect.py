"""``bpetui inspect``: list the tokens of a text, down to their bytes and the characters these belong to."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

from rich.cells import cell_len

from bpetui.cli.arguments import CommandParser
from bpetui.cli.inputs import TextArguments, add_text, text_parts
from bpetui.cli.json_output import TEXT_CHANGED, TokenObjects, to_json, token_text
from bpetui.cli.progress_bar import ProgressBar
from bpetui.cli.standard_streams import print_message, write_output
from bpetui.cli.tokenizer_option import TextTokenizerArguments, add_text_tokenizer, load_text_tokenizer
from bpetui.core.plurals import counted
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.utf8 import clusters, hex_bytes, normal_form
from bpetui.rendering.cells import brief, cut, spelled_pair
from bpetui.rendering.character_parts import CharacterPart, code_point, parts_of_characters, shown_character
from bpetui.rendering.text_table import GAP, table_row
from bpetui.rendering.units import without_mark_room

_EPILOG = """\
Each row is a token: its text (or its bytes in ⟨ ⟩ if they are only part of a
character), its id, its bytes, its kind, the two tokens that were merged into
it, and its characters: 床 U+5E8A 1-2/3 means the first two of the three bytes
of 床. Long cells end with …; the table is as wide as the terminal, or as
COLUMNS says, or else 200 columns. --json writes one object per line for each
token, with all the merges that make it, down to the bytes.

Kinds: whole (whole characters), prefix (the first bytes of a character),
continuation (later bytes of a character), straddling (part of a character and
bytes next to it), invalid (bytes that occur in no UTF-8 text).
"""

_HEADER = ("token", "id", "bytes", "kind", "made of", "characters")
_ALIGN_RIGHT = (False, True, False, False, False, False)
_MOST = 12
"""The most terminal cells for a token, and for its bytes, in a row of 80."""

_LEAST = 16
"""The fewest cells for the characters, if there is room: ``床 U+5E8A 1-2/3`` and one more."""

_WIDE = 200
"""The width of the table, in cells, if it is not written to a terminal."""


class _Arguments(TextTokenizerArguments, TextArguments):
    json: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui inspect`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    tokenizer, allowed = load_text_tokenizer(arguments)
    text = "".join(text_parts(arguments, "inspect", ProgressBar(False)))
    tokenization = tokenizer.tokenize(text, allowed)
    if arguments.json:
        for found in _json_objects(tokenization, tokenizer):
            write_output(to_json(found) + "\n")
    else:
        for line in _rows(tokenization, tokenizer, shutil.get_terminal_size((_WIDE, 24)).columns):
            write_output(line)
        print_message(_sizes(text, len(tokenization.ids)))
    if tokenization.text != text:
        print_message(TEXT_CHANGED)
    return 0


def _parser() -> CommandParser:
    parser = CommandParser("inspect", "List the tokens of a text, one per row, down to the bytes.", _EPILOG)
    add_text(parser)
    add_text_tokenizer(parser)
    parser.add_argument("--json", action="store_true", help="write one JSON object per token, one per line")
    return parser


def _sizes(text: str, tokens: int) -> str:
    """Return the sizes of a text, and its normal form."""
    cluster_count = clusters(text)
    sentence = (
        "{tokens}, {bytes}, {characters} ({clusters}), {form}"
        if cluster_count != len(text)
        else "{tokens}, {bytes}, {characters}, {form}"
    )
    return sentence.format(
        tokens=counted(tokens, "token"),
        bytes=counted(len(text.encode()), "byte"),
        characters=counted(len(text), "character"),
        clusters=counted(cluster_count, "grapheme cluster"),
        form=normal_form(text),
    )


# -- the table ---------------------------------------------------------------------------------------------------------


def _rows(tokenization: Tokenization, tokenizer: AnyTokenizer, width: int) -> Iterator[str]:
    spare = max(0, width - 80) // 4
    tokens = [*zip(tokenization.ids, tokenization.tokens, strict=True)]
    cells = {token: _cells(*token, tokenizer, _MOST + spare) for token in dict.fromkeys(tokens)}
    widths = _widths(_HEADER[:4], cells.values())
    room = width - sum(widths) - len(GAP) * (len(_HEADER) - 1)
    for (token_id, _), found in cells.items():
        found.append(_made_of(token_id, tokenizer, max(len(_HEADER[4]), room - _LEAST - spare)))
    widths = _widths(_HEADER[:5], cells.values())
    widths.append(max(len(_HEADER[5]), width - sum(widths) - len(GAP) * len(widths)))
    yield table_row(_HEADER, widths, _ALIGN_RIGHT)
    data = tokenization.text.encode()
    for token, (start, stop) in zip(tokens, tokenization.spans, strict=True):
        yield table_row([*cells[token], _characters(data, start, stop, widths[-1])], widths, _ALIGN_RIGHT)


def _widths(header: Sequence[str], cells: Iterable[Sequence[str]]) -> list[int]:
    return [max(map(cell_len, column)) for column in zip(header, *cells, strict=True)]


def _cells(token_id: int, token: bytes, tokenizer: AnyTokenizer, most: int) -> list[str]:
    """Return the first four cells of the row of a token."""
    shown = hex_bytes(token[:most])
    spelling = without_mark_room(brief(token, "hex", most)) if token else ""
    return [spelling, str(token_id), cut(shown, most), tokenizer.kind(token_id)]


def _made_of(token_id: int, tokenizer: AnyTokenizer, most: int) -> str:
    parts = tokenizer.parts(token_id)
    pieces = spelled_pair(tokenizer.token(parts[0]), tokenizer.token(parts[1]), "hex", most) if parts else []
    return without_mark_room("".join(piece.text for piece in pieces))


def _characters(data: bytes, start: int, stop: int, width: int) -> str:
    """Return the characters that the bytes from ``start`` to ``stop`` touch; short cells omit code points of ASCII."""
    parts = [*islice(parts_of_characters(data, start, stop), width)]
    shown = ", ".join(_part(part, is_long=True) for part in parts)
    if cell_len(shown) <= width:
        return shown
    return ", ".join(_part(part, is_long=not part.character.text.isascii()) for part in parts)


def _part(part: CharacterPart, *, is_long: bool) -> str:
    name, code = shown_character(part.character), code_point(part.character)
    shown = name if name == code or not is_long else f"{name} {code}"
    if part.is_whole:
        return shown
    numbers = f"{part.first}" if part.first == part.last else f"{part.first}-{part.last}"
    return f"{shown} {numbers}/{part.size}"


# -- JSON --------------------------------------------------------------------------------------------------------------


def _json_objects(tokenization: Tokenization, tokenizer: AnyTokenizer) -> Iterator[dict[str, object]]:
    data = tokenization.text.encode()
    parts = cache(tokenizer.parts)
    objects = TokenObjects(tokenizer).from_tokenization(tokenization)
    for found, token_id, (start, stop) in zip(objects, tokenization.ids, tokenization.spans, strict=True):
        characters = [
            {"text": each.text, "code": code_point(each), "first": first, "last": last, "of": size}
            for each, first, last, size in parts_of_characters(data, start, stop)
        ]
        merges = [
            {"id": made, "left": left, "right": right, "bytes": token.hex(), "text": token_text(token)}
            for made, left, right in _merges(token_id, parts)
            for token in (tokenizer.token(made),)
        ]
        yield {**found, "characters": characters, "parts": parts(token_id), "merges": merges}


def _merges(token_id: int, parts: Callable[[int], tuple[int, int] | None]) -> Iterator[tuple[int, int, int]]:
    """Yield the merges that make a token, each after those that make its parts, as the new token and its two parts.

    A list and not a tree: the tree of a token that grew byte by byte is too deep for readers of JSON.
    """
    done: set[int] = set()
    waiting = [token_id]
    while waiting:
        at = waiting[-1]
        pair = parts(at) if at not in done else None
        missing = [part for part in pair or () if part not in done]
        waiting += missing
        if not missing:
            done.add(at)
            waiting.pop()
            if pair:
                yield at, *pair
