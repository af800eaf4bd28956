"""A page that lives in the test process: the same messages as a browser, the same elements, no pixels.

`Page` connects to a session and draws what it says; its verbs are those of a human. The parts:

- `dom`: the document; `accessible`: roles, names and the tree that `aria()` writes
- `variables`, `plans`, `bindings`, `views`, `lists`, `render`: from messages to elements
- `hands`: what a browser does when a human clicks and types; `shoelace`: the components
- `targets`, `explain`, `verbs`, `scope`: finding, failing in words, doing
"""

from __future__ import annotations

from pytest_uimcp.page.errors import Ambiguous, NotActionable, NotFound, NotSeen, PageError, StillSeen, WrongCall
from pytest_uimcp.page.found import Found
from pytest_uimcp.page.page import Page
from pytest_uimcp.page.records import CodeRun, Script

__all__ = [
    "Ambiguous", "CodeRun", "Found", "NotActionable", "NotFound", "NotSeen", "Page", "PageError", "Script",
    "StillSeen", "WrongCall",
]  # fmt: skip
