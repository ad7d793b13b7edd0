"""The tokenizers to choose from: that of the run, the loaded ones, and the published ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bpetui.core.notes import sentences
from bpetui.core.plurals import counted
from bpetui.core.utf8 import visible
from bpetui.tui.run.run_state import RunState

if TYPE_CHECKING:
    from bpetui.formats.registry import LoadedTokenizer
    from bpetui.formats.tokenizer_list import ListedTokenizer

THIS_RUN = "this run"
LOADED, MISSING = "loaded", "not on this machine"


class Offer(NamedTuple):
    """A tokenizer to choose. It is loaded by its ``name``, which is empty for that of the run.

    ``about`` and ``where`` are columns of a list, ``more`` the details of the selected one; ``is_here``: it is on this
    machine.
    """

    name: str
    about: str
    where: str
    more: str
    is_here: bool = True

    @property
    def title(self) -> str:
        """The name for a list."""
        return visible(self.name) if self.name else THIS_RUN


def offers(
    run: RunState | None, loaded: Mapping[str, LoadedTokenizer], listed: Sequence[ListedTokenizer]
) -> list[Offer]:
    """Return all tokenizers to choose from, that of the run first."""
    from bpetui.formats.download import how_to_get

    vocabulary = counted(run.vocab_size, "token") if run else ""
    found = [Offer("", "the merges made here", vocabulary, "The tokenizer of this run, with the merges made so far")]
    known = {each.known.name for each in listed}
    for name, there in loaded.items():
        if name not in known:
            found.append(Offer(name, _about(there), LOADED, _more(there)))
    for each in listed:
        name, about = each.known.name, each.known.about
        is_here = name in loaded or bool(each.path)
        if name in loaded:
            where, more = LOADED, _more(loaded[name])
        elif is_here:
            where, more = each.package or each.where, f"{each.where}: {visible(each.path)}"
        else:
            where, more = MISSING, how_to_get(each.known)
        found.append(Offer(name, about, where, "\n".join(filter(None, (more, each.known.remark))), is_here))
    return found


def _about(loaded: LoadedTokenizer) -> str:
    return f"{counted(len(loaded.tokenizer), 'token')}, {loaded.format}"


def _more(loaded: LoadedTokenizer) -> str:
    return "; ".join((counted(len(loaded.tokenizer), "token"), *sentences(loaded.notes, "it")))
