"""Makes a story that differs smaller, as long as it differs."""

from __future__ import annotations

from collections.abc import Iterator

from tests.page.parity.both import Both, Outcome
from tests.page.parity.story import Story

__all__ = ["reduced"]


def reduced(both: Both, story: Story, outcome: Outcome) -> tuple[Story, Outcome]:
    """A story of which nothing can be left out, and how it ends."""
    story = Story(story.pieces, story.steps[: outcome.step])
    for smaller in _halves(story):
        found = both.play(smaller)
        if found.kind == "different":
            story, outcome = Story(smaller.pieces, smaller.steps[: found.step]), found
            break
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(story):
            found = both.play(smaller)
            if found.kind == "different":
                story, outcome, changed = Story(smaller.pieces, smaller.steps[: found.step]), found, True
                break
    return story, outcome


def _halves(story: Story) -> Iterator[Story]:
    """Without everything that is about leaves and other nodes."""
    yield Story({key: parts if key == "Node.DEFAULT" else [] for key, parts in story.pieces.items()}, story.steps)


def _smaller(story: Story) -> Iterator[Story]:
    for place in reversed(range(len(story.steps))):
        yield Story(story.pieces, story.steps[:place] + story.steps[place + 1 :])
    for key, parts in story.pieces.items():
        for place in range(len(parts)):
            yield Story({**story.pieces, key: parts[:place] + parts[place + 1 :]}, story.steps)
