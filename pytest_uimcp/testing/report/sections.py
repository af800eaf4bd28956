"""The sections of a failure's report: each is cut to a few lines, or complete with `-v`."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.servers import rows
from pytest_uimcp.testing.harness.harness import Harness
from pytest_uimcp.testing.report.consequences import consequences
from pytest_uimcp.testing.report.participants import Participant, ShowsPage, steps
from pytest_uimcp.testing.report.secrets import secrets_of
from pytest_uimcp.testing.report.step_text import step_line

_FAILED: Final = "✗"
# A message that shows the tree already.
_SHOWN: Final = re.compile(r"\n  the (page|stage):\n")
# What the front end marks an element with, on both faces.
_FAULT: Final = re.compile(r'ui-error-code="(?P<code>[^"]*)" ui-error-description="(?P<description>[^"]*)"')


class Failed(NamedTuple):
    participants: list[Participant]
    error: BaseException | None

    @property
    def under_test(self) -> list[Harness]:
        return [participant.thing for participant in self.participants if isinstance(participant.thing, Harness)]


class Section(NamedTuple):
    """A section of a failure's report: its title, its lines, and how many of them are shown without `-v`."""

    title: str
    lines: Callable[[Failed], list[str]]
    max_lines: int = 10
    # Whether the last lines are shown instead of the first.
    from_end: bool = False
    # Whether the HTML report has it, too; for the sections of servers.
    on_page: bool = True


def sections(
    participants: list[Participant], error: BaseException | None, *, verbose: bool
) -> Iterator[tuple[str, str]]:
    failure = Failed(participants, error)
    secrets = secrets_of(participants)
    for section in (*SECTIONS, *rows("sections")):
        if lines := section.lines(failure):
            keep = _last if section.from_end else _first
            yield section.title, secrets.masked("\n".join(lines if verbose else keep(lines, section.max_lines)))


def page_sections(participants: list[Participant]) -> Iterator[tuple[str, str]]:
    """Title and whole text of the sections that servers add to the HTML report."""
    failure = Failed(participants, None)
    for section in rows("sections"):
        if section.on_page and (lines := section.lines(failure)):
            yield section.title.removeprefix("uimcp ").capitalize(), "\n".join(lines)


def _story(failure: Failed) -> list[str]:
    all_steps = steps(failure.participants)
    things = [participant.thing for participant in failure.participants]
    led_to = consequences(all_steps, things, secrets_of(failure.participants))
    return [f"{_FAILED if step.error else ' '} {step_line(step, led_to.get(id(step), ''))}" for step in all_steps]


def _advice(failure: Failed) -> list[str]:
    if isinstance(failure.error, UimcpError):
        return []  # `add_advice` has put the advice into our own errors
    return [advice for harness in failure.under_test if (advice := harness.advice())]


def _errors(failure: Failed) -> list[str]:
    return [
        line
        for harness in failure.under_test
        for error in harness.unreported_errors()
        for line in str(error).split("\n")
    ]


def _trees(failure: Failed) -> list[str]:
    if isinstance(failure.error, UimcpError) and _SHOWN.search(str(failure.error)):
        return []
    pages = [participant.thing for participant in failure.participants if isinstance(participant.thing, ShowsPage)]
    lines: list[str] = []
    for number, page in enumerate(pages, 1):
        if len(pages) > 1:
            lines.append(f"page {number}:")
        lines += (_said(page.last_aria) or "(nothing)").split("\n")
    return lines


def _faults(failure: Failed) -> list[str]:
    """What the page marks as wrong and no step has raised: a misspelt path, a viewdef that is missing."""
    faults = (
        fault
        for participant in failure.participants
        if isinstance(participant.thing, ShowsPage)
        for fault in _FAULT.finditer(_html(participant.thing))
        if fault["code"] != "lua-error"
    )
    return list(dict.fromkeys(html.unescape(fault["description"]) for fault in faults))


def _html(page: ShowsPage) -> str:
    return _said(lambda: page.shown()[1])


def _log(failure: Failed) -> list[str]:
    return [line for participant in failure.participants for line in participant.log]


def _said(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001 -- the test's own failure must not be lost behind one of its report
        return f"(could not be read: {error})"


def _last(lines: list[str], max_lines: int) -> list[str]:
    omitted = len(lines) - max_lines
    if omitted <= 0:
        return lines
    return [f"… {omitted} before, see -v", *lines[-max_lines:]]


def _first(lines: list[str], max_lines: int) -> list[str]:
    omitted = len(lines) - max_lines
    if omitted <= 0:
        return lines
    return [*lines[:max_lines], f"… {omitted} more, see -v"]


# The sections that all servers have in common; kinds of servers add their own (see `servers.py`).
SECTIONS: Final = (
    Section("uimcp app", _advice),
    Section("uimcp story", _story, from_end=True),
    Section("uimcp errors", _errors),
    Section("uimcp page problems", _faults),
    Section("uimcp page", _trees, max_lines=30),
    Section("uimcp log", _log, from_end=True),
)
