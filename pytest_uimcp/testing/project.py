"""The value of the fixture `uimcp_project`: a throw-away copy of the app directory under test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytest_uimcp.checks.copying import copy_with_backdrop
from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.core.steps import StepLog, recorded


def _no_server() -> None:
    """What a write does before a server is attached."""


class Project:
    """A throw-away copy of an app directory, which the test may write to."""

    def __init__(self, backdrop: Backdrop) -> None:
        self.backdrop = backdrop
        """What a server would have installed, which is there as soon as somebody looks."""
        self.story = StepLog()
        self._written: Callable[[], None] = _no_server

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.backdrop.directory)!r})"

    def serves(self, story: StepLog, on_write: Callable[[], None]) -> None:
        """Attach to a server: writes are recorded in its log, and `written` makes it reload."""
        self.story = story
        self._written = on_write

    @property
    def base_dir(self) -> Path:
        """The copy, with everything that belongs into it."""
        self.backdrop.look()
        return self.backdrop.directory

    @property
    def directory(self) -> Path:
        """The project's directory, where an app's relative paths start."""
        return project_of(self.base_dir)

    @property
    def apps(self) -> list[str]:
        apps = self.backdrop.directory / "apps"
        if apps.is_dir():
            return sorted(path.name for path in apps.iterdir() if (path / "app.lua").is_file())
        return []

    @property
    def only_app(self) -> str | None:
        """The name of the only app; None if there are several."""
        apps = self.apps
        if len(apps) == 1:
            return apps[0]
        return None

    @recorded("test")
    def write(self, relative: str, text: str) -> Path:
        """Write a file as an editor would; when this returns, a running server has reloaded it."""
        path = self.base_dir / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        # A server is told, rather than left to its watcher: the test need not wait for the file system's events.
        self._written()
        return path


def copy_project(source: str | Path, target: Path) -> Project:
    """Copy an app directory, a single app, or a sample app by its name."""
    return Project(copy_with_backdrop(source, target))
