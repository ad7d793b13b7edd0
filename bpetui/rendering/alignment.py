"""The tokens of one text under several tokenizers, drawn in rows below each other so that their bytes are aligned.

All rows have the same columns. A character takes the width of its widest drawing in any row: the character with its
marks if one token contains all of it, else its bytes in hex. If any row has a border between two tokens, all rows have
a cell for it. The rows are wrapped together into bands. Widths are terminal cells.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bpetui.rendering.correspondence import OffsetPairs, chained_offsets, matching_offsets
from bpetui.rendering.cut_text import CutText, TokenText
from bpetui.rendering.row_text import RowText


class _Block(NamedTuple):
    """Corresponding parts of all texts (of each the first character and the one after the last), and their width.

    ``bar`` is 1 if there is a cell for a border after it. ``sticks``: it begins with a mark that is drawn on the
    character before it. ``ends_line``: it contains a line end.
    """

    parts: tuple[tuple[int, int], ...]
    width: int
    bar: int
    sticks: bool = False
    ends_line: bool = False


class Alignment:
    """Aligned rows of tokens of one text, wrapped at a width.

    A band is a stretch of the text with one line for each row.
    """

    def __init__(self, text: str, rows: Sequence[RowText], width: int) -> None:
        self.rows = rows
        kinds: dict[str, int] = {}
        self._kinds = [kinds.setdefault(row.text, len(kinds)) for row in rows]  # the index of each row's text
        cuts: list[set[int]] = [set() for _ in kinds]
        pairs: list[OffsetPairs] = [[] for _ in kinds]
        for row, kind in zip(rows, self._kinds, strict=True):
            cuts[kind] |= row.borders
            if len(kinds) > 1 or row.text != text:
                pairs[kind] = pairs[kind] or _to(text, row)
        self._texts = [CutText(each, cuts[kind]) for each, kind in kinds.items()]
        self._blocks: list[_Block] = []
        self._bounds = [0]  # the first block of each band, and the number of blocks
        if rows:
            self._wrap(list(self._one_text() if not any(pairs) else self._several(pairs)), width)
        first_blocks = [self._blocks[at] for at in self._bounds[:-1]]
        self._band_starts = [
            [each.starts[block.parts[kind][0]] for block in first_blocks] for kind, each in enumerate(self._texts)
        ]

    # -- correspondence ------------------------------------------------------------------------------------------------

    def _one_text(self) -> Iterator[_Block]:
        only = self._texts[0]
        for at, character in enumerate(only.text):
            yield _Block(((at, at + 1),), only.widths[at], only.bars[at], not only.begins[at], character == "\n")

    def _several(self, pairs: Sequence[OffsetPairs]) -> Iterator[_Block]:
        """Yield the blocks of several texts, given the offsets of each that correspond to offsets in the typed text."""
        firsts: list[dict[int, int]] = []  # for each text: by offset in the typed text, the first character there
        lasts: list[dict[int, int]] = []  # the same for the last one, after what only this text has there
        for each, offsets in zip(self._texts, pairs, strict=True):
            index = {start: at for at, start in enumerate(each.starts)}
            placed = [(offset, index[own]) for own, offset in offsets if own in index]
            firsts.append(dict(reversed(placed)))
            lasts.append(dict(placed))
        common = sorted(set.intersection(*map(set, firsts)))
        for offset, following in zip(common, [*common[1:], None], strict=True):
            more = tuple((first[offset], last[offset]) for first, last in zip(firsts, lasts, strict=True))
            if any(first < last for first, last in more):
                yield self._block(more)
            if following is not None:
                both = zip(lasts, firsts, strict=True)
                yield self._block(tuple((last[offset], first[following]) for last, first in both))

    def _block(self, parts: tuple[tuple[int, int], ...]) -> _Block:
        width = bar = 0
        sticks, ends_line = True, False
        for each, (first, stop) in zip(self._texts, parts, strict=True):
            if first < stop:
                width = max(width, each.width(first, stop))
                bar |= each.bars[stop - 1]
                sticks &= not each.begins[first]
                ends_line |= "\n" in each.text[first:stop]
        return _Block(parts, width, bar, sticks, ends_line)

    # -- wrapping ------------------------------------------------------------------------------------------------------

    def _wrap(self, blocks: Sequence[_Block], width: int) -> None:
        """Wrap the rows into bands of this width."""
        used = 0
        for group in _groups(blocks):
            needed = sum(block.width + block.bar for block in group)
            if used and used + needed > width:
                self._end_band()
                used = 0
            fitting = group if needed <= width else [part for block in group for part in self._parts(block, width)]
            for block in fitting:
                if used and used + block.width + block.bar > width:
                    self._end_band()
                    used = 0
                self._blocks.append(block)
                used += block.width + block.bar
                if block.ends_line:
                    self._end_band()
                    used = 0
        self._end_band()

    def _parts(self, block: _Block, width: int) -> list[_Block]:
        """Return a block in parts that are not wider than ``width``, if possible."""
        if block.width + block.bar <= width:
            return [block]
        lines = [each.lines(first, stop, width) for each, (first, stop) in zip(self._texts, block.parts, strict=True)]
        most = max(map(len, lines))
        return [
            self._block(tuple(own[at] if at < len(own) else (own[-1][1], own[-1][1]) for own in lines))
            for at in range(most)
        ]

    def _end_band(self) -> None:
        if len(self._blocks) > self._bounds[-1]:
            self._bounds.append(len(self._blocks))

    # -- positions -----------------------------------------------------------------------------------------------------

    @property
    def bands(self) -> int:
        """The number of bands."""
        return len(self._bounds) - 1

    def band_of(self, row: int, token: int) -> int:
        """Return the band in which a token of a row begins."""
        start = self.rows[row].starts[token]
        return max(0, bisect_right(self._band_starts[self._kinds[row]], start) - 1)

    def across(self, row: int, token: int, other: int) -> int:
        """Return the token of another row at the start of a token of a row, or else the last token before it."""
        kind, other_kind = self._kinds[row], self._kinds[other]
        start = self.rows[row].starts[token]
        if kind != other_kind:
            own, others = self._texts[kind], self._texts[other_kind]
            at = bisect_right(self._blocks, start, key=lambda block: own.starts[block.parts[kind][0]]) - 1
            start = others.starts[self._blocks[at].parts[other_kind][0]]
        return max(0, bisect_right(self.rows[other].starts, start) - 1)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def cells(self, band: int, row: int) -> list[TokenText]:
        """Return the drawing of a row in a band; all rows of a band have the same width."""
        kind, tokens = self._kinds[row], self.rows[row]
        text = self._texts[kind]
        cells: list[TokenText] = []
        for block in self._blocks[self._bounds[band] : self._bounds[band + 1]]:
            first, stop = block.parts[kind]
            end = text.starts[stop]
            before = tokens.at(end - 1) if end else None
            goes_on = before == tokens.at(end)
            used = 0
            for at in range(first, stop):
                cells += text.cells(at, tokens)
                used += text.widths[at]
                if at < stop - 1 and text.bars[at]:
                    cells.append(text.bar(text.starts[at + 1], tokens))
                    used += 1
            if used < block.width:
                cells.append(
                    TokenText(" " * (block.width - used), block.width - used, before if used or goes_on else None)
                )
            if block.bar:
                cells.append(text.bar(end, tokens) if first < stop or goes_on else TokenText(" ", 1, None))
        return cells


def _groups(blocks: Sequence[_Block]) -> Iterator[list[_Block]]:
    """Yield the blocks in groups; a block that sticks is in the group of the block before it."""
    group: list[_Block] = []
    for block in blocks:
        if group and not block.sticks:
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _to(text: str, row: RowText) -> OffsetPairs:
    """Return the offsets in a row's own text that correspond to offsets in ``text``."""
    return (
        row.offset_pairs
        if row.source == text
        else chained_offsets(row.offset_pairs, matching_offsets(row.source, text))
    )
