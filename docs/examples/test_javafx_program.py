"""A form of a JavaFX program: pytest --uimcp-stage-program "java -jar target/app.jar"."""

from collections.abc import Callable

import pytest

from pytest_uimcp import Stage


@pytest.fixture(scope="session")
def uimcp_stage_reset() -> Callable[[Stage], None]:
    """The program is kept for all tests; this brings it back to its beginning before each but the first."""

    def reset(stage: Stage) -> None:
        stage.press("Escape")
        stage.focus("User name")

    return reset


def test_the_right_password_signs_in(uimcp_stage: Stage) -> None:
    uimcp_stage.fill("User name", "ada@example.com")
    uimcp_stage.type("lovelace", "Password")
    uimcp_stage.click("Log in")
    uimcp_stage.see("Welcome, ada@example.com")


def test_a_wrong_password_is_reported(uimcp_stage: Stage) -> None:
    uimcp_stage.fill("User name", "ada@example.com")
    uimcp_stage.type("babbage", "Password")
    uimcp_stage.press("Enter")
    uimcp_stage.see("User name or password is wrong")
