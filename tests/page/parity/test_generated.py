"""Generated stories: random apps of all that viewdefs are made of, with random steps, on both faces.

The numbers of the stories are fixed, and a run plays a third of them, another with each commit; `make parity` tries
others, and more.
`python -m tests.page.parity NUMBER` plays one story again and makes it smaller.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.parity.both import Both, faces
from tests.page.parity.story import story_of
from tests.rotation import shuffled

STORIES = int(os.environ.get("UIMCP_PARITY_EXAMPLES", "12"))
PLAYED = STORIES if "UIMCP_PARITY_EXAMPLES" in os.environ else STORIES // 3
SEED = int(os.environ.get("UIMCP_PARITY_SEED", "20261118"))
PARTS = 4
# What the face of Chromium did otherwise: a click on what has no box, and what is behind a window.
ONCE_DIFFERENT = (1300156, 1300264, 1507228)
# Of a few stories any share may end early.
ENOUGH, MOST_ENDED = 50, 0.15


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    with faces(Path(tmp_path_factory.mktemp("stories"))) as both:
        yield both


@pytest.mark.parametrize("number", ONCE_DIFFERENT)
def test_a_story_that_once_differed_is_the_same_on_both_faces(both: Both, number: int) -> None:
    outcome = both.play(story_of(number))
    assert outcome.kind != "different", outcome.what


# Several tests, so that they can run on several workers.
@pytest.mark.parametrize("part", range(PARTS))
def test_generated_stories_are_the_same_on_both_faces(both: Both, part: int) -> None:
    ends: Counter[str] = Counter()
    different = []
    first = SEED * 10_000
    numbers = shuffled(range(first, first + STORIES))[part:PLAYED:PARTS]
    for number in numbers:
        outcome = both.play(story_of(number))
        ends[outcome.kind] += 1
        if outcome.kind == "different":
            different.append(f"story {number}, step {outcome.step}, {outcome.what}")
    each = len(numbers)
    sys.stdout.write(f"{each} stories from {first}: {dict(ends)}\n")
    assert not different, "\n".join(different)
    ended = ends.total() - ends["equal"]
    assert each < ENOUGH or ended <= MOST_ENDED * each, f"{ended} of {each} stories ended before their last step"
