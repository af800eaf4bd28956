"""The tests whose try on the page ended with a refusal, from their reports: with pytest-xdist, those of all workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.testing.faces import REFUSED

if TYPE_CHECKING:
    import pytest

__all__ = ["refused_tests"]

# The end of every refusal.
ADVICE: Final = "; run this test with face=chromium"


def refused_tests(terminal: pytest.TerminalReporter) -> list[str]:
    """A line for each of them, with the reason."""
    lines: dict[str, str] = {}
    for reports in terminal.stats.values():
        for report in reports:
            for name, reason in getattr(report, "user_properties", ()):
                if name == REFUSED:
                    lines[report.nodeid] = f"{report.nodeid}: {reason.removesuffix(ADVICE)}"
    return list(lines.values())
