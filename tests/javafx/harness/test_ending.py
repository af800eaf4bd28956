"""A program that ends while a test uses it, and one that closes its windows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp import NotSeen, PageError, ProgramEnded, Stage
from pytest_uimcp.javafx import create
from tests.javafx.bridge.classes import compiled, on_module_path
from tests.javafx.bridge.host import SOURCES
from tests.testing.repository import ALONE

# Programs that a test may end have one each.
TESTS = """
import os
import signal
import pytest
from pytest_uimcp import PageError

def test_a_crash(uimcp_stage):
    uimcp_stage.load("leaving.fxml")
    uimcp_stage.click("Crash")

def test_no_window_and_then_no_program(uimcp_stage, monkeypatch):
    uimcp_stage.see("Printer")
    pid = uimcp_stage.ask("ui_get_snapshot")["app"]["pid"]
    uimcp_stage.click("Hide")
    uimcp_stage.not_see("Printer")
    with monkeypatch.context() as patch, pytest.raises(PageError, match="expected the program to end, it goes on"):
        patch.setattr("pytest_uimcp.javafx.harness.ending.MAX_EXPECTED_SECONDS", 0.1)
        with uimcp_stage.expects_exit():
            pass
    with uimcp_stage.expects_exit(143) as end:
        os.kill(pid, signal.SIGTERM)
    assert (end.status, end.output) == (143, ["leaving"])
"""


@pytest.mark.slow
def test_a_program_that_ends_is_one_clear_error_or_what_the_test_expects(pytester: pytest.Pytester) -> None:
    command = on_module_path(compiled(SOURCES.glob("*.java")), "Leaving")
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_inprocess(*ALONE, f"--uimcp-stage-program={command}")
    result.assert_outcomes(passed=1, failed=1)
    text = str(result.stdout)
    assert "ProgramEnded: the program 'java " in text
    said = "has ended with exit code 3 during click('Crash'); it printed:\nE         leaving\nE         out of paper"
    assert said in text
    assert "A test that is about this says so: with uimcp_stage.expects_exit()" in text
    # Nothing of the connection, and nothing at the teardown.
    assert not [word for word in ("Traceback", "Exception Group", "could not be read", "teardown") if word in text]


# --- the same in memory


def _button(text: str, work: Callable[[], object]) -> Any:
    button = create("Button", text=text)
    button.on_action = lambda _event: work()
    return button


@pytest.fixture
def leaving(uimcp_stage: Stage) -> Stage:
    def hide() -> None:
        uimcp_stage.run(lambda: root.scene.window.hide())

    quit_button = _button("Quit", sys.exit)
    crash = _button("Crash", lambda: sys.exit(3))
    root = create("VBox", children=[create("Label", text="Printer"), quit_button, crash, _button("Hide", hide)])
    uimcp_stage.show(root, title="Leaving")
    return uimcp_stage


def test_a_python_program_that_exits_has_ended(leaving: Stage) -> None:
    with pytest.raises(ProgramEnded, match=r"the program has ended with exit code 3 during click\('Crash'\)") as caught:
        leaving.click("Crash")
    assert caught.value.status == 3


@pytest.mark.parametrize(("button", "status"), [("Quit", 0), ("Crash", 3), ("Hide", 0)])
def test_the_end_of_a_program_can_be_expected(leaving: Stage, button: str, status: int) -> None:
    with leaving.expects_exit(status) as end:
        leaving.click(button)
    assert end.status == status


def test_an_end_that_does_not_come_or_is_another_fails(leaving: Stage) -> None:
    with pytest.raises(PageError, match="expected the program to end, it goes on") as caught, leaving.expects_exit():
        leaving.see("Printer")
    assert 'button "Crash"' in str(caught.value)
    with (
        pytest.raises(ProgramEnded, match=r"expects_exit\(0\): the program has ended with exit code 3"),
        leaving.expects_exit(),
    ):
        leaving.click("Crash")
    with leaving.expects_exit(None):
        leaving.click("Crash")


def test_when_the_last_window_is_closed_nothing_is_seen(leaving: Stage) -> None:
    leaving.see("Printer")
    leaving.click("Hide")
    leaving.not_see("Printer")
    with pytest.raises(NotSeen, match="expected the text on the stage"):
        leaving.see("Printer")
