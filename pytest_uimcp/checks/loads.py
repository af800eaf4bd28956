"""`loads`: the app's file runs, sets its object, and sets no other globals (else a warning)."""

from __future__ import annotations

from pytest_uimcp.checks.app import App, AppNotLoaded
from pytest_uimcp.checks.findings import Findings


class ManyGlobals(UserWarning):
    """An app sets globals other than its prototypes and its object."""


def check_loads(app: App) -> ManyGlobals | None:
    """Load the app and return a warning, if there is one. Raises Findings."""
    with app.sandbox.open(app.name) as app_session:
        # What the engine and the shell set is there before the app, and not its fault.
        previous = set(app_session.ask("values"))
        problems = app.problems(app_session)
        try:
            app.load(app_session)
        except AppNotLoaded as error:
            raise AppNotLoaded([*problems, *error.found]) from None
        if problems:
            raise Findings(problems)
        new = sorted(set(app_session.ask("values")) - previous - {app_session.object})
    if not new:
        return None
    return ManyGlobals(
        f"{app.name} makes other globals than its prototypes and its object ({', '.join(new)}), which all apps of a "
        "session share: make them local"
    )
