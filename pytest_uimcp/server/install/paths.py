"""The two root directories of an install, and the check that links do not lead out of the project."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.core.base_dir import project_of

from .errors import InstallError, explain

CLAUDE = ".claude"


@dataclass(frozen=True)
class InstallPaths:
    """The base directory and its project, both absolute, with symbolic links not resolved."""

    base_dir: Path
    project: Path

    @classmethod
    def of(cls, base_dir: Path) -> InstallPaths:
        return cls(_absolute(base_dir), project_of(base_dir))

    def name_of(self, path: Path) -> str | None:
        """The name of a file or directory in records; None for what is in neither of the two."""
        if path == self.base_dir or path.is_relative_to(self.base_dir):
            return path.relative_to(self.base_dir).as_posix()
        in_claude = path != self.project and path.is_relative_to(self.project / CLAUDE)
        if in_claude:
            return path.relative_to(self.project).as_posix()
        return None

    def place_of(self, name: str) -> Path:
        return (self.project if name == CLAUDE or name.startswith(f"{CLAUDE}/") else self.base_dir) / name

    def check_inside(self, target: Path) -> None:
        """Refuse a target that lies outside the project because of a linked directory."""
        try:
            real = target.parent.resolve()
        except (OSError, RuntimeError):  # Python before 3.13 reports a loop as a RuntimeError
            raise explain(OSError(errno.ELOOP, ""), target) from None
        borders = (self.project.resolve(), self.base_dir.resolve())
        if not any(real.is_relative_to(border) for border in borders):
            raise InstallError(
                f"cannot install {target}: a link on that path leads to {real}, outside of the project "
                f"{self.project}. Nothing was changed. Replace the link with a directory, "
                "then run the install again."
            )


def _absolute(path: Path) -> Path:
    # Not resolve(): `.claude` may be a link, and its project is the directory that contains the link.
    return Path(os.path.normpath(path.absolute()))
