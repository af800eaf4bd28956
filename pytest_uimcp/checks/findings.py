"""What a check finds: a place, what is wrong there, what comes near, and what to do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError

__all__ = ["Failure", "Finding", "Findings"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    what: str
    file: Path | None = None
    line: int | None = None
    near: tuple[str, ...] = ()
    advice: str = ""
    traceback: str = ""

    def headline(self, start: Path) -> str:
        """Place and fault in one line."""
        place = _shown(self.file, start)
        if place and self.line is not None:
            place = f"{place}:{self.line}"
        return f"{place}: {self.what}" if place else self.what

    def told(self, start: Path, *, long: bool) -> str:
        """All of it; `long` adds what Lua was doing."""
        lines = [self.headline(start)]
        if self.near:
            lines.append(f"  near it: {', '.join(self.near)}")
        if self.advice:
            lines.append(f"  {self.advice}")
        if long and self.traceback:
            lines += ["  Lua was at:", *(f"    {line.strip()}" for line in self.traceback.splitlines())]
        return "\n".join(lines)


class Findings(UimcpError, AssertionError):
    """A check found something."""

    def __init__(self, found: Iterable[Finding]) -> None:
        self.found = tuple(dict.fromkeys(found))
        super().__init__("; ".join(finding.what for finding in self.found))


@dataclass(frozen=True, slots=True)
class _Crash:
    """What pytest takes for its summary line."""

    path: str
    lineno: int
    message: str

    def __str__(self) -> str:
        return self.message


class Failure:
    """Findings as pytest prints them: no traceback, each line where an editor can jump from it."""

    def __init__(self, found: Sequence[Finding], start: Path, *, long: bool) -> None:
        self._text = "\n".join(finding.told(start, long=long) for finding in found)
        first = found[0]
        self.reprcrash = _Crash(str(first.file or ""), first.line or 1, first.headline(start))

    def __str__(self) -> str:
        return self._text

    def toterminal(self, out: object) -> None:
        """Write it to pytest's terminal."""
        out.line(self._text)  # type: ignore[attr-defined]  # pytest's TerminalWriter, which it does not export


def _shown(file: Path | None, start: Path) -> str:
    if file is None:
        return ""
    relative = os.path.relpath(file, start)
    return str(file) if relative.startswith(os.pardir + os.sep + os.pardir) else Path(relative).as_posix()
