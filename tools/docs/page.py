"""The reference of the page without a browser: written by hand, with tables that are made from the code."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from pytest_uimcp.page.dom.custom_elements import custom_elements
from pytest_uimcp.page.gaps import GAPS
from pytest_uimcp.page.shoelace import install
from tests.page.matrix import records
from tests.page.matrix.tables import cases_of, families
from tools.docs.regions import filled
from tools.docs.tables import table

__all__ = ["PAGES", "REGIONS"]


def page_page() -> str:
    """`page.md`."""
    return filled("page.md", REGIONS)


def gaps() -> Iterator[tuple[str, str, str]]:
    """What the page refuses, at which step, and whether it always does."""
    for gap in GAPS.values():
        what = gap.phrase.format("…") if gap.phrase != "{}" else "what a component's row says"
        yield f"`{what}`" if "<" in what else what, gap.step, "`auto`" if gap.only_exact else "always"


def matrix() -> str:
    """The cases of each family: how many are played, and which the page refuses."""
    counts = {name: len(cases_of(name)) for name in families()}
    refused = Counter(case_id.split("/")[0] for case_id in records.refused())
    total = f"{sum(counts.values()):,} cases, of which the page refuses {sum(refused.values())}.\n\n"
    return total + table("family", "on the page", "cases", "refused", rows=_families(counts, refused))


def _families(counts: dict[str, int], refused: Counter[str]) -> Iterator[tuple[str, str, str, str]]:
    install()
    for name, count in counts.items():
        component = custom_elements.get(name)
        known = component.is_known if component is not None else True
        doc = inspect.cleandoc(component.__doc__ or "").split("\n")[0] if component is not None else ""
        said = doc.rstrip(".") if known else "not known: refused wherever it is shown"
        said = said if component is not None else families()[name].about
        yield f"`{name}`" if component is not None else name, said, str(count), str(refused[name] or "")


REGIONS: Final[dict[str, Callable[[], str]]] = {
    "matrix": matrix,
    "gaps": lambda: table("the page does not know …", "refused step", "face", rows=gaps()),
}
PAGES: Final[dict[str, Callable[[], str]]] = {"page.md": page_page}
