"""`ui_theme` and `ui-mcp theme`: themes, the classes they document, and those an app uses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.commands.command import RUN
from tests.server.rig import Rig, environment, write_app

pytestmark = [pytest.mark.anyio, pytest.mark.warm]

SEA = """\
/* @theme sea
 * @description Waves and foam, mostly
 *
 * @class card
 *   @description A box
 *   @usage Around one thing
 *   @elements div, section
 * @class wave
 *   @description Moves
 */
.theme-sea { --term-accent: #0af; --term-bg: #012; }
"""
LAND = "/*\n@theme land\n@class card\n  @description Another box\n*/ .theme-land {}"
CARD = {"name": "card", "description": "A box", "usage": "Around one thing", "elements": ["div", "section"]}


@pytest.fixture
def themed(base_dir: Path) -> Path:
    folder = base_dir / "html" / "themes"
    folder.mkdir(parents=True)
    for name, text in {"base": "/* none */", "sea": SEA, "land": LAND}.items():
        (folder / f"{name}.css").write_text(text)
    (base_dir / "storage").mkdir()
    (base_dir / "storage" / "settings.json").write_text('{"theme": "sea"}')
    views = write_app(base_dir, "shop", "shop = {}") / "viewdefs"
    views.mkdir()
    (views / "Shop.DEFAULT.html").write_text(
        '<template><div class="card own hidden">\n'
        '<b class="sl-x ui-view-1 own card"></b><i class="wave"></i></div></template>'
    )
    return base_dir


async def theme(rig: Rig, **arguments: str) -> dict[str, Any]:
    said = await rig.tool("ui_theme", **arguments)
    data: dict[str, Any] = json.loads(said.text)
    assert said.data == data
    return data


async def test_themes_are_listed_with_what_they_say_of_themselves(themed: Path, rig: Rig) -> None:
    answer = await theme(rig, action="list")
    assert answer["current"] == "sea"
    by_name = {one["name"]: one for one in answer["themes"]}
    assert "base" not in by_name
    assert by_name["sea"] == {"name": "sea", "description": "Waves and foam, mostly", "accent_color": "#0af"}
    assert by_name["land"] == {"name": "land", "description": ""}


async def test_classes_are_those_of_one_theme_or_of_all(themed: Path, rig: Rig) -> None:
    wave = {"name": "wave", "description": "Moves", "usage": "", "elements": []}
    assert await theme(rig, action="classes", theme="sea") == {"theme": "sea", "classes": [CARD, wave]}
    everything = await theme(rig, action="classes")
    assert everything["theme"] == "(all)"
    names = [one["name"] for one in everything["classes"]]
    assert names == sorted(names)
    assert {"card", "wave"} <= set(names)


async def test_the_audit_of_an_app_names_classes_that_no_theme_documents(themed: Path, rig: Rig) -> None:
    assert await theme(rig, action="audit", app="shop", theme="land") == {
        "app": "shop",
        "theme": "land",
        "undocumented_classes": [
            {"class": "own", "file": "viewdefs/Shop.DEFAULT.html", "line": 1},
            {"class": "wave", "file": "viewdefs/Shop.DEFAULT.html", "line": 2},
        ],
        "unused_theme_classes": [],
        "summary": {"total": 3, "documented": 1, "undocumented": 2},
    }


async def test_the_audit_leaves_out_what_the_app_styles_itself_and_counts_what_it_lists(themed: Path, rig: Rig) -> None:
    views = themed / "apps" / "shop" / "viewdefs"
    (views / "Row.list-item.html").write_text(
        "<template><style>/* .odd */ .own:hover, li.row { margin: 0.5em } @media print { .late { color: red } }</style>"
        '<p class="own row late odd wave"></p></template>'
    )
    answer = await theme(rig, action="audit", app="shop", theme="land")
    assert [one["class"] for one in answer["undocumented_classes"]] == ["odd", "wave"]
    assert answer["summary"] == {"total": 3, "documented": 1, "undocumented": 2}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "action is required"),
        ({"action": "paint"}, "unknown action: paint (use: list, classes, audit)"),
        ({"action": "audit"}, "app is required for audit action"),
        ({"action": "audit", "app": "../shop"}, "unknown app: ../shop"),
        ({"action": "audit", "app": "nope"}, "unknown app: nope"),
        ({"action": "classes", "theme": "../../storage/x"}, "unknown theme: ../../storage/x (there are: base, "),
        ({"action": "classes", "theme": "nope"}, "unknown theme: nope"),
    ],
)
async def test_what_cannot_be_answered_is_refused(themed: Path, rig: Rig, arguments: dict[str, str], says: str) -> None:
    assert says in await rig.refused("ui_theme", **arguments)


@pytest.mark.slow
async def test_the_command_gives_the_same_answers_without_a_server(themed: Path, rig: Rig) -> None:
    for arguments, action in (
        (["list"], {"action": "list"}),
        (["classes", "sea"], {"action": "classes", "theme": "sea"}),
        (["audit", "shop"], {"action": "audit", "app": "shop"}),
    ):
        done = command(*arguments, "--dir", str(themed))
        assert (json.loads(done.stdout), done.returncode) == (await theme(rig, **action), 0)
    done = command("audit", "nope", "--dir", str(themed))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("ui-mcp theme: unknown app: nope")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, "theme", *arguments],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env=environment(),
    )
