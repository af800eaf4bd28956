"""Controls under the hands of a user, beyond what was recorded."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from pytest_uimcp.javafx import JavaFxError, alert, create, fx
from tests.javafx.app import App


def windows(app: App) -> list[str]:
    return [window.fx.name for window in app.platform.windows]


# --- choices


def test_a_date_is_taken_from_the_calendar_after_turning_a_month() -> None:
    app = App('<VBox><DatePicker fx:id="date"/></VBox>')
    app["date"].value = datetime.date(2026, 1, 31)
    app.platform.pulse()
    app.click("#date .arrow-button")
    assert windows(app) == ["Stage", "PopupControl"]
    app.click(".spinner .right-button")
    day = next(
        match["ref"]
        for match in app.ui.query({"css": ".day-cell", "text": "14", "match": "equals"}, includeControlInternals=True)[
            "matches"
        ]
    )
    app.ui.perform([{"type": "click", "target": {"ref": day}}])
    assert (app["date"].value, windows(app)) == (datetime.date(2026, 2, 14), ["Stage"])


def test_a_choice_is_clicked_in_its_list() -> None:
    app = App('<VBox><ComboBox fx:id="combo"/><ChoiceBox fx:id="choice"/></VBox>')
    app["combo"].items.extend(["Red", "Green"])
    app["choice"].items.extend(["One", "Two"])
    heard: list[Any] = []
    app["combo"].on_action = lambda event: heard.append(event.source.value)
    app.platform.pulse()
    app.click("#combo")
    ref = app.ui.query({"text": "Green", "match": "equals"}, includeControlInternals=True)["matches"][0]["ref"]
    app.ui.perform([{"type": "click", "target": {"ref": ref}}])
    assert (app["combo"].value, heard, windows(app)) == ("Green", ["Green"], ["Stage"])
    app.click("#choice")
    ref = app.ui.query({"css": ".menu-item", "predicate": None}, includeControlInternals=True)["matches"][1]["ref"]
    app.ui.perform([{"type": "click", "target": {"ref": ref}}])
    assert (app["choice"].value, windows(app)) == ("Two", ["Stage"])


def test_a_colour_is_taken_from_the_palette_with_the_mouse_and_escape_leaves_it() -> None:
    app = App('<VBox><ColorPicker fx:id="color"/></VBox>')
    app.click("#color")
    squares = app.ui.query({"css": ".color-square"}, limit=200, includeControlInternals=True)["matches"]
    app.ui.perform([{"type": "click", "target": {"ref": squares[48]["ref"]}}])
    assert (app["color"].value.hex(), windows(app)) == ("#ff0000", ["Stage"])
    app.do({"type": "focus", "on": "#color"})
    app.press("SPACE")
    assert len(windows(app)) == 2
    app.press("ESC")
    assert (app["color"].value.hex(), windows(app)) == ("#ff0000", ["Stage"])


# --- menus

MENUS = """<BorderPane><top><MenuBar fx:id="bar"><menus>
  <Menu fx:id="file" text="_File"><items><MenuItem fx:id="open" text="Open" accelerator="Shortcut+O" onAction="#did"/>
    <Menu fx:id="recent" text="Recent"><items><MenuItem fx:id="last" text="last.txt" onAction="#did"/></items></Menu>
    </items></Menu>
  <Menu fx:id="edit" text="_Edit"><items><RadioMenuItem fx:id="big" text="Big" onAction="#did"/></items></Menu>
  </menus></MenuBar></top><center><Button fx:id="middle" text="middle"/></center></BorderPane>"""


class Menus:
    def __init__(self) -> None:
        self.done: list[str] = []

    def did(self, event: Any) -> None:
        self.done.append(event.source.text)


@pytest.fixture
def menus() -> App:
    return App(MENUS, Menus())


def test_a_submenu_opens_beside_its_item_and_all_close_when_something_is_chosen(menus: App) -> None:
    menus.click("#file")
    menus.click("#recent")
    assert windows(menus) == ["Stage", "ContextMenu", "ContextMenu"]
    menus.click("#last")
    assert (menus.loaded.controller.done, windows(menus)) == (["last.txt"], ["Stage"])


def test_keys_walk_through_menus(menus: App) -> None:
    for key in ("F10", "DOWN", "DOWN", "RIGHT", "ENTER"):
        menus.press(key)
    assert menus.loaded.controller.done == ["last.txt"]
    menus.press("O", "SHORTCUT")
    menus.press("E", "ALT")
    menus.press("DOWN")
    menus.press("ENTER")
    assert (menus.loaded.controller.done, menus["big"].selected) == (["last.txt", "Open", "Big"], True)


def test_a_menu_closes_with_escape_and_with_a_click_elsewhere(menus: App) -> None:
    menus.click("#file")
    menus.press("ESC")
    assert windows(menus) == ["Stage"]
    menus.click("#file")
    menus.click("#middle")
    assert windows(menus) == ["Stage"]


def test_a_context_menu_opens_at_the_mouse() -> None:
    app = App('<VBox><Label fx:id="label" text="label"/><TextField fx:id="field" text="abc"/></VBox>')
    menu, done = fx.ContextMenu(), []
    menu.items.append(fx.MenuItem(text="Do", id="do"))
    menu.items[0].on_action = lambda _event: done.append("done")
    app["label"].context_menu = menu
    app.click("#label", button="SECONDARY")
    app.click("#do")
    assert (done, windows(app)) == (["done"], ["Stage"])
    app.click("#field", button="SECONDARY")
    ref = app.ui.query({"text": "Select All"}, includeControlInternals=True)["matches"][0]["ref"]
    app.ui.perform([{"type": "click", "target": {"ref": ref}}])
    assert app["field"].selected_text == "abc"


# --- rows


def rows(app: App, name: str) -> list[int]:
    return list(app[name].selection_model.selected_indices)


def test_control_and_shift_select_several_rows() -> None:
    app = App('<VBox><ListView fx:id="list"/></VBox>')
    app["list"].items.extend(f"Row {i}" for i in range(9))
    app["list"].selection_model.selection_mode = "MULTIPLE"
    app.platform.pulse()

    def click(index: int, *modifiers: str) -> None:
        ref = app.ui.get_node(app.ref("#list"))["virtualization"]["visibleCells"][index]["rowRef"]
        app.ui.perform([{"type": "click", "target": {"ref": ref}, "modifiers": list(modifiers)}])

    click(1)
    click(3, "SHIFT")
    assert rows(app, "list") == [1, 2, 3]
    click(2, "CTRL")
    assert rows(app, "list") == [1, 3]
    click(5)
    assert rows(app, "list") == [5]


def test_a_click_on_a_header_sorts_up_then_down_then_not() -> None:
    app = App(
        """<VBox><TableView fx:id="table"><columns><TableColumn fx:id="age" text="Age"/></columns></TableView></VBox>"""
    )
    app["age"].cell_value_factory = lambda row: row["age"]
    app["table"].items.extend({"age": age} for age in (3, 1, 2))
    app.platform.pulse()
    seen = []
    for _ in range(2):
        app.click("#age")
        cells = app.ui.get_node(app.ref("#table"))["virtualization"]["visibleCells"]
        seen.append([row["cells"][0]["text"] for row in cells])
    assert seen == [["1", "2", "3"], ["3", "2", "1"]]


def test_a_tree_opens_and_closes_under_keys() -> None:
    app = App('<VBox><TreeView fx:id="tree"/></VBox>')
    root = fx.TreeItem(value="Root")
    root.children.extend([fx.TreeItem(value="A"), fx.TreeItem(value="B")])
    app["tree"].root = root
    app.platform.pulse()
    app.do({"type": "focus", "on": "#tree"})
    for key in ("SPACE", "RIGHT", "RIGHT", "DOWN"):
        app.press(key)
    assert (root.expanded, rows(app, "tree")) == (True, [2])
    app.press("LEFT")
    app.press("LEFT")
    assert (root.expanded, rows(app, "tree")) == (False, [0])


# --- tabs, panes, ranges


def test_tabs_are_selected_and_closed_unless_the_program_says_no() -> None:
    app = App("""<TabPane fx:id="tabs"><tabs><Tab fx:id="a" text="A"><content><Label text="in A"/></content></Tab>
      <Tab fx:id="b" text="B"><content><Label text="in B"/></content></Tab></tabs></TabPane>""")
    app.click("#b")
    assert app["tabs"].selection_model.selected_index == 1
    app["b"].on_close_request = lambda event: event.consume()
    app.click("#b .tab-close-button")
    assert len(app["tabs"].tabs) == 2
    app["b"].on_close_request = None
    app.click("#b .tab-close-button")
    assert [tab.text for tab in app["tabs"].tabs] == ["A"]
    assert app["tabs"].selection_model.selected_index == 0


def test_pages_are_turned_by_arrows_numbers_and_keys() -> None:
    app = App('<Pagination fx:id="pages" pageCount="5"/>')
    app["pages"].page_factory = lambda index: fx.Label(text=f"page {index}")
    app.platform.pulse()
    app.click("#pages .right-arrow-button")
    assert (app["pages"].current_page_index, app.ui.query({"text": "page 1"})["matches"] != []) == (1, True)
    number = app.ui.query({"text": "4", "match": "equals"}, includeControlInternals=True)["matches"][0]["ref"]
    for _ in range(2):
        app.ui.perform([{"type": "click", "target": {"ref": number}}])
        assert app.ui.query({"text": "page 3"})["matches"]
        assert app.ui.get_node(number)["value"]["selected"] is True
    app.do({"type": "focus", "on": "#pages"})
    app.press("END")
    app.press("RIGHT")
    assert app["pages"].current_page_index == 4


def test_keys_walk_through_an_accordion() -> None:
    panes = "".join(f'<TitledPane fx:id="p{i}" text="P{i}"><content><Label text="in {i}"/></content></TitledPane>'
                    for i in range(3))  # fmt: skip
    app = App(f'<Accordion fx:id="acc"><panes>{panes}</panes></Accordion>')
    app.do({"type": "focus", "on": "#p0"})
    app.press("DOWN")
    app.press("SPACE")
    assert app["acc"].expanded_pane is app["p1"]
    app.press("PAGE_DOWN")
    assert (app["acc"].expanded_pane is app["p2"], app["p1"].expanded) == (True, False)


def test_a_press_beside_the_thumb_moves_a_slider_and_arrows_step_a_spinner() -> None:
    app = App('<VBox><Slider fx:id="slider"/><Spinner fx:id="spinner"/></VBox>', width=200)
    app["spinner"].value_factory = fx.IntegerSpinnerValueFactory(min=0, max=3, initial_value=2)
    app.platform.pulse()
    app.click("#slider", x=150, y=8)
    assert app["slider"].value == pytest.approx(77, abs=2)
    for _ in range(3):
        app.click("#spinner .increment-arrow-button")
    assert app["spinner"].value == 3


def test_tab_is_typed_into_a_text_area_and_leaves_one_that_is_read_only() -> None:
    app = App('<VBox><TextArea fx:id="a"/><TextArea fx:id="b" editable="false" text="b"/><Button fx:id="c"/></VBox>')
    app.click("#a")
    app.press("TAB")
    assert app["a"].text == "\t"
    app.click("#b")
    app.press("TAB")
    assert (app["b"].text, app["c"].read("focused")) == ("b", True)
    app.press("TAB", "SHIFT")
    assert app["b"].read("focused")


def test_a_text_is_edited_undone_and_pasted() -> None:
    app = App('<VBox><TextField fx:id="a"/><TextArea fx:id="b" prefRowCount="3"/></VBox>')
    app.click("#a")
    app.type("one two")
    app.press("BACKSPACE", "CTRL")
    assert app["a"].text == "one "
    app.press("Z", "CTRL")
    app.press("A", "CTRL")
    app.press("C", "CTRL")
    app.click("#b")
    app.type("1\n2\n")
    app.press("V", "CTRL")
    assert (app["a"].text, app["b"].text) == ("one two", "1\n2\none two")
    app.press("UP")
    app.press("END")
    app.type("!")
    assert app["b"].text == "1\n2!\none two"


def test_scroll_panes_scroll_by_wheel_bar_and_focus() -> None:
    buttons = "".join(f'<Button fx:id="b{i}" text="Button {i}"/>' for i in range(30))
    app = App(f'<ScrollPane fx:id="pane"><content><VBox>{buttons}</VBox></content></ScrollPane>', height=120)
    assert "outside its scene" in app.failed({"type": "click", "on": "#b29"})
    app.do({"type": "scroll", "on": "#pane", "deltaY": -10_000})
    assert app["pane"].vvalue == 1
    app.click("#b29")
    app.click("#pane > .scroll-bar:vertical .decrement-button")
    assert 0.9 < app["pane"].vvalue < 1
    app.do({"type": "focus", "on": "#b0"})
    app.press("TAB")
    assert app["pane"].vvalue < 0.1


def test_handlers_of_mouse_and_keys_hear_of_what_happens_and_can_stop_it() -> None:
    app = App('<VBox fx:id="top"><Button fx:id="button" text="b"/><TextField fx:id="field"/></VBox>')
    heard: list[tuple[str, Any]] = []
    app["top"].on_mouse_clicked = lambda event: heard.append(("clicked", event.click_count))
    app["button"].on_mouse_entered = lambda event: heard.append(("entered", event.source.id))
    app["field"].on_key_pressed = lambda event: heard.append(("key", event.getCode()))
    app["field"].add_event_handler("KEY_TYPED", lambda event: heard.append(("typed", event.getCharacter())))
    app.click("#button")
    app.click("#field")
    app.type("x")
    assert heard == [("entered", "button"), ("clicked", 1), ("clicked", 1), ("key", "X"), ("typed", "x")]


def test_a_modal_dialog_takes_all_input_until_a_button_closes_it() -> None:
    from pytest_uimcp.javafx.scene.stage.dialogs import show_alert

    app = App('<VBox><Button fx:id="under" text="under"/></VBox>')
    clicked: list[str] = []
    app["under"].on_action = lambda _event: clicked.append("under")
    ref = app.ref("#under")
    stage = show_alert(app.platform, app.stage, "CONFIRMATION", "Sure?", "Sure?", "Really?", x=300, y=200)
    app.ui.perform([{"type": "click", "target": {"ref": ref}}])
    assert clicked == []
    ref = app.ui.query({"text": "Cancel"})["matches"][0]["ref"]
    app.ui.perform([{"type": "click", "target": {"ref": ref}}])
    assert (stage.result, windows(app)) == ("CANCEL", ["Stage"])
    app.click("#under")
    assert clicked == ["under"]


@pytest.mark.parametrize(
    ("owner", "kind", "said"),
    [("alone", "ERROR", "needs a node of a visible scene"), ("shown", "Error", "no alert of the kind 'Error'; ")],
)
def test_an_alert_that_cannot_be_shown_says_why(owner: str, kind: str, said: str) -> None:
    app = App('<VBox><Button fx:id="shown"/></VBox>')
    node = app["shown"] if owner == "shown" else create("Label")
    with pytest.raises(JavaFxError, match=said):
        alert(node, kind)
