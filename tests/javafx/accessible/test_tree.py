"""The accessibility tree of what was recorded of JavaFX, and of scenes of our own."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import Platform, Ui, load_text, show_stage
from pytest_uimcp.javafx.accessible import SNAPSHOT, Seen, StageSight, read
from tests.javafx.oracle.recorded import played, recording
from tests.javafx.stages import LOGIN


def tree_of(snapshot: dict[str, Any]) -> str:
    return StageSight(read(snapshot), lambda _: []).tree()


def ours(fxml: str, **asked: Any) -> Seen:
    platform = Platform()
    imports = "<?import javafx.scene.control.*?><?import javafx.scene.layout.*?>"
    show_stage(platform, load_text(imports + fxml).root, {"title": "T", "width": 400, "height": 300}, LOGIN.parent)
    return read(Ui(platform).get_snapshot(**{**SNAPSHOT, **asked}))


TREE = """\
- window "Login":
  - text: Sign in
  - text: User name
  - textbox "User name":
    - /placeholder: user@example.com
  - text: Password
  - textbox "Password":
    - /placeholder: password
    - text: ••••••
  - checkbox "Remember me" [checked]
  - link "Forgot password?"
  - button "Cancel"
  - button "Log in\""""


def test_a_recorded_program_and_the_same_scene_in_memory_have_one_tree() -> None:
    assert tree_of(Ui(played("01_login")).get_snapshot(**SNAPSHOT)) == TREE
    assert tree_of(recording("scene_01_login.internals")["snapshot"]) == TREE


@pytest.mark.parametrize("scene", ["03_tabs", "06_list", "07_table", "10_controls", "14_dialogs", "05_menus"])
def test_so_have_the_others(scene: str) -> None:
    asked = SNAPSHOT | {"stage": "all"}
    there = recording(f"scene_{scene}.internals")["snapshot"]
    snapshot = Ui(played(scene)).get_snapshot(**asked)
    for stage in snapshot["stages"]:
        stage.pop("popups", None)  # the recording has them apart
    # The program that was recorded does not tell which rows are in sight, so not which of its cells are selected.
    assert plain(tree_of(snapshot)) == plain(tree_of(there))


def plain(tree: str) -> str:
    return tree.replace(" [selected]", "")


@pytest.mark.parametrize(
    ("fxml", "name"),
    [
        ('<HBox><Label text="City"/><TextField/></HBox>', "City"),
        ('<VBox><Label text="City"/><TextField/></VBox>', "City"),
        ('<HBox><VBox><Label text="City"/></VBox><VBox><TextField/></VBox></HBox>', "City"),
        ('<HBox><TextField/><Label text="City"/></HBox>', ""),
        ('<VBox spacing="60"><Label text="City"/><TextField/></VBox>', ""),
        ('<VBox spacing="60"><Label text="City"/><TextField promptText="a city"/></VBox>', "a city"),
        ('<HBox><Label text="City" visible="false"/><TextField/></HBox>', ""),
    ],
)
def test_a_field_has_the_name_of_the_label_beside_or_above_it(fxml: str, name: str) -> None:
    assert [node.name for node in ours(fxml).walk() if node.role == "textbox"] == [name]


def test_a_label_names_one_field_the_nearest() -> None:
    fields = "<TextField/>" * 2
    top = ours(f'<VBox><HBox><Label text="From"/>{fields}</HBox></VBox>')
    assert [node.name for node in top.walk() if node.role == "textbox"] == ["From", ""]


@pytest.mark.parametrize(
    ("fxml", "line"),
    [
        ('<Button text="_Save"/>', '- button "Save"'),
        ('<Button text="a__b"/>', '- button "a_b"'),
        ('<Label text="snake_case"/>', '- window "T": snake_case'),
        ('<ToggleButton text="B" selected="true"/>', '- button "B" [pressed]'),
        ('<RadioButton text="R" selected="true" disable="true"/>', '- radio "R" [checked] [disabled]'),
        ('<Hyperlink text="more"/>', '- link "more"'),
        ('<Spinner editable="true"/>', "- spinbutton"),
        ('<TextArea text="a"/>', "- textbox: a"),
        ('<PasswordField text="abc"/>', "- textbox: •••"),
        ('<Button text="x" visible="false"/>', ""),
        ('<ScrollPane><Button text="in"/></ScrollPane>', '- button "in"'),
        ('<ToolBar><Button text="cut"/></ToolBar>', '- button "cut"'),
        ('<TitledPane text="More"><Button text="in"/></TitledPane>', '- group "More" [expanded]:'),
        (
            '<TitledPane text="More" expanded="false" animated="false"><Button text="in"/></TitledPane>',
            '- group "More"',
        ),
    ],
)
def test_a_control_has_its_role_and_its_states(fxml: str, line: str) -> None:
    lines = StageSight(ours(f"<VBox>{fxml}</VBox>"), lambda _: []).tree().split("\n")
    assert line in [one.strip() for one in lines] if line else lines == ['- window "T"']


def test_a_program_without_the_nodes_inside_controls_still_has_rows() -> None:
    platform = played("07_table")
    top = read(Ui(platform).get_snapshot(**SNAPSHOT | {"includeControlInternals": False}))
    rows = [node for node in top.walk() if node.role == "row"]
    assert rows[5].name == "Name 205 205 Street 205 City 205"
    assert [cell.name for cell in rows[5].children] == ["Name 205", "205", "Street 205", "City 205"]
    assert rows[5].states == {"selected": True}


def test_the_visible_text_is_a_line_for_each_row_and_has_no_values() -> None:
    lines = StageSight(read(Ui(played("07_table")).get_snapshot(**SNAPSHOT)), lambda _: []).lines().split("\n")
    assert "Name 205 205 Street 205 City 205" in lines
    fields = ours('<VBox><TextField text="typed"/><Label text="label"/></VBox>')
    assert StageSight(fields, lambda _: []).lines() == "label"
