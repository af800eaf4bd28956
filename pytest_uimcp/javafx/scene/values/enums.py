"""Enumerations as tables: a constant is a plain string."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

ENUMS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(constants.split())
    for name, constants in {
        "Pos": "TOP_LEFT TOP_CENTER TOP_RIGHT CENTER_LEFT CENTER CENTER_RIGHT BOTTOM_LEFT BOTTOM_CENTER BOTTOM_RIGHT "
        "BASELINE_LEFT BASELINE_CENTER BASELINE_RIGHT",
        "HPos": "LEFT CENTER RIGHT",
        "VPos": "TOP CENTER BASELINE BOTTOM",
        "Side": "TOP BOTTOM LEFT RIGHT",
        "Orientation": "HORIZONTAL VERTICAL",
        "Priority": "ALWAYS SOMETIMES NEVER",
        "NodeOrientation": "LEFT_TO_RIGHT RIGHT_TO_LEFT INHERIT",
        "ContentDisplay": "TOP RIGHT BOTTOM LEFT CENTER GRAPHIC_ONLY TEXT_ONLY",
        "OverrunStyle": "CLIP ELLIPSIS WORD_ELLIPSIS CENTER_ELLIPSIS CENTER_WORD_ELLIPSIS LEADING_ELLIPSIS "
        "LEADING_WORD_ELLIPSIS",
        "TextAlignment": "LEFT CENTER RIGHT JUSTIFY",
        "SelectionMode": "SINGLE MULTIPLE",
        "ScrollBarPolicy": "NEVER ALWAYS AS_NEEDED",
        "TabClosingPolicy": "SELECTED_TAB ALL_TABS UNAVAILABLE",
        "TabDragPolicy": "FIXED REORDER",
        "StageStyle": "DECORATED UNDECORATED TRANSPARENT UTILITY UNIFIED",
        "Modality": "NONE WINDOW_MODAL APPLICATION_MODAL",
        "SortType": "ASCENDING DESCENDING",
        "FontWeight": "THIN EXTRA_LIGHT LIGHT NORMAL MEDIUM SEMI_BOLD BOLD EXTRA_BOLD BLACK",
        "FontPosture": "REGULAR ITALIC",
        "VPosText": "TOP CENTER BASELINE BOTTOM",
        "StrokeType": "INSIDE OUTSIDE CENTERED",
        "StrokeLineCap": "SQUARE BUTT ROUND",
        "StrokeLineJoin": "MITER BEVEL ROUND",
        "FillRule": "EVEN_ODD NON_ZERO",
        "ArcType": "OPEN CHORD ROUND",
        "TextBoundsType": "LOGICAL VISUAL LOGICAL_VERTICAL_CENTER",
        "BlendMode": "SRC_OVER SRC_ATOP ADD MULTIPLY SCREEN OVERLAY DARKEN LIGHTEN COLOR_DODGE COLOR_BURN HARD_LIGHT "
        "SOFT_LIGHT DIFFERENCE EXCLUSION RED GREEN BLUE",
        "AlertType": "NONE INFORMATION WARNING CONFIRMATION ERROR",
        "ButtonData": "LEFT RIGHT HELP HELP_2 YES NO NEXT_FORWARD BACK_PREVIOUS FINISH APPLY CANCEL_CLOSE OK_DONE "
        "OTHER BIG_GAP SMALL_GAP",
        "DepthTest": "DISABLE ENABLE INHERIT",
        "CacheHint": "DEFAULT SPEED QUALITY SCALE ROTATE SCALE_AND_ROTATE",
    }.items()
}


class Pos(NamedTuple):
    h: str
    v: str

    @property
    def block_v(self) -> str:
        """The vertical half for a block, which has no baseline."""
        if self.v == "BASELINE":
            return "TOP"
        return self.v


def _split(name: str) -> Pos:
    # CENTER alone is the centre of both.
    v, _, h = name.rpartition("_")
    return Pos(h, v or "CENTER")


_POSITIONS: Final[Mapping[str, Pos]] = {name: _split(name) for name in ENUMS["Pos"]}


def position(name: str) -> Pos:
    """`CENTER_LEFT` as its two halves."""
    return _POSITIONS[name]
