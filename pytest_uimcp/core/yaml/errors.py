from __future__ import annotations

import re
from typing import Final

import yaml

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.secrets import mask
from pytest_uimcp.core.yaml.events import CONTROLS, LINE_END

_NO_TEXT: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PLAIN: Final = r"[^\"'{}\[\]]"
_UNQUOTED: Final = re.compile(
    rf"(?P<key>[\w$][\w$ ]{{0,60}}):[ ]"
    rf"(?P<value>[^\s,\"'{{}}\[\]]{_PLAIN}{{0,200}}?(?:[?:]|[ ]#){_PLAIN}{{0,200}}?)"
    r"\s*[}\]]*\s*$"
)
_IN_FLOW: Final = ("did not find expected ',' or '}'", "did not find expected ',' or ']'")
_IN_QUOTES: Final = "while scanning a quoted scalar"
_UNCLOSED: Final = "the text that begins here has no quote at its end"
_BEGINS_QUOTED: Final = re.compile(r"(?:[:,\[{-] *|^ *)\"")
_MAX_LINES_ABOVE: Final = 4
# A longer line was not typed by anybody, and the search for the slip takes the longer the more text it has.
MAX_HINTED_LINE_CHARS: Final = 500


class YamlError(UimcpError):
    """The text is not YAML that is read here; says where."""

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        # The message without its place, for those who have a form of their own for places.
        self.problem = problem
        self.line = line
        self.column = column


def explained(error: Exception, text: str) -> YamlError:
    """The error for what the parser refused: a YAMLError, or the UnicodeEncodeError of a text with surrogates."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return _about_character(text)
    lines = LINE_END.split(text)[::2]
    row = error.problem_mark.line
    column = error.problem_mark.column
    if row >= len(lines):  # libyaml ends every text with a line end
        row = len(lines) - 1
        column = len(lines[-1])
    if error.context == _IN_QUOTES and error.context_mark is not None:
        # The text ends far below the quote that opens it.
        return YamlError(_UNCLOSED, error.context_mark.line + 1, error.context_mark.column + 1)
    if lines[row][column : column + 1] == "\t":
        return YamlError("a tab, where YAML wants spaces: indent with two spaces for each level", row + 1, column + 1)
    advice = _quotes_for(lines[row]) or _open_quote(lines, row)
    # At the start of a line, a bracket above is open: that is another mistake.
    if not advice and error.problem in _IN_FLOW and column > 0:
        advice = (
            "; between braces, a text with commas, colons or quotes needs quotes around it: '…', in which '' is one"
        )
    return YamlError(f"{error.problem}{advice}", row + 1, column + 1)


def _about_character(text: str) -> YamlError:
    """The parser gives the place of a character as an offset into its own copy of the text."""
    character = _NO_TEXT.search(text) or CONTROLS.search(text)
    if character is None:
        return YamlError("not a text that can be read", 1, 1)
    *earlier_lines, begin = LINE_END.split(text[: character.start()])[::2]
    problem = f"the character U+{ord(character[0]):04X} is not allowed; as an escape it may be in double quotes"
    return YamlError(problem, len(earlier_lines) + 1, len(begin) + 1)


def _open_quote(lines: list[str], row: int) -> str:
    """A quote without its partner a few lines above: the next one, which opens a text, has closed it."""
    for number in range(row, max(-1, row - _MAX_LINES_ABOVE), -1):
        if _BEGINS_QUOTED.search(lines[number]) and lines[number].replace('\\"', "").count('"') % 2:
            return f"; line {number + 1} has a quote that is not closed"
    return ""


def _quotes_for(line: str) -> str:
    """The commonest slip: a text without quotes that has signs of YAML in it."""
    unquoted = None
    if len(line) <= MAX_HINTED_LINE_CHARS:
        unquoted = _UNQUOTED.search(line)
    if unquoted is None:
        return ""
    # A configuration's line may hold a token.
    return "; a text with such signs needs quotes: " + mask(f'{unquoted["key"]}: "{unquoted["value"]}"')
