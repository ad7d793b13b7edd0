"""Reports on a training: the summary for people, and a line of JSON for each event."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.training_events import events, merges


@pytest.fixture(autouse=True)
def toy(run: Run, tmp_path: Path) -> None:
    """A small text in the folder where the commands run."""
    (tmp_path / "toy.txt").write_text("aaabdaaabac")


def test_tied_pairs_are_listed_in_the_order_of_the_rule(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ties.txt").write_text("zy ab zy ab")
    first = merges(run("train", "ties.txt", "--split", "whitespace", "--vocab-size", "258", "--json"))
    assert [(merge["text"], merge["ties"], merge.get("tied")) for merge in first] == [
        ("zy", 2, [[122, 121], [97, 98]]),
        ("ab", 1, None),
    ]
    words = ["train", "ties.txt", "--split", "whitespace", "--vocab-size", "257", "--ties", "smallest-id", "--json"]
    [smallest] = merges(run(*words))
    assert (smallest["text"], smallest["tied"]) == ("ab", [[97, 98], [122, 121]])


def test_at_most_twenty_tied_pairs_are_listed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ties.txt").write_text("".join(map(chr, range(0x30, 0x7F))))
    [merge] = merges(run("train", "ties.txt", "--vocab-size", "257", "--json"))
    assert merge["ties"] == 78
    assert merge["tied"] == [[byte, byte + 1] for byte in range(0x30, 0x44)]


def test_the_end_of_word_mark_is_part_of_the_text_of_a_merge(run: Run) -> None:
    words = ["--word-counts", "--alphabet", "characters", "--end-of-word", "_", "--vocab-size", "16", "--json"]
    assert [merge["text"] for merge in merges(run("train", "sample:seven-syllables", *words))] == ["ng", "ườ", "ng_"]


def test_the_text_of_a_partial_token_is_null(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bed.txt").write_text("床床")
    made = merges(run("train", "bed.txt", "--vocab-size", "258", "--json"))
    assert [(merge["bytes"], merge["text"]) for merge in made] == [("e5ba", None), ("e5ba8a", "床")]


def test_a_held_out_text_is_evaluated_after_every_merge(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("aaaax")
    *_, end = told = events(run("train", "toy.txt", "--held-out", "other.txt", "--vocab-size", "258", "--json"))
    assert [event["held_out_tokens"] for event in told[1:-1]] == [3, 3]
    assert end["held_out"] == {
        "bytes": 5, "characters": 5, "tokens": 3, "tokens_per_byte": 0.6, "characters_per_token": 1.666667,
        "unseen_characters": 1, "unseen_share": 0.2,
    }  # fmt: skip
    ended = run("train", "toy.txt", "--held-out", "other.txt", "--vocab-size", "258")
    assert (
        "held-out text: 3 tokens, 0.6000 tokens per byte, 1.667 characters per token; 20.00% of its characters"
        in ended.err
    )


def test_json_has_a_line_for_the_corpus_each_merge_and_the_end(run: Run) -> None:
    ended = run("train", "sample:aaabdaaabac", "--vocab-size", "259", "--json")
    *lines, last = ended.out.splitlines(keepends=True)
    assert "".join(lines) == (
        '{"event":"corpus","bytes":11,"characters":11,"words":1,"distinct_words":1,"tokens":11}\n'
        '{"event":"merge","step":1,"id":256,"left":97,"right":97,"count":4,"ties":1,"bytes":"6161","text":"aa","tokens":9}\n'
        '{"event":"merge","step":2,"id":257,"left":256,"right":97,"count":2,"ties":2,"bytes":"616161","text":"aaa",'
        '"tokens":7,"tied":[[256,97],[97,98]]}\n'
        '{"event":"merge","step":3,"id":258,"left":257,"right":98,"count":2,"ties":1,"bytes":"61616162","text":"aaab","tokens":5}\n'
    )
    assert last.startswith('{"event":"end","reason":"target","vocab_size":259,"tokens":5,"seconds":0.')
    assert (ended.status, ended.err) == (0, "")


def test_the_corpus_event_counts_the_words_of_the_split(run: Run) -> None:
    ended = run("train", "-", "--split", "whitespace", "--json", stdin=b"ab ab cd")
    assert events(ended)[0] == {
        "event": "corpus", "bytes": 8, "characters": 8, "words": 5, "distinct_words": 3, "tokens": 8,
    }  # fmt: skip
    assert "5 words (3 distinct)" in run("train", "-", "--split", "whitespace", stdin=b"ab ab cd").err
