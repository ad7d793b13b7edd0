"""The file of the user's own keys: it is read as it is, and never written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bpetui.files.key_file import KeyFile, keys_path, read_key_file


def test_without_a_file_there_are_no_entries(tmp_path: Path) -> None:
    assert read_key_file(tmp_path / "keys.json") == KeyFile()


def test_entries_are_read_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"step": "f2", "nonsense": 3}))
    assert read_key_file(path) == KeyFile({"step": "f2", "nonsense": 3})


def test_the_last_of_repeated_entries_is_kept_and_its_id_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{"step": "f2", "back": "f3", "step": "f4", "run": {"x": 1, "x": 2}}')
    found = read_key_file(path)
    assert (found.entries["step"], found.entries["back"], found.repeated) == ("f4", "f3", ("step",))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_file_is_reported_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(content)
    found = read_key_file(path)
    assert found.entries == {}
    assert "the default keys are used" in found.fault
    assert path.read_bytes() == content


def test_invalid_json_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{\n"step":\nx}')
    assert read_key_file(path).fault == f"{path} is not JSON (line 3); the default keys are used"


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    assert "is not a file" in read_key_file(tmp_path).fault


def test_the_file_is_in_the_config_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert keys_path().name == "keys.json"


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "keys.json")
    assert "is not a file" in read_key_file(tmp_path / "keys.json").fault


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(b'\xef\xbb\xbf{"step": "f2"}')
    assert read_key_file(path) == KeyFile({"step": "f2"})
