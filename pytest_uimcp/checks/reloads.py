"""`reloads`: the app's state survives running its files again, as after an edit."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.sandbox import AppSession

_RULE: Final = "not-reloaded"
_MAIN: Final = re.compile(r"^\s*(?P<file>[^\n]+?):(?P<line>\d+): in main chunk$", re.MULTILINE)
_ADVICE: Final = "make it once: if not session.reloading then … end"
_SHARED: Final = ("lua/main.lua", "lua/mcp.lua")


def check_reloads(app: App) -> None:
    """Raises Findings."""
    with app.loaded() as app_session:
        # The app is shown first: what it makes when it is drawn is part of the state that must survive.
        app_session.session.display(app.name)
        app_session.session.settle()
        app_session.ask("mark", app_session.object)
        # What fails at the start fails again, and is reported by `loads`.
        earlier_messages = [problem.message for problem in app_session.session.problems]
        # What runs again makes other functions.
        app_session.is_loaded = False
        report = _edit(app_session, app.sandbox.base_dir)
        app_session.session.settle()
        new = [
            problem
            for problem in report.problems
            if not any(problem.message in message for message in earlier_messages)
        ]
        failures = [replace(app.of_problem(problem), rule=_RULE) for problem in new if problem.kind != "viewdef"]
        if failures:
            raise Findings(failures)
        same, lost, new = app_session.ask("compare", app_session.object)
    findings = [
        *_lost(app, same, lost, new),
        *(_more(app, *growth) for growth in new if same and growth[2] > growth[1]),
    ]
    if findings:
        raise Findings(findings)


def _edit(app_session: AppSession, base: Path) -> Any:
    edited: list[tuple[Path, os.stat_result]] = []
    for name in app_session.session.loaded:
        path = base / name
        is_other = name.startswith("apps/") and not name.startswith(f"apps/{app_session.app}/")
        if name not in _SHARED and not is_other and path.is_file():
            edited.append((path, path.stat()))
    try:
        for path, status in edited:
            # Long ago: a recent time could be taken for a file that is still being written.
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 10**9))
        return app_session.session.reload()
    finally:
        # The copy is as it was before, so that the other apps need no new one.
        for path, status in edited:
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _lost(app: App, same: bool, lost: list[str], new: list[list[Any]]) -> list[Finding]:
    if not same:
        file, line = _made_at(app, new[0][3]) if new else (app.entry, None)
        message = f"running again with session.reloading makes {app.object} another object: its state is lost"
        return [Finding(message, file, line, advice=_ADVICE, rule=_RULE)]
    message = "running again with session.reloading loses state: {} has less than before"
    return [Finding(message.format(f"{app.object}.{name}"), app.entry, advice=_ADVICE, rule=_RULE) for name in lost]


def _more(app: App, name: str, old_count: int, new_count: int, traceback: str) -> Finding:
    file, line = _made_at(app, traceback)
    message = f"running again with session.reloading makes more {name} objects: {old_count} before, {new_count} now"
    return Finding(message, file, line, advice=_ADVICE, traceback=traceback, rule=_RULE)


def _made_at(app: App, traceback: str) -> tuple[Any, int | None]:
    places = list(_MAIN.finditer(traceback))
    if not places:
        return app.entry, None
    return app.directory.original(places[-1]["file"]), int(places[-1]["line"])
