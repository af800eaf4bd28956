"""The evidence of a failed test's browsers: a screenshot, a trace, and the console output."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

import pytest

from pytest_uimcp.testing.faces.chromium.browser import Browser
from pytest_uimcp.testing.report.folder import folder_of
from pytest_uimcp.testing.report.participants import participants_of

SECTION: Final = "ui-mcp browser"
_MAX_MESSAGES: Final = 10
_PLUGIN: Final = "uimcp-browser-evidence"


def keep_evidence(config: pytest.Config) -> None:
    """Keep the evidence of browsers in this run, whichever they are."""
    if not config.pluginmanager.has_plugin(_PLUGIN):
        config.pluginmanager.register(Evidence(), _PLUGIN)


class Evidence:
    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed and report.when != "teardown":
            _leave(item, report)
        return report


def _leave(item: pytest.Item, report: pytest.TestReport) -> None:
    lines: list[str] = []
    for participant in participants_of(item):
        if isinstance(participant.thing, Browser):
            lines.extend(_lines(item, participant.thing))
    if lines:
        report.sections.append((SECTION, "\n".join(lines)))


def _lines(item: pytest.Item, browser: Browser) -> Iterator[str]:
    # Saved once, because the trace ends with it.
    paths = browser.left or browser.evidence(folder_of(item))
    for kind, path in paths.items():
        yield f"{kind}: {path}"
    if "trace" in paths:
        yield f"to look at it: python -m playwright show-trace {paths['trace']}"
    yield from (f"JavaScript error: {error}" for error in browser.window.errors[-_MAX_MESSAGES:])
    for message in browser.window.console[-_MAX_MESSAGES:]:
        if message.kind in ("error", "warning"):
            yield f"console.{message.kind}: {message.text}{f' ({message.where})' if message.where else ''}"
