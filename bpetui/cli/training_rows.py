"""The merges that ``bpetui train`` learns, in rows for a person to read."""

from bpetui.cli.console import write
from bpetui.cli.training_report import Report
from bpetui.core.vocabulary import Merge
from bpetui.rendering.cells import brief
from bpetui.rendering.units import without_mark_room

_HEADER = "   merge       id     left    right        count  ties  token\n"
_LONG_TOKEN = 60


class Rows(Report):
    """A row for each merge, for a person to read."""

    def _merge(self, merge: Merge, token: bytes) -> None:
        if merge.number == 1:
            write(_HEADER)
        numbers = f"{merge.number:8}{merge.id:9}{merge.left:9}{merge.right:9} {merge.count:12,} {merge.ties:5,}"
        write(f"{numbers}  {without_mark_room(brief(token, 'hex', _LONG_TOKEN))}\n")
