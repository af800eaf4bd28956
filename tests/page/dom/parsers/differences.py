"""The table of docs/reference/parsers.md."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[4] / "docs" / "reference" / "parsers.md"


class Difference(NamedTuple):
    """Markup that the parser `by` parses differently from a browser and the other parser."""

    by: str
    markup: str
    browser: str
    made: str


def _differences() -> list[Difference]:
    rows = [row for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| `<")]
    return [_difference([cell.strip(" `") for cell in row.strip("|").split("|")]) for row in rows]


def _difference(cells: list[str]) -> Difference:
    markup, browser, by, made = cells
    return Difference(by, markup.replace(r"\n", "\n").replace(r"\0", "\0"), browser, made)


DIFFERENCES = _differences()
