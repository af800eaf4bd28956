"""What JavaFX showed: a compressed JSON file for each set of cases, in `fixtures/oracle/javafx/generated/`."""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Final

from pytest_uimcp.core.assets import fixtures_dir
from tests.javafx.generated.cases import Case, case_of
from tests.javafx.generated.observing import Json

FOLDER: Final = fixtures_dir() / "oracle" / "javafx" / "generated"
SETS: Final = {"first": range(1, 1001), "second": range(10_001, 11_001), "third": range(20_001, 21_001)}
"""The seeds of the cases that are recorded."""
DIFFERENT: Final = Path(__file__).with_name("different.txt")
"""Cases that are known to differ, with the aspects in which they do; the list only becomes shorter."""


def mark_of(case: Case) -> str:
    """Changes with everything that the case is."""
    return hashlib.sha256(repr(case).encode()).hexdigest()[:10]


def read(name: str) -> dict[int, tuple[str, Json]]:
    """By the seed: the mark of the case, and what was observed."""
    file = FOLDER / f"{name}.json.xz"
    if not file.is_file():
        return {}
    stored = json.loads(lzma.decompress(file.read_bytes()))
    return {int(seed): (mark, seen) for seed, (mark, seen) in stored.items()}


def write(name: str, stored: dict[int, tuple[str, Json]]) -> None:
    """Store a record; the same record is the same file, byte by byte."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(dict(sorted(stored.items())), separators=(",", ":"), ensure_ascii=False)
    (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))


def stale(name: str, stored: dict[int, tuple[str, Json]]) -> list[Case]:
    """The cases of a set that have no record as they are now."""
    found = map(case_of, SETS[name])
    return [case for case in found if stored.get(case.seed, ("", {}))[0] != mark_of(case)]


def listed() -> dict[int, list[str]]:
    """The seeds of cases that are known to differ, each with its aspects."""
    lines = DIFFERENT.read_text(encoding="utf-8").splitlines()
    rows = (line.rpartition(": ") for line in lines if not line.startswith("#"))
    return {int(case_id.split()[0]): aspects.split() for case_id, _, aspects in rows}
