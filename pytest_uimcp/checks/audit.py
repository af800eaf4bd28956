"""The audit of one app, as `ui_audit` reports it: what reads like a mistake, and what the checks of `--uimcp` find.

The rules on the text of the files (`audit_lua.py`, `audit_views.py`) come first, since they hold for an app that does
not even load. Of the checks' findings, those at a place that a rule has named already are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import ENTRY, AppDirectory
from pytest_uimcp.checks.audit_lua import LuaAudit
from pytest_uimcp.checks.audit_views import audit_views
from pytest_uimcp.checks.findings import Suspicion
from pytest_uimcp.checks.rules.rule import LintSeverity
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.checks.verdict import findings_of, severity_of
from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.startup import Extension

REMINDERS: Final = (
    "Every object that the app makes when its file runs is made once: if not session.reloading then … end.",
    "Paths in viewdefs name fields and methods; what needs an operator or an argument is a method of its own.",
    "Colours and fonts come from the theme's variables and classes, so that the app looks right in every theme.",
)


def audit_app(
    base_dir: Path, name: str, extensions: Callable[[Path], Sequence[Extension]], lua_io: LuaIo = LuaIo.ALL
) -> dict[str, Any]:
    """Audit an app of a directory, which must exist; `extensions` and `lua_io` are those of a server's sessions."""
    directory = AppDirectory(base_dir)
    folder = directory.folder(name)
    if not (folder / ENTRY).is_file():
        missing = Suspicion("missing_app_lua", f"apps/{name}/{ENTRY}", f"apps/{name} has no {ENTRY}")
        return _report(name, [missing], [], methods=0)
    # The text is read before anything runs: what the rules say does not depend on whether the app loads.
    lua = LuaAudit.of(base_dir, folder)
    violations = [*lua.violations, *audit_views(base_dir, folder)]
    locations = {violation.location for violation in violations}
    warnings = list(lua.warnings)
    for severity, suspicion in _findings_of_checks(directory, name, base_dir, extensions, lua_io):
        if severity is LintSeverity.WARNING:
            warnings.append(suspicion)
        elif suspicion.location not in locations:
            violations.append(suspicion)
    return _report(name, violations, warnings, methods=lua.methods)


def _report(name: str, violations: list[Suspicion], warnings: Sequence[Suspicion], *, methods: int) -> dict[str, Any]:
    dead = sum(violation.type == "dead_method" for violation in violations)
    return {
        "app": name,
        "violations": [suspicion.as_json() for suspicion in sorted(set(violations))],
        "warnings": [suspicion.as_json() for suspicion in sorted(set(warnings))],
        "reminders": list(REMINDERS),
        "summary": {
            "total_methods": methods,
            "dead_methods": dead,
            "viewdef_violations": len(set(violations)) - dead,
        },
    }


def _findings_of_checks(
    directory: AppDirectory,
    name: str,
    base_dir: Path,
    extensions: Callable[[Path], Sequence[Extension]],
    lua_io: LuaIo,
) -> Iterator[tuple[LintSeverity, Suspicion]]:
    sandbox = Sandbox(directory, project_of(base_dir), extensions, lua_io)
    try:
        app = App(name, directory, sandbox)
        for check, finding in findings_of(app):
            # Place and message stand in one line there; a report has them apart.
            place, _, _ = finding.headline(base_dir).partition(f": {finding.message}")
            detail = "; ".join(filter(None, (finding.message, finding.advice)))
            location = place if finding.file else f"apps/{app.name}"
            yield severity_of(finding), Suspicion(check.partition("[")[0], location, detail)
    finally:
        sandbox.close()
