"""A page in the test process, without a browser: the same messages and the same elements, but no pixels.

`Page` connects to a session and shows its app; its verbs are the actions of a user. The parts:

- `dom`: the document; `accessible`: roles, names and the tree that `aria()` writes
- `rules`: the tables shared with the front end; `plans`: the bindings of a template, derived from these tables
- `variables`, `bindings`, `views`, `lists`, `render`: from messages to elements
- `input`: what a browser does when the user clicks and types; `shoelace`: the components
- `targets`, `sight`: finding elements; `explain`: their words; `verbs`, `scope`: acting; `driver`: connects it all
"""

from __future__ import annotations

from pytest_uimcp.page.errors import Ambiguous, NotActionable, NotFound, NotSeen, PageError, StillSeen, WrongCall
from pytest_uimcp.page.found import Found
from pytest_uimcp.page.gaps import NotModelled
from pytest_uimcp.page.page import Page
from pytest_uimcp.page.records import CodeRun, Script

__all__ = [
    "Ambiguous", "CodeRun", "Found", "NotActionable", "NotFound", "NotModelled", "NotSeen", "Page", "PageError",
    "Script", "StillSeen", "WrongCall",
]  # fmt: skip
