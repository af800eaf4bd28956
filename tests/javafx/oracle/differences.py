"""What differs from the recordings by nature: by name, where, and why.

The table is `fixtures/oracle/javafx/differences.json`, which the documentation prints too. Pointers that three
recordings of the same scene did not agree on are in `unstable.json` and count here under one name.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from tests.javafx.oracle.compare import Comparison
from tests.javafx.oracle.recorded import FOLDER, recording

UNSTABLE = "unstable"


@cache
def table() -> list[dict[str, Any]]:
    """Every named difference."""
    rows: list[dict[str, Any]] = json.loads((FOLDER / "differences.json").read_text(encoding="utf-8"))
    return rows


@cache
def _unstable(file: str) -> frozenset[str]:
    return frozenset(entry[0] for entry in recording("unstable").get(f"{file}.json", ()))


def name_of(file: str, pointer: str) -> str | None:
    """The name of the difference that a pointer belongs to, or `None`: then it is a mistake."""
    if "/snapshot" + pointer in _unstable(file):
        return UNSTABLE
    for entry in table():
        if re.fullmatch(entry["file"], file) and re.fullmatch(entry["pointer"], pointer):
            return str(entry["name"])
    return None


def sorted_out(file: str, result: Comparison) -> tuple[Comparison, dict[str, int]]:
    """What is left to explain, and how often each named difference was seen."""
    left = Comparison(result.equal, result.nodes)
    seen: dict[str, int] = {}
    for pointer, ours, theirs in result.different:
        name = name_of(file, pointer)
        if name is None:
            left.different.append((pointer, ours, theirs))
        else:
            seen[name] = seen.get(name, 0) + 1
    return left, seen
