"""`loads`: the app's file runs, its object is there, and it leaves the globals to others."""

from __future__ import annotations

from pytest_uimcp.checks.app import App, NotLoaded
from pytest_uimcp.checks.findings import Findings

__all__ = ["ManyGlobals", "check_loads"]


class ManyGlobals(UserWarning):
    """An app makes other globals than its prototypes and its object."""


def check_loads(app: App) -> str | None:
    """Load it; what to warn of, if anything. Raises Findings."""
    with app.shop.bench(app.name) as bench:
        before = set(bench.ask("values"))
        problems = app.problems(bench)
        try:
            app.load(bench)
        except NotLoaded as error:
            raise NotLoaded([*problems, *error.found]) from None
        if problems:
            raise Findings(problems)
        new = sorted(set(bench.ask("values")) - before - {bench.object})
    if not new:
        return None
    return (
        f"{app.name} makes other globals than its prototypes and its object ({', '.join(new)}), which all apps of a "
        "session share: make them local"
    )
