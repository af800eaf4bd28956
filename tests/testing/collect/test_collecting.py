"""`pytest --uimcp` as somebody with an app repository runs it."""

from __future__ import annotations

import os
import re
import shutil
import threading
from pathlib import Path

import pytest

import pytest_uimcp.checks.deadline
import pytest_uimcp.checks.renders
import pytest_uimcp.checks.sandbox

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
import pytest_uimcp.page
import pytest_uimcp.testing.snapshots.stored
from pytest_uimcp import bundle_dir, fixtures_dir
from tests.files import write
from tests.hostile import KINDS, plant
from tests.server.bundle.blocks import blocks_of

ROOT = Path(__file__).parents[3]
ALONE = ("-p", "no:randomly", "-p", "no:hypothesispytest", "-W", "error")
NOTES = """
local Notes = session:prototype("Notes", {text = ""})
function Notes:clear() self.text = "" end
if not session.reloading then NAME = Notes:new({text = "milk"}) end
"""
VIEW = '<template><p ui-value="text"></p><button ui-action="clear()">Clear</button></template>'
CHECKS = ["loads", "viewdefs", "renders[Notes.DEFAULT]", "reloads", "actions"]


def app(name: str = "notes", base_dir: str = ".claude/ui", lua: str = NOTES, view: str = VIEW) -> dict[str, str]:
    folder = f"{base_dir}/apps/{name}" if base_dir != "." else f"apps/{name}"
    # Types of their own: two apps cannot have viewdefs of the same name.
    kind = "Notes" if name == "notes" else name.title()
    return {
        f"{folder}/app.lua": lua.replace("NAME", name).replace("Notes", kind),
        f"{folder}/viewdefs/{kind}.DEFAULT.html": view,
    }


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    write(pytester.path, app())
    return pytester.path


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*ALONE, *arguments)


def ids(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    items, _ = pytester.inline_genitems(*ALONE, *arguments)
    return [item.nodeid for item in items]


def checks(base_dir: str = ".claude/ui/", name: str = "notes") -> list[str]:
    kind = "Notes" if name == "notes" else name.title()
    return [f"{base_dir}apps/{name}/app.lua::{check.replace('Notes', kind)}" for check in CHECKS]


# Failures.


def test_without_an_app_directory_the_places_are_named(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--uimcp")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    places = f"ERROR: --uimcp: no app directory in {pytester.path}: looked for .ui, .claude/ui, ui, .; "
    ways = "name one with --uimcp-dir or the ini key uimcp_dir, or put an app into .claude/ui/apps/<app>/app.lua"
    result.stderr.fnmatch_lines([f"{places}{ways}"])


@pytest.mark.parametrize(
    ("file", "found"),
    [(".claude/ui/lua/main.lua", "not there"), (".claude/ui/apps/draft/notes.md", "there is draft without one")],
)
def test_an_app_directory_without_an_app_is_a_usage_error_too(pytester: pytest.Pytester, file: str, found: str) -> None:
    write(pytester.path, {file: ""})
    result = run(pytester, "--uimcp")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    base = pytester.path / ".claude" / "ui"
    result.stderr.fnmatch_lines([f"ERROR: --uimcp: no app in {base}: looked for {base}/apps/<app>/app.lua, {found}; *"])


def test_a_repository_of_stories_without_an_app_needs_no_app_directory(pytester: pytest.Pytester) -> None:
    # Anything will do: its mistake is told by the file, not by the run.
    write(pytester.path, {"tests/pets.scenario.yaml": "steps: []\n"})
    run(pytester, "--uimcp").assert_outcomes(failed=1)
    assert run(pytester, "--uimcp", "--uimcp-dir=elsewhere").ret == pytest.ExitCode.USAGE_ERROR


def test_a_directory_that_is_not_there_is_named(repository: Path, pytester: pytest.Pytester) -> None:
    result = run(pytester, "--uimcp", "--uimcp-dir=elsewhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: --uimcp: no app directory in {repository}: at 'elsewhere'; *"])


def test_a_folder_without_an_app_is_skipped_by_name(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, {".claude/ui/apps/draft/notes.md": "", ".claude/ui/apps/.git/app.lua": ""})
    result = run(pytester, "--uimcp", "-rs")
    result.assert_outcomes(passed=5, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * no app in .claude/ui/apps/draft: it has no app.lua"])


def test_a_failure_is_short_and_v_adds_where_lua_was(pytester: pytest.Pytester) -> None:
    broken = 'local function half()\n    error("no more")\nend\nhalf()\n'
    write(pytester.path, app(lua=broken))
    short = run(pytester, "--uimcp")
    short.assert_outcomes(failed=1, skipped=4)
    short.stdout.fnmatch_lines(["*notes: loads*", ".claude/ui/apps/notes/app.lua:2: no more", "*short test summary*"])
    short.stdout.no_fnmatch_line("*Traceback*")
    short.stdout.no_fnmatch_line("*pytest_uimcp/*")
    short.stdout.no_fnmatch_line("*main chunk*")
    summary = "FAILED .claude/ui/apps/notes/app.lua::loads - .claude/ui/apps/notes/app.lua:2: no more"
    assert summary[:60] in short.stdout.str()
    long = run(pytester, "--uimcp", "-v")
    long.stdout.fnmatch_lines(["  Lua was at:", "*app.lua:2: in function 'half'", "*app.lua:4: in main chunk"])


def test_an_app_that_does_not_load_fails_whichever_check_is_selected(pytester: pytest.Pytester) -> None:
    write(pytester.path, app(lua="error('no more')"))
    run(pytester, "--uimcp", "-k", "reloads or actions").assert_outcomes(failed=2, deselected=3)


def test_a_file_that_is_not_a_viewdef_fails_its_rendering_if_only_that_is_selected(pytester: pytest.Pytester) -> None:
    write(pytester.path, app(view="<p></p>"))
    result = run(pytester, "--uimcp", "-k", "renders")
    result.assert_outcomes(failed=1, deselected=4)
    result.stdout.fnmatch_lines([".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html:1: <p> is outside the template"])


def test_many_globals_are_a_warning(pytester: pytest.Pytester) -> None:
    write(pytester.path, app(lua=NOTES + "\nhelper, other = 1, 2"))
    result = run(pytester, "--uimcp", "-k", "loads and not reloads", "-W", "default")
    result.assert_outcomes(passed=1, warnings=1, deselected=4)
    told = "notes makes other globals than its prototypes and its object (helper, other), which all apps of a session *"
    result.stdout.fnmatch_lines([f"*ManyGlobals: {told}"])
    strict = run(pytester, "--uimcp", "-k", "loads and not reloads")
    strict.assert_outcomes(failed=1, deselected=4)
    strict.stdout.fnmatch_lines([f".claude/ui/apps/notes/app.lua: {told}"])
    write(pytester.path, app(lua=NOTES + "Row = session:prototype('Row', {}) Parts = {Row = Row, Inner = {Row = Row}}"))
    run(pytester, "--uimcp").assert_outcomes(passed=5)


# Endless apps.

ENDLESS = {
    # Each object shows a new one.
    "more objects": (
        "function Notes:more() return Notes:new() end",
        '<p ui-value="text"></p><i ui-view="more()"></i><b ui-view="more()"></b>',
        "viewdefs",
    ),
    "more work": ("local function again() setImmediate(again) end again()", '<p ui-value="text"></p>', "viewdefs"),
    "a command": ("os.execute('sleep 30')", '<p ui-value="text"></p>', "loads"),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_app_that_never_ends_is_given_up_and_the_others_are_checked(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    # However busy the machine is, what works is ended by its processor time.
    monkeypatch.setattr(pytest_uimcp.checks.deadline, "PATIENCE", 2 if kind == "a command" else 1000)
    lua, view, check = ENDLESS[kind]
    # The command runs before there is an app, the others where one is.
    lua = f"{lua}\n{NOTES}" if kind == "a command" else f"{NOTES}\n{lua}"
    view = f"<template>{view}</template>"
    write(pytester.path, {**app(lua=lua, view=view), **app("other")})
    before = set(threading.enumerate())
    result = run(pytester, "--uimcp", "--uimcp-check-seconds=2", "-rs")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"] + outcomes["skipped"]) == (1, 9)
    took, advice = "2 s of processor time (* s by the clock)", "  look for a method that does not end*; --uimcp-check-*"
    if kind == "a command":
        took, advice = (
            "4 s by the clock (* s of processor time)",
            "  look for a command *, 2 times as much*",
        )
    told = f".claude/ui/apps/notes/app.lua: gave up on notes after {took}: `{check}` did not finish*"
    result.stdout.fnmatch_lines([told, advice])
    result.stdout.fnmatch_lines([f"SKIPPED * gave up on notes: see `{check}`"])
    result.stdout.no_fnmatch_line("*gave up on other*")
    if kind == "more objects":
        result.stdout.fnmatch_lines(["*; Notes.DEFAULT was drawn * times by then"])
    if kind != "a command":  # a thread that waits for one ends with it
        assert not [thread for thread in threading.enumerate() if thread not in before and thread.name.startswith("ui")]


def test_a_check_that_takes_longer_than_its_limit_by_the_clock_alone_passes(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytest_uimcp.checks.deadline, "PATIENCE", 1000)
    write(pytester.path, app(lua=f"os.execute('sleep 1.2')\n{NOTES}"))
    result = run(pytester, "--uimcp", "--uimcp-check-seconds=1", "-k", "loads and not reloads")
    result.assert_outcomes(passed=1, deselected=4)


def test_a_shell_that_can_show_itself_is_checked(pytester: pytest.Pytester) -> None:
    base_dir = pytester.path / ".claude" / "ui"
    lua = "function mcp:title() return 'shell' end"
    view = '<template><h1 ui-value="title()"></h1><div ui-view="value"></div></template>'
    write(base_dir, {"apps/mcp/app.lua": lua, "apps/mcp/viewdefs/MCP.DEFAULT.html": view})
    for link in ("lua/mcp.lua", "viewdefs/MCP.DEFAULT.html"):
        (base_dir / link).parent.mkdir()
        goal = "app.lua" if link == "lua/mcp.lua" else link
        (base_dir / link).symlink_to(Path("..", "apps", "mcp", goal))
    run(pytester, "--uimcp").assert_outcomes(passed=5)
    write(base_dir, {"apps/mcp/app.lua": f"{lua} mcp.value = mcp"})
    result = run(pytester, "--uimcp")
    result.assert_outcomes(passed=4, failed=1)
    told = '*MCP.DEFAULT.html:1: ui-view="value": an object is not drawn inside its own view: MCP.DEFAULT > MCP.DEFAULT'
    result.stdout.fnmatch_lines([told])


def test_endless_lua_ends_at_its_own_limit(pytester: pytest.Pytester) -> None:
    lua = NOTES + "function Notes:count() while true do end end"
    write(pytester.path, app(lua=lua, view='<template><p ui-value="count()"></p></template>'))
    result = run(pytester, "--uimcp", "-k", "renders")
    result.assert_outcomes(failed=1, deselected=4)
    result.stdout.fnmatch_lines([".claude/ui/apps/notes/app.lua:5: the script ran longer than 5 s and was stopped *"])


def test_an_invalid_time_limit_is_a_usage_error(repository: Path, pytester: pytest.Pytester) -> None:
    for given in ("soon", "0", "-1", "nan", "inf"):
        result = run(pytester, "--uimcp", f"--uimcp-check-seconds={given}")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        told = f"ERROR: --uimcp-check-seconds: expected a number of seconds above 0, got {given!r}"
        result.stderr.fnmatch_lines([told])
    pytester.makeini("[pytest]\nuimcp_check_seconds = 61.5")
    run(pytester, "--uimcp", "-k", "loads").assert_outcomes(passed=2, deselected=3)


# Directories of strangers.


@pytest.mark.parametrize("kind", KINDS)
def test_an_app_whose_file_is_none_is_told_with_the_reason_and_the_others_are_checked(
    pytester: pytest.Pytester, kind: str
) -> None:
    write(pytester.path, app())
    for name in ("bad/app.lua", "notes/more.lua", "notes/data"):
        plant(kind, pytester.path / ".claude/ui/apps" / name)
    (pytester.path / ".claude/ui/all").symlink_to("/")
    (pytester.path / ".claude/ui/apps/notes/again").symlink_to("..")
    result = run(pytester, "--uimcp", "-rs")
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] == 5
    reason = KINDS[kind][1]
    if kind in ("huge", "unreadable"):
        assert outcomes["failed"] == 1
        result.stdout.fnmatch_lines([f".claude/ui/apps/bad/app.lua: *{reason}*"])
    else:
        result.stdout.fnmatch_lines([f"SKIPPED * no app in .claude/ui/apps/bad: its app.lua cannot be read: {reason}*"])


# Collection.


def test_each_app_has_its_checks_in_order(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, app("build"))  # a name that pytest does not usually enter
    assert ids(pytester, "--uimcp") == checks(name="build") + checks()


@pytest.mark.parametrize("base_dir", [".claude/ui", ".ui", "ui", "."])
@pytest.mark.parametrize("testpaths", ["", "testpaths = tests", "testpaths = tests ui"])
def test_the_app_directory_is_added_and_nothing_collected_twice(
    pytester: pytest.Pytester, base_dir: str, testpaths: str
) -> None:
    test = "def test_it(): pass"
    write(pytester.path, {**app(base_dir=base_dir), "tests/test_it.py": test, "ui/README.md": ""})
    write(pytester.path, {"other/test_other.py": test, ".claude/skills/test_skill.py": test})
    pytester.makeini(f"[pytest]\n{testpaths}")
    found = ids(pytester, "--uimcp")
    expected = [*checks("" if base_dir == "." else f"{base_dir}/"), "tests/test_it.py::test_it"]
    if not testpaths:
        expected.append("other/test_other.py::test_it")
    assert sorted(found) == sorted(expected)


def test_with_paths_nothing_is_added(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, {"tests/test_it.py": "def test_it(): pass", "more/apps/other/app.lua": ""})
    assert ids(pytester, "--uimcp", "tests") == ["tests/test_it.py::test_it"]
    assert ids(pytester, "--uimcp", ".claude/ui") == checks()
    assert ids(pytester, "--uimcp", ".claude/ui/apps/notes") == checks()
    assert [found.rpartition("/")[0] for found in ids(pytester, "--uimcp", "more/apps")] == ["more/apps/other"] * 4


def test_without_the_option_no_app_is_collected(repository: Path, pytester: pytest.Pytester) -> None:
    assert ids(pytester) == []
    assert ids(pytester, ".claude/ui") == []
    assert run(pytester, ".claude/ui/apps/notes/app.lua").ret != pytest.ExitCode.OK


def test_the_ini_key_does_what_the_option_does(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nuimcp = true")
    assert ids(pytester) == checks()
    assert run(pytester, "--help").ret == pytest.ExitCode.OK


def test_a_single_app_and_a_sample_can_be_named(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, app("other"))
    assert ids(pytester, "--uimcp", "--uimcp-dir=.claude/ui/apps/other") == checks(name="other")
    run(pytester, "--uimcp", "--uimcp-dir=counter").assert_outcomes(passed=5)


def test_explicitly_ignored_paths_stay_ignored(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, app("other"))
    assert ids(pytester, "--uimcp", "--ignore=.claude/ui/apps/other") == checks()


# Selection.


def test_node_ids_can_be_given_as_arguments(repository: Path, pytester: pytest.Pytester) -> None:
    for found in checks():
        assert ids(pytester, "--uimcp", found) == [found]
    assert ids(pytester, "--uimcp", ".claude/ui/apps/notes/app.lua::renders") == checks()[2:3]


def test_checks_are_selected_by_keyword_and_by_marker(repository: Path, pytester: pytest.Pytester) -> None:
    own = "import pytest\n\n@pytest.mark.uimcp(app='other')\ndef test_it(): pass"
    write(repository, {**app("other"), "test_it.py": own})
    for arguments, passed in (
        (("-k", "other"), 5),
        (("-k", "renders"), 2),
        (("-k", "Notes.DEFAULT"), 1),
        (("-m", "uimcp_check"), 10),
        (("-m", "not uimcp_check"), 1),
        (("-m", "uimcp"), 1),
    ):
        outcomes = run(pytester, "--uimcp", *arguments).parseoutcomes()
        assert outcomes.get("passed") == passed, arguments


def test_last_failed_checks_run_again(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, app(view=VIEW.replace("clear()", "claer()")))
    run(pytester, "--uimcp").assert_outcomes(passed=4, failed=1)
    run(pytester, "--uimcp", "--lf").assert_outcomes(failed=1)
    write(repository, app())
    run(pytester, "--uimcp", "--lf").assert_outcomes(passed=1)


@pytest.mark.warm
def test_workers_share_the_checks(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, app("other", view=VIEW.replace("clear()", "claer()")))
    result = pytester.runpytest_subprocess(*ALONE, "--uimcp", "-n", "2")
    result.assert_outcomes(passed=9, failed=1)
    result.stdout.fnmatch_lines(['*Other.DEFAULT.html:1: ui-action="claer()": Other has no method claer()'])


# Stored snapshots.


def test_a_stored_snapshot_is_compared_and_written_when_asked_for(repository: Path, pytester: pytest.Pytester) -> None:
    stored = repository / ".claude/ui/apps/notes/__snapshots__/Notes.DEFAULT.aria.yaml"
    run(pytester, "--uimcp").assert_outcomes(passed=5)
    assert not stored.exists()
    run(pytester, "--uimcp", "--snapshot-update").assert_outcomes(passed=5)
    assert stored.read_text(encoding="utf-8").splitlines() == ["- paragraph: milk", '- button "Clear"']
    run(pytester, "--uimcp").assert_outcomes(passed=5)
    write(repository, app(lua=NOTES.replace("milk", "bread")))
    result = run(pytester, "--uimcp")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*- paragraph: milk", "*- paragraph: bread"])
    result.stdout.no_fnmatch_line("*pytest_uimcp/*")


# What is not written to, and what is not reported.


def test_the_repository_is_not_written_to(repository: Path, pytester: pytest.Pytester) -> None:
    def files() -> dict[Path, tuple[bytes, int]]:
        found = (path for path in (repository / ".claude").rglob("*") if path.is_file())
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in found}

    # Relative paths start in the copy.
    write(pytester.path, app(lua='io.open("made", "w"):close() os.execute("touch made-too")\n' + NOTES))
    before = files()
    run(pytester, "--uimcp", "-p", "no:cacheprovider").assert_outcomes(passed=5)
    assert files() == before
    assert [path.name for path in repository.iterdir()] == [".claude"]


def test_an_app_that_writes_files_finds_none_of_an_earlier_check(pytester: pytest.Pytester) -> None:
    lua = """
        if not session.reloading then
            local name = mcp:status().base_dir .. "/apps/notes/once.txt"
            assert(not io.open(name), "it was here before")
            io.open(name, "w"):close()
        end
    """
    write(pytester.path, app(lua=lua + NOTES))
    run(pytester, "--uimcp").assert_outcomes(passed=5)


def test_an_app_finds_its_files_whatever_their_folder(pytester: pytest.Pytester) -> None:
    folders = ("html/data", "storage/notes", "resources", "patterns", "apps/notes/css", "agents")
    files = {f".claude/ui/{folder}/names.txt": "milk" for folder in folders}
    lua = """
        local text = ""
        for _, folder in ipairs({FOLDERS}) do
            for line in io.lines(mcp:status().base_dir .. "/" .. folder .. "/names.txt") do text = text .. line end
        end
    """
    lua = lua.replace("FOLDERS", ", ".join(f'"{folder}"' for folder in folders))
    write(pytester.path, {**app(lua=lua + NOTES.replace('"milk"', "text")), **files})
    run(pytester, "--uimcp").assert_outcomes(passed=5)
    write(pytester.path, {name.removeprefix(".claude/ui/"): text for name, text in files.items()})
    write(pytester.path, app(base_dir=".", lua=lua.replace(', "agents"', "") + NOTES.replace('"milk"', "text")))
    run(pytester, "--uimcp", "--uimcp-dir=.").assert_outcomes(passed=5)


SHOWN = {
    # What the app's Lua never assigns, in the words of its viewdef.
    "what an agent sets with ui_run": '<p ui-value="remark"></p><p ui-value="remark.author"></p>',
    "one from many": '<p ui-value="texts"></p>',
    "what the app's documents tell an agent to set": '<p ui-value="tet"></p>',
    "what another app has": '<p ui-value="shown.borrowed"></p><button ui-action="shown.lend()">Lend</button>',
}
TOLD = {".claude/ui/apps/notes/design.md": "The agent sets `notes.tet` with ui_run.\n"}


@pytest.mark.parametrize("kind", SHOWN)
def test_a_field_that_is_set_elsewhere_is_not_reported(pytester: pytest.Pytester, kind: str) -> None:
    lender = NOTES.replace("{text", "{borrowed = 0, text") + "function Notes:lend() end"
    view = f"<template>{SHOWN[kind]}</template>"
    write(pytester.path, {**app(view=view), **app("lender", lua=lender), **TOLD})
    run(pytester, "--uimcp").assert_outcomes(passed=10)


def test_a_shell_shows_the_servers_status(pytester: pytest.Pytester) -> None:
    body = "".join(f'<p ui-value="status().{name}"></p>' for name in ("url", "version", "base_dir", "sessions"))
    body += '<div ui-view="value"></div><p ui-value="waitTime()"></p><p ui-value="pollingEvents()"></p>'
    write(pytester.path, app("shell"))
    write(pytester.path, {".claude/ui/apps/shell/viewdefs/MCP.DEFAULT.html": f"<template>{body}</template>"})
    run(pytester, "--uimcp").assert_outcomes(passed=6)


@pytest.mark.parametrize(
    "attribute",
    [
        'ui-attr-anything="text"', 'ui-class-any-thing="text"', 'ui-style---own="text"', 'ui-event-any-thing="clear()"',
        'ui-event-click="text" ui-event-click-value="x"', 'ui-namespace="list-item"', 'ui-value="text?namespace:low=x"',
        'ui-value="text?columns=3"', "ui-panel", 'ui-panel="x"',
    ],
)  # fmt: skip
def test_attributes_with_an_effect_are_not_reported(pytester: pytest.Pytester, attribute: str) -> None:
    lua = NOTES + 'Notes.sized = function(variable) return variable:getProperty("columns") end'
    view = f"<template><style>[ui-panel] {{ margin: 0 }}</style><p {attribute}></p></template>"
    write(pytester.path, app(lua=lua, view=view))
    run(pytester, "--uimcp").assert_outcomes(passed=5)


@pytest.mark.parametrize(
    ("attribute", "near"),
    [
        ('ui-vlaue="text"', "ui-value"),
        ('ui-atr-title="text"', "ui-attr-title"),
        ('ui-clas-old="text"', "ui-class-old"),
        ('ui-veiwlist="text"', "ui-viewlist"),
        ('ui-nmespace="x"', "ui-namespace"),
        ('ui-attr-="text"', "ui-attr-…"),
        ('ui-repeat="text"', None),
    ],
)
def test_an_attribute_without_effect_is_reported_wherever_it_is(
    pytester: pytest.Pytester, attribute: str, near: str | None
) -> None:
    view = f'<template>\n<div ui-viewlist="list">\n<p\n{attribute}></p></div><i {attribute}></i></template>'
    write(pytester.path, app(lua=NOTES.replace("{text", "{list = {}, text"), view=view))
    result = run(pytester, "--uimcp")
    result.assert_outcomes(passed=4, failed=1)
    for line in (4, 4):
        place = f".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html:{line}"
        told = f"{place}: {attribute}: there is no attribute of this name*"
        result.stdout.fnmatch_lines([told, *([f"  near it: {near}"] if near else [])])
    if near is None:
        result.stdout.no_fnmatch_line("  near it: *")


# Each fault is reported once, where it is.


@pytest.mark.parametrize(
    "link",
    ["apps/notes/self", "apps/self", "lua/self.lua", "lua", "html", "html/self", "viewdefs/Self.DEFAULT.html", "log"],
)
def test_a_link_to_itself_does_no_harm(pytester: pytest.Pytester, link: str) -> None:
    write(pytester.path, app())
    place = pytester.path / ".claude" / "ui" / link
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(place.name)
    run(pytester, "--uimcp").assert_outcomes(passed=5)


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("apps/notes/init.lua", "*notes/init.lua: apps/notes/init.lua cannot be read:*"),
        ("apps/notes/viewdefs/Notes.x.html", "*Notes.x.html: this link to Notes.x.html leads nowhere"),
        ("viewdefs", ".claude/ui/viewdefs: cannot be listed: too many levels of symbolic links"),
    ],
)
def test_a_link_to_itself_in_place_of_a_file_is_reported(pytester: pytest.Pytester, link: str, told: str) -> None:
    write(pytester.path, {**app(), **app("other")})
    place = pytester.path / ".claude" / "ui" / link
    place.symlink_to(place.name)
    result = run(pytester, "--uimcp")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"]) == (1, 9)
    result.stdout.fnmatch_lines([told])


def test_a_directory_that_cannot_be_copied_is_a_clear_error(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(place: object, **_: object) -> None:
        raise OSError(28, "No space left on device", str(place))

    monkeypatch.setattr(os, "utime", refuse)
    result = run(pytester, "--uimcp", "-k", "actions")
    result.assert_outcomes(failed=1, deselected=4)
    told = ".claude/ui/apps/notes/app.lua: the app directory cannot be copied for the checks: * No space left *"
    result.stdout.fnmatch_lines([told])
    result.stdout.no_fnmatch_line("*Traceback*")


INITS = {
    "fails": lambda path: path.write_text("error('not now')"),
    "is no Lua": lambda path: path.write_text("if then"),
    "is a directory": lambda path: path.mkdir(),
    "leads nowhere": lambda path: path.symlink_to("nowhere.lua"),
    "calls what fails": lambda path: path.write_text("require('shared')"),
}


@pytest.mark.parametrize("kind", INITS)
def test_a_failing_init_is_reported_once_and_everything_else_is_checked(pytester: pytest.Pytester, kind: str) -> None:
    write(pytester.path, {**app(), **app("other"), ".claude/ui/lua/shared.lua": "error('not there')"})
    INITS[kind](pytester.path / ".claude" / "ui" / "apps" / "other" / "init.lua")
    result = run(pytester, "--uimcp")
    result.assert_outcomes(passed=9, failed=1)
    result.stdout.fnmatch_lines(["*other: loads*", "*apps/other/*"])
    result.stdout.no_fnmatch_line("*/uimcp-*")  # no path of the copy


def test_an_init_that_belongs_to_no_app_is_reported_by_the_first(pytester: pytest.Pytester) -> None:
    write(pytester.path, {**app(), **app("other"), ".claude/ui/apps/draft/init.lua": "error('not now')"})
    result = run(pytester, "--uimcp")
    result.assert_outcomes(passed=9, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*notes: loads*", ".claude/ui/apps/draft/init.lua:1: not now"])


@pytest.mark.parametrize("sample", sorted(path.name for path in (fixtures_dir() / "apps").iterdir()))
def test_the_sample_apps_pass_as_the_documentation_says(pytester: pytest.Pytester, sample: str) -> None:
    outcomes = run(pytester, "--uimcp", f"--uimcp-dir={sample}").parseoutcomes()
    text = (ROOT / "docs" / "collecting.md").read_text(encoding="utf-8")
    assert f"| `{sample}` | {outcomes['passed']} | passed |" in text
    assert set(outcomes) == {"passed"}


def test_the_example_repository_and_the_bundled_app_pass(pytester: pytest.Pytester) -> None:
    shutil.copytree(ROOT / "examples" / "contacts" / ".claude", pytester.path / ".claude", symlinks=True)
    run(pytester, "--uimcp").assert_outcomes(passed=8)
    shutil.copytree(bundle_dir() / "skills" / "ui-builder" / "examples", pytester.path / "contacts")
    run(pytester, "--uimcp", "--uimcp-dir=contacts").assert_outcomes(passed=7)


GUIDES = [
    page.relative_to(bundle_dir()).as_posix()
    for page in sorted(bundle_dir().rglob("*.md"))
    if any((block.file or "").endswith("app.lua") for block in blocks_of(page))
]


ADDITION = re.compile(r"^(?:function )?(\w+)(?::\w+\(| = session:prototype)", re.MULTILINE)


@pytest.mark.parametrize("guide", GUIDES)
def test_the_apps_of_the_guides_pass(pytester: pytest.Pytester, guide: str) -> None:
    blocks = blocks_of(bundle_dir() / guide)
    files = {f".claude/ui/{block.file}": block.text for block in blocks if block.file}
    app_lua = next(name for name in files if name.endswith("/app.lua"))
    types = set(re.findall(r"(\w+) = session:prototype", "".join(block.text for block in blocks)))
    # What a page adds to its app further down: types, and methods of its types.
    added = "".join(block.text for block in blocks if not block.file and types & set(ADDITION.findall(block.text)))
    write(pytester.path, {**files, app_lua: files[app_lua] + added})
    # Some apps have nothing for one of the checks.
    assert set(run(pytester, "--uimcp").parseoutcomes()) <= {"passed", "skipped"}
