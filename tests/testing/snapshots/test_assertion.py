"""The fixture `uimcp_snapshot`, as used by a repository under test."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from pytest_uimcp.testing.snapshots.pictures import write_png
from tests.testing.snapshots.conftest import Run

Names = Callable[[], list[str]]

APP = """
Notes = session:prototype("Notes", {text = ""})
function Notes:clear() self.text = "" end
if not session.reloading then notes = Notes:new({text = "milk"}) end
"""
VIEW = '<template><p ui-value="text"></p><button ui-action="clear()">Clear</button></template>'


@pytest.fixture
def app(pytester: pytest.Pytester) -> None:
    folder = pytester.path / "ui" / "apps" / "notes"
    (folder / "viewdefs").mkdir(parents=True)
    (folder / "app.lua").write_text(APP)
    (folder / "viewdefs" / "Notes.DEFAULT.html").write_text(VIEW)


def blank(path: Path, row: bytes) -> Path:
    path.write_bytes(write_png(Image.frombytes("RGB", (len(row) // 3, 4), row * 4)))
    return path


# Failures.


def test_a_difference_is_reported_with_its_file_and_the_next_step(
    pytester: pytest.Pytester, folder: Path, run: Run
) -> None:
    blank(pytester.path / "a.png", b"\xff" * 12)
    blank(pytester.path / "b.png", b"\x00" * 3 + b"\xff" * 9)
    code = """
        import os
        from pathlib import Path

        NOW = os.environ.get("NOW", "")
        ROWS = "".join(f"- row {n}\\n" for n in range(20))

        def test_text(uimcp_snapshot):
            assert f"{ROWS}- button{NOW}\\n{ROWS}" == uimcp_snapshot

        def test_state(uimcp_snapshot):
            assert {"value": {"a": 1, "b": f"x{NOW}"}} == uimcp_snapshot.state

        def test_tools(uimcp_snapshot):
            inputs = {"properties": {"new": {}} if NOW else {"code": {}, "kept": {}}}
            tools = [{"name": "run", "description": NOW or "old", "inputSchema": inputs}]
            assert tools == uimcp_snapshot.tools

        def test_picture(uimcp_snapshot):
            assert Path("b.png" if NOW else "a.png").read_bytes() == uimcp_snapshot.picture(tolerance=0.1)

        def test_enough(uimcp_snapshot):
            assert Path("b.png" if NOW else "a.png").read_bytes() == uimcp_snapshot.picture(tolerance=0.25)

        def test_new(uimcp_snapshot):
            if NOW:
                assert "- new" == uimcp_snapshot
    """
    run("--snapshot-update", code=code).assert_outcomes(passed=6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOW", "?")
        result = run("--uimcp-report=left")
    result.assert_outcomes(passed=1, failed=5)
    accept = "if the new result is right, run with --snapshot-update"
    step = f"does not match; {accept}:"
    for lines in (
        [
            f"E *__snapshots__/test_it/test_text.aria.yaml {step}",
            "E *line 20:",
            "E *  - row 19",
            "E *- - button",
            "E *+ - button[?]",
            "E *  - row 0",
        ],
        [f"E *__snapshots__/test_it/test_state.state.json {step}", 'E *-*"b": "x"', 'E *+*"b": "x[?]"'],
        [
            f"E *__snapshots__/test_it/test_tools.tools.json {step}",
            "E *breaking: run: parameter code is gone",
            "E *breaking: run: parameter kept is gone",
            "E *additive: run: a new optional parameter new",
            'E *cosmetic: run: description "old" → "[?]"',
        ],
        [
            f"E *__snapshots__/test_it/test_picture.png {step}",
            "E *4 of 16 pixels differ (25.00%); allowed is 10.00%",
            "E *expected, different and received side by side: */left/*/test_picture.difference.png",
        ],
        [
            f"E *there is no __snapshots__/test_it/test_new.aria.yaml yet; {accept}:",
            "E *+ - new",
        ],
    ):
        result.stdout.fnmatch_lines([line.replace("+", "[+]") for line in lines])
    assert len(list(pytester.path.glob("left/*/test_picture.difference.png"))) == 1
    report = (pytester.path / "left" / "report.html").read_text(encoding="utf-8")
    assert report.count('"picture":"data:image/png;base64,') == 1
    assert not (folder / "test_new.aria.yaml").exists()


def test_a_value_without_a_kind_is_named(run: Run) -> None:
    code = """
        import pytest

        def test_any(uimcp_snapshot):
            assert 5 == uimcp_snapshot

        def test_kind(uimcp_snapshot):
            assert "text" == uimcp_snapshot.picture

        def test_picture(uimcp_snapshot):
            assert b"text" == uimcp_snapshot
    """
    result = run(code=code)
    result.assert_outcomes(failed=3)
    kinds = (
        "a page, a part of one, a PNG, a server, its state, its variables, its tools, a conversation, a JavaFX scene"
    )
    result.stdout.fnmatch_lines(
        [
            f"E *CannotCompare: uimcp_snapshot compares {kinds}; got int 5; for other values there is syrupy's own *",
            "E *CannotCompare: a snapshot of kind picture is of a PNG, * or a JavaFX stage; got str 'text'",
            "E *CannotCompare: a snapshot of kind picture is of *; got bytes b'text'",
        ]
    )


def test_without_syrupys_plugin_the_error_says_how_to_enable_it(run: Run) -> None:
    result = run("-p", "no:syrupy", code="def test_it(uimcp_snapshot): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *UimcpError: uimcp_snapshot needs syrupy's plugin, *: leave out -p no:syrupy, *"])


def test_faces_that_differ_cannot_share_a_snapshot(run: Run, folder: Path) -> None:
    code = """
        import pytest

        @pytest.mark.parametrize("uimcp_face", ["page", "chromium"])
        def test_it(uimcp_snapshot, uimcp_face):
            assert f"- text: {uimcp_face}" == uimcp_snapshot
    """
    result = run("--snapshot-update", code=code)
    result.assert_outcomes(passed=1, failed=1)
    tests = "test_it.py::test_it[[]page[]] and test_it.py::test_it[[]chromium[]]"
    result.stdout.fnmatch_lines(
        [
            f"E *AssertionError: __snapshots__/test_it/test_it.aria.yaml is to serve {tests}, but they differ; *",
            "E *- - text: page",
            "E *[+] - text: chromium",
        ]
    )
    assert not list(folder.rglob("*.yaml"))
    assert "real time" not in result.stdout.str()


def test_faces_that_differ_leave_the_stored_snapshot_as_it_was(
    pytester: pytest.Pytester, run: Run, folder: Path
) -> None:
    code = """
        import pytest

        @pytest.mark.parametrize("uimcp_face", {faces})
        def test_it(uimcp_snapshot, uimcp_face):
            assert f"- text: {{uimcp_face}}" == uimcp_snapshot
    """
    run("--snapshot-update", code=code.format(faces=["page"]))
    (stored,) = folder.rglob("*.yaml")
    for faces in (["page", "chromium"], ["chromium", "page"], ["chromium", "firefox", "page"]):
        result = run("--snapshot-update", code=code.format(faces=faces))
        result.assert_outcomes(passed=1, failed=len(faces) - 1)
        assert stored.read_text() == "- text: page"


@pytest.mark.slow
@pytest.mark.warm
def test_faces_that_differ_in_two_workers_leave_it_as_it_was(run: Run, folder: Path) -> None:
    code = """
        import pytest

        @pytest.mark.parametrize("uimcp_face", {faces})
        def test_it(uimcp_snapshot, uimcp_face):
            assert f"- text: {{uimcp_face}}" == uimcp_snapshot
    """
    run("--snapshot-update", code=code.format(faces=["page"]))
    (stored,) = folder.rglob("*.yaml")
    result = run("--snapshot-update", "-p", "xdist", "-n2", code=code.format(faces=["chromium", "firefox"]))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*is to serve *, but they differ; nothing is written:"])
    assert stored.read_text() == "- text: page"


@pytest.mark.usefixtures("app")
def test_a_difference_may_come_from_a_timer_in_real_time(pytester: pytest.Pytester, run: Run, folder: Path) -> None:
    code = """
        import pytest

        @pytest.mark.parametrize("uimcp_face", ["page", "chromium"])
        def test_it(uimcp, uimcp_face, uimcp_snapshot):
            uimcp.run("setInterval(function() end, 100000)")
            assert f"- text: {uimcp_face}" == uimcp_snapshot
    """
    result = run("--snapshot-update", code=code)
    result.stdout.fnmatch_lines(['E *the app has set timers, which run in real time: *(time="virtual")*'])


# Features.


@pytest.mark.usefixtures("app")
def test_each_kind_is_a_readable_file_beside_the_test(
    pytester: pytest.Pytester, run: Run, folder: Path, names: Names
) -> None:
    blank(pytester.path / "a.png", b"\xff" * 12)
    code = """
        from pathlib import Path

        def test_it(uimcp, uimcp_page, uimcp_snapshot):
            assert uimcp_page == uimcp_snapshot
            assert uimcp_page == uimcp_snapshot.html
            assert uimcp_page.find("Clear") == uimcp_snapshot(name="button")
            assert uimcp == uimcp_snapshot
            assert uimcp == uimcp_snapshot.variables
            assert uimcp == uimcp_snapshot.tools
            assert uimcp.tools() == uimcp_snapshot(name="list")
            assert uimcp.variables() == uimcp_snapshot(name="list")
            assert uimcp.status() == uimcp_snapshot.state(name="status")
            assert Path("a.png").read_bytes() == uimcp_snapshot
            uimcp_page.click("Clear")
            assert uimcp_page == uimcp_snapshot.aria
            assert uimcp.state() != uimcp_snapshot.state(name="never")
            Path("said.txt").write_text(uimcp_page.aria())
    """
    result = run("--snapshot-update", code=code.replace("assert uimcp.state() !=", "#"))
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["11 snapshots generated."])
    assert names() == [
        "test_it.2.aria.yaml",  # syrupy counts the named ones too
        "test_it.aria.yaml",
        "test_it.button.aria.yaml",
        "test_it.html",
        "test_it.list.tools.json",
        "test_it.list.variables.txt",
        "test_it.png",
        "test_it.state.json",
        "test_it.status.state.json",
        "test_it.tools.json",
        "test_it.variables.txt",
    ]
    texts = {
        path.name.removeprefix("test_it."): path.read_text() for path in folder.glob("*.*") if path.suffix != ".png"
    }
    assert texts["aria.yaml"] == '- paragraph: milk\n- button "Clear"'
    assert texts["2.aria.yaml"] == (pytester.path / "said.txt").read_text()
    assert texts["button.aria.yaml"] == '- button "Clear"'
    assert '<button id="ui-<n>" ui-action="clear()">Clear</button>' in texts["html"]
    assert json.loads(texts["state.json"]) == {
        "events": [],
        "sessionId": "<id>",
        "value": {"text": "milk", "type": "Notes"},
    }
    assert json.loads(texts["status.state.json"]) == {
        "base_dir": "<tmp>/.claude/ui",
        "mcp_port": "<port>",
        "sessions": 1,
        "state": "running",
        "url": "http://127.0.0.1:<port>",
        "version": "<version>",
    }
    assert texts["variables.txt"] == texts["list.variables.txt"]
    assert '    text = "milk" (r)\n' in texts["variables.txt"]
    assert texts["tools.json"] == texts["list.tools.json"]
    assert json.loads(texts["tools.json"])["ui_run"]["inputSchema"]["required"] == ["code"]
    again = run(code=code)
    again.assert_outcomes(passed=1)
    again.stdout.fnmatch_lines(["1 snapshot failed. 11 snapshots passed."])


def test_parameters_classes_and_names_are_in_a_files_name_and_faces_are_not(run: Run, names: Names) -> None:
    code = """
        import pytest

        faces = pytest.mark.parametrize("uimcp_face", ["page", "chromium"])

        class TestGroup:
            @faces
            @pytest.mark.parametrize("word", ["a/b", "page"])
            def test_it(self, uimcp_snapshot, word, uimcp_face):
                assert f"- text: {word}" == uimcp_snapshot
                assert "<p>" == uimcp_snapshot

        @pytest.mark.parametrize("size", [1, 2])
        @faces
        def test_size(uimcp_snapshot, size, uimcp_face):
            assert "- one" == uimcp_snapshot(name="of two")
            assert "- two" == uimcp_snapshot

        @pytest.mark.parametrize("face", ["page"])
        def test_own(uimcp_snapshot, face):
            assert "- own" == uimcp_snapshot

        @pytest.mark.parametrize("word", ["x" * 300, "x" * 301], ids=["x" * 300, "x" * 301])
        def test_long(uimcp_snapshot, word):
            assert word == uimcp_snapshot
    """
    run("--snapshot-update", code=code).assert_outcomes(passed=11)
    *others, long, longer = sorted(names(), key=len)
    assert sorted(others) == [
        "TestGroup.test_it[a-b].aria.yaml",
        "TestGroup.test_it[a-b].html",
        "TestGroup.test_it[page].aria.yaml",
        "TestGroup.test_it[page].html",
        "test_own[page].aria.yaml",
        "test_size[1].1.aria.yaml",
        "test_size[1].of two.aria.yaml",
        "test_size[2].1.aria.yaml",
        "test_size[2].of two.aria.yaml",
    ]
    assert len(long) == len(longer) < 200
    run().assert_outcomes(passed=11)


def test_the_arguments_of_syrupy_work(run: Run, folder: Path, names: Names) -> None:
    code = """
        import pytest
        from syrupy.extensions.json import JSONSnapshotExtension
        from syrupy.filters import props
        from syrupy.matchers import path_type

        @pytest.fixture
        def mine(uimcp_snapshot):
            return uimcp_snapshot.with_defaults(exclude=props("clock"))

        def test_exclude(uimcp_snapshot, mine):
            state = {"value": {"clock": 1, "kept": 2}}
            assert state == uimcp_snapshot.state(exclude=props("clock"))
            assert state == uimcp_snapshot.state(name="whole")
            assert state == mine(name="default")

        def test_matcher(uimcp_snapshot):
            assert {"number": 5} == uimcp_snapshot(matcher=path_type({"number": (int,)}))
            assert "- 5 rows" == uimcp_snapshot(matcher=lambda data, path: data.replace("5", "n"))

        def test_masks(uimcp_snapshot):
            text = "- link: http://localhost:1234/, took 12 ms"
            assert text == uimcp_snapshot
            assert text == uimcp_snapshot(name="own", masks={r"\\d+ ms": "<duration>"})
            assert text == uimcp_snapshot(name="off", masks={})
            assert text == uimcp_snapshot.with_defaults(masks={}).aria(name="default")

        def test_extension(uimcp_snapshot):
            assert [1] == uimcp_snapshot.use_extension(JSONSnapshotExtension)
            assert [2] == uimcp_snapshot(extension_class=JSONSnapshotExtension, name="two")

        def test_match(uimcp_snapshot):
            uimcp_snapshot.assert_match("- text")
            uimcp_snapshot.html.assert_match("<p></p>")
    """
    run("--snapshot-update", code=code).assert_outcomes(passed=5)
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    assert json.loads(texts["test_exclude.state.json"]) == {"value": {"kept": 2}}
    assert json.loads(texts["test_exclude.whole.state.json"]) == {"value": {"clock": 1, "kept": 2}}
    assert json.loads(texts["test_exclude.default.state.json"]) == {"value": {"kept": 2}}
    assert json.loads(texts["test_matcher.state.json"]) == {"number": "int"}
    assert texts["test_matcher.aria.yaml"] == "- n rows"
    assert texts["test_masks.aria.yaml"] == "- link: http://localhost:<port>/, took 12 ms"
    assert texts["test_masks.own.aria.yaml"] == "- link: http://localhost:1234/, took <duration>"
    assert texts["test_masks.off.aria.yaml"] == "- link: http://localhost:1234/, took 12 ms"
    assert texts["test_masks.default.aria.yaml"] == texts["test_masks.off.aria.yaml"]
    assert {"test_extension.json", "test_extension[two].json", "test_match.aria.yaml", "test_match.html"} <= {*names()}
    run(code=code).assert_outcomes(passed=5)


def test_a_line_feed_that_an_editor_adds_at_the_end_is_no_difference(run: Run, folder: Path) -> None:
    code = "def test_it(uimcp_snapshot): assert '- text' == uimcp_snapshot"
    run("--snapshot-update", code=code)
    with (folder / "test_it.aria.yaml").open("a") as file:
        file.write("\n")
    run().assert_outcomes(passed=1)
    run("--snapshot-update").assert_outcomes(passed=1)
    assert (folder / "test_it.aria.yaml").read_text() == "- text\n"


def test_the_example_of_the_docs_passes_with_the_snapshots_beside_it(pytester: pytest.Pytester, run: Run) -> None:
    examples = Path(__file__).parents[3] / "docs" / "examples"
    stored = Path("__snapshots__", "test_counter_snapshots")
    shutil.copy(examples / "test_counter_snapshots.py", pytester.path)
    shutil.copytree(examples / stored, pytester.path / stored)
    result = run()
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["4 snapshots passed."])


@pytest.mark.usefixtures("app")
def test_a_page_and_a_browser_have_one_snapshot_and_a_browser_a_picture(run: Run, names: Names) -> None:
    code = """
        def test_it(uimcp_page, uimcp_snapshot):
            assert uimcp_page == uimcp_snapshot
            uimcp_page.click("Clear")
            assert uimcp_page == uimcp_snapshot
            assert uimcp_page.find("Clear") == uimcp_snapshot

        def test_picture(uimcp_browser, uimcp_snapshot):
            assert uimcp_browser == uimcp_snapshot.picture(tolerance=0.01)
    """
    run("--snapshot-update", "--uimcp-face=all", code=code).assert_outcomes(passed=3)
    assert names() == ["test_it.1.aria.yaml", "test_it.2.aria.yaml", "test_it.aria.yaml", "test_picture.png"]
    for face in ("page", "chromium"):
        result = run(f"--uimcp-face={face}")
        result.assert_outcomes(passed=2)
        result.stdout.fnmatch_lines(["4 snapshots passed."])
