"""Write the pages of the reference that are made from code: `python -m tools.docs`.

Options, tools, resources, routes, fixtures and checks are tables in the code; these pages show the tables with
explanations. A test compares the pages with what would be written now.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.servers import KINDS
from tools.docs import checks, errors, first_answers, guides, harness, page, scenarios

__all__ = ["IN_THE_TREE", "PAGES", "REFERENCE", "ROOT", "main"]

ROOT: Final = Path(__file__).resolve().parent.parent.parent
REFERENCE: Final = ROOT / "docs" / "reference"
PAGES: Final[dict[str, Callable[[], str]]] = {
    **{name: make for kind in KINDS if kind.reference for name, make in resolve(kind.reference).items()},
    **harness.PAGES,
    **page.PAGES,
    **errors.PAGES,
    **checks.PAGES,
    **scenarios.PAGES,
}
# Files that the package reads, and pages outside of the reference, by their paths in the tree.
IN_THE_TREE: Final[dict[str, Callable[[], str]]] = {
    **scenarios.IN_THE_PACKAGE,
    **first_answers.IN_THE_PACKAGE,
    **guides.GUIDES,
}


def main() -> int:
    """Write every page."""
    for name, make in PAGES.items():
        (REFERENCE / name).write_text(make(), encoding="utf-8")
    for path, make in IN_THE_TREE.items():
        (ROOT / path).write_text(make(), encoding="utf-8")
    return 0
