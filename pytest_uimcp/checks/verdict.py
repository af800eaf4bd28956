"""Runs one check of an app and says what of its findings counts: the way of pytest, of `ui-mcp check`, of `ui_audit`.

What a comment silences does not count, nor what another app of the directory has reported already. Paths are those of
the repository, never those of the copy that the checks run in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app import App, AppNotLoaded
from pytest_uimcp.checks.deadline import TimeIsUp, WorkClock, deadline
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.renders import NotDrawn
from pytest_uimcp.checks.rules.rule import LintSeverity
from pytest_uimcp.checks.rules.table import SEVERITIES
from pytest_uimcp.checks.silencing import is_silenced
from pytest_uimcp.checks.table import CHECKS, CheckKind
from pytest_uimcp.core.lazy import resolve

ENDLESS: Final = "look for a method that does not end, or creates new objects at each call"
Place = tuple[str, int | None, str]


class LintWarning(UserWarning):
    """Findings of rules that only warn."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self.findings = findings
        super().__init__("\n".join(finding.text(Path.cwd(), long=False) for finding in findings))


def severity_of(finding: Finding) -> LintSeverity:
    return SEVERITIES.get(finding.rule, LintSeverity.ERROR)


def run_check(kind: CheckKind, app: App, key: str = "") -> object:
    """What a check returns; its findings are raised as Findings, or returned as a LintWarning if none is an error."""
    arguments = [key] if kind.has_key else []
    try:
        return resolve(kind.run)(app, *arguments)
    except AppNotLoaded as error:
        raise AppNotLoaded([_tidy(app, finding) for finding in error.found]) from None
    except Findings as error:
        findings = tuple(finding for finding in (_tidy(app, f) for f in error.found) if _counts(kind, app, finding))
    if any(severity_of(finding) is LintSeverity.ERROR for finding in findings):
        raise Findings(findings) from None
    if findings:
        return LintWarning(findings)
    return None


def findings_of(app: App, seconds: float | None = None) -> Iterator[tuple[str, Finding]]:
    """All that the checks find in an app, each with the name of its check; a check takes no longer than `seconds`."""
    is_loaded = True
    for kind in CHECKS:
        for key in kind.keys(app.folder / "viewdefs"):
            name = f"{kind.name}[{key}]" if key else kind.name
            if not is_loaded:
                return
            try:
                result = _within(seconds, kind, app, key)
                findings = result.findings if isinstance(result, LintWarning) else ()
            except AppNotLoaded as error:
                # Its other checks would say the same.
                is_loaded = False
                findings = error.found
            except Findings as error:
                findings = error.found
            except NotDrawn:
                continue  # there is no object to draw it with, which is no fault
            except TimeIsUp as reached:
                message = f"gave up on {app.name}: `{name}` did not finish{reached}"
                yield name, Finding(message, app.entry, advice=ENDLESS, rule="restless")
                return
            yield from ((name, finding) for finding in findings)


def _within(seconds: float | None, kind: CheckKind, app: App, key: str) -> object:
    if seconds is None:
        return run_check(kind, app, key)
    with deadline(seconds, work=WorkClock(app.sandbox.threads_of(app.name))):
        return run_check(kind, app, key)


def _tidy(app: App, finding: Finding) -> Finding:
    base = app.sandbox.base_dir
    texts = {
        name: text.replace(f"{base}/", "").replace(str(base), str(app.directory.base))
        for name in ("message", "advice", "traceback")
        if str(base) in (text := getattr(finding, name))
    }
    return replace(finding, **texts) if texts else finding


def _counts(kind: CheckKind, app: App, finding: Finding) -> bool:
    """Whether it is neither silenced nor reported: by this or another app, or by an earlier check about this place."""
    if is_silenced(finding):
        return False
    reporters: dict[Place, tuple[str, str]] = app.sandbox.cache.setdefault(("", "reported"), {})
    reporter = (app.name, kind.name)
    places = [(str(finding.file), finding.line, finding.message)]
    if finding.line is not None:
        places.append((str(finding.file), finding.line, ""))
    # Each place is noted, whatever the first one says.
    first_reporters = [reporters.setdefault(place, reporter) for place in places]
    return set(first_reporters) == {reporter}
