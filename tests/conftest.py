"""What all tests share: a plain environment, two tiers of property tests, corpora, vocabularies and golden data."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

# Textual and Rich read these when they are imported, and would draw otherwise than the tests say.
for name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "TEXTUAL_ANIMATIONS", "COLORTERM"):
    os.environ.pop(name, None)

# A machine under load is no fault of the code: no deadlines. The short tier tries the same examples on every run.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", PATIENT, max_examples=60, derandomize=True, database=None)
settings.register_profile("long", PATIENT, max_examples=3000, print_blob=True)

SHARED = Path(__file__).parent.parent.parent / "shared"
GOLDEN = SHARED / "golden"
VOCABULARIES = Path(os.environ.get("BPETUI_VOCABULARIES") or SHARED / "vocabularies")


def is_long(config: pytest.Config) -> bool:
    """Whether the long tier was asked for."""
    return str(config.getoption("markexpr")).strip() == "long"


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if is_long(config) else "short")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the property tests run in both tiers."""
    if is_long(config):
        for item in items:
            if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
                item.add_marker("long")


def folder(path: Path, what: str) -> Path:
    if not path.is_dir():
        pytest.skip(f"no {what}: {path} is not there")
    return path


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of real corpora: ``BPETUI_CORPORA``, else ``../shared/corpora``."""
    return folder(Path(os.environ.get("BPETUI_CORPORA") or SHARED / "corpora"), "corpora")


@pytest.fixture(scope="session")
def vocabularies() -> Path:
    """The folder of published vocabularies, gzipped: ``BPETUI_VOCABULARIES``, else ``../shared/vocabularies``."""
    return folder(VOCABULARIES, "vocabularies")


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of what independent implementations answered: ``../shared/golden``."""
    return folder(GOLDEN, "golden data")


@contextmanager
def unprivileged() -> Iterator[None]:
    """Be nobody for a while, if this is root, to whom nothing is forbidden."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def common_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Work in a folder open to all; gives what makes the test nobody there."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        with monkeypatch.context() as patch:
            patch.chdir(name)
            yield unprivileged


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``golden_training`` runs once for each case."""
    if "golden_training" in metafunc.fixturenames:
        path = GOLDEN / "training.json"
        names = [case["name"] for case in json.loads(path.read_text("utf-8"))] if path.is_file() else ["all"]
        metafunc.parametrize("golden_training", names, indirect=True)


@pytest.fixture
def golden_training(request: pytest.FixtureRequest, golden: Path) -> dict[str, Any]:
    """What minbpe learned from a ``text``, and its ids for some ``probes``; a case may name a corpus, maybe cut."""
    cases = {case["name"]: case for case in json.loads((golden / "training.json").read_text("utf-8"))}
    case: dict[str, Any] = cases[request.param]
    if "corpus" in case:
        corpora: Path = request.getfixturevalue("corpora")
        name, _, cut = case["corpus"].partition("[")
        start, _, stop = cut.rstrip("]").partition(":")
        case["text"] = (corpora / name).read_bytes().decode()[int(start or 0) : int(stop) if stop else None]
    return case
