"""The options of ``bpetui train``: their effect on the merges and the messages, and what is refused."""

from pathlib import Path

import pytest

from bpetui.formats.minbpe import MinbpeModel, read_model
from tests.cli.conftest import Run
from tests.cli.training_events import events, merges

TABLE = "low\t5\nlower\t2\nnewest\t6\nwidest\t3\n"


@pytest.fixture(autouse=True)
def texts(run: Run, tmp_path: Path) -> None:
    """Some texts in the folder where the commands run."""
    (tmp_path / "words.tsv").write_text(TABLE)
    (tmp_path / "sep.txt").write_text("ABCD<sep>EFGH<sep>CD")
    (tmp_path / "toy.txt").write_text("aaabdaaabac")


def test_a_vetoed_pair_is_never_merged(run: Run) -> None:
    made = merges(run("train", "toy.txt", "--veto", "a", "a", "--vocab-size", "258", "--json"))
    assert [merge["text"] for merge in made] == ["ab", "aab"]
    # 0x names bytes.
    assert merges(run("train", "toy.txt", "--veto", "0x61", "0x61", "--vocab-size", "258", "--json")) == made


def test_a_veto_on_a_pair_that_cannot_occur_is_refused(run: Run) -> None:
    for left, right in (("b", "b"), ("x", "y"), ("0x0", "a")):
        ended = run("train", "toy.txt", "--veto", left, right, "--json")
        assert ended.status == 1
        assert f"the pair {left} + {right} can never occur: no word of the corpus contains it" in ended.err
        assert '"merge"' not in ended.out


def test_training_that_ends_because_of_limits_is_reported(run: Run) -> None:
    ended = run("train", "toy.txt", "--max-token-bytes", "2", "--json")
    assert events(ended)[-1]["reason"] == "exhausted"
    assert "stopped after 3 merges: vetoes or limits exclude every remaining pair" in ended.err


def test_a_table_of_words_trains_on_characters(run: Run) -> None:
    ended = run("train", "words.tsv", "--word-counts", "--alphabet", "characters", "--vocab-size", "13", "--json")
    corpus, *made, end = events(ended)
    assert corpus == {
        "event": "corpus", "bytes": 79, "characters": 79, "words": 16, "distinct_words": 4, "tokens": 79
    }  # fmt: skip
    assert [(merge["text"], merge["count"], merge["ties"]) for merge in made] == [
        ("es", 9, 2),
        ("est", 9, 1),
        ("lo", 7, 2),
    ]
    assert [merge["id"] for merge in made] == [10, 11, 12]
    assert end["vocab_size"] == 13


def test_special_tokens_get_the_ids_after_the_vocabulary(run: Run, tmp_path: Path) -> None:
    words = [
        "train",
        "sep.txt",
        "--special",
        "<sep>",
        "--special",
        "<end>",
        "--vocab-size",
        "300",
        "--output",
        "a.model",
    ]
    ended = run(*words)
    assert ended.status == 0
    assert "sep.txt contains the special token <sep> 2 times; it is excluded from training" in ended.err
    model = read_model((tmp_path / "a.model").read_bytes(), "a.model")
    assert model.special == {"<sep>": 300, "<end>": 301}
    assert model.merges[0] == (67, 68)
    assert run("decode", "256", "300", "--tokenizer", "a.model").out == "CD<sep>"


def test_a_minimum_count_ends_the_training_and_is_the_reason(run: Run) -> None:
    ended = run("train", "toy.txt", "--min-count", "3", "--json")
    assert events(ended)[-1]["reason"] == "minimum-count"
    assert len(merges(ended)) == 1
    assert ended.err.endswith("stopped after 1 merge: no remaining pair occurs 3 times or more (--min-count)\n")


def test_no_token_is_longer_than_the_limit(run: Run) -> None:
    made = merges(run("train", "toy.txt", "--max-token-bytes", "3", "--json"))
    assert max(len(merge["bytes"]) // 2 for merge in made) == 3


def test_whole_characters_never_mix_with_parts(run: Run) -> None:
    made = merges(run("train", "sample:chinese", "--whole-characters", "--vocab-size", "500", "--json"))
    joined = [bytes.fromhex(merge["bytes"]) for merge in made]
    assert all(merge["text"] or len(data) < 4 for merge, data in zip(made, joined, strict=True))
    assert not any(data[0] & 0xC0 == 0x80 and data[-1] & 0xC0 != 0x80 for data in joined)


def test_holding_out_the_corpus_itself_is_reported(run: Run) -> None:
    ended = run("train", "toy.txt", "--held-out", "toy.txt", "--vocab-size", "256")
    assert "toy.txt is the corpus itself, so its figures say nothing about other texts" in ended.err
    words = ["--alphabet", "characters", "--end-of-word", "_", "--vocab-size", "20"]
    assert "is the corpus itself" in run("train", "toy.txt", "--held-out", "toy.txt", *words).err


REFUSED = [
    (
        ["--end-of-word", "_"],
        2,
        "requires the alphabet of characters; choose that or remove the mark (--end-of-word, --alphabet)",
    ),
    (
        ["--alphabet", "characters", "--whole-characters"],
        2,
        "choose bytes or remove the limit (--whole-characters, --alphabet)",
    ),
    (
        ["--alphabet", "characters", "--end-of-word", "_", "--split", "gpt2"],
        2,
        "remove the mark or the split (--end-of-word, --split)",
    ),
    (["--alphabet", "characters", "--vocab-size", "3"], 2, "at least 4 (the characters of the corpus)"),
    (["--alphabet", "characters", "--end-of-word", "b"], 1, "the end-of-word mark b occurs in the word aaabdaaabac"),
    (["--alphabet", "letters"], 2, "there is no alphabet letters; choose one of bytes, characters (--alphabet)"),
    (["--ties", "foo"], 2, "there is no tie rule foo; choose one of first, smallest-id (--ties)"),
    (["--special="], 2, "a special token is empty"),
    (["--special", "a", "--special", "a"], 2, "the special token a is listed twice; remove one (--special)"),
    (["--min-count", "0"], 2, "minimum count must be a whole number from 1"),
    (["--min-count", str(2**62 + 1)], 2, "minimum count must be a whole number from 1"),
    (["--max-token-bytes", "1"], 2, "longest token in bytes must be a whole number from 2"),
    (["--held-out", "no.txt"], 1, "there is no file no.txt"),
    (["--held-out", "sample:seven-syllables"], 1, "is a table of word counts; hold out a text instead"),
    (["--word-counts"], 1, "toy.txt is not a table of word counts, line 1"),
    (
        ["--alphabet", "characters", "--output", "a.model"],
        1,
        "hold merges of bytes, but these are merges of characters",
    ),
]


@pytest.mark.parametrize(("options", "status", "sentence"), REFUSED)
def test_contradictory_options_end_with_one_sentence(
    run: Run, tmp_path: Path, options: list[str], status: int, sentence: str
) -> None:
    ended = run("train", "toy.txt", *options)
    assert (ended.status, ended.out) == (status, "")
    assert sentence in ended.err.splitlines()[-1]
    assert not (tmp_path / "a.model").exists()


def test_a_special_token_inside_another_is_reported(run: Run) -> None:
    ended = run("train", "toy.txt", "--special", "<a>", "--special", "x<a>", "--vocab-size", "256")
    assert ended.err.startswith(
        "bpetui: the special token x<a> contains <a>; where both match, the longer one is used\n"
    )


def test_a_format_without_a_normal_form_is_reported(run: Run) -> None:
    ended = run("train", "toy.txt", "--normalize", "nfc", "--vocab-size", "256", "--output", "a.model")
    assert "the minbpe format does not record the normal form; encode with --normalize nfc" in ended.err
    assert read_model(Path("a.model").read_bytes(), "a.model") == MinbpeModel()
