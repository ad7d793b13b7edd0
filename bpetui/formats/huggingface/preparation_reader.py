"""Reading how a tokenizer.json prepares a text for its model: its normalizer, pre-tokenizer and decoder.

Sources: the documentation of Hugging Face's tokenizers (``api/normalizers``, ``api/pre-tokenizers``, ``api/decoders``)
and the answers of the package. A text is normalized, then split into words, then spelled: in the printable characters
of its bytes (``ByteLevel``), or with a character such as ▁ for each space. The decoder reverses the spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bpetui.core.errors import UsageError
from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.notes import Note
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_named, split_sequence
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import shown
from bpetui.formats.huggingface.oniguruma import UntranslatableError, from_oniguruma
from bpetui.formats.huggingface.steps import literal_pattern, steps_of
from bpetui.formats.huggingface.unsupported import UnsupportedError
from bpetui.formats.json_object import JsonObject


@dataclass(frozen=True)
class Preparation:
    """What happens to a text before the model: see the fields of `Tokenizer`.

    ``spells_bytes`` says whether tokens are spelled in the printable characters of their bytes.
    """

    split: Split
    normalization: str
    spells_bytes: bool
    space: str
    prefix: bool


_FORMS = {form.upper(): form for form in NORMALIZATIONS if form != "none"}

_BYTE_LEVEL = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""The pattern of ``ByteLevel``, as GPT-2 published it; the split gpt2 is equivalent."""
_GPT2 = split_named("gpt2").patterns[0]

_DECODERS_OF_BYTES = {"ByteLevel", "Fuse"}
_DECODERS_OF_CHARACTERS = {"Replace", "ByteFallback", "Fuse", "Strip", "Metaspace"}


def read_preparation(file: JsonObject) -> Preparation:
    """Read the preparation in a file.

    Raises `UnsupportedError` for what a `Tokenizer` does not support, and `BpetuiError` for damage.
    """
    normalization, space = _read_normalizer(file)
    steps = [*steps_of(file, "pre_tokenizer", "pretokenizers")]
    spells_bytes = bool(steps) and steps[-1].text("type") == "ByteLevel"
    if spells_bytes:
        if space:
            raise UnsupportedError("its normalizer is Replace")
        split, prefix = _read_byte_level(steps)
    else:
        split = NO_SPLIT
        space, prefix = _read_spaces(steps, space)
    _check_decoder(file, _DECODERS_OF_BYTES if spells_bytes else _DECODERS_OF_CHARACTERS)
    return Preparation(split, normalization, spells_bytes, space, prefix)


def _read_normalizer(file: JsonObject) -> tuple[str, str]:
    """Return the normal form, and the character that replaces spaces after it."""
    form, space = "none", ""
    for step in steps_of(file, "normalizer", "normalizers"):
        kind = step.text("type")
        if kind in _FORMS and form == "none" and not space:
            form = _FORMS[kind]
        elif kind == "Replace" and not space and literal_pattern(step) == " " and len(step.text("content")) == 1:
            space = step.text("content").strip(" ")
        else:
            raise UnsupportedError(f"its normalizer is {shown(kind)}")
    return form, space


def _read_byte_level(steps: list[JsonObject]) -> tuple[Split, bool]:
    """Return the split whose last step is ``ByteLevel``, and whether that step inserts a space before a text."""
    last = steps[-1]
    patterns = [_read_pattern(step) for step in steps[:-1]]
    prefix = last.flag("add_prefix_space", missing=True)
    if prefix and patterns:
        raise UnsupportedError("it inserts a space before each word")
    if last.flag("use_regex", missing=True):
        patterns.append(_GPT2)
    try:
        return split_sequence(patterns), prefix
    except UsageError as error:
        raise UnsupportedError(f"bpetui cannot use its split: {visible(str(error))}") from error


def _read_pattern(step: JsonObject) -> str:
    """Return the pattern whose matches a step isolates."""
    kind = step.text("type")
    if kind == "Digits":
        return r"\p{N}" if step.flag("individual_digits", missing=False) else r"\p{N}+"
    if kind != "Split":
        raise UnsupportedError(f"its pre-tokenizer is {shown(kind)}")
    if text := literal_pattern(step):
        pattern = re.sub(r"([][\\.^$|?*+(){}])", r"\\\1", text)
    else:
        written = step.child("pattern").text("Regex")
        try:
            pattern = _GPT2 if written == _BYTE_LEVEL else from_oniguruma(written)
        except UntranslatableError as error:
            raise UnsupportedError(
                f"its split pattern {shown(written)} cannot be converted: {visible(str(error))}"
            ) from error
    behavior, inverted = step.text("behavior"), step.flag("invert", missing=False)
    if behavior != "Isolated" and not (behavior == "Removed" and inverted and pattern in _patterns_without_gaps()):
        if inverted:
            raise UnsupportedError(f"its split is {shown(behavior)}, inverted")
        raise UnsupportedError(f"its split is {shown(behavior)}")
    return pattern


def _patterns_without_gaps() -> set[str]:
    """Return patterns that match every character, so that removing the text between matches loses nothing."""
    patterns = [split_named(name).patterns for name in SPLIT_NAMES]
    return {each[0] for each in patterns if len(each) == 1}


def _read_spaces(steps: list[JsonObject], space: str) -> tuple[str, bool]:
    """Return the character for spaces, and whether a space is inserted before a text, of steps that do not split it."""
    prefix = False
    for step in steps:
        kind = step.text("type")
        if kind == "Split" and space and literal_pattern(step) == " " and not step.flag("invert", missing=False):
            continue  # the normalizer has replaced all spaces
        if kind != "Metaspace" or len(steps) > 1 or step.flag("split", missing=True):
            raise UnsupportedError(f"its pre-tokenizer is {shown(kind)}")
        scheme = step.text("prepend_scheme", missing="always")
        if scheme == "first" or space not in ("", step.text("replacement")) or len(step.text("replacement")) != 1:
            raise UnsupportedError(f"its pre-tokenizer is Metaspace, {shown(scheme)}")
        space = step.text("replacement").strip(" ")
        prefix = scheme != "never" and step.flag("add_prefix_space", missing=True)
    return space, prefix


def _check_decoder(file: JsonObject, allowed: set[str]) -> None:
    for step in steps_of(file, "decoder", "decoders"):
        if step.text("type") not in allowed:
            raise UnsupportedError(f"its decoder is {shown(step.text('type'))}")


def ignored_parts(file: JsonObject) -> tuple[Note, ...]:
    """Return notes on what the original does with a text and bpetui does not."""
    notes = []
    for step in steps_of(file, "post_processor", "processors"):
        kind = step.text("type")
        inserts = kind == "TemplateProcessing" and any(part.has("SpecialToken") for part in step.children("single"))
        if inserts or kind in ("BertProcessing", "RobertaProcessing"):
            notes.append(Note("{name} adds special tokens around each text; bpetui ignores this and does not write it"))
    if file.has("model") and file.child("model").found.get("dropout"):
        notes.append(Note("{name} skips merges at random, so the same text becomes different tokens each time"))
    if file.has("truncation"):
        notes.append(Note("{name} truncates long texts; bpetui ignores this and does not write it"))
    if file.has("padding"):
        notes.append(Note("{name} pads short texts; bpetui ignores this and does not write it"))
    return tuple(notes)
