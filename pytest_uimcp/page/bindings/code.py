"""`ui-code`: JavaScript of the app."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.bindings.base import Binding

__all__ = ["CodeBinding"]


class CodeBinding(Binding):
    """`ui-code`: nothing is run here; what a browser would run is recorded and may be answered."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        """Record a run."""
        if isinstance(value, str) and value:
            self.renderer.run_code(self, value)
