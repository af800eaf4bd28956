"""A scene as a user finds things in it, for the search and the messages that pages have too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pytest_uimcp.aria.explain import short
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.javafx.accessible.seen import Seen

# Roles whose text is a value.
SILENT = frozenset(("textbox", "combobox", "spinbutton"))


class StageSight:
    """The nodes within one. `query` gives the keys of the nodes that a selector matches."""

    whole_noun = "the stage"
    node_noun = "a node"

    def __init__(self, root: Seen, query: Callable[[str], list[str]]) -> None:
        self.root = root
        self._query = query

    def perceived(self) -> Iterable[Seen]:
        return self.root.walk()

    def role(self, node: Seen) -> str | None:
        return node.role or None

    def name(self, node: Seen) -> str:
        return node.name

    def label(self, node: Seen) -> str:
        """The name, unless it is only the prompt."""
        if node.prompt and node.name == node.prompt:
            return ""
        return node.name

    def placeholder(self, node: Seen) -> str:
        return node.prompt

    def text(self, node: Seen) -> str:
        return _text(node)

    def around(self, node: Seen) -> Iterable[Seen]:
        return node.around()

    def by_css(self, css: str) -> Iterable[Seen]:
        keys = set(self._query(css))
        return [node for node in self.root.walk() if node.key in keys]

    def describe(self, node: Seen) -> str:
        return describe(node)

    def lines(self) -> str:
        """The visible text: a line for each label, control and row."""
        return "\n".join(_lines(self.root))

    def tree(self) -> str:
        return to_yaml([child for kid in self.root.children for child in kid.aria()] or self.root.aria())

    def hidden(self, text: str) -> str | None:
        return None


def describe(node: Seen) -> str:
    plain = f"{node.type or 'node'}{'#' + node.id if node.id else ''}"
    if node.role and node.name:
        return f'{node.role} "{short(node.name)}"'
    text = _text(node)
    if text:
        return f'{node.role or plain} with "{short(text)}"'
    return node.role or plain


def _text(node: Seen) -> str:
    return collapse(" ".join(_pieces(node)))


def _pieces(node: Seen) -> Iterator[str]:
    text = node.text or ("" if node.role in SILENT or node.role == "window" else node.name)
    if text and not (node.role in ("tabpanel", "dialog") or (node.role in _NAMED and node.children)):
        yield text
    for kid in node.children:
        yield from _pieces(kid)


# Roles whose name is made of their content, or stands beside them.
_NAMED = frozenset(("row", "listbox", "table", "tree", "treegrid", "slider", "progressbar", "cell", "gridcell"))


def _lines(node: Seen) -> Iterator[str]:
    if node.role in ("row", "tab", "option", "treeitem", "menuitem"):
        line = collapse(" ".join(_pieces(node)))
        if line:
            yield line
        return
    text = node.text or ("" if node.role in SILENT or node.role in _LINELESS else node.name)
    if text:
        yield from text.split("\n")
    for kid in node.children:
        yield from _lines(kid)


_LINELESS = frozenset(("window", "dialog", "tabpanel", "listbox", "table", "tree", "treegrid", "slider", "progressbar"))
