"""The keyboard's way through a scene."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.javafx.app import App


def owner(app: App) -> str | None:
    assert app.stage.scene is not None
    focus_owner = app.stage.scene.focus_owner
    return focus_owner.read("id") if focus_owner is not None else None


def way(app: App, count: int, *modifiers: str) -> list[str | None]:
    stops = []
    for _ in range(count):
        app.press("TAB", *modifiers)
        stops.append(owner(app))
    return stops


SKIPPED = """<VBox>
  <Button fx:id="a"/><Button disable="true"/><Button visible="false"/><Button focusTraversable="false"/>
  <VBox disable="true"><Button/></VBox><VBox visible="false"><Button/></VBox>
  <HBox><Button fx:id="b"/><VBox><TextField fx:id="c"/></VBox></HBox>
  <Label text="no stop"/><Pane/><Button fx:id="d" managed="false"/>
</VBox>"""


def test_tab_goes_through_the_tree_and_past_what_cannot_have_the_focus() -> None:
    app = App(SKIPPED)
    assert owner(app) == "a"
    assert way(app, 5) == ["b", "c", "d", "a", "b"]
    assert way(app, 3, "SHIFT") == ["a", "d", "c"]


@pytest.mark.parametrize(
    "kind",
    ["ComboBox", "ChoiceBox", "DatePicker", "ColorPicker", "Spinner", "Slider", "TextField", "CheckBox",
     "Hyperlink", "MenuButton", "SplitMenuButton", "ListView", "TableView", "TreeView", "ToggleButton", "RadioButton"],
)  # fmt: skip
def test_a_control_is_one_stop(kind: str) -> None:
    app = App(f'<VBox><Button fx:id="before"/><{kind} fx:id="control"/><Button fx:id="after"/></VBox>')
    assert way(app, 3) == ["control", "after", "before"]


def test_of_the_toggles_of_a_group_only_the_selected_one_is_a_stop() -> None:
    app = App(
        '<VBox><fx:define><ToggleGroup fx:id="group"/></fx:define><Button fx:id="before"/>'
        '<RadioButton fx:id="a" toggleGroup="$group"/><RadioButton fx:id="b" toggleGroup="$group"/></VBox>'
    )
    assert way(app, 3) == ["a", "b", "before"]
    app["b"].selected = True
    assert way(app, 3) == ["b", "before", "b"]


GRID = """<GridPane hgap="10" vgap="10">
  <Button fx:id="nw" text="nw"/><Button fx:id="ne" text="ne" GridPane.columnIndex="1"/>
  <Button fx:id="sw" text="sw" GridPane.rowIndex="1"/>
  <Button fx:id="se" text="se" GridPane.columnIndex="1" GridPane.rowIndex="1"/>
</GridPane>"""


@pytest.mark.parametrize(
    ("start", "keys", "end"),
    [
        ("nw", "RIGHT", "ne"),
        ("nw", "DOWN", "sw"),
        ("nw", "DOWN RIGHT", "se"),
        ("se", "LEFT UP", "nw"),
        ("ne", "RIGHT", "ne"),
        ("sw", "DOWN", "sw"),
    ],
)
def test_an_arrow_key_goes_to_what_is_nearest_in_its_direction(start: str, keys: str, end: str) -> None:
    app = App(GRID)
    app.do({"type": "focus", "on": f"#{start}"})
    for key in keys.split():
        app.press(key)
    assert owner(app) == end


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(["TAB", "SHIFT+TAB", "UP", "DOWN", "LEFT", "RIGHT"]), max_size=8))
def test_no_way_leads_out_of_the_scene_or_to_what_cannot_have_the_focus(keys: list[str]) -> None:
    app = App(SKIPPED)
    for key in keys:
        app.press(key.rpartition("+")[2], *(["SHIFT"] if "+" in key else []))
        assert owner(app) in ("a", "b", "c", "d")


def test_a_way_there_is_the_way_back() -> None:
    app = App(SKIPPED)
    there = way(app, 4)
    back = way(app, 4, "SHIFT")
    assert back == [*there[-2::-1], "a"]


def test_in_a_scene_without_a_stop_nothing_has_the_focus() -> None:
    app = App('<VBox><Label text="a"/><Button disable="true"/></VBox>')
    assert way(app, 2) == [None, None]
    app.press("DOWN")
    assert owner(app) is None


def test_what_can_be_used_again_is_a_stop_again() -> None:
    app = App('<VBox><Button fx:id="a"/><Button fx:id="b" disable="true"/></VBox>')
    assert way(app, 1) == ["a"]
    app["b"].disable = False
    assert way(app, 1) == ["b"]
    app["b"].visible = False
    app.platform.pulse()
    assert owner(app) == "a"
