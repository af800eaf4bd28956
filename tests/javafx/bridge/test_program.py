"""`uimcp_stage` on a program that it starts: the example's, in Java, with the tests that also run without it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pytest_uimcp import UimcpError
from pytest_uimcp.javafx.bridge import display, jdk
from pytest_uimcp.javafx.bridge.launching import JavaProgram
from tests.javafx.bridge.classes import compiled, on_module_path
from tests.javafx.stages import EXAMPLES
from tests.testing.repository import ALONE
from tests.testing.repository import EXAMPLES as SHOWN

RESET = """
import pytest

def reset(stage):
    stage.press("Escape")
    stage.uncheck("Remember me")
    stage.focus("User name")

@pytest.fixture(scope="session")
def uimcp_stage_reset():
    return reset
"""


@pytest.fixture(scope="module")
def login_command() -> str:
    """The command of the example's program, which shows the login scene."""
    classes = compiled((EXAMPLES / "program").glob("*.java"))
    return on_module_path(Path(f"{classes}{os.pathsep}{EXAMPLES / 'scenes'}"), "Program login")


@pytest.fixture
def example(pytester: pytest.Pytester) -> Path:
    """A copy of the example repository, in which pytester runs; its program is kept from test to test."""
    shutil.copytree(EXAMPLES, pytester.path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    (pytester.path / "conftest.py").write_text(RESET, encoding="utf-8")
    return pytester.path


def test_the_tests_of_the_example_pass_in_memory_and_on_the_program(
    example: Path, pytester: pytest.Pytester, login_command: str
) -> None:
    # The program is kept for the whole run, so the test of the documentation is part of it.
    shutil.copy(SHOWN / "test_javafx_program.py", example / "tests")
    where = ("tests/test_login.py", "tests/login.scenario.yaml", "tests/test_javafx_program.py", "-v")
    chosen = ("--uimcp-face=all", "-k", "not test_javafx_program.py or program]")
    options = (f"--uimcp-stage-program={login_command}", *chosen)
    result = pytester.runpytest_inprocess(*ALONE, *where, *options)
    result.assert_outcomes(passed=2 * (5 + 1) + 2, deselected=2)
    for face in ("stage", "program"):
        result.stdout.fnmatch_lines([f"*::test_the_form_is_as_it_was?{face}? PASSED*"])


def test_a_failure_shows_what_the_program_printed_and_the_program_has_ended(
    pytester: pytest.Pytester, login_command: str
) -> None:
    (pytester.path / "loud.sh").write_text(f'echo "starting up"; exec {login_command}\n', encoding="utf-8")
    pytester.makepyfile("""
        import os
        import pytest

        @pytest.mark.uimcp(program="sh loud.sh")
        def test_it(uimcp_stage):
            uimcp_stage.load("login.fxml")
            assert uimcp_stage.is_real
            with open("pid", "w") as file:
                file.write(str(uimcp_stage.ask("ui_get_snapshot")["app"]["pid"]))
            uimcp_stage.see("nothing of the kind")
    """)
    result = pytester.runpytest_inprocess(*ALONE, "--uimcp-report=report")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*expected the text on the stage*", "*starting up*"])
    assert not Path(f"/proc/{(pytester.path / 'pid').read_text()}").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            "sh -c 'echo no such jar; exit 3'",
            "ended with exit code 3 before it used JavaFX; it printed:\n  no such jar",
        ),
        ("true", "ended with exit code 0 before it used JavaFX; it printed nothing"),
        ("/nowhere/java -jar app.jar", "cannot be started: No such file or directory"),
        ("java 'unclosed", "is no command: No closing quotation"),
        ("", "expected the command of a program, such as 'java -jar target/app.jar'"),
    ],
)
def test_a_program_that_does_not_start_says_why(command: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UimcpError) as caught:
        JavaProgram(command, tmp_path)
    assert said in str(caught.value)


def test_the_face_of_a_program_needs_one(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(uimcp_stage): pass")
    result = pytester.runpytest_inprocess(*ALONE, "--uimcp-face=program")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*face=program needs the command of the program: @pytest.mark.uimcp(program=*"])


def test_the_face_of_the_stage_leaves_a_program_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(uimcp_stage): assert not uimcp_stage.is_real")
    options = ("--uimcp-face=stage", "--uimcp-stage-program=/nowhere/java")
    pytester.runpytest_inprocess(*ALONE, *options).assert_outcomes(passed=1)


# --- what is missing


@pytest.mark.parametrize("name", ["Xvfb", "openbox"])
def test_without_a_display_what_is_missing_is_named_with_the_line_that_installs_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = shutil.which
    monkeypatch.setattr(shutil, "which", lambda program: None if program == name else find(program))
    with pytest.raises(UimcpError, match=f"there is no display, and no {name} to make one .* apt-get install .* xvfb"):
        display.VirtualDisplay()


def test_a_compiler_or_javafx_that_is_missing_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(UimcpError, match=r"no `javac`: set JAVA_HOME to a JDK, or install one.*apt-get install .*jdk"):
        jdk.find_tool("javac")
    with pytest.raises(
        UimcpError, match=r"--javafx \(of pytest --uimcp-javafx\) .*: expected javafx.base.jar, .* there or in its lib/"
    ):
        jdk.find_javafx(tmp_path)
    monkeypatch.setattr(jdk, "_places", lambda: iter([tmp_path]))
    with pytest.raises(
        UimcpError, match=r"no JavaFX found .* --javafx .*--uimcp-javafx\) DIR, or set PATH_TO_FX .*install .*openjfx"
    ):
        jdk.find_javafx()


def test_javafx_is_found_in_the_caches_of_build_tools(tmp_path: Path) -> None:
    for version in ("17.0.9", "21.0.2"):
        for module in jdk.MODULES:
            folder = tmp_path / f"javafx-{module}" / version
            folder.mkdir(parents=True)
            for suffix in ("", "-linux", "-sources"):
                (folder / f"javafx-{module}-{version}{suffix}.jar").touch()
    assert [jar.name for jar in jdk.find_javafx(tmp_path)] == [
        f"javafx-{module}-21.0.2-linux.jar" for module in jdk.MODULES
    ]
