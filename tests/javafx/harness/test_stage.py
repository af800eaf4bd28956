"""The verbs of `uimcp_stage`: on a scene in memory, and on a program in another process that serves the same tools."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import (
    Ambiguous,
    FxmlWarning,
    NotActionable,
    NotFound,
    NotSeen,
    PageError,
    Stage,
    StillSeen,
    UimcpError,
    WrongCall,
)
from pytest_uimcp.javafx import create, fx
from pytest_uimcp.javafx.harness.errors import HandlerError, StageError
from pytest_uimcp.javafx.harness.programs import RealProgram
from pytest_uimcp.javafx.scene.model.spinners import integer_factory
from pytest_uimcp.javafx.scene.skins.lists import ListViewSkin
from pytest_uimcp.javafx.scene.skins.tables import TableViewSkin
from pytest_uimcp.javafx.scene.skins.trees import TreeViewSkin
from pytest_uimcp.testing.harness.shared_loop import loop_of
from tests.javafx.stages import EXAMPLES, LOGIN, Serving, serving

CONTROLS = """<?import javafx.scene.control.*?><?import javafx.scene.layout.*?><?import javafx.collections.*?>
<?import java.lang.String?>
<VBox xmlns:fx="http://javafx.com/fxml" spacing="6">
  <TabPane><Tab text="One"><Label text="first page"/></Tab><Tab text="Two"><Label text="second page"/></Tab></TabPane>
  <HBox><Label text="Colour"/><ChoiceBox><items><FXCollections fx:factory="observableArrayList">
    <String fx:value="Red"/><String fx:value="Green"/></FXCollections></items></ChoiceBox></HBox>
  <HBox><Label text="Size"/><ComboBox editable="true"><items><FXCollections fx:factory="observableArrayList">
    <String fx:value="Small"/><String fx:value="Large"/></FXCollections></items></ComboBox></HBox>
  <HBox><Label text="Count"/><Spinner fx:id="count" editable="true"/></HBox>
  <HBox><Label text="Notes"/><TextArea prefRowCount="2"/></HBox>
  <HBox><CheckBox text="Sure"/><ToggleButton text="Bold"/><RadioButton text="A"/>
    <Button text="Off" disable="true"/></HBox>
  <ListView fx:id="list" prefHeight="80"/>
</VBox>
"""


@pytest.fixture(scope="module")
def served() -> Iterator[Serving]:
    with serving("--enable", token="a token of this test") as served:
        yield served


@pytest.fixture(params=["in memory", "real"])
def login(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """The login scene; that of another process is the same for all tests."""
    if request.param == "in memory":
        stage: Stage = request.getfixturevalue("uimcp_stage")
        stage.load(LOGIN, controller=_controller(), title="login")
        yield stage
        return
    served: Serving = request.getfixturevalue("served")

    stage = Stage(loop_of(request.config), _real(served.url, served.token))
    try:
        stage.load(LOGIN)
        yield stage
    finally:
        stage.close()


def _controller() -> type:
    import importlib.util

    spec = importlib.util.spec_from_file_location("example_controllers", EXAMPLES / "controllers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: type = module.LoginController
    return found


@pytest.fixture
def controls(uimcp_stage: Stage, tmp_path: Path) -> Stage:
    file = tmp_path / "controls.fxml"
    file.write_text(CONTROLS)
    loaded = uimcp_stage.load(file, width=420, height=420)
    uimcp_stage.run(lambda: loaded.named["count"].set("valueFactory", integer_factory(0, 9, 3, 1)))
    uimcp_stage.run(lambda: loaded.named["list"].items.set_all(f"Item {number}" for number in range(60)))
    return uimcp_stage


# The same on both.


@pytest.mark.slow
def test_a_user_signs_in(login: Stage) -> None:
    login.fill("User name", "ada@example.com")
    login.clear("Password")
    login.type("lovelace", "Password")
    login.check("Remember me")
    login.click("Log in")
    login.see("Welcome, ada@example.com")
    assert login.find("Remember me").is_checked
    login.uncheck("Remember me")
    assert not login.find("Remember me").is_checked


@pytest.mark.slow
def test_keys_go_to_the_field_that_is_named(login: Stage) -> None:
    login.fill("User name", "somebody")
    login.press("End", "User name")
    login.type("!")
    assert login.find("User name", role="textbox").value == "somebody!"
    login.press("Escape")
    assert login.find("User name", role="textbox").value == ""


@pytest.mark.slow
def test_nodes_are_found_by_selector_role_and_name(login: Stage) -> None:
    button = login.find(css="#login")
    assert (button.class_name, button.id, button.role, button.name) == ("Button", "login", "button", "Log in")
    assert button == login.find("Log in")
    assert button != login.find("Cancel")
    assert "primary" not in button.style_classes
    assert button.data["accessibility"]["role"] == "BUTTON"
    assert login.find(role="checkbox").name == "Remember me"


@pytest.mark.slow
def test_the_tree_and_the_picture_are_the_same_in_both(login: Stage) -> None:
    login.press("Escape")
    assert login.aria(role="checkbox") == '- checkbox "Remember me"'
    assert '- textbox "User name":' in login.aria()
    assert login.scene().startswith("Stage[0] login")
    assert login.screenshot().startswith(b"\x89PNG")


@pytest.mark.slow
def test_an_agent_beside_it_uses_the_same_program(login: Stage) -> None:
    assert {tool.name for tool in login.tools()} >= {"ui_query", "ui_perform"}
    found = login.tool("ui_query", selector={"css": "#nothing"})
    assert found.data == {"matches": []}
    refused = login.tool("ui_get_node", ref={"uid": "u-zzzz"})
    assert (refused.is_error, refused.data["error"]["code"]) == (True, "MCP_UI_NODE_NOT_FOUND")


# Controls.


def test_tabs_are_opened_by_their_names(controls: Stage) -> None:
    controls.see("first page")
    controls.click("Two")
    controls.see("second page")
    controls.not_see("first page")
    assert controls.find("Two", role="tab").is_selected


def test_choices_are_made_in_popups(controls: Stage) -> None:
    controls.choose("Colour", "Green")
    assert controls.find("Colour", role="combobox").value == "Green"
    controls.choose("Size", "Large")
    assert controls.find("Size", role="combobox").value == "Large"
    with pytest.raises(
        PageError, match="expected one option 'Blue' of combobox \"Colour\", found no option; there are"
    ):
        controls.choose("Colour", "Blue")
    assert "/popups" not in str(controls.tool("ui_get_snapshot").data)


def test_a_combo_box_shows_what_was_chosen_and_not_the_first_of_its_choices(uimcp_stage: Stage) -> None:
    combo = create("ComboBox", items=["Fast", "Slow", "Slower"])
    uimcp_stage.show(create("HBox", children=[create("Label", text="Mode"), combo]), title="Modes")
    assert uimcp_stage.find("Mode", role="combobox").value == ""
    for option in ("Slow", "Slower", "Fast"):
        uimcp_stage.choose("Mode", option)
        assert uimcp_stage.find("Mode", role="combobox").value == option
        assert uimcp_stage.run(lambda: combo.value) == option


def test_a_date_is_filled_in(uimcp_stage: Stage) -> None:
    picker = create("DatePicker")
    uimcp_stage.show(create("HBox", children=[create("Label", text="Day"), picker]))
    uimcp_stage.fill("Day", "1/31/2026")
    assert uimcp_stage.run(lambda: picker.value) == datetime.date(2026, 1, 31)
    uimcp_stage.fill("Day", "2026-02-01")
    assert uimcp_stage.run(lambda: picker.value) == datetime.date(2026, 2, 1)
    assert uimcp_stage.find("Day", role="combobox").value == "2/1/2026"


def test_fields_inside_controls_are_filled(controls: Stage) -> None:
    controls.fill("Count", "7")
    assert controls.find("Count", role="spinbutton").value == "7"
    controls.fill("Notes", "one\ntwo")
    assert controls.find("Notes", role="textbox").value == "one\ntwo"
    controls.clear("Notes")
    assert controls.find("Notes", role="textbox").value == ""


def test_toggles_are_turned_on_and_off(controls: Stage) -> None:
    for name in ("Sure", "Bold", "A"):
        controls.check(controls.find(name).name, role=controls.find(name).role)
        assert controls.find(name).is_checked
    controls.uncheck(css="ToggleButton")
    assert not controls.find("Bold").is_checked


def test_rows_are_selected_by_text_and_by_number_also_out_of_sight(controls: Stage) -> None:
    assert [row.name for row in controls.rows()][:2] == ["Item 0", "Item 1"]
    controls.select_row("Item 1")
    assert controls.find("Item 1", role="option").is_selected
    controls.select_row(45)
    assert controls.find("Item 45", role="option").is_selected
    with pytest.raises(
        NotFound, match="select_row\\('Item 99'\\): expected a row with the text 'Item 99', there is none among"
    ):
        controls.select_row("Item 99")


def test_a_node_knows_whether_it_is_still_there(controls: Stage) -> None:
    label = controls.find("first page")
    controls.click("Two")
    assert not label.is_there
    with pytest.raises(PageError, match="is not on the stage any more: find\\(\\) it again"):
        _ = label.name


# Failures.


def test_a_missing_node_is_reported_with_similar_ones_and_the_tree(controls: Stage) -> None:
    controls.click("Sur")
    with pytest.raises(NotFound) as error:
        controls.click("Sured")
    assert str(error.value).startswith(
        "click('Sured'): expected something to click named 'Sured', found none\n"
        '  near it: checkbox "Sure"\n'
        "  the stage:\n"
        '    - window "controls":\n'
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda it: it.click("Off"), NotActionable, 'click: button "Off" is there, but it is disabled'),
        (lambda it: it.see("third page"), NotSeen, "see('third page'): expected the text on the stage"),
        (lambda it: it.not_see("first page"), StillSeen, "not_see('first page'): expected the text to be absent"),
        (lambda it: it.click(role="combobox"), Ambiguous, "expected one node, 2 match"),
        (lambda it: it.fill("Sure", "x"), PageError, 'fill: checkbox "Sure" takes no text'),
        (lambda it: it.check("Notes"), PageError, 'check: textbox "Notes" cannot be checked'),
        (lambda it: it.choose("Notes", "x"), PageError, 'choose: textbox "Notes" has no options'),
        (lambda it: it.press("F99"), PageError, "press: "),
        (lambda it: it.find(css="."), StageError, "MCP_UI_INTERNAL"),
        (lambda it: it.click(), WrongCall, "click() needs a target"),
        (lambda it: it.click("Sure", clas="x"), WrongCall, "click() takes css=, role=, name= and nth=, not clas"),
        (lambda it: it.load("missing.fxml"), UimcpError, "no file missing.fxml; looked in "),
        (lambda it: it.run(lambda: 1 / 0), ZeroDivisionError, "division by zero"),
        (lambda it: it.ask("ui_get_node", ref={"uid": "?"}), StageError, "MCP_UI_NODE_NOT_FOUND: Node not found"),
    ],
)
def test_a_verb_that_cannot_be_done_says_why(
    controls: Stage, act: Callable[[Stage], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        act(controls)
    assert message in str(raised.value)


class Failing:
    def log_in(self) -> None:
        raise ValueError("no connection")

    def cancel(self) -> None:
        """Do nothing."""


def test_an_error_of_a_handler_is_raised_at_the_step_that_caused_it(uimcp_stage: Stage) -> None:
    uimcp_stage.load(LOGIN, controller=Failing)
    with pytest.raises(HandlerError, match="ValueError: no connection") as raised:
        uimcp_stage.click("Log in")
    assert "step: human click('Log in')" in str(raised.value)
    assert "test_stage.py" in str(raised.value)
    assert "actions/events.py" not in str(raised.value)


def test_an_error_of_a_handler_can_be_expected(uimcp_stage: Stage) -> None:
    uimcp_stage.load(LOGIN, controller=Failing)
    with uimcp_stage.expects_error("no connection") as expected:
        uimcp_stage.click("Log in")
    assert isinstance(expected.value.error, HandlerError)
    assert expected.value.error.file == __file__


@pytest.mark.slow
def test_a_scene_may_be_built_in_python(uimcp_stage: Stage) -> None:
    button = create("Button", text="Go")
    button.on_action = lambda _event: setattr(button, "text", "Gone")
    uimcp_stage.show(lambda: create("VBox", children=[button]), title="Built")
    uimcp_stage.click("Go")
    assert uimcp_stage.find("Gone").role == "button"
    assert uimcp_stage.aria().startswith('- window "Built"')


def test_its_steps_are_those_of_a_story(uimcp_stage: Stage) -> None:
    uimcp_stage.load(LOGIN, controller=Failing, title="Login")
    uimcp_stage.fill("User name", "ada")
    uimcp_stage.tool("ui_query", selector={"css": "#login"})
    assert [(step.actor, step.verb) for step in uimcp_stage.story.steps] == [
        ("test", "load"), ("human", "fill"), ("agent", "tool"),
    ]  # fmt: skip


def test_an_invalid_address_is_refused() -> None:
    with pytest.raises(UimcpError, match="--uimcp-stage-url: expected an address such as"):
        RealProgram("localhost:8080")


@pytest.mark.slow
def test_a_program_that_is_not_there_or_wants_another_token_is_named(
    served: Serving, request: pytest.FixtureRequest
) -> None:
    for url, token, message in (
        ("http://127.0.0.1:9/mcp", "", "no JavaFX program answers at http://127.0.0.1:9/mcp: .*; is it running"),
        (served.url, "wrong", f"the program at {served.url} answers 401: set UIMCP_STAGE_TOKEN to the token"),
    ):
        stage = Stage(loop_of(request.config), _real(url, token))
        try:
            for _ in range(2):
                with pytest.raises(UimcpError, match=message):
                    stage.see("anything")
        finally:
            stage.close()


def _real(url: str, token: str) -> Callable[[], Awaitable[RealProgram]]:
    async def program() -> RealProgram:
        return RealProgram(url, token)

    return program


TEST = """
    def test_it(uimcp_stage):
        uimcp_stage.load("login.fxml")
        uimcp_stage.fill("User name", "ada@example.com")
        uimcp_stage.fill("Password", "lovelace")
        uimcp_stage.click("Log in")
        uimcp_stage.see("Welcome")
        assert uimcp_stage.is_real
"""
ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-W", "error")
# For documents whose controller nobody hands over.
UNHANDLED = ("-W", "ignore::pytest_uimcp.FxmlWarning")


def test_the_option_and_the_environment_lead_to_a_real_program(
    pytester: pytest.Pytester, served: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(TEST)
    monkeypatch.setenv("UIMCP_STAGE_TOKEN", served.token)
    pytester.runpytest_inprocess(*ALONE, f"--uimcp-stage-url={served.url}").assert_outcomes(passed=1)


def test_a_failure_shows_story_tree_and_picture(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"""
        def test_it(uimcp_stage):
            uimcp_stage.load({str(LOGIN)!r})
            uimcp_stage.fill("User name", "ada")
            assert uimcp_stage.find("User name", role="textbox").value == "bob"
    """)
    result = pytester.runpytest_inprocess(*ALONE, *UNHANDLED, "--uimcp-report=report")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*uimcp story*", "*human  fill('User name', 'ada')*", "*uimcp page*", "- window*"])
    assert list(pytester.path.glob("report/**/stage.png"))


def test_snapshots_of_a_stage_are_its_tree_its_nodes_and_its_picture(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"""
        def test_it(uimcp_stage, uimcp_snapshot):
            uimcp_stage.load({str(LOGIN)!r}, title="Login")
            assert uimcp_stage == uimcp_snapshot
            assert uimcp_stage == uimcp_snapshot.scene
            assert uimcp_stage == uimcp_snapshot.picture
    """)
    pytester.runpytest_inprocess(*ALONE, *UNHANDLED, "--snapshot-update").assert_outcomes(passed=1)
    pytester.runpytest_inprocess(*ALONE, *UNHANDLED).assert_outcomes(passed=1)
    folder = next(pytester.path.glob("__snapshots__/*"))
    assert (folder / "test_it.scene.txt").read_text().startswith("Stage[0] Login (focused)\n  VBox\n")
    assert (folder / "test_it.aria.yaml").read_text().startswith('- window "Login":\n  - text: Sign in\n')
    assert (folder / "test_it.png").stat().st_size > 1000


def test_time_passes_when_the_test_says_so(uimcp_stage: Stage) -> None:
    label = create("Label", text="waiting")
    uimcp_stage.show(label, title="Timer")

    def due() -> None:
        label.text = "done"

    uimcp_stage.run(lambda: label.scene.window.platform.after(2000, due))
    uimcp_stage.advance(1)
    uimcp_stage.see("waiting")
    uimcp_stage.advance(1.1)
    uimcp_stage.see("done")


def test_menus_are_used_item_by_item(uimcp_stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "menu.fxml"
    file.write_text(MENU)
    said: list[str] = []

    class Controller:
        def open(self) -> None:
            said.append("open")

    uimcp_stage.load(file, controller=Controller, width=300, height=200)
    uimcp_stage.click("File")
    assert uimcp_stage.aria(role="menu").split("\n") == [
        "- menu:", '  - menuitem "Open"', '  - menuitemcheckbox "Auto save"', "  - separator", '  - menuitem "Recent"',
    ]  # fmt: skip
    uimcp_stage.click("Open")
    assert said == ["open"]
    uimcp_stage.click("File")
    uimcp_stage.click("Recent")
    uimcp_stage.see("notes.txt")
    uimcp_stage.press("Escape")
    uimcp_stage.press("Escape")
    uimcp_stage.not_see("notes.txt")


MENU = """<?import javafx.scene.control.*?><?import javafx.scene.layout.*?>
<VBox xmlns:fx="http://javafx.com/fxml"><MenuBar><menus><Menu text="_File"><items>
  <MenuItem text="Open" onAction="#open"/><CheckMenuItem text="Auto save" selected="true"/><SeparatorMenuItem/>
  <Menu text="Recent"><items><MenuItem text="notes.txt"/></items></Menu>
</items></Menu></menus></MenuBar><Label text="below"/></VBox>
"""


def test_a_program_that_knows_only_the_contract_is_driven_too(
    uimcp_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.warns(FxmlWarning, match="ContactsController"):
        uimcp_stage.load(EXAMPLES / "scenes" / "contacts.fxml")
    monkeypatch.setattr(uimcp_stage, "takes", lambda *_: False)
    uimcp_stage.fill("New name", "Ada")
    assert uimcp_stage.find("New name", role="textbox").value == "Ada"
    assert [node.name for node in uimcp_stage.rows("Contacts")] == []


MANY = 5000


def list_of_many() -> Any:
    return create("ListView", items=[f"Item {number}" for number in range(MANY)])


def tree_of_many() -> Any:
    kids = [create("TreeItem", value=f"Item {number}") for number in range(MANY)]
    return create("TreeView", showRoot=False, root=create("TreeItem", value="all", expanded=True, children=kids))


def table_of_many() -> Any:
    table = create("TableView", items=[{"name": f"Item {number}", "number": number} for number in range(MANY)])
    for name in ("name", "number"):
        table.columns.append(create("TableColumn", text=name, cellValueFactory=lambda row, name=name: row[name]))
    return table


class Work:
    """Counts the calls of tools, and the cells that are filled for them."""

    def __init__(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stage, self.count = stage, 0
        for owner in (ListViewSkin, TableViewSkin, TreeViewSkin):
            self._count(monkeypatch, owner, "fill")
        self._count(monkeypatch, stage, "ask")

    def _count(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        plain = getattr(owner, name)

        def counted(*arguments: Any, **options: Any) -> Any:
            self.count += 1
            return plain(*arguments, **options)

        monkeypatch.setattr(owner, name, counted)

    def of(self, row: str | int) -> int:
        """What it takes to select a row, from the top of the list."""
        self.stage.select_row(0)
        self.count = 0
        self.stage.select_row(row)
        return self.count


@pytest.mark.slow
@pytest.mark.parametrize("make", [list_of_many, tree_of_many, table_of_many])
def test_a_row_far_down_costs_as_much_as_one_at_the_top(
    make: Callable[[], Any], uimcp_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work(uimcp_stage, monkeypatch)
    uimcp_stage.show(make, width=400, height=400)
    assert work.of(4321) <= 2 * work.of(30)
    assert work.of("Item 4321") <= 2 * work.of("Item 30")
    # Texts are looked for in the items: no cell is filled to read what it would show.
    assert work.of("Item 4321") < 500
    assert work.of("Item 30") < 500
    (row,) = [node for node in uimcp_stage.rows() if node.is_selected]
    assert row.name.startswith("Item 30")
    with pytest.raises(NotFound, match=r"a row of the number 5000, there is none among the rows of 5000"):
        uimcp_stage.select_row(MANY)
    with pytest.raises(NotFound, match=r"a row with the text 'Item x', there is none among the rows of 5000"):
        uimcp_stage.select_row("Item x")


def test_a_row_far_down_is_reached_by_scrolling_in_a_program_that_cannot_be_asked_for_it(
    uimcp_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work(uimcp_stage, monkeypatch)
    uimcp_stage.show(list_of_many, width=400, height=400)
    monkeypatch.setattr(uimcp_stage, "takes", lambda _, *way: way[-1] != "row")
    assert work.of(4321) <= 2 * work.of(200)
    uimcp_stage.select_row("Item 40")
    assert [row.name for row in uimcp_stage.rows() if row.is_selected] == ["Item 40"]
    with pytest.raises(NotFound, match="there is none among the rows of 5000"):
        uimcp_stage.select_row(MANY)


@pytest.mark.slow
def test_rows_of_different_heights_are_reached_without_measuring_all_of_them(
    uimcp_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Tall(fx.ListCell):  # type: ignore[misc, name-defined]  # a class that is made when it is asked for
        def update_item(self, item: int | None, empty: bool) -> None:
            self.text = "" if empty else str(item)
            self.pref_height = 20.0 + (item or 0) % 7

    made = create("ListView", items=list(range(MANY)), cellFactory=lambda _: Tall())
    work = Work(uimcp_stage, monkeypatch)
    uimcp_stage.show(made, width=400, height=400)
    assert work.of(4321) < 500
    assert [row.name for row in uimcp_stage.rows() if row.is_selected] == ["4321"]


def test_a_list_that_was_found_has_its_own_rows(controls: Stage) -> None:
    found = controls.find(css="#list")
    assert [row.name for row in found.rows()][:2] == ["Item 0", "Item 1"]
    found.select_row("Item 2")
    assert controls.find("Item 2", role="option").is_selected


@pytest.mark.parametrize("selector", ["#list", ".primary", "VBox > Button", "Button.primary"])
def test_a_target_that_looks_like_a_selector_is_told_how_to_give_one(controls: Stage, selector: str) -> None:
    with pytest.raises(NotFound, match=f"a selector is given as css='{selector}'"):
        controls.click(selector)


@pytest.mark.parametrize("text", ["Save.", "Log in", "1.5", "a, b", "..."])
def test_other_texts_are_no_selectors(controls: Stage, text: str) -> None:
    with pytest.raises(NotFound) as caught:
        controls.click(text)
    assert "a selector is given" not in str(caught.value)


def test_a_misspelt_argument_of_load_is_named_with_the_right_one(uimcp_stage: Stage) -> None:
    with pytest.raises(TypeError, match=r"load\(\) has no argument 'widht' \(did you mean width\?\)"):
        uimcp_stage.load(LOGIN, widht=400)
