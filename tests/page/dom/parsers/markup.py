"""Strategies for markup: well formed, ordinary elements in any order, and any elements in any order."""

from __future__ import annotations

from hypothesis import strategies as st

from pytest_uimcp.page.dom.words import words

# The content model: pairs of a tag and its content, and text.
CONTENT: dict[str, list[tuple[str, str] | str]] = {
    "flow": [
        *((tag, "flow") for tag in ("div", "section", "fieldset", "details", "dialog", "blockquote", "sl-card")),
        *((tag, "phrasing") for tag in ("p", "h1", "pre", "summary")),
        *(("ul", "items"), ("dl", "pairs"), ("table", "parts"), ("table", "rows"), ("select", "options")),
        *(("template", inner) for inner in ("flow", "groups", "rows", "cells", "columns")),
        *("x", "<p>open", "<hr>", "<!-- c -->", "<style>p {}</style>", "<script>if (a<b) '</p>'</script>"),
    ],
    "phrasing": [
        *((tag, "phrasing") for tag in ("b", "i", "span", "label", "sl-badge")),
        *(("select", "options"), ("button", "text"), ("template", "flow"), ("ruby", "ruby")),
        *("x", " y ", "&amp;", "é", "<br>", "<img alt=a>", "<input>", "<textarea>\na<b</textarea>"),
        '<svg viewBox="0 0 1 1"><path d="M0"/><g><title>t</title></g></svg>',
    ],
    "items": [("li", "flow"), " "],
    "pairs": [("dt", "phrasing"), ("dd", "flow")],
    "parts": [("thead", "rows"), ("tbody", "rows"), ("colgroup", "columns"), "<caption>c</caption>", "<col>"],
    "groups": [("thead", "rows"), ("tbody", "rows"), ("tfoot", "rows"), "<caption>c</caption>"],
    "columns": ["<col>", "<col span=2>"],
    "rows": [("tr", "cells"), "\n"],
    "cells": [("td", "flow"), ("th", "phrasing")],
    "options": [("option", "text"), ("optgroup", "grouped"), "<hr>", "\n"],
    "grouped": [("option", "text")],
    "ruby": ["x", "<rt>y", "<rp>)</rp>"],
    "text": ["x", "&lt;", "é "],
}
MAY_STAY_OPEN = words("dd dt li option td th tr")
ATTRIBUTES = ["", "", "", ' ui-value="a.b"', " class=c", ' title="</p>"', " hidden"]

ORDINARY = words(
    "a b i em p div span ul ol li h1 h2 input button textarea label br hr img section details summary style slot "
    "fieldset sl-input sl-option"
)
ANY = ORDINARY | words(
    "annotation-xml body caption center col colgroup dd desc dialog dl dt font foreignObject form frame frameset head "
    "html iframe image marquee math mi mo mtext nobr noscript object optgroup option path plaintext pre rt ruby script "
    "select svg table tbody td template th title tr xmp"
)
BETWEEN = [
    "x",
    " ",
    "\n",
    "&amp;",
    "&lt",
    "&#0;",
    "&",
    "<",
    "<!--c-->",
    "<!--",
    "</",
    "-->",
    '"',
    "'",
    "\r\n",
    "é",
    "=",
]
ODD = [*BETWEEN, "\0", "\f", "<!", "<?pi x?>", "<![CDATA[x]]>", "<!DOCTYPE html>", "</br>"]
ODD_ATTRIBUTES = [*ATTRIBUTES, " a a=2", " /", ' ="', " <", " a=&ampx", " xlink:href=q", " encoding=text/html"]


def ordinary(longest: int) -> st.SearchStrategy[str]:
    """Tags of ordinary elements and text in any order."""
    return _pieces(sorted(ORDINARY), BETWEEN, longest)


def anything(longest: int) -> st.SearchStrategy[str]:
    """Tags of all elements with special parsing rules in the standard, and text, in any order."""
    return _pieces(sorted(ANY), ODD, longest)


def _pieces(tags: list[str], between: list[str], longest: int) -> st.SearchStrategy[str]:
    start = st.builds("<{}{}>".format, st.sampled_from(tags), st.sampled_from(ODD_ATTRIBUTES))
    end = st.builds("</{}>".format, st.sampled_from(tags))
    return st.lists(st.one_of(start, end, st.sampled_from(between)), max_size=longest).map("".join)


@st.composite
def well_formed(draw: st.DrawFn, kind: str = "flow", depth: int = 4) -> str:
    """Valid markup; some optional end tags are omitted."""
    parts = [draw(st.sampled_from(CONTENT[kind])) for _ in range(draw(st.integers(0, 4)))]
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
        elif depth:
            tag, inner = part
            content = draw(well_formed(inner, depth - 1))
            end = "" if tag in MAY_STAY_OPEN and draw(st.booleans()) else f"</{tag}>"
            text += f"<{tag}{draw(st.sampled_from(ATTRIBUTES))}>{content}{end}"
    return text
