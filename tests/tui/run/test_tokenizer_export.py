"""The merges of a run become a file that is read as the same tokenizer."""

import os
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.registry import read
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS
from bpetui.tui.run import tokenizer_export
from tests.sample_corpora import options_of
from tests.tui.run.test_run_state_tokenizer import SENNRICH, run_tokenizer

TEXT = "the theme of the thesis, the theory"


def export(name: str | Path, options: Options | None = None, *, force: bool = False) -> str:
    run = run_tokenizer(TEXT, 6, options or options_of("gpt2")).run
    tokenizer_export.check(run, DEFAULT_KEYS)
    return tokenizer_export.export(tokenizer_export.snapshot(run), tokenizer_export.export_path(str(name)), force=force)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("the.model", "Wrote the.model (minbpe): 262 tokens"),
        ("the", "Wrote the (minbpe): 262 tokens"),
        ("the.tiktoken", "Wrote the.tiktoken (tiktoken): 262 tokens. Not recorded: the split (--split gpt2)"),
        ("the/", "Wrote the/ (gpt2): 262 tokens. Not recorded: the split (--split gpt2)"),
    ],
)
def test_the_name_implies_the_format_and_omissions_are_reported(tmp_path: Path, name: str, said: str) -> None:
    assert export(f"{tmp_path}/{name}") == said
    found = read(tmp_path / name).tokenizer
    assert isinstance(found, BpeTokenizer)
    split = split_named("gpt2")
    assert found.split is None or found.split.patterns == split.patterns
    tokenizer = run_tokenizer(TEXT, 6, options_of("gpt2"))
    ids = [tokenizer.token(token_id) for token_id in tokenizer.tokenize(TEXT).ids]
    assert [found.token(token_id) for token_id in found.with_split(split).tokenize(TEXT).ids] == ids


def test_a_name_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.model")
    for name in (f"{tmp_path}/pipe.model", "/dev/null"):
        with pytest.raises(BpetuiError, match=f"^{name} is a device or a pipe, not a file; name another$"):
            export(name)


def test_special_tokens_have_the_ids_behind_the_merges_made(tmp_path: Path) -> None:
    assert export(tmp_path / "the.model", options_of("gpt2").with_special(("<s>", "<t>"))).endswith("264 tokens")
    found = read(tmp_path / "the.model").tokenizer
    assert isinstance(found, BpeTokenizer)
    assert found.special == {"<s>": 262, "<t>": 263}


def test_a_normal_form_that_the_file_lacks_is_reported(tmp_path: Path) -> None:
    said = export(tmp_path / "the.tiktoken", Options(split_named("gpt2"), normalization="nfc"))
    assert said.endswith("262 tokens. Not recorded: the normal form (--normalize nfc), the split (--split gpt2)")


def test_a_run_that_goes_on_is_written_as_it_stood(tmp_path: Path) -> None:
    run = run_tokenizer(TEXT, 6).run
    snapshot = tokenizer_export.snapshot(run)
    run.merges.clear()
    tokenizer_export.export(snapshot, tokenizer_export.export_path(f"{tmp_path}/x.model"), force=False)
    assert len(read(tmp_path / "x.model").tokenizer) == 262


def test_a_folder_that_is_there_has_the_two_files_of_gpt2(tmp_path: Path) -> None:
    output = tokenizer_export.export_path(str(tmp_path))
    assert output.is_folder
    assert output.exists_already
    export(tmp_path, force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"vocab.json", "merges.txt"}


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("nosuch/the.model", None, "its folder does not exist"),
        ("the.model", options_of("deepseek-v3"), "the split deepseek-v3 has 3 patterns, but the format holds one"),
        ("the.tiktoken", options_of("gpt2").with_special(("<s>",)), "it cannot hold special tokens: the sp"),
        ("the.model", SENNRICH, "files hold merges of bytes, but these are merges of characters"),
        ("a\0b", None, "a␀b is not a valid file name"),
        ("x" * 5000, None, "is not a valid file name"),
    ],
)
def test_an_impossible_value_is_refused_with_a_sentence(
    tmp_path: Path, name: str, options: Options | None, sentence: str
) -> None:
    with pytest.raises(BpetuiError) as caught:
        export(f"{tmp_path}/{name}", options)
    assert sentence in str(caught.value)
    assert not [*tmp_path.iterdir()]


def test_tokens_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpetui.formats.export.MOST_BYTES", 300)
    with pytest.raises(BpetuiError, match="over 300 bytes in all, too many for a file; press g to go back"):
        tokenizer_export.check(run_tokenizer("ab" * 64, 7).run, DEFAULT_KEYS)


def test_the_corpus_gives_the_file_its_name() -> None:
    assert tokenizer_export.suggested_name(run_tokenizer("a", 0).run) == "text.model"
