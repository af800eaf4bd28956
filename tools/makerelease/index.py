"""The source of wheels: the package index, through pip and its configuration."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from packaging.requirements import Requirement

from .targets import Python, Target

__all__ = ["Index", "NoWheel", "PipIndex"]

_SECONDS = 600


class NoWheel(Exception):
    """The index has no wheel that a target needs."""


class Index(Protocol):
    """Provides the wheels that a wheelhouse does not have."""

    def fetch(self, wanted: Sequence[Requirement], target: Target, python: Python, into: Path) -> None:
        """Put the newest fitting wheel of each requirement, and of nothing else, into a folder; or NoWheel."""
        ...


class PipIndex:
    """The index that pip is configured for."""

    def fetch(self, wanted: Sequence[Requirement], target: Target, python: Python, into: Path) -> None:
        """Download, all in one call."""
        # pip would evaluate markers for this machine, so it must not resolve dependencies.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(into), "--no-deps"]
        command += ["--only-binary=:all:", "--implementation=cp", f"--python-version={python.version}"]
        command += [f"--platform={platform}" for platform in target.platforms]
        command += [f"{requirement.name}{requirement.specifier}" for requirement in wanted]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
        if done.returncode:
            names = ", ".join(f"{requirement.name}{requirement.specifier}" for requirement in wanted)
            raise NoWheel(
                f"no wheels for {target.name} with Python {python.version} of: {names}\n{done.stderr.strip()}"
            )
