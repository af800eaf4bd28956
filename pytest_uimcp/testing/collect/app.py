"""One app under check: its files, and what every check needs to do with it first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.problems import Problem
from pytest_uimcp.errors import UimcpError
from pytest_uimcp.testing.collect.findings import Finding, Findings
from pytest_uimcp.testing.collect.places import ENTRY, Place
from pytest_uimcp.testing.collect.workshop import Bench, Workshop, global_name

__all__ = ["App", "NotLoaded"]

_PLACED: Final = re.compile(
    r"(?s)^(?:failed to load app [^:]*: )?(?P<file>[^\n:]+\.(?:lua|html)):(?P<line>\d+): (?P<what>.*)$"
)
_GUARD: Final = "if not session.reloading then {name} = … end"


class NotLoaded(Findings):
    """The app does not load, so nothing else can be said about it."""


@dataclass(frozen=True)
class App:
    """An app of an app directory, and the workshop in which it is looked at."""

    name: str
    place: Place
    shop: Workshop

    @cached_property
    def folder(self) -> Path:
        """Where it is in the repository."""
        return self.place.base if self.place.single else self.place.base / "apps" / self.name

    @property
    def entry(self) -> Path:
        """Its app.lua."""
        return self.folder / ENTRY

    @property
    def object(self) -> str:
        """The global that holds its object."""
        return global_name(self.name)

    def owns(self, where: str) -> bool:
        """Whether a path of the copy is of this app, or of none."""
        return not where.startswith("apps/") or where.startswith(f"apps/{self.name}/")

    @contextmanager
    def loaded(self) -> Iterator[Bench]:
        """A session in which the app has been loaded; raises NotLoaded if that fails."""
        with self.shop.bench(self.name) as bench:
            self.load(bench)
            yield bench

    def load(self, bench: Bench) -> None:
        """Load it; raises NotLoaded."""
        found = [self.of_problem(p) for p in bench.session.problems if p.kind != "viewdef" and self.owns(p.where)]
        if found:
            raise NotLoaded(found)
        try:
            bench.ask("load", self.name, self.object)
        except LuaError as error:
            raise NotLoaded([self.of_error(error)]) from None
        if not bench.ask("has", self.object):
            advice = f"write: {_GUARD.format(name=self.object)}"
            what = f"the file ran and did not set the global {self.object}, which holds the object of {self.name}"
            raise NotLoaded([Finding(what, self.entry, advice=advice)])

    def of_error(self, error: UimcpError) -> Finding:
        """An error of Lua, at its place in the repository."""
        return self.of_message(str(error), getattr(error, "traceback", ""))

    def of_problem(self, problem: Problem) -> Finding:
        """A problem of a session."""
        return self.of_message(str(problem), problem.traceback, problem.where)

    def of_message(self, message: str, traceback: str = "", where: str = "") -> Finding:
        """A message that may begin with file and line of the copy."""
        placed = _PLACED.match(message.removeprefix(f"{where}: ") if where.startswith("mutate") else message)
        if placed is None:
            return Finding(message, self.entry, traceback=traceback)
        file = self.place.original(placed["file"])
        return Finding(placed["what"], file, int(placed["line"]), traceback=traceback)

    def lua_files(self) -> Iterator[Path]:
        """The files that may belong to it: its own, and those under lua/ that are no other app's."""
        base = self.shop.base_dir
        own = base / "apps" / self.name
        yield from sorted(own.rglob("*.lua"))
        for path in sorted((base / "lua").rglob("*.lua")):
            real = path.resolve()
            if real.is_file() and not real.is_relative_to((base / "apps").resolve()):
                yield path
