"""What the `ui-*` attributes of a template ask for, found out once per template.

An element with bindings has an `ElementPlan`. Clones share the plan, and a template knows for which of its elements
there is something to do: drawing a thousand rows parses no attribute twice, and looks at no other element.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.namespaces import group_in, namespace_in
from pytest_uimcp.page.dom.nodes import HTML, DomNode, Element, Fragment, Parent, Text
from pytest_uimcp.page.dom.parse import template_content
from pytest_uimcp.page.outgoing import VariableShape
from pytest_uimcp.page.paths import Path, parse_path
from pytest_uimcp.page.rules import AttributeRule, rule_of

__all__ = ["BindingPlan", "ElementPlan", "ListPlan", "Template", "ViewPlan", "is_named_and_open", "template"]


class BindingPlan:
    """One attribute to bind: its rule, its full name, its argument (`X` of `ui-attr-X`) and its path."""

    __slots__ = ("access", "argument", "attribute", "event", "is_scrolled", "path", "rule", "shape", "shapes")

    def __init__(self, rule: AttributeRule, attribute: str, path: Path) -> None:
        self.rule = rule
        self.attribute = attribute
        self.argument = rule.argument_of(attribute)
        self.path = path
        # The event of the element that it listens for, if it sends anything.
        self.event = ""
        if rule.kind == "event":
            self.event = rule.event or self.argument
        self.is_scrolled = path.has("scrollOnOutput")
        # The access of its variables, unless the path states one; None: it depends on the element.
        self.access: str | None = None
        if path.call or "edited" not in rule.access:
            self.access = rule.access.get(path.call or "plain", "r")
        # What its variables have in common, by their access; bindings add to it.
        self.shapes: dict[str, VariableShape] = {}
        # The only one, where the access does not depend on the element.
        self.shape: VariableShape | None = None


@dataclass(frozen=True, slots=True)
class ViewPlan:
    path: Path


@dataclass(frozen=True, slots=True)
class ListPlan:
    """`ui-viewlist`, with the exemplar element that every row is cloned from, and its `ui-namespace`."""

    path: Path
    exemplar: Element
    namespace: str | None


@dataclass(slots=True)
class ElementPlan:
    bindings: list[BindingPlan] = field(default_factory=list)
    view: ViewPlan | None = None
    list: ListPlan | None = None
    # The closest `ui-namespace` within the template.
    namespace: str | None = None


@dataclass(frozen=True, slots=True)
class Template:
    key: str
    source: str
    content: Fragment
    # The elements of the content that there is something to do for when a copy is shown.
    concerned: frozenset[Element]
    has_scripts: bool

    def copies(self) -> tuple[list[DomNode], list[Element]]:
        """New nodes, which belong to no tree, and those among them and below that are concerned, in their order."""
        concerned: list[Element] = []
        nodes = [self._copy(node, concerned) for node in self.content.children]
        return nodes, concerned

    def _copy(self, node: DomNode, concerned: list[Element]) -> DomNode:
        if not isinstance(node, Element):
            return node.copy()
        copy = node.copy_alone()
        if node in self.concerned:
            concerned.append(copy)
        children = copy.children
        for child in node.children:
            child_copy = self._copy(child, concerned)
            child_copy.parent = copy
            children.append(child_copy)
        return copy


@lru_cache(maxsize=1024)
def template(key: str, source: str, namespace: str = HTML) -> Template:
    """Parse a viewdef, as it is in an element that holds this namespace, and plan its bindings."""
    content = template_content(source, namespace).copy()
    _trim(content)
    _plan_children(content, None)
    has_scripts = any(element.tag == "script" for element in content.descendants())
    return Template(key, source, content, frozenset(_concerned(content)), has_scripts)


def _concerned(parent: Parent) -> Iterator[Element]:
    for element in parent.elements():
        plan: ElementPlan | None = element.plan
        if plan is not None or "autofocus" in element.attributes or is_named_and_open(element):
            yield element
        # What is in a view or a list belongs to it.
        if plan is None or (plan.view is None and plan.list is None):
            yield from _concerned(element)


def is_named_and_open(element: Element) -> bool:
    """Whether it is a `details` that closes others of its name."""
    return element.tag == "details" and "open" in element.attributes and bool(element.get("name"))


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
        plan.list = _list_plan(path, element)
    else:
        plan.bindings.append(BindingPlan(rule, attribute, path))


def _list_plan(path: Path, element: Element) -> ListPlan:
    exemplar = _remove_exemplar(element)
    namespace = exemplar.get("ui-namespace")
    # The views of the rows have it as a property.
    exemplar.unset("ui-namespace")
    return ListPlan(path, exemplar, namespace)


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
