from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.javafx import Options, Platform, Ui, UiError, fx, show_stage
from pytest_uimcp.javafx.scene.layout.run import MAX_LEVELS
from tests.javafx.app import App

FORM = """<VBox fx:id="top" styleClass="form">
  <Label fx:id="title" text="Sign in"/><TextField fx:id="user" promptText="user"/>
  <Button fx:id="login" text="_Log in" styleClass="button, primary"/>
  <Button fx:id="cancel" text="Cancel" disable="true"/>
</VBox>"""
ROOT = "/stages[0]/scene/root"


@pytest.fixture
def app() -> App:
    return App(FORM)


def names(app: App, **selector: Any) -> list[Any]:
    return [match["id"] for match in app.ui.query(selector)["matches"]]


def test_what_a_stylesheet_hides_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "form.css").write_text(".gone { visibility: hidden }", encoding="utf-8")
    app = App(FORM)
    app["top"].stylesheets.append(str(tmp_path / "form.css"))
    assert names(app, css="Button", predicate={"visible": True}) == ["login", "cancel"]

    app["login"].styleClass.append("gone")
    app["cancel"].style = "visibility: hidden"
    assert names(app, css="Button", predicate={"visible": True}) == []

    app["login"].visible = True
    app["cancel"].style = ""
    assert names(app, css="Button", predicate={"visible": True}) == ["cancel"]


# --- query


def test_selector_text_and_conditions_all_have_to_hold(app: App) -> None:
    assert names(app, css="Button") == ["login", "cancel"]
    assert names(app, css="Button", text="log") == ["login"]
    assert names(app, css="Button", predicate={"enabled": False}) == ["cancel"]
    assert names(app, css=".primary", text="Cancel") == []
    assert names(app, text="in", predicate={"typeIs": ["Label"], "visible": True}) == ["title"]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ({"text": "log in"}, ["login"]),
        ({"text": "Sign in", "match": "equals"}, ["title"]),
        ({"text": "sign in", "match": "equals"}, []),
        ({"text": "^(Sign|Log) in$", "match": "regex"}, ["title", "login"]),
        ({"predicate": {"idEquals": "user"}}, ["user"]),
        ({"predicate": {"styleClassHas": "primary", "textContains": "LOG"}}, ["login"]),
        ({"predicate": {"typeIs": "Labeled"}}, ["title", "login", "cancel"]),
        ({"css": "VBox > Button:disabled"}, ["cancel"]),
    ],
)
def test_what_a_selector_finds(app: App, selector: dict[str, Any], found: list[str]) -> None:
    assert names(app, **selector) == found


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        (None, "selector: expected an object with css, text or predicate; got None"),
        ({}, "selector: expected css, text or predicate, or several of them; got none"),
        ({"csss": "#a"}, "selector: no 'csss'. Did you mean css?"),
        ({"css": 5}, "selector.css: expected a text; got 5"),
        ({"css": "."}, "'.'"),
        ({"text": 5}, "selector.text: expected a text; got 5"),
        ({"text": "a", "match": "regexp"}, "selector.match: expected contains, equals, regex; got 'regexp'"),
        ({"text": "(", "match": "regex"}, "not a pattern: '('"),
        ({"text": "a" * 2000, "match": "regex"}, "a pattern of 2000 characters; 1000 are the most"),
        ({"predicate": {"typIs": "Button"}}, "predicate: no condition 'typIs'. Did you mean typeIs?"),
        ({"predicate": {"visible": "yes"}}, "visible: expected true or false; got 'yes'"),
        ({"predicate": []}, "predicate: expected an object of conditions; got []"),
    ],
)
def test_a_malformed_selector_is_an_error_that_says_what_was_expected(app: App, selector: Any, said: str) -> None:
    with pytest.raises(UiError) as caught:
        app.ui.query(selector)
    assert said in str(caught.value)


@pytest.mark.slow
def test_a_pattern_that_would_never_end_is_given_up(app: App) -> None:
    app["title"].text = "a" * 5000 + "!"
    with pytest.raises(UiError, match="takes longer than 1 s; use a simpler one") as caught:
        app.ui.query({"text": r"^(a|aa|a?a)+$", "match": "regex"})
    assert caught.value.code == "MCP_UI_TIMEOUT"


def test_matches_beyond_the_limit_are_counted_and_the_result_is_marked_truncated(app: App) -> None:
    found = app.ui.query({"predicate": {"typeIs": "Node"}}, limit=2)
    assert (len(found["matches"]), found["truncated"], found["total"]) == (2, True, 5)
    with pytest.raises(UiError, match="limit: expected a number from 1; got 0"):
        app.ui.query({"css": "Button"}, limit=0)


# --- nodes


def test_a_uid_stays_with_its_node_and_a_path_with_its_place(app: App) -> None:
    ref = app.ref("#login")
    assert ref["path"] == f"{ROOT}/Button[0]"
    app["top"].children.insert(0, fx.Button(text="New"))
    moved = app.ui.get_node({"uid": ref["uid"]})
    assert moved["ref"] == {"path": f"{ROOT}/Button[1]", "uid": ref["uid"]}
    assert app.ui.get_node({"path": f"{ROOT}/Button[0]"})["text"]["label"] == "New"


def test_a_node_s_own_uid_counts_where_a_program_sets_it(app: App) -> None:
    app["login"].properties["mcp.uid"] = "the-login"
    assert app.ref("#login")["uid"] == "the-login"
    assert app.ui.get_node({"uid": "the-login"})["id"] == "login"


def test_a_uid_whose_node_is_gone_is_stale_and_one_never_given_is_unknown(app: App) -> None:
    ref = app.ref("#login")
    app["top"].children.remove(app["login"])
    for asked, code in ((ref, "MCP_UI_STALE_REF"), ({"uid": "u-zz9"}, "MCP_UI_NODE_NOT_FOUND")):
        with pytest.raises(UiError) as caught:
            app.ui.get_node(asked)
        assert caught.value.code == code
        assert caught.value.details == {"ref": asked}


@pytest.mark.parametrize("ref", [None, "u-1", {}, {"uid": 1}, {"path": ["x"]}, {"path": "/stages[9]/scene/root"},
                                 {"path": f"{ROOT}/Button[7]"}, {"path": f"{ROOT}/../.."}, {"path": "//"}])  # fmt: skip
def test_a_malformed_reference_finds_no_node(app: App, ref: Any) -> None:
    with pytest.raises(UiError) as caught:
        app.ui.get_node(ref)
    assert caught.value.code == "MCP_UI_NODE_NOT_FOUND"


# --- snapshot


def test_the_mode_sets_the_sections_unless_the_request_names_them(app: App) -> None:
    full = app.ui.get_snapshot()["stages"][0]["scene"]["root"]
    compact = app.ui.get_snapshot(mode="compact")["stages"][0]["scene"]["root"]
    asked = app.ui.get_snapshot(mode="compact", include={"bounds": True})["stages"][0]["scene"]["root"]
    assert full["layout"]["boundsInScene"]
    assert compact["layout"] is None
    assert asked["layout"]["boundsInScene"] == full["layout"]["boundsInScene"]
    assert asked["layout"]["localToScreen"] is None


def test_the_defaults_of_a_full_snapshot_can_be_set() -> None:
    app = App(FORM, snapshot_defaults=Options(bounds=False, localToScreen=False, accessibility=True, depth=0))
    root = app.ui.get_snapshot(mode="full")["stages"][0]["scene"]["root"]
    assert root["layout"] is None
    assert root["accessibility"] == {"role": "PARENT", "help": None}
    assert (root["children"], root["moreChildren"]) == ([], 4)
    assert len(app.ui.get_snapshot(depth=1)["stages"][0]["scene"]["root"]["children"]) == 4


@pytest.mark.parametrize(
    "request_", [{"mode": "tiny"}, {"depth": -1}, {"depth": "2"}, {"include": {"bound": True}}, {"stage": "some"}]
)
def test_a_snapshot_request_with_wrong_arguments_is_refused(app: App, request_: dict[str, Any]) -> None:
    with pytest.raises(UiError, match="expected"):
        app.ui.get_snapshot(**request_)


def test_primary_is_the_first_stage_shown_and_focused_the_one_in_front(app: App) -> None:
    show_stage(app.platform, fx.VBox(), {"title": "A second one", "width": 100, "height": 100})
    titles = {
        which: [stage["title"] for stage in app.ui.get_snapshot(stage=which)["stages"]]
        for which in ("primary", "focused", "all")
    }
    assert titles == {"primary": ["App"], "focused": ["A second one"], "all": ["A second one", "App"]}
    with pytest.raises(UiError, match="stageIndex: expected 0 to 1; got 2") as caught:
        app.ui.get_snapshot(stageIndex=2)
    assert caught.value.code == "MCP_UI_NO_STAGES"


def test_without_a_stage_there_is_no_snapshot() -> None:
    ui = Ui(Platform())
    for call in (ui.get_snapshot, partial(ui.query, {"css": "*"}), partial(ui.get_node, {"uid": "u-1"})):
        with pytest.raises(UiError, match="no stage is showing; show one first") as caught:
            call()
        assert caught.value.code == "MCP_UI_NO_STAGES"


@pytest.mark.slow
def test_a_scene_of_a_hundred_thousand_nodes_can_be_captured_and_searched() -> None:
    platform, row = Platform(), 316
    root = fx.Pane()
    for _ in range(row):
        pane = fx.Pane()
        pane.children.extend(fx.Rectangle(width=1.0, height=1.0) for _ in range(row))
        root.children.append(pane)
    root.children[-1].children[-1].id = "last"
    show_stage(platform, root, {"title": "Big", "width": 100, "height": 100})
    ui = Ui(platform)
    assert ui.query({"css": "#last"})["matches"][0]["ref"]["path"] == f"{ROOT}/Pane[315]/Rectangle[315]"
    assert ui.query({"css": "Rectangle"}, limit=1)["total"] == row * row
    told = ui.get_snapshot(include={"bounds": False, "localToScreen": False})["stages"][0]["scene"]["root"]
    assert sum(len(pane["children"]) for pane in told["children"]) == row * row


def test_the_deepest_scene_is_captured_whole() -> None:
    platform = Platform()
    root = inner = fx.Pane()
    for _ in range(MAX_LEVELS - 1):
        below = fx.Pane()
        inner.children.append(below)
        inner = below
    inner.id = "deepest"
    show_stage(platform, root, {"title": "Deep", "width": 100, "height": 100})
    ui = Ui(platform)
    path = ui.query({"css": "#deepest"})["matches"][0]["ref"]["path"]
    assert path == ROOT + "/Pane[0]" * (MAX_LEVELS - 1)
    assert ui.get_node({"path": path})["id"] == "deepest"
    node = ui.get_snapshot(depth=2000)["stages"][0]["scene"]["root"]
    while node["children"]:
        node = node["children"][0]
    assert node["id"] == "deepest"
