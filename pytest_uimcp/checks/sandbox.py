"""Where checks work: a copy of the app directory, and sessions on it that no clock and no agent disturbs."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.server.harness.mcp_alone import McpAlone
from pytest_uimcp.testing.collect.deadline import undisturbed
from pytest_uimcp.testing.collect.places import Place
from pytest_uimcp.testing.project import Project, copy_project

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Bench", "Workshop", "global_name", "workshop"]

_SHOPS: Final = pytest.StashKey[dict[Place, "Workshop"]]()
# What an app directory consists of, where it is the root of a repository that has all sorts of other things.
_PARTS: Final = frozenset({"apps", "lua", "viewdefs", "html", "storage", "resources", "patterns"})

Signature = dict[str, tuple[int, int, int]]


class Bench:
    """A session with one app, and what it can be asked about it."""

    def __init__(self, session: Session, app: str) -> None:
        self.session = session
        self.app = app
        self.object = global_name(app)

    def ask(self, operation: str, *arguments: str | int) -> Any:
        """Run an operation of lua/inspect.lua; what it returns, from JSON if it is text."""
        answer = self.session.submit(lambda: self.session.host.call(f"check_{operation}", *arguments)).result()
        return json.loads(answer) if isinstance(answer, bytes) else answer


class Workshop:
    """The copy of one app directory that all checks of a process share.

    A check only reads it. Should an app itself write into its directory, the copy is thrown away after the check
    that did it, so that no check sees what another one left.
    """

    def __init__(self, place: Place, root: Path) -> None:
        self._place = place
        self._leave_out: frozenset[str] = frozenset()
        if place.base == root:
            self._leave_out = frozenset(path.name for path in root.iterdir()) - _PARTS
        self._copy: tuple[Project, Signature] | None = None
        self.known: dict[tuple[str, str], Any] = {}
        """What was found out about apps and does not change during a run."""
        self.gave_up: dict[str, str] = {}
        """Apps of which a check came to no end: the name of that check."""

    @contextmanager
    def bench(self, app: str) -> Iterator[Bench]:
        """An open session on the copy; the app is not loaded yet."""
        project = self._project()
        session = Session(
            project.base_dir,
            clock=VirtualClock(),
            output=MemoryOutput(),
            options=SessionOptions(directory=project.directory),
            extensions=[McpAlone(project.base_dir), _Inspection()],
        )
        try:
            session.open()
            yield Bench(session, app)
        finally:
            with undisturbed():
                session.close()
                if self._copy is not None and _signature(self._copy[0].base_dir) != self._copy[1]:
                    self.close()

    @property
    def base_dir(self) -> Path:
        """The copy."""
        return self._project().base_dir

    def close(self) -> None:
        """Remove the copy; the next check makes another."""
        if self._copy is not None:
            shutil.rmtree(self._copy[0].base_dir.parents[1], ignore_errors=True)
            self._copy = None

    def accept(self) -> None:
        """What a check itself changed is no reason to copy again."""
        if self._copy is not None:
            self._copy = (self._copy[0], _signature(self._copy[0].base_dir))

    def _project(self) -> Project:
        if self._copy is None:
            target = Path(tempfile.mkdtemp(prefix="uimcp-")) / ".claude" / "ui"
            try:
                project = copy_project(self._place.base, target, leave_out=self._leave_out)
            except OSError as error:
                shutil.rmtree(target.parents[1], ignore_errors=True)
                raise UimcpError(f"the app directory cannot be copied for the checks: {error}") from error
            self._copy = (project, _signature(project.base_dir))
        return self._copy[0]


def workshop(config: pytest.Config, place: Place) -> Workshop:
    """The workshop for an app directory; its end is the end of the run."""
    shops = config.stash.setdefault(_SHOPS, {})
    if place not in shops:
        shops[place] = Workshop(place, config.rootpath)
        config.add_cleanup(shops[place].close)
    return shops[place]


def global_name(app: str) -> str:
    """my-app keeps its object in myApp."""
    first, *rest = app.split("-")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


class _Inspection:
    """Puts lua/inspect.lua into a session."""

    def __init__(self) -> None:
        self.part: tuple[str, bytes] | None = ("inspect", _source())

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        """It needs none."""
        return {}


@cache
def _source() -> bytes:
    return (Path(__file__).parent / "lua" / "inspect.lua").read_bytes()


def _signature(base_dir: Path) -> Signature:
    found: Signature = {}
    folders = [str(base_dir)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                # A folder's own time changes with what is in it, which is listed too.
                is_folder = entry.is_dir(follow_symlinks=False)
                found[entry.path] = (status.st_ino, status.st_size, 0 if is_folder else status.st_mtime_ns)
                if is_folder:
                    folders.append(entry.path)
    return found
