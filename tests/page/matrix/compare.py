"""Compares what is observed on the page with what was observed in Chromium."""

from __future__ import annotations

import difflib

from tests.page.matrix.family import Case
from tests.page.matrix.stage import Observation

__all__ = ["difference", "refusal"]

PARTS = ("error", "aria", "focus", "events", "values")
REFUSED = "NotModelled"
"""The error of a page that does not know how a browser would go on."""


def refusal(ours: Observation) -> bool:
    """Whether the page has refused the step by name."""
    return ours.get("error") == REFUSED


def _in_time(events: str) -> tuple[list[str], int]:
    """Events without what is a matter of time: whether a frame comes between pressing and releasing the button."""
    words = events.split()
    if not any(word.startswith("sl-after-") for word in words):
        return words, 0
    return [word for word in words if word != "click"], words.count("click")


def difference(case: Case, number: int, theirs: Observation, ours: Observation) -> str:
    """What differs after a step, in words; empty if nothing does."""
    found = [name for name in PARTS if theirs.get(name) != ours.get(name)]
    if "events" in found and _in_time(theirs.get("events", "")) == _in_time(ours.get("events", "")):
        found.remove("events")
    if not found:
        return ""
    step = ("open", *case.steps)[number]
    lines = [f"{case.id}: after step {number}, {step!r}, {' and '.join(found)} differ (- Chromium, + page)"]
    for name in found:
        before, after = (str(one.get(name) or "").split("\n") for one in (theirs, ours))
        lines += [f"  {name}:", *(f"    {line}" for line in difflib.ndiff(before, after) if line[0] != "?")]
    lines.append(f"  alone on both faces: make record-page ARGS='--show \"{case.id}\"'")
    return "\n".join(lines)
