"""Bounds of a report: a story that is too large loses what a reader misses least, first."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from pytest_uimcp.testing.report.document import inert
from pytest_uimcp.testing.report.story import Story

PASSED: Final = 100_000
FAILED: Final = 2_000_000
# The characters of all stories of a run as they stand in its file: of 500 stories, then more with each, up to the last.
_TOTAL: Final = 4_500_000
_TOTAL_EACH: Final = 9_000
_TOTAL_AT_MOST: Final = 16_000_000
# A report of more characters is packed; a small one stays text that anybody can read and search.
PACKED_ABOVE: Final = 1_000_000
_MANY: Final = 60
_FEW: Final = 12


def written(story: Story) -> str:
    """A story as it stands in the report: JSON that a browser reads."""
    try:
        text = _json(story)
    except ValueError:  # NaN and infinity, which are no JSON
        text = _json(json.loads(json.dumps(story), parse_constant=str))
    return inert(text.encode("utf-8", "replace").decode("utf-8"))  # half of a pair of surrogates is no UTF-8


def fitted(story: Story, max_bytes: int, text_of: Callable[[Story], str] = written) -> str:
    """A story in at most so many characters, as far as its id and message allow; it says what it lost."""
    text = text_of(story)
    lost = list(story.get("lost", ()))
    # From what is missed least to what is missed most; each stage is of the whole story, so that later ones find all.
    for loss, lose in _STAGES:
        if len(text.encode()) <= max_bytes:
            break
        less = lose(story)
        if less != story:
            lost.append(loss)
            story = {**less, "lost": list(lost)}
            text = text_of(story)
    return text


def of_run(stories: Sequence[Story], total: int | None = None, above: int = PACKED_ABOVE) -> list[str]:
    """The stories of a run in about so many characters together: what passed loses before what failed.

    In a large run the moments are compressed, and the browser unpacks them when a story is opened; the first, which is
    open at once, stays as it is.
    """
    texts = list(map(written, stories))
    if sum(map(len, texts)) <= above:
        return texts
    ways = [written, *[packed] * (len(stories) - 1)]
    texts = [*texts[:1], *map(packed, stories[1:])]
    sizes = [len(text.encode()) for text in texts]
    if total is None:
        total = min(_TOTAL_AT_MOST, max(_TOTAL, _TOTAL_EACH * len(stories)))
    if sum(sizes) <= total:
        return texts
    passed = [story["outcome"] == "passed" for story in stories]
    failures = [size for size, is_passed in zip(sizes, passed, strict=True) if not is_passed]
    # What failed may have half of the file, and leaves to the others what it does not need.
    share = _share(failures, total // 2 if any(passed) else total)
    left = total - sum(min(size, share) for size in failures)
    passed_share = _share([size for size, is_passed in zip(sizes, passed, strict=True) if is_passed], left)
    for number, story in enumerate(stories):
        limit = passed_share if passed[number] else share
        if sizes[number] > limit:
            texts[number] = fitted(story, limit, ways[number])
    return texts


def packed(story: Story) -> str:
    """A story whose moments are compressed."""
    moments = json.dumps(story["moments"], ensure_ascii=False, separators=(",", ":"))
    data = base64.b64encode(zlib.compress(moments.encode("utf-8", "replace"), 6)).decode("ascii")
    return written({**story, "moments": [], "packed": data})


def _json(story: Story) -> str:
    return json.dumps(story, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _share(sizes: Iterable[int], total: int) -> int:
    """What each may have, if those that need less leave the rest to the others."""
    budget = total
    ordered = sorted(sizes)
    for index, size in enumerate(ordered):
        share = budget // (len(ordered) - index)
        if size > share:
            return share
        budget -= size
    return total


def _without(*kinds: str) -> Callable[[Story], Story]:
    return lambda story: {**story, "moments": [row for row in story["moments"] if row[1] not in kinds]}


def _without_style(story: Story) -> Story:
    return {key: value for key, value in story.items() if key != "style"}


def _cut_to(longest: int) -> Callable[[Story], Story]:
    def cut(value: Any) -> Any:
        if isinstance(value, str):
            if len(value) <= longest:
                return value
            return f"{value[:longest]}… ({len(value) - longest} more characters)"
        if isinstance(value, dict):
            return {key: cut(item) for key, item in value.items()}
        if isinstance(value, list):
            return [cut(item) for item in value]
        return value

    def shortened(story: Story) -> Story:
        # Only logs: pages and states are differences to the row before, which a cut would break.
        logs = [row if row[1] != "log" else cut(row) for row in story["moments"]]
        return {**story, "steps": cut(story["steps"]), "sections": cut(story["sections"]), "moments": logs}

    return shortened


def _last(max_steps: int) -> Callable[[Story], Story]:
    def shortened(story: Story) -> Story:
        dropped = max(0, len(story["steps"]) - max_steps)
        logs = [[row[0] - dropped, *row[1:]] for row in story["moments"] if row[1] == "log" and row[0] >= dropped]
        return {**story, "steps": story["steps"][dropped:], "moments": logs[-max_steps:]}

    return shortened


def _message(story: Story) -> Story:
    return {**story, "message": story["message"][-4000:], "sections": []}


_STAGES: Final[tuple[tuple[str, Callable[[Story], Story]], ...]] = (
    ("texts beyond 20,000 characters", _cut_to(20_000)),
    ("small pictures of the page", _without("picture")),
    ("the page as HTML", _without("html", "picture")),
    ("pictures, and the app's own style sheets", lambda story: _without_style({**story, "files": []})),
    ("the state after each step", _without("html", "picture", "state")),
    ("texts beyond 1,000 characters", _cut_to(1000)),
    ("the accessibility trees", _without("html", "picture", "state", "aria")),
    (f"all but the last {_MANY} steps", _last(_MANY)),
    (f"all but the last {_FEW} steps, and texts beyond 200 characters", lambda story: _cut_to(200)(_last(_FEW)(story))),
    ("most of the message", _message),
)
