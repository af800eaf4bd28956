from __future__ import annotations

from typing import Final

from pytest_uimcp.core.commands import Command

COMMANDS: Final = (
    Command(
        "stage", "serve a JavaFX scene, from FXML and without a JVM, to an agent", "pytest_uimcp.javafx.commands.stage"
    ),
)
