"""The patterns of the guides look and work the same on both faces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir
from tests.page.parity.app import App
from tests.page.parity.pair import Pair
from tests.server.bundle.blocks import blocks_of

Show = Callable[[App], Pair]

# What a server adds to `mcp`.
SERVER_PART = """
function mcp:status() return { base_dir = "/nowhere" } end
function mcp.pushState() end
"""
# By app, what a person does with it.
STEPS: dict[str, Callable[[Pair], None]] = {
    "bin-day": lambda pair: pair.click("Remove…", nth=0),
    "visit-card": lambda pair: pair.click("Edit"),
    "tool-shed": lambda pair: pair.fill("Search", "zzz"),
    "score-table": lambda pair: pair.click("Points"),
    "mail-sorter": lambda pair: pair.check("All"),
    "house-plan": lambda pair: pair.click("Costs"),
    "trip-wizard": lambda pair: pair.fill("Where to?", "Rome"),
    "guest-book": lambda pair: pair.click("Sign"),
    "note-saver": lambda pair: pair.click("Save"),
    "name-finder": lambda pair: pair.click("Find a name"),
    "rain-chart": lambda pair: pair.run("rainChart.days[1].litres = 7"),
    "water-log": lambda pair: pair.run("waterLog.glasses = 3"),
    "ink-pot": lambda pair: pair.click("Blue"),
    "family-tree": lambda pair: pair.click("Edith"),
    "word-list": lambda pair: pair.fill("Word", "ant"),
    "paper-drawer": lambda pair: pair.click("Look again"),
    "chore-board": lambda pair: pair.click("Ben does it", nth=0),
    "star-chart": lambda pair: pair.click("Show more"),
}


def patterns() -> dict[str, App]:
    files = {
        Path(block.file): block.text for block in blocks_of(bundle_dir() / "resources" / "patterns.md") if block.file
    }
    apps = {}
    for path, text in files.items():
        if path.name != "app.lua":
            continue
        templates = {
            file.name.removesuffix(".html"): html for file, html in files.items() if path.parent in file.parents
        }
        views = {
            key: html.strip().removeprefix("<template>").removesuffix("</template>") for key, html in templates.items()
        }
        del views["app.lua"]
        apps[path.parent.name] = App(path.parent.name, SERVER_PART + text, views)
    return apps


def test_there_are_eighteen_and_each_is_used() -> None:
    assert list(patterns()) == list(STEPS)


@pytest.mark.parametrize("name", STEPS)
def test_a_pattern_is_drawn_and_used_on_both_faces(pair: Show, name: str) -> None:
    STEPS[name](pair(patterns()[name]))
