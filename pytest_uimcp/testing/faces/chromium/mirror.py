"""A copy of the browser's document, made of the same nodes as the simulated page.

The browser sends the whole document at once, with computed styles (see `probe.js`). So names, targets, visible text and
failures are computed by the same code for both faces and cannot differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.counters import CALL
from pytest_uimcp.page.dom.displays import default_display
from pytest_uimcp.page.dom.layers import Layers
from pytest_uimcp.page.dom.namespaces import SVG
from pytest_uimcp.page.dom.nodes import Document, DomNode, Element, Fragment, ShadowRoot, Text
from pytest_uimcp.page.dom.styles import Styles


@dataclass(frozen=True, slots=True)
class _Facts:
    display: str = "inline"
    is_hidden: bool = False
    is_rendered: bool = True
    text_before: str | None = None
    text_after: str | None = None
    # By pseudo-element, what style sheets say of counters and quotation marks; only on pages that show any.
    counts: Mapping[str, list[str]] = field(default_factory=dict)


class Mirror:
    """A document that follows the browser's; an element that remains there remains the same object here."""

    def __init__(self) -> None:
        self.document = Document()
        self.document.replace_children([_html()])
        self._load: float | None = None
        self._by_number: dict[int, Element] = {}
        self._known: dict[int, Element] = {}
        self._numbers: dict[Element, int] = {}
        self._facts: dict[Element, _Facts] = {}

    def number(self, element: Element) -> int:
        return self._numbers[element]

    def element(self, number: int) -> Element | None:
        return self._by_number.get(number)

    def take(self, snapshot: str) -> PageView:
        load, html, modals, keeper = json.loads(snapshot)
        former = self._by_number
        # After the page has been loaded again, the same numbers are those of other elements.
        self._known = former if load == self._load else {}
        self._by_number = {}
        self._facts = {}
        self._load = load
        root = _html() if html is None else self._element(html)
        self.document.replace_children([root])
        self.document.modals = [self._by_number[number] for number in modals]
        self.document.layers = Layers()
        if keeper in self._by_number:
            self.document.layers.push(self._by_number[keeper], modal=True)
        for number, element in former.items():
            # What is gone must not keep an old tree alive through its parents.
            if self._by_number.get(number) is not element:
                element.parent = None
                del self._numbers[element]
        return PageView(self.document, _Computed(self._facts, root))

    def _element(self, data: list[Any]) -> Element:
        number, tag, namespace, attributes, children, facts = data
        element = self._known.get(number)
        if element is None:
            element = Element(tag, attributes, namespace)
            self._numbers[element] = number
        self._by_number[number] = element
        element.parent = None
        element.attributes = attributes
        element.control = None
        self._fill(element, children)
        element.shadow = element.content = None
        if "shadow" in facts:
            element.shadow = ShadowRoot(element)
            self._fill(element.shadow, facts["shadow"])
        if "content" in facts:
            element.content = Fragment()
            self._fill(element.content, facts["content"])
        if "control" in facts:
            described_control = facts["control"]
            if element.component is not None:
                element.component.mirror(described_control.get("property"), described_control.get("checked") is True)
            else:
                self._control(element, **described_control)
        self._facts[element] = _Facts(
            facts.get("display", "inline"), "hidden" in facts, "gone" not in facts,
            _generated(facts.get("before")), _generated(facts.get("after")), facts.get("counts", {}),
        )  # fmt: skip
        return element

    def _fill(self, parent: Element | Fragment, data: list[Any]) -> None:
        nodes: list[DomNode] = [Text(child) if isinstance(child, str) else self._element(child) for child in data]
        for node in nodes:
            node.parent = parent
        parent.children = nodes

    def _control(
        self,
        element: Element,
        value: str | None = None,
        checked: bool | None = None,
        mixed: bool = False,
        files: list[str] | None = None,
        selected: list[int] | None = None,
    ) -> None:
        options = controls.options(element) if selected is not None else []
        element.control = controls.Control(
            value=value if files is None or controls.input_type(element) not in ("checkbox", "radio") else None,
            checked=checked,
            indeterminate=mixed,
            selected=None if selected is None else [options[index] for index in selected],
            files=files or [],
        )


def _html() -> Element:
    root = Element("html")
    root.append(Element("body"))
    return root


def _generated(content: tuple[str, str] | None) -> str | None:
    if content is None:
        return None
    text, display = content
    # What is drawn as a block stands apart from the text beside it.
    if display == "inline":
        return text
    return f" {text} "


# What is around a call of `counter()` or a word for a quotation mark in a text (see `probe.js`).
_CALL: Final = "\x01"
_CALL_END: Final = "\x02"
_QUOTE: Final = re.compile(f"{_CALL}[a-z-]+-quote{_CALL_END}")


class _Computed(Styles):
    def __init__(self, facts: dict[Element, _Facts], root: Element) -> None:
        self._computed = facts
        self._html = root
        self._counted = None
        self._quoted = None

    def display(self, element: Element) -> str:
        display = self._computed[element].display
        if display == "inline" and element.namespace == SVG:
            # Texts of a drawing stand where they say; Firefox calls them inline all the same.
            return default_display(element)
        return display

    def visibility(self, element: Element) -> str:
        if self._computed[element].is_hidden:
            return "hidden"
        return "visible"

    def is_rendered(self, element: Element) -> bool:
        return self._computed[element].is_rendered

    def is_visible(self, element: Element) -> bool:
        facts = self._computed[element]
        return facts.is_rendered and not facts.is_hidden

    def skips_content(self, element: Element) -> bool:
        return False

    def takes_pointer(self, element: Element) -> bool:
        return True

    def content(self, element: Element, pseudo: str, *, is_drawn: bool = False) -> str | None:
        text = self._computed[element].text_after
        if pseudo == "before":
            text = self._computed[element].text_before
        if text is None or _CALL not in text:
            return text
        if not is_drawn:
            return None
        if _QUOTE.search(text):
            marks = iter(self._quotes().marks(element, pseudo))
            text = _QUOTE.sub(lambda _word: next(marks, ""), text)
        for call in CALL.finditer(text):
            text = text.replace(f"{_CALL}{call[0]}{_CALL_END}", self._counters().text(element, pseudo, call))
        return text

    def _counting(self, element: Element, pseudo: str) -> Mapping[str, str] | None:
        said = self._computed[element].counts.get(pseudo)
        if said is None:
            return None
        return dict(zip(("counter-reset", "counter-increment", "counter-set"), said, strict=False))

    def _quoting(self, element: Element, pseudo: str) -> Mapping[str, str] | None:
        said = self._computed[element].counts.get(pseudo)
        if said is None:
            return None
        return {"quotes": said[3], "content": said[4]}
