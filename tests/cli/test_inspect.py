"""``bpetui inspect``: a row per token for any text, and the complete description as JSON."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.formats.huggingface import writer
from tests.cli.conftest import CommandResult, Run


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def objects(ended: CommandResult) -> list[dict[str, Any]]:
    """Return the objects that ``inspect --json`` wrote."""
    assert ended.status == 0, ended.err
    return [json.loads(line) for line in ended.out.splitlines()]


def test_each_token_is_a_row(run: Run, model: str) -> None:
    ended = run("inspect", "床aaa é", "--tokenizer", model)
    assert ended.out == (
        "token   id  bytes     kind          made of         characters\n"
        "床     259  e5 ba 8a  whole         ⟨e5 ba⟩ + ⟨8a⟩  床 U+5E8A\n"
        "aaa    257  61 61 61  whole         aa + a          a U+0061, a U+0061, a U+0061\n"
        "·       32  20        whole                         · U+0020\n"
        "⟨c3⟩   195  c3        prefix                        é U+00E9 1/2\n"
        "⟨a9⟩   169  a9        continuation                  é U+00E9 2/2\n"
    )
    assert (ended.status, ended.err) == (0, "bpetui: 5 tokens, 9 bytes, 6 characters, NFC\n")


def test_a_token_can_have_parts_of_several_characters(run: Run, tmp_path: Any) -> None:
    (tmp_path / "parts.model").write_text("minbpe v1\n\n0\n186 138\n256 229\n257 137\n")
    out = run("inspect", "床前", "--tokenizer", "parts.model").out.splitlines()
    assert [" ".join(row.split()) for row in out[1:]] == [
        "⟨e5⟩ 229 e5 prefix 床 U+5E8A 1/3",
        "⟨ba 8a e5… 258 ba 8a e5 89 straddling ⟨ba 8a e5⟩ + ⟨89⟩ 床 U+5E8A 2-3/3,…",
        "⟨8d⟩ 141 8d continuation 前 U+524D 3/3",
    ]


def test_a_text_without_tokens_gives_an_empty_table(run: Run, model: str) -> None:
    ended = run("inspect", "", "--tokenizer", model)
    assert ended.out == "token  id  bytes  kind  made of  characters\n"
    assert run("inspect", "", "--tokenizer", model, "--json").out == ""


def test_special_tokens_are_recognized_only_if_allowed(run: Run, model: str) -> None:
    assert "special" not in run("inspect", "<|end|>", "--tokenizer", model).out
    [_, row] = run("inspect", "<|end|>", "--tokenizer", model, "--allow-special").out.splitlines()
    assert row.split()[:2] == ["<|end|>", "260"]
    assert " special " in row


def test_a_long_token_is_cut_and_json_lists_all_its_merges(run: Run, tmp_path: Any) -> None:
    merges = "".join(f"{token} 97\n" for token in range(256, 1500))  # a letter more each time
    (tmp_path / "long.model").write_text(f"minbpe v1\n\n0\n120 121\n{merges}")
    text = "xy" + "a" * 1244
    [_, row] = run("inspect", text, "--tokenizer", "long.model").out.splitlines()
    assert row == "xyaaaaaaaaa…  1500  78 79 61 61…  whole  xyaaaaaaaaaaaaaa… + a  x, y, a, a, a, …"
    [token] = objects(run("inspect", text, "--tokenizer", "long.model", "--json"))
    assert [(merge["id"], merge["left"], merge["right"]) for merge in token["merges"]] == [
        (256, 120, 121),
        *((256 + number, 255 + number, 97) for number in range(1, 1245)),
    ]


def test_json_describes_a_token_completely(run: Run, model: str) -> None:
    first, second = objects(run("inspect", "床a", "--tokenizer", model, "--json"))
    assert first == {
        "id": 259, "bytes": "e5ba8a", "text": "床", "kind": "whole", "start": 0, "end": 3,
        "characters": [{"text": "床", "code": "U+5E8A", "first": 1, "last": 3, "of": 3}],
        "parts": [258, 138],
        "merges": [
            {"id": 258, "left": 229, "right": 186, "bytes": "e5ba", "text": None},
            {"id": 259, "left": 258, "right": 138, "bytes": "e5ba8a", "text": "床"},
        ],
    }  # fmt: skip
    assert (second["parts"], second["merges"]) == (None, [])


@pytest.mark.usefixtures("named")
def test_a_token_of_a_rank_file_has_two_parts_as_well(run: Run) -> None:
    [token] = objects(run("inspect", "hello", "--tokenizer", "cl100k_base", "--json"))
    made = {merge["id"]: (merge["left"], merge["right"], bytes.fromhex(merge["bytes"])) for merge in token["merges"]}
    assert made[token["id"]][:2] == tuple(token["parts"])
    for left, right, data in made.values():
        parts = [made[part][2] if part in made else None for part in (left, right)]
        assert all(part is None or part in data for part in parts)
        assert len(data) == sum(len(part) if part else 1 for part in parts)


def test_clusters_are_reported_if_they_are_fewer_than_characters(run: Run, model: str) -> None:
    said = run("inspect", "e\u0323", "--tokenizer", model).err
    assert said == "bpetui: 3 tokens, 3 bytes, 2 characters (1 grapheme cluster), NFD\n"


HOSTILE = st.text(
    st.sampled_from("a床é\u0301\u202e\x1b\0\x9b\n\t \u200b\ufeff\U0001f468\u200d\U0001f3fd[/]｢ﷺ"), max_size=12
)


@given(text=HOSTILE | st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_rows_fit_the_terminal_and_have_no_control_characters(run: Run, model: str, text: str) -> None:
    ended = run("inspect", "-", "--tokenizer", model, stdin=text.encode())
    rows = ended.out.removesuffix("\n").split("\n")
    assert ended.status == 0
    assert all(row == visible(row) and cell_len(row) <= 80 for row in rows)
    ids = run("encode", "-", "--tokenizer", model, stdin=text.encode()).out.split()
    assert len(rows) == 1 + len(ids)


def test_a_wide_terminal_shows_more(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert "  a U+0061, a U+0061, a U+0061\n" in run("inspect", "aaa", "--tokenizer", model).out


def test_added_tokens_are_the_same_in_encode_inspect_and_decode(run: Run, tmp_path: Path) -> None:
    tokenizer = BpeTokenizer.from_pairs([], NO_SPLIT, {})
    (tmp_path / "a.json").write_bytes(writer.dumps(replace(tokenizer, added={"đem": 256, "ilÖveyou": 257})))
    text = "đem ilÖveyou"
    assert run("encode", text, "--tokenizer", "a.json").out == "256 32 257\n"
    inspected = objects(run("inspect", text, "--tokenizer", "a.json", "--json"))
    assert [token["text"] for token in inspected] == ["đem", " ", "ilÖveyou"]
    assert run("decode", "256", "32", "257", "--tokenizer", "a.json").out == text
