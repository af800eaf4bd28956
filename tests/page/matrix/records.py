"""The record of a family: what was observed in Chromium, a gzipped JSON file under `fixtures/oracle/page/`.

Trees repeat, so each is stored once, and a step refers to it by number.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

from pytest_uimcp.core.assets import fixtures_dir
from tests.page.matrix.family import Case
from tests.page.matrix.stage import Observation

__all__ = ["FOLDER", "REFUSED", "mark_of", "path_of", "read", "refused", "stale", "write"]

FOLDER = fixtures_dir() / "oracle" / "page"
REFUSED = Path(__file__).with_name("refused.txt")


def path_of(family: str) -> Path:
    return FOLDER / f"{family}.json.gz"


def read(family: str) -> dict[str, tuple[str, list[Observation]]]:
    """By the id of the case: its fingerprint, and what was observed after each step."""
    path = path_of(family)
    if not path.is_file():
        return {}
    stored = json.loads(gzip.decompress(path.read_bytes()))
    trees: list[str] = stored["trees"]
    return {
        key: (mark, [{**step, "aria": trees[step["aria"]]} for step in steps])
        for key, (mark, steps) in stored["cases"].items()
    }


def write(family: str, found: dict[str, tuple[str, list[Observation]]]) -> None:
    """Store a record; the same record is the same file, byte by byte."""
    trees: dict[str, int] = {}
    cases = {
        key: (mark, [{**step, "aria": trees.setdefault(step["aria"], len(trees))} for step in steps])
        for key, (mark, steps) in found.items()
    }
    text = json.dumps({"trees": list(trees), "cases": cases}, separators=(",", ":"), ensure_ascii=False)
    FOLDER.mkdir(parents=True, exist_ok=True)
    path_of(family).write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def mark_of(case: Case) -> str:
    """Changes when what is played changes."""
    played = json.dumps([case.body, case.lua, case.steps, *filter(None, [case.row])])
    return hashlib.sha256(played.encode("utf-8")).hexdigest()[:12]


def refused() -> list[str]:
    """The ids of the cases that the page refuses, as they are listed in the documentation."""
    return REFUSED.read_text(encoding="utf-8").split("\n")[:-1]


def stale(family: str, cases: tuple[Case, ...]) -> list[Case]:
    """The cases that have to be played because there is no record of them as they are now."""
    stored = read(family)
    return [case for case in cases if stored.get(case.id, ("",))[0] != mark_of(case)]
