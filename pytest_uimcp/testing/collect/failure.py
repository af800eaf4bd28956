"""How pytest shows the findings of a check: no traceback, and locations that an editor can jump to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.checks.findings import Finding

__all__ = ["Failure"]


@dataclass(frozen=True, slots=True)
class _Crash:
    """What pytest's summary line is made from."""

    path: str
    lineno: int
    message: str

    def __str__(self) -> str:
        return self.message


class Failure:
    """The result of a check's `repr_failure`."""

    def __init__(self, findings: Sequence[Finding], start: Path, *, long: bool) -> None:
        self._text = "\n".join(finding.text(start, long=long) for finding in findings)
        finding = findings[0]
        self.reprcrash = _Crash(str(finding.file or ""), finding.line or 1, finding.headline(start))

    def __str__(self) -> str:
        return self._text

    def toterminal(self, out: object) -> None:
        out.line(self._text)  # type: ignore[attr-defined]  # pytest's TerminalWriter, which it does not export
