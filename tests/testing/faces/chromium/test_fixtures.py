"""Chromium as used by a repository's tests: fixtures, faces, options, evidence, cleaning up."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.testing.faces.chromium.locate import NAMES, NoBrowser, chromium_path
from tests import browser, patience
from tests.files import contents, write
from tests.headless_shell import path_without_it
from tests.testing.repository import ALONE, EXAMPLES, app, run

pytestmark = pytest.mark.warm

PATIENCE = patience.SECONDS

NOTES_VIEW = """<template><p ui-value="text"></p><input aria-label="Note" ui-value="text?keypress">
<button ui-action="clear()">Clear</button><button onclick="new Notification('Hello', { body: 'there' })">Notify</button>
<button onclick="console.warn('careful'); setTimeout(() => { throw new Error('thrown') })">Fail</button>
<button onclick="setTimeout(() => this.textContent = 'Late', 200)">Early</button>
<div style="position: relative"><button>Under</button><i style="position: absolute; inset: 0"></i></div></template>"""


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    """A repository with one app."""
    write(pytester.path, {**app(), ".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html": NOTES_VIEW})
    return pytester.path


def below(process: int) -> set[int]:
    """The browsers and drivers among the processes that a process has started."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [
        (int(pid), int(parent), command) for pid, parent, command in (r.split(None, 2) for r in listed.splitlines()[1:])
    ]
    found = {process}
    for _ in range(10):
        found |= {pid for pid, parent, _ in rows if parent in found}
    return {pid for pid, _, command in rows if pid in found and re.search("chrom|playwright", command)}


def programs(process: int) -> set[int]:
    """The same without a browser's own processes: one that another test keeps warm starts some when it likes."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    parts = {int(row.split(None, 1)[0]) for row in listed.splitlines()[1:] if "--type=" in row}
    return below(process) - parts


def alive(processes: set[int]) -> set[int]:
    """The processes that are still running after they have had time to end; zombies do not count."""
    end = time.monotonic() + PATIENCE
    while True:
        left = {pid for pid in processes if _runs(pid)}
        if not left or time.monotonic() > end:
            return left
        threading.Event().wait(0.05)


def _runs(pid: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return found.strip()[:1] not in ("", "Z")


# Failures


def test_without_a_chromium_the_failure_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBrowser) as failure:
        chromium_path(None, "/nowhere/chrome")
    assert str(failure.value) == (
        "no Chromium found: looked for chromium, chromium-browser, google-chrome, google-chrome-stable on the PATH and "
        "for Playwright's own at /nowhere/chrome; install one (apt-get install -y chromium, or python -m playwright "
        "install chromium) or say where it is with --uimcp-browser-path or the ini key uimcp_browser_path"
    )
    bundled = tmp_path / "bundled"
    bundled.touch()
    assert chromium_path(None, str(bundled)) == str(bundled)
    system = tmp_path / NAMES[1]
    system.touch(0o755)
    assert chromium_path(None, str(bundled)) == str(system)
    assert chromium_path(str(system), "") == str(system)


def test_a_browser_that_is_not_there_is_the_tests_error(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    broken = pytester.path / "broken"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    pytester.makeini("[pytest]\nuimcp_browser_path = nowhere")
    code = "def test_it(uimcp_browser): pass\ndef test_other(uimcp_page): pass"
    result = run(pytester, code)
    result.assert_outcomes(errors=1, passed=1)
    said = "expected a Chromium that can be run, found none at nowhere"
    result.stdout.fnmatch_lines([f"*NoBrowser: --uimcp-browser-path: {said}"])
    code = "def test_it(uimcp_browser): pass"
    result = run(pytester, code, f"--uimcp-browser-path={broken}")
    result.stdout.fnmatch_lines([f"*NoBrowser: {broken} could not be started: *"])
    result = run(pytester, code, "--uimcp-browser-endpoint=ws://127.0.0.1:9/")
    result.stdout.fnmatch_lines(["*NoBrowser: no browser at ws://127.0.0.1:9/ (--uimcp-browser-endpoint): *"])
    # The headless shell has no windows to show.
    whole = browser.chromium_path(path_without_it())
    result = run(pytester, code, f"--uimcp-browser-path={whole}", "--uimcp-headed")
    result.stdout.fnmatch_lines(["*NoBrowser: * could not be started: *launched a headed browser without*"])


# Faces


FACES = """
    import pytest

    def test_direct(uimcp_page): pass

    @pytest.fixture
    def story(uimcp_page): return uimcp_page

    def test_indirect(story): pass

    @pytest.mark.parametrize("number", [1, 2])
    def test_several(number, uimcp_page): pass

    @pytest.mark.uimcp(face="page")
    def test_pinned(uimcp_page): pass

    def test_without(uimcp): pass
    def test_browser(uimcp_browser): pass

    class TestOverridden:
        @pytest.fixture
        def uimcp_page(self, uimcp_page): return uimcp_page
        def test_it(self, uimcp_page): pass

    class TestReplaced:
        @pytest.fixture
        def uimcp_page(self): return None
        def test_it(self, uimcp_page): pass

    class TestOwn:
        @pytest.mark.parametrize("uimcp_page", ["mine"])
        def test_it(self, uimcp_page): pass
"""


def test_every_test_of_the_page_runs_on_the_faces_that_are_asked_for(
    repository: Path, pytester: pytest.Pytester
) -> None:
    def collected(*arguments: str) -> list[str]:
        listed = run(pytester, FACES, "--collect-only", "-q", *arguments).stdout.lines
        return [line.partition("::")[2] for line in listed if "::" in line]

    single = [
        "test_direct", "test_indirect", "test_several[1]", "test_several[2]", "test_pinned", "test_without",
        "test_browser", "TestOverridden::test_it", "TestReplaced::test_it", "TestOwn::test_it[mine]",
    ]  # fmt: skip
    assert collected() == collected("--uimcp-face=chromium") == single
    both = collected("--uimcp-face=all")
    assert sorted(both) == sorted(
        [
            "test_direct[page]", "test_direct[chromium]", "test_indirect[page]", "test_indirect[chromium]",
            "test_several[page-1]", "test_several[page-2]", "test_several[chromium-1]", "test_several[chromium-2]",
            "test_pinned", "test_without", "test_browser", "TestOverridden::test_it[page]",
            "TestOverridden::test_it[chromium]", "TestReplaced::test_it", "TestOwn::test_it[mine]",
        ]
    )  # fmt: skip


def test_one_story_on_both_faces_in_virtual_time_and_in_async_tests(
    repository: Path, pytester: pytest.Pytester
) -> None:
    pytester.makeini("[pytest]\nuimcp_face = all\nuimcp_time = virtual")
    code = """
        import anyio
        import pytest
        from pytest_uimcp import Browser, Page

        @pytest.fixture
        def anyio_backend(): return "asyncio"

        def test_story(uimcp, uimcp_page, request):
            uimcp_page.see("milk")
            uimcp.run("notes.text = 'bread'")
            uimcp_page.see("bread")
            uimcp_page.fill("Note", "eggs")
            assert uimcp.state()["value"] == {"type": "Notes", "text": "eggs"}
            uimcp_page.click("Clear")
            uimcp_page.not_see("eggs")
            assert uimcp.events() == [{"event": "cleared"}]
            uimcp.run("session:setTimeout(function() notes.text = 'later' end, 3600000)")
            uimcp_page.not_see("later")
            uimcp.clock.advance(3600)
            uimcp_page.see("later")
            kind = Browser if "chromium" in request.node.name else Page
            assert isinstance(uimcp_page, kind)

        @pytest.mark.anyio
        async def test_async(uimcp, uimcp_page):
            await anyio.sleep(0)
            uimcp_page.click("Clear")
            async with anyio.create_task_group() as group:
                group.start_soon(anyio.to_thread.run_sync, uimcp.run, "notes.text = 'beside'")
            uimcp_page.see("beside")

        @pytest.mark.uimcp(face="chromium")
        def test_pinned(uimcp_page, uimcp_browser):
            uimcp_page.fill("Note", "both tabs")
            uimcp_browser.see("both tabs")
    """
    documented = EXAMPLES / "test_in_chromium.py"
    write(pytester.path, {"test_documented.py": documented.read_text(encoding="utf-8")})
    run(pytester, code).assert_outcomes(passed=8)


# What only a browser has, and what it leaves behind

BROWSER = """
    import pytest
    from pathlib import Path
    from pytest_uimcp import PageError, ScriptError

    def test_all_of_it(uimcp, uimcp_browser, tmp_path):
        browser = uimcp_browser
        browser.click("Notify")
        assert [(one.title, one.body) for one in browser.notifications] == [("Hello", "there")]
        with uimcp.expects_error("thrown") as error:
            browser.click("Fail")
        assert isinstance(error.value.error, ScriptError)
        assert [(one.kind, one.text) for one in browser.console] == [("warning", "careful")]
        assert browser.errors[0].startswith("Error: thrown")
        assert browser.screenshot(tmp_path / "picture.png")[:4] == b"\\x89PNG"
        assert (tmp_path / "picture.png").is_file()
        async def title(page): return await page.title()
        assert browser.playwright(title) == browser.playwright(lambda page: page.title()) == "ui-mcp"
        assert browser.playwright(lambda page: page.url).startswith(uimcp.url)
        with pytest.raises(ZeroDivisionError):
            browser.playwright(lambda page: 1 / 0)
        browser.playwright(lambda page: page.get_by_label("Note").fill("by Playwright"))
        browser.see("by Playwright")
        browser.click("Early")
        browser.see("Late")
        other = browser.new_tab()
        other.see("by Playwright")
        other.fill("Note", "elsewhere")
        browser.see("elsewhere")
        browser.reload()
        browser.see("elsewhere")

    def test_nothing_of_the_last_test_is_here(uimcp_browser):
        assert uimcp_browser.notifications == [] and uimcp_browser.errors == []
        assert uimcp_browser.playwright(lambda page: page.context.pages).__len__() == 1

    def test_covered(uimcp_browser):
        with pytest.raises(PageError, match='click: button "Under" is there, but it is covered by <i>'):
            uimcp_browser.click("Under")

    @pytest.mark.uimcp(lua_errors="collect")
    def test_failing(uimcp_browser):
        uimcp_browser.click("Fail")
        uimcp_browser.patience = 0
        uimcp_browser.click("Clera")

    @pytest.fixture
    def broken(uimcp_browser): raise RuntimeError("broken")

    def test_erring(broken): pass

    def test_of_a_dead_browser(uimcp_browser):
        uimcp_browser.playwright(lambda page: page.context.browser.close())
        uimcp_browser.see("milk")

    def test_the_next_has_a_new_one(uimcp_browser):
        uimcp_browser.see("milk")
"""


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A directory with a short name: Chromium makes sockets there, whose paths may have some hundred characters."""
    with tempfile.TemporaryDirectory(prefix="u-") as folder:
        yield Path(folder)


def test_a_failing_test_leaves_a_picture_and_a_trace_and_nothing_else(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("TMPDIR", str(temporary))
    threads, processes = set(threading.enumerate()), programs(os.getpid())
    original = contents(repository)
    pytester.makepyfile(BROWSER)
    base = pytester.path.parent / f"{pytester.path.name}-base"
    result = pytester.runpytest_inprocess(*ALONE, f"--basetemp={base}")
    result.assert_outcomes(passed=4, failed=2, errors=1)
    assert set(threading.enumerate()) - threads == set()
    assert alive(programs(os.getpid()) - processes) == set()
    assert list(temporary.iterdir()) == []
    result.stdout.fnmatch_lines(
        [
            "*- ui-mcp browser -*",
            f"screenshot: {base}/uimcp-report/*test_failing*/screenshot.png",
            f"trace: {base}/uimcp-report/*test_failing*/trace.zip",
            f"to look at it: python -m playwright show-trace {base}/uimcp-report/*/trace.zip",
            "JavaScript error: Error: thrown*",
            "console.warning: careful (*",
        ]
    )
    left = sorted(path for path in base.glob("uimcp-report/*/*"))
    assert [path.name for path in left] == ["screenshot.png", "trace.zip"] * 2
    for trace in (path for path in left if path.name == "trace.zip"):
        with zipfile.ZipFile(trace) as opened:
            assert any(name.endswith(".trace") for name in opened.namelist())
    kept = {path: was for path, was in contents(repository).items() if path in original}
    assert kept == original
    shutil.rmtree(base)


def test_an_interrupted_and_a_timed_out_test_leave_no_process(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import json, os, pytest
        from pathlib import Path
        from tests.testing.faces.chromium.test_fixtures import below

        @pytest.mark.timeout(2, func_only=True)
        def test_timing_out(uimcp_browser):
            Path("pids.json").write_text(json.dumps(sorted(below(os.getpid()))))
            uimcp_browser.playwright(lambda page: page.evaluate("new Promise(() => {})"))

        def test_interrupted(uimcp_browser):
            uimcp_browser.see("milk")
            raise KeyboardInterrupt
        """
    )
    root = str(Path(__file__).parents[3])
    pytester.makeini(f"[pytest]\npythonpath = {root}\nmarkers = warm")
    result = pytester.runpytest_subprocess(*ALONE, "--timeout-method=signal", "--uimcp-report=left")
    result.assert_outcomes(failed=1)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert result.stderr.str() == ""
    result.stdout.fnmatch_lines(["*Timeout*2*", f"trace: {pytester.path}/left/*/trace.zip"])
    started = set(json.loads((pytester.path / "pids.json").read_text()))
    assert started
    assert alive(started) == set()


STORY = """
    import pytest

    @pytest.mark.parametrize("number", range(4))
    def test_it(uimcp, uimcp_browser, number):
        uimcp_browser.fill("Note", f"from {number}")
        uimcp_browser.see(f"from {number}")
        assert uimcp.state()["value"]["text"] == f"from {number}"
"""


@contextmanager
def running(command: list[str], said: str) -> Iterator[str]:
    """The endpoint of a browser that another process runs."""
    # A process group of its own, so that its children end with it.
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, **pipes, start_new_session=True) as server:
        try:
            assert server.stdout is not None
            yield next(found[1] for line in server.stdout if (found := re.search(said, line)))
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def test_two_workers_share_a_browser_server(repository: Path, pytester: pytest.Pytester) -> None:
    config = pytester.path / "browser.json"
    launch = {"executablePath": chromium_path(None, ""), "host": "127.0.0.1", "args": ["--no-sandbox"]}
    config.write_text(json.dumps(launch))
    command = [sys.executable, "-m", "playwright", "launch-server", "--browser=chromium", f"--config={config}"]
    pytester.makepyfile(STORY)
    with running(command, r"(ws://\S+)") as endpoint:
        result = pytester.runpytest_subprocess(*ALONE, "-n", "2", f"--uimcp-browser-endpoint={endpoint}")
        result.assert_outcomes(passed=4)


def test_a_browser_is_reached_by_its_debugging_port_too(
    repository: Path, pytester: pytest.Pytester, tmp_path: Path
) -> None:
    flags = ("--headless=new", "--no-sandbox", "--no-first-run", f"--user-data-dir={tmp_path / 'user'}")
    command = [chromium_path(None, ""), *flags, "--remote-debugging-port=0", "about:blank"]
    with running(command, r"DevTools listening on ws://([^/]+)/") as address:
        result = run(pytester, STORY, f"--uimcp-browser-endpoint=http://{address}", "-k", "[0]")
        result.assert_outcomes(passed=1, deselected=3)
