"""A test that runs several times, and passes if enough of its runs do: `@pytest.mark.uimcp(repeat=20, at_least=19)`.

pytest is told one outcome: the reports of a run that passed if enough have, else those of a run that failed. What all
runs came to is beside it, in the message, a section, the story and the summary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable, shortened
from pytest_uimcp.testing.faces.auto import run_once, wants_auto
from pytest_uimcp.testing.phases import PhasesRun, begin_again, is_plain_run, outside_of_ours, run_phases, tell
from pytest_uimcp.testing.properties import PASS_RATE
from pytest_uimcp.testing.report.run import note_in_story
from pytest_uimcp.testing.settings import Repetition, repetition

_NUMBER: Final = pytest.StashKey[int]()
_TITLE: Final = "uimcp repeat"
_MAX_MESSAGE_CHARACTERS: Final = 200
# Of failed runs beside the one that is reported: more of them rarely tell more.
_MAX_FAILURES: Final = 4


def is_repeated(item: pytest.Item) -> bool:
    """Whether a test runs more than once. What is wrong with its marker is told when it is set up."""
    try:
        marker = repetition(item)
    except UimcpError:
        return False
    return marker is not None and marker.repeat > 1 and is_plain_run(item.config)


def run_number(node: Any) -> int:
    """Which of its runs a test is in, from 1 on."""
    return int(node.stash.get(_NUMBER, 1))


def run_repeatedly(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Run a test as often as its marker says, each time with new fixtures, and report one outcome."""
    marker = repetition(item)
    assert marker is not None  # is_repeated has said so
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    own_properties = list(item.user_properties)
    runs: dict[int, PhasesRun] = {}
    for number in range(1, marker.repeat + 1):
        if runs:
            begin_again(item)
            item.user_properties[:] = own_properties
        item.stash[_NUMBER] = number
        runs[number] = _run(item, nextitem, is_last=number == marker.repeat)
        # A test that is skipped would be each time. pytest may also want to stop, as after Ctrl-C in a debugger.
        if _is_skipped(runs[1]) or item.session.shouldfail or item.session.shouldstop:
            break
    if _is_skipped(runs[1]):
        tell(item, runs[1].reports)
    else:
        tell(item, _outcome(item, runs, marker))


def _run(item: pytest.Item, nextitem: pytest.Item | None, *, is_last: bool) -> PhasesRun:
    # Asked when the fixtures are there.
    def until() -> Any:
        if is_last:
            return nextitem
        return outside_of_ours(item)

    if wants_auto(item):
        return run_once(item, until)
    return run_phases(item, until)


def _is_skipped(run: PhasesRun) -> bool:
    return any(isinstance(error, pytest.skip.Exception) for error in run.errors)


def _outcome(item: pytest.Item, runs: Mapping[int, PhasesRun], marker: Repetition) -> list[pytest.TestReport]:
    """The reports of the run that stands for all."""
    failures = {number: run for number, run in runs.items() if run.errors}
    passes = [number for number in runs if number not in failures]
    rate = f"{len(passes)} of {len(runs)} runs passed"
    needed = f"at least {marker.at_least}"
    if marker.at_least == marker.repeat:
        needed = f"all {marker.repeat}"
    if len(passes) >= marker.at_least:
        shown_run = passes[-1]
        rate = f"{rate} ({needed} had to)"
    else:
        # One that failed itself rather than in a fixture.
        shown_run = min(failures, key=lambda number: (_failure(failures[number]).when != "call", number))
        rate = f"{rate}, expected {needed}"
    text = "\n".join([rate, *_lines(failures)])
    if shown_run in failures:
        _add_to_message(_failure(failures[shown_run]), f"{rate}; run {shown_run}: ")
    reports = runs[shown_run].reports
    for report in reports:
        report.user_properties.append((PASS_RATE, text))
        report.duration = sum(one.duration for run in runs.values() for one in run.reports if one.when == report.when)
    _add_sections(_failure(runs[shown_run]), text, {key: run for key, run in failures.items() if key != shown_run})
    note_in_story(reports, _TITLE, text)
    return reports


def _failure(run: PhasesRun) -> pytest.TestReport:
    """The report of the phase that failed, else that of the call."""
    failed = [report for report in run.reports if not report.passed]
    return (failed or [report for report in run.reports if report.when == "call"])[0]


def _lines(failures: Mapping[int, PhasesRun]) -> list[str]:
    """A line for each way in which runs have failed."""
    numbers: dict[str, list[int]] = {}
    for number, run in failures.items():
        numbers.setdefault(_message(run), []).append(number)
    return [
        f"  run{'s' if len(same) > 1 else ''} {', '.join(map(str, same))}: {message}"
        for message, same in numbers.items()
    ]


def _message(run: PhasesRun) -> str:
    report = _failure(run)
    crash = getattr(report.longrepr, "reprcrash", None)
    text = str(getattr(crash, "message", None) or getattr(report, "wasxfail", "") or report.longreprtext)
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [type(run.errors[0]).__name__]
    texts = lines[:1]
    # What is wrong is then in the lines below.
    if texts[0].endswith(":"):
        texts = lines
    message = shortened(printable(" ".join(texts)), _MAX_MESSAGE_CHARACTERS)
    if report.when == "call":
        return message
    return f"{report.when}: {message}"


def _add_to_message(report: pytest.TestReport, text: str) -> None:
    """Put a text before the message that pytest shows in its summary, and JUnit files have."""
    crash: Any = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        crash.message = f"{text}{crash.message}"


def _add_sections(report: pytest.TestReport, text: str, failures: Mapping[int, PhasesRun]) -> None:
    """The pass rate, and the failures of the runs that are not shown otherwise."""
    failing: Sequence[tuple[int, PhasesRun]] = list(failures.items())[:_MAX_FAILURES]
    hidden = len(failures) - len(failing)
    details = [(f"uimcp run {number}", _failure(run).longreprtext) for number, run in failing]
    if hidden:
        details.append(("uimcp other runs", f"{hidden} more have failed; the list under `{_TITLE}` has their messages"))
    report.sections[:0] = [(_TITLE, text), *details]
