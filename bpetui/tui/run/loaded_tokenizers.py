"""The tokenizers that were loaded, each once, in the background."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.tui.run.background import Background

if TYPE_CHECKING:
    from bpetui.formats.registry import LoadedTokenizer

Then: TypeAlias = "Callable[[LoadedTokenizer], None]"

_INTERVAL = 0.1
"""Seconds between two sentences on how far loading is: over a slow line each is something to send."""


_PIPE = object()


@dataclass
class _Source:
    """What a name leads to: its name among the loaded, and what told whether it was written anew; ``waiting`` is what
    is to be done when it is loaded, if it is being loaded."""

    key: str = ""
    stamp: object = None
    waiting: list[Then] = field(default_factory=list)


class LoadedTokenizers:
    """The tokenizers ``loaded``, by name, in order of loading.

    ``hint_loading`` shows in one line how far loading is. ``say`` shows there why it has failed; an empty sentence
    clears the line.
    """

    def __init__(self, background: Background, say: Callable[[str], None], hint_loading: Callable[[str], None]) -> None:
        self._background, self._say, self._hint_loading = background, say, hint_loading
        self.loaded: dict[str, LoadedTokenizer] = {}
        self._sources: dict[str, _Source] = {}  # by what is loaded: a path, or a name

    def load(self, name: str, then: Then) -> None:
        """Load what a name or a path leads to, and call ``then`` with it: at once if it is loaded already.

        If it cannot be loaded that is said, and ``then`` is never called.
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
        elif source.key and stamp in (source.stamp, None):  # None: its file is gone, and it is here
            then(self.loaded[source.key])
        else:
            source.waiting.append(then)
            self._hint_loading(f"Loading {visible(name)}…")
            keep, fail = partial(self._keep, place, stamp), partial(self._fail, place)
            self._background.run(partial(self._read, place), keep, fail)

    def split(self, name: str, split: Split, then: Then) -> None:
        """Give a tokenizer, loaded by that name, a split, and call ``then`` with it."""
        loaded = self.loaded[name]
        if isinstance(loaded.tokenizer, BpeTokenizer):
            cut = replace(loaded, tokenizer=loaded.tokenizer.with_split(split))
            self._background.run(partial(_warm, cut), partial(self._replace, then), self._say)

    def _read(self, place: str) -> LoadedTokenizer:
        from bpetui.formats import lookup  # with all formats, here in the background

        said = monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal said
            if total and monotonic() - said >= _INTERVAL:
                said = monotonic()
                share = f"{100 * done // total}%"
                self._background.call_in_app(partial(self._hint_loading, f"Loading {visible(place)} {share}"))

        return _warm(lookup.load(place, progress))

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
    """What is loaded by a name, and what tells whether that was written anew: None where it is no file.

    A pipe, which could be waited for without end, is `_PIPE`.
    """
    try:
        path = Path(name).expanduser()
        found = path.stat()
    except (OSError, ValueError, RuntimeError):  # none is there; NUL; no such user's home
        from bpetui.formats.model_names import known_tokenizer, model_version

        known = known_tokenizer(name)
        return (known.name if known and not model_version(name) else name), None
    if stat.S_ISFIFO(found.st_mode):
        return str(path), _PIPE
    return str(path), (found.st_mtime_ns, found.st_size, found.st_ino)


def _warm(loaded: LoadedTokenizer) -> LoadedTokenizer:
    """Make beforehand what the first text and the first token would have to wait for."""
    tokenizer = loaded.tokenizer
    if isinstance(tokenizer, BpeTokenizer):
        if tokenizer.split:
            tokenizer.split.compile()
        tokenizer.model.encode_word("龘龘")
        tokenizer.parts(tokenizer.last_id)
    return loaded
