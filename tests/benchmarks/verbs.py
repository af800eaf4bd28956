"""`python -m tests.benchmarks.verbs COMMIT`: verbs of the page of another commit and of this tree, in turn.

Two processes, one for each tree, show the same page and measure the same verb alternately; each round begins with new
processes. What counts is the median of the ratios of neighbours in CPU time, so that other work on the machine
disturbs little. Prints a table, and fails if a row is over the limit by more than a clock can tell.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from tests.benchmarks.__main__ import machine
from tests.benchmarks.compare import checkout, made
from tests.benchmarks.runs import CACHE, ROOT, Unmeasured
from tests.benchmarks.verbs_worker import CASES

WORKER: Final = Path(__file__).with_name("verbs_worker.py")
PAGES: Final = tuple((kind, rows) for kind in ("plain", "components") for rows in (10, 200, 1000))
NOISE: Final = 0.02
"""Milliseconds; a smaller difference is none."""


class Pair(NamedTuple):
    """Neighbouring measurements of one verb, in milliseconds."""

    old: float
    new: float


class Verb(NamedTuple):
    """A verb on a page in both trees: medians, and the median of the ratios."""

    kind: str
    rows: int
    what: str
    old: float
    new: float
    ratio: float

    def is_over(self, limit: float) -> bool:
        return self.ratio > limit and self.new - self.old > NOISE


class Tree:
    """A process that measures in one tree."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, *request: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Unmeasured(f"the process of {self._process.args!r} ended at {request}")
        return json.loads(line)


@contextmanager
def tree(folder: Path) -> Iterator[Tree]:
    with subprocess.Popen(
        [sys.executable, "-P", str(WORKER)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Tree(process)


def compared(old: Path, new: Path, rounds: int, pairs: int, wanted: str = "") -> Iterator[Verb]:
    """Measure all verbs on all pages."""
    found: dict[tuple[str, int, str], list[Pair]] = defaultdict(list)
    for number in range(rounds):
        with ExitStack() as stack:
            trees = [stack.enter_context(tree(folder)) for folder in (old, new)]
            for kind, rows in PAGES:
                cases = [name for name in CASES if wanted in f"{kind}, {rows} rows: {name}"]
                if kind == "plain":
                    cases = [name for name in cases if name != "open a dialog"]
                if cases:
                    for one in trees:
                        one.ask("page", kind, rows)
                for name in cases:
                    found[kind, rows, name] += measure(trees, name, pairs, number)
    for (kind, rows, name), all_pairs in found.items():
        yield summary(kind, rows, name, all_pairs)


def measure(trees: list[Tree], name: str, pairs: int, number: int) -> list[Pair]:
    """Measure in turn, beginning with the other tree each time."""
    found = []
    for nth in range(pairs):
        order = (0, 1) if (nth + number) % 2 == 0 else (1, 0)
        times = {place: trees[place].ask("case", name) for place in order}
        found.append(Pair(times[0], times[1]))
    return found


def summary(kind: str, rows: int, what: str, pairs: Iterable[Pair]) -> Verb:
    there = list(pairs)
    old, new = (median(pair[place] for pair in there) for place in (0, 1))
    return Verb(kind, rows, what, old, new, median(pair.new / pair.old for pair in there))


def table(verbs: Iterable[Verb], limit: float) -> Iterator[str]:
    yield "| page | verb | old ms | new ms | new/old |"
    yield "|---|---|---|---|---|"
    for verb in verbs:
        over = " **over**" if verb.is_over(limit) else ""
        yield (
            f"| {verb.kind}, {verb.rows:,} rows | {verb.what} | {verb.old:.3f} | {verb.new:.3f} "
            f"| {verb.ratio:.2f}{over} |"
        )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.verbs")
    parser.add_argument("commit", metavar="COMMIT", help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=5, help="pairs of processes (default: 5)")
    parser.add_argument("--pairs", type=int, default=2, help="measurements of a verb in each (default: 2)")
    parser.add_argument("--limit", type=float, default=1.1, help="the largest allowed new/old (default: 1.1)")
    parser.add_argument("--only", default="", help="a part of `components, 200 rows: press Tab`")
    asked = parser.parse_args(arguments)
    print(f"{asked.commit} and this tree, {asked.rounds} rounds; {machine()}")
    with tempfile.TemporaryDirectory(dir=made(CACHE)) as name:
        old = checkout(asked.commit, Path(name))
        verbs = list(compared(old, ROOT, asked.rounds, asked.pairs, asked.only))
    print("\n".join(table(verbs, asked.limit)))
    return 1 if any(verb.is_over(asked.limit) for verb in verbs) else 0


if __name__ == "__main__":
    sys.exit(main())
