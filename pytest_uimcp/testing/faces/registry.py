"""The faces: what a test of `uimcp_page` may run on, a row each. Read when pytest starts, so nothing is imported."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["FACES", "NAMES", "Face"]


class Face(NamedTuple):
    """One face."""

    name: str
    """As `--uimcp-face` and the marker say it, and the id of the test's parameter."""
    where: str
    """For `--help`: where tests run then."""
    opens: str
    """A reference to `(request, server) -> context manager` that gives the page."""
    verbs: str
    """A reference to its table of verbs; all faces have the same ones."""


FACES: Final = (
    Face("page", "without a browser", "pytest_uimcp.testing.faces.page:page_for", "pytest_uimcp.page.verbs:VERBS"),
    Face(
        "chromium",
        "in Chromium",
        "pytest_uimcp.testing.faces.chromium.fixtures:browser_for",
        "pytest_uimcp.testing.faces.chromium.actions:ACTIONS",
    ),
)
NAMES: Final = tuple(face.name for face in FACES)
