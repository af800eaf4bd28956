"""The fixture of a JavaFX program.

pytest imports this module when it starts, so it imports only pytest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.running import Reset
    from pytest_uimcp.javafx.harness.stage import Stage


@pytest.fixture(scope="session")
def uimcp_stage_reset() -> Reset | None:
    """Override it to keep a program for all tests: a function that takes the stage and brings the program back to its
    beginning, called before each test but the first. None starts the program for each test.
    """
    return None


@pytest.fixture
def uimcp_stage(request: pytest.FixtureRequest, uimcp_stage_reset: Reset | None) -> Iterator[Stage]:
    """A JavaFX stage without a JVM: `.load("login.fxml")`, then `see`, `click`, `fill`; or a real program's stage."""
    from pytest_uimcp.javafx.harness.making import stage_for

    with stage_for(request, uimcp_stage_reset) as stage:
        yield stage
