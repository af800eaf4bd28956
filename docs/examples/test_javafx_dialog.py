"""A dialog of a JavaFX program: it opens, takes all input, and its button is the answer."""

from typing import Any

import pytest

from pytest_uimcp import Stage
from pytest_uimcp.javafx import alert, create


@pytest.fixture
def removed(uimcp_stage: Stage) -> list[str]:
    """A program that asks before it removes something; the list says what it has done."""
    done: list[str] = []
    button = create("Button", text="Remove")

    def ask(_event: Any) -> None:
        alert(button, "CONFIRMATION", header="Remove the file?", answered=lambda pressed: done.append(str(pressed)))

    button.on_action = ask
    uimcp_stage.show(create("VBox", children=[button]), title="Files")
    return done


def test_ok_removes_it(uimcp_stage: Stage, removed: list[str]) -> None:
    uimcp_stage.click("Remove")

    dialog = uimcp_stage.find(role="dialog")
    dialog.see("Remove the file?")
    dialog.click("OK")

    assert removed == ["OK"]
    uimcp_stage.not_see("Remove the file?")


def test_escape_keeps_it(uimcp_stage: Stage, removed: list[str]) -> None:
    uimcp_stage.click("Remove")
    uimcp_stage.press("Escape")
    assert removed == ["CANCEL"]
