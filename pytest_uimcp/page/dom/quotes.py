"""Quotation marks of style sheets: what `open-quote` and `close-quote` in generated text come to.

Which marks are drawn depends on how many are open, in the order of the document, and on the language.
"""

# ruff: noqa: RUF001 -- the quotation marks of all languages, which look like one another

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.page.dom.counters import StyleOf
from pytest_uimcp.page.dom.escapes import unescape
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element

QUOTING: Final = frozenset({"content", "quotes"})
# Words outside of strings.
QUOTE: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\b(?P<word>(?:no-)?(?:open|close)-quote)\b", re.S)
_MARK: Final = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'", re.S)
# Measured in Chromium: the outer two marks and the inner two of a language, and of what is none of these.
_OTHERS: Final = "“”‘’"
_LANGUAGES: Final[Mapping[str, str]] = {
    language: marks
    for marks, languages in {
        "„“‚‘": "de cs hr sk sl et", "«»«»": "fr", "«»“”": "it pt-pt el ca", "‘’‘’": "nl", "„”«»": "pl ro",
        "«»„“": "ru uk", "「」『』": "ja", "””’’": "sv fi he", "«»‘’": "nb no", "„”»«": "hu", "”“’‘": "ar",
        "«»‹›": "fr-ch fa", "„“„“": "bg lt", "„”’’": "sr",
    }.items()
    for language in languages.split()
}  # fmt: skip


class Quotes:
    """The quotation marks of a document at one moment, by element and pseudo-element."""

    def __init__(self, root: Element, style_of: StyleOf) -> None:
        # Of a pseudo-element, `content` and `quotes`.
        self._style_of = style_of
        self._depth = 0
        self._marks: dict[tuple[Element, str], list[str]] = {}
        self._visit(root)

    def marks(self, element: Element, pseudo: str) -> list[str]:
        """What each word for a mark in the text of a pseudo-element comes to, in their order."""
        return self._marks.get((element, pseudo), [])

    def _visit(self, element: Element) -> None:
        self._count(element, "before")
        for child in flat_children(element):
            if isinstance(child, Element):
                self._visit(child)
        self._count(element, "after")

    def _count(self, element: Element, pseudo: str) -> None:
        style = self._style_of(element, pseudo)
        if style is None or "-quote" not in style["content"]:
            return
        pairs = _pairs(element, style["quotes"])
        words = [match["word"] for match in QUOTE.finditer(style["content"]) if match["word"]]
        self._marks[element, pseudo] = [self._mark(word, pairs) for word in words]

    def _mark(self, word: str, pairs: list[str]) -> str:
        is_closing = word.endswith("close-quote")
        if is_closing:
            if self._depth == 0:
                return ""
            self._depth -= 1
        level = min(self._depth, len(pairs) // 2 - 1)
        if not is_closing:
            self._depth += 1
        if word.startswith("no-") or level < 0:
            return ""
        return pairs[2 * level + is_closing]


def written(content: str, marks: list[str]) -> str:
    """A value of `content` with its quotation marks as strings."""
    following = iter(marks)

    def replaced(match: re.Match[str]) -> str:
        if match["word"] is None:
            return match[0]
        return '"' + next(following, "").replace("\\", "\\\\").replace('"', '\\"') + '"'

    return QUOTE.sub(replaced, content)


def quotes_of(element: Element, declaration: Callable[[Element], str | None]) -> str:
    """The value of `quotes`, which is inherited."""
    for ancestor in element.path():
        value = declaration(ancestor)
        if value in ("initial", "revert", "revert-layer"):
            return "auto"
        if value is not None and value not in ("inherit", "unset"):
            return value
    return "auto"


def _pairs(element: Element, value: str) -> list[str]:
    if value == "auto":
        return list(_of_language(element))
    return [unescape(double or single) for double, single in _MARK.findall(value)]


def _of_language(element: Element) -> str:
    path = element.path()
    if element.tag == "q":  # whose marks belong to the text around it
        path = path[1:]
    language = next((ancestor.attributes["lang"] for ancestor in path if "lang" in ancestor.attributes), "").lower()
    return _LANGUAGES.get(language) or _LANGUAGES.get(language.split("-")[0], _OTHERS)
