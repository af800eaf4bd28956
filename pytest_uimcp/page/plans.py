"""What the `ui-*` attributes of a template ask for, worked out once per template.

An element that asks for something has a `Plan`; a clone of it shares the plan, so that binding a thousand rows
reads no attribute a second time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from pytest_uimcp.page.dom.nodes import Element, Fragment, Parent, Text
from pytest_uimcp.page.dom.parse import template_content
from pytest_uimcp.page.keys import KeyTest, parse_key_test
from pytest_uimcp.page.paths import Path, parse_path

__all__ = ["KINDS", "NAMES", "OPTIONS", "Asked", "ListPlan", "Plan", "Template", "ViewPlan", "is_known", "template"]

NAMES = ("action", "code", "html", "value", "view", "viewlist")
KINDS = ("attr", "class", "style", "event")
"""Kinds whose attribute goes on with the name of something else: `ui-attr-X`."""
OPTIONS = (
    "access", "create", "fallbackNamespace", "inactive", "item", "itemWrapper", "keypress", "namespace", "priority",
    "replace", "scrollOnOutput", "wrapper",
)  # fmt: skip
"""What a path may say behind its question mark; wrappers of an app may read more."""
# Read beside others, or written by us.
_BESIDE = re.compile("app|namespace|viewdef|empty|error-(code|description)")


@dataclass(frozen=True, slots=True)
class Asked:
    """One binding: its kind (see `bindings.BINDINGS`), its argument (`X` of `ui-attr-X`) and its path."""

    kind: str
    argument: str
    path: Path
    key: KeyTest | None = None


@dataclass(frozen=True, slots=True)
class ViewPlan:
    """`ui-view`."""

    path: Path


@dataclass(frozen=True, slots=True)
class ListPlan:
    """`ui-viewlist` with the element that every row starts from."""

    path: Path
    exemplar: Element


@dataclass(slots=True)
class Plan:
    """All that one element asks for."""

    asked: list[Asked] = field(default_factory=list)
    view: ViewPlan | None = None
    list: ListPlan | None = None
    namespace: str | None = None
    """The closest `ui-namespace` within the template."""


@dataclass(frozen=True, slots=True)
class Template:
    """A viewdef ready to be cloned."""

    key: str
    source: str
    content: Fragment


@lru_cache(maxsize=1024)
def template(key: str, source: str) -> Template:
    """Parse a viewdef and plan its bindings."""
    content = template_content(source).copy()
    _trim(content)
    _plan_children(content, None)
    return Template(key, source, content)


def is_known(attribute: str) -> bool:
    """Whether an attribute that begins with `ui-` does anything."""
    name = attribute.removeprefix("ui-")
    kind, _, argument = name.partition("-")
    return name in NAMES or (kind in KINDS and argument != "") or _BESIDE.fullmatch(name) is not None


def _trim(content: Fragment) -> None:
    """White space around a template's elements comes from how its file is laid out."""
    for end in (0, -1):
        while content.children and isinstance(node := content.children[end], Text) and not node.data.strip():
            node.remove()


def _plan_children(parent: Parent, namespace: str | None) -> None:
    for element in tuple(parent.elements()):
        _plan(element, namespace)


def _plan(element: Element, namespace: str | None) -> None:
    namespace = element.get("ui-namespace") or namespace
    plan = Plan(namespace=namespace)
    for name, value in element.attributes.items():
        if name.startswith("ui-"):
            _ask(plan, element, name[3:], value)
    if plan.asked or plan.view or plan.list:
        plan.asked.sort(key=lambda asked: asked.kind != "value")
        element.plan = plan
    # What a view or a list holds is a pattern, or goes when the view comes.
    if plan.view is None and plan.list is None:
        _plan_children(element, namespace)


def _ask(plan: Plan, element: Element, name: str, value: str) -> None:
    path = parse_path(value)
    if not path.text:
        return
    kind, _, argument = name.partition("-")
    if name == "view":
        plan.view = ViewPlan(path)
    elif name == "viewlist":
        plan.list = ListPlan(path, _take_exemplar(element))
    elif name in NAMES:
        plan.asked.append(Asked(name, "", path))
    elif kind in KINDS and argument:
        if kind != "event":
            plan.asked.append(Asked(kind, argument, path))
        elif argument.startswith("keypress-"):
            key = parse_key_test(argument.removeprefix("keypress-"))
            if key is not None:
                plan.asked.append(Asked("keypress", argument, path, key=key))
        elif not argument.endswith("-value"):
            plan.asked.append(Asked("event", argument, path))


def _take_exemplar(element: Element) -> Element:
    first = next(element.elements(), None)
    if first is not None:
        first.remove()
    # Nothing but white space is nothing, so that `:empty` matches an empty list.
    if not any(element.elements()):
        element.replace_children()
    if first is None:
        return Element("div")
    _plan(first, None)
    if first.plan is not None:  # what is bound on the exemplar is about the row, and only that
        first.plan.view = first.plan.list = None
    return first
