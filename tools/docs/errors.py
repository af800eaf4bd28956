"""The reference of error messages: written by hand, with a table of the classes that is made from the code."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Final

import pytest_uimcp
from tools.docs.regions import filled
from tools.docs.tables import table

__all__ = ["PAGES", "classes"]


def classes() -> Iterator[tuple[str, str, str]]:
    """Every error that can be imported: its name, what else it is, and its meaning."""
    things = [getattr(pytest_uimcp, name) for name in pytest_uimcp.__all__]
    for thing in things:
        if isinstance(thing, type) and issubclass(thing, Exception):
            bases = ", ".join(f"`{base.__name__}`" for base in thing.__bases__ if base is not Exception)
            yield f"`{thing.__name__}`", bases, (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")


PAGES: Final[dict[str, Callable[[], str]]] = {
    "errors.md": lambda: filled("errors.md", {"classes": lambda: table("class", "is a", "means", rows=classes())})
}
