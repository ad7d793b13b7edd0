"""The wheel and the sdist contain what the program needs, and nothing else."""

import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parent.parent

if find_spec("hatchling") is None:
    pytest.skip("hatchling, which builds the packages, is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str]]:
    """The names in the wheel, and the names in the sdist without its top folder."""
    folder = tmp_path_factory.mktemp("packaging")
    source = folder / "source"
    copytree(ROOT, source, ignore=ignore_patterns(".*", "__pycache__"))
    (source / "notes").mkdir()
    (source / "notes" / "mine.txt").write_text("not to be released")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=source, check=True, capture_output=True
    )
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {*archive.namelist()}
    with tarfile.open(sdist) as packed:
        in_sdist = {name.partition("/")[2] for name in packed.getnames()}
    return in_wheel, in_sdist


def modules() -> set[str]:
    """Return the paths of all modules of the package."""
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "bpetui").rglob("*.py")}


def test_the_wheel_contains_the_package_and_the_samples(built: tuple[set[str], set[str]]) -> None:
    wheel, _ = built
    assert modules() <= wheel
    assets = {f"bpetui/assets/{path.name}" for path in (ROOT / "assets").iterdir() if path.suffix != ".svg"}
    assert {"bpetui/py.typed", "bpetui/tui/app.tcss", *assets} <= wheel
    others = {name for name in wheel if not name.startswith("bpetui/")}
    assert {name.split("/")[0].partition("-")[0] for name in others} == {"bpetui"}
    assert not {name for name in wheel if name.endswith(".svg")}


def test_the_sdist_contains_what_builds_and_tests_it_and_nothing_else(built: tuple[set[str], set[str]]) -> None:
    _, sdist = built
    assert modules() <= sdist
    assert {"tests/test_packaging.py", "assets/explorer.svg", "README.md", "LICENSE", "pyproject.toml"} <= sdist
    top = {name.split("/")[0] for name in sdist}
    assert top <= {"bpetui", "assets", "tests", "README.md", "LICENSE", "pyproject.toml", "PKG-INFO", ".gitignore"}
