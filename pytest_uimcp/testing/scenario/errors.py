"""What is wrong with a scenario, or did not happen as it says."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError, public


@dataclass(frozen=True, slots=True)
class ScenarioPlace:
    """A line of a file; of a scenario that was made in Python, a step's number."""

    file: Path | None
    line: int
    # What is counted where there is no file.
    part: str = "step"

    @property
    def folder(self) -> Path:
        """What names of files are relative to."""
        if self.file is None:
            return Path()
        return self.file.parent

    def __str__(self) -> str:
        if self.file is not None:
            return f"{_typed_path(self.file)}:{self.line}"
        return f"{self.part} {self.line}"


class InvalidValue(Exception):
    """A value that a scenario may not have. Whoever knows the place makes it a ScenarioError."""


@public
class ScenarioError(UimcpError, AssertionError):
    """A scenario cannot be read, or a step did not come about."""

    place: ScenarioPlace | None = None

    @classmethod
    def at(cls, place: ScenarioPlace, problem: object) -> ScenarioError:
        """An error that begins with its place."""
        error = cls(f"{place}: {problem}")
        error.place = place
        return error


def _typed_path(path: Path) -> str:
    # Relative to where pytest was started, as pytest shows files.
    folder = Path.cwd()
    real = Path(os.path.abspath(path))  # noqa: PTH100 -- resolve() would follow links
    if real.is_relative_to(folder):
        return str(real.relative_to(folder))
    return str(real)
