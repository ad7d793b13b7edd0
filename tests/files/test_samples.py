"""The corpora that come with the program are there, by name."""

import json
import re
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.files import samples as module
from bpetui.files.samples import Sample, assets_folder, sample, samples
from bpetui.files.text import read_text


def test_every_sample_can_be_read() -> None:
    for each in samples():
        assert read_text(each.path).text, each.name


def test_every_sample_has_a_name_to_type_and_lines_to_show() -> None:
    listed = samples()
    assert len({each.name for each in listed}) == len(listed) > 0
    for each in listed:
        assert re.fullmatch(r"[a-z0-9-]+", each.name)
        assert each.title
        assert each.about


def test_every_text_among_the_assets_is_listed() -> None:
    texts = {each.name for each in assets_folder().iterdir() if each.name.endswith(".txt")}
    assert {each.file for each in samples()} >= texts


def test_a_sample_is_found_by_its_name() -> None:
    for each in samples():
        assert sample(each.name) == each


@pytest.fixture
def one_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    entry = {"name": "toy", "file": "toy.txt", "title": "Toy", "about": "Three merges."}
    (tmp_path / "samples.json").write_text(json.dumps([entry]), encoding="utf-8")
    monkeypatch.setattr(module, "assets_folder", lambda: tmp_path)
    return Sample("toy", "Toy", "Three merges.", "toy.txt", tmp_path / "toy.txt")


def test_the_list_gives_name_title_and_place(one_sample: Sample) -> None:
    assert samples() == [one_sample]


def test_a_table_has_its_default_options() -> None:
    kinds = {each.name: (each.is_table, each.alphabet, each.end_of_word) for each in samples()}
    assert kinds["low-lower-newest-widest"] == (True, "characters", "")
    assert kinds["seven-syllables"] == (True, "characters", "_")
    assert kinds["english"] == (False, "bytes", "")


def test_an_unknown_name_is_a_usage_error_that_lists_the_names(one_sample: Sample) -> None:
    with pytest.raises(UsageError) as caught:
        sample("\x1btoys")
    assert str(caught.value) == "there is no sample ␛toys; the samples are toy"


def test_missing_samples_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "assets_folder", lambda: tmp_path)
    with pytest.raises(BpetuiError, match="reinstall bpetui"):
        samples()


def test_the_assets_are_found_in_an_installed_package_and_in_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "bpetui"
    (package / "files").mkdir(parents=True)
    monkeypatch.setattr(module, "__file__", str(package / "files" / "samples.py"))
    (tmp_path / "assets").mkdir()
    assert assets_folder() == tmp_path / "assets"
    (package / "assets").mkdir()
    assert assets_folder() == package / "assets"
