"""A command of `ui-mcp`: a row of a table, its module imported when it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple


class Command(NamedTuple):
    """One word after `ui-mcp`: what it does in a line, and the `main(arguments)` that does it."""

    name: str
    summary: str
    module: str

    def load(self) -> Callable[[Sequence[str]], int]:
        main: Callable[[Sequence[str]], int] = import_module(self.module).main
        return main
