"""The trainer's process ends with the app, and its unexpected end is reported and can be repaired."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.worker import client as client_module
from bpetui.worker.client import Client
from bpetui.worker.messages import Died, Loading, Move, Opened, RunProgress, Seek, View, ViewRequest
from tests.worker.trainer_session import TEXT, Session, opening, pid_of, some_words, trainer_on

ROOT = Path(__file__).parent.parent.parent


def runs(pid: int) -> bool:
    """Whether a process exists and has not ended; a zombie has ended."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:  # ended, or a system without /proc
        return is_known(pid)
    return status.rpartition(")")[2].split()[0] != "Z"


def assert_ends(pid: int) -> None:
    """Assert that a process ends within ten seconds."""
    for _ in range(200):
        if not runs(pid):
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} still runs")


def is_known(pid: int) -> bool:
    """Whether the system knows a process, even if only as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def patched(patch: str) -> str:
    """The program of the trainer's process, after a change to it."""
    first, last = client_module._PROGRAM.split("; from ")
    return f"{first}\n{textwrap.dedent(patch)}\nfrom {last}"


# -- the child dies ----------------------------------------------------------------------------------------------------


def test_a_killed_process_is_reported_once_and_its_run_restored(session: Session) -> None:
    session.open(TEXT)
    session.send(Move(30), Move(-10))
    view = session.see(passage=(0, 500), pairs=(0, 30))
    os.kill(session.pid, signal.SIGKILL)
    died = session.until(Died)
    assert died.sentence == "the trainer's process was ended by SIGKILL, possibly because memory ran out"
    session.send(Move(1))  # into the void

    made, undone = session.history[:20], session.history[20:]
    session.client.restart()
    session.send(opening(TEXT, made=tuple(made), undone=tuple(undone)), view.request)
    assert session.at_rest().made == 20
    again = session.until(View, lambda again: again.request == view.request)
    assert (again.passage, again.pairs, again.next_pair, again.is_redo) == (
        view.passage,
        view.pairs,
        view.next_pair,
        view.is_redo,
    )
    assert sum(isinstance(answer, Died) for answer in session.answers) == 1


def test_a_dead_process_sends_nothing_until_another_is_started(session: Session) -> None:
    session.open("abab")
    dead = session.client._process
    assert dead
    os.kill(session.pid, signal.SIGKILL)
    session.until(Died)
    assert dead.read() is None, "its pipe is closed"
    session.client.start()
    session.open("ab")
    assert sum(isinstance(answer, Died) for answer in session.answers) == 1


def test_a_process_killed_during_a_run_is_reported(session: Session) -> None:
    session.open(some_words(20_000))
    session.send(ViewRequest(passage=(0, 10**6)), Seek(10**6))
    session.until(View)
    os.kill(session.pid, signal.SIGTERM)
    assert session.until(Died).sentence == "the trainer's process was ended by SIGTERM"


def test_a_signal_without_a_name_is_reported_by_number(session: Session) -> None:
    session.open("ab")
    os.kill(session.pid, signal.SIGRTMIN + 1)
    assert session.until(Died).sentence == f"the trainer's process was ended by signal {signal.SIGRTMIN + 1}"


@pytest.mark.parametrize(
    ("errors", "reported"),
    [
        ("", ""),
        ("one\n  two \n\n \n", ": two"),
        ("x" * 5000, ": " + "x" * 200),
        ("first\n" + "x" * 5000 + "\nlast\x1b", ": last␛"),
    ],
)
def test_the_last_line_of_standard_error_is_reported(
    monkeypatch: pytest.MonkeyPatch, errors: str, reported: str
) -> None:
    program = f"import sys; sys.stderr.buffer.write({errors!r}.encode()); sys.exit(3)"
    monkeypatch.setattr(client_module, "_PROGRAM", program)
    with Session() as session:
        assert session.until(Died).sentence == f"the trainer's process ended with status 3{reported}"


def test_an_unexpected_exception_is_reported_by_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = """
        from bpetui.worker.training_run import TrainingRun
        def step(self): raise ZeroDivisionError("by\\x1b[31m zero")
        TrainingRun.step = step
    """
    monkeypatch.setattr(client_module, "_PROGRAM", patched(fault))
    with Session() as session:
        session.open("abab")
        session.send(Move(1))
        assert session.until(Died).sentence == (
            "the trainer's process ended with status 1: ZeroDivisionError: by␛[31m zero"
        )


def test_a_process_that_fails_to_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_PROGRAM", "import no_such_module")
    with Session() as session:
        session.send(opening("ab"))
        assert session.until(Died).sentence == (
            "the trainer's process ended with status 1: ModuleNotFoundError: No module named 'no_such_module'"
        )


def test_a_missing_python_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    client = Client()
    with pytest.raises(BpetuiError, match="the trainer's process cannot be started: No such file"):
        client.start()
    client.close()


def test_garbage_from_the_process_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_PROGRAM", "import time; print('hello, world', flush=True); time.sleep(60)")
    with Session() as session:
        pid = session.pid
        assert "expected the mark of a message, found" in session.until(Died).sentence
        assert not is_known(pid)


def test_garbage_to_the_process_ends_it(session: Session) -> None:
    session.open("abab")
    assert session.client._process
    session.client._process._stdin.write(b"hello, world, this is no message")
    session.client._process._stdin.flush()
    sentence = session.until(Died).sentence
    assert sentence.startswith("the trainer's process ended with status 1: expected the mark of a message")


def test_a_stray_print_does_not_reach_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    stray = """
        import os
        from bpetui.worker.training_run import TrainingRun
        step = TrainingRun.step
        def print_and_step(self):
            print("stray", sys.stdin.read(), flush=True)
            os.write(1, b"more of it")
            return step(self)
        TrainingRun.step = print_and_step
    """
    monkeypatch.setattr(client_module, "_PROGRAM", patched(stray))
    with Session() as session:
        session.open("abab")
        session.send(Move(2))
        assert session.at_rest().made == 2


@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP"])
def test_the_process_ignores_signals_of_the_terminal(session: Session, name: str) -> None:
    session.open("abab")
    os.kill(session.pid, signal.Signals[name])
    session.send(Move(1))
    assert session.at_rest().made == 1


# -- the child ends ----------------------------------------------------------------------------------------------------


def test_the_process_ends_during_a_run_when_its_pipe_is_closed(session: Session) -> None:
    session.open(some_words(20_000))
    session.send(Seek(10**6))
    session.until(RunProgress)
    assert session.client._process
    session.client._process.outbox.put(None)
    assert session.until(Died).sentence == "the trainer's process ended with status 0"


def test_python_dash_m_serves_until_its_input_ends() -> None:
    command = [sys.executable, "-m", "bpetui.worker"]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=30, cwd=ROOT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_the_process_ends_when_the_app_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import sys
            sys.path.insert(0, {str(ROOT)!r})
            from tests.worker.trainer_session import Session, opening, pid_of
            from bpetui.worker.messages import RunProgress, Seek
            session = Session()
            session.open("abcdefghij" * 100_000 + "xyzw" * 50_000)
            session.send(Seek(10**6))
            session.until(RunProgress)
            print(session.pid, flush=True)
            while True:
                session.receive()
            """
        )
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as app:
        assert app.stdout
        pid = int(app.stdout.readline())
        assert runs(pid)
        app.kill()
    assert_ends(pid)


def test_modules_in_the_current_folder_are_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("regex", "pickle", "struct", "bpetui"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not the library')")
    monkeypatch.chdir(tmp_path)
    with Session() as session:
        session.open("abab")


def test_close_releases_everything_and_can_be_repeated() -> None:
    before, threads = set(Path("/dev/fd").iterdir()), threading.active_count()
    pids = []
    for _ in range(3):
        client = Client()
        client.start()
        pids.append(pid_of(client))
        client.send(opening("abab"))
        client.receive()
        client.restart()
        pids.append(pid_of(client))
        client.close()
        client.close()
        client.send(Move(1))
        with pytest.raises(EOFError):
            client.receive()
    assert not any(map(is_known, pids)), "not even as zombies"
    assert set(Path("/dev/fd").iterdir()) == before
    assert threading.active_count() == threads


def test_close_while_a_corpus_loads_ends_the_process() -> None:
    client = Client()
    client.start()
    pid = pid_of(client)
    client.send(opening("ab" * 2_000_000))
    assert isinstance(client.receive(), Loading)
    client.close()
    assert not is_known(pid)
    with pytest.raises(EOFError):
        client.receive()


def test_a_closed_client_starts_no_process() -> None:
    before, threads = set(Path("/dev/fd").iterdir()), threading.active_count()
    client = Client()
    client.close()
    for start in (client.start, client.restart):
        start()
        assert client._process is None
        with pytest.raises(EOFError):
            client.receive()
    assert set(Path("/dev/fd").iterdir()) == before
    assert threading.active_count() == threads


def test_start_leaves_a_running_process_alone(session: Session) -> None:
    pid, before = session.pid, set(Path("/dev/fd").iterdir())
    session.client.start()
    assert session.pid == pid
    assert set(Path("/dev/fd").iterdir()) == before
    session.open("abab")


def test_a_process_that_ignores_sigterm_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('x' * 99, flush=True)"
    monkeypatch.setattr(client_module, "_PROGRAM", f"{deaf}; time.sleep(60)")
    monkeypatch.setattr(client_module, "_EXIT_SECONDS", 0.1)
    with Session() as session:
        pid = session.pid
        session.send(opening("a" * 10**6))  # more than the pipe holds: the writer waits
        session.until(Died)
        assert not is_known(pid)


def test_close_ends_the_wait_for_an_answer(session: Session) -> None:
    session.open("ab")
    threading.Timer(0.2, session.client.close).start()
    with pytest.raises(EOFError):
        session.until(Died)


def test_receive_can_wait_before_the_process_is_started() -> None:
    client = Client()
    timer = threading.Timer(0.1, client.start)
    timer.start()
    threading.Timer(0.2, lambda: client.send(opening("ab"))).start()
    assert isinstance(client.receive(), Opened)
    client.close()


def test_no_answer_of_the_old_process_is_received_after_a_restart(session: Session) -> None:
    session.open(some_words(20_000))
    for number in range(3):
        session.send(ViewRequest(passage=(0, 10**5)), Seek(10**6))
        session.until(View)
        session.client.restart()
        session.send(opening(f"{number} abab"))
        first = session.receive()
        assert isinstance(first, Opened)
        assert first.byte_count == 6
        session.at_rest()
        session.send(opening(some_words(5_000)))
        session.until(Opened)
        session.at_rest()


def test_send_does_not_wait_for_a_stopped_process(session: Session) -> None:
    session.open("ab")
    os.kill(session.pid, signal.SIGSTOP)
    session.send(opening("a" * 3 * 10**6), *[Move(1)] * 1000)
    os.kill(session.pid, signal.SIGCONT)
    assert session.until(Opened).byte_count == 3 * 10**6


def test_a_restarted_process_restores_the_tokens_of_a_trainer(session: Session) -> None:
    trainer = trainer_on(TEXT)
    trainer.seek(25)
    session.client.restart()
    session.open(TEXT, made=tuple(trainer.merges))
    assert session.tokens() == trainer.pieces.word_tokens(0)


def test_an_error_without_a_temporary_folder_names_tmpdir(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_folder() -> None:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr("tempfile.TemporaryFile", no_folder)
    with pytest.raises(BpetuiError, match="no folder for temporary files; set TMPDIR to one"):
        Client().start()
