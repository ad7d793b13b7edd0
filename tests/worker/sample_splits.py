"""Splits under which a text can be cut, and texts to cut."""

from dataclasses import replace

from hypothesis import strategies as st

from bpetui.core.splitting import SPLIT_NAMES, Split, split_marked, split_named

LOCAL_SPLITS = [name for name in SPLIT_NAMES if split_named(name).is_local] + ["marked"]

TEXT = st.text("ab \n\r\t'!/1éệ月😀\u3000$", max_size=60)

SPECIAL = st.lists(st.sampled_from(["ab", " b", "b\na", " ", "a a", "<|end|>", "\n\n", "月"]), unique=True, max_size=3)


def local_split(name: str, special: list[str] | tuple[str, ...] = ()) -> Split:
    """A split by its name; ``marked`` is one by the end mark ``$``."""
    return replace(split_marked("$") if name == "marked" else split_named(name), special=tuple(special))
