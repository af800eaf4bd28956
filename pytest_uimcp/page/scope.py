"""The verbs: what a test does on a page, or within one element of it.

Each verb acts and then settles, so that everything that follows from it has happened when it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Unpack

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.page import explain, verbs
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.write import to_html
from pytest_uimcp.page.errors import PageError, WrongCall
from pytest_uimcp.page.keys import Stroke, parse_stroke
from pytest_uimcp.page.sight import find_all
from pytest_uimcp.page.targets import CLICK, FIELD, FILE, FOCUS, LIST, Search, Target, Where, target_of
from pytest_uimcp.page.visible import visible_text

if TYPE_CHECKING:
    from pytest_uimcp.page.found import Found

__all__ = ["Scope", "Surface"]

T = TypeVar("T")


class Surface(Protocol):
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

    def aria_of(self, element: Element) -> str:
        """The accessibility tree of an element, as text."""

    def has_focus(self, element: Element) -> bool:
        """Whether the element, or for a component a part of it, has the focus."""


def _lone_is(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """`fill(value, css=…)`: without the second argument, the first is not the target."""

    def named(given: dict[str, Any]) -> dict[str, Any]:
        if given.get(name) is not None or "target" not in given:
            return given
        return {name: given["target"], **{key: value for key, value in given.items() if key not in ("target", name)}}

    return named


def _all_are_files(given: dict[str, Any]) -> dict[str, Any]:
    """`upload(file, css=…)`: if the field is named by keyword, the first argument is not the target."""
    if not given.keys() & {"css", "role", "name"} or given.get("target") is None:
        return given
    rest = {key: value for key, value in given.items() if key not in ("target", "files")}
    return {"files": [given["target"], *given.get("files", [])], **rest}


class Scope:
    """A page or a part of it.

    A target is a string, or `css=`, `role=`, `name=`, or several of them together; `nth=` picks one of several,
    counted from 0, from the end if negative.
    """

    _page: Surface
    _is_target = False
    """Whether a verb without a target means this itself."""

    def _root(self) -> Element:
        raise NotImplementedError

    @property
    def story(self) -> StepLog:
        return self._page.step_log

    # Reading

    @recorded("human")
    def see(self, text: str, **where: Unpack[Where]) -> None:
        """Fail unless this text can be read: a substring of the visible text, form values excluded."""

        def attempt() -> None:
            root = self._area("see", where)
            look = self._page.look()
            if collapse(text) not in collapse(visible_text(look, root)):
                raise explain.not_seen(look, root, text)

        self._page.expect(attempt)

    @recorded("human")
    def not_see(self, text: str, **where: Unpack[Where]) -> None:
        """Fail if this text can be read."""

        def attempt() -> None:
            root = self._area("not_see", where)
            look = self._page.look()
            if collapse(text) in collapse(visible_text(look, root)):
                raise explain.still_seen(look, root, text)

        self._page.expect(attempt)

    def text(self, target: str | None = None, **where: Unpack[Where]) -> str:
        """The visible text, one line per block."""
        root = self._area("text", where, target)
        return visible_text(self._page.look(), root)

    def html(self, target: str | None = None, **where: Unpack[Where]) -> str:
        """The elements as HTML, normalised for reading and comparing."""
        if target is None and not where:
            return to_html(self._settled_root().children)
        return to_html([self._one("html", target, where, CLICK)])

    def aria(self, target: str | None = None, **where: Unpack[Where]) -> str:
        """The accessibility tree, exactly as Playwright's `aria_snapshot()` writes it."""
        return self._page.aria_of(self._area("aria", where, target))

    @recorded("human", lambda found: repr(found.element))
    def find(self, target: str | None = None, **where: Unpack[Where]) -> Found:
        """The one element that matches the target."""
        return self._found(self._one("find", target, where, CLICK))

    @recorded("human", len)
    def rows(self, target: str | None = None, **where: Unpack[Where]) -> list[Found]:
        """The rows of the list or table that matches the target; without a target, of the only one on the page."""
        if target is None and not where:
            chosen = self._page.expect(self._only_list)
        else:
            chosen = None
        if chosen is not None:
            chosen = chosen
        else:
            chosen = self._one("rows", target, where, LIST)
        return [self._found(row) for row in verbs.rows(self._page.look(), chosen)]

    # Acting

    @recorded("human")
    def click(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Click the element with this accessible name, else this text."""
        self._act("click", target, where, CLICK)

    @recorded("human")
    def hover(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Move the pointer over the element."""
        self._act("hover", target, where, CLICK)

    @recorded("human")
    def focus(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Focus the field with this label, else this placeholder, else something to click with this name."""
        self._act("focus", target, where, FOCUS)

    @recorded("human", arguments=_lone_is("value"))
    def fill(self, target: str | None = None, value: str | None = None, **where: Unpack[Where]) -> None:
        """Replace the content of the field with this label, else this placeholder."""
        if value is None:
            target, value = None, target
        if value is None:
            raise WrongCall("fill() needs a value: fill(label, value) or fill(value, css=…)")
        self._act("fill", target, where, FIELD, str(value))

    @recorded("human")
    def clear(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Empty a field."""
        self._act("fill", target, where, FIELD, "", called="clear")

    @recorded("human", arguments=_lone_is("option"))
    def choose(
        self, target: str | None = None, option: str | Sequence[str] | None = None, **where: Unpack[Where]
    ) -> None:
        """Choose an option by its label, else its value, in the list with this label."""
        if option is None:
            target, option = None, target
        if option is None:
            raise WrongCall("choose() needs an option: choose(label, option) or choose(option, css=…)")
        wanted = [option] if isinstance(option, str) else list(option)
        self._act("choose", target, where, FIELD, wanted)

    @recorded("human")
    def check(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Turn a check box, switch or radio button on."""
        self._act("check", target, where, FIELD)

    @recorded("human")
    def uncheck(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Turn a check box or switch off."""
        self._act("uncheck", target, where, FIELD)

    @recorded("human", arguments=_all_are_files)
    def upload(self, target: str | None = None, *files: str | Path, **where: Unpack[Where]) -> None:
        """Give files to a file field."""
        given: list[str | Path] = list(files)
        if where.keys() & {"css", "role", "name"} and target is not None:
            given = [target, *given]
            target = None
        self._act("upload", target, where, FILE, given)

    @recorded("human")
    def press(self, key: str, target: str | None = None, **where: Unpack[Where]) -> None:
        """Press a key (`Enter`, `a`, `Control+Shift+k`), in a field if one is named."""
        stroke = parse_stroke(key)
        if target is not None or where:
            self._act("focus", target, where, FIELD, called="press", key=key)
        self._page.press_key(stroke)

    # Helpers

    def _look(self) -> PageView:
        self._page.settle()
        return self._page.look()

    def _settled_root(self) -> Element:
        self._page.settle()
        return self._root()

    def _area(self, verb: str, where: Where, target: str | None = None) -> Element:
        if target is None and not where:
            return self._settled_root()
        return self._one(verb, target, where, CLICK)

    def _found(self, element: Element) -> Found:
        from pytest_uimcp.page.found import Found

        return Found(self._page, element)

    def _act(
        self,
        verb: str,
        target: str | None,
        where: Where,
        search: Search,
        *arguments: Any,
        called: str = "",
        key: str | None = None,
    ) -> None:
        """Perform a verb on the target; `called` is the verb's public name."""
        named = called or verb
        wanted = target_of(named, target, where, key=key)
        if wanted.is_nothing and not self._is_target:
            raise WrongCall(f"{named}() needs a target: a text, css=, role= or name=")
        said = named if key is None else f"{named}({key!r})"

        def attempt() -> Element:
            element = self._find_one(named, wanted, search)
            verbs.ensure(said, self._page.look(), self._root(), element)
            return element

        self._page.do(verb, self._page.expect(attempt), *arguments)

    def _only_list(self) -> Element:
        look = self._look()
        root = self._root()
        there = verbs.lists(look, root)
        if len(there) != 1:
            raise PageError(explain.with_tree(f"rows(): expected one list, there are {len(there)}", look, root))
        return there[0]

    def _one(self, verb: str, text: str | None, where: Where, search: Search) -> Element:
        target = target_of(verb, text, where)
        return self._page.expect(lambda: self._find_one(verb, target, search))

    def _find_one(self, verb: str, target: Target, search: Search) -> Element:
        look = self._look()
        root = self._root()
        if target.is_nothing:
            return root
        found = find_all(look, root, target, search)
        if not found:
            raise explain.not_found(look, root, verb, target, search)
        if target.nth is None:
            if len(found) > 1:
                raise explain.ambiguous(look, root, verb, target, found)
            return found[0]
        if not -len(found) <= target.nth < len(found):
            raise explain.not_that_many(look, root, verb, target, found)
        return found[target.nth]
