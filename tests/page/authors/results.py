"""How two faces compare over a view, and the table of all views."""

from __future__ import annotations

import difflib
import pprint
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.page.authors.play import PARTS, Moment
from tests.page.authors.view_files import View


@dataclass(frozen=True)
class Result:
    """How a view ended on a face, compared with Chromium: `equal`, `refused` or `different`, at which step, and why."""

    kind: str
    step: int = 0
    said: str = ""
    parts: tuple[str, ...] = ()
    details: str = ""


def compare(ours: Sequence[Moment], theirs: Sequence[Moment], face: str = "page") -> Result:
    """Compare the moments of a face with those in Chromium, as far as the first difference or refusal."""
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if our.refusal:
            return Result("refused", number, our.said, details=our.refusal)
        parts = tuple(part for part in PARTS if our.seen[part] != their.seen[part])
        if parts:
            return Result("different", number, our.said, parts, "\n".join(_differences(our, their, parts, face)))
    return Result("equal", len(ours) - 1, ours[-1].said)


def _differences(ours: Moment, theirs: Moment, parts: Sequence[str], face: str) -> Iterator[str]:
    for part in parts:
        lines = difflib.unified_diff(_lines(theirs.seen[part]), _lines(ours.seen[part]), lineterm="", n=2)
        yield f"{part}: - Chromium, + {face}\n" + "\n".join(list(lines)[2:])


def _lines(part: object) -> list[str]:
    if isinstance(part, str):
        return part.split("\n")
    return pprint.pformat(part, width=110).split("\n")


def table(views: Sequence[View], faces: Mapping[str, Mapping[str, Result]]) -> str:
    """A row for each view and a column for each face that was compared with Chromium, with the counts above."""
    lines = []
    for face, results in faces.items():
        counts = Counter(result.kind for result in results.values())
        said = ", ".join(f"{counts[kind]} {kind}" for kind in ("equal", "refused", "different") if counts[kind])
        lines.append(f"{face.capitalize()}: {said} of {len(results)}.")
    names = [face for face in ("page", "chromium", "firefox") if face in faces or face == "chromium"]
    lines += ["", f"| view | {' | '.join(names)} |", f"| {' | '.join(['---'] * (len(names) + 1))} |"]
    for view in views:
        cells = [_cell(faces[name][view.name]) if name in faces else "played" for name in names]
        lines.append(f"| {view.says.replace('|', '/')} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _cell(result: Result) -> str:
    if result.kind == "equal":
        return "equal"
    said = result.said.replace("|", "/").replace("<", "&lt;")
    parts = ", ".join(result.parts)
    detail = f": {parts}" if parts else ""
    return f"**{result.kind}** at step {result.step}, `{said}`{detail}"
