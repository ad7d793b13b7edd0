"""How the tokens of a tokenizer.json are spelled, and what they stand for in a text, whatever its model is.

Tokens are spelled in the printable characters of their bytes (``ByteLevel``), or with a character such as ▁ for a space
(``Metaspace``, or replaced), with a sign in front inside a word (``##`` in WordPiece), with one at its end (``</w>``).
"""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.formats.gpt2 import SPELLED
from bpetui.formats.huggingface.preparation import literal, steps_of
from bpetui.formats.json_object import JsonObject

FALLBACK = tuple(f"<0x{value:02X}>" for value in range(256))
"""How the bytes are spelled that a character without a token is made of."""

_FALLEN_BACK = {text: bytes([value]) for value, text in enumerate(FALLBACK)}

# Of the characters up to U+00FF each that spells a byte becomes that, and each that spells none goes beyond them.
_BYTES = dict.fromkeys(range(256), "\uffff") | {ord(character): chr(byte) for character, byte in SPELLED.items()}


def unspelled(text: str) -> bytes | None:
    """The bytes that a token is spelled for in their printable characters; None if a character spells none."""
    try:
        return text.translate(_BYTES).encode("latin-1")
    except UnicodeEncodeError:
        return None


@dataclass(frozen=True)
class Spelling:
    """How tokens are spelled.

    ``unknown`` is the token for what is not in the vocabulary, ``inside`` the sign before those inside a word, ``end``
    the one behind a word's last, ``space`` what stands for a space; empty where there is none. ``of_bytes`` says
    whether they are spelled by their bytes, ``falls_back`` whether some are single bytes (see `FALLBACK`).
    """

    unknown: str
    inside: str
    end: str
    space: str
    of_bytes: bool
    falls_back: bool

    def is_byte(self, text: str) -> bool:
        """Whether a token is one of those single bytes."""
        return self.falls_back and text in _FALLEN_BACK

    def bytes_of(self, text: str) -> bytes:
        """The bytes that a token stands for in a text; only an empty token stands for none."""
        if self.is_byte(text):
            return _FALLEN_BACK[text]
        bare = text.removeprefix(self.inside).removesuffix(self.end) or text
        data = unspelled(bare) if self.of_bytes else None
        return data or (bare.replace(self.space, " ") if self.space else bare).encode()


def read_spelling(file: JsonObject) -> Spelling:
    """Read what a file says of it, which its own package has read before."""
    model = file.child("model")
    kinds, space = set(), ""
    for key, inner in (("normalizer", "normalizers"), ("pre_tokenizer", "pretokenizers"), ("decoder", "decoders")):
        for step in steps_of(file, key, inner):
            kinds.add(step.text("type"))
            if step.text("type") == "Metaspace":
                space = step.text("replacement")
            elif step.text("type") == "Replace":
                replaced, content = literal(step), step.text("content")
                space = content if replaced == " " else replaced if content == " " and key == "decoder" else space
    return Spelling(
        _unknown(model),
        model.text("continuing_subword_prefix", missing="##" if model.text("type", missing="") == "WordPiece" else ""),
        model.text("end_of_word_suffix", missing=""),
        space,
        "ByteLevel" in kinds,
        "ByteFallback" in kinds or model.flag("byte_fallback", missing=False),
    )


def _unknown(model: JsonObject) -> str:
    if model.has("unk_id"):  # of Unigram: the place in a list of tokens and their scores
        found = model.items("vocab")[model.number("unk_id")]
        return str(found[0]) if isinstance(found, list) else ""
    return model.text("unk_token", missing="")
