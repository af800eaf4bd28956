"""A page as a user finds things on it, for the search and the messages that all surfaces share."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_uimcp.aria.targets import Search, Target
from pytest_uimcp.aria.targets import find_all as find_in
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.explain import describe, hidden_reason, start_tag
from pytest_uimcp.page.targets import by_css, drawn_around, every, perceived
from pytest_uimcp.page.visible import line_text, visible_text

__all__ = ["PageSight", "find_all"]


class PageSight:
    whole_noun = "the page"
    node_noun = "an element"

    def __init__(self, look: PageView, root: Element) -> None:
        self.look = look
        self.root = root
        self.role = look.role
        self.name = look.name

    def perceived(self) -> Iterable[Element]:
        return perceived(self.look, self.root)

    def label(self, element: Element) -> str:
        """The accessible name, unless it comes only from the placeholder."""
        attributes = element.attributes
        others = ("aria-label", "aria-labelledby", "title")
        only = "placeholder" in attributes and not any(name in attributes for name in others)
        if only and not self.look.labels(element):
            return ""
        return self.name(element)

    def placeholder(self, element: Element) -> str:
        return element.get("placeholder") or ""

    def text(self, element: Element) -> str:
        return line_text(self.look, element)

    def around(self, element: Element) -> Iterable[Element]:
        return drawn_around(self.look, element)

    def by_css(self, css: str) -> Iterable[Element]:
        return by_css(self.root, css)

    def describe(self, element: Element) -> str:
        return describe(self.look, element)

    def lines(self) -> str:
        return visible_text(self.look, self.root)

    def tree(self) -> str:
        return to_yaml(tree_of(self.look, self.root))

    def hidden(self, text: str) -> str | None:
        """The element with this text that cannot be seen, and why."""
        for element in every(self.root):
            reason = hidden_reason(self.look, element)
            if reason is not None:
                content = collapse(element.text_content()) or element.get("aria-label") or ""
                # All of the text: a part of it would also be found in all that is around the element.
                if text == content:
                    return f"there is {start_tag(element)} with this text, but {reason}"
        return None


def find_all(look: PageView, root: Element, target: Target, search: Search) -> list[Element]:
    """All elements that match a target, before `nth` is applied."""
    return find_in(PageSight(look, root), target, search)
