"""What people write who are new here, and what they are told: each message says what to write instead.

The rows of a table are played in one run, each as a test or a scenario of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
import pytest_uimcp.page
import pytest_uimcp.testing.snapshots.stored  # noqa: F401 -- loaded before pytester unloads what a run imports
from tests.files import put, write
from tests.testing.repository import ALONE, app

LUA = """
Notes = session:prototype("Notes", {text = "", name = ""})
function Notes:clear() self.text = "" end
if not session.reloading then notes = Notes:new({text = "milk"}) end
"""
VIEW = """<template><p ui-value="text"></p><label>Name <input ui-value="name"></label>
<button ui-action="clear()">Clear</button></template>"""
HEAD = "def test_it(uimcp, uimcp_page, uimcp_snapshot, snapshot):\n    "

# The body of a test, and what the report of its failure says.
IN_TESTS: Final = (
    (
        "import asyncio\n    async def go(): await uimcp_page.click('Clear')\n    asyncio.run(go())",
        "plain calls, in async tests too: leave out await",
    ),
    ("assert uimcp_page.see('milk')", "see() fails by itself and returns nothing: leave out assert"),
    ("assert 'milk' in uimcp_page.text", "write them with ()"),
    (
        "uimcp_page.get_by_role('button', name='Clear').click()",
        "Page has no 'get_by_role': write click(role=\"button\"",
    ),
    ("uimcp_page.getByText('milk')", "Page has no 'getByText': write see(…) to assert a text"),
    ("uimcp_page.type('Name', 'Ada')", 'Page has no \'type\': write fill("Label", "text")'),
    ("uimcp_page.locator('#name')", "Page has no 'locator': write click(css="),
    ("uimcp_page.goto('/')", "Page has no 'goto': the fixture has opened the page"),
    ("uimcp_page.wait_for_selector('p')", "there is nothing to wait for"),
    ("uimcp_page.evaluate('1')", "write uimcp_browser.playwright(…)"),
    ("uimcp_page.clik('Clear')", "Page has no 'clik' (did you mean click?)"),
    ("uimcp.click('Clear')", "what shows is in the fixture uimcp_page: uimcp_page.click(…)"),
    ("uimcp_page.find('Name').select_option('a')", 'write choose("Label", "Option")'),
    (
        "from playwright.sync_api import expect\n    expect(uimcp_page).to_have_title('x')",
        "Playwright's expect() takes its own objects only: write uimcp_page.see(…)",
    ),
    ("uimcp_page.click(text='Clear')", 'nth=, not text; a text or a label needs no name: click("…")'),
    ("uimcp_page.fill('Clear', 'x')", 'button "Clear" has this name, but it is no field: click() it'),
    ("uimcp_page.fill('Nam', 'x')", "expected a field named 'Nam', found none\n  near it: textbox \"Name\""),
    ("uimcp_page.fill('Ada')", "fill() needs a target: a text, css=, role= or name="),
    ("uimcp.run('notes:claer()')", "attempt to call method 'claer' (a nil value)\nnear it: clear"),
    ("uimcp.run('return nots.text')", "attempt to index global 'nots' (a nil value)\nnear it: notes"),
    ("uimcp.display('nots')", "app 'nots' not found (did you mean notes?):"),
    ("uimcp_page.see('mlik')", "near it: 'milk'"),
    ("assert uimcp_page == snapshot", "take uimcp_snapshot as an argument of the test"),
    ("assert uimcp == snapshot", "take uimcp_snapshot as an argument of the test"),
    ("assert uimcp_page.find('Name') == snapshot", "take uimcp_snapshot as an argument of the test"),
)
# A mark, and what the error of the test's set-up says.
IN_MARKS: Final = (
    ("ap='notes'", "got ap (did you mean app?)"),
    ("'notes'", "got 'notes' without a name: write app='notes'"),
    ("time='fake'", "(time=…) is real or virtual, got 'fake'"),
    ("app='note'", "there is no app 'note' to show (did you mean notes?)"),
)
# The steps of a scenario, and the line and the rest of the message.
IN_SCENARIOS: Final = (
    ("  - sees: milk\n", "3: unknown step 'sees': write `- see: TEXT`"),
    ("  - wait: 5\n", "3: unknown step 'wait': write `- advance: SECONDS`"),
    ("  - see: #1 of milk\n", "see: expected text, got None; a # begins a comment: put a text that has one in quotes"),
    (
        "  - human: {clicks: Clear, nth: 0}\n",
        "nth stands with the target: write `- human: {clicks: {text: Clear, nth: 0}}`",
    ),
    (
        "  - human:\n    clicks: Clear\n",
        "'clicks' belongs to human, indented below it: write `- human: {clicks: Clear}`",
    ),
    (
        '  - agent: {calls: {app_ui_run: {code: notes:add("Fern", "bath")}}}\n',
        "between braces, a text with commas, colons or quotes needs quotes around it",
    ),
    ('  - see: "milk\n  - see: milk\n', "3: the text that begins here has no quote at its end"),
    ('  - see: "milk\n  - see: "milk"\n', "line 3 has a quote that is not closed"),
    ("  - see: Agent: Hi.\n", 'a text with such signs needs quotes: see: "Agent: Hi."'),
    ("  - human: {says: Agent: Hi.}\n", 'a text with such signs needs quotes: says: "Agent: Hi."'),
    ("  - see: 3\n", 'see: expected text, got 3; put it in quotes: "3"'),
    ("  - human: {fills: {Name: 7}}\n", 'put it in quotes: Name: "7"'),
    ("  - see: yes\n  - see: true\n", '4: see: expected text, got True; put it in quotes: "true"'),
    ("\t- see: milk\n", "3: a tab, where YAML wants spaces: indent with two spaces for each level"),
    (
        "  - see: milk\n---\nsteps: []\n",
        "4: expected one document, a second one begins: write it into a file of its own",
    ),
    ("  - see: Äpfel\n", "3: the byte 0xC4 is not UTF-8: save the file as UTF-8"),
    ("  - human clicks: Clear\n", "unknown step 'human clicks': write `- human: {clicks: Clear}`"),
    ("  - clicks: Clear\n", "unknown step 'clicks': write `- human: {clicks: Clear}`"),
    ("  - click: Clear\n", "unknown step 'click': write `- human: {clicks: Clear}`"),
    ("  - human: {click: Clear}\n", "unknown step 'human click' (did you mean clicks?)"),
    ("  see: milk\n", "steps: expected a list of steps, each with a dash: `- see: text`"),
    ("  - human: {fills: {Clear: x}}\n  - see: milk\n", "it is no field: click() it"),
)


@pytest.fixture
def notes(pytester: pytest.Pytester) -> Path:
    files = {**app(lua=LUA), ".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html": VIEW}
    return write(pytester.path, files)


def failures(pytester: pytest.Pytester, *arguments: str) -> dict[str, str]:
    """The reports of a run, by the names of their files without the ending."""
    run = pytester.inline_run(*ALONE, *arguments)
    return {
        Path(report.fspath).name.split(".")[0]: report.longreprtext
        for report in run.getreports("pytest_runtest_logreport")
        if isinstance(report, pytest.TestReport) and report.failed
    }


def plain(report: str) -> str:
    """A report without pytest's marks of the lines of an error."""
    return "\n".join(line.removeprefix("E").removeprefix("   ").strip() for line in report.splitlines())


def assert_told(reports: dict[str, str], rows: dict[str, str]) -> None:
    missing = {
        name: reports.get(name, "it passed")
        for name, words in rows.items()
        if plain(words) not in plain(reports.get(name, ""))
    }
    assert not missing


def test_a_mistake_in_a_test_is_told_with_what_to_write(pytester: pytest.Pytester, notes: Path) -> None:
    rows = {}
    for number, (body, words) in enumerate(IN_TESTS):
        put(notes / f"test_{number}.py", f"{HEAD}{body}\n")
        rows[f"test_{number}"] = words
    for number, (mark, words) in enumerate(IN_MARKS):
        put(notes / f"test_mark_{number}.py", f"import pytest\n@pytest.mark.uimcp({mark})\n{HEAD}pass\n")
        rows[f"test_mark_{number}"] = words
    assert_told(failures(pytester, "--snapshot-update"), rows)
    assert not list(notes.rglob("__snapshots__"))


def test_a_misspelt_fixture_or_marker_is_told_with_its_name(pytester: pytest.Pytester, notes: Path) -> None:
    put(notes / "test_fixture.py", "def test_it(uimcp_pag):\n    pass\n")
    put(notes / "test_marker.py", "import pytest\n@pytest.mark.uimpc\ndef test_it():\n    pass\n")
    rows = {
        "test_fixture": "fixture 'uimcp_pag' not found (did you mean uimcp_page?)",
        "test_marker": "there is no marker uimpc: write @pytest.mark.uimcp",
    }
    assert_told(failures(pytester, "-Wignore::pytest.PytestUnknownMarkWarning"), rows)


@pytest.mark.parametrize(("option", "name"), [("--uimpc", "--uimcp"), ("--uimcp-fac=page", "--uimcp-face")])
def test_a_misspelt_option_is_told_with_its_name(
    pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str], option: str, name: str
) -> None:
    assert pytester.inline_run(*ALONE, option).ret == pytest.ExitCode.USAGE_ERROR
    assert f"  did you mean: {name}\n" in capsys.readouterr().err


def test_the_mark_and_the_summary_of_a_scenario_lead_to_its_line(pytester: pytest.Pytester, notes: Path) -> None:
    put(notes / "tests/a.scenario.yaml", "scenario: A\nsteps:\n  - see: mlik\n")
    put(notes / "tests/b.scenario.yaml", "scenario: B\nsteps:\n  - sees: milk\n")
    result = pytester.runpytest_inprocess(*ALONE, "--uimcp", "tests")
    result.stdout.no_fnmatch_line("*^^^*")
    result.stdout.fnmatch_lines(
        [">     - see: mlik", "FAILED tests/b.scenario.yaml::b - ScenarioError: line 3: unknown*"]
    )


def test_a_mistake_in_a_scenario_is_told_with_what_to_write(pytester: pytest.Pytester, notes: Path) -> None:
    rows = {}
    for number, (steps, words) in enumerate(IN_SCENARIOS):
        encoding = "latin-1" if "Ä" in steps else "utf-8"
        put(notes / f"tests/s{number}.scenario.yaml", f"scenario: S\nsteps:\n{steps}".encode(encoding))
        rows[f"s{number}"] = words
    assert_told(failures(pytester, "--uimcp", "tests"), rows)


def test_a_whole_word_of_a_label_names_its_field(pytester: pytest.Pytester, notes: Path) -> None:
    """`Name` is the field `Name (first)`, in the scripts that have no spaces too."""
    view = "<template><label>Name (first) <input></label><label>姓名必填<input></label></template>"
    put(notes / ".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html", view)
    put(notes / "test_it.py", f"{HEAD}uimcp_page.fill('Name', 'Ada')\n    uimcp_page.fill('姓名', 'Ada')\n")
    pytester.runpytest_inprocess(*ALONE).assert_outcomes(passed=1)
