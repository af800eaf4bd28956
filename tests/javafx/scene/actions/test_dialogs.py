"""Dialogs under the keyboard: which keys answer them, and which cannot."""

from __future__ import annotations

import pytest

from pytest_uimcp.javafx import alert
from pytest_uimcp.javafx.scene.stage.dialogs import show_text_input
from tests.javafx.app import App


def asked(kind: str) -> tuple[App, list[str | None]]:
    app = App('<VBox><Button fx:id="under" text="under"/></VBox>')
    answers: list[str | None] = []
    alert(app["under"], kind, header="Header", content="Content", answered=answers.append)
    app.platform.pulse()
    return app, answers


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        # Of one button, or of several with one to cancel; else the dialog takes no other way out than its buttons.
        ("INFORMATION", [None]),
        ("WARNING", [None]),
        ("ERROR", [None]),
        ("CONFIRMATION", ["CANCEL"]),
        ("NONE", []),
    ],
)
def test_escape_leaves_a_dialog_that_may_be_left(kind: str, answers: list[str | None]) -> None:
    app, heard = asked(kind)
    app.press("ESCAPE")
    assert heard == answers
    assert len(app.platform.windows) == (1 if answers else 2)


@pytest.mark.parametrize("kind", ["INFORMATION", "WARNING", "ERROR"])
@pytest.mark.parametrize("key", ["ENTER", "SPACE"])
def test_the_only_button_of_a_dialog_has_the_keyboard(kind: str, key: str) -> None:
    app, heard = asked(kind)
    app.press(key)
    assert heard == ["OK"]


@pytest.mark.parametrize(("button", "answer"), [("OK", "OK"), ("Cancel", "CANCEL")])
def test_a_button_is_the_answer_and_the_window_below_gets_the_focus_back(button: str, answer: str) -> None:
    app, heard = asked("CONFIRMATION")
    [match] = app.ui.query({"css": "Button", "text": button, "match": "equals"})["matches"]
    app.ui.perform([{"type": "click", "target": {"ref": match["ref"]}}])
    assert heard == [answer]
    assert app.platform.focused is app.stage
    assert app["under"].focused


def test_a_dialog_is_in_the_middle_of_its_owner() -> None:
    app, _ = asked("INFORMATION")
    dialog = app.platform.windows[-1]
    for low, size in (("x", "width"), ("y", "height")):
        middle = dialog.read_number(low) + dialog.read_number(size) / 2
        assert middle == app.stage.read_number(low) + app.stage.read_number(size) / 2


def test_a_dialog_goes_with_none_of_the_keys_that_edit_its_field() -> None:
    app = App('<VBox><Button fx:id="under" text="under"/></VBox>')
    stage = show_text_input(app.platform, app.stage, "Name", "Your name", "Name:", "Bob")
    app.type("Ada")
    app.press("LEFT")
    app.press("BACK_SPACE")
    assert stage.scene is not None
    field = stage.scene.focus_owner
    assert field is not None
    assert field.read("text") == "Aa"
    app.press("ENTER")
    assert (stage.result, len(app.platform.windows)) == ("OK", 1)


def test_a_dialog_above_a_dialog_is_answered_first() -> None:
    app, heard = asked("CONFIRMATION")
    above: list[str | None] = []
    scene = app.platform.windows[-1].scene
    assert scene is not None
    assert scene.root is not None
    alert(scene.root, "INFORMATION", content="And this", answered=above.append)
    app.press("ENTER")
    assert (above, heard) == (["OK"], [])
    app.press("ESCAPE")
    assert heard == ["CANCEL"]
