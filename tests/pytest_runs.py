"""What every run of pytest within a test does anew, done once: some seven hundred tests run pytest in their process.

What is installed stays as it is while tests run: the metadata of distributions, and the fixtures that modules of other
packages have.
"""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from weakref import WeakKeyDictionary

import pytest
from _pytest.fixtures import FixtureFunctionDefinition, FixtureManager

__all__ = ["make_cheaper"]

# Properties of a distribution, each of which is read from its files whenever it is asked for.
_READ: Final = ("entry_points", "files", "metadata")


def make_cheaper(config: pytest.Config) -> None:
    """Half of what a run takes that has one small test."""
    patch = pytest.MonkeyPatch()
    for name in _READ:
        patch.setattr(metadata.Distribution, name, _read_once(vars(metadata.Distribution)[name]))
    patch.setattr(FixtureManager, "parsefactories", _look_once(FixtureManager.parsefactories))
    config.add_cleanup(patch.undo)


def _read_once(read: Any) -> property:
    known: dict[object, object] = {}

    def value(distribution: metadata.Distribution) -> object:
        path = getattr(distribution, "_path", None)
        if path not in known:
            known[path] = read.fget(distribution)
        return known[path]

    return property(value)


def _look_once(parse: Any) -> Any:
    """pytest looks at all names of a plugin, of which few are fixtures."""
    known: WeakKeyDictionary[ModuleType, ModuleType] = WeakKeyDictionary()

    def parsefactories(manager: FixtureManager, *arguments: Any, **named: Any) -> None:
        holder = named.get("holder")
        if isinstance(holder, ModuleType):
            if holder not in known and _is_installed(holder):
                known[holder] = _with_fixtures_only(holder)
            named["holder"] = known.get(holder, holder)
        parse(manager, *arguments, **named)

    return parsefactories


def _is_installed(module: ModuleType) -> bool:
    """Whether it is of another package: this one, and what tests write, is looked at whole."""
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).is_relative_to(sys.prefix)


def _with_fixtures_only(module: ModuleType) -> ModuleType:
    same = ModuleType(module.__name__)
    fixtures = {name: value for name, value in vars(module).items() if type(value) is FixtureFunctionDefinition}
    vars(same).update(fixtures)
    return same
