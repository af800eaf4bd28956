"""Toggle groups: at most one of them is selected."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.model.base import FxObject, hook

__all__: list[str] = []


@hook("ToggleButton RadioMenuItem", "toggleGroup")
def _join(toggle: FxObject, old: FxObject | None, new: FxObject | None) -> None:
    if old is not None and toggle in old.read("toggles"):
        old.read("toggles").remove(toggle)
    if new is not None:
        if toggle not in new.read("toggles"):
            new.read("toggles").append(toggle)
        # The one that comes selected takes the group over, as in JavaFX.
        if toggle.read("selected"):
            new.write("selectedToggle", toggle)


@hook("ToggleButton RadioMenuItem", "selected")
def _select(toggle: FxObject, _old: bool, new: bool) -> None:
    group = toggle.read("toggleGroup")
    if group is None:
        return
    if new:
        group.write("selectedToggle", toggle)
    elif group.read("selectedToggle") is toggle:
        group.write("selectedToggle", None)


# Each side writes the other only where it differs, so that two properties that follow each other come to rest.
@hook("ToggleGroup", "selectedToggle")
def _select_only(_group: FxObject, old: FxObject | None, new: FxObject | None) -> None:
    if old is not None and old is not new:
        old.write("selected", False)
    if new is not None and not new.read("selected"):
        new.write("selected", True)


@hook("ToggleGroup", "toggles")
def _members(group: FxObject, removed: list[FxObject], added: list[FxObject]) -> None:
    for toggle in removed:
        if toggle.values.get("toggleGroup") is group:
            toggle.write("toggleGroup", None)
    for toggle in added:
        if toggle.read("toggleGroup") is not group:
            toggle.write("toggleGroup", group)
