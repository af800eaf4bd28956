"""What is known of layout from the style sheets alone: what has no size, lies outside, is cut off, or covers.

Most pages are drawn without it, so it is imported when something is asked that depends on where things are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uimcp.core.lazy import lazy_names

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.boxes import Boxes
    from pytest_uimcp.page.layout.hits import (
        ensure_has_size,
        ensure_is_not_covered,
        hit_element,
        point_in_drawing,
        refuse_below_window,
    )
    from pytest_uimcp.page.layout.popups import refuse_below_popups
    from pytest_uimcp.page.layout.resting import Rest, rest_anew, rest_on

__all__ = [
    "Boxes", "Rest", "ensure_has_size", "ensure_is_not_covered", "hit_element", "point_in_drawing",
    "refuse_below_popups",
    "refuse_below_window", "rest_anew", "rest_on",
]  # fmt: skip

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Boxes": "boxes",
        "Rest": "resting",
        "ensure_has_size": "hits",
        "ensure_is_not_covered": "hits",
        "hit_element": "hits",
        "point_in_drawing": "hits",
        "refuse_below_popups": "popups",
        "refuse_below_window": "hits",
        "rest_anew": "resting",
        "rest_on": "resting",
    },
)
