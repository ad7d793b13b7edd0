"""The package as a library: its names, its examples, and what importing it costs."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bpetui

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_package_run() -> None:
    tested = doctest.testmod(bpetui, optionflags=doctest.ELLIPSIS)
    assert (tested.failed, tested.attempted > 10) == (0, True)


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = "".join(re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", None, None)
    tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert (tried.failed, tried.attempted > 10) == (0, True)


def test_the_package_has_the_exported_names_and_no_others() -> None:
    assert all(getattr(bpetui, name) for name in bpetui.__all__)
    assert {*bpetui.__all__} <= {*dir(bpetui)}
    with pytest.raises(AttributeError, match="no attribute 'tokenizer'"):
        bpetui.tokenizer  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_imports_no_other_module() -> None:
    program = "import sys; before = {*sys.modules}; import bpetui; print(*{*sys.modules} - before)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).split() == ["bpetui"]


def test_training_imports_neither_textual_nor_rich() -> None:
    program = "import bpetui, sys; bpetui.train('aaab', 257); print({'textual', 'rich'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "set()\n"


def test_the_package_is_typed() -> None:
    assert (Path(bpetui.__file__).parent / "py.typed").is_file()
