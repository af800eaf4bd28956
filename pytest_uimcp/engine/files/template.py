"""Extracts the one `<template>` element that a viewdef file consists of."""

from __future__ import annotations

import functools
from html.parser import HTMLParser

__all__ = ["NotOneTemplate", "extract_template"]

_SPACE = " \t\n\r\f"
# The content of these is text up to their own end tag.
_RAW = frozenset({"script", "style", "textarea"})
_EXAMPLE = "a viewdef is exactly one element: <template>…</template>"


class NotOneTemplate(ValueError):
    def __init__(self, reason: str, line: int | None, advice: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.advice = advice


@functools.lru_cache(maxsize=256)  # each session of a process reads the same files
def extract_template(text: str) -> str:
    """The template element of `text`, without comments and white space around it."""
    outline = _TemplateScanner(text)
    outline.feed(text)
    return outline.finish()


class _TemplateScanner(HTMLParser):
    """Tracks template elements only; all others are left to the browser, which repairs what it can.

    `close()` is never called: an unclosed tag or comment shows in what the parser holds back at the end of the text,
    and versions of Python differ in how they would close it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self._text = text
        self._open: list[int] = []
        self._start: int | None = None
        self._end: int | None = None
        self._raw_since = 0
        self._counted_line = 1
        self._line_start = 0

    @property
    def line(self) -> int:
        return self.getpos()[0]

    def finish(self) -> str:
        remainder = self._text[self._offset() :]
        if self.cdata_elem is not None:
            raise self._unclosed(f"<{self.cdata_elem}>", self._raw_since)
        if remainder[:1] == "<" and len(remainder) > 1:
            kind = "comment <!--" if remainder.startswith("<!--") else f"tag {_clip(remainder)}"
            raise self._unclosed(kind, self.line)
        if remainder:
            self.handle_data(remainder)
        if self._open:
            raise self._unclosed("<template>", self._open[-1])
        if self._start is None or self._end is None:
            if not self._text.strip(_SPACE):
                reason = "the file is empty"
            else:
                reason = "it has no <template> element"
            raise NotOneTemplate(reason, None, _EXAMPLE)
        return self._text[self._start : self._end]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _RAW:
            self._raw_since = self.line
            self.set_cdata_mode(tag)
        if tag == "template":
            self._template()
        elif not self._open:
            raise self._outside(f"<{tag}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML has no self-closing elements: to a browser these are open until the end of the file.
        if tag in _RAW or tag == "template":
            raise NotOneTemplate(f"<{tag}/> does not close itself", self.line, f"write <{tag}></{tag}>")
        if not self._open:
            raise self._outside(f"<{tag}/>")

    def handle_endtag(self, tag: str) -> None:
        if not self._open:
            raise self._outside(f"</{tag}>")
        if tag == "template":
            self._open.pop()
            if not self._open:
                self._end = self._text.index(">", self._offset()) + 1

    def handle_data(self, data: str) -> None:
        if not self._open and data.strip(_SPACE):
            blank = len(data) - len(data.lstrip(_SPACE))
            line = self.line + data.count("\n", 0, blank)
            raise self._outside(f"text {_clip(data.strip(_SPACE))!r}", line)

    def parse_html_declaration(self, i: int) -> int:
        # To a browser <![…> is a comment; html.parser fails at it or reads it as SGML.
        if self.rawdata.startswith("<![", i):
            return self.parse_bogus_comment(i)
        return super().parse_html_declaration(i)

    def handle_decl(self, decl: str) -> None:
        self._markup(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self._markup(f"<?{data}>")

    def _markup(self, markup: str) -> None:
        if not self._open:
            raise self._outside(_clip(markup))

    def _template(self) -> None:
        if not self._open:
            if self._start is not None:
                raise NotOneTemplate(
                    "a second <template> follows the first",
                    self.line,
                    f"give it a file of its own, or one template around both; {_EXAMPLE}",
                )
            self._start = self._offset()
        self._open.append(self.line)

    def _outside(self, construct: str, line: int | None = None) -> NotOneTemplate:
        return NotOneTemplate(
            f"{construct} is outside the template", line or self.line, f"move it inside or remove it; {_EXAMPLE}"
        )

    def _unclosed(self, construct: str, line: int) -> NotOneTemplate:
        return NotOneTemplate(f"the {construct} is never closed", line, "close it")

    def _offset(self) -> int:
        """The parser's position in the text; the parser itself counts lines and columns."""
        line, column = self.getpos()
        while self._counted_line < line:
            self._line_start = self._text.index("\n", self._line_start) + 1
            self._counted_line += 1
        return self._line_start + column


def _clip(text: str, width: int = 30) -> str:
    first_line = text.split("\n", 1)[0]
    if len(first_line) <= width:
        return first_line
    return first_line[: width - 1] + "…"
