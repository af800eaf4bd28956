"""Count what agrees with the recordings, for `docs/reference/javafx.md`: `python -m tests.javafx.oracle_counts`."""

from __future__ import annotations

import json

from tests.javafx.oracle.__main__ import counts
from tests.javafx.oracle.differences import table
from tools.docs.javafx import COUNTS


def main() -> None:
    """Write the counts; `python -m tools.docs` then writes the page."""
    differences = [{"name": one["name"], "reason": one["reason"]} for one in table()]
    found = {"counts": [list(row) for row in counts()], "differences": differences}
    COUNTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
