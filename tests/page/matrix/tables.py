"""All families, found in `families/`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.page.matrix.family import Case, Family

__all__ = ["FOLDER", "all_cases", "case_of", "cases_of", "families"]

FOLDER = Path(__file__).parent / "families"


@cache
def families() -> dict[str, Family]:
    """Every family by its name, in the order of the names of the modules."""
    found: dict[str, Family] = {}
    for path in sorted(FOLDER.glob("[!_]*.py")):
        module = import_module(f"tests.page.matrix.families.{path.stem}")
        for family in getattr(module, "FAMILIES", None) or (module.FAMILY,):
            assert family.name not in found, f"two families have the name {family.name}"
            found[family.name] = family
    return found


@cache
def cases_of(name: str) -> tuple[Case, ...]:
    """The cases of a family; no two have the same id."""
    found = {case.id: case for case in families()[name].cases()}
    assert len(found) == sum(1 for _ in families()[name].cases()), f"two cases of {name} have the same id"
    return tuple(found.values())


def case_of(case_id: str) -> Case:
    """The case with this id."""
    return next(case for case in all_cases() if case.id == case_id)


def all_cases() -> Iterator[Case]:
    for name in families():
        yield from cases_of(name)
