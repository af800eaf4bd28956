"""Makes what fixtures give: the project, server or session with the app directory, app and clock that a test wants."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from pytest_uimcp.checks.app_directory import CANDIDATES
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.base_dir import copy_below, project_of
from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.engine.lua.spares import SPARES
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.wire.trace import FrameTrace
from pytest_uimcp.server.base_dir import SHELL, app_names
from pytest_uimcp.server.harness.app import AppHarness
from pytest_uimcp.server.harness.lua_session import LuaSession
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp
from pytest_uimcp.server.lua.services import app_services
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from pytest_uimcp.testing.collect.app_directories import directory_of_test, is_of_another_repository
from pytest_uimcp.testing.harness.clock import clock_for
from pytest_uimcp.testing.harness.shared_loop import loop_of
from pytest_uimcp.testing.hooks import has_passed, register
from pytest_uimcp.testing.project import Project, copy_project
from pytest_uimcp.testing.project_copies import ProjectCopies
from pytest_uimcp.testing.settings import settings_for

_KEEPS_SPARES = pytest.StashKey[bool]()
_COPIES = pytest.StashKey[ProjectCopies]()


@public
class NoAppDirectory(UimcpError):
    """The repository under test has no app directory in any of the usual places."""


def project_for(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    """A copy in a folder that the caller has for it."""
    source = _prepare(request)
    return copy_project(source, copy_below(tmp_path / "project", Path(source)))


@contextmanager
def copy_for(request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A copy for one test, in a folder below pytest's."""
    config = request.config
    source = _prepare(request)
    if _COPIES not in config.stash:
        config.stash[_COPIES] = ProjectCopies(partial(factory.mktemp, "uimcp-project"))
    copies = config.stash[_COPIES]
    project = copies.take(source)
    yield project
    if has_passed(request.node):
        copies.give_back(project)
        # As pytest does with the folders of `tmp_path`.
        if project.backdrop.is_seen and config.getini("tmp_path_retention_policy") != "all":
            shutil.rmtree(project.directory, ignore_errors=True)


def _prepare(request: pytest.FixtureRequest) -> str | Path:
    """The source of a test's copy; the first test of a run lets Lua states be made ahead."""
    config = request.config
    # The next test is likely to need a session too.
    if _KEEPS_SPARES not in config.stash:
        config.stash[_KEEPS_SPARES] = True
        SPARES.enter()
        config.add_cleanup(SPARES.leave)
    # A fixture of a session belongs to no file.
    path: Path = getattr(request.node, "path", config.rootpath / "session")
    return _source(settings_for(request.node, config).dir, path, config)


def _source(directory: str | None, file: Path, config: pytest.Config) -> str | Path:
    root = config.rootpath
    if directory is not None:
        roots = [root]
        if is_of_another_repository(file, config):
            roots = [*file.parents, root]
        # A name that is not a path of the repository may be that of a sample.
        return next((place / directory for place in roots if (place / directory).exists()), directory)
    base = directory_of_test(file, config)
    if base is not None:
        return base
    raise NoAppDirectory(
        f"no app directory in {root}: looked for {', '.join(CANDIDATES)}; give one with --uimcp-dir, "
        "the ini key uimcp_dir or @pytest.mark.uimcp(dir=…)"
    )


@contextmanager
def server_for(request: pytest.FixtureRequest, project: Project) -> Iterator[Server]:
    """A configured server on a project; always closed after the test."""
    settings = settings_for(request.node, request.config)
    clock = clock_for(virtual=settings.virtual)
    backdrop = project.backdrop
    server = Server(
        loop_of(request.config), backdrop.directory, clock=clock, lua_errors=settings.lua_errors, backdrop=backdrop
    )
    register(request.node, server)
    project.serves(server.story, server.written)
    try:
        server.configure()
        yield server
        # Raises what nobody has asked for; only then may the server be closed, which would lose it.
        server.over()
    finally:
        server.close()


@contextmanager
def session_for(request: pytest.FixtureRequest, project: Project) -> Iterator[LuaSession]:
    """A session on a project, showing the app."""
    settings = settings_for(request.node, request.config)
    clock = clock_for(virtual=settings.virtual)
    story = StepLog("session")
    base_dir = project.backdrop.directory
    extension = StandaloneMcp(base_dir, clock.now)
    publisher = TopicPublisher()
    session = Session(
        base_dir,
        clock=clock,
        options=SessionOptions(directory=project_of(base_dir), backdrop=project.backdrop, trace=FrameTrace()),
        extensions=[extension, *app_services(base_dir, bundle_dir(), publisher.subscribe)],
        app_failed=story.app_failed,
    )
    lua = LuaSession(session, extension.events, publisher, clock, story=story, lua_errors=settings.lua_errors)
    register(request.node, lua)
    with session:
        # An app that does not come to rest is reported where the test waits for it, not by the fixture.
        lua.try_settle()
        show_app(request, project, lua)
        yield lua
        lua.over()


def show_app(request: pytest.FixtureRequest, project: Project, harness: AppHarness) -> None:
    """Show the app that the test names, or else the only one of the directory."""
    setting = settings_for(request.node, request.config).app
    if setting is not None:
        _check_there(setting, project.backdrop.directory)
    app = setting or project.only_app
    if app == SHELL and (project.backdrop.directory / "lua" / f"{SHELL}.lua").is_file():
        return  # the shell is shown from the start, and displays other apps
    if app is not None:
        harness.display(app)
    else:
        harness.choices = tuple(project.apps)


def _check_there(app: str, base_dir: Path) -> None:
    apps = app_names(base_dir)
    if app not in apps and not (base_dir / "lua" / f"{app}.lua").is_file():
        raise UimcpError(
            f"there is no app {app!r} to show{hint_or_names(app, apps)}; the name is that of "
            "@pytest.mark.uimcp(app=…), --uimcp-app or the ini key uimcp_app"
        )
