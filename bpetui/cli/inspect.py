"""``bpetui inspect``: a table of the tokens of a text, down to the bytes and the characters that these are part of."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

from rich.cells import cell_len

from bpetui.cli.arguments import Parser
from bpetui.cli.console import say, to_json, write
from bpetui.cli.progress import Progress
from bpetui.cli.text_input import TextOptions, add_text, text_parts
from bpetui.cli.token_json import CHANGED, TokenObjects, text_of
from bpetui.cli.tokenizer_option import TextTokenizerOptions, add_text_tokenizer, text_tokenizer
from bpetui.core.plurals import counted
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.utf8 import clusters, hex_bytes, normal_form
from bpetui.rendering.cells import brief, cut, spelled_pair
from bpetui.rendering.character_parts import CharacterPart, code_point, parts_of_characters, shown_character
from bpetui.rendering.text_table import GAP, table_row
from bpetui.rendering.units import without_mark_room

_EPILOG = """\
A row for each token: how it is spelled (its bytes in ⟨ ⟩ where they are part of
a character), its id and bytes, its kind, the two tokens that were merged to
make it, and the characters that it holds or is a part of: 床 U+5E8A 1-2/3 is
the first two of the three bytes of 床. Long cells are cut with …; the width is
that of the terminal, or COLUMNS, else 200. --json gives an object a line for
each token, with the merges that make it, down to the bytes.

The kind says how the bytes stand in UTF-8: they are whole characters, a prefix
of one or a continuation, straddling (part of a character, and some of what
stands beside it), or invalid (they stand in no text).
"""

_HEADER = ("token", "id", "bytes", "kind", "made of", "characters")
_AT_RIGHT = (False, True, False, False, False, False)
_MOST = 12
"""The most terminal cells for a token and for its bytes, where a row has 80."""

_LEAST = 16
"""The least for the characters, if there is any room: ``床 U+5E8A 1-2/3`` and one more."""


_WIDE = 200
"""The width of the table, in terminal cells, where it is not written to a terminal."""


class _Options(TextTokenizerOptions, TextOptions):
    json: bool


def run(words: Sequence[str]) -> int:
    """Inspect as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    tokenizer, allowed = text_tokenizer(options)
    text = "".join(text_parts(options, "inspect", Progress(False)))
    tokenization = tokenizer.tokenize(text, allowed)
    if options.json:
        for found in _objects(tokenization, tokenizer):
            write(to_json(found) + "\n")
    else:
        for line in _rows(tokenization, tokenizer, shutil.get_terminal_size((_WIDE, 24)).columns):
            write(line)
        say(_sizes(text, len(tokenization.ids)))
    if tokenization.text != text:
        say(CHANGED)
    return 0


def _parser() -> Parser:
    parser = Parser("inspect", "Show the tokens of a text, one a row.", _EPILOG)
    add_text(parser)
    add_text_tokenizer(parser)
    parser.add_argument("--json", action="store_true", help="write a JSON object a line for each token")
    return parser


def _sizes(text: str, tokens: int) -> str:
    """How large a text is, and in which normal form."""
    seen = clusters(text)
    also = f" ({counted(seen, 'grapheme cluster')})" if seen != len(text) else ""
    size = ", ".join((counted(tokens, "token"), counted(len(text.encode()), "byte"), counted(len(text), "character")))
    return f"{size}{also}; {normal_form(text)}"


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
    yield table_row(_HEADER, widths, _AT_RIGHT)
    data = tokenization.text.encode()
    for token, (start, stop) in zip(tokens, tokenization.spans, strict=True):
        yield table_row([*cells[token], _characters(data, start, stop, widths[-1])], widths, _AT_RIGHT)


def _widths(header: Sequence[str], cells: Iterable[Sequence[str]]) -> list[int]:
    return [max(map(cell_len, column)) for column in zip(header, *cells, strict=True)]


def _cells(token_id: int, token: bytes, tokenizer: AnyTokenizer, most: int) -> list[str]:
    """What the first four columns say of a token."""
    shown = hex_bytes(token[:most])
    spelling = without_mark_room(brief(token, "hex", most)) if token else ""
    return [spelling, str(token_id), cut(shown, most), tokenizer.kind(token_id)]


def _made_of(token_id: int, tokenizer: AnyTokenizer, most: int) -> str:
    parts = tokenizer.parts(token_id)
    pieces = spelled_pair(tokenizer.token(parts[0]), tokenizer.token(parts[1]), "hex", most) if parts else []
    return without_mark_room("".join(piece.text for piece in pieces))


def _characters(data: bytes, start: int, stop: int, width: int) -> str:
    """The characters that the bytes from ``start`` to ``stop`` touch; ASCII without code points where room is short."""
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


def _objects(tokenization: Tokenization, tokenizer: AnyTokenizer) -> Iterator[dict[str, object]]:
    data = tokenization.text.encode()
    parts = cache(tokenizer.parts)
    objects = TokenObjects(tokenizer).of(tokenization)
    for found, token_id, (start, stop) in zip(objects, tokenization.ids, tokenization.spans, strict=True):
        characters = [
            {"text": each.text, "code": code_point(each), "first": first, "last": last, "of": size}
            for each, first, last, size in parts_of_characters(data, start, stop)
        ]
        merges = [
            {"id": made, "left": left, "right": right, "bytes": token.hex(), "text": text_of(token)}
            for made, left, right in _merges(token_id, parts)
            for token in (tokenizer.token(made),)
        ]
        yield {**found, "characters": characters, "parts": parts(token_id), "merges": merges}


def _merges(token_id: int, parts: Callable[[int], tuple[int, int] | None]) -> Iterator[tuple[int, int, int]]:
    """The merges that make a token, each after those that make its parts: what is made, and of what two.

    One after another and not as a tree, which for a token that grew byte by byte is too deep for readers of JSON.
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
