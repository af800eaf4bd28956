"""How controls answer to keys, the wheel and the mouse, a table for each family."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import Platform, fx, show_stage
from pytest_uimcp.javafx.scene.actions.robot import Robot, robot_of
from pytest_uimcp.javafx.scene.model.selection import focus_of, selection_of


def shown(*nodes: Any, width: float = 300, height: float = 200) -> Robot:
    platform = Platform()
    show_stage(platform, fx.VBox(children=nodes), {"title": "T", "width": width, "height": height})
    return robot_of(platform)


def press(robot: Robot, keys: str) -> None:
    """`Shift+Down Down`: strokes with spaces between."""
    for stroke in keys.split():
        *held, key = stroke.split("+")
        robot.press(key, held)
        robot.settle()


@pytest.mark.parametrize(
    ("multiple", "keys", "indices", "focused"),
    [
        (False, "Down", [1], 1),
        (False, "Down Down Up", [1], 1),
        (False, "End", [9], 9),
        (False, "End Down", [9], 9),
        (False, "End Home", [0], 0),
        (False, "Space", [0], 0),
        (False, "Shift+Down", [1], 1),
        (False, "Ctrl+Down", [], 1),
        (False, "Ctrl+A", [], 0),
        (True, "Down Shift+Down", [1, 2], 2),
        (True, "Down Shift+End", [1, 2, 3, 4, 5, 6, 7, 8, 9], 9),
        (True, "Down Shift+Down Shift+Up Shift+Up", [0, 1], 0),
        (True, "Ctrl+Down Ctrl+Space Ctrl+Down Ctrl+Space", [1, 2], 2),
        (True, "Down Ctrl+Space", [], 1),
        (True, "Ctrl+A", list(range(10)), 0),
        (True, "Ctrl+A Down", [1], 1),
    ],
)
def test_keys_in_a_list(multiple: bool, keys: str, indices: list[int], focused: int) -> None:
    view = fx.ListView(items=[f"Item {number}" for number in range(10)])
    model = selection_of(view)
    if multiple:
        model.set("selectionMode", "MULTIPLE")
    robot = shown(view)
    view.request_focus()
    press(robot, keys)
    assert (model.selected_indices, focus_of(view).get("focusedIndex")) == (indices, focused)


@pytest.mark.parametrize(
    ("keys", "rows", "selected"),
    [
        ("Right", ["root", "a", "b"], "root"),
        ("Right Right", ["root", "a", "b"], "a"),
        ("Right Right Right", ["root", "a", "a1", "a2", "b"], "a"),
        ("Right Right Right Down Left", ["root", "a", "a1", "a2", "b"], "a"),
        ("Right Left", ["root"], "root"),
        ("Multiply", ["root", "a", "a1", "a2", "b"], "root"),
        ("Add", ["root", "a", "b"], "root"),
        ("Right Subtract", ["root"], "root"),
    ],
)
def test_keys_in_a_tree(keys: str, rows: list[str], selected: str) -> None:
    branch = fx.TreeItem(value="a", children=[fx.TreeItem(value="a1"), fx.TreeItem(value="a2")])
    view = fx.TreeView(root=fx.TreeItem(value="root", children=[branch, fx.TreeItem(value="b")]))
    robot = shown(view)
    selection_of(view).select(0)
    view.request_focus()
    press(robot, keys)
    assert [row.value for row in view.rows] == rows
    item: Any = selection_of(view).get("selectedItem")
    assert item.value == selected


@pytest.mark.parametrize(
    ("orientation", "keys", "value"),
    [
        ("HORIZONTAL", "Right", 60.0), ("HORIZONTAL", "Left Left", 30.0), ("HORIZONTAL", "Home", 0.0),
        ("HORIZONTAL", "End", 100.0), ("HORIZONTAL", "End Right", 100.0), ("HORIZONTAL", "Shift+Right", 50.0),
        ("VERTICAL", "Up", 60.0), ("VERTICAL", "Down", 40.0),
    ],
)  # fmt: skip
def test_keys_on_a_slider(orientation: str, keys: str, value: float) -> None:
    slider = fx.Slider(min=0, max=100, value=50, orientation=orientation)
    robot = shown(slider)
    slider.request_focus()
    press(robot, keys)
    assert slider.value == value


@pytest.mark.parametrize(
    ("keys", "index"), [("Right", 1), ("Right Right", 3), ("Left", 3), ("End", 3), ("End Home", 0), ("Ctrl+Tab", 1)]
)
def test_keys_in_a_tab_pane_pass_over_what_is_disabled(keys: str, index: int) -> None:
    tabs = [fx.Tab(text=f"Tab {number}", disable=number == 2) for number in range(4)]
    pane = fx.TabPane(tabs=tabs)
    robot = shown(pane)
    pane.request_focus()
    press(robot, keys)
    assert selection_of(pane).get("selectedIndex") == index


@pytest.mark.parametrize(("consumes", "left"), [(False, 1), (True, 2)])
def test_a_program_may_keep_a_tab_that_is_closed(consumes: bool, left: int) -> None:
    heard: list[str] = []

    def on_close_request(event: Any) -> None:
        heard.append(event.kind)
        if consumes:
            event.consume()

    tab = fx.Tab(text="One", on_close_request=on_close_request, on_closed=lambda event: heard.append(event.kind))
    pane = fx.TabPane(tabs=[tab, fx.Tab(text="Two")], tab_closing_policy="ALL_TABS")
    robot = shown(pane)
    cross = next(node for node in pane.walk() if "tab-close-button" in node.classes)
    robot.click(cross)
    assert len(pane.tabs) == left
    assert heard == ["TAB_CLOSE_REQUEST"] + (["TAB_CLOSED"] if not consumes else [])


@pytest.mark.parametrize(
    ("keys", "page"), [("Right", 1), ("Left", 0), ("End", 4), ("End Right", 4), ("End Home", 0), ("Ctrl+Right", 0)]
)
def test_keys_turn_pages(keys: str, page: int) -> None:
    pagination = fx.Pagination(page_count=5)
    robot = shown(pagination)
    pagination.request_focus()
    press(robot, keys)
    assert pagination.currentPageIndex == page


@pytest.mark.parametrize(
    ("states", "allows", "clicks", "expected"),
    [
        ((False, False), False, 1, (True, False)),
        ((True, False), False, 1, (False, False)),
        ((False, False), True, 1, (False, True)),
        ((False, False), True, 2, (True, False)),
        ((False, False), True, 3, (False, False)),
        ((False, True), False, 1, (True, False)),
    ],
)
def test_a_check_box_goes_through_its_states(
    states: tuple[bool, bool], allows: bool, clicks: int, expected: tuple[bool, bool]
) -> None:
    box = fx.CheckBox(selected=states[0], indeterminate=states[1], allow_indeterminate=allows)
    shown(box)
    for _ in range(clicks):
        box.fire()
    assert (box.selected, box.indeterminate) == expected


def test_a_radio_button_of_a_group_is_not_let_go_and_arrows_choose_another() -> None:
    group = fx.ToggleGroup()
    a, b, off = (fx.RadioButton(text=text, toggle_group=group, disable=text == "off") for text in ("a", "b", "off"))
    robot = shown(a, b, off)
    a.fire()
    a.fire()
    assert a.selected
    a.request_focus()
    press(robot, "Down")
    assert (a.selected, b.selected, b.focused) == (False, True, True)
    press(robot, "Down")
    assert (a.selected, off.selected) == (True, False)


@pytest.mark.parametrize(
    ("written", "key", "value", "errors"),
    [("7", "Enter", 7, 0), (" 7 ", "Enter", 7, 0), ("99", "Enter", 9, 0), ("many", "Enter", 3, 1), ("7", "Tab", 7, 0)],
)
def test_what_is_written_into_a_spinner_is_taken_or_reported(written: str, key: str, value: int, errors: int) -> None:
    spinner = fx.Spinner(editable=True, value_factory=fx.IntegerSpinnerValueFactory(min=0, max=9, initial_value=3))
    robot = shown(spinner, fx.Button(text="Next"))
    spinner.request_focus()
    press(robot, "Ctrl+A")
    robot.type(written)
    press(robot, key)
    assert spinner.value == value
    assert bool(robot.platform.errors) is bool(errors)


@pytest.mark.parametrize(
    ("text", "date"),
    [("1/5/2026", "2026-01-05"), ("12/31/99", "2099-12-31"), ("2026-01-05", "2026-01-05"), ("", None),
     ("tomorrow", "2020-02-02"), ("13/40/2026", "2020-02-02")],
)  # fmt: skip
def test_a_date_is_read_as_pickers_and_iso_write_it(text: str, date: str | None) -> None:
    picker = fx.DatePicker(value="2020-02-02")
    robot = shown(picker)
    picker.request_focus()
    press(robot, "Ctrl+A Delete")
    robot.type(text)
    press(robot, "Enter")
    assert (picker.value.isoformat() if picker.value is not None else None) == date


@pytest.mark.parametrize(("delta", "moved"), [(-40.0, True), (40.0, False)])
def test_the_wheel_scrolls_a_pane_as_far_as_there_is_something(delta: float, moved: bool) -> None:
    pane = fx.ScrollPane(content=fx.VBox(pref_height=1000, pref_width=100), pref_height=100)
    robot = shown(pane)
    robot.scroll(pane, 0.0, delta)
    assert (pane.vvalue > 0) is moved


def test_a_titled_pane_opens_and_closes_with_space_and_only_if_it_may() -> None:
    pane = fx.TitledPane(text="More", content=fx.Label(text="Inside"))
    robot = shown(pane)
    pane.request_focus()
    press(robot, "Space")
    assert not pane.expanded
    pane.collapsible = False
    press(robot, "Space")
    assert not pane.expanded


def table() -> tuple[Any, Any]:
    column = fx.TableColumn(text="Name", pref_width=100)
    column.values["cellValueFactory"] = lambda row: row
    view = fx.TableView(columns=[column], items=["b", None, 2, "a", 1.5])
    return view, column


def test_a_click_on_a_header_sorts_up_then_down_then_no_more() -> None:
    view, column = table()
    robot = shown(view)
    header = next(node for node in view.walk() if node.fx.name == "TableColumnHeader")
    orders = []
    for _ in range(3):
        robot.click(header)
        robot.mouse.forget_clicks()
        orders.append((list(view.items), list(view.sortOrder) == [column]))
    assert orders == [
        ([None, 1.5, 2, "a", "b"], True),
        (["b", "a", 2, 1.5, None], True),
        (["b", "a", 2, 1.5, None], False),
    ]
