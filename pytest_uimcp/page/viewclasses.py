"""The class `ui-view-N` that all roots of a view have, and no other view of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["app_classes", "is_view_class", "view_class"]

_VIEW: Final = re.compile(r"ui-view-\d+")
_FAULT: Final = "ui-error"


def view_class(number: int) -> str:
    return f"ui-view-{number}"


def app_classes(classes: Iterable[str]) -> list[str]:
    """The classes without those of views, whose numbers differ from run to run."""
    return [name for name in classes if not _VIEW.fullmatch(name)]


def is_view_class(name: str) -> bool:
    """Whether a class is one of ours: of a view, or of an element with a fault."""
    return name == _FAULT or _VIEW.fullmatch(name) is not None
