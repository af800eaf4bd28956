"""What is drawn: `display` and `visibility` from the browser's own sheet, `<style>` rules and inline styles.

A `Styles` describes a document at one moment. It caches what it computes, so make a new one after a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Final, NamedTuple

from pytest_uimcp.page.dom.animations import ANIMATING, CssAnimation, CssTransition, animations_of, transitions_of
from pytest_uimcp.page.dom.cascade import NO_STYLE, Weighted, cascaded, rules_of
from pytest_uimcp.page.dom.conditions import media_matches
from pytest_uimcp.page.dom.containers import CONTAINING, container_holds, container_width
from pytest_uimcp.page.dom.counters import CALL, COUNTING, Counters
from pytest_uimcp.page.dom.displays import default_display, hides_children
from pytest_uimcp.page.dom.flat import in_shadow, parent_in_flat_tree
from pytest_uimcp.page.dom.keyframes import left_by
from pytest_uimcp.page.dom.namespaces import SVG
from pytest_uimcp.page.dom.nodes import Document, Element, ShadowRoot
from pytest_uimcp.page.dom.quotes import QUOTING, Quotes, quotes_of, written
from pytest_uimcp.page.dom.sheets import (
    DECISIVE,
    KEPT,
    LAYING,
    PLACING,
    RAISING,
    CssStyleRule,
    declarations,
    moves_under_pointer,
    own_part,
    shows_under_pointer,
)
from pytest_uimcp.page.dom.values import KEYWORDS, computed_value, generated_text, is_computed, substitute_variables
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse, refuse_if_exact

# Custom properties of the style sheet of components, and how the names of others begin.
COMPONENT_TOKENS: Final[dict[str, str]] = {}
COMPONENT_LOOKS: Final[dict[str, str]] = {}
# The custom properties of components, by their tags.
COMPONENT_VARIABLES: Final[dict[str, dict[str, str]]] = {}
_BLOCKIFIED: Final = {
    "inline": "block", "inline-block": "block", "inline-flex": "flex", "inline-grid": "grid", "inline-table": "table",
    "table-column": "block", "table-column-group": "block",
    "table-row-group": "block", "table-cell": "block", "table-row": "block", "table-caption": "block",
    "ruby": "block ruby",
}  # fmt: skip
_FLOATING: Final = frozenset({"left", "right", "inline-start", "inline-end"})
_ITEM_PARENTS = frozenset({"flex", "inline-flex", "grid", "inline-grid"})
_REPLACED = words("""audio br canvas embed frame iframe img input meter object progress select textarea video wbr""")
# Attributes of SVG that are declarations.
_DRAWING: Final = frozenset({"display", "pointer-events", "visibility"})
_COLUMNS: Final = frozenset({"table-column", "table-column-group"})
_APPEARANCE: Final = frozenset({"appearance"})


class _Facts(NamedTuple):
    display: str
    visibility: str
    # Whether its content is not drawn (`content-visibility: hidden`).
    skips: bool = False


# What the browser's own sheet says of `q`.
_QUOTED: Final = {"before": "open-quote", "after": "close-quote"}


class Styles:
    """The computed `display` and `visibility` of a document's elements."""

    # The attributes of which an element must have one for `content` to add text; None: it may have none.
    generating: frozenset[str] | None = None
    # Whether the content of any element that was looked at is not drawn (`skips_content`).
    any_skips = False

    def __init__(self, document: Document) -> None:
        self._facts: dict[Element, _Facts] = {}
        self._rendered: dict[Element, bool] = {}
        self._variables: dict[Element, Mapping[str, str]] = {}
        texts = [*document.sheets]
        linked = len(texts)
        for sheet in _style_elements(document):
            if sheet.tag == "link" and "stylesheet" in sheet.attributes.get("rel", "").lower().split():
                refuse_if_exact(document, "sheet", sheet.attributes.get("href", ""))
            if sheet.tag == "style" and _applies(sheet):
                texts.append(sheet.text_content())
        self._texts = tuple(texts)
        self._document = document
        self._html = document.html
        self._counted: Counters | None = None
        self._quoted: Quotes | None = None
        self._has_components: bool | None = None
        self._linked_count = linked
        self._rules = rules_of(self._texts)
        # Whether animations decide what is displayed.
        self._animates = not self._rules.keyframes.properties.isdisjoint(KEPT)
        self._points = self._rules.points or "pointer-events" in self._rules.keyframes.properties
        self.generating = self._rules.generating

    @cached_property
    def has_plain_fonts(self) -> bool:
        """Whether no sheet of the app changes the size of texts."""
        return not any("font" in text or "line-height" in text for text in self._texts[self._linked_count :])

    @cached_property
    def changes_parts(self) -> bool:
        """Whether a sheet of the app says how parts of components are drawn."""
        return any("::part(" in text for text in self._texts[self._linked_count :])

    @property
    def may_hide(self) -> bool:
        """Whether what the user does may hide something by a rule."""
        return self._rules.may_hide

    @property
    def lays_out(self) -> bool:
        """Whether a rule moves, cuts off or lays over something."""
        return self._rules.lays_out

    @property
    def pins(self) -> bool:
        """Whether a rule keeps something at its place in the window while the page is scrolled."""
        return self._rules.pins

    @property
    def pulls(self) -> bool:
        """Whether a rule has a margin below zero, which pulls what has it over others."""
        return self._rules.pulls

    def laid(self, element: Element, pseudo: str = "", properties: frozenset[str] = LAYING) -> Mapping[str, str]:
        """What style sheets say of how an element is laid out, or its `::before` or `::after`, without keywords."""
        said = self.said(element, pseudo, properties)
        if KEYWORDS.isdisjoint(said.values()):
            return said
        return {name: value for name, value in said.items() if value not in KEYWORDS}

    def said(self, element: Element, pseudo: str = "", properties: frozenset[str] = LAYING) -> Mapping[str, str]:
        """The same with keywords such as `inherit`."""
        rules = rules_of(self._texts, properties)
        candidates = rules.pseudo.get(pseudo, []) if pseudo else rules.candidates(element)
        text = "" if pseudo else element.attributes.get("style", "")
        animated = self.animated(element, pseudo, properties)
        if not candidates and not text and not animated:
            return NO_STYLE
        matching = self._matching(candidates, element, LAYING)
        if not matching and not text and not animated:
            return NO_STYLE
        if not animated and (style := rules.computed(matching, text)) is not None:
            return style
        return {
            name: own_part(name, value.lower())
            for name, declared in rules.cascade(matching, text, animated).items()
            if name in properties and (value := self.resolved(element, declared)) is not None
        }

    def is_base_select(self, element: Element) -> bool:
        """Whether it is a select that is drawn with its content, and opens a list of elements."""
        return element.tag == "select" and self.laid(element, properties=_APPEARANCE).get("appearance") == "base-select"

    def animated(self, element: Element, pseudo: str, properties: frozenset[str]) -> Mapping[str, str]:
        """What animations have left of these properties, which wins over all that is not important."""
        keyframes = self._rules.keyframes
        if keyframes.properties.isdisjoint(properties):  # nearly always
            return NO_STYLE
        values: dict[str, str] = {}
        for animation in self.animations(element, pseudo):
            values.update(left_by(animation, keyframes, properties))
        return values

    def animations(self, element: Element, pseudo: str = "") -> tuple[CssAnimation, ...]:
        """The animations that style sheets give to an element, or to its `::before` or `::after`."""
        style = self._animating(element, pseudo)
        return tuple(one for one in animations_of(style) if one.name in self._rules.keyframes)

    def transitions(self, element: Element) -> tuple[CssTransition, ...]:
        return transitions_of(self._animating(element, ""))

    @property
    def has_starting_style(self) -> bool:
        return any("@starting-style" in text for text in self._texts)

    def _animating(self, element: Element, pseudo: str) -> Mapping[str, str]:
        rules = rules_of(self._texts, ANIMATING)
        candidates = rules.pseudo.get(pseudo, []) if pseudo else rules.candidates(element)
        text = "" if pseudo else element.attributes.get("style", "")
        is_said = candidates or "animation" in text or "transition" in text
        if not is_said or in_shadow(element):
            return NO_STYLE
        declared = rules.cascade(list(self._matched(candidates, element)), text)
        return {
            name: value
            for name in ANIMATING
            if (value := self.resolved(element, declared.get(name))) and value not in KEYWORDS
        }

    def may_be_placed(self, element: Element, pseudo: str = "") -> bool:
        """Whether it may be out of the flow, or take the pointer within what lets it through."""
        return bool(self.laid(element, pseudo, PLACING))

    def may_be_raised(self, element: Element) -> bool:
        """Whether it may be over others although it is in the flow."""
        return bool(self.laid(element, properties=RAISING))

    @property
    def moves_under_pointer(self) -> bool:
        """Whether the pointer over something may put it, or something else, over what it was meant for."""
        return any(moves_under_pointer(text) for text in self._texts[self._linked_count :])

    @property
    def shows_under_pointer(self) -> bool:
        """Whether the pointer over something shows or hides anything."""
        return any(shows_under_pointer(text) for text in self._texts[self._linked_count :])

    def display(self, element: Element) -> str:
        """The computed `display`; blockified where the parent is a flex or grid container."""
        return (self._facts.get(element) or self._of(element)).display

    def visibility(self, element: Element) -> str:
        """The computed `visibility`, inherited."""
        return (self._facts.get(element) or self._of(element)).visibility

    def is_rendered(self, element: Element) -> bool:
        """Whether neither it nor an ancestor is removed by `display: none` or a closed `details`."""
        is_rendered = self._rendered.get(element)
        if is_rendered is None:
            is_rendered = self._rendered[element] = self._is_rendered(element)
        return is_rendered

    def skips_content(self, element: Element) -> bool:
        """Whether an element is drawn, but not what is in it."""
        return (self._facts.get(element) or self._of(element)).skips

    def is_visible(self, element: Element) -> bool:
        """Whether it would be seen (an empty element counts)."""
        return (self._facts.get(element) or self._of(element)).visibility == "visible" and self.is_rendered(element)

    def drawn_content(self, element: Element, pseudo: str) -> str | None:
        """The text that `::before` or `::after` adds as it is drawn, with counters and quotation marks."""
        return self.content(element, pseudo, is_drawn=True)

    def content(self, element: Element, pseudo: str, *, is_drawn: bool = False) -> str | None:
        """The text that `::before` or `::after` adds, as it is read aloud: that with counters is not."""
        style = self._generated(element, pseudo)
        if style is None:
            return None
        display = self.resolved(element, style.get("display")) or "inline"
        visibility = style.get("visibility") or self.visibility(element)
        if display == "none" or visibility != "visible" or not self.is_rendered(element):
            return None
        value = self.resolved(element, style["content"]) or "none"
        if "-quote" in value:
            if not is_drawn and "/" not in value:
                return None
            value = written(value, self._quotes().marks(element, pseudo))
        if "counter" in value and (calls := list(CALL.finditer(value))):
            if not is_drawn:
                return None
            for call in calls:
                value = value.replace(call[0], f'"{self._counters().text(element, pseudo, call)}"')
        text = generated_text(value, element)
        # An item of a flexible box or a grid is a block, whatever is said of it.
        apart = (
            style.get("position") in ("absolute", "fixed")
            or style.get("float", "none") in _FLOATING
            or self.display(element) in _ITEM_PARENTS
        )
        if text is None or (display == "inline" and not apart) or (is_drawn and not text):
            return text
        return f" {text} "

    def _generated(self, element: Element, pseudo: str) -> Mapping[str, str] | None:
        """What is declared for `::before` or `::after`, if anything gives it a content."""
        rules = self._rules.pseudo.get(pseudo)
        if element.tag == "q":
            style = cascaded(self._matched(rules or (), element), (), self.animated(element, pseudo, KEPT))
            return {"content": _QUOTED[pseudo], **style}
        if rules is None:  # nearly always, for each element that is named
            return None
        attributes = element.attributes
        needed = self._rules.pseudo_attributes[pseudo]
        if needed is not None and needed.isdisjoint(attributes):
            return None
        fitting = [pair for pair in rules if pair[1].selector.key[0] != "[" or pair[1].selector.key[1:-1] in attributes]
        if not fitting:
            return None
        style = cascaded(self._matched(fitting, element), (), self.animated(element, pseudo, KEPT))
        if "content" not in style:
            return None
        return style

    def generated_display(self, element: Element, pseudo: str) -> str:
        """How the box of `::before` or `::after` is displayed, if it has any."""
        rules = self._rules.pseudo.get(pseudo, [])
        style = cascaded(self._matched(rules, element), (), self.animated(element, pseudo, KEPT))
        display = (self.resolved(element, style.get("display")) or "inline").lower()
        if self.display(element) in _ITEM_PARENTS or style.get("position") in ("absolute", "fixed"):
            return _BLOCKIFIED.get(display, display)
        return display

    def _matching(
        self, candidates: list[Weighted], element: Element, decisive: frozenset[str] = DECISIVE
    ) -> list[Weighted]:
        """The rules that match an element; none of the page reaches into a component."""
        if not candidates or in_shadow(element):
            return []
        return list(self._matched(candidates, element, decisive))

    def _matched(
        self, candidates: Iterable[Weighted], element: Element, decisive: frozenset[str] = DECISIVE
    ) -> Iterator[Weighted]:
        """Those that match; refuses those of which that is not known, if they decide anything."""
        for pair in candidates:
            rule = pair[1]
            is_match = rule.selector.matches(element)
            if self._document.unsure_hover and self._depends_on_hover(rule, element, is_match):
                refuse("layout", f"whether the pointer is still over <{element.tag}>, since the page has changed")
            if is_match:
                if rule.containers and not self._is_contained(rule, element, decisive):
                    continue
                if rule.gap is not None and any(declaration.name in decisive for declaration in rule.declarations):
                    refuse(*rule.gap)
                yield pair

    def _depends_on_hover(self, rule: CssStyleRule, element: Element, is_match: bool) -> bool:
        if not any(declaration.name in DECISIVE for declaration in rule.declarations):
            return False
        self._document.assumes_hover = True
        try:
            return rule.selector.matches(element) != is_match
        finally:
            self._document.assumes_hover = False

    def _is_contained(self, rule: CssStyleRule, element: Element, decisive: frozenset[str]) -> bool:
        """Whether the containers of an element are as a rule wants them."""
        for condition in rule.containers:
            holds = container_holds(condition, element, self._as_container)
            if holds is None and any(declaration.name in decisive for declaration in rule.declarations):
                refuse("at-rule", f"container {condition}")
            if holds is False:
                return False
        return True

    @property
    def measures_containers(self) -> bool:
        """Whether a sheet of the app uses units such as `cqi`."""
        return any("cq" in text for text in self._texts[self._linked_count :])

    def container_width(self, element: Element) -> float | None:
        """The width of what such units are a share of; None if that is not known."""
        return container_width(element, self._as_container)

    def _as_container(self, element: Element) -> tuple[Mapping[str, str], str]:
        return self.laid(element, properties=CONTAINING), self.display(element)

    def _counters(self) -> Counters:
        if self._counted is None:
            self._counted = Counters(self._html, self._counting)
        return self._counted

    def _counting(self, element: Element, pseudo: str) -> Mapping[str, str] | None:
        """What is said of the counters of an element; None where nothing is counted."""
        if not self.is_rendered(element):
            return None
        if pseudo and not any(True for _ in self._matched(self._rules.pseudo.get(pseudo, []), element)):
            return None
        style = self._declared(element, pseudo, COUNTING)
        return {name: value for name in COUNTING if (value := self.resolved(element, style.get(name))) is not None}

    def _quotes(self) -> Quotes:
        if self._quoted is None:
            self._quoted = Quotes(self._html, self._quoting)
        return self._quoted

    def _quoting(self, element: Element, pseudo: str) -> Mapping[str, str] | None:
        """What is said of the text of a pseudo-element and its quotation marks; None if it is not displayed."""
        style = self._generated(element, pseudo)
        if style is None or not self.is_rendered(element):
            return None
        if (self.resolved(element, style.get("display")) or "inline") == "none":
            return None
        quotes = self._declared_quotes(element, pseudo)
        if quotes is None or quotes in KEYWORDS:
            quotes = quotes_of(element, self._declared_quotes)
        return {"content": self.resolved(element, style["content"]) or "none", "quotes": quotes}

    def _declared_quotes(self, element: Element, pseudo: str = "") -> str | None:
        return self.resolved(element, self._declared(element, pseudo, QUOTING).get("quotes"))

    def _declared(self, element: Element, pseudo: str, properties: frozenset[str]) -> Mapping[str, str]:
        """What rules say of these properties, and at an element itself its inline style."""
        rules = rules_of(self._texts, properties)
        if pseudo:
            return rules.cascade(self._matching(rules.pseudo.get(pseudo, []), element), "")
        return rules.cascade(self._matching(rules.candidates(element), element), element.attributes.get("style", ""))

    def takes_pointer(self, element: Element) -> bool:
        """Whether the pointer can hit it, rather than what is around or behind it (`pointer-events`)."""
        ancestor: Element | None = element
        while ancestor is not None:
            attributes = ancestor.attributes
            is_said = "pointer-events" in attributes or "pointer-events" in attributes.get("style", "")
            if not self._points and not is_said:
                ancestor = parent_in_flat_tree(ancestor)
                continue
            value = self.resolved(
                ancestor,
                self._cascaded(ancestor, self._rules.candidates(ancestor), self.animated(ancestor, "", PLACING)).get(
                    "pointer-events"
                ),
            )
            if value not in (None, "inherit", "unset"):
                return value != "none"
            ancestor = parent_in_flat_tree(ancestor)
        return True

    def resolved(self, element: Element, value: str | None) -> str | None:
        """A value with its variables, as they are at an element; None if one of them has no value."""
        if value is None or not is_computed(value):
            return value
        return substitute_variables(value, partial(self._variable, element))

    def _variable(self, element: Element, name: str) -> str | None:
        ancestor: Element | None = element
        if name in self._rules.keyframes.properties:
            refuse("css-value", f"of {name}, which @keyframes set")
        while ancestor is not None:
            value = self._own_variables(ancestor).get(name)
            if value is None and ancestor.tag in COMPONENT_VARIABLES:
                value = self.resolved(ancestor, COMPONENT_VARIABLES[ancestor.tag].get(name))
            if value is not None and value not in ("inherit", "unset"):
                return None if value == "initial" else value
            ancestor = parent_in_flat_tree(ancestor)
        return self._component_token(name)

    def _component_token(self, name: str) -> str | None:
        """A custom property of the style sheet that comes with components, if there are any on the page."""
        value = COMPONENT_TOKENS.get(name)
        if value is None:
            value = next((look for start, look in COMPONENT_LOOKS.items() if name.startswith(start)), None)
        if value is None:
            return None
        if self._has_components is None:
            self._has_components = any(element.component is not None for element in self._html.descendants())
        return value if self._has_components else None

    def _own_variables(self, element: Element) -> Mapping[str, str]:
        """What rules and its inline style say at the element itself, variables among it."""
        variables = self._variables.get(element)
        if variables is None:
            variables = self._variables[element] = self._cascaded(element, self._rules.custom)
        return variables

    def _cascaded(
        self, element: Element, candidates: list[Weighted], animated: Mapping[str, str] = NO_STYLE
    ) -> Mapping[str, str]:
        text = element.attributes.get("style", "")
        matching = self._matching(candidates, element)
        style = NO_STYLE
        if matching or text or animated:
            style = self._rules.cascade(matching, text, animated)
        if element.namespace == SVG and not _DRAWING.isdisjoint(element.attributes):
            return {**_drawing_attributes(element), **style}
        return style

    def _style(self, element: Element) -> Mapping[str, str]:
        candidates = self._rules.candidates(element)
        animated = NO_STYLE
        if self._animates:
            animated = self.animated(element, "", KEPT)
        if candidates or animated or "style" in element.attributes or element.namespace == SVG:
            return self._cascaded(element, candidates, animated)
        return NO_STYLE

    def _of(self, element: Element) -> _Facts:
        facts = self._facts.get(element)
        if facts is None:
            facts = self._facts[element] = self._compute(element)
        return facts

    def _compute(self, element: Element) -> _Facts:
        parent = parent_in_flat_tree(element)
        parent_facts = (self._facts.get(parent) or self._of(parent)) if parent is not None else None
        style = self._style(element)
        if not style:  # nearly always
            display = default_display(element)
            if parent_facts is None:
                return _Facts(display, "visible")
            if display in _BLOCKIFIED and self._holds_items(element, parent_facts):
                display = _BLOCKIFIED[display]
            return _Facts(display, parent_facts.visibility)
        if "display" in style:
            display = style["display"]
            if "(" in display and is_computed(display):  # rarely
                display = computed_value("display", (self.resolved(element, display) or "unset").lower()) or "unset"
            if display in KEYWORDS:
                display = _keyword(display, element, parent_facts)
        else:
            display = default_display(element)
        if display == "contents" and element.tag in _REPLACED:
            display = "none"
        visibility = self.resolved(element, style["visibility"]) if "visibility" in style else None
        if visibility is None or visibility in KEYWORDS:
            visibility = parent_facts.visibility if parent_facts is not None and visibility != "initial" else "visible"
        if parent_facts is not None and display in _BLOCKIFIED and (
            self._holds_items(element, parent_facts)
            or style.get("position") in ("absolute", "fixed")
            or style.get("float", "none") in _FLOATING
        ):  # fmt: skip
            display = _BLOCKIFIED[display]
        skips = style.get("content-visibility") == "hidden" and display not in ("inline", "contents", "none")
        self.any_skips = self.any_skips or skips
        return _Facts(display, "hidden" if visibility == "collapse" else visibility or "visible", skips)

    def _holds_items(self, element: Element, parent_facts: _Facts) -> bool:
        """Whether the box around an element makes its children blocks; slots and others may have no box."""
        parent = element
        while parent_facts.display == "contents":
            outer_box = parent_in_flat_tree(parent)
            if outer_box is None:
                return False
            parent = outer_box
            parent_facts = self._facts.get(parent) or self._of(parent)
        return parent_facts.display in _ITEM_PARENTS

    def _is_rendered(self, element: Element) -> bool:
        if (self._facts.get(element) or self._of(element)).display == "none":
            return False
        parent = parent_in_flat_tree(element)
        if parent is None:
            return element.parent is not None and not isinstance(element.parent, ShadowRoot)
        if parent.shadow is not None and element.parent is parent:
            return False  # a component has no slot for it
        parent_facts = self._facts.get(parent) or self._of(parent)
        if hides_children(parent, element) or parent_facts.skips:
            if element.tag == "button" and self.is_base_select(parent):
                refuse("css-value", "appearance: base-select")
            return False
        # A column is there for its cells, which are in rows: of what is in it only columns are boxes.
        if parent_facts.display in _COLUMNS and self._of(element).display != "table-column":
            return False
        return self.is_rendered(parent)


def _keyword(keyword: str, element: Element, parent_facts: _Facts | None) -> str:
    if keyword == "revert-layer":
        refuse("css-value", "revert-layer")
    if keyword == "inherit" and parent_facts is not None:
        return parent_facts.display
    if keyword == "revert":
        return default_display(element)
    return "inline"


def _drawing_attributes(element: Element) -> dict[str, str]:
    """What the attributes of an element of SVG say of how it is drawn: any rule of a style sheet wins over them."""
    texts = (f"{name}:{element.attributes[name]}" for name in _DRAWING & element.attributes.keys())
    return {declared.name: declared.value for text in texts for declared in declarations(text)}


def _style_elements(document: Document) -> list[Element]:
    elements = document.style_elements
    if elements is None:
        elements = [element for element in document.descendants() if element.tag in ("link", "style")]
        if not document.touched:  # a further change of what has changed already is not announced
            document.style_elements = elements
    return elements


def _applies(sheet: Element) -> bool:
    attributes = sheet.attributes
    if "disabled" in attributes or attributes.get("type", "").lower() not in ("", "text/css"):
        return False
    applies = media_matches(attributes.get("media", ""))
    if applies is None:
        refuse("media", attributes["media"])
    return applies
