"""Check boxes, switches and radio buttons on both faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]

LUA = """
T = session:prototype("T", {done = false, choice = "b", calls = 0, given = EMPTY, allowed = true, flips = EMPTY})
function T:toggle()
    self.calls = self.calls + 1
    if self.allowed then self.done = not self.done end
end
function T:pick()
    self.calls = self.calls + 1
    if self.allowed then self.choice = "a" end
end
function T:take(value)
    self.calls = self.calls + 1
    self.given[self.calls] = {value, self.done, self.choice}
end
function T:isDone() return self.done end
if not session.reloading then t = T:new({given = {}}) end
"""
SHOWN = '<p ui-value="done"></p><i ui-value="choice"></i><b ui-value="calls"></b>'


def show(pair: Show, body: str, lua: str = "", **viewdefs: str) -> Pair:
    found = {"T.DEFAULT": body + SHOWN, **{key.replace("__", "."): text for key, text in viewdefs.items()}}
    return pair(App("t", LUA + lua, found))


def both(pair: Pair, lua: str) -> Any:
    """The Lua state, which must be the same behind both faces."""
    return pair.read(lua)


BOXES = {
    "sl-checkbox": "<sl-checkbox {}>Box</sl-checkbox>",
    "sl-switch": "<sl-switch {}>Box</sl-switch>",
    "checkbox": '<label>Box <input type="checkbox" {}></label>',
}
# Native toggles never fire Shoelace's events, and the `change` of a component stays inside it.
SWITCHING = {
    "ui-action": ("sl-checkbox", "sl-switch", "checkbox"),
    "ui-event-click": ("sl-checkbox", "sl-switch", "checkbox"),
    "ui-event-change": ("checkbox",),
    "ui-event-sl-change": ("sl-checkbox", "sl-switch"),
    "ui-event-input": ("sl-checkbox", "sl-switch", "checkbox"),
    "ui-event-sl-input": ("sl-checkbox", "sl-switch"),
}
SWITCHED = [(box, attribute) for attribute, boxes in SWITCHING.items() for box in boxes]


@pytest.mark.parametrize(("box", "attribute"), SWITCHED)
def test_one_click_is_one_call_and_one_change(pair: Show, box: str, attribute: str) -> None:
    story = show(pair, BOXES[box].format(f'ui-value="done" {attribute}="toggle()"'))
    for calls, done in ((1, True), (2, False), (3, True)):
        story.click("Box")
        assert both(story, "{t.done, t.calls}") == [done, calls]
    story.run("t.done = false")
    story.click("Box")
    assert both(story, "{t.done, t.calls}") == [True, 4]


@pytest.mark.parametrize("box", ["sl-checkbox", "sl-switch"])
@pytest.mark.parametrize(
    "bound",
    [
        'ui-attr-checked="done" ui-event-sl-change="toggle()"',
        'ui-value="done" ui-event-sl-change="toggle()"',
        'ui-attr-checked="done" ui-value="done" ui-event-sl-change="toggle()"',
        'ui-value="isDone()" ui-event-sl-change="toggle()"',
        'ui-value="done"',
    ],
)
def test_however_it_is_written_one_click_is_one_change_to_a_boolean(pair: Show, box: str, bound: str) -> None:
    story = show(pair, BOXES[box].format(bound))
    for done in (True, False, True):
        story.click("Box")
        assert both(story, "t.done") is done
    assert both(story, "t.calls") == (3 if "toggle" in bound else 0)


@pytest.mark.parametrize(("box", "attribute"), SWITCHED)
def test_a_toggle_whose_method_refuses_shows_what_the_app_has(pair: Show, box: str, attribute: str) -> None:
    story = show(pair, BOXES[box].format(f'ui-value="done" {attribute}="toggle()"'), "t.allowed = false")
    for calls in (1, 2):
        story.click("Box")
        assert both(story, "{t.done, t.calls}") == [False, calls]
    story.run("t.allowed = true")
    story.click("Box")
    assert both(story, "{t.done, t.calls}") == [True, 3]


@pytest.mark.parametrize(("box", "attribute"), SWITCHED)
def test_a_method_with_a_parameter_is_called_after_the_value_was_sent(pair: Show, box: str, attribute: str) -> None:
    story = show(pair, BOXES[box].format(f'ui-value="done" {attribute}="take(_)"'))
    story.click("Box")
    assert both(story, "{t.given, t.done}") == [[[True, True, "b"]], True]


@pytest.mark.parametrize(
    ("box", "attribute"),
    [("sl-checkbox", "ui-event-change"), ("checkbox", "ui-event-sl-change"), ("checkbox", "ui-event-sl-input")],
)
def test_a_toggle_that_only_shows_does_so_also_where_the_event_never_comes(
    pair: Show, box: str, attribute: str
) -> None:
    story = show(pair, BOXES[box].format(f'ui-value="done" {attribute}="toggle()"'))
    story.click("Box")
    assert both(story, "{t.done, t.calls}") == [False, 0]
    story.run("t.done = true")


@pytest.mark.parametrize("box", BOXES)
def test_a_toggle_with_another_event_is_two_way(pair: Show, box: str) -> None:
    story = show(pair, BOXES[box].format('ui-value="done" ui-event-keypress-x="pick()"'))
    story.click("Box")
    assert both(story, "t.done") is True
    story.click("Box")
    assert both(story, "t.done") is False


@pytest.mark.parametrize("box", BOXES)
def test_keys_switch_it_as_a_click_does(pair: Show, box: str) -> None:
    story = show(pair, BOXES[box].format('ui-value="done" ui-action="toggle()"'))
    story.click("Box")
    story.press(" ")
    assert both(story, "{t.done, t.calls}") == [False, 2]


@pytest.mark.parametrize("attribute", ["ui-action", "ui-event-click", "ui-event-change", "ui-event-input"])
@pytest.mark.parametrize("allowed", [True, False])
def test_a_radio_button_whose_method_chooses_only_shows(pair: Show, attribute: str, allowed: bool) -> None:
    radio = '<label>{0} <input type="radio" name="r" value="{0}" ui-value="choice" {1}></label>'
    body = radio.format("a", f'{attribute}="pick()"') + radio.format("b", "") + radio.format("c", "")
    story = show(pair, body, f"t.allowed = {str(allowed).lower()}")
    story.click("a")
    assert both(story, "{t.choice, t.calls}") == ["a" if allowed else "b", 1]
    story.click("c")
    assert both(story, "{t.choice, t.calls}") == ["c", 1]


RADIOS = '<sl-radio value="a" ui-value="choice" {}>A</sl-radio><sl-radio value="b" ui-value="choice">B</sl-radio>'


@pytest.mark.parametrize("around", ["{}", '<sl-radio-group label="G">{}</sl-radio-group>'])
def test_a_shoelace_radio_is_a_choice_by_its_own_value(pair: Show, around: str) -> None:
    story = show(pair, around.format(RADIOS))
    story.click("A")
    assert both(story, "t.choice") == "a"
    story.click("B")
    assert both(story, "t.choice") == "b"
    story.run("t.choice = 'a'")
    story.run("t.choice = nil")


@pytest.mark.parametrize("around", ["{}", '<sl-radio-group label="G">{}</sl-radio-group>'])
@pytest.mark.parametrize("attribute", ["ui-action", "ui-event-click"])
@pytest.mark.parametrize("allowed", [True, False])
def test_a_shoelace_radio_whose_method_chooses_only_shows(
    pair: Show, around: str, attribute: str, allowed: bool
) -> None:
    body = around.format(RADIOS.format(f'{attribute}="pick()"'))
    story = show(pair, body, f"t.allowed = {str(allowed).lower()}")
    story.click("A")
    assert both(story, "{t.choice, t.calls}") == ["a" if allowed else "b", 1]
    story.click("B")
    assert both(story, "t.choice") == "b"


def test_radios_of_a_list_are_chosen_by_the_value_that_their_objects_give_them(pair: Show) -> None:
    story = show(
        pair,
        '<sl-radio-group label="G" ui-value="choice"><div ui-viewlist="flips"></div></sl-radio-group>',
        "Option = session:prototype('Option', {id = ''}) t.flips = {Option:new({id = 'a'}), Option:new({id = 'b'})}",
        Option__DEFAULT='<sl-radio ui-attr-value="id"><span ui-value="id"></span></sl-radio>',
    )
    story.click("a")
    assert both(story, "t.choice") == "a"


OPTIONS = "".join(f'<sl-option value="{name}">{name}</sl-option>' for name in "ab")
CHOICES = '<sl-radio value="a">F</sl-radio><sl-radio value="b">b</sl-radio>'


@pytest.mark.parametrize(
    ("body", "act"),
    [
        ('<label>F <select ui-value="choice" ui-event-change="take(_)"><option>a<option>b</select></label>', "choose"),
        (f'<sl-select label="F" ui-value="choice" ui-event-sl-change="take(_)">{OPTIONS}</sl-select>', "choose"),
        (f'<sl-radio-group ui-value="choice" ui-event-sl-change="take(_)">{CHOICES}</sl-radio-group>', "click"),
        ('<input aria-label="F" ui-value="choice" ui-event-input="take(_)">', "fill"),
        ('<sl-input label="F" ui-value="choice" ui-event-sl-input="take(_)"></sl-input>', "fill"),
    ],
)
@pytest.mark.parametrize("parameter", ["_", ""])
def test_other_controls_send_their_value_before_the_event(pair: Show, body: str, act: str, parameter: str) -> None:
    story = show(pair, body.replace("(_)", f"({parameter})"))
    getattr(story, act)("F", *(["a"] if act != "click" else []))
    last = both(story, "t.given[#t.given]")
    assert last == (["a", False, "a"] if parameter else [None, False, "a"])


@pytest.mark.parametrize("tag", ["div", "sl-checkbox"])
@pytest.mark.parametrize("own", ["", ' ui-attr-title="choice"'])
def test_a_row_is_switched_by_what_is_bound_on_its_pattern(pair: Show, tag: str, own: str) -> None:
    story = show(
        pair,
        f'<div ui-viewlist="flips"><{tag} ui-value="done" ui-event-sl-change="toggle()"></{tag}></div>',
        "t.flips = {T:new(), T:new()}",
        **{"T__list-item": f"<sl-checkbox{own}>Row</sl-checkbox>"},
    )
    for calls, done in ((1, True), (2, False)):
        story.click("Row", nth=0)
        assert both(story, "{t.flips[1].done, t.flips[2].done, t.flips[1].calls}") == [done, False, calls]
