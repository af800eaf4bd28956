"""What a test asked for: which app directory, which app, whose time. And making it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.errors import UimcpError
from pytest_uimcp.plugin import ENDINGS
from pytest_uimcp.testing.clock import MovableClock, clock_for
from pytest_uimcp.testing.loop import LoopThread
from pytest_uimcp.testing.luasession import LuaSession
from pytest_uimcp.testing.options import asked
from pytest_uimcp.testing.project import CANDIDATES, Project, copy_project, find_base
from pytest_uimcp.testing.report.witness import attend
from pytest_uimcp.testing.server import Server

__all__ = ["NoAppDirectory", "project", "server", "session", "show_app"]

_LOOP = pytest.StashKey[LoopThread]()


class NoAppDirectory(UimcpError):
    """The repository under test has no app directory where one is looked for."""


def project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    """A copy of the app directory that the test asked for."""
    wanted = asked(request.node, request.config)
    return copy_project(_source(wanted.dir, request.config.rootpath), tmp_path / "project" / ".claude" / "ui")


def _source(named: str | None, root: Path) -> str | Path:
    if named is not None:
        # A name that is no path of the repository may be that of a sample.
        return root / named if (root / named).exists() else named
    base = find_base(root)
    if base is not None:
        return base
    raise NoAppDirectory(
        f"no app directory in {root}: looked for {', '.join(CANDIDATES)}; give one with --uimcp-dir, "
        "the ini key uimcp_dir or @pytest.mark.uimcp(dir=…)"
    )


def _clock(request: pytest.FixtureRequest) -> MovableClock:
    return clock_for(virtual=asked(request.node, request.config).virtual)


@contextmanager
def server(request: pytest.FixtureRequest, project: Project) -> Iterator[Server]:
    """A configured server on a project; closed whatever the test does."""
    made = Server(_loop(request.config), project.base_dir, clock=_clock(request))
    attend(request.node, made)
    try:
        made.configure()
        yield made
    finally:
        made.close()


@contextmanager
def session(request: pytest.FixtureRequest, project: Project) -> Iterator[LuaSession]:
    """A session on a project, showing the app."""
    clock = _clock(request)
    options = SessionOptions(directory=project.directory)
    with Session(project.base_dir, clock=clock, options=options) as opened:
        show_app(request, project, opened.display)
        yield LuaSession(opened, clock)


def show_app(request: pytest.FixtureRequest, project: Project, display: Callable[[str], None]) -> None:
    """Show the app that was asked for, else the only one of the directory."""
    app = asked(request.node, request.config).app or project.only_app
    if app is not None:
        display(app)


def _loop(config: pytest.Config) -> LoopThread:
    """The event loop that all servers of this run share."""
    if _LOOP not in config.stash:
        loop = config.stash[_LOOP] = LoopThread()
        config.stash[ENDINGS].append(loop.close)
    return config.stash[_LOOP]
