"""`ui_query`: nodes by selector, text and conditions, which all have to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import UiError, near
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.selectors.parse import SelectorError
from pytest_uimcp.javafx.scene.selectors.predicates import PredicateError, predicate
from pytest_uimcp.javafx.scene.selectors.query import Lookup, find_all
from pytest_uimcp.javafx.scene.selectors.texts import MATCHES, PatternError, SearchTimeout, matcher, texts_of
from pytest_uimcp.javafx.scene.snapshot.sections import shown_children

KEYS: Final = ("css", "text", "match", "predicate")
# How many nodes are given unless asked, and how much of a text a summary shows.
USUAL_LIMIT: Final = 50
MAX_SUMMARY_CHARACTERS: Final = 20


def summary(node: Node) -> str:
    """`Button[text=OK]`: the class, and what tells it from others."""
    name = node.fx.simple or node.fx.selector
    text = next((text for text in texts_of(node) if text), None)
    if text is not None:
        text = text.replace("\n", " ")
        return f"{name}[text={text if len(text) <= MAX_SUMMARY_CHARACTERS else text[:MAX_SUMMARY_CHARACTERS] + '...'}]"
    if node.css_id:
        return f"{name}[id={node.css_id}]"
    return name


def _walk(root: Node, internals: bool) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if node.kids:
            stack.extend((node.kids if internals else shown_children(node))[::-1])


def _tests(selector: Mapping[str, object]) -> list[Callable[[Node], bool]]:
    tests = []
    text = selector.get("text")
    match = selector.get("match") or "contains"
    if match not in MATCHES:
        raise UiError("MCP_UI_INTERNAL", f"selector.match: expected {', '.join(MATCHES)}; got {match!r}")
    if text is not None:
        if not isinstance(text, str):
            raise UiError("MCP_UI_INTERNAL", f"selector.text: expected a text; got {text!r}")
        tests.append(matcher(text, match))
    if selector.get("predicate") is not None:
        tests.append(predicate(selector["predicate"]))
    return tests


def _checked(selector: object) -> Mapping[str, object]:
    if not isinstance(selector, Mapping):
        raise UiError("MCP_UI_INTERNAL", f"selector: expected an object with css, text or predicate; got {selector!r}")
    unknown = [key for key in selector if key not in KEYS]
    if unknown:
        raise UiError("MCP_UI_INTERNAL", f"selector: no {unknown[0]!r}.{near(str(unknown[0]), KEYS)}")
    # An empty selector would find everything, which nobody asks for on purpose.
    if all(selector.get(key) is None for key in ("css", "text", "predicate")):
        raise UiError("MCP_UI_INTERNAL", "selector: expected css, text or predicate, or several of them; got none")
    if selector.get("css") is not None and not isinstance(selector["css"], str):
        raise UiError("MCP_UI_INTERNAL", f"selector.css: expected a text; got {selector['css']!r}")
    return selector


def search(roots: list[Node], selector: object, internals: bool, lookup: Lookup) -> list[Node]:
    """The nodes that match, in document order; a problem with the selector is an error of the contract."""
    selector = _checked(selector)
    try:
        tests = _tests(selector)
        css = selector.get("css")
        return [
            node
            for root in roots
            # Without `css` every node that a snapshot shows is looked at.
            for node in (find_all(root, css, lookup) if isinstance(css, str) else _walk(root, internals))
            if all(test(node) for test in tests)
        ]
    except (SelectorError, PatternError, PredicateError) as reason:
        raise UiError("MCP_UI_INTERNAL", str(reason), selector=dict(selector)) from None
    except SearchTimeout as reason:
        raise UiError("MCP_UI_TIMEOUT", str(reason), selector=dict(selector)) from None
