"""What the runs of tests leave for the end of the run, in properties of their reports.

With pytest-xdist, properties come from all workers; JUnit files have them, too. The plugin imports this module at the
end of a run that has a property of ours.
"""

from __future__ import annotations

from typing import Final

import pytest

from pytest_uimcp.testing.faces import REFUSED

# How many runs of a test have passed, and how the others have failed.
PASS_RATE: Final = "uimcp_pass_rate"
# The end of every refusal, which a list of the tests need not repeat.
_ADVICE: Final = "; run this test with face=chromium"


def tell_properties(terminal: pytest.TerminalReporter) -> None:
    """Say which tests with the face `auto` ran in Chromium, and why, and how often repeated tests have passed."""
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


def _properties(terminal: pytest.TerminalReporter, name: str) -> dict[str, str]:
    """The property of that name of each test that has it."""
    texts: dict[str, str] = {}
    for reports in terminal.stats.values():
        for report in reports:
            for key, text in getattr(report, "user_properties", ()):
                if key == name:
                    texts[report.nodeid] = str(text)
    return texts
