"""Trees as text: nested lists that a browser can make too, and one line for a table."""

from __future__ import annotations

from html import escape
from typing import Any

from pytest_uimcp.page.dom.nodes import Comment, Element, Parent, Text

# The same outlines in a browser, for a list of pages; like our parsers, DOMParser runs no scripts.
IN_A_BROWSER = """texts => texts.map(text => {
    const spaces = {"http://www.w3.org/1999/xhtml": "html", "http://www.w3.org/2000/svg": "svg"};
    const content = node => [...node.childNodes].filter(child => child.nodeType != 10).map(child => {
        if (child.nodeType == 3) return child.data;
        if (child.nodeType == 8) return ["!", child.data];
        if (child.nodeType == 7) return ["!", `?${child.target} ${child.data}`];
        const attributes = [...child.attributes].map(each => [each.name, each.value]);
        const shown = [child.localName, spaces[child.namespaceURI] ?? "math", attributes, content(child)];
        return child.content ? [...shown, content(child.content)] : shown;
    });
    return content(new DOMParser().parseFromString(text, "text/html"));
})"""


def outline(parent: Parent) -> list[Any]:
    """The outline of a node's content."""
    return [_outline(child) for child in parent.children]


def _outline(node: Any) -> Any:
    if isinstance(node, Text):
        return node.data
    if isinstance(node, Comment):
        return ["!", node.data]
    assert isinstance(node, Element)
    shown = [node.tag, node.namespace, [list(pair) for pair in node.attributes.items()], outline(node)]
    return shown if node.content is None else [*shown, outline(node.content)]


def line(page: list[Any]) -> str:
    """An outline of a page as HTML, without `html`, `head` and `body` if nothing stands outside of a plain body."""
    match page:
        case [["html", _, [], [["head", _, [], []], ["body", _, [], content]]]]:
            return "".join(map(_line, content))
    return "".join(map(_line, page))


def _line(node: Any) -> str:
    if isinstance(node, str):
        return escape(node, quote=False).replace("\n", r"\n")
    if node[0] == "!":
        return f"<!--{node[1]}-->"
    tag, _, attributes, *contents = node
    start = "".join([f"<{tag}", *(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attributes)])
    inner = "".join(_line(child) for content in contents for child in content)
    return f"{start}>{inner}" if tag in ("br", "hr", "img", "input") else f"{start}>{inner}</{tag}>"
