"""Packages that bpetui can use but does not depend on."""

import json
import sys

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.optional_packages import import_optional, install_command


def test_installed_module_is_imported() -> None:
    assert import_optional("json", "this needs json") is json


def test_missing_module_is_an_error_with_the_command_that_installs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/opt/my python/python3")
    monkeypatch.setitem(sys.modules, "absent", None)
    with pytest.raises(BpetuiError) as caught:
        import_optional("absent.inner", "toy.model opens only with the package absent")
    assert str(caught.value) == (
        "toy.model opens only with the package absent; to install it: '/opt/my python/python3' -m pip install absent"
    )


def test_command_names_all_packages_and_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    assert install_command("one", "two") == "/usr/bin/python3 -m pip install one two"
    monkeypatch.setattr(sys, "executable", "")  # as in an embedded Python
    assert install_command("one") == "python3 -m pip install one"
