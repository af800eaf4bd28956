"""One element of a page, as a test holds it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from pytest_uimcp.aria.errors import WrongCall
from pytest_uimcp.aria.scope import Match
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.states import STATES
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.explain import describe
from pytest_uimcp.page.scope import PageScope
from pytest_uimcp.page.viewclasses import app_classes
from pytest_uimcp.page.visible import visible_text
from pytest_uimcp.page.widgets import NOTHING, widget_of

if TYPE_CHECKING:
    from pytest_uimcp.page.scope import PageFace

__all__ = ["Found"]


class Found(Match, PageScope):
    """An element: its properties, and every verb, on the element itself or within it."""

    def __init__(self, page: PageFace, element: Element) -> None:
        self._page = page
        self._identity = element
        self.element = element

    @cached_property
    def _description(self) -> str:  # type: ignore[override]  # of a row of thousands nobody asks
        look = self._page.look()
        if host_of(self.element).document() is None:
            return repr(self.element)
        return describe(look, self.element)

    def _root(self) -> Element:
        if not self.is_there:
            raise PageError(f"{self.element!r} is not on the page any more: find() it again")
        return self.element

    @property
    def is_there(self) -> bool:
        """Whether it is still on the page."""
        self._look()
        return host_of(self.element).document() is not None

    @property
    def tag(self) -> str:
        """The tag name."""
        return self.element.tag

    @property
    def role(self) -> str:
        """The role, empty if it has none."""
        return self._look().role(self._root()) or ""

    @property
    def name(self) -> str:
        return collapse(self._look().name(self._root()))

    @property
    def value(self) -> Any:
        """What has been entered in it."""
        self._look()
        host = host_of(self._root())
        widget = widget_of(host)
        value = widget.read(host) if widget is not None else host.get("value")
        if value is NOTHING:
            return None
        return value

    @property
    def classes(self) -> list[str]:
        self._look()
        return app_classes(self.element.classes)

    def attribute(self, name: str) -> str | None:
        """The value of an attribute; None if the element does not have it."""
        self._look()
        return self.element.get(name)

    @property
    def is_visible(self) -> bool:
        return self.is_there and self._look().styles.is_visible(self.element)

    @property
    def is_disabled(self) -> bool:
        return bool(self.state("disabled"))

    @property
    def is_checked(self) -> bool:
        """Whether it is checked or switched on."""
        # It may be `mixed`, too, which is neither on nor off.
        return self.state("checked") is True

    def state(self, name: str) -> bool | str | int:
        """A state of the accessibility tree, such as checked, disabled, expanded or focused; an error lists all."""
        root = self._root()
        look = self._look()
        if name == "focused":
            return self._page.has_focus(root)
        if name not in STATES:
            states = ", ".join(sorted((*STATES, "focused")))
            raise WrongCall(f"state({name!r}): there is no such state; there are: {states}")
        return STATES[name](root, look.role(root) or "")

    def lines(self) -> list[str]:
        """The lines of its visible text."""
        return visible_text(self._look(), self._root()).split("\n")
