"""GPT-2's two files: what they hold comes back, also where tokens look like something else, and damage is named."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.core.splitting import NO_SPLIT, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import gpt2_spelling
from bpetui.formats import gpt2
from bpetui.formats.gpt2 import FILES, OTHER_FILES, dumps
from bpetui.formats.huggingface import reader, writer
from tests.formats.toy_tokenizers import BYTES, TOKENIZERS, TOY, damaged, sentence

VOCABULARY = {gpt2_spelling(token): token_id for token_id, token in BYTES.items()}
EXAMPLE = {
    "vocab.json": json.dumps({**VOCABULARY, "Ġt": 256, "Ġth": 257, "<|end|>": 258}).encode(),
    "merges.txt": "#version: 0.2\nĠ t\nĠt h\n".encode(),
}


def files(vocabulary: Mapping[str, object] = {}, merges: str = "") -> dict[str, bytes]:
    """The files with more in them."""
    return {
        "vocab.json": json.dumps({**VOCABULARY, **vocabulary}).encode(),
        "merges.txt": f"#version: 0.2\n{merges}".encode(),
    }


def loads(found: Mapping[str, bytes]) -> BpeTokenizer:
    """Return the tokenizer in the files, without the notes."""
    return gpt2.loads(found, "toy")[0]


def damage(found: Mapping[str, bytes]) -> str:
    """Return the error for damaged files."""
    with pytest.raises(BpetuiError) as caught:
        loads(found)
    return sentence(caught.value)


def refusal(tokenizer: BpeTokenizer) -> str:
    """Return the error for a tokenizer that the files cannot hold."""
    with pytest.raises(BpetuiError) as caught:
        dumps(tokenizer)
    return sentence(caught.value)


# What comes back


def test_bytes_are_spelled_like_gpt2() -> None:
    tokenizer = loads(EXAMPLE)
    assert tokenizer.tokens[256] == b" t"
    assert tokenizer.merges == [(32, 116, 256), (256, 104, 257)]
    assert tokenizer.special == {"<|end|>": 258}
    assert tokenizer.model.encode_word(" the") == (257, 101)


@given(TOKENIZERS)
def test_written_tokenizer_is_read_back(tokenizer: BpeTokenizer) -> None:
    written = replace(tokenizer, special={"<|end|>": len(tokenizer.tokens), "<unk>": len(tokenizer.tokens) + 1})
    assert loads(dumps(written)) == replace(written, split=None)


def test_published_vocabulary_is_read_back(vocabularies: Path) -> None:
    found = {
        name: gzip.decompress((vocabularies / "gpt2" / f"{other}.gz").read_bytes())
        for name, other in zip(FILES, OTHER_FILES, strict=True)
    }
    tokenizer = loads(found)
    assert len(tokenizer.tokens) == 50_256
    assert tokenizer.special == {"<|endoftext|>": 50_256}
    written = dumps(tokenizer)
    assert written["merges.txt"] == found["merges.txt"]
    assert json.loads(written["vocab.json"]) == json.loads(found["vocab.json"])


@given(TOKENIZERS, st.text("ab 月\ń"))
def test_written_files_encode_the_same_in_tokenizers(tokenizer: BpeTokenizer, text: str) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    written = {name: data.decode() for name, data in dumps(tokenizer).items()}
    vocabulary = json.loads(written["vocab.json"])
    merges = [tuple(line.split(" ")) for line in written["merges.txt"].split("\n")[1:-1]]
    opened = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges))
    opened.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    assert tuple(opened.encode(text).ids) == tokenizer.model.encode_word(text)


def test_merges_that_look_like_comments_are_kept() -> None:
    found = files({"#v": 256, "ersion": 300, "#version": 301, "#version:": 302})
    lines = ["# v", "e r", "er s", "ers i", "ersi o", "ersio n", "#v ersion", "#version :"]
    made = {"er": 303, "ers": 304, "ersi": 305, "ersio": 306}
    found = files({**json.loads(found["vocab.json"]), **made}, "\n".join(lines))
    tokenizer = loads(found)
    assert [tokenizer.tokens[made] for _, _, made in tokenizer.merges or ()][-2:] == [b"#version", b"#version:"]


def test_missing_version_line_and_last_line_end_are_read() -> None:
    found = {**EXAMPLE, "merges.txt": "Ġ t\r\nĠt h".encode()}
    assert loads(found) == loads(EXAMPLE)


def test_unicode_line_separators_stay_inside_tokens() -> None:
    # U+2028 and U+0085, at which other readers split lines, as the bytes that they are.
    tokenizer = BpeTokenizer.from_pairs([(0xE2, 0x80), (256, 0xA8), (0xC2, 0x85), (10, 13)], None, {})
    assert loads(dumps(tokenizer)) == tokenizer


# What the original reads, however odd


def encoded_by_tokenizers(found: Mapping[str, bytes], word: str) -> list[int]:
    """The ids that Hugging Face's own model of the two files gives a word."""
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    lines = found["merges.txt"].decode("utf-8-sig").removeprefix("#version: 0.2\n").strip("\n").split("\n")
    model = tokenizers.models.BPE(json.loads(found["vocab.json"]), [tuple(line.split(" ")) for line in lines])
    opened = tokenizers.Tokenizer(model)
    opened.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    return [*opened.encode(word).ids]


def test_a_token_whose_merge_is_missing_keeps_its_bytes_and_is_noted() -> None:
    found = files({"Ġt": 256, "Ġth": 257, "Ġthe": 258, "<|end|>": 259}, "Ġ t\nĠth e\n")
    tokenizer, notes = gpt2.loads(found, "toy")
    assert (tokenizer.token(257), tokenizer.token(258)) == (b" th", b" the")
    assert tokenizer.special_tokens == ("<|end|>",)
    assert sentences(notes, "toy") == ("toy has 1 token that no merge makes, so no text contains it: Ġth",)
    assert replace(tokenizer, split=NO_SPLIT).encode(" the") == [256, 104, 101], "as in the original programs"
    again = reader.loads(writer.dumps(replace(tokenizer, split=split_named("gpt2"))), "toy.json")[0]
    assert again.decode([257, 258, 259]) == b" th the<|end|>"
    assert "no merge makes the token" in refusal(tokenizer)


def test_empty_token_keeps_its_id_and_is_never_used() -> None:
    found = files({"ab": 256, "": 257, "abc": 258, "<|end|>": 259}, "a b\nab c\n")
    tokenizer, notes = gpt2.loads(found, "toy")
    assert sentences(notes, "it") == ("it has an empty token (id 257), which no text contains",)
    assert (tokenizer.token(257), tokenizer.kind(257), tokenizer.parts(257)) == (b"", "empty", None)
    assert tokenizer.special == {"<|end|>": 259}
    assert tokenizer.decode([97, 257, 258]) == b"aabc"
    assert tokenizer.model.encode_word("abcd") == (258, 100)
    assert encoded_by_tokenizers(found, "abcd") == [258, 100]
    assert json.loads(dumps(tokenizer)["vocab.json"]) == json.loads(found["vocab.json"])


def test_last_position_of_a_repeated_merge_applies() -> None:
    found = files({"ab": 256, "bc": 257}, "a b\nb c\na b\n")
    tokenizer, notes = gpt2.loads(found, "toy")
    assert sentences(notes, "it") == ("it lists 1 merge more than once; its last position applies",)
    assert tokenizer.merges == [(98, 99, 257), (97, 98, 256)]
    assert [*tokenizer.model.encode_word("abc")] == encoded_by_tokenizers(found, "abc") == [97, 257]
    assert sentences(gpt2.loads(files({"ab": 256}, "a b\n" * 3), "toy")[1], "it") == (
        "it lists 2 merges more than once; their last positions apply",
    )


def test_tokens_with_a_shared_id_are_distinguished_by_position() -> None:
    found = files({"ab": 256, "cde": 256, "de": 257, "abx": 258}, "a b\nd e\nc de\nab x\n")
    tokenizer, notes = gpt2.loads(found, "toy")
    assert sentences(notes, "it") == ("it has several tokens with one id: ab and cde have the id 256",)
    for text, ids, tokens in (
        ("abcde", (256, 256), (b"ab", b"cde")),
        ("cdex", (258,), (b"cdex",)),  # the merge is one of ids
        ("zcdé", (122, 99, 100, 0xC3, 0xA9), (b"z", b"c", b"d", b"\xc3", b"\xa9")),
    ):
        found_in_text = tokenizer.with_split(NO_SPLIT).tokenize(text)
        assert (found_in_text.ids, found_in_text.tokens) == (ids, tokens)
        assert encoded_by_tokenizers(found, text) == [*ids]


def test_merge_of_shared_ids_counts_as_repeated() -> None:
    found = files({"ab": 256, "cd": 256, "abx": 257, "cdx": 258}, "a b\nc d\nab x\ncd x\n")
    tokenizer, notes = gpt2.loads(found, "toy")
    assert "it lists 1 merge more than once; its last position applies" in sentences(notes, "it")
    assert [*tokenizer.model.encode_word("abx")] == encoded_by_tokenizers(found, "abx") == [258]


def test_two_merges_can_make_one_token() -> None:
    found = files({"ab": 256, "bc": 257, "abc": 258}, "b c\na b\na bc\nab c\n")
    tokenizer, notes = gpt2.loads(found, "toy")
    assert notes == ()
    assert tokenizer.merges == [(98, 99, 257), (97, 98, 256), (97, 257, 258), (256, 99, 258)]
    assert tokenizer.parts(258) == (97, 257)
    assert [*tokenizer.model.encode_word("abc")] == encoded_by_tokenizers(found, "abc") == [258]
    assert dumps(tokenizer)["merges.txt"] == found["merges.txt"]


def test_unordered_ranks_become_ordered_merges() -> None:
    ranks = BpeTokenizer({257: b"abc", **BYTES, 256: b"bc"}, None, split=None)
    assert dumps(ranks)["merges.txt"] == b"#version: 0.2\nb c\na bc\n"


def test_byte_can_share_its_id() -> None:
    found = files({"b": 97})
    tokenizer, notes = gpt2.loads(found, "toy")
    assert sentences(notes, "it") == ("it has several tokens with one id: a and b have the id 97",)
    assert tokenizer.with_split(NO_SPLIT).tokenize("bad").tokens == (b"b", b"a", b"d")
    assert [*tokenizer.model.encode_word("bad")] == [97, 97, 100]


def test_special_token_can_share_an_id() -> None:
    found = {"vocab.json": json.dumps({"<|a|>": 256, **VOCABULARY, "ab": 256, "<|b|>": 300, "<|c|>": 300}).encode()}
    tokenizer, notes = gpt2.loads({**found, "merges.txt": b"a b\n"}, "toy")
    assert sentences(notes, "it") == ("it has several tokens with one id: ab and <|a|> have the id 256",)
    text = "ab<|a|><|c|>"
    in_text = tokenizer.with_split(NO_SPLIT).tokenize(text, ["<|a|>", "<|c|>"])
    assert (in_text.ids, in_text.tokens) == ((256, 256, 300), (b"ab", b"<|a|>", b"<|c|>"))
    assert tokenizer.decode([256, 300]) == b"ab<|b|>"


def test_byte_order_mark_is_ignored() -> None:
    marked = {name: b"\xef\xbb\xbf" + data for name, data in EXAMPLE.items()}
    assert gpt2.loads(marked, "toy") == (loads(EXAMPLE), ())


def test_version_line_after_the_first_line_is_damage() -> None:
    assert "line 2: the merge #version: 0.2 needs the token" in damage(
        {**EXAMPLE, "merges.txt": "Ġ t\n#version: 0.2\n".encode()}
    )


def test_empty_token_is_read_back() -> None:
    vocabulary = json.loads(EXAMPLE["vocab.json"])
    tokenizer = loads({**EXAMPLE, "vocab.json": json.dumps({**vocabulary, "": 291}).encode()})
    assert (tokenizer.token(291), tokenizer.kind(291)) == (b"", "empty")
    assert loads(dumps(tokenizer)) == tokenizer


# Damage


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ({"vocab.json": b"[]"}, "toy/vocab.json is not a valid vocab.json: it is not an object"),
        ({"vocab.json": b'{"a": 1'}, "toy/vocab.json is not a valid vocab.json, line 1: "),
        ({"vocab.json": b'{"a": 1, "a": 2}'}, "an object has the key a twice"),
        ({"vocab.json": b'{"\\ud800": 1}'}, "surrogate"),
        ({"vocab.json": b"[" * 100_000}, "nested"),
        ({"vocab.json": b"\xff"}, "byte 0xff is not UTF-8"),
        ({"vocab.json": b'{"a": ' + b"9" * 5000 + b"}"}, ""),
        ({"merges.txt": b"\xff"}, "toy/merges.txt is not a valid merges.txt, line 1: byte 0xff is not UTF-8"),
        ({"merges.txt": b"a\n"}, "line 1: expected two tokens"),
        ({"merges.txt": b"a b c\n"}, "line 1: expected two tokens"),
        ({"merges.txt": b"a  b\n"}, "line 1: expected two tokens"),
        (
            {"merges.txt": b"#version: 0.2\nqq a\n"},
            "line 2: the merge qq a needs the token qq, which is not in the vocabulary",
        ),
        ({"merges.txt": b"a b\n"}, "needs the token ab, which is not in the vocabulary"),
    ],
)
def test_damage_error_names_the_fault(found: dict[str, bytes], why: str) -> None:
    assert why in damage({**EXAMPLE, **found})


@pytest.mark.parametrize("token_id", [-1, True, 1.5, "1", None, [], 10**7])
def test_invalid_id_error_names_the_token(token_id: object) -> None:
    assert "toy" in damage(files({"<|end|>": token_id}))


def test_missing_byte_error_names_the_byte() -> None:
    vocabulary = {text: token_id for text, token_id in VOCABULARY.items() if text != "a"}
    assert "no token for the byte 0x61" in damage(
        {**EXAMPLE, "vocab.json": json.dumps(vocabulary).encode(), "merges.txt": b""}
    )


def test_error_names_a_character_that_spells_no_byte() -> None:
    assert "月 in 月 spells no byte" in damage(files({"月": 256, "月a": 257}, "月 a\n"))


@given(st.sampled_from(FILES).flatmap(lambda name: st.tuples(st.just(name), damaged(EXAMPLE[name]))))
def test_damage_is_refused_or_harmless(spoilt: tuple[str, bytes]) -> None:
    try:
        tokenizer = loads({**EXAMPLE, spoilt[0]: spoilt[1]})
    except BpetuiError as error:
        sentence(error)
    else:
        assert b"".join(tokenizer.with_split(NO_SPLIT).tokenize(" the 床").tokens) == " the 床".encode()


# What they cannot hold


def test_merge_that_looks_like_the_version_is_refused() -> None:
    pairs = [(35, 118), (101, 114), (257, 115), (258, 105), (259, 111), (260, 110), (256, 261), (262, 58)]
    assert "the merge #version : looks like the line with the version" in refusal(
        BpeTokenizer.from_pairs(pairs, None, {})
    )


def test_special_token_spelled_like_an_ordinary_one_is_refused() -> None:
    assert "would have the two ids 195 and 259" in refusal(replace(TOY, special={"Ã": 259}))
    assert "aa would have the two ids" in refusal(replace(TOY, special={"aa": 259}))


def test_token_that_no_merge_makes_is_refused() -> None:
    assert "the token abcd (id 256)" in refusal(BpeTokenizer({**BYTES, 256: b"abcd"}, None, split=None))
    assert "the token abcd (id 256)" in refusal(BpeTokenizer({**BYTES, 256: b"abcd"}, [], split=None))


def test_ranks_become_the_merges_they_imply() -> None:
    ranks = BpeTokenizer({**BYTES, 256: b"bc", 257: b"abc"}, None, split=split_named("gpt2"))
    assert dumps(ranks)["merges.txt"] == b"#version: 0.2\nb c\na bc\n"
