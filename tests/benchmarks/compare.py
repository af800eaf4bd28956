"""`python -m tests.benchmarks.compare COMMIT [PART …]`: the same benchmarks of another commit and of this tree.

Each part runs in the two trees alternately, in processes of its own, and the fastest of the rounds counts: other work
on the machine can only slow a run down. Prints a table, and fails if something has become slower than the limit allows.
Both trees use the packages of this environment.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.__main__ import PARTS, machine
from tests.benchmarks.runs import CACHE, ROOT, Unmeasured

ROW: Final = re.compile(r"^\| (?P<what>.+?) \| (?P<ours>[0-9.]+) \| [0-9.]+ \| ", re.MULTILINE)
DEFAULT: Final = ("engine", "server", "fixtures", "collecting", "page")

Times = Mapping[str, float]


class Compared(NamedTuple):
    """The fastest times of one benchmark, in milliseconds."""

    what: str
    old: float
    new: float

    @property
    def ratio(self) -> float:
        return self.new / self.old


def main(arguments: list[str] | None = None) -> int:
    asked = parser().parse_args(arguments)
    print(f"{asked.commit} and this tree, {asked.rounds} rounds each; {machine()}")
    with tempfile.TemporaryDirectory(dir=made(CACHE)) as name:
        old = checkout(asked.commit, Path(name))
        compared = [row for part in asked.parts or DEFAULT for row in compare(part, old, ROOT, asked.rounds)]
    print("\n".join(table(compared, asked.limit)))
    return 1 if any(row.ratio > asked.limit for row in compared) else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.benchmarks.compare")
    made.add_argument("commit", metavar="COMMIT", help="the commit to compare with")
    made.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: {', '.join(DEFAULT)})")
    made.add_argument("--rounds", type=int, default=5, help="runs of each part in each tree (default: 5)")
    made.add_argument("--limit", type=float, default=1.1, help="the largest allowed new/old (default: 1.1)")
    return made


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def checkout(commit: str, folder: Path) -> Path:
    """The tree of a commit."""
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", commit], stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def compare(part: str, old: Path, new: Path, rounds: int) -> Iterator[Compared]:
    """The benchmarks of a part that both trees have."""
    runs: dict[Path, list[Times]] = {old: [], new: []}
    for number in range(rounds):
        for tree in (old, new) if number % 2 == 0 else (new, old):
            runs[tree].append(measure(part, tree))
    before, after = fastest(runs[old]), fastest(runs[new])
    return (Compared(what, before[what], after[what]) for what in after if what in before)


def measure(part: str, tree: Path) -> Times:
    """Run a part in a tree and read the table that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", part],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    found = times(done.stdout)
    if not found:
        raise Unmeasured(f"{part} printed no table in {tree}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found


def times(printed: str) -> Times:
    return {row["what"]: float(row["ours"]) for row in ROW.finditer(printed)}


def fastest(runs: Iterable[Times]) -> Times:
    found: dict[str, float] = {}
    for run in runs:
        for what, spent in run.items():
            found[what] = min(spent, found.get(what, spent))
    return found


def table(rows: Iterable[Compared], limit: float) -> Iterator[str]:
    yield "| what | old ms | new ms | new/old |"
    yield "|---|---|---|---|"
    for row in rows:
        over = " **over**" if row.ratio > limit else ""
        yield f"| {row.what} | {row.old:.3f} | {row.new:.3f} | {row.ratio:.2f}{over} |"


if __name__ == "__main__":
    sys.exit(main())
