"""Generated documents in real JavaFX and in memory.

python -m tests.javafx.generated                 record the cases that have no record as they are now
python -m tests.javafx.generated --count first   count by control what is equal, and write the cases that differ
python -m tests.javafx.generated --show 123      play one case in both programs, and print what differs
python -m tests.javafx.generated --words first   print what differs in each case of a set, from the record
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.javafx.bridge.host import Host
from tests.javafx.generated import records
from tests.javafx.generated.cases import Case, case_of
from tests.javafx.generated.compare import Difference, compare
from tests.javafx.generated.counts import write_counts
from tests.javafx.generated.faces import MemoryFace, ProgramFace
from tests.javafx.generated.observing import Json, RefusedDocument, observe
from tests.javafx.generated.replay import replay

SAVE_EVERY = 100
PROGRAMS = 3


def main() -> int:
    options = _options()
    if options.show:
        return _show(case_of(options.show))
    for name in options.sets or records.SETS:
        if options.words:
            for case, difference in _differences(name):
                print(f"== {case.id}", *difference.words[: options.lines], sep="\n   ")
        elif options.count:
            write_counts(name)
        else:
            _record(name)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make oracle-javafx", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"{' or '.join(records.SETS)} (default: all)")
    parser.add_argument("--count", action="store_true", help="compare the scene in memory with the record")
    parser.add_argument("--words", action="store_true", help="print what differs from the record")
    parser.add_argument("--lines", type=int, default=4, help="how many lines for each case")
    parser.add_argument("--show", type=int, metavar="SEED", help="play one case in both programs")
    return parser.parse_args()


def _record(name: str) -> None:
    stored = records.read(name)
    work = records.stale(name, stored)
    lock = threading.Lock()
    start = time.monotonic()

    def play(part: list[Case]) -> None:
        with Host() as host:
            face = ProgramFace(host)
            for number, case in enumerate(part, 1):
                seen = _seen(face, case)
                with lock:
                    stored[case.seed] = records.mark_of(case), seen
                    if number % SAVE_EVERY == 0:
                        records.write(name, stored)

    if work:
        with ThreadPoolExecutor(PROGRAMS) as pool:
            list(pool.map(play, [work[number::PROGRAMS] for number in range(PROGRAMS)]))
        kept = {seed: stored[seed] for seed in records.SETS[name]}
        records.write(name, kept)
    print(f"{name}: {len(work)} cases recorded in {time.monotonic() - start:.0f} s", flush=True)


def _seen(face: ProgramFace, case: Case) -> Json:
    try:
        return observe(face, case)
    except RefusedDocument as error:
        return {"refused": str(error)}


def _differences(name: str) -> Iterator[tuple[Case, Difference]]:
    with tempfile.TemporaryDirectory() as folder:
        face = MemoryFace(Path(folder))
        for seed, (_mark, seen) in records.read(name).items():
            case = case_of(seed)
            difference = replay(face, case, seen)
            if difference.words:
                yield case, difference


def _show(case: Case) -> int:
    print(case.fxml, case.css, case.size, case.lookups, *case.actions, sep="\n")
    with tempfile.TemporaryDirectory() as folder, Host() as host:
        theirs = observe(ProgramFace(host), case)
        ours = observe(MemoryFace(Path(folder)), case)
    for row in theirs["rows"]:
        print("  " * row[0], *row[1:])
    print(*compare(ours, theirs).words or ["the same in memory"], sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
