"""The plugin that pytest loads through the entry point `uimcp`: options, markers, hooks and shared fixtures.

The fixtures of each kind of server come from the table in `servers.py`. Every pytest run in an environment with this
package pays for the imports of this module, so it imports only pytest and tables. Lua, the MCP SDK, web servers and
browsers are imported where they are used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.servers import KINDS
from pytest_uimcp.testing.options import (
    CHECK_MARKER,
    MARKER,
    PASSED_BY,
    TEST_HOOKS,
    add_options,
    all_options,
    flag,
    value,
)
from pytest_uimcp.testing.snapshots.usage import SNAPSHOT_USAGE, SnapshotUsage

if TYPE_CHECKING:
    from pytest_uimcp.testing.snapshots.assertion import UimcpSnapshot

# Part of the name of every scenario file; what reads the names is imported for a file that could be one.
_SCENARIO: Final = ".scenario."
# Those of our marker, which are easily exchanged.
_LETTERS: Final = sorted("uimcp")

pytest_plugins = [kind.fixtures for kind in KINDS if kind.fixtures]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, each with an ini key of the same name."""
    add_options(parser)


def pytest_load_initial_conftests(parser: pytest.Parser, args: list[str]) -> None:
    """Have pytest say with its own error which of our options a misspelt one is like."""
    names = [argument.partition("=")[0] for argument in args if argument.startswith("--ui")]
    options = [option.option for option in all_options()]
    if set(names) <= set(options):
        return
    from pytest_uimcp.core.spelling import near

    likely = [option for name in names if name not in options for option in near(name, options, 1)]
    if likely:
        parser.extra_info["did you mean"] = ", ".join(dict.fromkeys(likely))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARKER)
    config.addinivalue_line("markers", CHECK_MARKER)
    # In the stash and not in a global: pytest can run within pytest, as in tests of plugins.
    config.stash[SNAPSHOT_USAGE] = SnapshotUsage(config)
    config.pluginmanager.register(config.stash[SNAPSHOT_USAGE], "uimcp-snapshots")
    is_asked_for = flag(config, "")
    if is_asked_for:
        from pytest_uimcp.testing.collect.collecting import Collecting

        config.pluginmanager.register(Collecting(config), "uimcp-collecting")
        if value(config, "lint"):
            from pytest_uimcp.testing.collect.lint import LintFile

            config.pluginmanager.register(LintFile(config), "uimcp-lint")
    if is_asked_for or _names_scenario(config):
        from pytest_uimcp.testing.scenario.collecting import ScenarioCollecting

        config.pluginmanager.register(ScenarioCollecting(only_named=not is_asked_for), "uimcp-scenarios")
    # With pytest-xdist, the controller writes the report, not its workers.
    if value(config, "report") is not None and not hasattr(config, "workerinput"):
        from pytest_uimcp.testing.report.run import RunReport

        config.pluginmanager.register(RunReport(config), "uimcp-report")


def _names_scenario(config: pytest.Config) -> bool:
    """Whether an argument names a scenario; what knows their names is imported for one that could be."""
    candidates = [argument for argument in config.args if _SCENARIO in argument]
    if not candidates:
        return False
    from pytest_uimcp.testing.scenario.names import argument_path, is_scenario

    return any(is_scenario(argument_path(argument, Path())) for argument in candidates)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Remember a scenario that the run passes by."""
    if _SCENARIO in file_path.name and not flag(parent.config, ""):
        from pytest_uimcp.testing.collect.reminder import reminder

        reminder(parent.config).see(file_path, parent.session)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist has passed by."""
    files = getattr(node, "workeroutput", {}).get(PASSED_BY)
    if files:
        from pytest_uimcp.testing.collect.reminder import reminder

        reminder(node.config).add(files)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as often as its marker says; try one with the face `auto` without a browser before Chromium."""
    if "uimcp" in item.keywords:
        from pytest_uimcp.testing.repeating import is_repeated, run_repeatedly

        if is_repeated(item):
            run_repeatedly(item, nextitem)
            return True
    # The checks of `--uimcp` have no fixtures, and so no face.
    names = getattr(item, "fixturenames", None)
    if names is None or not any(name.startswith("uimcp") for name in (*names, *item.keywords)):
        return None
    from pytest_uimcp.testing.faces.auto import try_on_page, wants_auto

    if wants_auto(item) and try_on_page(item, nextitem):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Reject a marker with unknown arguments, or nearly our name, before anything else is set up."""
    for marker in item.own_markers:
        if marker.name != "uimcp" and sorted(marker.name) == _LETTERS:
            from pytest_uimcp.core.errors import UimcpError

            raise UimcpError(f"there is no marker {marker.name}: write @pytest.mark.uimcp")
    if "uimcp" in item.keywords:
        from pytest_uimcp.testing.settings import marker_arguments, repetition

        marker_arguments(item)
        repetition(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the explanation of a failure to its report, while its server and pages are still open."""
    if call.excinfo is None:
        report = yield
        if call.when == "call" and value(item.config, "report") is not None:
            from pytest_uimcp.testing.report.failure import add_story

            add_story(item, report)
        return report
    if not _is_concerned(item):
        return (yield)
    from pytest_uimcp.testing.report.failure import add_advice, add_link, add_sections, add_story, mask_error
    from pytest_uimcp.testing.report.frames import keep_message_only, shorten_traceback

    add_advice(item, call.excinfo.value)
    mask_error(item, call.excinfo.value)
    # Before the report is made, which writes the traceback as it is then.
    nowhere_to_go = not item.config.getoption("fulltrace") and shorten_traceback(call)
    report = yield
    if nowhere_to_go:
        keep_message_only(report.longrepr)
    if report.failed:
        add_sections(item, report, call.excinfo.value)
        add = add_link if call.when == "teardown" else add_story
        add(item, report)
    return report


def _is_concerned(item: pytest.Item) -> bool:
    config = item.config
    return (
        config.pluginmanager.has_plugin(TEST_HOOKS)
        or value(config, "report") is not None
        or "uimcp" in item.keywords
        # The first fixture of a run may fail before anything of ours is in use.
        or any(name.startswith("uimcp") for name in getattr(item, "fixturenames", ()))
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize tests that use a page or a stage with every requested face."""
    if not {"uimcp_page", "uimcp_stage"}.isdisjoint(metafunc.fixturenames):
        from pytest_uimcp.testing.faces.selection import parametrize

        parametrize(metafunc)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Have it said at the end what a run that ran nothing could have checked."""
    nothing_ran = exitstatus in (pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR)
    if nothing_ran and not flag(session.config, ""):
        from pytest_uimcp.testing.collect.reminder import reminder

        reminder(session.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests with the face `auto` ran in Chromium, and why, and how often repeated tests have passed."""
    if any(name.startswith("uimcp") for name in _properties(terminalreporter)):
        from pytest_uimcp.testing.properties import tell_properties

        tell_properties(terminalreporter)


def _properties(terminal: pytest.TerminalReporter) -> Iterator[str]:
    """The names of the properties of all tests."""
    for reports in terminal.stats.values():
        for report in reports:
            for name, _ in getattr(report, "user_properties", ()):
                yield name


@pytest.fixture
def uimcp_snapshot(request: pytest.FixtureRequest) -> UimcpSnapshot:
    """Compares with the stored snapshot: `page == uimcp_snapshot`, and `.html`, `.state`, `.tools`, `.picture`, …"""
    from pytest_uimcp.testing.snapshots.assertion import snapshot_of

    return snapshot_of(request)
