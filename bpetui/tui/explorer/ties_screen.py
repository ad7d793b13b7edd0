"""The pairs that tie for the next merge, and where each occurs first."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from bpetui.core.plurals import times
from bpetui.rendering.cells import cut, short_pair
from bpetui.rendering.units import spelled
from bpetui.tui.run.run_state import RunState
from bpetui.tui.widgets.sheet import Sheet
from bpetui.worker.messages import TiedPair, Ties

_AROUND = 20
_PAIR = 24


class TiesScreen(Sheet):
    """States the rule for ties, and lists the tied pairs in its order."""

    def __init__(self, ties: Ties, run: RunState) -> None:
        super().__init__(Content("\n".join([*_heading(ties, run), "", *_table(ties, run)])))


def _heading(ties: Ties, run: RunState) -> list[str]:
    if run.opened.options.ties == "smallest-id":
        rule = (
            "Rule (smallest-id, as in rustbpe): of pairs with the same count, the one\n"
            "with the smallest ids is merged, not the one that occurs first in the text."
        )
    else:
        rule = (
            "Rule: of pairs with the same count, the one that occurs first in the text,\n"
            "as it is tokenized now, is merged."
        )
    if ties.total == 1:
        return [f"One pair occurs {times(ties.count)}, more often than all others: there are no ties.", rule]
    return [f"{ties.total:,} pairs tie at {ties.count:,}; the first one below is merged next.", rule]


def _table(ties: Ties, run: RunState) -> list[str]:
    lines = []
    names = [short_pair(run.token(pair.left), run.token(pair.right), "hex", 12, " + ") for pair in ties.pairs]
    width = max(map(cell_len, names), default=0)
    offsets = max((len(f"{pair.offset:,}") for pair in ties.pairs), default=0)
    for at, (name, pair) in enumerate(zip(names, ties.pairs, strict=True)):
        mark = "▶" if at == 0 else " "
        place = _place(pair, is_table=run.opened.source.is_table)
        gap = " " * (width - cell_len(name))
        lines.append(f"{mark} {name}{gap}  first at byte {pair.offset:{offsets},}: {place}")
    if ties.total > len(ties.pairs):
        lines.append(f"  and {ties.total - len(ties.pairs):,} more")
    return lines


def _place(pair: TiedPair, *, is_table: bool) -> str:
    """Return the text around a pair, with bars on both sides of the pair; in a table of words, only the word."""
    parts = (
        (pair.before.rpartition(b"\n")[2], pair.after.partition(b"\n")[0]) if is_table else (pair.before, pair.after)
    )
    before, after = (spelled(part, "hex") if part else "" for part in parts)
    return f"{before[-_AROUND:]}▏{cut(spelled(pair.pair, 'hex'), _PAIR)}▕{cut(after, _AROUND)}"
