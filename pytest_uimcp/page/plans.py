"""The bindings that the `ui-*` attributes of a template ask for, parsed once per template.

An element with bindings has an `ElementPlan`. Clones share the plan, so that binding a thousand rows parses no
attribute twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from pytest_uimcp.page.dom.namespaces import group_in, namespace_in
from pytest_uimcp.page.dom.nodes import HTML, Element, Fragment, Parent, Text
from pytest_uimcp.page.dom.parse import template_content
from pytest_uimcp.page.paths import Path, parse_path
from pytest_uimcp.page.rules import AttributeRule, rule_of

__all__ = ["BindingPlan", "ElementPlan", "ListPlan", "Template", "ViewPlan", "template"]


@dataclass(frozen=True, slots=True)
class BindingPlan:
    """One attribute to bind: its rule, its full name, its argument (`X` of `ui-attr-X`) and its path."""

    rule: AttributeRule
    attribute: str
    argument: str
    path: Path

    @property
    def event(self) -> str:
        """The event of the element that it listens for, if it sends anything."""
        if self.rule.kind == "event":
            return self.rule.event or self.argument
        return ""


@dataclass(frozen=True, slots=True)
class ViewPlan:
    """`ui-view`."""

    path: Path


@dataclass(frozen=True, slots=True)
class ListPlan:
    """`ui-viewlist`, with the exemplar element that every row is cloned from."""

    path: Path
    exemplar: Element


@dataclass(slots=True)
class ElementPlan:
    """Everything bound on one element."""

    bindings: list[BindingPlan] = field(default_factory=list)
    view: ViewPlan | None = None
    list: ListPlan | None = None
    # The closest `ui-namespace` within the template.
    namespace: str | None = None


@dataclass(frozen=True, slots=True)
class Template:
    """A viewdef ready to be cloned."""

    key: str
    source: str
    content: Fragment


@lru_cache(maxsize=1024)
def template(key: str, source: str, namespace: str = HTML) -> Template:
    """Parse a viewdef, as it is in an element that holds this namespace, and plan its bindings."""
    content = template_content(source, namespace).copy()
    _trim(content)
    _plan_children(content, None)
    return Template(key, source, content)


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
    plan = ElementPlan(namespace=namespace)
    for name, value in element.attributes.items():
        if name.startswith("ui-"):
            _read(plan, element, name, value)
    # Elements without bindings have no plan, so that `bind_view` passes over them.
    if plan.bindings or plan.view or plan.list:
        plan.bindings.sort(key=_comes_later)
        element.plan = plan
    # The content of a list is the exemplar of its rows; that of a view is replaced when the view is drawn.
    if plan.view is None and plan.list is None:
        _plan_children(element, namespace)


def _comes_later(binding: BindingPlan) -> bool:
    return binding.attribute != "ui-value"


def _read(plan: ElementPlan, element: Element, attribute: str, value: str) -> None:
    rule = rule_of(attribute)
    path = parse_path(value)
    if rule is None or not path.text:
        return
    if rule.kind == "view":
        plan.view = ViewPlan(path)
    elif rule.kind == "list":
        plan.list = ListPlan(path, _remove_exemplar(element))
    else:
        plan.bindings.append(BindingPlan(rule, attribute, rule.argument_of(attribute), path))


def _remove_exemplar(element: Element) -> Element:
    exemplar = next(element.elements(), None)
    if exemplar is not None:
        exemplar.remove()
    # White space alone is dropped, so that `:empty` matches an empty list.
    if not any(element.elements()):
        element.replace_children()
    if exemplar is None:
        return group_in(namespace_in(element))
    _plan(exemplar, None)
    if exemplar.plan is not None:  # bindings on the exemplar concern the row
        exemplar.plan.view = exemplar.plan.list = None
    return exemplar
