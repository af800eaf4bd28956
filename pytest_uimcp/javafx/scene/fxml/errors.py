from __future__ import annotations

from pytest_uimcp.javafx.scene.errors import JavaFxError


class FxmlError(JavaFxError):
    """A document that cannot be loaded: file, line, what was expected and what came."""

    def __init__(self, message: str, file: str, line: int) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file = file
        self.line = line
