"""`loads`: the app's file runs, its object is there, and it leaves the globals to others."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.testing.collect.app import App

__all__ = ["ManyGlobals", "check_loads"]

_FEW: Final = 2


class ManyGlobals(UserWarning):
    """An app makes more globals than its prototype and its object."""


def check_loads(app: App) -> str | None:
    """Load it; what to warn of, if anything. Raises Findings."""
    with app.shop.bench(app.name) as bench:
        before = set(bench.ask("globals"))
        app.load(bench)
        new = sorted(set(bench.ask("globals")) - before)
    if len(new) <= _FEW:
        return None
    return (
        f"{app.name} makes {len(new)} globals ({', '.join(new)}), which all apps of a session share: make all but its "
        "prototype and its object local"
    )
