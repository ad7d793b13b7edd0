"""The merges of ``bpetui train`` as a table for people."""

from bpetui.cli.standard_streams import write_output
from bpetui.cli.training_report import TrainingReport
from bpetui.core.vocabulary import Merge
from bpetui.rendering.cells import brief
from bpetui.rendering.units import without_mark_room

_HEADER = "   merge       id     left    right        count  ties  token\n"
_LONG_TOKEN = 60


class TableReport(TrainingReport):
    """A report with a row for each merge."""

    def _merge(self, merge: Merge, token: bytes) -> None:
        if merge.number == 1:
            write_output(_HEADER)
        numbers = f"{merge.number:8}{merge.id:9}{merge.left:9}{merge.right:9} {merge.count:12,} {merge.ties:5,}"
        write_output(f"{numbers}  {without_mark_room(brief(token, 'hex', _LONG_TOKEN))}\n")
