"""Tokenizers are loaded in the background, each once, and what comes of it is said in one line."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.minbpe import dumps
from bpetui.formats.registry import LoadedTokenizer
from bpetui.tui.run import loaded_tokenizers as module
from bpetui.tui.run.background import Background, Callback
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from tests.tui.sample_tokenizers import DeferredBackground, immediate_background, tokenizer_from_merges, write_ranks


class Reader:
    """LoadedTokenizer tokenizers, what they say, and what has come of it."""

    def __init__(self, background: Background | None = None) -> None:
        self.said: list[str] = []
        self.taken: list[LoadedTokenizer] = []
        self.loading: list[str] = []
        self.tokenizers = LoadedTokenizers(background or immediate_background(), self.said.append, self.loading.append)

    def load(self, name: str | Path) -> None:
        self.tokenizers.load(str(name), self.taken.append)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "toy.model"
    path.write_bytes(dumps(tokenizer_from_merges()))
    return path


def test_a_loaded_tokenizer_is_kept_by_its_name(model: Path) -> None:
    reader = Reader()
    reader.load(model)
    assert [*reader.tokenizers.loaded] == ["toy.model"]
    assert reader.taken == [reader.tokenizers.loaded["toy.model"]]
    assert reader.taken[0].tokenizer.tokenize("hello").ids == (259,)
    assert (reader.loading, reader.said) == ([f"Loading {model}…"], [""])


def test_a_loaded_tokenizer_is_not_loaded_again(model: Path) -> None:
    reader = Reader()
    for name in (model, model, "toy.model"):
        reader.load(name)
    assert reader.taken == [reader.tokenizers.loaded["toy.model"]] * 3
    assert (reader.loading, reader.said) == ([f"Loading {model}…"], [""])


def test_a_tokenizer_requested_twice_is_loaded_once(model: Path) -> None:
    later = DeferredBackground()
    reader = Reader(later.background)
    reader.load(model)
    reader.load(model)
    assert len(later.waiting) == 1
    assert (reader.loading, reader.said) == ([f"Loading {model}…"] * 2, [])
    assert reader.taken == []
    later.work()
    assert len(reader.taken) == 2
    assert reader.taken[0] is reader.taken[1]


def test_a_file_that_was_written_anew_is_loaded_anew(model: Path) -> None:
    reader = Reader()
    reader.load(model)
    model.write_bytes(dumps(BpeTokenizer.from_pairs([(104, 101)], split_named("gpt2"), {})))
    reader.load(model)
    assert [len(each.tokenizer) for each in reader.taken] == [261, 257]
    assert [*reader.tokenizers.loaded] == ["toy.model"]
    model.write_bytes(b"minbpe v1\n")
    reader.load("toy.model")
    assert reader.said[-1].startswith("toy.model is not a valid minbpe model, line 2")
    assert len(reader.tokenizers.loaded["toy.model"].tokenizer) == 257, "what was loaded before is still there"


def test_a_loaded_tokenizer_remains_when_its_file_is_gone(model: Path) -> None:
    reader = Reader()
    reader.load(model)
    model.unlink()
    reader.load("toy.model")
    reader.load(model)
    assert reader.taken == [reader.tokenizers.loaded["toy.model"]] * 3


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    reader = Reader()
    reader.load(path)
    assert reader.said == [f"{path} is a pipe, not a file; name a file"]
    path.unlink()
    path.write_bytes(dumps(tokenizer_from_merges()))
    reader.load(path)
    assert [*reader.tokenizers.loaded] == ["pipe.json"]


def test_of_two_files_of_one_name_the_second_is_called_by_its_path(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "toy.model"
    other.parent.mkdir()
    other.write_bytes(model.read_bytes())
    reader = Reader()
    for path in (model, other, model, other):
        reader.load(path)
    assert [*reader.tokenizers.loaded] == ["toy.model", str(other)]
    assert [each.name for each in reader.taken] == ["toy.model", str(other)] * 2


def test_a_model_and_its_tokenizer_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bpetui" / "tokenizers"
    folder.mkdir(parents=True)
    write_ranks(folder / "o200k_base.tiktoken")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    reader = Reader()
    reader.load("gpt-4o")
    reader.load("o200k_base")
    assert [*reader.tokenizers.loaded] == ["o200k_base"]
    assert reader.taken[0] is reader.taken[1]


def test_a_model_with_special_tokens_of_its_own_is_another_tokenizer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bpetui" / "tokenizers"
    folder.mkdir(parents=True)
    write_ranks(folder / "llama3.tiktoken")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    reader = Reader()
    for name in ("llama3", "llama-3.1", "llama-3-8b"):
        reader.load(name)
    assert [*reader.tokenizers.loaded] == ["llama3", "llama-3.1"]
    assert [loaded.tokenizer.token(128_004) for loaded in reader.taken] == [
        b"<|reserved_special_token_2|>",
        b"<|finetune_right_pad_id|>",
        b"<|reserved_special_token_2|>",
    ]


def test_a_home_folder_may_be_meant(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(model.parent))
    reader = Reader()
    reader.load("~/toy.model")
    assert [*reader.tokenizers.loaded] == ["toy.model"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nosuch\x1b", "there is no file nosuch␛, and no tokenizer or model has that name"),
        ("~nobody/x", "there is no file ~nobody/x"),
        ("a\0b", "there is no file a␀b"),
        ("x" * 5000, "there is no file xxx"),
    ],
)
def test_a_failed_load_is_reported_and_can_be_repeated(name: str, sentence: str) -> None:
    reader = Reader()
    for times in (1, 2):
        reader.load(name)
        assert len(reader.loading) == len(reader.said) == times
        assert reader.said[-1].startswith(sentence)
    assert reader.taken == []
    assert reader.tokenizers.loaded == {}


def test_progress_is_reported_at_intervals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    path = write_ranks(tmp_path / "toy.tiktoken", (b"%05d" % number for number in range(30000)))
    path.write_bytes(write_ranks(tmp_path / "bytes").read_bytes() + b"".join(path.read_bytes().splitlines(True)[262:]))
    reader = Reader()
    reader.load(path)
    assert reader.loading[0] == f"Loading {path}…"
    shares = [int(sentence.rpartition(" ")[2].rstrip("%")) for sentence in reader.loading[1:]]
    assert shares == sorted(shares)
    assert shares[-1] == 100
    assert len(shares) > 3
    assert reader.said == [""]


def test_a_file_that_says_no_split_is_given_one(tmp_path: Path) -> None:
    reader = Reader()
    reader.load(write_ranks(tmp_path / "toy.tiktoken"))
    tokenizer = reader.taken[0].tokenizer
    assert isinstance(tokenizer, BpeTokenizer)
    assert tokenizer.split is None
    reader.tokenizers.split("toy.tiktoken", split_named("whitespace"), reader.taken.append)
    assert reader.taken[1] is reader.tokenizers.loaded["toy.tiktoken"]
    assert reader.taken[1].tokenizer.tokenize("hello he").ids == (259, 32, 256)


@pytest.fixture
def threads() -> Iterator[list[Thread]]:
    started: list[Thread] = []
    yield started
    for thread in started:
        thread.join()


def test_an_internal_error_in_a_thread_reaches_the_app(threads: list[Thread]) -> None:
    done: list[Callback] = []
    handed = Event()

    def call_in_app(act: Callback) -> None:
        done.append(act)
        handed.set()

    def start(act: Callback, to_the_end: bool) -> None:
        threads.append(Thread(target=act, daemon=not to_the_end))
        threads[0].start()

    def fail() -> None:
        raise ZeroDivisionError

    Background(call_in_app, start).run(fail, lambda _: None, lambda _: None)
    assert handed.wait(10)
    with pytest.raises(ZeroDivisionError):
        done[0]()
