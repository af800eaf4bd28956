from __future__ import annotations

import threading
from typing import Any

import pytest

from pytest_uimcp.javafx import NotOnFxThread, Platform, Ui, UiError, fx, show_stage
from tests.javafx.app import App

FORM = """<VBox>
  <TextField fx:id="name"/><TextField fx:id="fixed" text="fixed" editable="false"/>
  <TextField fx:id="off" disable="true"/>
  <Button fx:id="save" text="Save" onAction="#save"/><Button fx:id="locked" text="Locked" disable="true"/>
  <Button fx:id="ghost" text="Ghost" visible="false"/><Label fx:id="label" text="A label"/>
  <ListView fx:id="list" prefHeight="120"/>
</VBox>"""


class Controller:
    name: Any
    saved: list[str]

    def __init__(self) -> None:
        self.saved = []

    def save(self) -> None:
        self.saved.append(self.name.text)


@pytest.fixture
def app() -> App:
    made = App(FORM, Controller())
    made["list"].items.extend(f"Item {i}" for i in range(50))
    made.platform.pulse()
    return made


def test_an_agent_fills_a_form_and_saves_it(app: App) -> None:
    results = app.do(
        {"type": "focus", "on": "#name"},
        {"type": "typeText", "text": "Ada Lovelace, 36! äß€"},
        {"type": "click", "on": "#save"},
    )
    assert results == [{"ok": True, "type": kind} for kind in ("focus", "typeText", "click")]
    assert app.loaded.controller.saved == ["Ada Lovelace, 36! äß€"]


def test_an_action_waits_for_the_one_before_so_that_text_goes_into_the_field_that_was_clicked(app: App) -> None:
    app.do({"type": "click", "on": "#name"}, {"type": "typeText", "text": "x"}, {"type": "pressKey", "key": "a",
           "modifiers": ["CTRL"]}, {"type": "typeText", "text": "new"})  # fmt: skip
    assert app["name"].text == "new"


def test_set_text_replaces_everything_and_puts_the_caret_at_the_end(app: App) -> None:
    app.do({"type": "setText", "on": "#name", "text": "abc"})
    assert (app["name"].text, app["name"].caret_position) == ("abc", 3)


def test_a_click_at_a_place_goes_to_what_is_there(app: App) -> None:
    box = app.ui.query({"css": "#save"})["matches"][0]["layout"]["boundsInScene"]
    app.do({"type": "click", "x": box["minX"] + 5, "y": box["minY"] + 5})
    assert app.loaded.controller.saved == [""]


def test_wheel_and_keys_scroll_a_list(app: App) -> None:
    app.do({"type": "scroll", "on": "#list", "deltaY": -48})
    rows = app.ui.get_node(app.ref("#list"))["virtualization"]
    assert rows["visibleRange"]["from"] == 2
    app.click("#list")
    app.press("End")
    rows = app.ui.get_node(app.ref("#list"))["virtualization"]
    assert (rows["selectedIndices"], rows["visibleRange"]["to"]) == ([49], 49)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"type": "click", "on": "#locked"}, "click: Button#locked is disabled"),
        ({"type": "click", "on": "#ghost"}, "click: Button#ghost is not visible"),
        ({"type": "focus", "on": "#locked"}, "focus: Button#locked is disabled"),
        ({"type": "scroll", "on": "#ghost", "deltaY": -1}, "scroll: Button#ghost is not visible"),
        ({"type": "click", "x": 5000, "y": 5}, "(5000, 5) is outside its scene of 400 by 300; scroll it into view"),
        ({"type": "click", "x": -1, "y": 5}, "click: (-1, 5) is outside its scene of 400 by 300; scroll it into view"),
        ({"type": "click", "x": 5}, "click: expected both x and y, or neither; got one of them"),
        ({"type": "click"}, "click: expected a target, or x and y in the scene; got neither"),
        ({"type": "click", "x": float("nan"), "y": 1}, "click: x: expected a number; got nan"),
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
        ({"type": "scroll", "deltaY": -1}, "scroll: expected a target; the mouse is over nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_an_error_that_says_why_and_changes_nothing(
    app: App, action: dict[str, Any], said: str
) -> None:
    before = app.ui.get_snapshot()["stages"]
    assert said in app.failed(action)
    assert app.ui.get_snapshot()["stages"] == before


@pytest.mark.parametrize("name", ["fixed", "off"])
def test_nothing_is_typed_where_nothing_can_be_written(app: App, name: str) -> None:
    app.stage.scene.request_focus(app[name])
    message = app.failed({"type": "typeText", "on": f"#{name}", "text": "x"})
    assert message == f"typeText: TextField#{name} is {'read-only' if name == 'fixed' else 'disabled'}"


def test_after_an_action_that_failed_the_rest_is_done_unless_told_otherwise(app: App) -> None:
    steps = ({"type": "click", "on": "#locked"}, {"type": "click", "on": "#save"})
    assert [result["ok"] for result in app.do(*steps)] == [False, True]
    assert [result["ok"] for result in app.do(*steps, stopOnError=True)] == [False]
    assert len(app.loaded.controller.saved) == 1


def test_unknown_and_stale_references_have_different_errors(app: App) -> None:
    ref = app.ref("#label")
    app.loaded.root.children.remove(app["label"])
    unknown = {"uid": "u-zzz", "path": "/stages[0]/scene/root/Button[99]"}
    results = app.ui.perform([{"type": "click", "target": {"ref": one}} for one in (ref, unknown, {}, {"uid": 5})])
    codes = [result["error"]["code"] for result in results["results"]]
    assert codes == ["MCP_UI_STALE_REF", "MCP_UI_NODE_NOT_FOUND", "MCP_UI_NODE_NOT_FOUND", "MCP_UI_NODE_NOT_FOUND"]
    assert results["results"][0]["error"]["details"]["ref"] == ref


def test_a_path_that_leads_to_another_node_than_its_hint_is_stale(app: App) -> None:
    hinted = {"path": app.ref("#save")["path"], "hint": {"id": "delete", "type": "Button"}}
    result = app.ui.perform([{"type": "click", "target": {"ref": hinted}}])["results"][0]
    assert result["error"]["code"] == "MCP_UI_STALE_REF"
    assert app.loaded.controller.saved == []


def test_a_click_that_something_in_front_took_says_who_took_it() -> None:
    app = App('<StackPane><Button fx:id="under" text="U"/><Pane fx:id="cover"/></StackPane>')
    assert app.click("#under")["hit"] == app.ref("#cover")


def test_an_error_in_a_handler_is_reported_with_the_action_and_the_rest_still_runs() -> None:
    class Broken:
        def save(self) -> None:
            raise ValueError("disk full")

    app = App('<VBox><Button fx:id="save" text="Save" onAction="#save"/></VBox>', Broken())
    assert app.click("#save")["errors"] == ["ValueError: disk full"]
    assert "errors" not in app.do({"type": "focus", "on": "#save"})[0]


@pytest.mark.parametrize("actions", [None, "click", {}, [{"type": "focus"}] * 1001])
def test_anything_but_a_list_of_actions_of_limited_length_is_refused_as_a_whole(app: App, actions: Any) -> None:
    with pytest.raises(UiError, match="actions: expected a list of at most 1000 actions") as caught:
        app.ui.perform(actions)
    assert caught.value.code == "MCP_UI_ACTION_FAILED"


@pytest.mark.parametrize("timeout", [0, -1, "5", True, float("inf")])
def test_a_timeout_has_to_be_a_sensible_number(app: App, timeout: Any) -> None:
    with pytest.raises(UiError, match="timeoutMs: expected a number from 1"):
        app.ui.perform([], timeoutMs=timeout)


def test_a_program_that_is_never_idle_times_out_with_the_results_so_far(app: App) -> None:
    app.platform.idle_hooks.append(lambda: False)
    with pytest.raises(UiError) as caught:
        app.ui.perform([{"type": "click", "target": {"ref": app.ref("#save")}}], timeoutMs=30)
    assert caught.value.code == "MCP_UI_TIMEOUT"
    assert caught.value.details["results"] == [{"ok": True, "type": "click"}]
    assert app.loaded.controller.saved == [""]


def test_not_waiting_does_not_wait_for_what_never_ends(app: App) -> None:
    app.platform.idle_hooks.append(lambda: False)
    assert app.do({"type": "click", "on": "#save"}, awaitUiIdle=False)[0]["ok"]


def test_run_later_is_done_before_the_next_action(app: App) -> None:
    def later(_event: Any) -> None:
        app.platform.run_later(lambda: setattr(app["label"], "text", "later"))

    app["save"].on_action = later
    app.click("#save")
    assert app["label"].text == "later"


def test_work_of_another_thread_that_hands_in_its_result_is_waited_for(app: App) -> None:
    done = threading.Event()

    def work() -> None:
        app.platform.run_later(lambda: setattr(app["label"], "text", "fetched"))
        done.set()

    app["save"].on_action = lambda _event: threading.Thread(target=work).start()
    app.platform.idle_hooks.append(done.is_set)
    app.click("#save")
    assert app["label"].text == "fetched"


def test_the_fx_thread_serves_calls_and_nodes_refuse_other_threads() -> None:
    platform = Platform.spawn()
    try:
        button = platform.call(lambda: _shown(platform))
        ui = Ui(platform)
        ref = ui.query({"css": "#go"})["matches"][0]["ref"]
        assert ui.perform([{"type": "click", "target": {"ref": ref}}])["results"] == [{"ok": True, "type": "click"}]
        assert platform.call(lambda: button.text) == "clicked"
        with pytest.raises(NotOnFxThread, match="Hand the change to run_later"):
            button.text = "from elsewhere"
        with pytest.raises(NotOnFxThread):
            _ = button.text
    finally:
        platform.close()


def _shown(platform: Platform) -> Any:
    button = fx.Button(text="Go", id="go")
    button.on_action = lambda _event: setattr(button, "text", "clicked")
    show_stage(platform, fx.VBox(), {"title": "T", "width": 200, "height": 100}).scene.root.children.append(button)
    platform.pulse()
    return button


def test_without_a_stage_there_is_nothing_to_do() -> None:
    with pytest.raises(UiError) as caught:
        Ui(Platform()).perform([])
    assert caught.value.code == "MCP_UI_NO_STAGES"
