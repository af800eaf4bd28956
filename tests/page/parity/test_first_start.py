"""A shell that greets a person once: a dialog and a tour over the page at the first start, neither at the second."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]

# Marks are kept per person, below HOME, and in the project's storage.
LUA = """
T = session:prototype("T", {asked = false, touring = false, step = 1})

local home = os.getenv("HOME") .. "/.claude"
local file = home .. "/marks.json"

local function read()
    local handle = io.open(file)
    if not handle then return {} end
    local marks = ui.json_decode(handle:read("*a"))
    handle:close()
    return marks or {}
end

function T:mark(name)
    local marks = read()
    marks[name] = true
    os.execute("mkdir -p '" .. home .. "'")
    local handle = assert(io.open(file, "w"))
    handle:write(ui.json_encode(marks))
    handle:close()
end

function T:noQuestion() return self.asked end
function T:noTour() return not self.asked or not self.touring end
function T:answer() self.asked = true self:mark("asked") end
function T:skip() self.touring = false self:mark("tourTaken") end

if not session.reloading then
    local marks = read()
    t = T:new({asked = marks.asked or false, touring = not marks.tourTaken})
end
"""
VIEW = """<div>
<style>.hidden { display: none }</style>
<div role="dialog" aria-label="Updates" ui-class-hidden="noQuestion()">
    Look for updates at the start? <button ui-action="answer()">Not now</button></div>
<div role="dialog" aria-label="Tour" ui-class-hidden="noTour()">
    This is the menu. <button ui-action="skip()">Skip</button></div>
<p>The page</p>
</div>"""


def test_dialog_and_tour_appear_at_the_first_start_only(
    pair: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    app = App("t", LUA, {"T.DEFAULT": VIEW})
    first = pair(app).in_turn()
    first.page.see("Look for updates")
    first.page.not_see("This is the menu")
    first.click("Not now")
    first.page.see("This is the menu")
    first.click("Skip")
    first.page.not_see("This is the menu")
    assert json.loads((home / ".claude" / "marks.json").read_text()) == {"asked": True, "tourTaken": True}
    first.close()

    second = pair(app).in_turn()
    second.page.see("The page")
    second.page.not_see("Look for updates")
    second.page.not_see("This is the menu")
