"""The fixture of a JavaFX program.

pytest imports this module when it starts, so it imports only pytest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage


@pytest.fixture
def uimcp_stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A JavaFX stage without a JVM: `.load("login.fxml")`, then `see`, `click`, `fill`; or a real program's stage."""
    from pytest_uimcp.javafx.harness.making import stage_for

    with stage_for(request) as stage:
        yield stage
