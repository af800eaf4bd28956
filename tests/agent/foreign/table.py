"""The table of frameworks in docs/agents.md: what their tests have found, a row each."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tools.frameworks import FOLDER, FRAMEWORKS

PAGE: Final = Path(__file__).parents[3] / "docs" / "agents.md"
RESULTS: Final = FOLDER / "results"
_TABLE: Final = re.compile(r"(<!-- frameworks -->\n).*?(<!-- /frameworks -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FrameworkResult:
    """Whether an agent of a framework has run as it is, was told why a call was denied, and had its tools seen."""

    name: str
    works: bool
    told_why: bool
    own_tools: bool

    def row(self) -> str:
        cells = ("yes" if cell else "no" for cell in (self.works, self.told_why, self.own_tools))
        return f"| {self.name} | {' | '.join(cells)} |"

    def save(self) -> None:
        RESULTS.mkdir(parents=True, exist_ok=True)
        _file(self.name).write_text(json.dumps(asdict(self)), encoding="utf-8")


def _file(name: str) -> Path:
    # Names of npm's packages have slashes.
    return RESULTS / f"{name.replace('/', '-')}.json"


def documented_rows() -> list[str]:
    """The rows of the table as it stands in the docs."""
    match = _TABLE.search(PAGE.read_text(encoding="utf-8"))
    assert match is not None, f"{PAGE} has no table of frameworks"
    return [line for line in match[0].splitlines() if line.startswith("| ")]


def write() -> None:
    """Write the table with all results there are."""
    results = [
        FrameworkResult(**json.loads(path.read_text(encoding="utf-8")))
        for framework in FRAMEWORKS
        if (path := _file(framework.name)).exists()
    ]
    rows = [
        "| framework | works unmodified | told why it was denied | its own tools seen |",
        "|---|---|---|---|",
        *(result.row() for result in results),
    ]
    text = PAGE.read_text(encoding="utf-8")
    table = "\n".join(rows)
    PAGE.write_text(_TABLE.sub(lambda match: f"{match[1]}\n{table}\n\n{match[2]}", text), encoding="utf-8")


if __name__ == "__main__":
    write()
