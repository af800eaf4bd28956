"""The elements of a viewdef as its author wrote them, and where HTML reads something else.

The tree is that of the start and end tags. A fault is a place at which a browser builds another one: an element that
stays open, `<div/>`, a row outside of a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from typing import Final

from pytest_uimcp.checks.start_tags import EndTag, StartTag, tags
from pytest_uimcp.core.records import dataclass

VOID: Final = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
# Elements that end by themselves, each with the tags that end it; all end with their parent.
_ENDED_BY: Final = {
    "li": {"li"},
    "option": {"option", "optgroup"},
    "optgroup": {"optgroup"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
    "tr": {"tr", "tbody", "tfoot", "thead"},
    "td": {"td", "th", "tr", "tbody", "tfoot", "thead"},
    "th": {"td", "th", "tr", "tbody", "tfoot", "thead"},
    "thead": {"tbody", "tfoot"},
    "tbody": {"tbody", "tfoot"},
    "tfoot": {"tbody"},
    "colgroup": {"thead", "tbody", "tfoot", "tr"},
    "caption": {"thead", "tbody", "tfoot", "tr", "colgroup"},
    "rt": {"rt", "rp"},
    "rp": {"rt", "rp"},
}
_BLOCKS: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "details",
        "dialog",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "table",
        "ul",
    ]
)
_MAY_STAY_OPEN: Final = frozenset({*_ENDED_BY, "p", "html", "head", "body"})
# A block in one of these does not end the paragraph around it.
_PROTECTING: Final = frozenset({"button", "caption", "object", "table", "td", "template", "th"})
_TABLES: Final = frozenset({"table", "thead", "tbody", "tfoot", "tr"})
# Where the parts of a table may stand; a viewdef may begin with one of them.
_PARENTS: Final = {
    "tr": frozenset({"table", "thead", "tbody", "tfoot", "template"}),
    "td": frozenset({"tr", "template"}),
    "th": frozenset({"tr", "template"}),
    "thead": frozenset({"table", "template"}),
    "tbody": frozenset({"table", "template"}),
    "tfoot": frozenset({"table", "template"}),
    "caption": frozenset({"table", "template"}),
    "colgroup": frozenset({"table", "template"}),
}
_IN_TABLES: Final = frozenset({*_PARENTS, "col", "script", "style", "template"})
# A second one inside ends the first, or is dropped.
_NOT_IN_ITSELF: Final = frozenset({"a", "button", "form"})
# XML, in which `<path/>` is closed.
_FOREIGN: Final = frozenset({"svg", "math"})
# A viewdef of these is drawn inside of a picture.
_OF_PICTURES: Final = frozenset(
    [
        "animate",
        "circle",
        "clippath",
        "defs",
        "desc",
        "ellipse",
        "fegaussianblur",
        "filter",
        "foreignobject",
        "g",
        "image",
        "line",
        "lineargradient",
        "marker",
        "mask",
        "path",
        "pattern",
        "polygon",
        "polyline",
        "radialgradient",
        "rect",
        "stop",
        "symbol",
        "text",
        "textpath",
        "tspan",
        "use",
        "view",
    ]
)


@dataclass(eq=False, slots=True)
class SourceTag:
    """An element of the source: its start tag, its parent and what is in it."""

    start: StartTag
    parent: SourceTag | None
    children: list[SourceTag] = field(default_factory=list)
    is_foreign: bool = False
    # Where its end tag begins; -1 if it has none.
    end: int = -1

    @property
    def name(self) -> str:
        return self.start.name

    def ancestors(self) -> Iterator[SourceTag]:
        tag = self.parent
        while tag is not None:
            yield tag
            tag = tag.parent

    def descendants(self) -> Iterator[SourceTag]:
        for child in self.children:
            yield child
            yield from child.descendants()


@dataclass(frozen=True, slots=True)
class MarkupFault:
    """A place where HTML reads something else: the rule, what is wrong, the line, and what to do."""

    rule: str
    message: str
    line: int
    advice: str


@dataclass(frozen=True, slots=True)
class ViewMarkup:
    text: str
    elements: tuple[SourceTag, ...]
    faults: tuple[MarkupFault, ...]

    def content_of(self, tag: SourceTag) -> str:
        return self.text[tag.start.end : tag.end if tag.end >= 0 else tag.start.end]


@lru_cache(maxsize=512)
def read_markup(text: str) -> ViewMarkup:
    reader = _Reader()
    for tag in tags(text):
        if isinstance(tag, EndTag):
            reader.close(tag)
        else:
            reader.open(tag)
    reader.end()
    return ViewMarkup(text, tuple(reader.elements), tuple(sorted(reader.faults, key=lambda fault: fault.line)))


class _Reader:
    def __init__(self) -> None:
        self.elements: list[SourceTag] = []
        self.faults: list[MarkupFault] = []
        self._stack: list[SourceTag] = []
        # Paragraphs that a block has ended before their end tag.
        self._ended: list[tuple[SourceTag, str]] = []

    def open(self, start: StartTag) -> None:
        top = self._stack[-1] if self._stack else None
        is_picture = start.name in _FOREIGN or start.name in _OF_PICTURES
        is_foreign = is_picture or (top is not None and top.is_foreign and top.name != "foreignobject")
        if not is_foreign:
            self._close_implied(start.name)
            self._look_at_place(start)
        parent = self._stack[-1] if self._stack else None
        tag = SourceTag(start, parent, is_foreign=is_foreign)
        self.elements.append(tag)
        if parent is not None:
            parent.children.append(tag)
        if start.name in VOID or (is_foreign and start.closes_itself):
            return
        if start.closes_itself:
            self._add(
                "self-closed",
                f"<{start.name}/> is not closed by its slash: what follows becomes its content",
                start.line,
                f"write <{start.name}></{start.name}>",
            )
            # As it was meant, so that nothing else is reported about it.
            return
        self._stack.append(tag)

    def close(self, end: EndTag) -> None:
        place = next((n for n in reversed(range(len(self._stack))) if self._stack[n].name == end.name), None)
        if place is None:
            self._unmatched(end)
            return
        for tag in self._stack[place + 1 :]:
            self._stayed_open(tag)
        self._stack[place].end = end.place
        del self._stack[place:]

    def end(self) -> None:
        for tag in self._stack:
            # The template itself is a fault of the file, which its reader reports.
            if tag.name != "template":
                self._stayed_open(tag)

    def _close_implied(self, name: str) -> None:
        while self._stack and name in _ENDED_BY.get(self._stack[-1].name, ()):
            self._stack.pop()
        if name not in _BLOCKS:
            return
        for place in reversed(range(len(self._stack))):
            tag = self._stack[place]
            if tag.name == "p":
                self._ended.append((tag, name))
                del self._stack[place:]
                return
            if tag.name in _PROTECTING:
                return

    def _look_at_place(self, start: StartTag) -> None:
        if not self._stack:
            return
        parent = self._stack[-1]
        places = _PARENTS.get(start.name)
        if places is not None and parent.name not in places:
            self._add(
                "row-outside-table",
                f"<{start.name}> in <{parent.name}>: HTML drops it, because it is in no table",
                start.line,
                f"put it into <{'> or <'.join(sorted(places - {'template'}))}>, or use <div>",
            )
        elif parent.name in _TABLES and start.name not in _IN_TABLES and not _is_hidden_input(start):
            self._add(
                "row-outside-table",
                f"<{start.name}> in <{parent.name}>: HTML moves it in front of the table",
                start.line,
                "put it into a cell: <td>",
            )
        if start.name in _NOT_IN_ITSELF and any(tag.name == start.name for tag in self._stack):
            self._add(
                "nested-element",
                f"<{start.name}> in <{start.name}>: HTML ends the outer one here, or drops the inner one",
                start.line,
                "put one beside the other",
            )

    def _unmatched(self, end: EndTag) -> None:
        if end.name == "p" and self._ended:
            paragraph, block = self._ended.pop()
            self._add(
                "block-in-paragraph",
                f"<p> ends before <{block}>, which cannot be in a paragraph",
                paragraph.start.line,
                "use <div> in its place",
            )
        elif end.name not in VOID and end.name not in _MAY_STAY_OPEN:
            self._add("unclosed-element", f"</{end.name}> closes nothing", end.line, "remove it, or open the element")

    def _stayed_open(self, tag: SourceTag) -> None:
        if tag.name not in _MAY_STAY_OPEN and not tag.is_foreign:
            self._add(
                "unclosed-element",
                f"<{tag.name}> is not closed: what follows becomes its content",
                tag.start.line,
                f"write </{tag.name}>",
            )

    def _add(self, rule: str, message: str, line: int, advice: str) -> None:
        self.faults.append(MarkupFault(rule, message, line, advice))


def _is_hidden_input(start: StartTag) -> bool:
    return (start.name == "input" and start.attributes.get("type", "").lower() == "hidden") or start.name == "form"
