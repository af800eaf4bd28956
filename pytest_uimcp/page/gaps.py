"""What the page does not know. It refuses a step that needs one of these: a wrong guess would be a wrong test.

Everything that a browser shows or does, and the page would show or do differently, belongs in this table, unless
`docs/reference/page.md` says how the page differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from pytest_uimcp.core.errors import UimcpError, public

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.nodes import Document

__all__ = ["GAPS", "Gap", "NotModelled", "noted_refusals", "refuse", "refuse_if_exact"]


class Gap(NamedTuple):
    # Ends the sentence "the page does not know …"; `{}` is what is special in a case.
    phrase: str
    # The step that is refused, for the documentation.
    step: str
    # Whether it is refused only by a page that must be exact, that of the face `auto`; others record or ignore
    # it.
    only_exact: bool = False


# By name.
GAPS: Final[dict[str, Gap]] = {
    "at-rule": Gap("the style rule @{}", "any that depends on whether an element inside such a rule is displayed"),
    "media": Gap("the media query {}", "any that depends on whether an element inside such a rule is displayed"),
    "selector": Gap("the selector {}", "any that depends on whether an element that may match is displayed"),
    "css-value": Gap("the CSS value {}", "any that depends on whether that element is displayed, or on its text"),
    "layout": Gap("{}: that depends on layout", "any that uses the mouse on an element that layout decides about"),
    "editing": Gap("typing into contenteditable elements; fill() it", "`press` while such an element has the focus"),
    "date-parts": Gap(
        "which parts of an input of the type {} its bounds or its step leave free; fill() it",
        "`press` of a key that changes a part, where bounds are within a year or half a day, or the step is an hour",
    ),
    "select-popup": Gap(
        "the key {} in a select; choose() from it", "`press` of a key that opens its list, or while it is open"
    ),
    "frame": Gap("how Tab goes through the page in an {}", "`press` of Tab that leads to it"),
    "slider": Gap("which value of an input of the type range a click hits; fill() it", "`click` on one"),
    "picker": Gap(
        "the picker of an input of the type {}; fill() it", "`press` of a key that opens it, or while it is open"
    ),
    "undo": Gap("Undo in another field than the one that has the focus", "`press` of Control+z or Control+y there"),
    "lines": Gap(
        "where {} leads in a textarea, which depends on how wide its letters and lines are",
        "`press` of Home, End, an arrow, Page Up or Down in a line longer than `cols`, or into another line",
    ),
    "caret": Gap(
        "where in a long text a click puts the caret; press Home or End first, or fill() it",
        "`press` of a key that writes or moves the caret, after a click into a text that may reach its middle",
    ),
    "bidirectional": Gap(
        "where {} leads in a text from right to left; press Home or End",
        "`press` of ArrowLeft or ArrowRight in a field with `dir=rtl` or such letters",
    ),
    "undo-joined": Gap(
        "Undo in a textarea after the end of a line was taken away with other keys",
        "`press` of Control+z or Control+y there",
    ),
    "redo": Gap("Redo in a textarea that was emptied and typed into again", "`press` of Control+y there"),
    "undo-overwritten": Gap(
        "where Undo leaves the caret in a field that was overwritten; press Home or End",
        "`press` of a key that writes or moves the caret there",
    ),
    "redo-overwritten": Gap("Redo in a field that was overwritten", "`press` of Control+y there"),
    "pattern": Gap("whether a value matches the pattern {}, because that takes too long", "any that validates it"),
    "component": Gap("the component <{}>", "any that reads or uses it"),
    "component-use": Gap("{}", "that use of the component"),
    "drag": Gap("{}", "`drag` of what is not draggable, or where the app ends it, and onto a field"),
    "other-click": Gap(
        "{}", "`dblclick` and `right_click` on fields, `right_click` on components, copying what a double click selects"
    ),
    "event": Gap("when the event {} comes", "the one that shows an element that listens to it"),
    "code": Gap("the JavaScript of ui-code", "the one that lets the code run, unless `answer_code` answers it", True),
    "script": Gap("the JavaScript of a script element", "the one that shows the element", True),
    "handler": Gap("the JavaScript of {}", "the one that causes the event", True),
    "sheet": Gap("the style sheet {}", "any while the page links to it", True),
    "link": Gap("how to leave the page for {}", "the one that follows the link", True),
    "form": Gap("how to send a form to {}", "the one that submits the form", True),
}


@public
class NotModelled(UimcpError):
    """The page does not know what this step needs. No AssertionError: nothing is wrong with what the test tests."""

    # The row of the table of what the page does not know.
    gap = ""


_noted: Final[list[list[NotModelled]]] = []


@contextmanager
def noted_refusals() -> Iterator[list[NotModelled]]:
    """Every refusal within the block, also one that somebody catches."""
    refusals: list[NotModelled] = []
    _noted.append(refusals)
    try:
        yield refusals
    finally:
        _noted.remove(refusals)


def refuse_if_exact(document: Document | None, gap: str, detail: str = "") -> None:
    """Refuse a step on a page that must not differ from a browser in anything."""
    if document is not None and document.is_exact:
        refuse(gap, detail)


def refuse(gap: str, detail: str = "") -> NoReturn:
    """Refuse a step because of a row of the table; `detail` is what is special in this case."""
    error = NotModelled(f"the page does not know {GAPS[gap].phrase.format(detail)}; run this test with face=chromium")
    error.gap = gap
    # Also where the refusal is caught, as by a test that compares both faces.
    for refusals in _noted:
        refusals.append(error)
    raise error
