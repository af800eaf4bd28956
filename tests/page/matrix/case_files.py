"""Cases that are written down one below the other, in `written/`.

A case is a line with its name and its markup, `a name: <p>…`. What is indented below it belongs to the markup, and what
follows ` > ` at the end, or `> ` at the beginning of the next line, is what is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["FOLDER", "written"]

FOLDER = Path(__file__).parent / "written"
VERB = "check|choose|clear|click|drag|fill|focus|hover|lua|press|type|uncheck"
CASE = re.compile(rf"(?P<name>[\w -]+): (?P<markup>.*?)(?:[ \n]> (?P<steps>(?:{VERB}) .*))?", re.DOTALL)
START = re.compile(r"^(?=\w[\w -]*: )", re.MULTILINE)


def written(name: str) -> Iterator[tuple[str, str, str]]:
    """The cases of a file: name, markup, steps."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    for part in START.split(text)[1:]:
        found = CASE.fullmatch(part.rstrip("\n"))
        assert found, f"{name}.txt: no case: {part!r}"
        yield found["name"], found["markup"], found["steps"] or ""
