"""``bpetui compare``: the tokens of a text in several tokenizers, and of a second text with the same meaning."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tests.cli.conftest import CommandResult, Run


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def plain(tmp_path: Path) -> str:
    """A tokenizer without merges."""
    (tmp_path / "plain.model").write_text("minbpe v1\n\n0\n")
    return "plain.model"


def compared(ended: CommandResult) -> list[dict[str, Any]]:
    """Return the objects that ``compare --json`` wrote."""
    assert ended.status == 0, ended.err
    found: list[dict[str, Any]] = json.loads(ended.out)
    return found


def test_each_tokenizer_is_a_row(run: Run, model: str, plain: str) -> None:
    ended = run("compare", "aaa 床床", "--tokenizer", "toy.model", "--tokenizer", plain)
    assert ended.out == (
        "tokenizer    tokens  bytes/token  chars/token  tokens/word\n"
        "toy.model         4         2.50         1.50         2.00\n"
        "plain.model      10         1.00         0.60         5.00\n"
    )
    assert (ended.status, ended.err) == (0, "bpetui: text: 10 bytes, 6 characters, 2 words, NFC\n")


def test_the_premium_is_the_token_count_divided_by_that_of_the_second_text(run: Run, model: str, plain: str) -> None:
    ended = run("compare", "床床床", "--against", "abcaa", "--tokenizer", "toy.model", "--tokenizer", plain)
    assert ended.out.splitlines()[1:] == [
        "toy.model         3         3.00         1.00         3.00        4     0.75",
        "plain.model       9         1.00         0.33         9.00        5     1.80",
    ]
    assert (
        ended.err
        == "bpetui: text: 9 bytes, 3 characters, 1 word, NFC\nbpetui: against: 5 bytes, 5 characters, 1 word, NFC\n"
    )


def test_json_is_a_list_with_an_object_per_tokenizer(run: Run, model: str) -> None:
    words = ["compare", "aaa 床", "--tokenizer", "toy.model"]
    assert compared(run(*words, "--against", "aa", "--json")) == [
        {
            "tokenizer": "toy.model", "ids": [257, 32, 259], "tokens": 3, "bytes": 7, "characters": 5, "words": 2,
            "bytes_per_token": 2.333333, "characters_per_token": 1.666667, "tokens_per_word": 1.5,
            "against": {"tokens": 1, "bytes": 2, "characters": 2, "words": 1}, "premium": 3.0,
        }
    ]  # fmt: skip
    [alone] = compared(run(*words, "--json"))
    assert (alone["against"], alone["premium"]) == (None, None)


def test_ratios_with_a_zero_divisor_are_left_out(run: Run, model: str) -> None:
    ended = run("compare", "", "--tokenizer", model, "--against", "")
    assert ended.out.split()[-6:] == ["0", "–", "–", "–", "0", "–"]
    [empty] = compared(run("compare", "", "--tokenizer", model, "--against", "", "--json"))
    assert empty["bytes_per_token"] is empty["tokens_per_word"] is empty["premium"] is None


def test_texts_can_come_from_files_and_standard_input(run: Run, model: str, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("aa", encoding="utf-16")
    (tmp_path / "other.txt").write_text("e\u0301", encoding="utf-16")
    words = ["--encoding", "utf-16", "--normalize", "nfc", "--tokenizer", model, "--json"]
    [files] = compared(run("compare", "--file", "text.txt", "--against-file", "other.txt", *words))
    assert (files["ids"], files["against"]["tokens"]) == ([256], 2)
    [read] = compared(run("compare", "-", "--against", "aaa", "--tokenizer", model, "--json", stdin=b"aa"))
    assert (read["tokens"], read["against"]["tokens"]) == (1, 1)
    [against] = compared(run("compare", "aa", "--against", "-", "--tokenizer", model, "--json", stdin=b"b\n"))
    assert against["against"]["bytes"] == 2
    [sample] = compared(run("compare", "--file", "sample:chinese", "--tokenizer", model, "--json"))
    assert sample["bytes"] > sample["tokens"] > 0


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ([], 2, "there is no text to compare; give TEXT, - (standard input) or --file FILE"),
        (["a", "--file", "b"], 2, "argument --file: not allowed with argument TEXT; see bpetui compare --help"),
        (["-", "--against", "-"], 2, "standard input can be read only once; name a file for one of the two texts"),
        (["--file", "-", "--against-file", "-"], 2, "standard input can be read only once; name a file for one of"),
        (["a", "--against", "b", "--against-file", "c"], 2, "argument --against-file: not allowed with argument"),
        (["--file", "no.txt"], 1, "there is no file no.txt"),
        (["--file", ""], 2, "the file name is empty; name a file, "),
        (
            ["--file", "sample:seven-syllables"],
            2,
            "seven-syllables.tsv is a table of word counts, not a text; name a text",
        ),
        (
            ["a", "--tokenizer", "no.model"],
            1,
            "there is no file no.model, and no tokenizer or model has that name",
        ),
        (["a", "--encoding", "utf-9"], 2, "unknown text encoding utf-9"),
        (
            ["a", "gpt2"],
            2,
            "unrecognized arguments: gpt2; put quotes around a text with spaces, and --tokenizer before each ",
        ),
    ],
)
def test_an_impossible_comparison_ends_with_one_sentence(
    run: Run, model: str, words: list[str], status: int, sentence: str
) -> None:
    ended = run("compare", "--tokenizer", model, *words)
    assert (ended.status, ended.out) == (status, "")
    assert ended.err.startswith(f"bpetui: {sentence}")
    assert ended.err.count("\n") == 1


def test_a_given_split_applies_only_to_files_without_a_split(run: Run, model: str, tmp_path: Path) -> None:
    words = ["train", "sample:english", "--split", "gpt2", "--vocab-size", "300", "--output", "english.tiktoken"]
    assert run(*words).status == 0
    words = ["compare", "a a", "--tokenizer", "english.tiktoken", "--tokenizer", "toy.model"]
    assert run(*words).err.endswith(
        "english.tiktoken does not record its split; choose one with --split or --pattern\n"
    )
    ended = run(*words, "--split", "gpt2")
    assert (ended.status, ended.err) == (0, "bpetui: text: 3 bytes, 3 characters, 2 words, NFC\n")


def test_long_names_are_cut_to_the_width_of_the_screen(run: Run, model: str, tmp_path: Path) -> None:
    name = "床" * 50 + "\x1b.model"
    (tmp_path / name).write_bytes(Path(model).read_bytes())
    ended = run("compare", "aa", "--against", "b", "--tokenizer", name)
    row = ended.out.splitlines()[1]
    assert row.startswith("床床床床床床床…  ")
    assert cell_len(row) <= 80


@pytest.mark.usefixtures("short_time_limit")
def test_the_error_names_the_tokenizer_that_cannot_encode_the_text(run: Run, plain: str, tmp_path: Path) -> None:
    (tmp_path / "slow.model").write_text("minbpe v1\n(?:a|a)+c\n0\n")
    ended = run("compare", "a" * 40, "--tokenizer", plain, "--tokenizer", "slow.model")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: slow.model: the pattern takes over 0.2 s near character 0 (line 1) and may ")


@pytest.mark.usefixtures("named")
def test_vietnamese_costs_more_than_english_and_less_so_in_newer_tokenizers(run: Run) -> None:
    texts = ["Học sinh đang học sinh học ở trường.", "--against", "Students are studying biology at school."]
    found = compared(run("compare", *texts, "--tokenizer", "gpt2", "--tokenizer", "gpt-4", "--json"))
    assert [(each["tokenizer"], each["tokens"], each["against"]["tokens"]) for each in found] == [
        ("gpt2", 33, 7),
        ("gpt-4", 15, 7),
    ]
