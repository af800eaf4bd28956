"""The summary of a run in Markdown, for the page of a GitHub job."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

__all__ = ["append_summary", "summary"]

_MAX_STORIES: Final = 50
_MAX_MESSAGE_CHARACTERS: Final = 2000


def summary(counts: Mapping[str, int], failures: Iterable[Mapping[str, Any]], report: Path) -> str:
    """Counts, then the failures, each with its message folded."""
    failed_stories = list(failures)
    totals = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "no tests ran"
    lines = ["## Stories", "", f"{totals}. The report is `{report}`."]
    for story in failed_stories[:_MAX_STORIES]:
        message = story["message"][-_MAX_MESSAGE_CHARACTERS:]
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", message)), default=0))
        name = re.sub(r"([\\`*_<>\[\]&|])", r"\\\1", story["id"].replace("\n", " "))
        lines += ["", f"**{name}**: {story['outcome']} after {story['seconds']:.1f} s", "", fence, message, fence]
    if len(failed_stories) > _MAX_STORIES:
        lines += ["", f"{len(failed_stories) - _MAX_STORIES} more failures are in the report."]
    return "\n".join([*lines, ""])


def append_summary(path: Path, text: str) -> None:
    """Append to `$GITHUB_STEP_SUMMARY`, which other steps of the job may have written to."""
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
