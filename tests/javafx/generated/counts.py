"""Counting by control what is equal, for `docs/reference/javafx.md`."""

from __future__ import annotations

import json
import tempfile
import traceback
from collections import Counter, defaultdict
from pathlib import Path

from tests.javafx.generated import records
from tests.javafx.generated.cases import case_of
from tests.javafx.generated.compare import ASPECTS, Difference, Tally
from tests.javafx.generated.faces import MemoryFace
from tests.javafx.generated.replay import replay
from tools.docs.javafx import GENERATED


def write_counts(name: str) -> None:
    """Count a set: the first count of a set stays, the current one is replaced; and list the cases that differ."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    lines: list[str] = []
    reasons: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        face = MemoryFace(Path(folder))
        for seed, (_mark, seen) in records.read(name).items():
            case = case_of(seed)
            try:
                difference = replay(face, case, seen)
            except Exception as error:  # noqa: BLE001 -- a scene that breaks is the worst difference, and not the end
                traceback.print_exc()
                difference = Difference(Tally(cases=1), [f"broken: {error!r}"])
            tallies[case.subject] += difference.tally
            if difference.words:
                aspects = difference.aspects or [difference.words[0].split(":")[0].replace(" ", "-")]
                lines.append(f"{case.id}: {' '.join(aspects)}")
                reasons.update(aspects)
    total = sum(tallies.values(), Tally())
    print(name, vars(total), dict(reasons))
    rows = {subject: _row(tally) for subject, tally in sorted(tallies.items())}
    known = json.loads(GENERATED.read_text(encoding="utf-8")) if GENERATED.is_file() else {}
    known.setdefault(name, {"first": rows})["now"] = rows
    GENERATED.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    seeds = records.SETS[name]
    others = [line for line in _listed_lines() if int(line.split()[0]) not in seeds]
    records.DIFFERENT.write_text(
        "".join(f"{line}\n" for line in sorted([*others, *lines], key=lambda line: int(line.split()[0]))),
        encoding="utf-8",
    )


def _listed_lines() -> list[str]:
    if not records.DIFFERENT.is_file():
        return []
    return records.DIFFERENT.read_text(encoding="utf-8").splitlines()


def _row(tally: Tally) -> dict[str, int | list[int]]:
    aspects = {name: [tally.alike[name], tally.compared[name]] for name in ASPECTS}
    return {"cases": tally.cases, "equal": tally.equal, "refused": tally.refused, **aspects}
