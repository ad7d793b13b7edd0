"""The steps of a tokenizer.json: normalizers, pre-tokenizers, decoders and post-processors, alone or in sequences."""

from __future__ import annotations

from collections.abc import Iterator

from bpetui.formats.json_object import JsonObject


def steps_of(owner: JsonObject, key: str, inner: str) -> Iterator[JsonObject]:
    """Yield the steps under a key in order; ``inner`` is the key of the list in a sequence, which may be nested."""
    step = owner.optional_child(key)
    waiting = [step] if step else []  # the next step is last
    while waiting:
        step = waiting.pop()
        if step.text("type") == "Sequence":
            waiting += reversed(step.children(inner))
        else:
            yield step


def literal_pattern(step: JsonObject) -> str:
    """Return the text that a step searches for; "" if it searches for a regular expression."""
    return step.child("pattern").text("String", missing="")
