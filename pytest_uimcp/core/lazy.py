"""Names that are imported from their modules when they are first asked for.

pytest imports the fixtures of every kind of server when it starts, and with them the packages they stand in. Tables,
which it reads then too, name things as `package.module:NAME` and do not import them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a package whose public names live in its modules `homes`."""
    module = sys.modules[package]

    def get(name: str) -> Any:
        if name not in homes:
            # `hasattr` and `from … import` tell by this error that there is no such name.
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(module, name, value)  # the next look-up does not come here
        return value

    def names() -> list[str]:
        return sorted({*vars(module), *homes})

    return get, names


def resolve(reference: str) -> Any:
    """What a reference in a table, `package.module:NAME`, stands for."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
