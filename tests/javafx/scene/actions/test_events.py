"""An event on its way from its target to the window, and who hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import Platform, fx, show_stage
from pytest_uimcp.javafx.scene.actions.events import FxEvent, copy_to, fire, inside, platform_of
from pytest_uimcp.javafx.scene.actions.robot import robot_of


class Heard:
    """A button in a box, and what both hear."""

    def __init__(self) -> None:
        self.platform = Platform()
        self.button = fx.Button(id="button", text="Press")
        self.field = fx.TextField(id="field")
        self.box = fx.VBox(id="box", children=[self.button, self.field])
        self.stage = show_stage(self.platform, self.box, {"title": "T", "width": 200, "height": 100})
        self.events: list[tuple[str, str]] = []
        self.robot = robot_of(self.platform)

    def listen(self, node: Any, kind: str, consume: bool = False) -> None:
        def handler(event: FxEvent) -> None:
            self.events.append((node.id, event.kind))
            if consume:
                event.consume()

        node.add_event_handler(kind, handler)


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_an_event_goes_from_its_target_to_the_root(heard: Heard) -> None:
    heard.listen(heard.box, "CUSTOM")
    heard.listen(heard.button, "CUSTOM")
    assert heard.button.fire_event(FxEvent("CUSTOM", heard.box)) is False
    assert heard.events == [("button", "CUSTOM"), ("box", "CUSTOM")]


def test_who_consumes_an_event_stops_it(heard: Heard) -> None:
    heard.listen(heard.box, "CUSTOM")
    heard.listen(heard.button, "CUSTOM", consume=True)
    assert fire(FxEvent("CUSTOM", heard.button)) is True
    assert heard.events == [("button", "CUSTOM")]


def test_the_property_of_a_kind_hears_of_it_last(heard: Heard) -> None:
    heard.listen(heard.button, "ACTION")
    heard.button.on_action = lambda event: heard.events.append(("property", event.getEventType()))
    heard.button.on_action = lambda event: heard.events.append(("property", event.kind))
    heard.button.fire()
    assert heard.events == [("button", "ACTION"), ("property", "ACTION")]


def test_the_event_goes_on_after_a_handler_that_raises(heard: Heard) -> None:
    heard.button.add_event_handler("CUSTOM", lambda _event: 1 / 0)
    heard.listen(heard.box, "CUSTOM")
    fire(FxEvent("CUSTOM", heard.button))
    assert heard.events == [("box", "CUSTOM")]
    assert [type(error) for error in heard.platform.errors] == [ZeroDivisionError]


def test_watchers_see_an_event_before_it_sets_out(heard: Heard) -> None:
    kinds: list[str] = []
    heard.platform.event_watchers.append(lambda event: kinds.append(event.kind))
    heard.listen(heard.button, "CUSTOM", consume=True)
    fire(FxEvent("CUSTOM", heard.button))
    assert kinds == ["CUSTOM"]


def test_a_copy_is_another_event(heard: Heard) -> None:
    event = FxEvent("CUSTOM", heard.button)
    event.consume()
    heard.listen(heard.field, "CUSTOM")
    assert copy_to(event, heard.field) is False
    assert heard.events == [("field", "CUSTOM")]


@pytest.mark.parametrize(
    ("kind", "identifier"), [("button", "button"), ("VBox", "box"), ("root", "box"), ("text-field", None)]
)
def test_a_node_at_or_above_the_target_is_found_by_class(heard: Heard, kind: str, identifier: str | None) -> None:
    node = inside(FxEvent("CUSTOM", heard.button), kind)
    assert (node.css_id if node is not None else None) == identifier


def test_a_platform_is_that_of_a_visible_window(heard: Heard) -> None:
    assert platform_of(heard.button) is heard.platform
    assert platform_of(heard.stage.scene) is heard.platform
    assert platform_of(fx.Label()) is None
    heard.stage.hide()
    assert platform_of(heard.button) is None


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("getCode", "A"), ("getClickCount", 2), ("getText", "a"), ("isShiftDown", True), ("isControlDown", False),
     ("isConsumed", False)],
)  # fmt: skip
def test_handlers_may_spell_as_java_does(heard: Heard, attribute: str, value: object) -> None:
    event: Any = FxEvent(
        "KEY_PRESSED", heard.button, code="A", character="a", modifiers=frozenset({"shift"}), click_count=2
    )
    assert getattr(event, attribute)() == value
    assert event.clickCount == 2


def test_an_attribute_that_no_event_has_is_an_error_that_lists_them(heard: Heard) -> None:
    event: Any = FxEvent("KEY_PRESSED", heard.button)
    with pytest.raises(AttributeError, match=r"an event has no 'getNothing'; it has alt, button, character"):
        event.getNothing()


def test_the_mouse_hovers_presses_and_clicks(heard: Heard) -> None:
    for kind in ("MOUSE_ENTERED", "MOUSE_PRESSED", "MOUSE_RELEASED", "MOUSE_CLICKED", "ACTION"):
        heard.listen(heard.button, kind)
    heard.robot.click(heard.button)
    assert [kind for _, kind in heard.events] == [
        "MOUSE_ENTERED", "MOUSE_PRESSED", "ACTION", "MOUSE_RELEASED", "MOUSE_CLICKED",
    ]  # fmt: skip
    assert heard.button.hover
    assert not heard.button.pressed


@pytest.mark.parametrize(("pause", "counts"), [(0.0, [1, 2, 3]), (600.0, [1, 1, 1])])
def test_clicks_count_while_they_follow_each_other(heard: Heard, pause: float, counts: list[int]) -> None:
    clicks: list[int] = []
    heard.button.add_event_handler("MOUSE_CLICKED", lambda event: clicks.append(event.click_count))
    for _ in counts:
        heard.robot.click(heard.button)
        heard.platform.clock.advance(pause)
    assert clicks == counts


def test_a_disabled_button_fires_nothing(heard: Heard) -> None:
    heard.listen(heard.button, "ACTION")
    heard.button.disable = True
    heard.button.fire()
    heard.robot.click(heard.button)
    assert heard.events == []


def test_keys_go_to_the_owner_of_the_focus(heard: Heard) -> None:
    heard.field.request_focus()
    heard.robot.type("Añ\n")
    assert heard.field.text == "Añ"
    heard.robot.press("Home", ["SHIFT"])
    assert heard.field.selectedText == "Añ"
    heard.robot.press("BackSpace")
    assert heard.field.text == ""


@pytest.mark.parametrize(
    ("key", "held", "owner"), [("Tab", None, "field"), ("Tab", ["SHIFT"], "field"), ("Down", None, "field")]
)
def test_the_keyboard_moves_the_focus(heard: Heard, key: str, held: list[str] | None, owner: str) -> None:
    heard.button.request_focus()
    heard.robot.press(key, held)
    focus_owner = heard.stage.scene.focus_owner if heard.stage.scene is not None else None
    assert focus_owner is not None
    assert focus_owner.css_id == owner
