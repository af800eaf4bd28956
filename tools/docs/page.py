"""The reference of the page without a browser: written by hand, with tables that are made from the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.page.gaps import GAPS
from tools.docs.tables import table

__all__ = ["PAGES", "REGIONS"]

_PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "reference" / "page.md"


def page_page() -> str:
    """`page.md`: what stands between `<!-- name -->` and `<!-- /name -->` is written anew."""
    text = _PAGE.read_text(encoding="utf-8")
    for name, make in REGIONS.items():
        before, after = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        made = before + make() + after
        text = re.sub(f"{re.escape(before)}.*?{re.escape(after)}", lambda _, made=made: made, text, flags=re.S)  # type: ignore[misc]
    return text


def gaps() -> Iterator[tuple[str, str, str]]:
    """What the page refuses, at which step, and whether it always does."""
    for gap in GAPS.values():
        what = gap.what.format("…") if gap.what != "{}" else "what a component's row says"
        yield f"`{what}`" if "<" in what else what, gap.step, "`auto`" if gap.only_exact else "always"


REGIONS: Final[dict[str, Callable[[], str]]] = {
    "gaps": lambda: table("the page does not know …", "refused step", "face", rows=gaps()),
}
PAGES: Final[dict[str, Callable[[], str]]] = {"page.md": page_page}
