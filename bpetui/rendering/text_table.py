"""Tables in plain text, aligned in terminal cells, so that wide characters do not shift the columns."""

from collections.abc import Sequence

from rich.cells import cell_len

from bpetui.rendering.cells import cut

GAP = "  "


def table_row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    """Return a line of a table: each text cut or padded to its width, and aligned to the right where ``right`` says."""
    fitted = []
    for cell, width, is_right in zip(cells, widths, right, strict=True):
        shown = cut(cell, width)
        space = " " * (width - cell_len(shown))
        fitted.append(space + shown if is_right else shown + space)
    return GAP.join(fitted).rstrip() + "\n"
