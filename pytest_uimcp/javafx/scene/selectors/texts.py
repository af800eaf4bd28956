"""Searching for what a user reads.

Patterns come from outside, so all searches of a query have one time limit. The pattern and the texts are bounded too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pytest_uimcp.core.patterns import PatternTimeout, TimeLimit, compiled
from pytest_uimcp.javafx.scene.errors import JavaFxError
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.labeled import mnemonic

MAX_PATTERN_CHARACTERS: Final = 1_000
MAX_TEXT_CHARACTERS: Final = 100_000
MATCHES: Final = ("contains", "equals", "regex")


class PatternError(JavaFxError):
    """The pattern cannot be searched for."""


class SearchTimeout(JavaFxError):
    """The pattern takes too long."""


def _own(node: Node) -> list[str]:
    text = node.read("text") or ""
    if node.is_a("Labeled") and node.read("mnemonicParsing") and "_" in text:
        return [text, mnemonic(text).text]
    return [text]


def texts_of(node: Node) -> list[str]:
    """What a node shows: its text, with and without the marker of a mnemonic; a row shows its cells' texts."""
    if node.is_a("TableRow") or node.is_a("TreeTableRow"):
        return [kid.read("text") or "" for kid in node.kids if "tableColumn" in kid.values]
    if "text" in node.fx.props and (node.is_a("Labeled") or node.is_a("Text") or node.is_a("TextInputControl")):
        return _own(node)
    return []


def _pattern(pattern: str) -> Callable[[str], bool]:
    if len(pattern) > MAX_PATTERN_CHARACTERS:
        raise PatternError(f"a pattern of {len(pattern)} characters; {MAX_PATTERN_CHARACTERS} are the most")
    try:
        expression = compiled(pattern)
    except ValueError as reason:
        raise PatternError(f"not a pattern: {pattern!r}: {reason}") from None
    # One limit for all nodes of a query, not one for each.
    limit = TimeLimit()

    def search(text: str) -> bool:
        try:
            return limit.finds(expression, text[:MAX_TEXT_CHARACTERS])
        except PatternTimeout:
            raise SearchTimeout(
                f"the pattern {pattern!r} takes longer than {limit.seconds:g} s; use a simpler one"
            ) from None

    return search


def matcher(text: str, match: str = "contains") -> Callable[[Node], bool]:
    """Whether a node shows a text: within it in any case, exactly, or by a pattern."""
    if match == "regex":
        is_match = _pattern(text)
    elif match == "equals":
        is_match = text.__eq__
    else:
        folded = text.casefold()

        def is_match(candidate: str) -> bool:
            return folded in candidate.casefold()

    def shows(node: Node) -> bool:
        return any(is_match(candidate) for candidate in texts_of(node))

    return shows
