"""Controls with nothing in them, or less than a moment ago, under the same keys and clicks as any other."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from pytest_uimcp.javafx import JavaFxError, fx
from tests.javafx.app import App

KEYS = (
    "UP", "DOWN", "LEFT", "RIGHT", "HOME", "END", "PAGE_UP", "PAGE_DOWN", "SPACE", "ENTER", "F4", "F10", "A",
    "MULTIPLY", "ADD", "SUBTRACT", "ESCAPE", "BACK_SPACE", "DELETE",
)  # fmt: skip
EMPTY = (
    "ListView", "TableView", "TreeView", "TreeTableView", "ComboBox", "ChoiceBox", "MenuButton", "SplitMenuButton",
    "TabPane", "Accordion", "SplitPane", "ToolBar", "MenuBar", "ScrollPane", "TitledPane", "Spinner", "ButtonBar",
    "DatePicker", "TextArea", "PasswordField", "Hyperlink",
)  # fmt: skip


@pytest.mark.parametrize("kind", EMPTY)
def test_keys_do_no_harm_where_there_is_nothing(kind: str) -> None:
    app = App(f'<VBox><{kind} fx:id="empty"/><Button fx:id="other" text="Other"/></VBox>')
    app.do({"type": "focus", "on": "#empty"})
    strokes = [
        {"type": "pressKey", "key": key, "modifiers": held} for held in ([], ["SHIFT"], ["CTRL"]) for key in KEYS
    ]
    results = app.do(*strokes)
    assert [result for result in results if result != {"ok": True, "type": "pressKey"}] == []
    assert app.platform.errors == []
    assert app.platform.idle


@pytest.mark.parametrize("kind", ["ListView", "TableView", "TreeView", "TreeTableView"])
def test_a_view_without_rows_says_so(kind: str) -> None:
    app = App(f'<VBox><{kind} fx:id="view"/></VBox>')
    virtual = app.ui.get_node(app.ref("#view"))["virtualization"]
    assert (virtual["kind"], virtual["itemsCount"], virtual["visibleCells"]) == (kind, 0, [])
    assert (virtual["visibleRange"], virtual["selectedIndices"], virtual["focusedIndex"]) == (None, [], None)


@pytest.mark.parametrize("stroke", ["DOWN", "UP", "HOME", "END", "PAGE_DOWN", "PAGE_UP"])
@pytest.mark.parametrize("modifier", ["SHIFT", "CTRL"])
def test_nothing_is_selected_in_an_empty_list_for_several(stroke: str, modifier: str) -> None:
    app = App('<VBox><ListView fx:id="view"/></VBox>')
    app["view"].selection_model.selection_mode = "MULTIPLE"
    app.do({"type": "focus", "on": "#view"})
    app.press(stroke, modifier)
    assert app["view"].selection_model.selected_indices == []


def test_f10_passes_over_a_menu_bar_without_a_menu_that_opens() -> None:
    app = App(
        '<VBox><MenuBar/><MenuBar><Menu text="Off" disable="true"><MenuItem text="never"/></Menu></MenuBar>'
        '<MenuBar><Menu text="File"><MenuItem fx:id="open" text="Open"/></Menu></MenuBar></VBox>'
    )
    done: list[str] = []
    app["open"].on_action = lambda _event: done.append("open")
    for key in ("F10", "DOWN", "ENTER"):
        app.press(key)
    assert done == ["open"]


@pytest.mark.parametrize("key", ["LEFT", "RIGHT", "DOWN", "ENTER"])
def test_menus_that_go_after_f10_leave_nothing_to_open(key: str) -> None:
    app = App('<VBox><MenuBar fx:id="bar"><Menu text="One"/><Menu text="Two"/></MenuBar><TextField fx:id="f"/></VBox>')
    app.press("F10")
    app.press("RIGHT")
    app["bar"].menus.clear()
    app.platform.pulse()
    app.press(key)
    assert len(app.platform.windows) == 1
    app.do({"type": "focus", "on": "#f"})
    app.type("x")
    assert app["f"].text == "x"


def test_the_last_menu_that_is_left_after_f10_opens() -> None:
    app = App(
        '<VBox><MenuBar fx:id="bar"><Menu text="One"><MenuItem fx:id="a" text="a"/></Menu><Menu text="Two"/></MenuBar>'
        "</VBox>"
    )
    done: list[str] = []
    app["a"].on_action = lambda _event: done.append("a")
    app.press("F10")
    app.press("RIGHT")
    app["bar"].menus.remove(app["bar"].menus[1])
    app.platform.pulse()
    app.press("DOWN")
    app.press("ENTER")
    assert done == ["a"]


def test_what_is_written_into_a_spinner_of_a_list_becomes_one_of_its_items() -> None:
    app = App('<VBox><Spinner fx:id="spinner" editable="true"/></VBox>')
    factory = fx.ListSpinnerValueFactory(items=["a", "b"])
    app["spinner"].value_factory = factory
    app.platform.pulse()
    app.click("#spinner")
    app.press("A", "CTRL")
    app.type("new")
    app.press("ENTER")
    assert (app["spinner"].value, list(factory.items)) == ("new", ["a", "b", "new"])
    app.click("#spinner .decrement-arrow-button")
    app.click("#spinner .decrement-arrow-button")
    assert app["spinner"].value == "a"


def test_a_spinner_of_a_list_that_was_emptied_has_no_value_and_steps_nowhere() -> None:
    factory = fx.ListSpinnerValueFactory(items=["a"])
    factory.items.clear()
    factory.advance(1)
    assert factory.value is None
    factory.items.append("b")
    assert factory.value == "b"


@pytest.mark.parametrize(
    ("day", "blank", "gone"),
    [
        (datetime.date(1, 1, 1), "before", "left-button"),
        (datetime.date(9999, 12, 31), "behind", "right-button"),
    ],
)
def test_a_calendar_ends_with_the_first_and_the_last_date(day: datetime.date, blank: str, gone: str) -> None:
    app = App('<VBox><DatePicker fx:id="date"/></VBox>')
    app["date"].value = day
    app.platform.pulse()
    app.click("#date .arrow-button")
    root = app.platform.windows[-1].scene.root
    cells = [node for node in root.walk() if "day-cell" in node.classes]
    empty = [cell.text == " " and cell.disable for cell in cells]
    assert any(empty)
    assert empty == sorted(empty, reverse=blank == "before")
    assert sum("selected" in cell.classes for cell in cells) == 1
    arrows = [node for node in root.walk() if gone in node.classes]
    assert [arrow.disable for arrow in arrows] == [True, True]
    assert f"{arrows[0].fx.name} is disabled" in app.failed({"type": "click", "on": f".spinner .{gone}"})
    app.press("ESCAPE")
    assert app["date"].value == day


@pytest.mark.parametrize(
    ("count", "index", "expected"),
    [(5, 99, 4), (5, -1, 0), (1, 1, 0), (5, 4, 4)],
)
def test_the_current_page_is_one_of_the_pages(count: int, index: int, expected: int) -> None:
    app = App(f'<Pagination fx:id="pages" pageCount="{count}"/>')
    app["pages"].current_page_index = index
    assert app["pages"].current_page_index == expected


@pytest.mark.parametrize("count", [0, -1, -2147483648])
def test_there_is_at_least_one_page(count: int) -> None:
    pagination = fx.Pagination(page_count=3)
    pagination.page_count = count
    assert pagination.page_count == 3


def test_fewer_pages_bring_the_current_one_back() -> None:
    pagination = fx.Pagination(page_count=10, current_page_index=9)
    pagination.page_count = 4
    assert pagination.current_page_index == 3


def test_an_item_cannot_be_below_itself() -> None:
    root = fx.TreeItem(value="root", expanded=True)
    child = fx.TreeItem(value="child", expanded=True)
    root.children.append(child)
    view = fx.TreeView(root=root)
    for parent, below in ((root, root), (child, root), (child, child)):
        with pytest.raises(JavaFxError, match="cannot be below itself"):
            parent.children.append(below)
    assert [row.value for row in view.rows] == ["root", "child"]


@pytest.mark.parametrize(
    ("change", "indices"),
    [
        (lambda items: items.insert(0, "new"), [2, 4]),
        (lambda items: items.insert(2, "new"), [1, 4]),
        (lambda items: items.append("new"), [1, 3]),
        (lambda items: items.remove("a"), [0, 2]),
        (lambda items: items.remove("b"), [2]),
        (lambda items: items.reverse(), [0, 2]),
        (lambda items: items.clear(), []),
    ],
)
@pytest.mark.parametrize("kind", ["ListView", "TableView"])
def test_several_selected_rows_are_followed_where_they_go(kind: str, change: Any, indices: list[int]) -> None:
    view = fx.ListView() if kind == "ListView" else fx.TableView()
    view.items.extend(["a", "b", "c", "d"])
    model = view.selection_model
    model.selection_mode = "MULTIPLE"
    model.select(1)
    model.select(3)
    change(view.items)
    assert model.selected_indices == indices
    assert all(item in ("b", "d") for item in model.selected_items)
