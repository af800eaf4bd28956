"""Every name of a key, with every modifier, means the same on both faces."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations

import pytest

from pytest_uimcp.core.ui_rules import ui_rules
from tests.page.parity.app import App
from tests.page.parity.pair import Pair

KEYS = ui_rules()["keys"]
NAMES = (*KEYS["names"], *"akz19", "+", "-", "!", "a-ctrl", "ctrl", "nokey")
# Tab comes last, because it may move the focus.
PRESSED = (*sorted({*KEYS["names"].values(), *"akKz19-!?"} - {"Tab"}), "Tab")
MODIFIERS = ("Control", "Alt", "Shift", "Meta")
SETS = tuple(chain.from_iterable(combinations(MODIFIERS, size) for size in range(len(MODIFIERS) + 1)))
LUA = """
T = session:prototype("T", {log = "", pressed = ""})
function T:say(name) self.log = self.log .. "[" .. tostring(name) .. "]" end
t = T:new()
"""


def show(pair: Callable[[App], Pair], *attributes: str) -> Pair:
    body = f'<div role="group" aria-label="Keys" tabindex="0" {" ".join(attributes)}></div><p ui-value="log"></p>'
    story = pair(App("t", LUA, {"T.DEFAULT": f"<section>{body}</section>"}))
    story.focus(css="[role=group]")
    return story


@pytest.mark.parametrize("modifiers", SETS, ids="+".join)
def test_every_key_with_these_modifiers_means_the_same(pair: Callable[[App], Pair], modifiers: tuple[str, ...]) -> None:
    written = {"Control": "ctrl", "Alt": "alt", "Shift": "shift", "Meta": "meta"}
    before = "".join(f"{written[one]}-" for one in modifiers)
    story = show(pair, *(f'ui-event-keypress-{before}{name}="say(_)"' for name in NAMES))
    story.press(*("+".join((*modifiers, key)) for key in PRESSED))
    named = set(KEYS["names"])
    if "Shift" in modifiers:  # the key that writes - writes _ then
        named -= {"minus"}
    assert [name for name in named if f"[{name}]" not in story.page.text(css="p")] == []


@pytest.mark.parametrize("modifiers", SETS, ids="+".join)
def test_exactly_the_modifiers_that_are_named_have_to_be_down(
    pair: Callable[[App], Pair], modifiers: tuple[str, ...]
) -> None:
    names = [*KEYS["modifiers"], *("-".join(names) for names in combinations(KEYS["modifiers"], 2))]
    attributes = (f"ui-event-keypress-{name}-k=\"say('{name}')\"" for name in names)
    story = show(pair, 'ui-event-keypress-k="say(_)"', *attributes)
    story.press("+".join((*modifiers, "k")))


@pytest.mark.parametrize(
    ("name", "key", "other"),
    [
        ("page-up", "PageUp", "ArrowUp"),
        ("arrow-up", "ArrowUp", "k"),
        ("PageUp", "PageUp", "ArrowUp"),
        ("control-k", "Control+k", "k"),
        ("CMD-K", "Meta+k", "k"),
        ("del", "Delete", "Backspace"),
        ("pgdn", "PageDown", "ArrowDown"),
        ("plus", "+", "="),
    ],
)
def test_a_name_means_this_key_and_no_other(pair: Callable[[App], Pair], name: str, key: str, other: str) -> None:
    story = show(pair, f'ui-event-keypress-{name}="say(_)"')
    story.press(other, key)
    assert story.page.text(css="p") == f"[{name.lower().removeprefix('control-').removeprefix('cmd-')}]"
