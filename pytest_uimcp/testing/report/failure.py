"""Adds to the report of a test: advice and sections about a failure, and the story for the report of the run."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

from pytest_uimcp.aria.errors import PageError
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.servers import KINDS
from pytest_uimcp.testing.collect.app_directories import directories_of_run, directory_of_test
from pytest_uimcp.testing.report.folder import asked_folder
from pytest_uimcp.testing.report.habits import note_habit
from pytest_uimcp.testing.report.participants import late_participants, participants_of, under_test
from pytest_uimcp.testing.report.secrets import secrets_of
from pytest_uimcp.testing.report.sections import sections
from pytest_uimcp.testing.settings import settings_for


def add_advice(item: pytest.Item, error: BaseException) -> None:
    """Add the probable cause to an error of ours, once: the error of a wider fixture is raised again for every test."""
    if isinstance(error, pytest.FixtureLookupError):
        _name_fixture(error)
    if not isinstance(error, UimcpError):
        note_habit(error)
        return
    for advice in (_directory_advice(item, error), *(thing.advice() for thing in under_test(item))):
        if advice and advice not in error.context:
            error.context = "\n".join(filter(None, (error.context, f"  {advice}")))


def _name_fixture(error: pytest.FixtureLookupError) -> None:
    """Say which fixture of ours was probably meant, instead of the list of all that there are."""
    homes = ["pytest_uimcp.plugin", *(kind.fixtures for kind in KINDS if kind.fixtures)]
    ours = [name for home in homes for name in vars(import_module(home)) if name.startswith("uimcp")]
    if error.msg is None and error.argname and (likely := hint(error.argname, ours)):
        error.msg = f"fixture {error.argname!r} not found{likely}\n ours are: {', '.join(sorted(ours))}"


def _directory_advice(item: pytest.Item, error: UimcpError) -> str:
    """Which app directory the test had, if the run has several: it may have been meant for another one."""
    # Who names a directory has none of the others in mind.
    if not isinstance(error, PageError) or settings_for(item, item.config).dir is not None:
        return ""
    directories = directories_of_run(item.session)
    own = directory_of_test(item.path, item.config)
    if len(directories) < 2 or own is None:
        return ""
    others = [_shown(directory, item) for directory in directories if directory != own]
    return f"the app directory nearest to this test is {_shown(own, item)}; others of this run: {', '.join(others)}"


def _shown(path: Path, item: pytest.Item) -> str:
    return os.path.relpath(path, item.config.invocation_params.dir)


def mask_error(item: pytest.Item, error: BaseException) -> None:
    """Mask the secrets of the test in an error of ours: its page may show them."""
    if isinstance(error, UimcpError) and (secrets := secrets_of(participants_of(item))):
        error.context = secrets.masked(error.context)
        error.args = tuple(secrets.masked(argument) for argument in error.args)


def add_sections(item: pytest.Item, report: pytest.TestReport, error: BaseException | None) -> None:
    """Add sections about the participants to the report of a failed test, or of its teardown."""
    # Its fixtures have released their participants by then.
    if report.when == "teardown":
        participants = late_participants(item)
    else:
        participants = participants_of(item)
    if participants:
        verbose = item.config.get_verbosity() > 0
        report.sections.extend(sections(participants, error, verbose=verbose))


def add_story(item: pytest.Item, report: pytest.TestReport) -> None:
    """Add the story of a test that used something of ours, if the run writes a report."""
    folder = asked_folder(item.config)
    if folder is None or not _is_ours(item):
        return
    # Imported here: most runs write no report.
    from pytest_uimcp.testing.report.run import attach, link
    from pytest_uimcp.testing.report.story import story_of

    attach(report, story_of(item, report, participants_of(item)))
    if report.failed:
        report.sections.append(("uimcp report", link(folder, item.nodeid)))


def add_link(item: pytest.Item, report: pytest.TestReport) -> None:
    """Say where the story of a test is whose teardown has failed."""
    folder = asked_folder(item.config)
    if folder is not None and _is_ours(item):
        from pytest_uimcp.testing.report.run import link

        report.sections.append(("uimcp report", link(folder, item.nodeid)))


def _is_ours(item: pytest.Item) -> bool:
    names = (*getattr(item, "fixturenames", ()), *item.keywords)
    return bool(participants_of(item)) or any(name.startswith("uimcp") for name in names)
