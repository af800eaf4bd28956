"""What the runs of tests leave for the end of the run, in properties of their reports.

With pytest-xdist, properties come from all workers; JUnit files have them, too. pytest imports this module when it
starts, so it imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

# How many runs of a test have passed, and how the others have failed.
PASS_RATE: Final = "uimcp_pass_rate"


def properties(terminal: pytest.TerminalReporter, name: str) -> dict[str, str]:
    """The property of that name of each test that has it."""
    texts: dict[str, str] = {}
    for reports in terminal.stats.values():
        for report in reports:
            for key, text in getattr(report, "user_properties", ()):
                if key == name:
                    texts[report.nodeid] = str(text)
    return texts
