"""Things named as `package.module:NAME`, so that a table can speak of them without importing them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def resolve(reference: str) -> Any:
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
