"""Toggle groups: at most one of them is selected."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.base import FxObject, hook

__all__ = ["selected_toggle"]


def selected_toggle(group: FxObject) -> Any:
    """The selected toggle of a group."""
    return group.read("selectedToggle")


@hook("ToggleButton RadioMenuItem", "toggleGroup")
def _join(toggle: Any, old: FxObject | None, new: FxObject | None) -> None:
    if old is not None and toggle in old.read("toggles"):
        old.read("toggles").remove(toggle)
    if new is not None:
        if toggle not in new.read("toggles"):
            new.read("toggles").append(toggle)
        if toggle.read("selected"):
            new.put(new.fx.props["selectedToggle"], toggle)


@hook("ToggleButton RadioMenuItem", "selected")
def _select(toggle: Any, _old: bool, new: bool) -> None:
    group = toggle.read("toggleGroup")
    if group is None:
        return
    if new:
        group.put(group.fx.props["selectedToggle"], toggle)
    elif group.read("selectedToggle") is toggle:
        group.put(group.fx.props["selectedToggle"], None)


@hook("ToggleGroup", "selectedToggle")
def _one(group: FxObject, old: Any, new: Any) -> None:
    if old is not None and old is not new:
        old.put(old.fx.props["selected"], False)
    if new is not None and not new.read("selected"):
        new.put(new.fx.props["selected"], True)


@hook("ToggleGroup", "toggles")
def _members(group: FxObject, went: list[Any], came: list[Any]) -> None:
    for toggle in went:
        if toggle.values.get("toggleGroup") is group:
            toggle.put(toggle.fx.props["toggleGroup"], None)
    for toggle in came:
        if toggle.read("toggleGroup") is not group:
            toggle.put(toggle.fx.props["toggleGroup"], group)
