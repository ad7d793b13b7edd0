"""``bpetui decode``: the bytes of ids, part by part, and errors for wrong ids."""

import json
import os
import pty
import subprocess
import time
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpetui.cli import decode, inputs
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.huggingface import writer
from tests.cli.conftest import Run, shown
from tests.formats.sentencepiece_models import llama


@pytest.mark.parametrize("ids", [["257", "98", "259"], ["257,98", "259"], ["257, 98,,259,"]])
def test_ids_give_exactly_their_bytes(run: Run, model: str, ids: list[str]) -> None:
    ended = run("decode", *ids, "--tokenizer", model)
    assert (ended.status, ended.out, ended.err) == (0, "aaab床", "")


def test_ids_can_come_from_standard_input(run: Run, model: str) -> None:
    assert run("decode", "-", "--tokenizer", model, stdin=b"257 98,\r\n259\n").out == "aaab床"
    assert run("decode", "-", "--tokenizer", model).out == ""


def test_bytes_that_are_not_text_are_written_unchanged(command: list[str], model: str) -> None:
    words = [*command, "decode", "258", "27", "255", "--tokenizer", model]
    ended = subprocess.run(words, capture_output=True, check=True)
    assert ended.stdout == b"\xe5\xba\x1b\xff"


def test_json_gives_text_and_bytes(run: Run, model: str) -> None:
    assert run("decode", "258", "97", "27", "--tokenizer", model, "--json").out == (
        '{"text":"\ufffda\\u001b","bytes":"e5ba611b"}\n'
    )


def test_special_tokens_are_decoded_by_id(run: Run, model: str) -> None:
    assert run("decode", "97", "260", "--tokenizer", model).out == "a<|end|>"


def test_skip_special_leaves_out_special_tokens(run: Run, model: str) -> None:
    assert run("decode", "97", "260", "98", "--tokenizer", model, "--skip-special").out == "ab"
    ended = run("decode", "260", "261", "--tokenizer", model, "--skip-special")
    assert ended.err == "bpetui: there is no token 261 (number 2 in the input); ids go up to 260\n"


def test_control_symbols_are_written_or_skipped_alike_in_both_formats(run: Run, tmp_path: Path) -> None:
    data, theirs = llama()
    (tmp_path / "a.model").write_bytes(data)
    (tmp_path / "a.json").write_text(theirs.to_str(), "utf-8")
    sinh = str(theirs.token_to_id("▁sinh"))
    for name in ("a.model", "a.json"):
        assert run("decode", "1", sinh, "2", sinh, "--tokenizer", name).out == "<s> sinh</s> sinh"
        assert run("decode", "1", sinh, "2", sinh, "--tokenizer", name, "--skip-special").out == "sinh sinh"
        assert json.loads(run("decode", "243", "162", "169", "--tokenizer", name, "--json").out)["bytes"] == "f09fa6"
        unknown = run("decode", "0", sinh, "--tokenizer", name, "--skip-special").out
        assert unknown == "<unk> sinh", "it is not one of the special tokens that can be skipped"


def test_only_the_first_token_loses_the_space_that_encoding_added(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = {**{value: bytes([value]) for value in range(256)}, 256: b" ", 257: b"a"}
    tokenizer = BpeTokenizer(tokens, [], {"<s>": 258}, fallback=tuple(range(256)), space="▁", prefix=True)
    (tmp_path / "a.json").write_bytes(writer.dumps(tokenizer))
    monkeypatch.setattr(decode, "_BATCH", 2)
    ids = ["256", "257", "256", "257", "256", "257"]
    assert run("decode", *ids, "--tokenizer", "a.json").out == "a a a"
    assert run("decode", "258", "258", *ids, "--tokenizer", "a.json", "--skip-special").out == "a a a"
    assert run("decode", "258", "258", *ids, "--tokenizer", "a.json").out == "<s><s> a a a"


def test_control_characters_are_visible_on_a_terminal(command: list[str], model: str) -> None:
    ours, theirs = pty.openpty()
    words = [*command, "decode", "27", "93", "10", "9", "97", "255", "--tokenizer", model]
    subprocess.run(words, stdout=theirs, check=True)
    os.close(theirs)
    assert shown(ours) == "␛]\r\n\ta\ufffd\r\n"


@pytest.mark.parametrize(
    ("ids", "status", "sentence"),
    [
        (["97", "261"], 1, "there is no token 261 (number 2 in the input); ids go up to 260"),
        (["97", "\x1b"], 2, "␛ (number 2 in the input) is not a token id; ids are whole numbers, 0 or more"),
        (["²"], 2, "² (number 1 in the input) is not a token id; ids are whole numbers, 0 or more"),
        (["9" * 5000], 2, f"{'9' * 40}… (number 1 in the input) is not a token id; ids are whole numbers, 0 or more"),
        (["--", "-1"], 2, "-1 (number 1 in the input) is not a token id; ids are whole numbers, 0 or more"),
    ],
)
def test_a_wrong_id_is_reported_with_its_place(
    run: Run, model: str, ids: list[str], status: int, sentence: str
) -> None:
    ended = run("decode", "--tokenizer", model, *ids)
    assert (ended.status, ended.out, ended.err) == (status, "", f"bpetui: {sentence}\n")


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_decode_reverses_encode(run: Run, model: str, text: str) -> None:
    ids = run("encode", "-", "--tokenizer", model, stdin=text.encode()).out
    decoded = run("decode", "-", "--tokenizer", model, "--json", stdin=ids.encode()).out
    assert json.loads(decoded) == {"text": text, "bytes": text.encode().hex()}


def test_parts_of_standard_input_can_end_inside_an_id(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "_PART", 1)
    assert run("decode", "-", "--tokenizer", model, stdin=b" 257 98,\r\n259,260").out == "aaab床<|end|>"
    ended = run("decode", "-", "--tokenizer", model, stdin=b"97\n98 2570 99")
    assert (ended.status, ended.out) == (1, "ab")
    assert ended.err == "bpetui: there is no token 2570 (number 3 in the input); ids go up to 260\n"


def test_an_id_that_is_too_long_is_reported_before_it_ends(
    run: Run, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless() -> Iterator[bytes]:
        yield b"97 "
        yield from repeat(b"9" * 1000)

    monkeypatch.setattr(inputs, "standard_input_parts", endless)
    ended = run("decode", "-", "--tokenizer", model)
    assert (ended.status, ended.out) == (2, "a")
    assert (
        ended.err
        == f"bpetui: {'9' * 40}… (number 2 in the input) is not a token id; ids are whole numbers, 0 or more\n"
    )


def test_a_character_of_several_tokens_is_shown_whole_on_a_terminal(command: list[str], model: str) -> None:
    ours, theirs = pty.openpty()
    words = [*command, "decode", "-", "--tokenizer", model]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=theirs)
    assert process.stdin is not None
    for part in (b"97 229 ", b"186 ", b"138 98"):
        process.stdin.write(part)
        process.stdin.flush()
        time.sleep(0.05)
    process.stdin.close()
    assert process.wait() == 0
    os.close(theirs)
    assert shown(ours) == "a床b\r\n"


def test_ids_can_be_a_json_list(run: Run, model: str) -> None:
    assert run("decode", "[97, 98]", "--tokenizer", model).out == "ab"
