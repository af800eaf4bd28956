"""Which namespaces the views of an app ask for, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from pytest_uimcp.core.records import dataclass

if TYPE_CHECKING:
    from pytest_uimcp.checks.markup import SourceTag
    from pytest_uimcp.checks.model import ViewFile

# Where no namespace is named.
USUAL: Final = frozenset({"DEFAULT", "list-item"})
_OPTIONS: Final = ("namespace", "fallbackNamespace")


@dataclass(frozen=True, slots=True)
class NamespaceUse:
    name: str
    view: ViewFile
    line: int
    # As it is written.
    text: str
    is_list: bool


@dataclass(frozen=True, slots=True)
class Namespaces:
    uses: tuple[NamespaceUse, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(use.name for use in self.uses)

    @property
    def of_rows(self) -> frozenset[str]:
        """Those that only lists ask for."""
        others = {use.name for use in self.uses if not use.is_list}
        return frozenset(use.name for use in self.uses if use.is_list) - others


def namespaces_of(views: Iterable[ViewFile]) -> Namespaces:
    return Namespaces(tuple(use for view in views for tag in view.markup.elements for use in _uses(view, tag)))


def _uses(view: ViewFile, tag: SourceTag) -> Iterator[NamespaceUse]:
    attributes = tag.start.attributes
    is_list = "ui-viewlist" in attributes or (tag.parent is not None and "ui-viewlist" in tag.parent.start.attributes)
    name = attributes.get("ui-namespace", "").strip()
    if name:
        yield NamespaceUse(name, view, tag.start.lines["ui-namespace"], f'ui-namespace="{name}"', is_list)
    for attribute in ("ui-view", "ui-viewlist"):
        value = attributes.get(attribute, "")
        for option, wanted_name in parse_qsl(value.partition("?")[2]):
            if option.partition(":")[0] in _OPTIONS:
                yield NamespaceUse(wanted_name, view, tag.start.lines[attribute], f'{attribute}="{value}"', is_list)
