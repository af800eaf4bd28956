"""Plays the views of authors on the page and in browsers, and says how many are equal, refused or different.

python -m tests.page.authors third                       the page beside Chromium; what Chromium does is kept
python -m tests.page.authors third --faces page firefox  both of them beside Chromium
python -m tests.page.authors third --again               the page beside what Chromium did the last time
python -m tests.page.authors third --faces page firefox --table FILE --told
                                                         a table with a row for each view, of the last runs
python -m tests.page.authors third --boxes               whether the page's bounds hold what Chromium measured
python -m tests.page.authors third --only NAME …         views whose names begin so
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_uimcp import Page
from tests.page.authors.play import Moment, Stage, boxes_on_page, stage
from tests.page.authors.results import Result, compare, table
from tests.page.authors.view_files import COLLECTIONS, HOME, View, read, view_paths

KEPT = HOME.parents[2] / ".cache" / "authors"
# Pixels that a rounding may take.
SLACK = 1.0


def main() -> int:
    options = _options()
    only = tuple(options.only) or ("",)
    views = [read(path) for path in view_paths(options.collection) if path.stem.startswith(only)]
    faces: dict[str, dict[str, Result]] = {face: {} for face in options.faces}
    start = time.monotonic()
    outside = 0
    with tempfile.TemporaryDirectory() as directory, stage(Path(directory)) as warm:
        for view in views:
            if options.told:
                break
            theirs = _kept(view) if options.again else None
            if options.boxes and theirs is not None:
                outside += _outside(warm, view, theirs)
                continue
            ours = warm.play_page(view) if "page" in faces or theirs is None else []
            if theirs is None:
                theirs = warm.play_browser("chromium", view, ours)
                _keep(view, theirs)
            for face, results in faces.items():
                moments = ours if face == "page" else warm.play_browser(face, view, theirs)
                results[view.name] = _tell(view, face, compare(moments, theirs, face))
    for face, results in faces.items():
        counts = Counter(result.kind for result in results.values())
        print(f"{face}: {len(results)} views: {dict(counts)} in {time.monotonic() - start:.0f} s")
    for face, results in faces.items():
        results.update({**_results(face), **results})
        _results_path(face).write_text(
            json.dumps({name: dataclasses.asdict(result) for name, result in results.items()})
        )
    if options.table:
        shown = {face: {view.name: results[view.name] for view in views} for face, results in faces.items()}
        options.table.write_text(table(views, shown), encoding="utf-8")
    return outside + sum(result.kind == "different" for results in faces.values() for result in results.values())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.page.authors", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("collection", nargs="?", default=COLLECTIONS[0], choices=COLLECTIONS)
    parser.add_argument("--faces", nargs="+", default=["page"], choices=["page", "firefox"])
    parser.add_argument("--again", action="store_true", help="compare with what Chromium did the last time")
    parser.add_argument("--boxes", action="store_true", help="with --again: compare bounds with what was measured")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="views whose names begin so")
    parser.add_argument("--told", action="store_true", help="play nothing: only write the table of the last runs")
    parser.add_argument("--table", type=Path, metavar="FILE", help="write a table with a row for each view")
    return parser.parse_args()


def _tell(view: View, face: str, result: Result) -> Result:
    print(f"{result.kind:9} {face:8} {view.name:32} step {result.step}: {result.said}", flush=True)
    if result.kind != "equal":
        print("    " + "\n    ".join(result.details.splitlines()[:40]), flush=True)
    return result


def _results_path(face: str) -> Path:
    return KEPT / f"{face}-results.json"


def _results(face: str) -> dict[str, Result]:
    """What has been found by runs before, which the table shows as well."""
    if not _results_path(face).exists():
        return {}
    kept = json.loads(_results_path(face).read_text(encoding="utf-8"))
    return {name: Result(**{**found, "parts": tuple(found["parts"])}) for name, found in kept.items()}


def _record(view: View) -> Path:
    mark = hashlib.sha256(repr(view).encode()).hexdigest()[:12]
    return KEPT / f"{view.name}-{mark}.json"


def _keep(view: View, moments: Sequence[Moment]) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = [dataclasses.asdict(moment) for moment in moments]
    _record(view).write_text(json.dumps(kept), encoding="utf-8")


def _kept(view: View) -> list[Moment] | None:
    if not _record(view).exists():
        return None
    kept: list[dict[str, Any]] = json.loads(_record(view).read_text(encoding="utf-8"))
    return [Moment(**moment) for moment in kept]


def _outside(warm: Stage, view: View, theirs: Sequence[Moment]) -> int:
    """Print the boxes that the page's bounds do not hold; returns how many."""
    count = 0

    def look(number: int, page: Page) -> None:
        nonlocal count
        measured = theirs[number].boxes
        for place, bounds in boxes_on_page(page, list(measured)).items():
            pairs = list(zip(bounds[::2], bounds[1::2], strict=True))
            if not all(
                low - SLACK <= side <= high + SLACK for (low, high), side in zip(pairs, measured[place], strict=True)
            ):
                count += 1
                print(f"outside {view.name} step {number} {place}: {measured[place]} not in {pairs}", flush=True)

    warm.play_page(view, look)
    return count


if __name__ == "__main__":
    sys.exit(main())
