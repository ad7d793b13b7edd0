"""ARCHITECTURE.md names files that exist, and each package says what lives in it."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "bpetui"
PAGE = PACKAGE / "ARCHITECTURE.md"
PACKAGES = sorted(path.parent for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE)


def named_paths() -> list[str]:
    """The modules and packages that the page names."""
    return sorted({*re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py|(?:[a-z_]+/)+)`", PAGE.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("path", named_paths())
def test_the_page_names_what_exists(path: str) -> None:
    places = (PACKAGE / path, PACKAGE.parent / path, PACKAGE / "tui" / path, PACKAGE / "tui" / "explorer" / path)
    assert any(place.exists() for place in places)


def test_the_page_names_every_top_level_package() -> None:
    assert {path.name for path in PACKAGES if path.parent == PACKAGE} <= {name.rstrip("/") for name in named_paths()}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_each_package_says_what_lives_there(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert len(docstring) > 40
