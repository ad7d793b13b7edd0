"""Tests of the start: from standard input, over SSH, from a zip, and with unreadable files."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import sequences
from tests.terminal.conftest import OpenPty
from tests.terminal.screens import figures, is_framed
from tests.terminal.terminals import PROGRAM, ROOT, Pty, children, wait_for_end_of


def wait_for_frames(terminal: Pty, width: int, height: int) -> None:
    """Wait until all panes are painted, each within its frame."""
    terminal.wait_until(lambda shown: is_framed(shown.split("\n"), width, height), "a whole frame")


def test_standard_input_is_the_corpus_and_the_terminal_has_the_keys(pty_with: OpenPty) -> None:
    terminal = pty_with("-", stdin="床前明月光，床前明月光。\n".encode() * 200)
    shown = terminal.wait_for(" next")
    assert "standard input" in shown.split("\n")[0]
    assert figures(terminal.rows) == (0, 256, 256, 37 * 200)
    terminal.press("s", "i")
    terminal.wait_for("Leave the text")
    terminal.type("床")
    terminal.wait_for("3 bytes")
    wait_for_frames(terminal, 80, 24)
    terminal.press("escape", "q")
    assert terminal.wait() == 0
    assert terminal.settings == terminal.settings_before


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("missing.txt", None, "missing.txt"),
        ("folder", "", "folder"),
        ("latin.txt", b"caf\xe9\n", "latin.txt is not UTF-8: byte 0xe9 at offset 3 (line 1)"),
        ("utf16.txt", "\ufeffcaf\xe9\n".encode("utf-16-le"), "utf16.txt"),
        ("cesu.txt", b"a\n\xed\xa0\x80\xed\xb0\x80", "cesu.txt is not UTF-8: byte 0xed at offset 2 (line 2)"),
        ("cut.txt", "月".encode()[:2], "cut.txt ends in the middle of a UTF-8 character: byte 0xe6 at offset 0"),
        ("\x1b]0;x\x07.txt", None, "␛]0;x␇.txt"),
    ],
)
def test_an_unreadable_file_is_reported_on_the_normal_screen(
    pty_with: OpenPty, tmp_path: Path, name: str, data: bytes | str | None, sentence: str
) -> None:
    if isinstance(data, bytes):
        (tmp_path / name).write_bytes(data)
    elif data is not None:
        (tmp_path / name).mkdir()
    terminal = pty_with(str(tmp_path / name))
    assert terminal.wait() == 1
    said = sequences.text(terminal.sent.rpartition(b"\x1b[?1049l")[2])
    assert said.startswith("bpetui: ")
    assert said.count("\n") == 0
    assert sentence in said
    assert sequences.strange(terminal.sent) == []
    assert terminal.settings == terminal.settings_before


def test_a_late_encoding_error_is_reported_on_the_normal_screen(pty_with: OpenPty, tmp_path: Path) -> None:
    path = tmp_path / "late.txt"
    path.write_bytes(b"all is well\n" * 200_000 + b"\xff")
    terminal = pty_with(str(path))
    assert terminal.wait() == 1
    rest = terminal.sent.rpartition(b"\x1b[?1049l")[2]
    assert "late.txt is not UTF-8: byte 0xff at offset 2400000 (line 200001)" in sequences.text(rest)
    assert terminal.settings == terminal.settings_before


def test_texts_without_pairs_open(pty_with: OpenPty, tmp_path: Path) -> None:
    for number, text in enumerate(("", "月")):
        path = tmp_path / f"{number}.txt"
        path.write_text(text, "utf-8")
        terminal = pty_with(str(path))
        terminal.wait_for("tokens ")
        terminal.press("s", "S", "b", "m", "r", "n", "2", "down", "m", "enter", "4", "enter", "1", "g")
        terminal.wait_for("Go to merge")
        terminal.press("7", "enter", "0", "i", "x", "escape", "enter", "escape", "ctrl+q")
        assert terminal.wait() == 0


# -- over SSH ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[list[str]]:
    """A command that logs in here, by a server and keys that are made for it and thrown away."""
    server, client, keygen = shutil.which("sshd", path=f"{os.defpath}:/usr/sbin"), shutil.which("ssh"), "ssh-keygen"
    if not server or not client or not shutil.which(keygen):
        pytest.skip("no OpenSSH here")
    for name in ("host", "user"):
        subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = tmp_path / "sshd_config"
    config.write_text(
        f"ListenAddress 127.0.0.1:{port}\nHostKey {tmp_path / 'host'}\nPidFile none\nUsePAM no\nStrictModes no\n"
        f"AuthorizedKeysFile {tmp_path / 'user.pub'}\nPasswordAuthentication no\nPrintMotd no\nPrintLastLog no\n",
        "utf-8",
    )
    with separation_folder():
        log = tmp_path / "sshd.log"
        process = subprocess.Popen([server, "-D", "-f", config, "-E", log])
        try:
            wait_for_port(port, process, log)
            known = f"[127.0.0.1]:{port} {(tmp_path / 'host.pub').read_text('utf-8')}"
            (tmp_path / "known_hosts").write_text(known, "utf-8")
            yield [
                *(client, "-F", os.devnull, "-i", str(tmp_path / "user"), "-p", str(port), "-tt"),
                *("-o", f"UserKnownHostsFile={tmp_path / 'known_hosts'}", "-o", "IdentitiesOnly=yes"),
                f"{getpass.getuser()}@127.0.0.1",
            ]
        finally:
            process.terminate()
            process.wait()


class separation_folder:  # noqa: N801 - used as a function
    """The folder without which OpenSSH's server does not start as root; its service makes it at boot."""

    def __init__(self) -> None:
        self._path = Path("/run/sshd")
        self._made = False

    def __enter__(self) -> None:
        if os.getuid() == 0 and not self._path.exists():
            self._path.mkdir(mode=0o755)
            self._made = True

    def __exit__(self, *_: object) -> None:
        if self._made:
            self._path.rmdir()


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.skip(f"no server for SSH can be started: {log.read_text('utf-8', 'replace').strip()}")
            time.sleep(0.05)


def test_the_program_runs_over_ssh(pty_with: OpenPty, ssh: list[str]) -> None:
    program = " ".join(PROGRAM)
    terminal = pty_with(f"cd {ROOT} && exec {program} sample:vietnamese", command=ssh)
    terminal.wait_for(" next", 30)
    terminal.press("s")
    terminal.wait_for("merge 1/256")
    terminal.press("i")
    terminal.wait_for("Leave the text")
    terminal.paste("Ho\u0323c sinh\n床前")
    terminal.wait_for("NFD")
    wait_for_frames(terminal, 80, 24)
    terminal.resize(120, 36)
    terminal.wait_for("─ 3 History ─")
    wait_for_frames(terminal, 120, 36)
    terminal.press("escape", "q")
    assert terminal.wait() == 0
    left = sequences.modes(terminal.sent)
    assert not left["alternate screen"]
    assert left["cursor"]
    assert terminal.settings == terminal.settings_before


def test_a_lost_connection_leaves_no_process(pty_with: OpenPty, ssh: list[str]) -> None:
    program = " ".join(PROGRAM)
    terminal = pty_with(f"cd {ROOT} && echo [$$] && exec {program} sample:english", command=ssh)
    shown = terminal.wait_until(lambda shown: "]" in shown, "the process's number", 30)
    pid = int(sequences.text(terminal.sent).partition("[")[2].partition("]")[0])
    terminal.wait_for(" next", 30)
    assert shown
    far = [pid, *children(pid)]
    assert len(far) > 1
    terminal.process.kill()
    assert wait_for_end_of(far, 5) == []


# -- an environment that is odd ----------------------------------------------------------------------------------------


def test_invalid_textual_settings_in_the_environment_are_ignored(pty_with: OpenPty) -> None:
    odd = {"COLUMNS": "99999999999", "LINES": "0", "TEXTUAL_FPS": "0", "TEXTUAL_COLOR_SYSTEM": "zzz"}
    terminal = pty_with("sample:aaabdaaabac", env=odd)
    terminal.wait_for(" next")
    wait_for_frames(terminal, 80, 24)
    terminal.press("q")
    assert terminal.wait() == 0


def test_the_program_runs_from_a_zip(pty_with: OpenPty, tmp_path: Path) -> None:
    folder = tmp_path / "package"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "bpetui", folder / "bpetui", ignore=ignored)
    shutil.copytree(ROOT / "assets", folder / "bpetui" / "assets")
    archive = shutil.make_archive(str(tmp_path / "bpetui"), "zip", folder)
    # Before the checkout, which an editable install has on the path.
    start = f"import sys; sys.path.insert(0, {archive!r}); from bpetui.cli.main import main; sys.exit(main())"
    terminal = pty_with("sample:aaabdaaabac", command=[sys.executable, "-c", start])
    assert "aaabdaaabac.txt" in terminal.wait_for(" next").split("\n")[0]
    terminal.press("s", "q")
    assert terminal.wait() == 0
