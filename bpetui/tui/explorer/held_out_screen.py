"""The evaluation of the merges on a held-out text, compared with the training corpus."""

from __future__ import annotations

from itertools import groupby

from textual.content import Content

from bpetui.core.held_out import HeldOutFigures
from bpetui.core.plurals import counted, plural
from bpetui.core.utf8 import visible
from bpetui.tui.run.run_state import RunState
from bpetui.tui.widgets.sheet import Sheet
from bpetui.worker.messages import HeldOutReport

_BAR = 24
_ROWS = 12


class HeldOutScreen(Sheet):
    """Figures after increasing numbers of merges, with a bar for the characters per token."""

    def __init__(self, run: RunState, held_out: HeldOutReport) -> None:
        super().__init__(Content("\n".join([*_heading(run, held_out), "", *_table(run, held_out)])))


def _heading(run: RunState, held_out: HeldOutReport) -> list[str]:
    name = visible(held_out.source.name) if held_out.source else ""
    figures = HeldOutFigures(held_out.byte_count, held_out.character_count, held_out.unseen, held_out.tokens[0])
    seen = "All its characters occur in the corpus."
    if held_out.unseen:
        seen = plural(
            held_out.unseen,
            "{n} of its characters ({share}) does not occur in the corpus.",
            "{n} of its characters ({share}) do not occur in the corpus.",
            share=f"{100 * figures.unseen_share:.2f}%",
        )
    size, length = counted(held_out.byte_count, "byte"), counted(held_out.character_count, "character")
    return [f"Held-out text: {name}, {size}, {length}. It is not used for training.", seen]


def _table(run: RunState, held_out: HeldOutReport) -> list[str]:
    corpus = run.opened
    # In a table of words the end marks take the place of the white space of the text.
    spaces = corpus.word_count if corpus.source.is_table and corpus.options.end_of_word else 0
    tokens = run.held_out_tokens
    rows = []
    for made in _steps(min(run.made, len(tokens) - 1)):
        count = run.merges[made - 1].tokens if made else corpus.tokens
        own = HeldOutFigures(corpus.byte_count + spaces, corpus.character_count + spaces, 0, count)
        other = HeldOutFigures(held_out.byte_count, held_out.character_count, held_out.unseen, tokens[made])
        rows.append((made, other, own))
    longest = max((other.characters_per_token for _, other, _ in rows), default=0.0) or 1.0
    lines = [" merges  tokens/byte  characters/token  same on the corpus"]
    for made, other, own in rows:
        bar = "█" * round(_BAR * other.characters_per_token / longest)
        lines.append(
            f"{made:7,}  {other.tokens_per_byte:11.4f}  {other.characters_per_token:16.3f}"
            f"  {own.characters_per_token:18.3f}  {bar}"
        )
    return lines


def _steps(made: int) -> list[int]:
    """Return numbers of merges from 0 to all, evenly spaced."""
    return [number for number, _ in groupby(made * at // (_ROWS - 1) for at in range(_ROWS))]
