"""`ui-code`: JavaScript of the app."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.bindings.base import Binding

__all__ = ["CodeBinding"]


class CodeBinding(Binding):
    """`ui-code`: code is recorded, not run; a test may answer it (`Page.answer_code`)."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        if isinstance(value, str) and value:
            self.renderer.run_code(self, value)
