"""The clock, windows, focus and popups of one platform."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from pytest_uimcp.javafx import JavaFxError, Platform, WrongValue, alert, create, fx, show_stage
from pytest_uimcp.javafx.scene.actions.robot import robot_of
from pytest_uimcp.javafx.scene.stage.clock import FRAME_MS, PulseClock
from pytest_uimcp.javafx.scene.stage.popups import show_choices, show_menu, show_popup, showing_popup
from pytest_uimcp.javafx.scene.stage.window import DECORATION, MAX_WINDOW_PX


def clock() -> PulseClock:
    return PulseClock(lambda work: work())


def test_what_is_due_runs_in_the_order_of_its_time_each_at_its_own() -> None:
    ticking = clock()
    ran: list[tuple[str, float]] = []

    def note(name: str) -> None:
        ran.append((name, ticking.now))

    for delay, name in ((20.0, "b"), (10.0, "a"), (20.0, "c"), (-5.0, "now")):
        ticking.after(delay, partial(note, name))
    ticking.advance(15)
    assert ran == [("now", 0.0), ("a", 10.0)]
    ticking.advance(5)
    assert ran[2:] == [("b", 20.0), ("c", 20.0)]


def test_a_cancelled_timer_does_not_run() -> None:
    ticking = clock()
    ran: list[str] = []
    ticking.after(1, lambda: ran.append("a")).cancel()
    ticking.advance(10)
    assert (ran, ticking.now) == ([], 10.0)


def test_a_timer_may_ask_for_another_within_the_same_time() -> None:
    ticking = clock()
    times: list[float] = []

    def again() -> None:
        times.append(ticking.now)
        if len(times) < 3:
            ticking.after(10, again)

    ticking.after(10, again)
    ticking.advance(100)
    assert times == [10.0, 20.0, 30.0]


def test_a_pulse_is_a_frame() -> None:
    platform = Platform()
    platform.pulse()
    assert platform.clock.now == FRAME_MS


def stage(platform: Platform, title: str, *children: Any, **options: Any) -> Any:
    return show_stage(platform, fx.VBox(children=children), {"title": title, "width": 200, "height": 100, **options})


def test_stages_are_numbered_by_title_and_then_by_the_order_of_showing() -> None:
    platform = Platform()
    shown = [stage(platform, title) for title in ("B", "A", "B")]
    assert platform.stages == [shown[1], shown[0], shown[2]]
    assert platform.primary is shown[0]
    assert platform.focused is shown[2]
    shown[0].hide()
    assert platform.primary is shown[1]


def test_the_stage_shown_last_gets_the_focus_of_one_that_closes() -> None:
    platform = Platform()
    first = stage(platform, "1")
    second = stage(platform, "2")
    third = stage(platform, "3")
    first.to_front()
    first.hide()
    assert platform.focused is third
    third.hide()
    assert platform.focused is second
    second.close()
    assert (platform.focused, platform.windows) == (None, [])


@pytest.mark.parametrize(("decorated", "edges"), [(False, (0.0, 0.0)), (True, (DECORATION.left, DECORATION.top))])
def test_a_scene_begins_inside_the_decoration(decorated: bool, edges: tuple[float, float]) -> None:
    window = stage(Platform(), "T", x=100, y=50, decorated=decorated)
    assert window.inside == edges
    assert window.origin == (100 + edges[0], 50 + edges[1])


def test_a_stage_is_as_large_as_its_scene_or_the_other_way_round() -> None:
    platform = Platform()
    box = fx.VBox(min_width=120, min_height=80)
    window = show_stage(platform, box, {"title": "T"})
    assert (window.values["width"], window.values["height"]) == (120.0, 80.0)
    window.resize(300, 1e9)
    assert (box.width, box.height) == (300.0, MAX_WINDOW_PX)


def focus_owner(window: Any) -> str | None:
    owner = window.scene.focus_owner
    return owner.css_id if owner is not None else None


def test_the_first_stop_has_the_focus_when_a_window_opens() -> None:
    window = stage(Platform(), "T", fx.Label(id="label"), fx.Button(id="off", disable=True), fx.Button(id="first"))
    assert focus_owner(window) == "first"


@pytest.mark.parametrize("change", ["disable", "hide", "remove"])
def test_the_focus_goes_on_from_a_node_that_cannot_keep_it_and_never_comes_back(change: str) -> None:
    platform = Platform()
    buttons = [fx.Button(id=name) for name in "abc"]
    window = stage(platform, "T", *buttons)
    buttons[1].request_focus()
    if change == "disable":
        buttons[1].disable = True
    elif change == "hide":
        buttons[1].visible = False
    else:
        window.root.children.remove(buttons[1])
    platform.pulse()
    assert focus_owner(window) == ("c" if change != "remove" else "a")
    buttons[1].disable = False
    buttons[1].visible = True
    platform.pulse()
    assert not buttons[1].focused


def test_only_the_owner_in_the_focused_window_is_focused() -> None:
    platform = Platform()
    one, two = fx.Button(id="one"), fx.Button(id="two")
    first = stage(platform, "1", one)
    stage(platform, "2", two)
    assert (one.focused, two.focused) == (False, True)
    first.to_front()
    assert (one.focused, two.focused) == (True, False)


def test_a_modal_dialog_takes_the_input_of_all_that_it_does_not_belong_to() -> None:
    platform = Platform()
    answers: list[str | None] = []
    button = fx.Button(id="delete", text="Delete")
    window = stage(platform, "T", button)
    dialog = alert(button, "CONFIRMATION", content="Sure?", answered=answers.append)
    assert platform.blocked(window)
    assert not platform.blocked(dialog)
    assert platform.focused is dialog
    dialog.hide()
    assert (answers, platform.focused, platform.blocked(window)) == ([None], window, False)


@pytest.mark.parametrize(
    ("kind", "message"), [("SHOUT", "there is no alert of the kind 'SHOUT'; there are INFORMATION, WARNING")]
)
def test_an_alert_of_an_unknown_kind_is_an_error(kind: str, message: str) -> None:
    button = fx.Button()
    stage(Platform(), "T", button)
    with pytest.raises(JavaFxError, match=message):
        alert(button, kind)


def test_an_alert_needs_an_owner_that_shows() -> None:
    with pytest.raises(JavaFxError, match="an alert needs a node of a visible scene as its owner"):
        alert(fx.Button())


def test_a_popup_is_above_its_stage_and_goes_with_it() -> None:
    platform = Platform()
    button = fx.Button(text="Open")
    window = stage(platform, "T", button, x=10, y=20)
    popup = show_popup(button, fx.Label(text="Hi"), 30, 40)
    assert platform.stacked() == [window, popup]
    assert (popup.stage, popup.origin, window.popups) == (window, (30.0, 40.0), [popup])
    window.hide()
    assert platform.windows == []


def test_a_popup_needs_an_owner_that_shows() -> None:
    popup: Any = create("Popup")
    popup.scene = create("Scene", root=fx.Label())
    with pytest.raises(WrongValue, match="a popup needs a visible owner; <Label> is not visible"):
        popup.show(fx.Label(), 0, 0)


@pytest.mark.parametrize("name", ["ComboBox", "ChoiceBox"])
def test_what_is_behind_an_arrow_is_open_once(name: str) -> None:
    platform = Platform()
    box = getattr(fx, name)(items=["a", "b"])
    stage(platform, "T", box)
    popup = show_choices(box)
    assert popup is not None
    assert (box.showing, popup.opener, showing_popup(box), show_choices(box)) == (True, box, popup, popup)
    popup.hide()
    assert (box.showing, showing_popup(box)) == (False, None)


def test_a_node_without_an_arrow_opens_nothing() -> None:
    label = fx.Label()
    stage(Platform(), "T", label)
    assert show_choices(label) is None


def test_a_press_beside_a_menu_closes_it() -> None:
    platform = Platform()
    button = fx.Button(text="Elsewhere")
    label = fx.Label(text="Here")
    stage(platform, "T", button, label)
    chosen: list[str] = []
    menu = fx.ContextMenu(items=[fx.MenuItem(text="Copy", on_action=lambda _event: chosen.append("Copy"))])
    popup = show_menu(menu, label)
    robot = robot_of(platform)
    robot.click(button)
    assert (popup.read("showing"), chosen) == (False, [])
    popup = show_menu(menu, label)
    platform.pulse()
    row = next(node for node in popup.root.walk() if node.fx.name == "MenuItemContainer")
    robot.click(row)
    assert (popup.read("showing"), chosen) == (False, ["Copy"])
