"""A cached view of a document: what is computed about it is kept until the document changes."""

from __future__ import annotations

from pytest_uimcp.page.accessible.names import name_of
from pytest_uimcp.page.accessible.roles import role_of
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import assigned_slot, parent_in_flat_tree
from pytest_uimcp.page.dom.nodes import Document, DomNode, Element, Parent, Text
from pytest_uimcp.page.dom.styles import Styles

__all__ = ["PageView"]

_INERT = frozenset({"style", "script", "noscript", "template"})


class _Index:
    """Ids and labels of one tree: the document or a shadow tree."""

    __slots__ = ("ids", "labels", "places")

    def __init__(self, root: Parent) -> None:
        self.ids: dict[str, Element] = {}
        self.labels: dict[str, list[Element]] = {}
        # The labels in the order of the document, which is that of several labels of one control.
        self.places: dict[Element, int] = {}
        for element in root.descendants():
            attributes = element.attributes
            if "id" in attributes:
                self.ids.setdefault(attributes["id"], element)
            if element.tag == "label":
                self.places[element] = len(self.places)
                if "for" in attributes:
                    self.labels.setdefault(attributes["for"], []).append(element)


class PageView:
    """Roles, names and visibility of the elements of one document at one moment."""

    def __init__(self, document: Document, styles: Styles | None = None) -> None:
        self.document = document
        # Whether the page computes what is drawn; otherwise a browser has done so.
        self.is_simulated = styles is None
        self.styles = styles or Styles(document)
        # Computed when first asked for: a verb asks for few of them, the tree for all.
        self._roles: dict[Element, str | None] = {}
        self._names: dict[Element, str] = {}
        self._hidden: dict[Element, bool] = {}
        self._indexes: dict[Parent, _Index] = {}

    def role(self, element: Element) -> str | None:
        try:
            return self._roles[element]
        except KeyError:
            role = self._roles[element] = role_of(element)
            return role

    def name(self, element: Element) -> str:
        name = self._names.get(element)
        if name is None:
            name = self._names[element] = name_of(self, element)
        return name

    def labels(self, element: Element) -> list[Element]:
        if not controls.takes_label(element):
            return []
        labels = controls.labels_around(element)
        index = self._index(element)
        # Of two elements with one id, a label is for the first.
        if element.id and index.ids.get(element.id) is element:
            labels = [*labels, *index.labels.get(element.id, [])]
        return sorted(labels, key=index.places.__getitem__)

    def by_ids(self, element: Element, name: str) -> list[Element]:
        text = element.attributes.get(name)
        if not text:
            return []
        ids = self._index(element).ids
        return [ids[name] for name in dict.fromkeys(text.split()) if name in ids]

    def _index(self, element: Element) -> _Index:
        root = element.root()
        index = self._indexes.get(root)
        if index is None:
            index = self._indexes[root] = _Index(root)
        return index

    def is_hidden(self, element: Element) -> bool:
        if element.tag in _INERT:
            return True
        styles = self.styles
        display = styles.display(element)
        is_slot = element.tag == "slot"
        # It has no box of its own: what counts is whether anything in it shows.
        if display == "contents" and not is_slot:
            return not (styles.is_rendered(element) and any(self._shows(child) for child in element.children))
        # Options of a list that is closed are drawn nowhere, but belong to the tree.
        in_select = element.tag == "option" and element.closest("select") is not None
        if not in_select and not is_slot and not styles.is_visible(element):
            return True
        return self._is_cut_off(element)

    def _shows(self, node: DomNode) -> bool:
        if isinstance(node, Element):
            return not self.is_hidden(node)
        return isinstance(node, Text) and bool(node.data.strip())

    def _is_cut_off(self, element: Element) -> bool:
        hidden = self._hidden.get(element)
        if hidden is None:
            hidden = self._hidden[element] = self._cut_off(element)
        return hidden

    def _cut_off(self, element: Element) -> bool:
        parent = element.parent
        # A component without a slot for a child does not draw it.
        if isinstance(parent, Element) and parent.shadow is not None and assigned_slot(element, parent) is None:
            return True
        if self.styles.display(element) == "none":
            return True
        if (element.attributes.get("aria-hidden") or "").lower() == "true":
            return True
        ancestor = next(element.ancestors(), None)
        return ancestor is not None and self._is_cut_off(ancestor)

    def is_slotted(self, node: DomNode) -> bool:
        parent = node.parent
        return isinstance(parent, Element) and parent.shadow is not None and assigned_slot(node, parent) is not None

    def is_text_hidden(self, text: Text) -> bool:
        """Whether a component or a closed `details` does not draw this text."""
        parent = text.parent
        if not isinstance(parent, Element):
            return False
        if parent.shadow is not None and assigned_slot(text, parent) is None:
            return True
        return parent.tag == "details" and not parent.has("open")

    def parent(self, node: DomNode) -> Element | None:
        return parent_in_flat_tree(node)
