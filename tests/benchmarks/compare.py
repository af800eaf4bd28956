"""`python -m tests.benchmarks.compare COMMIT [PART …]`: the same benchmarks of another commit and of this tree.

Each part runs in the two trees alternately, in processes of its own, and the fastest of the rounds counts: other work
on the machine can only slow a run down. The parts take turns. After the second round only those go on in which
something is slower than the limit allows, as long as there is time. Prints a table, and fails if something is slower.
Both trees use the packages of this environment; where both can measure shortly, in processor time, they do.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.__main__ import PARTS, machine
from tests.benchmarks.measure import SHORT
from tests.benchmarks.runs import CACHE, ROOT, TREE, Unmeasured, compiled_environment

ROW: Final = re.compile(r"^\| (?P<what>.+?) \| (?P<ours>[0-9.]+) \| [0-9.]+ \| ", re.MULTILINE)
DEFAULT: Final = ("engine", "server", "fixtures", "collecting", "page")

# Those that start the package as a program: this tree's way of measuring runs the package of either.
OF_ANY_TREE: Final = frozenset({"collecting"})
# The second may show that the first was disturbed.
FEWEST_ROUNDS: Final = 2

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
    end = time.monotonic() + 60 * asked.minutes
    with tempfile.TemporaryDirectory(dir=made(CACHE)) as name:
        old = checkout(asked.commit, Path(name))
        how = "short, in processor time" if is_short(old) else "as the bench measures"
        print(f"{asked.commit} and this tree, {how}; {machine()}", flush=True)
        pairs = [TwoTrees(part, old, ROOT, asked.limit) for part in asked.parts or DEFAULT]
        for pair in in_rounds(pairs, asked.rounds, lambda: time.monotonic() > end):
            pair.run()
    compared = [row for pair in pairs for row in pair.rows()]
    for pair in pairs:
        if not pair.rows():
            print(f"{pair.part}: the two trees have no row of the same name")
    print("\n".join(table(compared, asked.limit)))
    return 1 if any(row.ratio > asked.limit for row in compared) else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.benchmarks.compare")
    made.add_argument("commit", metavar="COMMIT", help="the commit to compare with")
    made.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: {', '.join(DEFAULT)})")
    made.add_argument("--rounds", type=int, default=5, help="runs of each part in each tree, at most (default: 5)")
    made.add_argument("--minutes", type=float, default=5, help="after that no third round begins (default: 5)")
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


def is_short(old: Path) -> bool:
    """Whether the other tree can measure shortly as well; one that cannot is compared as the bench measures."""
    return SHORT in (old / "tests" / "benchmarks" / "measure.py").read_text(encoding="utf-8")


class TwoTrees:
    """A part in two trees, and what its runs have shown so far."""

    def __init__(self, part: str, old: Path, new: Path, limit: float) -> None:
        self.part = part
        self._trees = (old, new)
        self._limit = limit
        self._environment = {SHORT: "1"} if is_short(old) else {}
        self._runs: dict[Path, list[Times]] = {old: [], new: []}

    @property
    def is_over(self) -> bool:
        return any(row.ratio > self._limit for row in self.rows())

    def run(self) -> None:
        for tree in self._trees:
            self._runs[tree].append(measure(self.part, tree, self._environment))
        # The other one begins the next time: what a machine does at its own intervals then disturbs both.
        self._trees = self._trees[::-1]

    def rows(self) -> list[Compared]:
        """The benchmarks that both trees have."""
        before, after = (fastest(runs) for runs in self._runs.values())
        return [Compared(what, before[what], after[what]) for what in after if what in before]


def in_rounds(pairs: Sequence[TwoTrees], rounds: int, is_late: Callable[[], bool]) -> Iterator[TwoTrees]:
    """Whose turn it is: everybody's in the first rounds, then theirs in which something is over the limit."""
    for number in range(rounds):
        for pair in pairs:
            if number < FEWEST_ROUNDS or (pair.is_over and not is_late()):
                yield pair


def measure(part: str, tree: Path, environment: Mapping[str, str]) -> Times:
    """Run a part in a tree and read the table that it prints."""
    place = ROOT if part in OF_ANY_TREE else tree
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", part],
        cwd=place,
        env=compiled_environment() | {"PYTHONPATH": str(place), TREE: str(tree), **environment},
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
