"""What is wrong with a scenario, or did not happen as it says."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError, public

__all__ = ["Fault", "Place", "ScenarioError"]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file; of a scenario that was made in Python, a step's number."""

    file: Path | None
    line: int

    def __str__(self) -> str:
        if self.file is not None:
            return f"{_shown(self.file)}:{self.line}"
        return f"step {self.line}"


class Fault(Exception):
    """A value that a scenario may not have. Whoever knows the place makes it a ScenarioError."""


@public
class ScenarioError(UimcpError, AssertionError):
    """A scenario cannot be read, or a step did not come about."""

    place: Place | None = None

    @classmethod
    def at(cls, place: Place, told: object) -> ScenarioError:
        """An error that begins with its place."""
        made = cls(f"{place}: {told}")
        made.place = place
        return made


def _shown(path: Path) -> str:
    """A path as one would type it here."""
    here = Path.cwd()
    real = Path(os.path.abspath(path))  # noqa: PTH100 -- resolve() would follow links
    return str(real.relative_to(here) if real.is_relative_to(here) else real)
