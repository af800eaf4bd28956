"""Play cases in Chromium and keep what happens, or show one case on both faces.

python -m tests.page.matrix                 record the cases that have no record as they are now
python -m tests.page.matrix sl-input …      only these families
python -m tests.page.matrix --again …       also the cases that have one
python -m tests.page.matrix --show ID       play one case on both faces and print what differs
python -m tests.page.matrix --replay …      play families on the page and print all differences from the record
python -m tests.page.matrix --refused       list the cases that the page refuses anew, in refused.txt
python -m tests.page.matrix --trees         list the cases that the browser's own tree names otherwise
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError
from tests.page.matrix import browser_tree, records
from tests.page.matrix.chromium import ChromiumStage, own_browser
from tests.page.matrix.compare import difference, refusal
from tests.page.matrix.family import Case
from tests.page.matrix.stage import Observation, pages, play
from tests.page.matrix.tables import all_cases, case_of, cases_of, families

SAVE_EVERY = 50


def main() -> int:
    options = _options()
    if options.show:
        return _show(options.show)
    names = options.families or list(families())
    if options.refused:
        return _list_refused()
    if options.trees:
        return _list_trees()
    if options.replay:
        return sum(_replay(name, options.brief) for name in names)
    work = {name: list(cases_of(name)) if options.again else records.stale(name, cases_of(name)) for name in names}
    if any(work.values()):
        with tempfile.TemporaryDirectory() as directory, own_browser(Path(directory)) as stage:
            for name, cases in work.items():
                if cases:
                    _record(stage, name, cases)
    for name in names:
        _forget(name)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make record-page", description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("families", nargs="*")
    parser.add_argument("--again", action="store_true", help="also the cases that have a record")
    parser.add_argument("--show", metavar="ID", help="play one case on both faces")
    parser.add_argument("--replay", action="store_true", help="play on the page and print all differences")
    parser.add_argument("--brief", action="store_true", help="with --replay: one line for each case that differs")
    parser.add_argument("--refused", action="store_true", help="list the cases that the page refuses anew")
    parser.add_argument("--trees", action="store_true", help="compare with the browser's own tree")
    return parser.parse_args()


def _record(stage: ChromiumStage, name: str, cases: list[Case]) -> None:
    start = time.monotonic()
    stored = records.read(name)
    for number, case in enumerate(cases, 1):
        try:
            stored[case.id] = records.mark_of(case), list(play(stage, case))
        except UimcpError as failed:
            print(f"{case.id} cannot be recorded: {type(failed).__name__}: {failed}", flush=True)
        if number % SAVE_EVERY == 0:
            records.write(name, stored)
    records.write(name, stored)
    print(f"{name}: {len(cases)} cases in {time.monotonic() - start:.1f} s", flush=True)


def _forget(name: str) -> None:
    """Drop the records of cases that are no more, and put the others in order."""
    stored = records.read(name)
    kept = {case.id: stored[case.id] for case in cases_of(name) if case.id in stored}
    if list(kept) != list(stored):
        records.write(name, kept)


def _show(case_id: str) -> int:
    case = case_of(case_id)
    with tempfile.TemporaryDirectory() as directory:
        with own_browser(Path(directory) / "chromium") as browser:
            theirs = list(play(browser, case))
        with pages(Path(directory) / "page") as page:
            ours = list(play(page, case))
    print(case.body)
    for number, step in enumerate(("open", *case.steps)):
        print(f"== {step}")
        _print(theirs[number])
        print(difference(case, number, theirs[number], ours[number]) or "   the same on the page")
    return 0


def _print(seen: Observation) -> None:
    print(seen["aria"])
    print({name: part for name, part in seen.items() if name != "aria"})


def _list_refused() -> int:
    """Write down which cases the page refuses, in their order."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as directory, pages(Path(directory)) as stage:
        found = [case.id for case in all_cases() if any(map(refusal, play(stage, case)))]
    records.REFUSED.write_text("".join(f"{case_id}\n" for case_id in found), encoding="utf-8")
    print(f"{len(found)} cases are refused")
    return 0


def _list_trees() -> int:
    """Write down which cases have other names in the browser's own tree, and print what only one of the two says."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as directory, own_browser(Path(directory)) as stage:
        for name in browser_tree.FAMILIES:
            for case_id, said in browser_tree.differences(stage, cases_of(name)):
                if said:
                    found.append(case_id)
                    print(f"{case_id}: {said}", flush=True)
    browser_tree.DIFFERING.write_text("".join(f"{case_id}\n" for case_id in found), encoding="utf-8")
    print(f"{len(found)} cases differ")
    return 0


def _replay(name: str, brief: bool) -> int:
    stored = records.read(name)
    count: Counter[str] = Counter()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory, pages(Path(directory)) as stage:
        for case in cases_of(name):
            if case.id not in stored:
                count["not recorded"] += 1
                continue
            steps = 0
            try:
                for number, ours in enumerate(play(stage, case)):
                    theirs = stored[case.id][1][number]
                    steps += 1
                    if refusal(ours):
                        count["refused"] += 1
                        print(f"{case.id}: step {number} is refused")
                        break
                    found = difference(case, number, theirs, ours)
                    if found:
                        count["different"] += 1
                        print(found.split("\n")[0] if brief else found)
                        break
                else:
                    count["equal"] += 1
            except (AssertionError, LookupError, TypeError, UimcpError, ValueError) as error:
                count["broken"] += 1
                print(f"{case.id}: {type(error).__name__}: {error}")
                if not brief:
                    import traceback

                    traceback.print_exc(file=sys.stdout)
    print(f"{name}: {dict(count)} in {time.monotonic() - start:.1f} s")
    return count["different"] + count["broken"]


if __name__ == "__main__":
    raise SystemExit(main())
