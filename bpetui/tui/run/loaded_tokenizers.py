"""The loaded tokenizers; each is loaded once, in the background."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.tui.run.background import Background
from bpetui.tui.run.typed_paths import path_from_typed

if TYPE_CHECKING:
    from bpetui.formats.registry import LoadedTokenizer

Then: TypeAlias = "Callable[[LoadedTokenizer], None]"

_INTERVAL = 0.1
"""Seconds between two reports on the progress of loading, so that a slow line does not have to send many."""


_PIPE = object()


@dataclass
class _Source:
    """A file or a published tokenizer: its ``key`` among the loaded ones, and the ``stamp`` of its file.

    ``waiting`` are the functions to call with the tokenizer; they are there only while it loads.
    """

    key: str = ""
    stamp: object = None
    waiting: list[Then] = field(default_factory=list)


class LoadedTokenizers:
    """The tokenizers ``loaded``, by name, in order of loading.

    ``hint_loading`` shows the progress of loading in the bottom line. ``say`` shows an error there; an empty sentence
    clears the line.
    """

    def __init__(self, background: Background, say: Callable[[str], None], hint_loading: Callable[[str], None]) -> None:
        self._background, self._say, self._hint_loading = background, say, hint_loading
        self.loaded: dict[str, LoadedTokenizer] = {}
        self._sources: dict[str, _Source] = {}  # by path, or by name if it is not a file

    def load(self, name: str, then: Then) -> None:
        """Load the tokenizer with a name or at a path, and call ``then`` with it: at once if it is loaded already.

        If it cannot be loaded, the reason is shown, and ``then`` is never called.
        """
        if name in self.loaded:
            name = next(place for place, source in self._sources.items() if source.key == name)
        place, stamp = _place(name)
        if stamp is _PIPE:
            self._say(f"{visible(place)} is a pipe, not a file; name a file")
            return
        source = self._sources.setdefault(place, _Source())
        if source.waiting:
            source.waiting.append(then)
            self._hint_loading(f"Loading {visible(name)}…")
        elif source.key and stamp in (source.stamp, None):  # None: its file is gone
            then(self.loaded[source.key])
        else:
            source.waiting.append(then)
            self._hint_loading(f"Loading {visible(name)}…")
            keep, fail = partial(self._keep, place, stamp), partial(self._fail, place)
            self._background.run(partial(self._read, place), keep, fail)

    def split(self, name: str, split: Split, then: Then) -> None:
        """Set the split of the tokenizer loaded by a name, and call ``then`` with it."""
        loaded = self.loaded[name]
        if isinstance(loaded.tokenizer, BpeTokenizer):
            with_split = replace(loaded, tokenizer=loaded.tokenizer.with_split(split))
            self._background.run(partial(_prepared, with_split), partial(self._replace, then), self._say)

    def _read(self, place: str) -> LoadedTokenizer:
        from bpetui.formats import lookup  # with all formats, here in the background

        reported = monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal reported
            if total and monotonic() - reported >= _INTERVAL:
                reported = monotonic()
                share = f"{100 * done // total}%"
                self._background.call_in_app(partial(self._hint_loading, f"Loading {visible(place)} {share}"))

        return _prepared(lookup.load(place, progress))

    def _keep(self, place: str, stamp: object, loaded: LoadedTokenizer) -> None:
        source = self._sources[place]
        is_taken = any(other.key == loaded.name for other in self._sources.values() if other is not source)
        source.key = place if is_taken else loaded.name  # another file of the same name may be loaded
        source.stamp = stamp
        loaded = self.loaded[source.key] = replace(loaded, name=source.key)
        waiting, source.waiting = source.waiting, []
        self._say("")
        for then in waiting:
            then(loaded)

    def _replace(self, then: Then, loaded: LoadedTokenizer) -> None:
        self.loaded[loaded.name] = loaded
        then(loaded)

    def _fail(self, place: str, sentence: str) -> None:
        self._sources[place].waiting = []
        self._say(sentence)


def _place(name: str) -> tuple[str, object]:
    """Return the path of a file, or the name of a published tokenizer, and a stamp that changes with the file.

    The stamp is None without a file, and `_PIPE` for a pipe, which would never end.
    """
    try:
        path = path_from_typed(name)
        found = path.stat()
    except (OSError, ValueError):  # no file; NUL
        from bpetui.formats.model_names import known_tokenizer, model_version

        known = known_tokenizer(name)
        return (known.name if known and not model_version(name) else name), None
    if stat.S_ISFIFO(found.st_mode):
        return str(path), _PIPE
    return str(path), (found.st_mtime_ns, found.st_size, found.st_ino)


def _prepared(loaded: LoadedTokenizer) -> LoadedTokenizer:
    """Return the tokenizer after computing what the first text and the first token need."""
    tokenizer = loaded.tokenizer
    if isinstance(tokenizer, BpeTokenizer):
        if tokenizer.split:
            tokenizer.split.compile()
        tokenizer.model.encode_word("龘龘")
        tokenizer.parts(tokenizer.last_id)
    return loaded
