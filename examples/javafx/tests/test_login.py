from __future__ import annotations

from pathlib import Path

import pytest
from controllers import LoginController

from pytest_uimcp import Stage, UimcpSnapshot

SCENE = Path(__file__).parent.parent / "scenes" / "login.fxml"


@pytest.fixture
def login(uimcp_stage: Stage) -> Stage:
    uimcp_stage.load(SCENE, controller=LoginController, title="Login")
    return uimcp_stage


def test_the_right_password_signs_in(login: Stage) -> None:
    login.fill("User name", "ada@example.com")
    login.type("lovelace", "Password")
    login.check("Remember me")
    login.click("Log in")
    login.see("Welcome, ada@example.com")


def test_a_wrong_password_is_reported_and_cleared(login: Stage) -> None:
    login.fill("User name", "ada@example.com")
    login.fill("Password", "babbage")
    login.press("Enter")
    login.see("User name or password is wrong")
    assert login.find("Password", role="textbox").value == ""


def test_escape_cancels(login: Stage) -> None:
    login.fill("User name", "ada@example.com")
    login.press("Escape")
    assert login.find("User name", role="textbox").value == ""
    login.not_see("wrong")


def test_an_agent_signs_in_with_the_tools_of_the_contract(login: Stage) -> None:
    found = login.tool("ui_query", selector={"css": "#login"})
    (match,) = found.data["matches"]
    assert match["summary"] == "Button[text=Log in]"

    login.tool("ui_perform", actions=[{"type": "click", "target": {"ref": match["ref"]}}])

    login.see("User name or password is wrong")


def test_the_form_is_as_it_was(login: Stage, uimcp_snapshot: UimcpSnapshot) -> None:
    assert login == uimcp_snapshot
    assert login == uimcp_snapshot.scene
    assert login == uimcp_snapshot.picture
