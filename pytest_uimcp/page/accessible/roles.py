"""ARIA roles: explicit by the attribute `role`, else implied by the tag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from pytest_uimcp.page.dom.controls import input_type, is_disabled
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words

__all__ = ["by_ids", "explicit_role", "is_focusable", "role_of"]

_Rule: TypeAlias = "str | Callable[[Element], str | None]"

ROLES = words(
    """alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
    combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form
    generic grid gridcell group heading img insertion link list listbox listitem log main mark marquee math
    meter menu menubar menuitem menuitemcheckbox menuitemradio navigation none note option paragraph
    presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator
    slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time
    timer toolbar tooltip tree treegrid treeitem"""
)
_GLOBAL = frozenset(
    f"aria-{name}"
    for name in words("""atomic busy controls current describedby details dropeffect flowto grabbed hidden
    keyshortcuts live owns relevant""")
)
_UNNAMED = words(
    """caption code deletion emphasis generic insertion paragraph presentation strong subscript superscript"""
)
_SECTIONS = frozenset({"article", "aside", "main", "nav", "section"})
_SECTION_ROLES = frozenset({"article", "complementary", "main", "navigation", "region"})
_PARENTS: Final = {
    "dd": ("dl", "div"), "div": ("dl",), "dt": ("dl", "div"), "li": ("ol", "ul"), "tbody": ("table",), "td": ("tr",),
    "tfoot": ("table",), "th": ("tr",), "thead": ("table",), "tr": ("thead", "tbody", "tfoot", "table"),
}  # fmt: skip


def role_of(element: Element) -> str | None:
    explicit = explicit_role(element)
    if explicit is None:
        return _implicit(element)
    if explicit in ("none", "presentation"):
        implicit = _implicit(element)
        # ARIA's resolution of conflicts: `role=none` is ignored where a user may come across the element.
        if _insists(element, implicit):
            return implicit
    return explicit


def explicit_role(element: Element) -> str | None:
    """The first valid role in the attribute `role`."""
    text = element.attributes.get("role")
    if not text:
        return None
    return next((word for word in text.lower().split() if word in ROLES), None)


def is_focusable(element: Element) -> bool:
    if is_disabled(element):
        return False
    tag = element.tag
    native = (
        tag in ("button", "details", "select", "textarea")
        or (tag in ("a", "area") and "href" in element.attributes)
        or (tag == "input" and "hidden" not in element.attributes)
    )
    return native or has_tabindex(element)


def has_tabindex(element: Element) -> bool:
    text = element.attributes.get("tabindex")
    if text is None:
        return False
    try:
        float(text.strip() or 0)
    except ValueError:
        return False
    return True


def by_ids(element: Element, ids: str | None) -> list[Element]:
    names = list(dict.fromkeys((ids or "").split()))
    if not names:
        return []
    elements: dict[str, Element] = {}
    for element_with_id in element.root().descendants():
        name = element_with_id.attributes.get("id")
        if name in names and name not in elements:
            elements[name] = element_with_id
    return [elements[name] for name in names if name in elements]


def _implicit(element: Element) -> str | None:
    rule = _IMPLICIT.get(element.tag)
    role = rule(element) if callable(rule) else rule
    if not role:
        return None
    # Rows, cells and items lose their role together with the table or list that they belong to.
    child = element
    while True:
        parent = child.parent
        if not isinstance(parent, Element) or parent.tag not in _PARENTS.get(child.tag, ()):
            return role
        explicit = explicit_role(parent)
        if explicit in ("none", "presentation") and not _insists(parent, explicit):
            return explicit
        child = parent


def _insists(element: Element, role: str | None) -> bool:
    """Whether an element keeps its role despite `role=none`: it is focusable or has a global ARIA attribute."""
    return _has_global(element, role) or is_focusable(element)


def _has_global(element: Element, role: str | None) -> bool:
    for name in element.attributes:
        if name.startswith("aria-") and (
            name in _GLOBAL
            or (name in ("aria-label", "aria-labelledby") and role not in _UNNAMED)
            or (name == "aria-roledescription" and role != "generic")
        ):
            return True
    return False


def _named(role: str) -> _Rule:
    def rule(element: Element) -> str | None:
        if "aria-label" in element.attributes or "aria-labelledby" in element.attributes:
            return role
        return None

    return rule


def _linked(element: Element) -> str | None:
    if "href" in element.attributes:
        return "link"
    return None


def _landmark(role: str) -> _Rule:
    def rule(element: Element) -> str | None:
        for ancestor in element.path():
            word = ancestor.attributes.get("role")
            if (ancestor.tag in _SECTIONS and word is None) or word in _SECTION_ROLES:
                return None
        return role

    return rule


def _image(element: Element) -> str:
    empty = element.get("alt") == "" and not element.get("title")
    if empty and not _has_global(element, "") and not has_tabindex(element):
        return "presentation"
    return "img"


_INPUTS: Final = {
    "button": "button", "checkbox": "checkbox", "file": "button", "hidden": "", "image": "button",
    "number": "spinbutton", "radio": "radio", "range": "slider", "reset": "button", "submit": "button",
}  # fmt: skip


def _input(element: Element) -> str | None:
    kind = input_type(element)
    if kind in ("email", "search", "tel", "text", "url"):
        lists = by_ids(element, element.get("list"))
        if lists and lists[0].tag == "datalist":
            return "combobox"
        if kind == "search":
            return "searchbox"
        return "textbox"
    return _INPUTS.get(kind, "textbox") or None


def _select(element: Element) -> str:
    size = (element.get("size") or "").strip()
    if element.has("multiple") or (size.isdigit() and int(size) > 1):
        return "listbox"
    return "combobox"


def _table_of(element: Element) -> Element | None:
    return next((ancestor for ancestor in element.ancestors() if ancestor.tag == "table"), None)


def _cell(element: Element) -> str:
    table = _table_of(element)
    if table is not None and explicit_role(table) in ("grid", "treegrid"):
        return "gridcell"
    return "cell"


def _header(element: Element) -> str | None:
    scope = element.get("scope")
    if scope in ("col", "colgroup"):
        return "columnheader"
    if scope in ("row", "rowgroup"):
        return "rowheader"
    # Without a scope, the cells beside it decide.
    row = element.parent
    if row is None:
        return "columnheader"
    peers = list(row.elements())
    place = peers.index(element)
    neighbours = peers[max(place - 1, 0) : place] + peers[place + 1 : place + 2]
    if not neighbours and isinstance(row, Element) and row.tag == "tr":
        table = _table_of(row)
        if table is not None and sum(e.tag == "tr" for e in table.descendants()) <= 1:
            return None
    if len(neighbours) == 2 and all(peer.tag == "th" for peer in neighbours):
        return "columnheader"
    if any(map(_holds_data, neighbours)):
        return "rowheader"
    return "columnheader"


def _holds_data(element: Element) -> bool:
    if element.tag != "td":
        return False
    return bool(element.text_content().strip()) or any(True for _ in element.elements())


_IMPLICIT: Final[Mapping[str, _Rule]] = {
    "a": _linked, "area": _linked, "article": "article", "aside": "complementary", "blockquote": "blockquote",
    "button": "button", "caption": "caption", "code": "code", "datalist": "listbox", "dd": "definition",
    "del": "deletion", "details": "group", "dfn": "term", "dialog": "dialog", "dt": "term", "em": "emphasis",
    "fieldset": "group", "figure": "figure", "footer": _landmark("contentinfo"), "form": _named("form"),
    **{f"h{level}": "heading" for level in range(1, 7)}, "header": _landmark("banner"), "hr": "separator",
    "html": "document", "img": _image, "input": _input, "ins": "insertion", "li": "listitem", "main": "main",
    "mark": "mark", "math": "math", "menu": "list", "meter": "meter", "nav": "navigation", "ol": "list",
    "optgroup": "group", "option": "option", "output": "status", "p": "paragraph", "progress": "progressbar",
    "search": "search", "section": _named("region"), "select": _select, "strong": "strong", "sub": "subscript",
    "sup": "superscript", "svg": "img", "table": "table", "tbody": "rowgroup", "td": _cell, "textarea": "textbox",
    "tfoot": "rowgroup", "th": _header, "thead": "rowgroup", "time": "time", "tr": "row", "ul": "list",
}  # fmt: skip
