"""Which tests run before all others: those that failed last, and those of what is being changed.

A run that is going to fail should say so in its first seconds. The controller asks git and pytest's cache once and
sends every worker the answer, because all workers must collect the same tests in the same order.
"""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

import pytest

__all__ = ["Urgency", "changed_files", "mirrors_of", "urgency_of_run"]

_BRANCH: Final = "main"
_SECONDS: Final = 60
# Places in the order.
_BROKEN, _CHANGED, _NEAR, _REST = range(4)


@dataclass(frozen=True)
class Urgency:
    """What of a collection starts first."""

    broken: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    """Of tests, for files that changed."""
    folders: tuple[str, ...] = ()
    """Around what changed."""

    def place(self, nodeid: str) -> int:
        """The place of a test in the order."""
        if nodeid in self.broken:
            return _BROKEN
        if nodeid.partition("::")[0] in self.files:
            return _CHANGED
        return _NEAR if nodeid.startswith(self.folders) else _REST

    @classmethod
    def of(cls, broken: Iterable[str], changed: Iterable[str]) -> Urgency:
        mirrors = {mirror for path in changed for mirror in mirrors_of(path)}
        files = frozenset(mirror for mirror in mirrors if mirror.endswith(".py"))
        return cls(frozenset(broken), files, tuple(sorted(mirrors - files)))

    @classmethod
    def from_data(cls, data: dict[str, list[str]]) -> Urgency:
        return cls(frozenset(data["broken"]), frozenset(data["files"]), tuple(data["folders"]))

    def to_data(self) -> dict[str, list[str]]:
        """What xdist can send to a worker."""
        return {"broken": sorted(self.broken), "files": sorted(self.files), "folders": list(self.folders)}


def urgency_of_run(config: pytest.Config) -> Urgency:
    """What is urgent according to pytest's cache and git, or to the controller if this is a worker."""
    if hasattr(config, "workerinput"):
        return Urgency.from_data(config.workerinput["urgency"])
    broken: Collection[str] = ()
    # `-p no:cacheprovider` leaves the attribute out.
    cache: pytest.Cache | None = getattr(config, "cache", None)
    if cache is not None:
        broken = cache.get("cache/lastfailed", {})
    return Urgency.of(broken, changed_files(config.rootpath))


def mirrors_of(path: str) -> list[str]:
    """The test file that mirrors a file, and the folder it is in, which ends with a slash."""
    file = PurePosixPath(path)
    if file.suffix != ".py" or file.parts[0] not in ("pytest_uimcp", "tests", "tools"):
        return []
    own = file.name.startswith("test_") and file.parts[0] == "tests"
    folders = file.parent.parts
    if folders[0] != "tests":
        folders = ("tests", *folders[folders[0] == "pytest_uimcp" :])
    folder = "/".join(folders)
    if own:
        return [path]
    mirrors = [f"{folder}/test_{file.name}"]
    # Around a file at the top are all tests.
    if len(folders) > 1:
        mirrors.append(f"{folder}/")
    return mirrors


def changed_files(root: Path) -> list[str]:
    """What differs from where this branch left main, committed or not; nothing where git cannot say."""
    # A shallow clone has no common commit, and a copy of the files has no git.
    changed = _git(root, "diff", "--name-only", "--merge-base", _BRANCH)
    return (changed or _git(root, "diff", "--name-only", "HEAD")) + _git(
        root, "ls-files", "--others", "--exclude-standard"
    )


def _git(root: Path, *arguments: str) -> list[str]:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
