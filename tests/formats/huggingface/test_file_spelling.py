"""The spelling of tokens in a tokenizer.json, and the bytes they have in a text."""

import pytest

from bpetui.formats.huggingface.file_spelling import FALLBACK, FileSpelling, could_be_word, read_spelling, unspelled
from bpetui.formats.json_object import JsonObject

PLAIN = FileSpelling("", "", "", "", of_bytes=False, falls_back=False)


def spelling(model: dict[str, object], **parts: object) -> FileSpelling:
    """Return the spelling of a file."""
    return read_spelling(JsonObject({"model": model, **parts}, "toy.json", "tokenizer.json"))


def test_unspelled_token_is_the_bytes_of_its_printable_characters() -> None:
    assert unspelled("Ġtà") == b" t\xe0"
    assert unspelled("Ā") == b"\x00"
    assert unspelled("") == b""
    assert unspelled("a月") is None
    assert unspelled("a b") is None  # GPT-2 spells a space Ġ
    assert unspelled("\u00ad") is None  # a character of Latin-1 that spells no byte


def test_added_token_that_spells_other_text_could_be_a_word() -> None:
    assert could_be_word("Ġa")
    assert could_be_word("Ã©")
    assert not could_be_word("<s>")  # which spells itself
    assert not could_be_word("é")  # spells a byte that is no text
    assert not could_be_word("月")
    assert not could_be_word("")


def test_spelling_is_plain_without_steps() -> None:
    assert spelling({"type": "BPE"}) == PLAIN


@pytest.mark.parametrize(
    ("model", "parts", "field", "value"),
    [
        ({"unk_token": "<u>"}, {}, "unknown", "<u>"),
        ({"unk_id": 1, "vocab": [["a", 0.0], ["<u>", 0.0]]}, {}, "unknown", "<u>"),
        ({"unk_id": 0, "vocab": [5]}, {}, "unknown", ""),
        ({"type": "WordPiece"}, {}, "inside", "##"),
        ({"type": "WordPiece", "continuing_subword_prefix": "@"}, {}, "inside", "@"),
        ({"end_of_word_suffix": "</w>"}, {}, "end", "</w>"),
        ({"byte_fallback": True}, {}, "falls_back", True),
        ({}, {"decoder": {"type": "ByteFallback"}}, "falls_back", True),
        ({}, {"pre_tokenizer": {"type": "ByteLevel"}}, "of_bytes", True),
        ({}, {"normalizer": {"type": "ByteLevel"}}, "of_bytes", True),
        ({}, {"pre_tokenizer": {"type": "Metaspace", "replacement": "_"}}, "space", "_"),
        ({}, {"normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}}, "space", "▁"),
        ({}, {"decoder": {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}}, "space", "▁"),
        ({}, {"normalizer": {"type": "Replace", "pattern": {"String": "\t"}, "content": " "}}, "space", ""),
        ({}, {"decoder": {"type": "Replace", "pattern": {"String": "a"}, "content": "b"}}, "space", ""),
    ],
)
def test_each_part_of_a_file_sets_one_field(
    model: dict[str, object], parts: dict[str, object], field: str, value: object
) -> None:
    found = spelling(model, **parts)
    assert getattr(found, field) == value
    others = {name for name in ("unknown", "inside", "end", "space", "of_bytes", "falls_back") if name != field}
    assert {name: getattr(found, name) for name in others} == {name: getattr(PLAIN, name) for name in others}


def test_token_has_the_bytes_of_its_text() -> None:
    subwords = FileSpelling("", "##", "</w>", "▁", of_bytes=False, falls_back=True)
    assert subwords.bytes_of("##ab</w>") == b"ab"
    assert subwords.bytes_of("##") == b"##"  # the prefix alone is a token of its own
    assert subwords.bytes_of("▁a") == b" a"
    assert subwords.bytes_of("") == b""
    of_bytes = FileSpelling("", "", "", "", of_bytes=True, falls_back=False)
    assert of_bytes.bytes_of("Ġa") == b" a"
    assert of_bytes.bytes_of("月") == "月".encode()  # which spells no bytes


def test_fallback_tokens_are_single_bytes_only_if_the_file_has_them() -> None:
    assert (FALLBACK[0x0A], len(FALLBACK)) == ("<0x0A>", 256)
    falls_back = FileSpelling("", "", "", "", of_bytes=False, falls_back=True)
    assert (falls_back.is_byte("<0x0A>"), falls_back.bytes_of("<0x0A>")) == (True, b"\n")
    assert not falls_back.is_byte("<0x0a>")
    assert (PLAIN.is_byte("<0x0A>"), PLAIN.bytes_of("<0x0A>")) == (False, b"<0x0A>")
