from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.dom.parse import parse_document, parse_fragment, template_content
from pytest_uimcp.page.dom.write import to_html


def content(html: str) -> str:
    return to_html(template_content(f"<template>{html}</template>").copy().children)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<tr><td>1<td>2", "<tr>\n  <td>1</td>\n  <td>2</td>\n</tr>"),
        ("<p>a<p>b", "<p>a</p>\n<p>b</p>"),
        ("<p>a<table></table>", "<p>a</p>\n<table></table>"),
        ("<sl-option value=1>One</sl-option>", '<sl-option value="1">One</sl-option>'),
        ("<div><template><li>x</template></div>", "<div>\n  <template>\n    <li>x</li>\n  </template>\n</div>"),
        ("<svg viewBox='0 0 1 1'><path d='M0'/></svg>", '<svg viewBox="0 0 1 1">\n  <path d="M0"></path>\n</svg>'),
        ("<textarea>\n<b>x</textarea>", "<textarea>&lt;b&gt;x</textarea>"),
        ("<input disabled value='a\"b'>", '<input disabled value="a&quot;b">'),
    ],
)
def test_a_template_holds_what_a_browser_makes_of_it(html: str, expected: str) -> None:
    assert content(html) == expected


def test_a_fragment_is_parsed_as_inner_html_of_an_ordinary_element() -> None:
    nodes = parse_fragment("text <b>bold</b> <td>cell</td>")
    assert [node.data if isinstance(node, Text) else to_html([node]) for node in nodes] == [
        "text ",
        "<b>bold</b>",
        " cell",
    ]


def test_every_use_gets_nodes_of_its_own() -> None:
    first, second = (parse_fragment("<p>x</p>")[0] for _ in range(2))
    assert isinstance(first, Element)
    assert first is not second
    first.set("class", "changed")
    assert isinstance(second, Element)
    assert not second.has("class")


def test_a_document_has_its_implied_elements() -> None:
    document = parse_document("<title>t</title><p>x")
    assert [element.tag for element in document.descendants()] == ["html", "head", "title", "body", "p"]
    assert document.body.text_content() == "x"


def test_varying_ids_are_numbered_by_their_order() -> None:
    nodes = parse_fragment('<label for="ui-907">a</label><input id="ui-907"><p id="ui-12"></p><i id="own"></i>')
    assert to_html(nodes).splitlines() == [
        '<label for="ui-1">a</label>', '<input id="ui-1">', '<p id="ui-2"></p>', '<i id="own"></i>',
    ]  # fmt: skip
