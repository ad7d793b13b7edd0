"""Valid keys of the user are used, invalid ones are reported, and the file is never written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bpetui.files.key_file import Keys, keys_path, read_keys

KNOWN = {"step", "back"}


def test_the_default_keys_are_used_without_a_file(tmp_path: Path) -> None:
    assert read_keys(KNOWN, tmp_path / "keys.json") == Keys()


def test_keys_are_read_by_action_id(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{"step": "space", "back": "backspace,b"}')
    assert read_keys(KNOWN, path) == Keys({"step": "space", "back": "backspace,b"})


def test_an_unknown_id_is_reported_and_the_others_are_used(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"step": "x", "\x1b[2J": "y", "back": 3}))
    found = read_keys(KNOWN, path)
    assert found.keys == {"step": "x"}
    assert "␛[2J, back" in found.note
    assert "\x1b" not in found.note


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_file_is_reported_and_not_changed(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(content)
    found = read_keys(KNOWN, path)
    assert found.keys == {}
    assert "the default keys are used" in found.note
    assert path.read_bytes() == content


def test_invalid_json_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{\n"step": "x",\n}')
    assert read_keys(KNOWN, path).note == f"{path} is not JSON (line 3); the default keys are used"


def test_the_name_of_a_key_has_at_most_forty_characters(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"step": "x" * 40 + ", " + "y" * 40, "back": "x" * 41}))
    assert read_keys(KNOWN, path).keys == {"step": "x" * 40 + ", " + "y" * 40}


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    assert "is not a file" in read_keys(KNOWN, tmp_path).note


def test_the_file_is_in_the_config_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert keys_path().name == "keys.json"


@pytest.mark.parametrize("key", ["\ud800", "\x1b[31mfoo", "\u202e", "", ",", "x" * 5000, "ctrl+\x00"])
def test_an_invalid_key_is_reported(tmp_path: Path, key: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"step": key, "back": "f2, ctrl+b"}))
    found = read_keys(KNOWN, path)
    assert found.keys == {"back": "f2, ctrl+b"}
    assert "step" in found.note


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "keys.json")
    assert "is not a file" in read_keys(KNOWN, tmp_path / "keys.json").note
