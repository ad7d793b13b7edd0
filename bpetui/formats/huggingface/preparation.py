"""How a tokenizer.json prepares a text for its model: what its normalizer, pre-tokenizer and decoder come to.

Sources: the documentation of Hugging Face's tokenizers (``api/normalizers``, ``api/pre-tokenizers``, ``api/decoders``)
and what the package answers. A text is brought in a normal form, then cut into words, then spelled: in the printable
characters of its bytes (``ByteLevel``), or with a character such as ▁ for each space. The decoder undoes the spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_named, split_sequence
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import refused, shown
from bpetui.formats.huggingface.oniguruma import UntranslatableError, from_oniguruma, to_oniguruma
from bpetui.formats.json_object import JsonObject


class NotNativeError(Exception):
    """A file holds something that `Tokenizer` cannot stand for, or not exactly: ``reason`` says what.

    ``is_odd`` says that its writer will hardly have meant it, so that who reads the file should know.
    """

    def __init__(self, reason: str, *, is_odd: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.is_odd = reason, is_odd


@dataclass(frozen=True)
class Preparation:
    """What happens to a text before the model: see the fields of `Tokenizer`.

    ``spells_bytes`` says whether the tokens are spelled in the printable characters of their bytes.
    """

    split: Split
    normalization: str
    spells_bytes: bool
    space: str
    prefix: bool


_FORMS = {form.upper(): form for form in NORMALIZATIONS if form != "none"}

_BYTE_LEVEL = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""The pattern that ``ByteLevel`` uses, as GPT-2 had it; the split gpt2 is the same."""
_GPT2 = split_named("gpt2").patterns[0]

_DECODERS_OF_BYTES = {"ByteLevel", "Fuse"}
_DECODERS_OF_CHARACTERS = {"Replace", "ByteFallback", "Fuse", "Strip", "Metaspace"}


# -- reading -----------------------------------------------------------------------------------------------------------


def read_preparation(file: JsonObject) -> Preparation:
    """Read what a file says of it.

    Raises `NotNativeError` for what a `Tokenizer` does not do, and `BpetuiError` for damage.
    """
    normalization, space = _normalizer(file)
    steps = [*steps_of(file, "pre_tokenizer", "pretokenizers")]
    spells_bytes = bool(steps) and steps[-1].text("type") == "ByteLevel"
    if spells_bytes:
        if space:
            raise NotNativeError("its normalizer is Replace")
        split, prefix = _byte_level(steps)
    else:
        split = NO_SPLIT
        space, prefix = _spaces(steps, space)
    _check_decoder(file, _DECODERS_OF_BYTES if spells_bytes else _DECODERS_OF_CHARACTERS)
    return Preparation(split, normalization, spells_bytes, space, prefix)


def steps_of(owner: JsonObject, key: str, inner: str) -> Iterator[JsonObject]:
    """What is done one after another, in sequences in sequences too, of which ``inner`` is the list."""
    step = owner.optional_child(key)
    waiting = [step] if step else []  # the next one last
    while waiting:
        step = waiting.pop()
        if step.text("type") == "Sequence":
            waiting += reversed(step.children(inner))
        else:
            yield step


def _normalizer(file: JsonObject) -> tuple[str, str]:
    """The normal form, and the character that takes the place of spaces then."""
    form, space = "none", ""
    for step in steps_of(file, "normalizer", "normalizers"):
        kind = step.text("type")
        if kind in _FORMS and form == "none" and not space:
            form = _FORMS[kind]
        elif kind == "Replace" and not space and literal(step) == " " and len(step.text("content")) == 1:
            space = step.text("content").strip(" ")
        else:
            raise NotNativeError(f"its normalizer is {shown(kind)}")
    return form, space


def literal(step: JsonObject) -> str:
    """The text that a step looks for; empty if it is a pattern."""
    return step.child("pattern").text("String", missing="")


def _byte_level(steps: list[JsonObject]) -> tuple[Split, bool]:
    """The split of which ``ByteLevel`` is the last step, and whether that puts a space before a text."""
    last = steps[-1]
    patterns = [_pattern(step) for step in steps[:-1]]
    prefix = last.flag("add_prefix_space", missing=True)
    if prefix and patterns:
        raise NotNativeError("it puts a space before each word")
    if last.flag("use_regex", missing=True):
        patterns.append(_GPT2)
    try:
        return split_sequence(patterns), prefix
    except UsageError as error:
        raise NotNativeError(f"its split is no use here: {visible(str(error))}") from error


def _pattern(step: JsonObject) -> str:
    """The pattern of which a step isolates the matches."""
    kind = step.text("type")
    if kind == "Digits":
        return r"\p{N}" if step.flag("individual_digits", missing=False) else r"\p{N}+"
    if kind != "Split":
        raise NotNativeError(f"its pre-tokenizer is {shown(kind)}")
    if text := literal(step):
        pattern = re.sub(r"([][\\.^$|?*+(){}])", r"\\\1", text)
    else:
        written = step.child("pattern").text("Regex")
        try:
            pattern = _GPT2 if written == _BYTE_LEVEL else from_oniguruma(written)
        except UntranslatableError as error:
            raise NotNativeError(f"in its split pattern {shown(written)} {visible(str(error))}") from error
    behavior, inverted = step.text("behavior"), step.flag("invert", missing=False)
    if behavior != "Isolated" and not (behavior == "Removed" and inverted and pattern in _that_match_everything()):
        raise NotNativeError(f"its split is {shown(behavior)}" + (", inverted" if inverted else ""))
    return pattern


def _that_match_everything() -> set[str]:
    """Patterns that leave nothing of a text out, so that nothing is lost where that is removed."""
    patterns = [split_named(name).patterns for name in SPLIT_NAMES]
    return {each[0] for each in patterns if len(each) == 1}


def _spaces(steps: list[JsonObject], space: str) -> tuple[str, bool]:
    """The character for spaces, and whether one is put before a text, of steps that leave it one word."""
    prefix = False
    for step in steps:
        kind = step.text("type")
        if kind == "Split" and space and literal(step) == " " and not step.flag("invert", missing=False):
            continue  # there is no space any more to split at
        if kind != "Metaspace" or len(steps) > 1 or step.flag("split", missing=True):
            raise NotNativeError(f"its pre-tokenizer is {shown(kind)}")
        scheme = step.text("prepend_scheme", missing="always")
        if scheme == "first" or space not in ("", step.text("replacement")) or len(step.text("replacement")) != 1:
            raise NotNativeError(f"its pre-tokenizer is Metaspace, {shown(scheme)}")
        space = step.text("replacement").strip(" ")
        prefix = scheme != "never" and step.flag("add_prefix_space", missing=True)
    return space, prefix


def _check_decoder(file: JsonObject, allowed: set[str]) -> None:
    for step in steps_of(file, "decoder", "decoders"):
        if step.text("type") not in allowed:
            raise NotNativeError(f"its decoder is {shown(step.text('type'))}")


def left_out(file: JsonObject) -> tuple[str, ...]:
    """What else its own package does with a text, and nobody does here: phrases that go after the file's name."""
    found = []
    for step in steps_of(file, "post_processor", "processors"):
        kind = step.text("type")
        puts = kind == "TemplateProcessing" and any(part.has("SpecialToken") for part in step.children("single"))
        if puts or kind in ("BertProcessing", "RobertaProcessing"):
            found.append("puts special tokens around each text; that is left out, also where it is written anew")
    if file.has("model") and file.child("model").found.get("dropout"):
        found.append("leaves out merges at random: the same text becomes other tokens each time")
    if file.has("truncation"):
        found.append("cuts long texts; that is left out, also where it is written anew")
    if file.has("padding"):
        found.append("fills up short texts; that is left out, also where it is written anew")
    return tuple(found)


# -- writing -----------------------------------------------------------------------------------------------------------


def write_preparation(tokenizer: Tokenizer, title: str) -> dict[str, object]:
    """What goes into a file: its normalizer, pre-tokenizer and decoder.

    Raises `BpetuiError`, by name, for what such a file cannot hold, or not without a difference.
    """
    split, normalization = tokenizer.split, tokenizer.normalization
    if split is None:
        raise refused(title, "the split is not known; name it with --split or --pattern")
    normalizers: list[object] = [] if normalization == "none" else [{"type": normalization.upper()}]
    if tokenizer.fallback:
        pre_tokenizer, decoder = _write_spaces(tokenizer, split, normalizers, title)
    else:
        if tokenizer.space:
            raise refused(title, f"there is no place for the {shown(tokenizer.space)} that stands for a space")
        pre_tokenizer, decoder = _write_byte_level(split, tokenizer.prefix, title), _written_byte_level(prefix=False)
    normalizer = {"type": "Sequence", "normalizers": normalizers} if len(normalizers) > 1 else None
    return {
        "normalizer": normalizer or next(iter(normalizers), None),
        "pre_tokenizer": pre_tokenizer,
        "decoder": decoder,
    }


def _write_spaces(tokenizer: Tokenizer, split: Split, normalizers: list[object], title: str) -> tuple[object, object]:
    if split.patterns:
        raise refused(title, f"the words of the split {split.name} would begin as characters")
    pre_tokenizer = None
    decoders: list[object] = [{"type": "ByteFallback"}, {"type": "Fuse"}]
    if tokenizer.prefix:
        space = tokenizer.space or " "
        pre_tokenizer = {"type": "Metaspace", "replacement": space, "prepend_scheme": "always", "split": False}
        decoders.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    elif tokenizer.space:
        normalizers.append({"type": "Replace", "pattern": {"String": " "}, "content": tokenizer.space})
    if tokenizer.space:
        decoders.insert(0, {"type": "Replace", "pattern": {"String": tokenizer.space}, "content": " "})
    return pre_tokenizer, {"type": "Sequence", "decoders": decoders}


def _written_byte_level(*, prefix: bool, use_regex: bool = False) -> dict[str, object]:
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": False, "use_regex": use_regex}


def _write_byte_level(split: Split, prefix: bool, title: str) -> dict[str, object]:
    if split.name == "gpt2" or not split.patterns:
        return _written_byte_level(prefix=prefix, use_regex=bool(split.patterns))
    if prefix:
        raise refused(title, f"with the split {split.name} a space would be put before each word")
    steps: list[object] = [
        {"type": "Split", "pattern": {"Regex": written}, "behavior": "Isolated", "invert": False}
        for written in _written_patterns(split, title)
    ]
    return {"type": "Sequence", "pretokenizers": [*steps, _written_byte_level(prefix=False)]}


def _written_patterns(split: Split, title: str) -> Iterator[str]:
    if split.name == "marked":
        raise refused(title, "its words are those that a mark ends")
    for pattern in split.patterns:
        try:
            yield to_oniguruma(pattern)
        except UntranslatableError as error:
            raise _untranslatable(pattern, error, title) from error


def _untranslatable(pattern: str, error: UntranslatableError, title: str) -> BpetuiError:
    return refused(title, f"its patterns are Oniguruma's, and in {shown(pattern)} {visible(str(error))}")
