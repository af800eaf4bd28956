"""What a check finds: where, what is wrong there, similar names, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError


@dataclass(frozen=True, slots=True)
class Finding:
    message: str
    file: Path | None = None
    line: int | None = None
    similar: tuple[str, ...] = ()
    advice: str = ""
    traceback: str = ""
    # Its row in the table of rules.
    rule: str = ""

    def headline(self, start: Path) -> str:
        place = _shown(self.file, start)
        if place and self.line is not None:
            place = f"{place}:{self.line}"
        if place:
            return f"{place}: {self.message}"
        return self.message

    def text(self, start: Path, *, long: bool) -> str:
        """The whole finding; `long` adds the Lua traceback."""
        lines = [self.headline(start)]
        if self.similar:
            lines.append(f"  near it: {', '.join(self.similar)}")
        if self.advice:
            lines.append(f"  {self.advice}")
        if self.rule:
            lines.append(f"  rule: {self.rule}")
        if long and self.traceback:
            lines += ["  Lua was at:", *(f"    {line.strip()}" for line in self.traceback.splitlines())]
        return "\n".join(lines)


class Findings(UimcpError, AssertionError):
    """A check found something."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        # Each once: several ways of drawing a viewdef meet the same fault.
        self.found = tuple(dict.fromkeys(findings))
        super().__init__("; ".join(finding.message for finding in self.found))


def _shown(file: Path | None, start: Path) -> str:
    if file is None:
        return ""
    relative = os.path.relpath(file, start)
    # A path that climbs twice is harder to read than an absolute one.
    if relative.startswith(os.pardir + os.sep + os.pardir):
        return str(file)
    return Path(relative).as_posix()


@dataclass(frozen=True, slots=True, order=True)
class Suspicion:
    """One place that reads like a mistake; `location` is `apps/x/app.lua:12`."""

    type: str
    location: str
    detail: str

    def as_json(self) -> dict[str, str]:
        return {"type": self.type, "location": self.location, "detail": self.detail}
