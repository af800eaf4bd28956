"""Plays the views of authors on both faces, and says how many are equal, refused or different.

python -m tests.page.authors [first|second] [--only NAME …] [--json FILE]
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.page.authors.play import stage
from tests.page.authors.view_files import COLLECTIONS, read, view_paths


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.page.authors", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("collection", nargs="?", default=COLLECTIONS[0], choices=COLLECTIONS)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="views whose names begin so")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file")
    options = parser.parse_args()
    only = tuple(options.only) or ("",)
    views = [read(path) for path in view_paths(options.collection) if path.stem.startswith(only)]
    results = []
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory, stage(Path(directory)) as both:
        for view in views:
            result = both.play(view)
            results.append(result)
            print(f"{result.kind:9} {view.name:32} step {result.step}: {result.said}", flush=True)
            for line in result.failed:
                print(f"          failed on both: {line.splitlines()[0]}")
            if result.kind != "equal":
                print("    " + "\n    ".join(result.details.splitlines()[:40]), flush=True)
    counts = Counter(result.kind for result in results)
    if options.json:
        options.json.write_text(json.dumps([dataclasses.asdict(one) for one in results], indent=1), encoding="utf-8")
    print(f"{len(views)} views: {dict(counts)} in {time.monotonic() - start:.0f} s")
    return counts["different"]


if __name__ == "__main__":
    sys.exit(main())
