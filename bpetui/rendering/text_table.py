"""A table for a reader: columns beside each other, in terminal cells, so that wide characters do not shift the rest."""

from collections.abc import Sequence

from rich.cells import cell_len

from bpetui.rendering.cells import cut

GAP = "  "


def table_row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    """A line of the table: each cell cut or filled up to its width, those that are numbers at the ``right``."""
    fitted = []
    for cell, width, is_right in zip(cells, widths, right, strict=True):
        shown = cut(cell, width)
        space = " " * (width - cell_len(shown))
        fitted.append(space + shown if is_right else shown + space)
    return GAP.join(fitted).rstrip() + "\n"
