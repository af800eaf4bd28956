"""Each rule finds what it is for, at its place, and nothing where there is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.doctor.rules import RULES, SECTIONS, NoAppDirectoryError, examine
from pytest_uimcp.server.install.install import install

VIEW = "apps/a/viewdefs/A.DEFAULT.html"
LUA = "apps/a/app.lua"
PAGE = "html/index.html"
SCRIPT = "apps/a/run.sh"

# Rule, file, its content, and the places.
FOUND = [
    ("shell-function", LUA, "a = {}\nmcp:notify('x')", [2]),
    ("checkpoint-function", LUA, "mcp:checkpointSave('a')", [1]),
    ("unknown-function", LUA, "--\n\nmcp.upload{}", [3]),
    ("host-library", LUA, "os.setenv('A', '1')\nlocal c = channel.make()", [1, 2]),
    ("lua-5.2", LUA, "for i = 1, 2 do\n  goto next\n  ::next::\nend", [2]),
    ("other-directory", LUA, "io.open('.claude/ui/storage/x')", [1]),
    ("topic", LUA, "mcp:subscribe('a/b', print)\nmcp.subscribe(mcp, \"ü\", print)", [1, 2]),
    ("fossil", LUA, "os.execute('.ui/mcp checkpoint save a')", [1]),
    ("every-interface", LUA, "u = 'http://0.0.0.0:8000/'", [1]),
    (
        "tools-from-a-page",
        VIEW,
        "<template><script>\nfetch(`http://localhost:${p}/api/ui_run`, {})</script></template>",
        [2],
    ),
    ("tools-from-a-page", LUA, "mcp.code = \"fetch('/wait?timeout=1')\"", [1]),
    ("publisher-from-a-page", VIEW, "<template><a href=\"javascript:fetch('http://localhost:25283/publish/x')\">", [1]),
    ("content-type", SCRIPT, "#!/bin/sh\ncurl -s -d '{}' \\\n  http://localhost:1/api/ui_run", [2]),
    ("failing-curl", SCRIPT, "#!/bin/sh\ncurl -sf http://localhost:1/api/ui_status", [2]),
    ("state-envelope", SCRIPT, "#!/bin/sh\n.ui/mcp state | jq -r .title", [2]),
    ("engine-rest", LUA, "io.popen('curl http://localhost:1/api/create')", [1]),
    ("original-program", LUA, "os.execute('~/.claude/bin/frictionless theme list')", [1]),
    ("missing-resource", LUA, "x = 'ui://permissions/history'", [1]),
    ("older-script", SCRIPT, "#!/bin/sh\n.ui/event", [2]),
    ("event-on-a-field", VIEW, '<template>\n<b ui-event-click="chosen"></b></template>', [2]),
    ("event-with-a-parameter", VIEW, '<template><b ui-event-sl-change="m(_)"></b></template>', [1]),
    ("toggle-value", VIEW, '<template><sl-switch ui-value="on"></sl-switch>\n<input type=checkbox ui-value=x>', [1, 2]),
    ("choice-value", VIEW, '<template><sl-rating ui-value="stars"></sl-rating></template>', [1]),
    ("unknown-attribute", VIEW, '<template><b ui-repeat="x"></b></template>', [1]),
    ("script-address", VIEW, '<template><script src="/x.js"></script></template>', [1]),
    ("file-link", VIEW, '<template><a href="file:///tmp/x">x</a></template>', [1]),
    ("unencrypted-address", VIEW, '<template><img src="http://pictures.test/a.png"></template>', [1]),
    ("other-origin", PAGE, '<head>\n<link rel=stylesheet href="https://fonts.test/a.css">', [2]),
    ("other-origin-style", "html/themes/x.css", "@import url('https://fonts.test/a');", [1]),
    ("page-script", VIEW, "<template><b></b>\n<script>1</script></template>", [2]),
    ("component", VIEW, "<template><sl-relative-time></sl-relative-time></template>", [1]),
    ("theme-name", "html/themes/a b.css", "", [0]),
    ("theme-block", PAGE, "<head>\n<!-- #frictionless -->\n<!-- /frictionless -->", [2]),
    ("own-policy", PAGE, '<head><meta http-equiv="Content-Security-Policy" content="">', [1]),
    ("original-front-end", "html/main-ABC.js", "", [0]),
    ("original-script", "mcp", "#!/bin/bash\n", [0]),
    ("unlinked-app", LUA, "a = {}", [0]),
    ("version-database", "apps/a/checkpoint.fossil", "", [0]),
]

# What patterns might go over again and again.
HARD = "".join(part * 2_000 for part in ("curl -f ", "function ", "mcp state ", "<a '", "fetch(", 'mcp:subscribe("'))

QUIET = [
    (LUA, "-- mcp:notify('x') goto 0.0.0.0 file://\nlocal s = 'mcp:notify()'"),
    (LUA, "if mcp.notify then mcp:notify('x') end"),
    (LUA, "function mcp:notify(x) end\nmcp:notify(1)"),
    (LUA, "mcp.mine = function() end\nmcp.mine()"),
    (LUA, "mcp:pushState({}); mcp.display('a'); mcp:renderMarkdown('x'); mcp:subscribe('page', print)"),
    (LUA, "io.open('.ui/storage/a/x')\nio.popen('.ui/mcp checkpoint count a')"),
    (LUA, "mcp.code = 'window.open(\"http://localhost:25283/relay/page\")'"),
    (VIEW, '<template><a href="https://elsewhere.test">x</a><b ui-event-click="go()" ui-value="t"></b></template>'),
    (VIEW, '<template><iframe src="http://localhost:8001/a.md"></iframe></template>'),
    (VIEW, '<template><b ui-event-keypress-enter="x" ui-event-click="a" ui-event-click-value="1"></b></template>'),
    (VIEW, '<template><!-- <script src="https://x.test/a.js"> --><p ui-value="x"></p></template>'),
    (
        SCRIPT,
        "#!/bin/sh\ncurl -d @- -H 'Content-Type: application/json' http://[::1]/api/ui_run\n.ui/mcp state | jq .value",
    ),
    ("storage/a/page.html", '<img src="http://stranger.test/x">'),
]


def written(base_dir: Path, name: str, text: str) -> Path:
    (base_dir / "apps").mkdir(parents=True, exist_ok=True)
    path = base_dir / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return base_dir


@pytest.mark.parametrize(
    ("rule", "name", "text", "lines"),
    FOUND,
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)
def test_a_rule_names_file_and_line(tmp_path: Path, rule: str, name: str, text: str, lines: list[int]) -> None:
    notes = [note for note in examine(written(tmp_path / ".ui", name, text)) if note.rule.name == rule]
    assert [note.place.line for note in notes] == lines
    assert {note.place.file for note in notes} <= {name, "apps/a"}


@pytest.mark.parametrize(("name", "text"), QUIET)
def test_what_works_as_it_is_gets_no_note(tmp_path: Path, name: str, text: str) -> None:
    base_dir = written(tmp_path / ".ui", name, text)
    assert [str(note) for note in examine(base_dir) if note.rule.name != "unlinked-app"] == []


def test_links_are_looked_at_and_not_followed_twice(tmp_path: Path) -> None:
    base_dir = written(tmp_path / ".ui", VIEW, '<template><b ui-repeat="x"></b></template>')
    for folder in ("html", "lua", "viewdefs"):
        (base_dir / folder).mkdir()
    (base_dir / "html" / "etc").symlink_to("/etc")
    (base_dir / "html" / "a").symlink_to("../apps/a")
    (base_dir / "lua" / "a").symlink_to("../apps/a")
    (base_dir / "lua" / "gone.lua").symlink_to("../apps/gone/app.lua")
    (base_dir / "viewdefs" / "A.DEFAULT.html").symlink_to("../apps/a/viewdefs/A.DEFAULT.html")
    assert {(note.rule.name, note.place.file) for note in examine(base_dir)} == {
        ("outside-link", "html/etc"),
        ("broken-link", "lua/gone.lua"),
        ("unknown-attribute", VIEW),
    }


def test_an_app_that_is_developed_elsewhere_is_read(tmp_path: Path) -> None:
    base_dir = written(tmp_path / "elsewhere", "app.lua", "mcp:notify('x')").parent / ".ui"
    (base_dir / "apps").mkdir(parents=True)
    (base_dir / "apps" / "a").symlink_to(tmp_path / "elsewhere")
    assert ("shell-function", "apps/a/app.lua") in {(note.rule.name, note.place.file) for note in examine(base_dir)}


def test_every_rule_has_a_name_of_its_own_and_is_tried_here() -> None:
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names) == sum(map(len, SECTIONS.values()))
    assert set(names) == {rule for rule, *_ in FOUND} | {"outside-link", "broken-link"}


def test_what_an_installation_writes_needs_no_change(tmp_path: Path) -> None:
    install(bundle_dir(), tmp_path / ".ui")
    assert [(note.rule.name, str(note.place)) for note in examine(tmp_path / ".ui")] == []
    # Once somebody has changed it, it is theirs.
    with (tmp_path / ".ui/viewdefs/MCP.Welcome.DEFAULT.html").open("a") as view:
        view.write('<b ui-repeat="x"></b>\n')
    assert "unknown-attribute" in {note.rule.name for note in examine(tmp_path / ".ui")}


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["", "<template><b", "\0\xff", "fetch(" * 20_000, "<a " * 20_000, "mcp." * 20_000, HARD]
)
@pytest.mark.parametrize("name", [LUA, VIEW])
def test_any_text_is_read(tmp_path: Path, name: str, text: str) -> None:
    examine(written(tmp_path / ".ui", name, text))


def test_a_directory_without_apps_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoAppDirectoryError, match="has neither apps/ nor lua/ nor viewdefs/"):
        examine(tmp_path)
