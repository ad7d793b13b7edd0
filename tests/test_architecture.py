"""ARCHITECTURE.md and README.md name what exists, packages say what lives in them, and the tests mirror the modules."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "bpetui"
PAGE = PACKAGE / "ARCHITECTURE.md"
README = PACKAGE.parent / "README.md"
TESTS = Path(__file__).parent
PACKAGES = sorted(path.parent for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE)


def named_paths() -> list[str]:
    """The modules and packages that the page names."""
    return sorted({*re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py|(?:[a-z_]+/)+)`", PAGE.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("path", named_paths())
def test_the_page_names_what_exists(path: str) -> None:
    places = (PACKAGE / path, PACKAGE.parent / path, PACKAGE / "tui" / path, PACKAGE / "tui" / "explorer" / path)
    assert any(place.exists() for place in places)


def test_the_readme_names_what_exists() -> None:
    named = re.findall(r"\b(?:bpetui|tests)/[a-z_/]+\.(?:py|md)", README.read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [path for path in named if not (PACKAGE.parent / path).is_file()] == []


def test_the_page_names_every_top_level_package() -> None:
    assert {path.name for path in PACKAGES if path.parent == PACKAGE} <= {name.rstrip("/") for name in named_paths()}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_each_package_says_what_lives_there(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert len(docstring) > 40


def has_code(module: Path) -> bool:
    """Whether a module has a function that does something; others only declare names and types."""
    nodes = ast.walk(ast.parse(module.read_text(encoding="utf-8")))
    functions = (node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    statements = chain.from_iterable(function.body for function in functions)
    # A docstring and an ellipsis are all that a method of a protocol has.
    return any(not isinstance(each, ast.Expr) or not isinstance(each.value, ast.Constant) for each in statements)


def test_each_module_with_code_has_a_test_file_of_its_name() -> None:
    modules = [path for path in sorted(PACKAGE.rglob("*.py")) if "__" not in path.name and has_code(path)]
    tests = {module: TESTS / module.relative_to(PACKAGE).with_name(f"test_{module.name}") for module in modules}
    assert [str(module.relative_to(PACKAGE)) for module, test in tests.items() if not test.is_file()] == []
