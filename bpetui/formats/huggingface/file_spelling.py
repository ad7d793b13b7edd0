"""The spelling of tokens in a tokenizer.json, and the bytes they have in a text, for any model.

Tokens are spelled in the printable characters of their bytes (``ByteLevel``), or with a character such as ▁ for a space
(``Metaspace`` or ``Replace``), with a prefix inside a word (``##`` in WordPiece), with a suffix at its end (``</w>``).
"""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.formats.gpt2 import BYTE_OF_CHARACTER
from bpetui.formats.huggingface.steps import literal_pattern, steps_of
from bpetui.formats.json_object import JsonObject

FALLBACK = tuple(f"<0x{value:02X}>" for value in range(256))
"""The spellings of the bytes that a character without a token falls back to."""

_FALLBACK_BYTES = {text: bytes([value]) for value, text in enumerate(FALLBACK)}

# Characters up to U+00FF that spell a byte map to that byte, those that spell none map out of Latin-1.
_BYTES = dict.fromkeys(range(256), "\uffff") | {
    ord(character): chr(byte) for character, byte in BYTE_OF_CHARACTER.items()
}


def unspelled(text: str) -> bytes | None:
    """Return the bytes that a token spells in their printable characters; None if a character spells no byte."""
    try:
        return text.translate(_BYTES).encode("latin-1")
    except UnicodeEncodeError:
        return None


def could_be_word(text: str) -> bool:
    """Whether an added token could also be spelled by a word of other text."""
    spelled = unspelled(text)
    return spelled is not None and spelled not in (b"", text.encode()) and _is_utf8(spelled)


def _is_utf8(data: bytes) -> bool:
    return data.decode(errors="ignore").encode() == data


@dataclass(frozen=True)
class FileSpelling:
    """The spelling of tokens.

    ``unknown`` is the token for text that is not in the vocabulary, ``inside`` the prefix inside a word, ``end`` the
    suffix at the end of a word, ``space`` the character that replaces a space; each is "" if there is none.
    ``of_bytes`` says whether the characters spell bytes, ``falls_back`` whether some tokens are single bytes (see
    `FALLBACK`).
    """

    unknown: str
    inside: str
    end: str
    space: str
    of_bytes: bool
    falls_back: bool

    def is_byte(self, text: str) -> bool:
        """Whether a token is one of the single bytes in `FALLBACK`."""
        return self.falls_back and text in _FALLBACK_BYTES

    def bytes_of(self, text: str) -> bytes:
        """Return the bytes of a token in a text; only an empty token has none."""
        if self.is_byte(text):
            return _FALLBACK_BYTES[text]
        bare = text.removeprefix(self.inside).removesuffix(self.end) or text
        data = unspelled(bare) if self.of_bytes else None
        return data or (bare.replace(self.space, " ") if self.space else bare).encode()


def read_spelling(file: JsonObject) -> FileSpelling:
    """Return the spelling of a file that the package ``tokenizers`` opened."""
    model = file.child("model")
    kinds, space = set(), ""
    for key, inner in (("normalizer", "normalizers"), ("pre_tokenizer", "pretokenizers"), ("decoder", "decoders")):
        for step in steps_of(file, key, inner):
            kinds.add(step.text("type"))
            if step.text("type") == "Metaspace":
                space = step.text("replacement")
            elif step.text("type") == "Replace":
                replaced, content = literal_pattern(step), step.text("content")
                space = content if replaced == " " else replaced if content == " " and key == "decoder" else space
    return FileSpelling(
        _unknown(model),
        model.text("continuing_subword_prefix", missing="##" if model.text("type", missing="") == "WordPiece" else ""),
        model.text("end_of_word_suffix", missing=""),
        space,
        "ByteLevel" in kinds,
        "ByteFallback" in kinds or model.flag("byte_fallback", missing=False),
    )


def _unknown(model: JsonObject) -> str:
    if model.has("unk_id"):  # Unigram: an index in a list of tokens and scores
        found = model.items("vocab")[model.number("unk_id")]
        return str(found[0]) if isinstance(found, list) else ""
    return model.text("unk_token", missing="")
