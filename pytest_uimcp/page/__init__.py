"""A page that lives in the test process: the same messages as a browser, the same elements, no pixels.

`Page` connects to a session and draws what it says; its verbs are those of a human. The parts:

- `dom`: the document; `accessible`: roles, names and the tree that `aria()` writes
- `rules`: the tables that the front end shares; `plans`: what a template's attributes ask for, by these tables
- `variables`, `bindings`, `views`, `lists`, `render`: from messages to elements
- `input`: what a browser does when a human clicks and types; `shoelace`: the components
- `targets`, `explain`, `verbs`, `scope`: finding, failing in words, doing; `driver`: what moves a page
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
