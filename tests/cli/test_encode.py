"""``bpetui encode``: the ids of a text, or of each line, and messages about the tokenizer."""

import json
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from tests.cli.conftest import Run

# Encoding


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", ""),
        ("aaab", "257 98"),
        ("aa aaaaa", "256 32 256 257"),
        ("床", "259"),
        ("<|end|>", "60 124 101 110 100 124 62"),
    ],
)
def test_a_text_gives_its_ids_on_one_line(run: Run, model: str, text: str, ids: str) -> None:
    for ended in (
        run("encode", text, "--tokenizer", model),
        run("encode", "-", f"--tokenizer={model}", stdin=text.encode()),
    ):
        assert (ended.status, ended.out, ended.err) == (0, f"{ids}\n", "")


def test_json_has_the_offsets_of_each_token(run: Run, model: str) -> None:
    ended = run("encode", "床床aaé", "--tokenizer", model, "--json")
    assert ended.out == (
        '{"ids":[259,259,256,195,169],"tokens":['
        '{"id":259,"bytes":"e5ba8a","text":"床","kind":"whole","start":0,"end":3},'
        '{"id":259,"bytes":"e5ba8a","text":"床","kind":"whole","start":3,"end":6},'
        '{"id":256,"bytes":"6161","text":"aa","kind":"whole","start":6,"end":8},'
        '{"id":195,"bytes":"c3","text":null,"kind":"prefix","start":8,"end":9},'
        '{"id":169,"bytes":"a9","text":null,"kind":"continuation","start":9,"end":10}]}\n'
    )


def test_standard_input_is_not_stripped_or_translated(run: Run, model: str) -> None:
    text = b"\xef\xbb\xbf a\r\n\t\0\x1b\n\n"
    ended = run("encode", "-", "--tokenizer", model, stdin=text)
    assert ended.out == " ".join(map(str, text)) + "\n"
    assert ended.err == "bpetui: standard input begins with a BOM\n"


def test_standard_input_in_another_encoding(run: Run, model: str) -> None:
    assert (
        run("encode", "-", "--tokenizer", model, "--encoding", "gb18030", stdin="床".encode("gb18030")).out == "259\n"
    )
    ended = run("encode", "-", "--tokenizer", model, stdin=b"caf\xe9")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == (
        "bpetui: standard input is not UTF-8: byte 0xe9 at offset 3 (line 1); "
        "it looks like windows-1252: read it with --encoding windows-1252\n"
    )


def test_a_text_can_be_normalized(run: Run, model: str) -> None:
    decomposed = "e\u0301"
    assert run("encode", decomposed, "--tokenizer", model).out == "101 204 129\n"
    assert run("encode", decomposed, "--tokenizer", model, "--normalize", "NFC").out == "195 169\n"


def test_a_text_after_two_hyphens_can_begin_with_a_hyphen(run: Run, model: str) -> None:
    assert run("encode", "--tokenizer", model, "--", "-a").out == "45 97\n"


def test_bytes_that_are_not_utf8_are_replaced_and_reported(process: Run, model: str) -> None:
    ended = process("encode", b"a\xff", "--tokenizer", model, LC_ALL="C.UTF-8")
    assert (ended.status, ended.out) == (0, "97 239 191 189\n")
    assert ended.err == "bpetui: the text contains 1 byte that is not UTF-8; U+FFFD replaces it\n"


def test_the_pattern_of_the_model_splits(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lines.model").write_text("minbpe v1\n[^\\n]*\\n|[^\\n]+\n0\n97 10\n10 97\n")
    assert run("encode", "b\na\na", "--tokenizer", "lines.model").out == "98 10 256 97\n"


@pytest.mark.usefixtures("short_time_limit")
def test_a_pattern_that_cannot_finish_is_stopped(run: Run, tmp_path: Path) -> None:
    (tmp_path / "slow.model").write_text("minbpe v1\n(?:a|a)+c\n0\n")
    ended = run("encode", "a" * 40, "--tokenizer", "slow.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: the pattern takes over 0.2 s near character 0 (line 1) and may never finish")


# The tokenizer


@pytest.mark.parametrize("words", [["encode", "a"], ["decode", "97"]])
def test_a_missing_or_damaged_tokenizer_is_reported(run: Run, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "bad.model").write_bytes(b"minbpe v1\n\n0\n97\n")
    (tmp_path / "binary.model").write_bytes(b"\x00\xfe")
    for name, sentence in {
        "no.model": "there is no file no.model, and no tokenizer or model has that name",
        ".": "the folder . holds no tokenizer; it needs tokenizer.json, tokenizer.model, ",
        "bad.model": "bad.model is not a valid minbpe model, line 4: expected two token ids",
        "binary.model": "binary.model is not a tokenizer in a known format; known formats: a .model file",
    }.items():
        ended = run(*words, "--tokenizer", name)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.startswith(f"bpetui: {sentence}")


def test_a_small_file_cannot_define_endless_tokens(run: Run, tmp_path: Path) -> None:
    doublings = "".join(f"{token} {token}\n" for token in [97, *range(256, 320)])
    (tmp_path / "bomb.model").write_text(f"minbpe v1\n\n0\n{doublings}")
    ended = run("encode", "a", "--tokenizer", "bomb.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "bpetui: the tokens of bomb.model have over 500,000,000 bytes in all, too many for bpetui\n"


def test_a_pattern_in_a_tokenizer_that_does_not_compile_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "open.model").write_text("minbpe v1\n(\n0\n")
    ended = run("encode", "a", "--tokenizer", "open.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "bpetui: open.model cannot be used: the pattern does not compile: missing ) at position 1\n"


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize(
    "name",
    ["gpt2", "cl100k_base", "o200k_base", "llama3", "qwen", pytest.param("deepseek-v3", marks=pytest.mark.long)],
)
def test_ids_equal_those_of_independent_implementations(run: Run, golden: Path, name: str) -> None:
    golden_ids = json.loads((golden / "encoding.json").read_text("utf-8"))[name]["ids"]
    texts = [text for text in golden_ids if "\n" not in text]
    assert len(texts) > 15
    ended = run("encode", "-", "--lines", "--tokenizer", name, stdin="".join(f"{text}\r\n" for text in texts).encode())
    found = [[int(token_id) for token_id in line.split()] for line in ended.out.splitlines()]
    assert ended.status == 0
    assert found == [golden_ids[text] for text in texts]


@pytest.mark.usefixtures("named")
def test_the_name_of_a_model_leads_to_its_tokenizer(run: Run) -> None:
    assert run("encode", "Hello, AI Engineer!", "--tokenizer", "gpt-4").out == "9906 11 15592 29483 0\n"


@pytest.mark.usefixtures("nowhere")
def test_a_tokenizer_missing_on_this_machine_is_reported_with_ways_to_get_it(run: Run) -> None:
    ended = run("encode", "a", "--tokenizer", "gpt-4o")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith(f"bpetui: o200k_base is not on this machine; to get it: {sys.executable} -m ")


# Special tokens


def test_special_tokens_are_recognized_only_if_allowed(run: Run, model: str) -> None:
    assert run("encode", "a<|end|>aa", "--tokenizer", model, "--allow-special").out == "97 260 256\n"
    ended = run("encode", "<|end|>", "--tokenizer", model, "--allow-special", "--json")
    assert json.loads(ended.out)["tokens"] == [
        {"id": 260, "bytes": b"<|end|>".hex(), "text": "<|end|>", "kind": "special", "start": 0, "end": 7}
    ]


# The split


@pytest.fixture
def ranks(tmp_path: Path) -> str:
    """A file without a split: the bytes, "a ", and "ab"."""
    lines = [b64encode(bytes([value])) + b" %d\n" % value for value in range(256)]
    path = tmp_path / "toy.tiktoken"
    path.write_bytes(b"".join(lines) + b64encode(b"a ") + b" 256\n" + b64encode(b"ab") + b" 257\n")
    return str(path)


def test_a_file_without_a_split_requires_one(run: Run, ranks: str) -> None:
    ended = run("encode", "a ab", "--tokenizer", ranks)
    sentence = "toy.tiktoken does not record its split; choose one with --split or --pattern"
    assert (ended.status, ended.out, ended.err) == (2, "", f"bpetui: {sentence}\n")
    assert run("encode", "a ab", "--tokenizer", ranks, "--split", "none").out == "256 257\n"
    assert run("encode", "a ab", "--tokenizer", ranks, "--split", "whitespace").out == "97 32 257\n"
    assert run("encode", "a ab", "--tokenizer", ranks, "--pattern", "a .").out == "256 97 98\n"
    assert run("decode", "256", "257", "--tokenizer", ranks).out == "a ab"


def test_a_given_split_replaces_that_of_the_file_and_is_reported(run: Run, model: str) -> None:
    ended = run("encode", "aaa", "--tokenizer", model, "--pattern", ".")
    assert (ended.status, ended.out) == (0, "97 97 97\n")
    assert ended.err == "bpetui: toy.model records the split none; custom is used instead\n"
    assert run("encode", "aaa", "--tokenizer", model, "--split", "none").err == ""


# Many texts


@pytest.mark.parametrize(
    ("texts", "results"),
    [
        (b"", ""),
        (b"\n", "\n"),
        (b"aa\nb", "256\n98\n"),
        (b"aa\r\nb\r\n", "256\n98\n"),
        (b"aa\n\n\nb\n", "256\n\n\n98\n"),
        (b"a\ra\r\r\n", "97 13 97 13\n"),
        ("a\u2028a\x85a\x0c".encode(), "97 226 128 168 97 194 133 97 12\n"),
        (b"a\r", "97 13\n"),
    ],
)
def test_each_line_gives_a_line_of_ids(run: Run, model: str, texts: bytes, results: str) -> None:
    ended = run("encode", "-", "--lines", "--tokenizer", model, stdin=texts)
    assert (ended.status, ended.out, ended.err) == (0, results, "")
    if texts:
        assert run("encode", texts.decode(), "--lines", "--tokenizer", model).out == results


def test_each_line_gives_a_json_object(run: Run, model: str) -> None:
    ended = run("encode", "-", "--lines", "--json", "--tokenizer", model, stdin="aa\n\n床".encode())
    one, none, other = map(json.loads, ended.out.splitlines())
    assert one["ids"] == [256]
    assert none == {"ids": [], "tokens": []}
    assert [(token["id"], token["start"], token["end"]) for token in other["tokens"]] == [(259, 0, 3)]


@pytest.mark.usefixtures("short_time_limit")
def test_an_error_in_a_line_names_the_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "slow.model").write_text("minbpe v1\n(?:a|a)+c\n0\n")
    text = "b\n" + "a" * 40
    ended = run("encode", text, "--lines", "--tokenizer", "slow.model")
    assert (ended.status, ended.out) == (1, "98\n")
    assert ended.err.startswith("bpetui: line 2: the pattern takes over 0.2 s near character 0 (line 1)")


def test_a_lone_surrogate_is_replaced_and_reported(run: Run, model: str) -> None:
    ended = run("encode", "a\ud800", "--tokenizer", model)
    assert (ended.status, ended.out) == (0, "97 239 191 189\n")
    assert ended.err == "bpetui: the text contains 1 byte that is not UTF-8; U+FFFD replaces it\n"


def test_a_text_that_is_also_a_file_name_is_reported(run: Run, model: str) -> None:
    ended = run("encode", "toy.model", "--tokenizer", model)
    assert ended.out.startswith("116 111 121 ")
    assert ended.err == ("bpetui: toy.model is used as the text itself; to read the file, use bpetui encode - < FILE\n")
