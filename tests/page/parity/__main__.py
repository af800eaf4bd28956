"""Plays generated stories on both faces, says how they end, and reduces those that differ.

python -m tests.page.parity FIRST [COUNT]     the stories with these numbers
python -m tests.page.parity --whole FIRST     one story as it is, not reduced
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.page.parity.both import Both, Outcome, faces
from tests.page.parity.reduce import reduced
from tests.page.parity.story import Story, story_of


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.page.parity", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int, nargs="?", default=1)
    parser.add_argument("--whole", action="store_true", help="do not reduce stories that differ")
    options = parser.parse_args()
    ends: Counter[str] = Counter()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory, faces(Path(directory)) as both:
        for number in range(options.first, options.first + options.count):
            story = story_of(number)
            outcome = both.play(story)
            ends[outcome.kind] += 1
            if outcome.kind != "equal":
                _tell(both, number, story, outcome, options.whole)
    print(f"{options.count} stories from {options.first}: {dict(ends)} in {time.monotonic() - start:.0f} s", flush=True)
    return ends["different"]


def _tell(both: Both, number: int, story: Story, outcome: Outcome, whole: bool) -> None:
    if outcome.kind == "different" and not whole:
        story, outcome = reduced(both, story, outcome)
    print(f"== {number}: {outcome.kind} at step {outcome.step}: {outcome.what}", flush=True)
    if outcome.kind == "different":
        print(f"   {story}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
