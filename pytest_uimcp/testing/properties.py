"""What the runs of tests leave for the end of the run, in properties of their reports.

With pytest-xdist, properties come from all workers; JUnit files have them, too. The plugin imports this module at the
end of a run that has a property of ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from pytest_uimcp.testing.faces import REFUSED

# How many runs of a test have passed, and how the others have failed.
PASS_RATE: Final = "uimcp_pass_rate"
# What became of the stored trees that a check has compared, one word each; syrupy counts those of tests only.
STORED: Final = "uimcp_stored"
# The end of every refusal, which a list of the tests need not repeat.
_ADVICE: Final = "; run this test with face=chromium"


def tell_properties(terminal: pytest.TerminalReporter) -> None:
    """Say which tests with the face `auto` ran in Chromium, how repeated ones went, and what checks compared."""
    refusals = _properties(terminal, REFUSED)
    if refusals:
        terminal.write_sep("=", "uimcp face=auto: run in Chromium")
        for nodeid, reason in refusals.items():
            terminal.write_line(f"{nodeid}: {reason.removesuffix(_ADVICE)}")
    rates = _properties(terminal, PASS_RATE)
    if rates:
        terminal.write_sep("=", "uimcp repeat")
        for nodeid, rate in rates.items():
            terminal.write_line(f"{nodeid}: {rate}")
    stored = Counter(_words(terminal, STORED))
    if stored:
        counts = ", ".join(f"{count} {word}" for word, count in sorted(stored.items()))
        terminal.write_line(f"uimcp: snapshots of the checks: {counts}")


def _words(terminal: pytest.TerminalReporter, name: str) -> Iterator[str]:
    """The words of that property, of which a test may have several."""
    # Each phase of a test reports the properties that there are by then.
    last = {report.nodeid: report for reports in terminal.stats.values() for report in reports if _has_phase(report)}
    for report in last.values():
        yield from (str(word) for key, word in report.user_properties if key == name)


def _has_phase(report: object) -> bool:
    return getattr(report, "when", None) in ("call", "teardown")


def _properties(terminal: pytest.TerminalReporter, name: str) -> dict[str, str]:
    """The property of that name of each test that has it."""
    texts: dict[str, str] = {}
    for reports in terminal.stats.values():
        for report in reports:
            for key, text in getattr(report, "user_properties", ()):
                if key == name:
                    texts[report.nodeid] = str(text)
    return texts
