"""The verbs of a page, or within one element of it: those of `aria/scope.py`, and what only a page has.

The page without a browser and Chromium share them; each is a `PageFace`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Unpack

from pytest_uimcp.aria.errors import WrongCall
from pytest_uimcp.aria.scope import Scope, lone_argument_is, target_and_value
from pytest_uimcp.aria.targets import CLICK, FIELD, FOCUS, Search, Sight, Target, Where
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.actionability import ensure_actionable
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.write import to_html
from pytest_uimcp.page.keys import Stroke, parse_stroke
from pytest_uimcp.page.rows import lists_in, rows_of
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.page.targets import FILE

if TYPE_CHECKING:
    from pytest_uimcp.page.found import Found

__all__ = ["PageFace", "PageScope"]

T = TypeVar("T")


class PageFace(Protocol):
    """What the verbs need of a face: the page without a browser, or Chromium."""

    @property
    def step_log(self) -> StepLog: ...

    def settle(self) -> None:
        """Return when everything that has happened has been shown."""

    def look(self) -> PageView:
        """The roles, names and visibility of the current document."""

    def expect(self, attempt: Callable[[], T]) -> T:
        """Return what `attempt` returns; a browser, where changes may come late, retries before its error is raised."""

    def do(self, verb: str, element: Element, *arguments: Any) -> None:
        """Perform a user action on an element and settle."""

    def press_key(self, stroke: Stroke) -> None:
        """Press a key as the user and settle."""

    def find_all(self, sight: PageSight, target: Target, search: Search) -> list[Element]:
        """All elements that match a target, before `nth` is applied: each face finds them by its own means."""

    def aria_of(self, element: Element) -> str:
        """The accessibility tree of an element, as text."""

    def has_focus(self, element: Element) -> bool:
        """Whether the element, or for a component a part of it, has the focus."""


def _all_are_files(arguments: dict[str, Any]) -> dict[str, Any]:
    """`upload(file, css=…)`: if the field is named by keyword, the first argument is not the target."""
    if not arguments.keys() & {"css", "role", "name"} or arguments.get("target") is None:
        return arguments
    criteria = {key: value for key, value in arguments.items() if key not in ("target", "files")}
    return {"files": [arguments["target"], *arguments.get("files", [])], **criteria}


class PageScope(Scope[Element, "Found"]):
    """A page or a part of it."""

    _page: PageFace

    @abstractmethod
    def _root(self) -> Element: ...

    @property
    def story(self) -> StepLog:
        return self._page.step_log

    # Reading

    def html(self, target: str | None = None, **criteria: Unpack[Where]) -> str:
        """The elements as HTML, normalised for reading and comparing."""
        if target is None and not criteria:
            return to_html(self._sight().root.children)
        return to_html([self._one("html", target, criteria, CLICK)])

    def aria(self, target: str | None = None, **criteria: Unpack[Where]) -> str:
        """The accessibility tree, exactly as Playwright's `aria_snapshot()` writes it."""
        return self._page.aria_of(self._area("aria", criteria, target).root)

    # Acting

    @recorded("human")
    def hover(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Move the pointer over the element."""
        self._act("hover", target, criteria, CLICK)

    @recorded("human")
    def focus(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Focus the field with this label, else this placeholder, else something to click with this name."""
        self._act("focus", target, criteria, FOCUS)

    @recorded("human")
    def drag(self, target: str | None = None, to: str | Where | Found | None = None, **criteria: Unpack[Where]) -> None:
        """Drag the element to another one, which is searched on the whole page, and drop it there."""
        if to is None:
            raise WrongCall("drag() needs a destination: drag(target, to=…), a text or {'css': …}")
        element = self._actionable("drag", target, criteria, CLICK)
        self._do("drag", element, _WholePage(self._page).destination(to))

    @recorded("human")
    def clear(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Empty a field."""
        self._do("fill", self._actionable("clear", target, criteria, FIELD), "")

    @recorded("human", arguments=lone_argument_is("option"))
    def choose(
        self, target: str | None = None, option: str | Sequence[str] | None = None, **criteria: Unpack[Where]
    ) -> None:
        """Choose an option by its label, else its value, in the list with this label."""
        target, options = target_and_value("choose", "an option", target, option)
        self._act("choose", target, criteria, FIELD, [options] if isinstance(options, str) else list(options))

    @recorded("human", arguments=_all_are_files)
    def upload(self, target: str | None = None, *files: str | Path, **criteria: Unpack[Where]) -> None:
        """Give files to a file field."""
        paths: list[str | Path] = list(files)
        if criteria.keys() & {"css", "role", "name"} and target is not None:
            paths.insert(0, target)
            target = None
        self._act("upload", target, criteria, FILE, paths)

    @recorded("human")
    def press(self, key: str, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Press a key (`Enter`, `a`, `Control+Shift+k`), in a field if one is named."""
        stroke = parse_stroke(key)
        if target is not None or criteria:
            self._do("focus", self._actionable("press", target, criteria, FIELD, key))
        self._page.press_key(stroke)

    # How a page is seen and acted on

    def _matches(self, sight: Sight[Element], target: Target, search: Search) -> list[Element]:
        return self._page.find_all(self._sight_of(sight.root), target, search)

    def _look(self) -> PageView:
        self._page.settle()
        return self._page.look()

    def _sight(self) -> PageSight:
        self._page.settle()
        root = self._root()
        return PageSight(self._page.look(), root)

    def _sight_of(self, node: Element) -> PageSight:
        return PageSight(self._page.look(), node)

    def _expect(self, attempt: Callable[[], T]) -> T:
        return self._page.expect(attempt)

    def _noted(self, node: Element) -> Element:
        self.story.found(node)
        return node

    def _ensure_actionable(self, call: str, node: Element) -> None:
        ensure_actionable(call, self._page.look(), self._root(), node)

    def _do(self, verb: str, node: Element, *arguments: Any) -> None:
        self._page.do(verb, node, *arguments)

    def _hold(self, node: Element) -> Found:
        from pytest_uimcp.page.found import Found

        return Found(self._page, node)

    def _lists(self) -> list[Element]:
        sight = self._sight()
        return lists_in(sight.look, sight.root)

    def _rows_of(self, node: Element) -> list[Element]:
        return rows_of(self._page.look(), node)


class _WholePage(PageScope):
    """All of a page, for a verb of one element that also needs another."""

    def __init__(self, page: PageFace) -> None:
        self._page = page

    def _root(self) -> Element:
        return self._page.look().document.body

    def destination(self, to: str | Where | Found) -> Element:
        """Where something is dragged."""
        from pytest_uimcp.page.found import Found

        if isinstance(to, Found):
            return to.element
        if isinstance(to, str):
            return self._actionable("drag", to, {}, CLICK)
        return self._actionable("drag", None, to, CLICK)
