from __future__ import annotations

import logging
import os
import pkgutil
import ssl
import sys
from collections.abc import Generator, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from pytest_uimcp.core.garbage import lasting_objects
from tests import costs, headless_shell, memory_disk, pytest_runs
from tests.files import write
from tests.quick import FOLDERS, is_quick, is_quick_run, prepare
from tests.testing.repository import app
from tests.urgency import Urgency, urgency_of_run

if TYPE_CHECKING:
    from pytest_uimcp.testing.faces.chromium.chromium import Chromium
    from tests.browser import SharedChromium
    from tests.html.devserver import DevServer

# How long an example takes says more about what else the machine does than about the example.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Where a machine forbids bytecode, every process that a test starts would compile the package anew, and every worker
# rewrite the assertions of all tests. The Makefile does the same; this is for pytest without make.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

pytest_plugins = ["pytester"]
# What a client over HTTP imports when it connects, and knows errors of.
LATE = ("httpcore2", "httpx2", "mcp.client.streamable_http")
URGENCY = pytest.StashKey[Urgency]()
INTERPRETER = pytest.StashKey[Any]()


@pytest.fixture(scope="session")
def imported_package() -> None:
    """Every module of the package is in `sys.modules`."""
    import pytest_uimcp

    for module in pkgutil.walk_packages(pytest_uimcp.__path__, "pytest_uimcp."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for name in LATE:
        import_module(name)


@pytest.fixture
def pytester(imported_package: None, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """pytester, in a process that has imported the whole package, whose runs print the same on every machine.

    A run in this process takes what it was first to import out of `sys.modules` again: the next one would import it
    a second time, and an error of one copy is no instance of the class of the other.
    """
    # With one of these, pytest's summary shows whole messages.
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
    # Both decide how much of a line is shown: a terminal's width, and where there is none this.
    monkeypatch.setenv("COLUMNS", "80")
    return pytester


@pytest.fixture
def warm(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test with this mark starts in Python is forked from an interpreter (tests/warm/processes.py)."""
    from tests.warm.processes import forks

    with forks(request.config.stash[INTERPRETER]):
        yield


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    """A repository with one app, in which pytester runs."""
    return write(pytester.path, app())


# The imports are inside: most runs of a few tests have no browser.
@pytest.fixture(scope="session")
def shared_chromium() -> Iterator[SharedChromium]:
    """Chromium for sync Playwright; tests ask for `chromium`, `context` and `playwright` of tests/html/conftest.py."""
    from tests.browser import SharedChromium

    shared = SharedChromium()
    yield shared
    shared.close()


@pytest.fixture(scope="session")
def face_chromium() -> Iterator[Chromium]:
    """Chromium for the face of this package."""
    from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium

    chromium = Chromium(BrowserOptions())
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def ui_server() -> Iterator[DevServer]:
    """The server that serves sessions to the browser; any with the same surface would do.

    There is one for all modules, because a browser keeps what it has compiled by its address.
    """
    from tests.html.devserver import DevServer

    server = DevServer()
    server.start()
    yield server
    server.stop()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.scheduling import make_scheduler

    return make_scheduler(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Before the workers of a run of all tests start."""
    if config.args_source is config.ArgsSource.TESTPATHS and not is_quick_run(config):
        from tests.bytecode import compile_tests

        compile_tests(config, config.rootpath / "tests")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["urgency"] = node.config.stash[URGENCY].to_data()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(costs.OPTION, action="store_true", help="print where the processor time goes, by room")


def pytest_configure(config: pytest.Config) -> None:
    headless_shell.prefer_it()
    memory_disk.prefer_it()
    costs.prepare(config)
    spare_http_clients(config)
    pytest_runs.make_cheaper(config)
    config.stash[URGENCY] = urgency_of_run(config)
    if is_quick_run(config):
        prepare(config)


def spare_http_clients(config: pytest.Config) -> None:
    """Every client of httpx reads the certificates of all authorities, and every request looks for a module in vain.

    That is more than half of what a test with a request takes.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
    if find_spec("sniffio") is None:
        patch.setitem(sys.modules, "sniffio", None)
    config.add_cleanup(patch.undo)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In a quick run, do not even read what it leaves out."""
    if is_quick_run(config) and collection_path.is_relative_to(config.rootpath):
        place = f"{collection_path.relative_to(config.rootpath).as_posix()}/"
        return True if place.startswith(FOLDERS) else None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Fifteen thousand tests and their modules stay: the collector need not look at them, now or later."""
    with lasting_objects():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if is_quick(item.nodeid, fixtures, {mark.name for mark in item.iter_markers()}):
            item.add_marker("quick")
    urgency = config.stash[URGENCY]
    if hasattr(config, "workerinput"):
        from tests.scheduling import rank

        items.sort(key=lambda item: (urgency.place(item.nodeid), rank(item.nodeid)))
    else:
        items.sort(key=lambda item: urgency.place(item.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have the interpreter import while the first tests run."""
    from tests.warm.processes import MARK, Interpreter, warm_tests

    config = session.config
    tests = warm_tests(session.items)
    is_controller = config.getoption("numprocesses", default=None) and not hasattr(config, "workerinput")
    if not tests or is_controller or config.option.collectonly:
        return
    interpreter = config.stash[INTERPRETER] = Interpreter()
    config.add_cleanup(interpreter.close)
    for test in tests:
        # Those of one function share the list.
        if MARK not in test.fixturenames:
            test.fixturenames.insert(0, MARK)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much of the matrix was played (see tests/page/matrix), how long that took, and how much of parity was."""
    counted: dict[str, list[object]] = {}
    stories: dict[str, int] = {}
    seconds: dict[str, float] = {}
    for report in terminalreporter.stats.get("passed", []):
        for name, value in getattr(report, "user_properties", []):
            if name.startswith("matrix"):
                counted.setdefault(name, []).append(value)
                seconds[name] = seconds.get(name, 0.0) + report.duration
            elif name.startswith("parity"):
                stories[name] = stories.get(name, 0) + 1
    for name, values in counted.items():
        said = str(values[0]) if isinstance(values[0], str) else str(sum(n for n in values if isinstance(n, int)))
        terminalreporter.write_line(f"{name}: {said} cases in {seconds[name]:.1f} s")
    for name, count in sorted(stories.items()):
        terminalreporter.write_line(f"{name}: {count} stories")


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """For commands that log, run in this process: their handlers would write into the next test's output."""
    root, ours = logging.getLogger(), logging.getLogger("pytest_uimcp")
    before = list(root.handlers), root.level, ours.level
    yield
    for handler in [handler for handler in root.handlers if handler not in before[0]]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(before[1])
    ours.setLevel(before[2])
