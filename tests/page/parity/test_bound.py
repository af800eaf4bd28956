"""Bindings, lists with wrappers, views that switch, keys, errors and two tabs: small apps, each with a few steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.page.parity.app import App
from tests.page.parity.chromium import Chromium
from tests.page.parity.pair import Pair

LUA = """
T = session:prototype("T", {a = "", b = EMPTY, n = 0, on = false, one = EMPTY, rows = EMPTY, log = "", list = EMPTY})
Person = session:prototype("Person", {name = "", age = 0, note = EMPTY, kids = EMPTY})
Pet = session:prototype("Pet", {name = "", owner = EMPTY})
Card = session:prototype("Card", {})
function Card:new(item) return session:create(Card, {_item = item, open = false, extra = ""}) end
function Card:title() return string.upper(self._item.baseItem.name) .. " " .. tostring(self._item.index) end
function Card:toggle() self.open = not self.open end
function Card:drop() self._item.list:removeAt(self._item.index) end
Wrap = session:prototype("Wrap", {})
function Wrap:new(variable) return session:create(Wrap, {_v = variable, touched = 0}) end
function Wrap:count() local v = self._v:getValue() return v and #v or 0 end
function Wrap:touch() self.touched = self.touched + 1 end
function T:say(what) self.log = self.log .. "[" .. tostring(what) .. "]" end
function T:hit() self.log = self.log .. "." end
function T:full() return self.a .. "/" .. tostring(self.b) end
function T:both(...) if select("#", ...) > 0 then self.b = ... end return self.b end
function T:broken() error("no such thing") end
function T:longest() return #self.rows > 2 end
function Person:older() self.age = self.age + 1 end
function Person:away() for at, row in ipairs(t.rows) do if row == self then table.remove(t.rows, at) return end end end
ada, bob = Person:new({name = "Ada", age = 36}), Person:new({name = "Bob", age = 7})
eve = Person:new({name = "Eve", age = 9})
rex = Pet:new({name = "Rex", owner = ada})
if not session.reloading then t = T:new({rows = {ada, bob, eve}, list = {"x", "y", "z"}}) end
"""
FOLDER = Path(__file__).parent


@dataclass
class Bound:
    """A line `name: body`, then `= key body` for more viewdefs, and `> step` for each step."""

    name: str
    body: str
    views: dict[str, str] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)


def written(name: str) -> list[Bound]:
    found: list[Bound] = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        sign, _, rest = line.partition(" ")
        if sign == ">":
            found[-1].steps.append(rest)
        elif sign == "=":
            key, _, body = rest.partition(" ")
            found[-1].views[key] = body
        else:
            title, _, body = line.partition(": ")
            found.append(Bound(title, body))
    return found


def name_of(case: Bound) -> str:
    return case.name.replace(" ", "-")


def app(body: str, own: Mapping[str, str] = MappingProxyType({})) -> App:
    lines = (FOLDER / "bound_views.txt").read_text(encoding="utf-8").splitlines()
    return App("t", LUA, {"T.DEFAULT": body, **dict(line.split(" ", 1) for line in lines), **own})


@pytest.mark.parametrize("case", written("two_tabs.txt"), ids=name_of)
def test_two_tabs_show_the_same_on_both_faces(case: Bound, pair: Callable[[App], Pair]) -> None:
    story = pair(app(case.body))
    first = story.page, story.chromium
    tab = story.chromium.tab.context
    other = Chromium(story.sessions[1], story.chromium.server, tab, [])
    second = story.page.new_tab(), other
    try:
        for step in case.steps:
            in_second = step.startswith("2 ")
            for story.page, story.chromium in (first, second) if in_second else (second, first):
                story.chromium.tab.bring_to_front()
                story.compare(f"before {step}")
            do(story, step.removeprefix("2 "))
        for story.page, story.chromium in (second, first):
            story.chromium.tab.bring_to_front()
            story.compare("the last step")
    finally:
        story.page, story.chromium = first
        other.tab.close()


def test_what_was_half_typed_is_not_written_into_the_object_that_comes_next(pair: Callable[[App], Pair]) -> None:
    story = pair(app('<div ui-view="one" ui-namespace="edit"></div>'))
    for step in ("run t.one = ada", "focus Name", "press x", "run t.one = rex", "run t.one = ada"):
        do(story, step)
    assert story.read("{ada.name, rex.name}") == ["Ada", "Rex"]


@pytest.mark.parametrize("case", written("bound.txt"), ids=name_of)
def test_a_small_app_is_the_same_on_both_faces(case: Bound, pair: Callable[[App], Pair]) -> None:
    story = pair(app(case.body, case.views))
    for step in case.steps:
        do(story, step)


def do(story: Pair, step: str) -> None:
    verb, _, rest = step.partition(" ")
    if verb == "run":
        return story.run(rest)
    if verb == "press":
        return story.press(rest)
    if verb == "upload":
        key, _, body = rest.partition(" ")
        type_name, namespace = key.split(".")
        return story.upload_viewdef(type_name, namespace, body)
    target, _, value = rest.partition(" := ")
    target, _, nth = target.partition(" nth ")
    where = {"nth": int(nth)} if nth else {}
    getattr(story, verb)(target, *([value] if value else []), **where)
    return None
