"""`ui-code`: JavaScript of the app."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.bindings.base import Binding

__all__ = ["CodeBinding"]


class CodeBinding(Binding):
    """`ui-code`: code is recorded, not run; a test may answer it (`Page.answer_code`)."""

    __slots__ = ("_last",)

    def attach(self) -> None:
        self._last: Any = None

    def show(self, value: Any) -> None:
        """Run a value that is new; a page that reconnects gets the old one again."""
        new = value != self._last
        self._last = value
        if new and isinstance(value, str) and value:
            self.renderer.run_code(self, value)
