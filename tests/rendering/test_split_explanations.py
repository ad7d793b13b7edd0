"""Each split has an explanation with an example of its result."""

from __future__ import annotations

from bpetui.core.splitting import SPLIT_NAMES
from bpetui.core.utf8 import visible
from bpetui.rendering.split_explanations import EXAMPLE, explained_split


def test_a_split_shows_how_it_cuts() -> None:
    assert explained_split("gpt2")[1] == "e.g. We│'ll│·buy│·x│2│·12345│·eggs│!│↵│Yes│,│·床"
    examples = {explained_split(name)[1] for name in SPLIT_NAMES}
    assert len(examples) >= len(SPLIT_NAMES) - 1  # Llama 3 cuts this as GPT-4 does
    for example in examples:
        assert example.removeprefix("e.g. ").replace("│", "") == visible(EXAMPLE, space="·", newline="↵")
