"""Every type of source is loaded with progress and notes, and failures are sentences."""

from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.notes import Note, sentences
from bpetui.core.options import Options
from bpetui.core.splitting import Split, split_custom
from bpetui.files.source import Source
from bpetui.files.text import BOM_NOTE
from bpetui.worker import corpus_loader
from bpetui.worker.command_queue import InterruptedWorkError
from bpetui.worker.corpus_loader import load, load_held_out
from tests.sample_corpora import options_of

NONE = Options()


def unwatched(phase: str, done: int, total: int) -> None:
    """Ignore the progress."""


def loaded(source: Source, options: Options = NONE) -> str:
    """The text of a source as it is loaded."""
    return load(source, options, unwatched)[0].corpus.data.decode()


def test_a_file_and_data_are_loaded_in_their_encodings(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("aé".encode("cp1252"))
    assert loaded(Source("a.txt", path, encoding="cp1252")) == "aé"
    assert loaded(Source("standard input", data="aé".encode("utf-16"), encoding="utf-16")) == "aé"
    assert loaded(Source("nothing", data=b"")) == ""


def test_a_bom_is_noted() -> None:
    assert load(Source("x", data=b"\xef\xbb\xbfa"), NONE, unwatched)[1] == (BOM_NOTE,)


@pytest.mark.parametrize(
    ("form", "text"), [("none", "e\u0301ﬁ"), ("nfc", "éﬁ"), ("nfd", "e\u0301ﬁ"), ("nfkc", "éfi"), ("nfkd", "e\u0301fi")]
)
def test_a_text_is_normalized_to_the_form_of_the_options(form: str, text: str) -> None:
    assert loaded(Source("x", data="e\u0301ﬁ".encode()), Options(normalization=form)) == text


def test_words_of_a_table_that_normalize_to_one_word_are_added() -> None:
    source = Source("x", data="e\u0301\t2\nz\t7\né\t3\nﬁ\t1\n".encode(), is_table=True)
    for form, counts in {
        "none": {"e\u0301": 2, "z": 7, "é": 3, "ﬁ": 1},
        "nfc": {"é": 5, "z": 7, "ﬁ": 1},
        "nfkd": {"e\u0301": 5, "z": 7, "fi": 1},
    }.items():
        corpus = load(source, Options(normalization=form), unwatched)[0].corpus
        assert dict(zip(corpus.words, corpus.counts, strict=True)) == counts


@pytest.mark.parametrize("text", ["a  b", " a", "a\tb", "a\n", "a\u3000b", "a\xa0b"])
def test_white_space_lost_to_end_of_word_marks_is_noted(text: str) -> None:
    marked = Options(alphabet="characters", end_of_word="_")
    lost = (Note("{name} contains white space that is lost: an end-of-word mark represents one space"),)
    assert load(Source("x", data=text.encode()), marked, unwatched)[1] == lost
    assert load(Source("x", data=b"a b c"), marked, unwatched)[1] == ()
    assert load(Source("x", data=text.encode()), NONE, unwatched)[1] == ()


@pytest.mark.parametrize(("text", "times"), [("ab<s>", "1 time"), ("<s><s>ab<s>", "3 times")])
def test_special_tokens_in_the_text_are_noted_with_their_count(text: str, times: str) -> None:
    notes = load(Source("x", data=text.encode()), NONE.with_special(["<s>", "<t>"]), unwatched)[1]
    assert sentences(notes, "it") == (f"it contains the special token <s> {times}; it is excluded from training",)


def test_a_held_out_text_is_normalized_as_the_corpus_is() -> None:
    trained = load(Source("x", data="é".encode()), Options(normalization="nfd"), unwatched)[0].corpus
    held_out, notes = load_held_out(Source("y", data="xé".encode()), trained, unwatched)
    assert (held_out.character_count, held_out.unseen, notes) == (3, 1, ())


def test_contradictory_options_are_refused_before_the_file_is_read() -> None:
    with pytest.raises(UsageError, match="requires the alphabet of characters"):
        load(Source("x", Path("/nowhere/x.txt")), Options(end_of_word="_"), unwatched)


def test_a_table_read_as_text_is_noted() -> None:
    sentence = (
        "{name} looks like a table of word counts but is read as plain text; "
        "to read it as a table, use --word-counts, or on the screen open words:{name}"
    )
    looks = (Note(sentence),)
    assert load(Source("x", data=b"low\t5\nlow er\t2\nnew\t6"), NONE, unwatched)[1] == looks
    assert load(Source("x", data=b"low\t5\r\nlow er\t2\r\nnew\t6\r\nmore"), NONE, unwatched)[1] == looks
    for text in (b"low\t5\nlower\t2\n", b"a\tb\n" * 9, b"low 5\nlower 2\nnew 6\n"):
        assert load(Source("x", data=text), NONE, unwatched)[1] == ()


def test_the_phases_are_reported_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"ab " * 30_000)
    reports: list[tuple[str, int, int]] = []
    load(Source("a.txt", path), options_of("whitespace"), lambda *progress: reports.append(progress))
    assert list(dict.fromkeys(phase for phase, _, _ in reports)) == ["reading", "splitting", "counting"]
    assert all(0 <= done <= total for _, done, total in reports)


@pytest.mark.parametrize("phase", ["reading", "splitting", "counting"])
def test_each_phase_can_be_interrupted(phase: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"ab ab ")

    def interrupt(now: str, done: int, total: int) -> None:
        if now == phase:
            raise InterruptedWorkError

    with pytest.raises(InterruptedWorkError):
        load(Source("a.txt", path), NONE, interrupt)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (Source("x", Path("/nowhere/x.txt")), "there is no file /nowhere/x.txt"),
        (Source("x\x1b", data=b"ab\n\xe9"), "x␛ is not UTF-8: byte 0xe9 at offset 3 (line 2)"),
        (Source("x", data=b"", encoding="latin-17"), "unknown text encoding latin-17"),
        (Source("x\x1b"), "x␛ has no file and no data to read"),
    ],
)
def test_a_source_that_cannot_be_loaded_raises_a_sentence(source: Source, sentence: str) -> None:
    with pytest.raises(BpetuiError) as raised:
        loaded(source)
    assert str(raised.value).startswith(sentence)


def test_a_pattern_that_never_finishes_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Split.blocks, "__kwdefaults__", {"time_limit": 0.05})
    with pytest.raises(BpetuiError, match="may never finish"):
        loaded(Source("x", data=b"a" * 60 + b"d"), options_of(split_custom("(a|aa)+$")))


def test_a_lack_of_memory_is_an_error_that_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise MemoryError

    trained = load(Source("x", data=b"ab"), NONE, unwatched)[0].corpus
    monkeypatch.setattr(corpus_loader, "BpeTrainer", exhausted)
    with pytest.raises(BpetuiError, match="there is not enough memory for war and peace; open part of it"):
        loaded(Source("war and peace", data=b"ab"))
    monkeypatch.setattr(corpus_loader, "HeldOut", exhausted)
    with pytest.raises(BpetuiError, match="there is not enough memory for war and peace; hold out part of it"):
        load_held_out(Source("war and peace", data=b"ab"), trained, unwatched)
