"""Packages that may be missing: the error has the command that installs them."""

import sys

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats.optional_packages import import_optional, install_command


def test_a_module_that_is_installed_is_imported() -> None:
    import json.decoder

    assert import_optional("json.decoder", "toy needs it") is json.decoder


def test_a_missing_package_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/opt/my python/bin/python")
    with pytest.raises(BpetuiError) as caught:
        import_optional("no_such_package.part", "toy.model opens only with the package no_such_package")
    assert str(caught.value) == (
        "toy.model opens only with the package no_such_package; to install it: "
        "'/opt/my python/bin/python' -m pip install no_such_package"
    )


def test_several_packages_are_installed_by_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    assert install_command("a", "b") == "python3 -m pip install a b"
