"""Packages that bpetui can use but does not depend on."""

from __future__ import annotations

import sys
from importlib import import_module
from shlex import quote
from types import ModuleType

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible


def import_optional(module: str, purpose: str) -> ModuleType:
    """Import a module of an optional package of the same name.

    ``purpose`` says what needs it, as in ``toy.model opens only with the package sentencepiece``. Raises `BpetuiError`
    with the command that installs the package.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise BpetuiError(f"{purpose}; to install it: {install_command(package)}") from error


def install_command(*packages: str) -> str:
    """Return the command that installs packages for the Python that runs this program."""
    return f"{visible(quote(sys.executable or 'python3'))} -m pip install {' '.join(packages)}"
