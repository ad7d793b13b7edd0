"""``bpetui encode`` and ``decode``: ids of a text and back, byte for byte."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpetui.cli import tokenizers
from tests.cli.conftest import Run, shown

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


def test_json_tells_where_each_token_stands(run: Run, model: str) -> None:
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
        "bpetui: standard input is not UTF-8: byte 0xe9 at offset 3 (line 1); name its encoding with --encoding\n"
    )


def test_a_text_can_be_normalized(run: Run, model: str) -> None:
    decomposed = "e\u0301"
    assert run("encode", decomposed, "--tokenizer", model).out == "101 204 129\n"
    assert run("encode", decomposed, "--tokenizer", model, "--normalize", "NFC").out == "195 169\n"


def test_a_text_may_begin_with_a_hyphen_after_two(run: Run, model: str) -> None:
    assert run("encode", "--tokenizer", model, "--", "-a").out == "45 97\n"


def test_bytes_that_are_no_text_become_replacement_characters_and_are_said(process: Run, model: str) -> None:
    ended = process("encode", b"a\xff", "--tokenizer", model, LC_ALL="C.UTF-8")
    assert (ended.status, ended.out) == (0, "97 239 191 189\n")
    assert ended.err == "bpetui: the text holds 1 byte that UTF-8 does not have, now U+FFFD\n"


def test_the_pattern_of_the_model_splits(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lines.model").write_text("minbpe v1\n[^\\n]*\\n|[^\\n]+\n0\n97 10\n10 97\n")
    assert run("encode", "b\na\na", "--tokenizer", "lines.model").out == "98 10 256 97\n"


@pytest.mark.usefixtures("little_time")
def test_a_pattern_that_cannot_finish_is_stopped(run: Run, tmp_path: Path) -> None:
    (tmp_path / "slow.model").write_text("minbpe v1\n(?:a|a)+c\n0\n")
    ended = run("encode", "a" * 40, "--tokenizer", "slow.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: the pattern takes over 0.2 s near character 0 (line 1) and may never finish")


# Decoding


@pytest.mark.parametrize("ids", [["257", "98", "259"], ["257,98", "259"], ["257, 98,,259,"]])
def test_ids_give_the_bytes_and_nothing_more(run: Run, model: str, ids: list[str]) -> None:
    ended = run("decode", *ids, "--tokenizer", model)
    assert (ended.status, ended.out, ended.err) == (0, "aaab床", "")


def test_ids_can_come_from_standard_input(run: Run, model: str) -> None:
    assert run("decode", "-", "--tokenizer", model, stdin=b"257 98,\r\n259\n").out == "aaab床"
    assert run("decode", "-", "--tokenizer", model).out == ""


def test_bytes_that_are_no_text_are_written_as_they_are(command: list[str], model: str) -> None:
    words = [*command, "decode", "258", "27", "255", "--tokenizer", model]
    ended = subprocess.run(words, capture_output=True, check=True)
    assert ended.stdout == b"\xe5\xba\x1b\xff"


def test_json_gives_text_and_bytes(run: Run, model: str) -> None:
    assert run("decode", "258", "97", "27", "--tokenizer", model, "--json").out == (
        '{"text":"\ufffda\\u001b","bytes":"e5ba611b"}\n'
    )


def test_special_tokens_are_decoded_by_id(run: Run, model: str) -> None:
    assert run("decode", "97", "300", "--tokenizer", model).out == "a<|end|>"


def test_a_terminal_is_shown_what_would_act_on_it(command: list[str], model: str) -> None:
    ours, theirs = pty.openpty()
    words = [*command, "decode", "27", "93", "10", "9", "97", "255", "--tokenizer", model]
    subprocess.run(words, stdout=theirs, check=True)
    os.close(theirs)
    assert shown(ours) == "␛]\r\n\ta\ufffd\r\n"


@pytest.mark.parametrize(
    ("ids", "status", "sentence"),
    [
        (["97", "260"], 1, "id 260 (number 2) is not in the vocabulary, which has the ids 0 to 259"),
        (["97", "\x1b"], 2, "␛ (number 2) is not a token id; ids are whole numbers from 0"),
        (["²"], 2, "² (number 1) is not a token id; ids are whole numbers from 0"),
        (["9" * 5000], 2, f"{'9' * 40}… (number 1) is not a token id; ids are whole numbers from 0"),
        (["--", "-1"], 2, "-1 (number 1) is not a token id; ids are whole numbers from 0"),
    ],
)
def test_what_is_not_an_id_is_said(run: Run, model: str, ids: list[str], status: int, sentence: str) -> None:
    ended = run("decode", "--tokenizer", model, *ids)
    assert (ended.status, ended.out, ended.err) == (status, "", f"bpetui: {sentence}\n")


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_what_was_encoded_is_decoded(run: Run, model: str, text: str) -> None:
    ids = run("encode", "-", "--tokenizer", model, stdin=text.encode()).out
    decoded = run("decode", "-", "--tokenizer", model, "--json", stdin=ids.encode()).out
    assert json.loads(decoded) == {"text": text, "bytes": text.encode().hex()}


# The tokenizer


@pytest.mark.parametrize("words", [["encode", "a"], ["decode", "97"]])
def test_a_tokenizer_that_is_not_there_or_damaged_is_said(run: Run, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "bad.model").write_bytes(b"minbpe v1\n\n0\n97\n")
    (tmp_path / "binary.model").write_bytes(b"\xff\xfe")
    for name, sentence in {
        "no.model": "there is no file no.model",
        ".": ". is a folder, not a text file",
        "bad.model": "bad.model is not a whole minbpe model, line 4: it is not a merge",
        "binary.model": "binary.model is not a whole minbpe model, line 1: byte 0xff at offset 0 is not UTF-8",
    }.items():
        ended = run(*words, "--tokenizer", name)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.startswith(f"bpetui: {sentence}")


def test_a_tokenizer_too_large_to_hold_is_said(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizers, "MAX_VOCABULARY", 259)
    ended = run("encode", "a", "--tokenizer", model)
    assert (ended.status, ended.err) == (1, "bpetui: toy.model holds 4 merges; 3 are the most\n")


def test_a_small_file_cannot_name_tokens_without_end(run: Run, tmp_path: Path) -> None:
    doublings = "".join(f"{token} {token}\n" for token in [97, *range(256, 320)])
    (tmp_path / "bomb.model").write_text(f"minbpe v1\n\n0\n{doublings}")
    ended = run("encode", "a", "--tokenizer", "bomb.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "bpetui: bomb.model has tokens of over 1,000,000,000 bytes in all; it is not a real tokenizer\n"


def test_a_tokenizer_with_a_pattern_that_does_not_compile_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "open.model").write_text("minbpe v1\n(\n0\n")
    ended = run("encode", "a", "--tokenizer", "open.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "bpetui: open.model is no use: the pattern does not compile: missing ) at position 1\n"
