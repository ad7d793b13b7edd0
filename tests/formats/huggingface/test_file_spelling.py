"""The spelling of tokens in a tokenizer.json, and the bytes that they have in a text."""

import json

import pytest

from bpetui.formats.huggingface.file_spelling import FileSpelling, could_be_word, read_spelling, unspelled
from bpetui.formats.json_object import read_json_object

BYTE_LEVEL = {"type": "ByteLevel"}


def spelling_of(**parts: object) -> FileSpelling:
    """The spelling of a file with these parts."""
    return read_spelling(read_json_object(json.dumps({"model": {}, **parts}).encode(), "toy.json", "tokenizer.json"))


@pytest.mark.parametrize(
    ("text", "data"),
    [("Ġthe", b" the"), ("Ċ", b"\n"), ("åº", b"\xe5\xba"), ("Ã©", "é".encode()), ("床", None), (" ", None), ("", b"")],
)
def test_printable_characters_spell_bytes(text: str, data: bytes | None) -> None:
    assert unspelled(text) == data


@pytest.mark.parametrize(("text", "could"), [("đ", True), ("ab", False), ("床", False), ("åº", False), ("Ġa", True)])
def test_an_added_token_could_be_a_word_if_it_spells_another_text(text: str, could: bool) -> None:
    assert could_be_word(text) == could


def test_bytes_are_recognized_by_their_spelling() -> None:
    spelling = spelling_of(model={"byte_fallback": True})
    assert spelling.is_byte("<0x0A>")
    assert spelling.bytes_of("<0x0A>") == b"\n"
    assert not spelling.is_byte("<0x0a>")
    assert spelling_of().bytes_of("<0x0A>") == b"<0x0A>"
    assert spelling_of(decoder={"type": "ByteFallback"}).falls_back


def test_a_word_piece_loses_its_prefix() -> None:
    spelling = spelling_of(model={"type": "WordPiece", "unk_token": "[UNK]"})
    assert (spelling.unknown, spelling.inside) == ("[UNK]", "##")
    assert (spelling.bytes_of("##ing"), spelling.bytes_of("##"), spelling.bytes_of("a##")) == (b"ing", b"##", b"a##")


def test_a_token_loses_the_suffix_of_a_word() -> None:
    assert spelling_of(model={"end_of_word_suffix": "</w>"}).bytes_of("est</w>") == b"est"


def test_byte_level_spells_bytes_where_it_can() -> None:
    spelling = spelling_of(pre_tokenizer={"type": "Sequence", "pretokenizers": [BYTE_LEVEL]})
    assert (spelling.bytes_of("Ġa"), spelling.bytes_of("床"), spelling.bytes_of("")) == (b" a", "床".encode(), b"")


@pytest.mark.parametrize(
    ("parts", "space"),
    [
        ({"pre_tokenizer": {"type": "Metaspace", "replacement": "▁"}}, "▁"),
        ({"normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "_"}}, "_"),
        ({"decoder": {"type": "Replace", "pattern": {"String": "_"}, "content": " "}}, "_"),
        ({"normalizer": {"type": "Replace", "pattern": {"String": "_"}, "content": " "}}, ""),
        ({"normalizer": {"type": "Replace", "pattern": {"String": "a"}, "content": "b"}}, ""),
    ],
)
def test_the_character_for_a_space_is_read_from_any_part(parts: dict[str, object], space: str) -> None:
    spelling = spelling_of(**parts)
    assert spelling.space == space
    assert spelling.bytes_of("_a▁") == "_a▁".replace(space or "\0", " ").encode()


def test_the_unknown_token_of_a_unigram_model_is_an_index() -> None:
    assert spelling_of(model={"unk_id": 1, "vocab": [["a", -1.0], ["<unk>", 0]]}).unknown == "<unk>"
    assert spelling_of().unknown == ""
