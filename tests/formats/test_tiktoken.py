"""tiktoken's files: what is read comes back byte for byte, and damage is named by its line."""

import gzip
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.tiktoken import dumps, loads, recognizes
from tests.formats.toy_tokenizers import BYTES, TOKENIZERS, TOY, damaged, sentence


def file_of(tokens: dict[int, bytes]) -> bytes:
    return b"".join(b64encode(token) + b" %d\n" % rank for rank, token in tokens.items())


EXAMPLE = file_of({**BYTES, 256: b"aa", 257: b"aaa", 258: b"aaab"})


def damage(data: bytes) -> str:
    with pytest.raises(BpetuiError) as caught:
        loads(data, "toy.tiktoken")
    return sentence(caught.value)


def refusal(tokenizer: BpeTokenizer) -> str:
    with pytest.raises(BpetuiError) as caught:
        dumps(tokenizer)
    return sentence(caught.value)


# What comes back


def test_tokens_are_written_by_rank() -> None:
    assert dumps(TOY) == EXAMPLE
    assert dumps(TOY).startswith(b"AA== 0\nAQ== 1\n")
    assert dumps(TOY).endswith(b"YWE= 256\nYWFh 257\nYWFhYg== 258\n")


def test_read_tokenizer_encodes_by_rank() -> None:
    tokenizer = loads(EXAMPLE, "toy.tiktoken")
    assert tokenizer.merges is None
    assert tokenizer.split is None
    assert tokenizer.model.encode_word("aaaab") == (256, 256, 98)


@given(TOKENIZERS)
def test_written_tokenizer_is_read_back(tokenizer: BpeTokenizer) -> None:
    read = loads(dumps(tokenizer), "toy.tiktoken")
    assert read == BpeTokenizer(tokenizer.tokens, None, split=None)
    assert dumps(read) == dumps(tokenizer)


@given(TOKENIZERS, st.text("ab 月\ń"))
def test_tokenizer_read_back_encodes_the_same(tokenizer: BpeTokenizer, text: str) -> None:
    read = loads(dumps(tokenizer), "toy.tiktoken")
    assert read.model.encode_word(text) == tokenizer.model.encode_word(text)


def test_written_file_encodes_the_same_in_tiktoken(tmp_path: Path) -> None:
    load = pytest.importorskip("tiktoken.load", reason="tiktoken is not installed")
    core = pytest.importorskip("tiktoken.core")
    path = tmp_path / "toy.tiktoken"
    path.write_bytes(dumps(TOY))
    encoding = core.Encoding(
        "toy", pat_str=r"(?s).+", mergeable_ranks=load.load_tiktoken_bpe(str(path)), special_tokens={}
    )
    for text in ("", "aaaab", "aab床aa", "a" * 50 + "b"):
        assert tuple(encoding.encode(text)) == TOY.model.encode_word(text)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "llama3", "qwen"])
def test_published_vocabulary_is_written_byte_for_byte(name: str, vocabularies: Path) -> None:
    data = gzip.decompress((vocabularies / f"{name}.tiktoken.gz").read_bytes())
    assert dumps(loads(data, name)) == data


def test_windows_line_ends_and_empty_lines_are_read() -> None:
    tokenizer = loads(EXAMPLE, "toy.tiktoken")
    assert loads(EXAMPLE.replace(b"\n", b"\r\n"), "toy.tiktoken") == tokenizer
    assert loads(EXAMPLE[:-1], "toy.tiktoken") == tokenizer
    assert loads(EXAMPLE + b"\n\n", "toy.tiktoken") == tokenizer


def test_byte_order_mark_is_ignored() -> None:
    marked = b"\xef\xbb\xbf" + EXAMPLE
    assert recognizes(marked)
    assert loads(marked, "toy.tiktoken") == loads(EXAMPLE, "toy.tiktoken")
    assert "line 260" in damage(marked + b"YWJj\n")


def test_unordered_ranks_are_written_in_order() -> None:
    tokens = {258: b"aaab", **dict(reversed(BYTES.items())), 257: b"aaa", 256: b"aa"}
    assert dumps(BpeTokenizer(tokens, None, split=None)) == EXAMPLE
    assert dumps(loads(file_of(tokens), "toy.tiktoken")) == EXAMPLE


def test_error_names_the_line_far_into_a_file() -> None:
    tokens = {**BYTES, **{rank: b"token number %d" % rank for rank in range(256, 9000)}}
    lines = file_of(tokens).split(b"\n")
    assert sum(map(len, lines[:6000])) > 2 << 16, "blocks that are read apart"
    lines[6000] = b"!!!"
    assert "line 6001: expected a token in base64, a space and a rank" in damage(b"\n".join(lines))
    lines[6000] = lines[5000]
    assert "line 6001: the token token·number·5000 already occurs on line 5001" in damage(b"\n".join(lines))


def test_progress_reports_bytes_read() -> None:
    tokens = {**BYTES, **{rank: b"x%d" % rank for rank in range(256, 20_000)}}
    data, told = file_of(tokens), list[tuple[int, int]]()
    loads(data, "toy.tiktoken", lambda done, total: told.append((done, total)))
    assert len(told) > 2
    assert told == sorted(told)
    assert told[-1] == (len(data), len(data))


# Damage


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"!!! 259", "line 260: the token is empty"),
        (b" 259", "line 260: the token is empty"),
        (b"== 259", "line 260: the token is empty"),
        (b"YWE 259", "line 260: expected a token in base64"),
        (b"YWJ= 259", "line 260: expected a token in base64"),  # bits that stand for nothing are not 0
        (b"YWJj -1", "line 260"),
        (b"YWJj 1e3", "line 260"),
        (b"YWJj 99999999999", "line 260"),
        (b"YWJj", "line 260"),
        (b"YWJj 259 1", "line 260"),
        (b"YWFh 259", "line 260: the token aaa already occurs on line 258"),
        (b"YWJj 258", "line 260: the rank 258 already occurs on line 259"),
    ],
)
def test_invalid_line_error_names_the_line(line: bytes, why: str) -> None:
    assert damage(EXAMPLE + line + b"\n").startswith("toy.tiktoken is not a valid tiktoken file, line 260")
    assert why in damage(EXAMPLE + line + b"\n")


def test_missing_byte_error_names_the_byte() -> None:
    assert "it has no token for the byte 0x61, " in damage(file_of({**BYTES, 97: b"aa"}))
    assert "the byte 0x80 and 127 others" in damage(file_of({rank: BYTES[rank] for rank in range(128)}))


def test_too_high_id_is_refused() -> None:
    assert "1000000" in damage(file_of({**BYTES, 1_000_000: b"aa"}))


@given(damaged(EXAMPLE))
def test_damage_is_refused_or_harmless(data: bytes) -> None:
    try:
        tokenizer = loads(data, "toy.tiktoken")
    except BpetuiError as error:
        sentence(error)
    else:
        assert loads(dumps(tokenizer), "toy.tiktoken") == tokenizer
        assert tokenizer.decode(tokenizer.model.encode_word("aaab床")) == "aaab床".encode()


# What it cannot hold


def test_special_tokens_are_refused_by_name() -> None:
    assert refusal(replace(TOY, special={"<|end|>": 259})) == (
        "cannot be written in the tiktoken format: it cannot hold special tokens: the special token <|end|>"
    )


def test_empty_token_is_refused_by_id() -> None:
    assert "it cannot hold the empty token with the id 259" in refusal(replace(TOY, tokens={**TOY.tokens, 259: b""}))


def test_two_tokens_with_the_same_bytes_are_refused() -> None:
    tokenizer = BpeTokenizer.from_pairs([(97, 97), (256, 97), (97, 256)], None, {})
    assert "the token aaa has two ids" in refusal(tokenizer)


def test_two_merges_with_one_result_are_refused() -> None:
    tokens = {**BYTES, 256: b"aa", 257: b"aaa"}
    merges = [(97, 97, 256), (256, 97, 257), (97, 256, 257)]
    assert "see id 257" in refusal(BpeTokenizer(tokens, merges, split=None))


def test_line_with_an_empty_token_is_refused() -> None:
    assert "it cannot hold the empty token with the id 291" in refusal(replace(TOY, tokens={**TOY.tokens, 291: b""}))


def test_merges_that_contradict_the_ranks_are_refused() -> None:
    # abc is made of ab and c, but by rank, with bc before ab, of a and bc.
    assert "its ranks would make the token abc (id 258) from other tokens" in refusal(
        BpeTokenizer.from_pairs([(98, 99), (97, 98), (257, 99)], None, {})
    )
    tokens = {**BYTES, 256: b"ab", 257: b"cd"}
    assert "see id 256" in refusal(BpeTokenizer(tokens, [(99, 100, 257), (97, 98, 256)], split=None))


def test_features_of_other_formats_are_refused() -> None:
    assert "the normal form nfc" in refusal(replace(TOY, normalization="nfc"))
    assert "the space that this tokenizer puts before" in refusal(replace(TOY, prefix=True))
    assert "start as characters" in refusal(replace(TOY, fallback=tuple(range(256))))


def test_file_is_recognized() -> None:
    assert recognizes(EXAMPLE)
    assert not recognizes(b"minbpe v1\n")
    assert not recognizes(b'{"a": 1}')
