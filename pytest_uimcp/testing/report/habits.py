"""Errors of Python that come from habits of other tools: what to write instead, as a note below them."""

from __future__ import annotations

import re
from typing import Final

_NOTES: Final[tuple[tuple[type[BaseException], str, str], ...]] = (
    (
        TypeError,
        r"object \w+ can't be used in 'await' expression|'\w+' object can't be awaited",
        "all verbs of pytest-uimcp are plain calls, in async tests too: leave out await",
    ),
    (
        AssertionError,
        r"assert None\n +\+ +where None = (?P<verb>see|not_see|click|fill|check|choose|press)\(",
        "{verb}() fails by itself and returns nothing: leave out assert",
    ),
    (
        TypeError,
        r"argument of type 'method' is not",
        "text, html, aria, state, events and the like are methods: write them with ()",
    ),
    (
        ValueError,
        r"Unsupported type: <class 'pytest_uimcp\.",
        "Playwright's expect() takes its own objects only: write uimcp_page.see(…), or uimcp_browser.playwright(…)",
    ),
)


def note_habit(error: BaseException) -> None:
    """Add what to write instead; nothing if no habit is known that leads to this error."""
    for kind, pattern, advice in _NOTES:
        if isinstance(error, kind) and (match := re.search(pattern, str(error))) is not None:
            note = f"uimcp: {advice.format(**match.groupdict())}"
            # The error of a wider fixture is raised again for every test.
            if note not in getattr(error, "__notes__", ()):
                error.add_note(note)
            return
