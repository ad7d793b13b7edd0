"""The export of the merges to a tokenizer file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bpetui.core.errors import BpetuiError
from bpetui.formats.export import TrainingResult
from bpetui.tui.run import tokenizer_export
from bpetui.tui.run.background import Background
from bpetui.tui.run.completion import complete_path
from bpetui.tui.run.session import Session
from bpetui.tui.run.tokenizer_export import ExportPath
from bpetui.tui.run.unexported_work import Work
from bpetui.tui.widgets.bottom_bar import BottomBar

_QUESTION = "Export to (.model .tiktoken .json or FOLDER/):"


class Export:
    """Asks for a file, and writes it in the background."""

    def __init__(self, session: Session, bar: BottomBar, hint: Callable[[str], None], background: Background) -> None:
        self._session, self._bar, self._hint, self._background = session, bar, hint, background

    def ask_path(self) -> None:
        """Ask for the file to write the merges to."""
        run = self._session.run
        if run is None:
            return
        try:
            tokenizer_export.check(run, self._session.keys)
        except BpetuiError as error:
            self._hint(str(error))
        else:
            suggested = tokenizer_export.suggested_name(run)
            self._bar.ask(_QUESTION, self._export_to, suggested, complete=complete_path, selects=True)

    def _export_to(self, name: str) -> None:
        run = self._session.run
        if not name.strip() or run is None:
            return
        output = tokenizer_export.export_path(name.strip())
        work = self._session.unexported_work.made_in(run)
        write = partial(self._write, tokenizer_export.snapshot(run), work, output)
        if output.exists_already:
            question = "Write into it? y/N" if output.is_folder else "Overwrite? y/N"
            self._bar.confirm(f"{output.name} exists. {question}", partial(write, force=True))
        else:
            write(force=False)

    def _write(self, merges: TrainingResult, work: Work, output: ExportPath, *, force: bool) -> None:
        write = partial(tokenizer_export.export, merges, output, force=force)
        self._background.run(write, partial(self._written, work), self._hint, to_the_end=True)

    def _written(self, work: Work, sentence: str) -> None:
        self._session.unexported_work.mark_exported(work)
        self._hint(sentence)
