"""What a reader of the screen is told of each control: its role, its name, its states, what is in it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import fx
from pytest_uimcp.javafx.accessible import SNAPSHOT, StageSight, read
from tests.javafx.app import App


def tree(app: App) -> str:
    """The tree below the window."""
    lines = StageSight(read(app.ui.get_snapshot(**SNAPSHOT)), lambda _: []).tree().splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines[1:])


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ('<Button text="Save"/>', '- button "Save"'),
        ('<Button text="_Save"/>', '- button "Save"'),
        ('<Button text="Save" disable="true"/>', '- button "Save" [disabled]'),
        ('<ToggleButton text="Bold" selected="true"/>', '- button "Bold" [pressed]'),
        ('<CheckBox text="Remember" selected="true"/>', '- checkbox "Remember" [checked]'),
        ('<RadioButton text="One"/>', '- radio "One"'),
        ('<RadioButton text="One" selected="true"/>', '- radio "One" [checked]'),
        ('<Hyperlink text="More"/>', '- link "More"'),
        ('<TextField promptText="Name"/>', '- textbox "Name"'),
        ('<TextArea text="Notes"/>', "- textbox: Notes"),
        ('<PasswordField text="abc"/>', "- textbox: •••"),
        ('<MenuButton text="File"/>', '- button "File"'),
        ('<Label text="gone" visible="false"/>', ""),
        ('<VBox visible="false"><Button text="gone"/></VBox>', ""),
        ('<Separator/>', "- separator"),
    ],
)  # fmt: skip
def test_a_control_has_its_line(control: str, expected: str) -> None:
    assert tree(App(f"<VBox>{control}</VBox>")) == expected


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ('<HBox><Label text="Name"/><TextField/></HBox>', ["Name"]),
        ('<VBox><Label text="Name"/><TextField/></VBox>', ["Name"]),
        ('<VBox><Label text="Name"/><TextField promptText="Ada"/></VBox>', ["Name"]),
        ('<VBox><TextField promptText="Ada"/></VBox>', ["Ada"]),
        ('<VBox><TextField/></VBox>', [""]),
        ('<VBox><TextField/><Label text="below"/></VBox>', [""]),
        ('<HBox><Label text="A"/><TextField/><Label text="B"/><TextField/></HBox>', ["A", "B"]),
        ('<VBox><Label text="A"/><TextField/><TextField/></VBox>', ["A", ""]),
        ('<VBox spacing="100"><Label text="far"/><TextField/></VBox>', [""]),
    ],
)  # fmt: skip
def test_a_field_has_the_name_of_the_label_before_it(form: str, names: list[str]) -> None:
    root = read(App(form).ui.get_snapshot(**SNAPSHOT))
    assert [node.name for node in root.walk() if node.role == "textbox"] == names


def test_an_empty_table_says_what_it_has_instead_of_rows() -> None:
    app = App('<TableView fx:id="t"><columns><TableColumn text="Name"/></columns></TableView>')
    assert "No content in table" in tree(app)
    app["t"].items.append({})
    app.platform.pulse()
    assert "No content in table" not in tree(app)


def test_selected_rows_and_open_branches_are_told() -> None:
    app = App('<TreeView fx:id="t"/>')
    branch = fx.TreeItem(value="branch", expanded=True, children=[fx.TreeItem(value="leaf")])
    app["t"].root = fx.TreeItem(value="root", expanded=True, children=[branch])
    app["t"].selection_model.select(2)
    app.platform.pulse()
    lines: list[Any] = [line.strip() for line in tree(app).splitlines()]
    assert [line for line in lines if "treeitem" in line and "selected" in line] == ['- treeitem "leaf" [selected]']


def test_only_the_content_of_the_selected_tab_is_there() -> None:
    app = App(
        '<TabPane fx:id="t"><Tab text="One"><content><Label text="first"/></content></Tab>'
        '<Tab text="Two"><content><Label text="second"/></content></Tab></TabPane>'
    )
    assert ("first" in tree(app), "second" in tree(app)) == (True, False)
    assert '- tab "One" [selected]' in tree(app)
    app["t"].selection_model.select(1)
    app.platform.pulse()
    assert ("first" in tree(app), "second" in tree(app)) == (False, True)


def test_an_open_menu_is_part_of_what_is_seen() -> None:
    app = App('<VBox><MenuButton fx:id="m" text="File"><items><CheckMenuItem text="Wrap" selected="true"/>'
              '<MenuItem text="Quit" disable="true"/></items></MenuButton></VBox>')  # fmt: skip
    assert "Wrap" not in tree(app)
    app.click("#m")
    text = tree(app)
    assert 'menuitemcheckbox "Wrap"' in text
    assert 'menuitem "Quit" [disabled]' in text
