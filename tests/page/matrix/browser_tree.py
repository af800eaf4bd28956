"""Names and roles as Playwright computes them, and so our records, beside those of the browser's own tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.dom.words import words
from tests.page.inside import at_once
from tests.page.matrix.chromium import ChromiumStage
from tests.page.matrix.family import Case
from tests.page.matrix.stage import play

FAMILIES = ("names", "trees", "svg", "told")
DIFFERING = Path(__file__).parent / "browser_tree.txt"
"""The cases that differ; docs/reference/page.md says in which ways."""
ROLES = words(
    """button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio radiogroup searchbox
    slider spinbutton switch tab textbox treeitem"""
)
"""What the verbs look for by name."""
LINE = re.compile(r"\s*- (?:')?(?P<role>\w+)(?: \"(?P<name>(?:[^\"\\]|\\.)*)\")?")


def playwright_names(tree: str) -> Counter[tuple[str, str]]:
    found = (LINE.match(line) for line in tree.split("\n"))
    return Counter(
        (line["role"], collapse((line["name"] or "").replace('\\"', '"').replace("\\\\", "\\")))
        for line in found
        if line and line["role"] in ROLES
    )


def browser_names(tree: dict[str, Any]) -> Counter[tuple[str, str]]:
    nodes = (node for node in tree["nodes"] if not node["ignored"])
    named = ((node["role"]["value"], collapse(node.get("name", {}).get("value", ""))) for node in nodes)
    return Counter(pair for pair in named if pair[0] in ROLES)


def listed() -> frozenset[str]:
    return frozenset(DIFFERING.read_text(encoding="utf-8").splitlines())


async def _trees(page: Any) -> tuple[str, dict[str, Any]]:
    session = await page.context.new_cdp_session(page)
    try:
        return await page.locator("body").aria_snapshot(), await session.send("Accessibility.getFullAXTree")
    finally:
        await session.detach()


def differences(stage: ChromiumStage, cases: Iterable[Case]) -> Iterator[tuple[str, str]]:
    """The id of each case, and what only one of the two says when it has opened."""
    for case in cases:
        next(play(stage, case))
        tree, whole = at_once(stage.page, _trees)
        ours, theirs = playwright_names(tree), browser_names(whole)
        said = ""
        if ours != theirs:
            said = f"Playwright {sorted((ours - theirs).elements())}, browser {sorted((theirs - ours).elements())}"
        yield case.id, said
