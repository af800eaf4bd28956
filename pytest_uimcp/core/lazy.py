"""Modules whose public names are imported when they are first used.

__getattr__, __dir__ = attach(__name__, {"Session": "pytest_uimcp.engine.session"})
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["attach"]


def attach(module: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a module that offers `homes`: names, each with the module it is from.

    A home `package.module:function` gives what the function returns.
    """

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, _, function = homes[name].partition(":")
        value = getattr(import_module(home), function or name)
        if function:
            value = value()
        setattr(sys.modules[module], name, value)  # the next look-up does not come here
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[module]), *homes})

    return get, names
