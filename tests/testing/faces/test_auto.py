"""`face="auto"`: the first refusal of the page ends the try, and the test runs anew in Chromium."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.files import write
from tests.testing.repository import ALONE, app, run

pytestmark = pytest.mark.warm

VIEW = """<template><p ui-value="text"></p><button ui-action="clear()">Clear</button>
<button onclick="this.textContent = 'ran'">Script</button>
<div contenteditable="true" role="textbox" aria-label="Memo"></div></template>"""

STORIES = """
    import json
    from pathlib import Path
    import pytest
    from pytest_uimcp import Browser, Page, PageError

    LOG = Path(__file__).with_name("tries.jsonl")

    def tries(name, page, server):
        with LOG.open("a") as log:
            log.write(json.dumps([name, type(page).__name__, id(server), server.state()["value"]["text"]]) + "\\n")

    def test_known(uimcp, uimcp_page):
        tries("known", uimcp_page, uimcp)
        uimcp_page.click("Clear")

    def test_refused(uimcp, uimcp_page, tmp_path, uimcp_snapshot):
        tries("refused", uimcp_page, uimcp)
        assert not list(tmp_path.glob("*.txt"))
        (tmp_path / "written.txt").write_text("x")
        print("said in the test")
        assert uimcp_page.find("Clear") == uimcp_snapshot
        uimcp_page.click("Clear")
        uimcp_page.press("x", "Memo")
        uimcp_page.see("x")

    def test_refused_and_caught(uimcp, uimcp_page):
        tries("caught", uimcp_page, uimcp)
        try:
            uimcp_page.press("x", "Memo")
        except Exception:
            pass
        uimcp_page.see("x")

    class TestClass:
        seen = 0
        def test_method(self, uimcp, uimcp_page):
            self.seen += 1
            assert self.seen == 1
            tries("method", uimcp_page, uimcp)
            uimcp_page.press("y", "Memo")

    def test_wrong(uimcp, uimcp_page):
        tries("wrong", uimcp_page, uimcp)
        with pytest.raises(PageError):
            uimcp_page.press("x", "Nothing like this")
        uimcp_page.see("butter")

    def test_javascript(uimcp_page):
        uimcp_page.click("Script")
        uimcp_page.see("ran")

    @pytest.mark.uimcp(face="page")
    def test_pinned(uimcp_page):
        uimcp_page.press("x", "Memo")

    @pytest.mark.xfail(strict=True)
    def test_expected(uimcp_page):
        uimcp_page.press("x", "Memo")
        uimcp_page.see("z")
"""


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    return write(pytester.path, {**app(), ".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html": VIEW})


def tries(repository: Path) -> list[tuple[str, str]]:
    """Test and face of every try, in order; each began with a new server and the app's first text."""
    rows = [json.loads(line) for line in (repository / "tries.jsonl").read_text().splitlines()]
    assert all(text == "milk" for *_, text in rows)
    return [(name, face) for name, face, *_ in rows]


def test_a_refusal_ends_the_run_and_another_follows_in_chromium(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nuimcp_face = auto")
    result = run(pytester, STORIES, "--snapshot-update", "-rP")
    result.assert_outcomes(passed=5, failed=2, xfailed=1)
    assert tries(repository) == [
        ("known", "Page"),
        *((name, face) for name in ("refused", "caught", "method") for face in ("Page", "Browser")),
        ("wrong", "Page"),
    ]
    result.stdout.fnmatch_lines(
        [
            "E *NotModelled: the page does not know typing into contenteditable elements; *; run this test with face=*",
            "*uimcp face=auto: run in Chromium*",
            "*::test_refused: the page does not know typing into contenteditable elements; fill() it",
            "*::test_method: the page does not know *",
            "*::test_javascript: the page does not know the JavaScript of onclick=*",
        ]
    )
    result.stdout.no_fnmatch_line("*test_known: the page*")
    assert result.stdout.str().count("said in the test") == 1


def test_our_wider_fixtures_are_set_up_again_and_others_are_kept(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import Page

        pytestmark = pytest.mark.uimcp(face="auto")
        made = []

        @pytest.fixture(scope="session")
        def costly(): made.append("costly")

        @pytest.fixture(scope="class")
        def notes(tmp_path_factory, request):
            from pytest_uimcp import project_for, server_for, show_app
            made.append("server")
            project = project_for(request, tmp_path_factory.mktemp("p"))
            with server_for(request, project) as server:
                server.start()
                show_app(request, project, server)
                yield server

        class TestShared:
            def test_first(self, notes, costly):
                pass

            def test_second(self, notes, costly, request):
                from pytest_uimcp import page_for
                with page_for(request, notes) as page:
                    page.see("milk")
                    page.click("Clear")
                    page.press("x", "Memo")
                    page.see("x")

        def test_what_was_made(): assert made == ["costly", "server", "server"]
    """
    run(pytester, code).assert_outcomes(passed=3)


def test_auto_on_several_workers(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(STORIES)
    result = pytester.runpytest_subprocess(*ALONE, "-n1", "--uimcp-face=auto", "-k", "refused_and or known")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*::test_refused_and_caught: the page does not know *"])


def test_a_scenario_runs_again(repository: Path, pytester: pytest.Pytester) -> None:
    steps = "- human: {presses: x, in: Memo}\n- see: x\n"
    write(repository, {"tests/memo.scenario.yaml": f"scenario: memo\napp: notes\nsteps:\n{steps}"})
    result = pytester.runpytest_inprocess(*ALONE, "--uimcp", "--uimcp-face=auto", "tests")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*memo.scenario.yaml::memo: the page does not know *"])
