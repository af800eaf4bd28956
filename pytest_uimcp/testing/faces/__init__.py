"""The faces on which tests with a page or a stage can run. Read when pytest starts, so it imports nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "ALL", "AUTO", "CHROMIUM", "EVERY_NAME", "FACES", "IN_ALL", "NAMES", "PAGE", "PROGRAM", "REFUSED", "STAGE", "Face",
]  # fmt: skip


class Face(NamedTuple):
    # The name in `--uimcp-face` and in the marker, and the id of the test's parameter.
    name: str
    # For `--help`: where tests run on this face.
    place: str
    # A reference to `(request, server) -> context manager` that gives the page.
    opens: str
    # A reference to its table of verbs; all faces have the same verbs.
    verbs: str
    # Whether `--uimcp-face all` includes it: what comes with the package, or is what most users have.
    in_all: bool = True


PAGE: Final = "page"
CHROMIUM: Final = "chromium"
FACES: Final = (
    Face(PAGE, "without a browser", "pytest_uimcp.testing.faces.page:page_for", "pytest_uimcp.page.verbs:VERBS"),
    Face(
        CHROMIUM,
        "in Chromium",
        "pytest_uimcp.testing.faces.chromium.fixtures:browser_for",
        "pytest_uimcp.testing.faces.chromium.actions:ACTIONS",
    ),
    Face(
        "firefox",
        "in Firefox",
        "pytest_uimcp.testing.faces.firefox.fixtures:firefox_for",
        "pytest_uimcp.testing.faces.firefox.tab:ACTIONS",
        in_all=False,
    ),
)
NAMES: Final = tuple(face.name for face in FACES)
IN_ALL: Final = tuple(face.name for face in FACES if face.in_all)
# Of tests with `uimcp_stage`: a scene in memory, and a real JavaFX program. The names above are not about them.
STAGE: Final = "stage"
PROGRAM: Final = "program"
EVERY_NAME: Final = (*NAMES, STAGE, PROGRAM)
# Without a browser, and anew in Chromium if the page refuses a step; for the marker and the option.
AUTO: Final = "auto"
# On the page and in Chromium, on the stage and in the program; for the option only.
ALL: Final = "all"
# The property of a test that says why its try on the page ended.
REFUSED: Final = "uimcp_refused"
