"""The contract, on a scene in memory and inside a real JavaFX: both give the same answers to the same agent."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import pytest

from tests import patience
from tests.javafx.bridge.host import Host
from tests.javafx.bridge.sides import Side, StubSide

FORM = """<VBox fx:id="top" styleClass="form">
  <TextField fx:id="name" promptText="user"/><TextField fx:id="fixed" text="fixed" editable="false"/>
  <TextField fx:id="off" disable="true"/>
  <HBox><Button fx:id="save" text="_Save" styleClass="button, primary" onAction="#save"/>
    <Button fx:id="locked" text="Locked" disable="true"/><CheckBox fx:id="sure" text="Sure"/>
    <ToggleButton fx:id="bold" text="Bold"/></HBox>
  <Button fx:id="ghost" text="Ghost" visible="false"/><Label fx:id="label" text="Sign in"/>
  <ListView fx:id="list" prefHeight="120"/>
</VBox>"""
# How long JavaFX shows a caret, and a little more.
BLINK_SECONDS = 0.6
ROOT = "/stages[0]/scene/root"


@pytest.fixture
def form(side: Side) -> Side:
    side.load(FORM)
    return side


# --- snapshots


def without_names(node: dict[str, Any]) -> dict[str, Any]:
    """A node without its uid, which is the number of its discovery, and without where its window is."""
    layout = {key: value for key, value in (node["layout"] or {}).items() if key != "localToScreen"}
    rest = {key: value for key, value in node.items() if key not in ("ref", "layout", "children", "virtualization")}
    return {
        **rest,
        "path": node["ref"]["path"],
        "layout": {name: {side: round(size, 2) for side, size in box.items()} for name, box in layout.items()},
        "children": [without_names(child) for child in node["children"]],
    }


def test_the_snapshot_of_a_form_is_the_same_in_memory_and_in_the_program(host: Host) -> None:
    stub = StubSide()
    stub.load(FORM)
    host.load(FORM, width=400, height=300, undecorated=True)
    arguments = {"include": {"accessibility": True, "properties": True}}
    expected, answer = (side.tool("ui_get_snapshot", **arguments)["stages"][0] for side in (stub, host))
    stub.close()
    assert answer["scene"]["stylesheets"] == expected["scene"]["stylesheets"]
    assert without_names(answer["scene"]["root"]) == without_names(expected["scene"]["root"])


def test_a_snapshot_has_the_parts_of_the_contract(form: Side) -> None:
    snapshot = form.tool("ui_get_snapshot")
    assert snapshot["schema"] == "mcp-javafx-ui/1.0"
    assert list(snapshot) == ["schema", "capturedAt", "app", "focus", "stages"]
    assert snapshot["focus"]["focusedNode"]["path"] == f"{ROOT}/TextField[0]"
    assert snapshot["focus"]["focusedWindow"] == {"stageIndex": 0}
    (stage,) = snapshot["stages"]
    assert (stage["title"], stage["showing"], stage["focused"]) == ("App", True, True)
    assert snapshot["capturedAt"].endswith("Z")


def test_the_mode_sets_the_sections_unless_the_request_names_them(form: Side) -> None:
    full, compact, asked = (
        form.tool("ui_get_snapshot", **arguments)["stages"][0]["scene"]["root"]
        for arguments in ({}, {"mode": "compact"}, {"mode": "compact", "include": {"bounds": True}})
    )
    assert full["layout"]["boundsInScene"]
    assert compact["layout"] is None
    assert asked["layout"]["boundsInScene"] == full["layout"]["boundsInScene"]
    assert asked["layout"]["localToScreen"] is None


def test_a_snapshot_ends_at_its_depth_and_says_how_much_is_below(form: Side) -> None:
    root = form.tool("ui_get_snapshot", depth=0)["stages"][0]["scene"]["root"]
    assert (root["children"], root["moreChildren"]) == ([], 7)


def test_nulls_can_be_left_out(form: Side) -> None:
    root = form.tool("ui_get_snapshot", omitNulls=True)["stages"][0]["scene"]["root"]
    assert "accessibility" not in root
    assert "id" in root


def test_stages_are_numbered_by_title(side: Side) -> None:
    side.load(FORM, title="B")
    side.load(FORM, title="A")
    titles = {
        which: [stage["title"] for stage in side.tool("ui_get_snapshot", stage=which)["stages"]]
        for which in ("primary", "focused", "all")
    }
    assert titles == {"primary": ["B"], "focused": ["A"], "all": ["A", "B"]}
    error = side.tool("ui_get_snapshot", stageIndex=2)["error"]
    assert (error["code"], error["message"]) == ("MCP_UI_NO_STAGES", "stageIndex: expected 0 to 1; got 2")


def test_a_list_tells_of_the_rows_in_sight(form: Side) -> None:
    rows = form.node("#list")["virtualization"]
    assert (rows["kind"], rows["itemsCount"], rows["visibleRange"]) == ("ListView", 50, {"from": 0, "to": 4})
    assert [row["cells"][0]["text"] for row in rows["visibleCells"]] == [f"Item {number}" for number in range(5)]


def test_a_snapshot_as_text_has_a_line_for_each_node(side: Side) -> None:
    side.load('<VBox><Label text="Hi"/><CheckBox text="Sure" selected="true"/></VBox>')
    expected = ["  VBox", '    Label "Hi"', '    CheckBox "Sure" [focused selected checked]']
    lines: list[str] = []
    end = time.monotonic() + patience.SECONDS
    # On a busy machine the window manager takes the focus for a moment.
    while lines != expected and time.monotonic() < end:
        text = side.text("ui_get_snapshot", mode="compact", format="text")
        lines = [line.split(" (uid=")[0] + line.partition(")")[2] for line in text.splitlines()[1:]]
    assert lines == expected


def test_the_text_of_an_answer_is_its_data_unless_the_client_wants_them_once(side: Side) -> None:
    side.load('<VBox opacity="0.333"><Label fx:id="label" text="a &quot;b&quot; \\ c &#10; &#228; &#128512;"/></VBox>')
    ref = side.ref("#label")
    assert json.loads(side.text("ui_get_node", ref=ref)) == side.tool("ui_get_node", ref=ref)
    snapshot = json.loads(side.text("ui_get_snapshot"))
    assert snapshot["stages"] == side.tool("ui_get_snapshot", format="data")["stages"]
    assert snapshot["stages"][0]["scene"]["root"]["opacity"] == 0.333
    assert side.label() == 'a "b" \\ c \n \u00e4 \U0001f600'
    assert side.text("ui_get_snapshot", format="data") == "The data is in structuredContent."


# --- queries


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ({"css": "Button"}, ["save", "locked", "ghost"]),
        ({"css": "HBox > Button.primary"}, ["save"]),
        ({"css": "VBox Button:disabled"}, ["locked"]),
        ({"css": "#nothing"}, []),
        ({"css": ""}, []),
        ({"text": "save"}, ["save"]),
        ({"text": "Sign in", "match": "equals"}, ["label"]),
        ({"text": "sign in", "match": "equals"}, []),
        ({"text": "^(Sign|Save)", "match": "regex"}, ["save", "label"]),
        ({"predicate": {"idEquals": "name"}}, ["name"]),
        ({"predicate": {"styleClassHas": "primary", "textContains": "SAVE"}}, ["save"]),
        ({"predicate": {"typeIs": "ButtonBase", "enabled": True, "visible": True}}, ["save", "sure", "bold"]),
        ({"css": "Button", "predicate": {"enabled": False}}, ["locked"]),
    ],
)
def test_what_a_selector_finds(form: Side, selector: dict[str, Any], ids: list[str]) -> None:
    assert form.ids(**selector) == ids


def test_a_match_is_told_in_short(form: Side) -> None:
    (match,) = form.query(css="#save")
    assert set(match) == {"ref", "type", "id", "summary", "layout"}
    assert (match["type"], match["summary"]) == ("Button", "Button[text=_Save]")
    assert match["ref"]["path"] == f"{ROOT}/HBox[0]/Button[0]"
    assert match["ref"]["uid"].startswith("u-")


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        ({}, "selector: expected css, text or predicate, or several of them; got none"),
        ({"css": "."}, "a selector needs a type, an #id or a .class; got '.'"),
        ({"css": 5}, "selector.css: must be a string or null, got 5"),
        ({"csss": "x"}, "selector: Additional properties are not allowed ('csss' was unexpected)"),
        ({"text": "("  , "match": "regex"}, "not a pattern: '('"),
        ({"text": "a", "match": "regexp"}, "match: must be one of 'contains', 'equals', 'regex', got 'regexp'"),
        ({"text": "a" * 2000, "match": "regex"}, "a pattern of 2000 characters; 1000 are the most"),
        ({"predicate": {"typIs": "Button"}}, "predicate: no condition 'typIs'. Did you mean typeIs?"),
        ({"predicate": {"visible": "yes"}}, "visible: expected true or false; got 'yes'"),
        ({"css": "x" * 10_001}, "a selector of 10001 characters is too long"),
    ],
)  # fmt: skip
def test_a_malformed_selector_says_what_was_expected(form: Side, selector: Any, said: str) -> None:
    error = form.tool("ui_query", selector=selector)["error"]
    assert error["code"] == "MCP_UI_INTERNAL"
    assert said in error["message"]


def test_a_pattern_that_would_never_end_is_given_up(side: Side) -> None:
    side.load(f'<VBox><Label text="{"a" * 5000}!"/></VBox>')
    error = side.tool("ui_query", selector={"text": "^(a|aa|a?a)+$", "match": "regex"})["error"]
    assert error["code"] == "MCP_UI_TIMEOUT"
    assert "takes longer than 1 s; use a simpler one" in error["message"]


def test_matches_beyond_the_limit_are_counted(form: Side) -> None:
    answer = form.tool("ui_query", selector={"css": "Button"}, limit=2)
    assert (len(answer["matches"]), answer["truncated"], answer["total"]) == (2, True, 3)


# --- references


def test_an_unknown_reference_is_not_found(form: Side) -> None:
    for ref, said in (
        ({"uid": "u-zzzzz"}, "Node not found for uid=u-zzzzz path=None"),
        ({"path": "/stages[9]/scene/root"}, "Node not found for uid=None path=/stages[9]/scene/root"),
        ({"path": f"{ROOT}/Button[7]"}, f"Node not found for uid=None path={ROOT}/Button[7]"),
        ({"path": f"{ROOT}/../.."}, f"Node not found for uid=None path={ROOT}/../.."),
        ({}, "expected a ref with uid or path; got {}"),
    ):
        error = form.tool("ui_get_node", ref=ref)["error"]
        assert (error["code"], error["message"]) == ("MCP_UI_NODE_NOT_FOUND", said)
        assert error["details"] == {"ref": ref}


def test_a_path_that_leads_to_another_node_than_its_hint_is_stale(form: Side) -> None:
    hinted = {"path": form.ref("#save")["path"], "hint": {"id": "delete", "type": "Button"}}
    error = form.tool("ui_get_node", ref=hinted)["error"]
    assert error["code"] == "MCP_UI_STALE_REF"
    assert error["message"].endswith("leads to another node now (Button); query again")


def test_a_node_is_told_with_every_section(form: Side) -> None:
    node = form.node("#sure")
    assert node["accessibility"] == {"role": "CHECK_BOX", "help": None}
    assert node["fx"] == {"properties": {"tooltip": None, "userData": None}}
    assert node["value"] == {"text": None, "selected": None, "checked": False}
    assert node["module"] == "javafx.controls"
    assert node["children"] == []


# --- actions


def test_an_agent_fills_a_form_and_saves_it(form: Side) -> None:
    results = form.do(
        {"type": "focus", "on": "#name"},
        {"type": "typeText", "text": "Ada Lovelace, 36! @äß€"},
        {"type": "click", "on": "#save"},
    )
    assert results == [{"ok": True, "type": kind} for kind in ("focus", "typeText", "click")]
    assert form.label() == "saved 1: Ada Lovelace, 36! @äß€"


def test_an_action_waits_for_the_one_before(form: Side) -> None:
    form.do(
        {"type": "click", "on": "#name"},
        {"type": "typeText", "text": "x"},
        {"type": "pressKey", "key": "a", "modifiers": ["CTRL"]},
        {"type": "typeText", "text": "new"},
    )
    assert form.node("#name")["value"]["text"] == "new"


def test_set_text_replaces_everything(form: Side) -> None:
    form.do({"type": "setText", "on": "#name", "text": "abc"}, {"type": "setText", "on": "#name", "text": "d"})
    assert form.node("#name")["value"]["text"] == "d"


def test_a_click_turns_a_check_box_and_a_toggle_on(form: Side) -> None:
    form.do({"type": "click", "on": "#sure"}, {"type": "click", "on": "#bold"})
    assert form.node("#sure")["value"]["checked"] is True
    assert form.node("#bold")["value"]["selected"] is True
    assert "selected" in form.node("#bold")["pseudoClass"]


def test_a_click_at_a_place_goes_to_what_is_there(form: Side) -> None:
    box = form.query(css="#save")[0]["layout"]["boundsInScene"]
    form.do({"type": "click", "x": box["minX"] + 5, "y": box["minY"] + 5})
    assert form.label() == "saved 1: "


def test_two_calls_are_two_clicks_and_a_double_click_is_said(side: Side) -> None:
    side.load('<VBox><TextField fx:id="name" text="one two"/></VBox>')
    for _ in range(2):
        side.do({"type": "click", "on": "#name", "x": 15, "y": 12})
    side.do({"type": "typeText", "text": "X"})
    assert "one two".replace("o", "") in side.node("#name")["value"]["text"].replace("X", "").replace("o", "")
    side.do({"type": "setText", "on": "#name", "text": "one two"})
    side.do({"type": "click", "on": "#name", "x": 15, "y": 12, "clickCount": 2}, {"type": "typeText", "text": "X"})
    assert side.node("#name")["value"]["text"].startswith("X")
    assert "two" in side.node("#name")["value"]["text"]


def test_keys_and_wheel_go_through_a_list(form: Side) -> None:
    form.do({"type": "scroll", "on": "#list", "deltaY": -48})
    assert form.node("#list")["virtualization"]["visibleRange"]["from"] == 2
    form.do({"type": "click", "on": "#list"}, {"type": "pressKey", "key": "End"})
    rows = form.node("#list")["virtualization"]
    assert (rows["selectedIndices"], rows["visibleRange"]["to"]) == ([49], 49)


def test_the_tab_key_moves_the_focus(form: Side) -> None:
    form.do({"type": "focus", "on": "#name"}, {"type": "pressKey", "key": "TAB"})
    assert form.tool("ui_get_snapshot")["focus"]["focusedNode"]["path"] == f"{ROOT}/TextField[1]"


@pytest.mark.parametrize(
    ("row", "index"), [(40, 40), ("Item 33", 33), (" Item  4 ", 4), ("tem 2", 2)]
)  # fmt: skip
def test_a_row_out_of_sight_is_clicked_by_its_number_or_text(form: Side, row: Any, index: int) -> None:
    action = {"type": "click", "target": {"ref": form.ref("#list"), "row": row}}
    assert form.do(action) == [{"ok": True, "type": "click"}]
    assert form.node("#list")["virtualization"]["selectedIndices"] == [index]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (50, "target.row: expected 0 to 49; got 50"),
        ("x", "target.row: none of the 50 rows of ListView has the text 'x'"),
        (True, "target.row: expected a number from 0, or a text; got True"),
    ],
)
def test_a_row_that_is_not_there_is_an_error(form: Side, row: Any, said: str) -> None:
    (result,) = form.do({"type": "click", "target": {"ref": form.ref("#list"), "row": row}})
    assert (result["error"]["code"], result["error"]["message"]) == ("MCP_UI_NODE_NOT_FOUND", said)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"type": "click", "on": "#locked"}, "click: Button#locked is disabled"),
        ({"type": "click", "on": "#ghost"}, "click: Button#ghost is not visible"),
        ({"type": "focus", "on": "#locked"}, "focus: Button#locked is disabled"),
        ({"type": "scroll", "on": "#ghost", "deltaY": -1}, "scroll: Button#ghost is not visible"),
        ({"type": "typeText", "on": "#fixed", "text": "x"}, "typeText: TextField#fixed is read-only"),
        ({"type": "typeText", "on": "#off", "text": "x"}, "typeText: TextField#off is disabled"),
        ({"type": "click", "x": 5000, "y": 5}, "(5000, 5) is outside its scene of 400 by 300; scroll it into view"),
        ({"type": "click", "x": 5}, "click: expected both x and y, or neither; got one of them"),
        ({"type": "click"}, "click: expected a target, or x and y in the scene; got neither"),
        ({"type": "click", "x": "1", "y": 1}, "click: x: expected a number; got '1'"),
        ({"type": "click", "on": "#save", "button": "LEFT"}, "button: expected PRIMARY, SECONDARY, MIDDLE; got 'LEFT'"),
        ({"type": "click", "on": "#save", "clickCount": 9}, "click: clickCount: expected 1, 2 or 3; got 9"),
        ({"type": "focus"}, "focus: expected a target with a ref; got none"),
        ({"type": "focus", "target": "#save"}, "focus: target: expected"),
        ({"type": "typeText", "text": 5}, "typeText: text: expected a text; got 5"),
        ({"type": "setText", "on": "#label", "text": "x"}, "Label#label is not a text input; type into it instead"),
        ({"type": "pressKey", "key": "ENTR"}, "Did you mean ENTER?"),
        ({"type": "pressKey"}, "key: expected the name of a key such as ENTER, TAB or A; got None"),
        ({"type": "pressKey", "key": "A", "modifiers": "CTRL"}, "expected a list such as ['CTRL']; got 'CTRL'"),
        ({"type": "pressKey", "key": "A", "modifiers": ["A"]}, "modifiers: 'A' is not a modifier"),
        ({"type": "clik"}, "expected focus, click, typeText, setText, pressKey, scroll. Did you mean click?"),
        ({"no": "type"}, "no action None; expected focus, click"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_an_error_that_says_why(form: Side, action: dict[str, Any], said: str) -> None:
    (result,) = form.do(action)
    assert result["ok"] is False
    assert result["error"]["code"] == "MCP_UI_ACTION_FAILED"
    assert said in result["error"]["message"]
    assert form.label() == "Sign in"


def test_after_an_action_that_failed_the_rest_is_done_unless_told_otherwise(form: Side) -> None:
    steps = ({"type": "click", "on": "#locked"}, {"type": "click", "on": "#save"})
    assert [result["ok"] for result in form.do(*steps)] == [False, True]
    assert [result["ok"] for result in form.do(*steps, stopOnError=True)] == [False]
    assert form.label() == "saved 1: "


def test_a_click_that_something_in_front_took_says_who_took_it(side: Side) -> None:
    side.load('<StackPane><Button fx:id="under" text="U"/><Pane fx:id="cover"/></StackPane>')
    (result,) = side.do({"type": "click", "on": "#under"})
    assert result["hit"] == side.ref("#cover")


def test_an_error_in_a_handler_is_reported_with_the_action_and_the_rest_still_runs(side: Side) -> None:
    side.load(
        '<VBox><Button fx:id="broken" text="B" onAction="#fail"/><Button fx:id="save" text="S" onAction="#save"/>'
        '<Label fx:id="label"/></VBox>'
    )
    first, second = side.do({"type": "click", "on": "#broken"}, {"type": "click", "on": "#save"})
    (error,) = first["errors"]
    assert error.endswith(": disk full")
    assert "errors" not in second
    assert side.label() == "saved 1"


def test_what_a_handler_hands_in_is_done_before_the_answer(side: Side) -> None:
    side.load('<VBox><Button fx:id="go" text="Go" onAction="#later"/><Label fx:id="label"/></VBox>')
    side.do({"type": "click", "on": "#go"})
    assert side.label() == "later"


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ui_query", {"selectr": {}}, "unknown argument 'selectr' (did you mean selector?)"),
        ("ui_query", {}, "selector must be an object; it is missing"),
        ("ui_get_snapshot", {"mode": "short"}, "must be one of 'full', 'compact'"),
        ("ui_get_snapshot", {"depth": -1}, "-1 is less than the minimum of 0"),
        ("ui_get_snapshot", {"include": {"bound": True}}, "'bound' was unexpected"),
        ("ui_perform", {"actions": "click"}, "actions must be an array, got str"),
        ("ui_perform", {"actions": [], "timeoutMs": 0}, "0 is less than or equal to the minimum of 0"),
        ("ui_screenshot", {"stageIndex": "first"}, "stageIndex must be an integer, got str"),
    ],
)
def test_wrong_arguments_are_errors_of_the_contract(form: Side, tool: str, arguments: Any, said: str) -> None:
    error = form.tool(tool, **arguments)["error"]
    assert error["code"] == "MCP_UI_INTERNAL"
    assert said in error["message"]


def test_too_many_actions_are_refused_as_a_whole(form: Side) -> None:
    error = form.tool("ui_perform", actions=[{"type": "focus"}] * 1001)["error"]
    assert error["code"] == "MCP_UI_ACTION_FAILED"
    assert "actions: expected a list of at most 1000 actions" in error["message"]


@pytest.mark.parametrize("tool", ["ui_get_snapshot", "ui_query", "ui_perform", "ui_screenshot", "ui_get_node"])
def test_without_a_stage_every_tool_says_so(side: Side, tool: str) -> None:
    needed: dict[str, dict[str, object]] = {
        "ui_query": {"selector": {"css": "*"}}, "ui_perform": {"actions": []}, "ui_get_node": {"ref": {"uid": "u-1"}},
    }  # fmt: skip
    error = side.tool(tool, **needed.get(tool, {}))["error"]
    assert (error["code"], error["message"]) == ("MCP_UI_NO_STAGES", "no stage is showing; show one first")


def test_a_screenshot_is_a_picture_of_the_scene(form: Side) -> None:
    picture = form.tool("ui_screenshot")
    png = base64.b64decode(picture["dataBase64"])
    assert picture["contentType"] == "image/png"
    assert png.startswith(b"\x89PNG")
    # Width and height, in the first chunk.
    assert (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) == (400, 300)


def test_pictures_of_the_same_state_are_equal_although_carets_blink(form: Side) -> None:
    form.do({"type": "click", "on": "#name"})
    end = time.monotonic() + BLINK_SECONDS
    pictures = {form.tool("ui_screenshot")["dataBase64"]}
    while time.monotonic() < end:
        pictures.add(form.tool("ui_screenshot")["dataBase64"])
    assert len(pictures) == 1
