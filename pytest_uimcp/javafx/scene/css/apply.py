"""Giving nodes what the stylesheets say of their place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.css.context import context_of
from pytest_uimcp.javafx.scene.css.rules import AUTHOR, THEME, RuleSet, rule_set
from pytest_uimcp.javafx.scene.css.syntax import StyleSheet, parse_sheet
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


@cache
def theme() -> StyleSheet:
    """Modena's measures and colours, as far as they can be seen from outside."""
    return parse_sheet((Path(__file__).parent / "theme.css").read_text(encoding="utf-8"), "theme.css")


def rules_for(sheets: tuple[StyleSheet, ...]) -> RuleSet:
    return rule_set(((theme(), THEME), *((sheet, AUTHOR) for sheet in sheets)))


def style_subtree(
    start: Node, sheets_of: Callable[[Node], tuple[StyleSheet, ...]], grown: Callable[[Node], None], levels: int
) -> None:
    """Style a node, and what is below it where that makes a difference, so many levels deep.

    `sheets_of` gives the program's sheets in force at a node; `grown` is told of every node that was styled.
    """
    # A stack instead of calls: the depth of a scene is the program's affair, not ours.
    pending = [(start, levels)]
    while pending:
        node, levels = pending.pop()
        # Below a node whose context and font have stayed, nothing can be new.
        if _style(node, sheets_of):
            grown(node)
            if node.kids and levels > 0:
                pending.extend([(kid, levels - 1) for kid in node.kids[::-1]])


def _style(node: Node, sheets_of: Callable[[Node], tuple[StyleSheet, ...]]) -> bool:
    """Style one node; whether anything is new for its children."""
    parent_node = node.parent
    parent = None
    if parent_node is not None:
        parent = parent_node.context
    # A node with stylesheets of its own has rules of its own, and so has what is below it.
    inherits = parent is not None and not node.values.get("stylesheets")
    if parent is not None and inherits:
        rules = parent.rules
    else:
        rules = rules_for(sheets_of(node))
    context = context_of(node, parent, rules)
    inherited = DEFAULT_FONT
    if parent_node is not None and parent_node.em is not None:
        inherited = parent_node.em
    resolved = context.resolve(node.fx, inherited, node.values.get("font"))
    if context is node.context and resolved.font == node.em and node.styled is resolved.theme:
        return False
    # Compared by identity: contexts are shared, so equal styles are the same dictionaries.
    relook = node.styled is not resolved.theme or node.author is not resolved.author
    node.context = context
    node.em = resolved.font
    node.styled = resolved.theme
    node.author = resolved.author
    if relook:
        node.show_or_hide()
        # Slots that stylesheets may change, too; everything else is read when it is needed.
        node.placed = bool(node.read("managed"))
        node.bounds_changed()
        node.request_layout()
    return True
