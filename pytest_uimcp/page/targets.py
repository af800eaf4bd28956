"""Finds elements as users do, by name, label or text; or by selector, role and index.

A string is tried in the steps of a verb's `Search`: each step has candidates, and a text to compare with the string.
An exact match at any step wins over a substring at any step.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypedDict

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element, Parent
from pytest_uimcp.page.dom.selectors import selectors
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.errors import WrongCall
from pytest_uimcp.page.visible import line_text

__all__ = ["CLICK", "FIELD", "FILE", "LIST", "Search", "Target", "Where", "find_all", "target_of"]


class Where(TypedDict, total=False):
    """The keyword arguments that narrow a target."""

    css: str
    role: str
    name: str
    nth: int


@dataclass(frozen=True, slots=True)
class Target:
    """The element that a test asks for."""

    text: str | None = None
    css: str | None = None
    role: str | None = None
    name: str | None = None
    nth: int | None = None
    key: str | None = None
    """The key to press there: not used for the search, but quoted in messages."""

    @property
    def is_nothing(self) -> bool:
        """Whether it has no criterion at all."""
        return self.text is None and self.css is None and self.role is None and self.name is None

    def __str__(self) -> str:
        parts = [repr(said) for said in (self.key, self.text) if said is not None]
        for key in ("css", "role", "name", "nth"):
            value = getattr(self, key)
            if value is not None:
                parts.append(f"{key}={value!r}")
        return ", ".join(parts)


def target_of(verb: str, text: str | None, where: Where, *, key: str | None = None) -> Target:
    """The target of a verb's call; raises WrongCall if the arguments make none."""
    given: dict[str, Any] = {"target": text, **where}
    for name, said in given.items():
        if name not in _TAKES:
            raise WrongCall(_unknown(verb, name))
        if said is not None and not isinstance(said, _TAKES[name]):
            what = "a whole number" if name == "nth" else "a text"
            raise WrongCall(f"{verb}(): {name} is {what}, got {said!r}")
    target = Target(text, **where, key=key)
    if target.is_nothing and target.nth is not None:
        raise WrongCall(f"{verb}({target}): nth= picks one of several; say of what, with a text, css=, role= or name=")
    return target


def _unknown(verb: str, name: str) -> str:
    near = difflib.get_close_matches(name, Where.__annotations__, 1)
    meant = f"; did you mean {near[0]}=?" if near else ""
    return f"{verb}() takes css=, role=, name= and nth=, not {name}{meant}"


_TAKES: Final[dict[str, type]] = {"target": str, "css": str, "role": str, "name": str, "nth": int}
Namer: TypeAlias = Callable[[PageView, Element], str]


@dataclass(frozen=True, slots=True)
class SearchStep:
    """Candidates with these roles (any role if empty), and the text by which each is found."""

    roles: frozenset[str]
    called: Namer


@dataclass(frozen=True, slots=True)
class Search:
    """How one verb interprets a string target."""

    what: str
    steps: tuple[SearchStep, ...]
    texts: bool = False
    """Whether to search the visible text when no step finds anything."""


def _name(look: PageView, element: Element) -> str:
    return look.name(element)


def _label(look: PageView, element: Element) -> str:
    """The accessible name, unless it comes only from the placeholder."""
    attributes = element.attributes
    only = "placeholder" in attributes and not any(n in attributes for n in ("aria-label", "aria-labelledby", "title"))
    return "" if only and not look.labels(element) else look.name(element)


def _placeholder(look: PageView, element: Element) -> str:
    return element.get("placeholder") or ""


_BUTTONS = words("""button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem""")
_FIELDS = words("textbox searchbox combobox listbox spinbutton slider checkbox radio switch radiogroup")
_LISTS = words("list listbox table grid treegrid tree menu radiogroup rowgroup group region")

CLICK: Final = Search("something to click", (SearchStep(_BUTTONS, _name), SearchStep(_FIELDS, _name)), texts=True)
FIELD: Final = Search("a field", (SearchStep(_FIELDS, _label), SearchStep(_FIELDS, _placeholder)))
FILE: Final = Search("a file field", (SearchStep(frozenset({"button"}), _name),))
LIST: Final = Search("a list", (SearchStep(_LISTS, _name),))


def find_all(look: PageView, root: Element, target: Target, search: Search) -> list[Element]:
    """All elements that match a target, before `nth` is applied."""
    if target.text is not None and target.css is None and target.role is None and target.name is None:
        return _by_text(look, root, collapse(target.text), search)
    found = list(_by_css(root, target.css)) if target.css is not None else list(perceived(look, root))
    if target.role is not None:
        found = [element for element in found if look.role(element) == target.role]
    if target.name is not None:
        found = _called(look, found, collapse(target.name), _name)
    if target.text is not None:
        found = _called(look, found, collapse(target.text), _name_or_text)
    return found


def _name_or_text(look: PageView, element: Element) -> str:
    return collapse(look.name(element)) or line_text(look, element)


def _called(look: PageView, elements: list[Element], text: str, called: Namer) -> list[Element]:
    names = [(collapse(called(look, element)), element) for element in elements]
    whole = [element for name, element in names if name == text]
    return whole or [element for name, element in names if text in name]


def _by_text(look: PageView, root: Element, text: str, search: Search) -> list[Element]:
    names: list[list[tuple[str, Element]]] = []
    elements = list(perceived(look, root))
    for step in search.steps:
        candidates = (e for e in elements if not step.roles or look.role(e) in step.roles)
        names.append([(collapse(step.called(look, e)), e) for e in candidates])
    for named in names:
        if found := [element for name, element in named if name == text]:
            return found
    if search.texts and (found := _innermost(look, root, lambda seen: seen == text)):
        return found
    for named in names:
        if found := [element for name, element in named if text and text in name]:
            return found
    return _innermost(look, root, lambda seen: text in seen) if search.texts and text else []


def _innermost(look: PageView, root: Element, fits: Callable[[str], bool]) -> list[Element]:
    """The innermost elements whose visible text matches."""
    found = [element for element in perceived(look, root) if fits(line_text(look, element))]
    around = {outer for element in found for outer in _drawn_around(look, element)}
    return [element for element in found if element not in around]


def _drawn_around(look: PageView, element: Element) -> Iterator[Element]:
    outer = look.parent(element)
    while outer is not None:
        yield outer
        outer = look.parent(outer)


def _by_css(root: Element, css: str) -> Iterator[Element]:
    wanted = selectors(css)
    return (element for element in every(root) if any(one.matches(element) for one in wanted))


def every(root: Parent) -> Iterator[Element]:
    """All descendant elements, shadow trees included."""
    for element in root.elements():
        yield element
        if element.shadow is not None:
            yield from every(element.shadow)
        yield from every(element)


def perceived(look: PageView, root: Element) -> Iterator[Element]:
    """All descendant elements that are drawn, in the order of the flat tree."""
    for child in flat_children(root):
        if not isinstance(child, Element) or child.tag in _NEVER:
            continue
        if look.styles.is_rendered(child) or _is_option(child):
            if not look.is_hidden(child) or child.tag == "slot":
                yield child
            yield from perceived(look, child)


_NEVER = frozenset({"style", "script", "noscript", "template"})


def _is_option(element: Element) -> bool:
    return element.tag in ("option", "optgroup") and not element.has("hidden")
