"""What a test costs the disk: only what it writes exists there, until somebody looks."""

from __future__ import annotations

import json
from collections import Counter

import pytest

MOST = 12

# An audit hook cannot be taken off again, so it counts in a process of its own.
CONFTEST = """
    import json, sys, threading
    from pathlib import Path

    import pytest

    EVENTS = {"open"} | {
        f"os.{name}"
        for name in "chmod link listdir mkdir remove rename rmdir scandir symlink truncate utime".split()
    }
    operations = []
    is_counting = threading.Event()

    def hook(event, arguments):
        if event in EVENTS and is_counting.is_set():
            operations.append((event, str(arguments[0]) if arguments else ""))

    sys.addaudithook(hook)

    # From here on, pytest's own folder for the test is there.
    @pytest.fixture
    def counted(tmp_path):
        is_counting.set()
        yield
        is_counting.clear()
        Path("operations.json").write_text(json.dumps(operations))
        operations.clear()
"""
TESTS = """
    from pytest_uimcp import Page

    # The first imports and compiles what the others have.
    def test_first(counted, {fixture}): pass
    def test_second(counted, {fixture}): pass
"""


@pytest.mark.slow
@pytest.mark.parametrize("fixture", ["uimcp", "uimcp_page", "uimcp_lua"])
def test_a_test_costs_few_operations_on_files_beside_those_of_its_app(pytester: pytest.Pytester, fixture: str) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS.format(fixture=fixture))
    result = pytester.runpytest_subprocess("--uimcp-dir=contacts", "-p", "no:randomly", "-p", "no:xdist")
    result.assert_outcomes(passed=2)
    rows: list[list[str]] = json.loads((pytester.path / "operations.json").read_text(encoding="utf-8"))
    # A number is the descriptor of a file that was counted when it was opened.
    counted = [(event, path) for event, path in rows if "/apps/contacts" not in path and not path.isdecimal()]
    assert len(counted) <= MOST, "\n".join(map(str, counted))
    kinds = Counter(event for event, _ in rows).keys()
    # The copy of the first test serves again: of the second, nothing is written.
    assert not kinds & {"os.remove", "os.rmdir", "os.rename", "os.mkdir", "os.chmod", "os.utime", "os.symlink"}


def test_what_nobody_looks_at_is_not_there_and_what_somebody_looks_at_is(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from pathlib import Path

        def test_unseen(uimcp, uimcp_page, uimcp_project):
            uimcp_page.see("No contacts yet")
            uimcp.run("print('an app that says something'); return contacts.contacts")
            names = [path.name for path in uimcp_project.backdrop.directory.iterdir()]
            assert names == ["apps"]

        def test_seen(uimcp):
            names = {path.name for path in uimcp.base_dir.iterdir()}
            assert names >= {"README.md", "html", "lua", "viewdefs", "resources", "mcp", "log", "ui-port", "mcp-port"}
            assert uimcp.reload().ran == ()

        def test_seen_by_the_app(uimcp):
            assert uimcp.run("return io.open('.claude/ui/html/index.html') ~= nil") is True

        def test_seen_by_a_command(uimcp):
            assert uimcp.run("return io.popen('ls .claude/ui/lua'):read('*l')") == "main.lua"

        def test_seen_by_an_agent(uimcp):
            status = uimcp.tool("ui_status").data
            assert status["mcp_port"]
            assert (Path(status["base_dir"]) / "mcp-port").exists()

        def test_what_was_printed_before_is_in_the_log(uimcp):
            uimcp.run("print('before')")
            log = uimcp.base_dir / "log" / "lua.log"
            uimcp.run("print('after')")
            assert log.read_text() == "before\\nafter\\n"

        def test_a_guide_is_read_from_behind(uimcp):
            assert "session:prototype" in uimcp.read("ui://lua")

        def test_a_changed_main_lua_runs(uimcp, uimcp_project):
            main = uimcp_project.base_dir / "lua/main.lua"
            uimcp_project.write("lua/main.lua", main.read_text() + "more = 1")
            assert uimcp.run("return more") == 1
        """
    )
    pytester.runpytest_inprocess("--uimcp-dir=contacts", "-p", "no:randomly").assert_outcomes(passed=8)
