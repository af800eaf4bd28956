"""Generated apps: random viewdefs over random objects, with random actions, on both faces.

The seed is fixed, so that every run tries the same; `make parity` tries more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from pytest_uimcp.page import NotModelled, PageError
from tests.page.parity.app import App
from tests.page.parity.pair import Pair

EXAMPLES = int(os.environ.get("UIMCP_PARITY_EXAMPLES", "12"))
SEED = int(os.environ.get("UIMCP_PARITY_SEED", "20261118"))

LUA = """
Leaf = session:prototype("Leaf", {name = "", n = 0, on = false})
Node = session:prototype("Node", {name = "", left = EMPTY, leaves = EMPTY, n = 0, on = false, text = "", log = ""})
function Leaf:label() return self.name .. ":" .. self.n end
function Leaf:bump() self.n = self.n + 1 end
function Leaf:flip() self.on = not self.on end
function Node:note(what) self.log = (self.log .. "," .. tostring(what)):sub(-40) end
function Node:flip() self.on = not self.on end
function Node:hit() self:note("hit"); self.n = self.n + 1 end
function Node:fails() return self.n % 2 == 1 and error("odd") or "even" end
function Node:count() return #(self.leaves or {}) end
function Node:add()
  local l = self.leaves or {}
  l[#l + 1] = Leaf:new({name = "leaf" .. #l, n = #l})
  self.leaves = l
end
function Node:drop() if self.leaves then table.remove(self.leaves, 1) end end
function Node:turn()
  local l, r = self.leaves or {}, {}
  for i = #l, 1, -1 do r[#r + 1] = l[i] end
  self.leaves = r
end
if not session.reloading then t = Node:new({name = "root", leaves = {}}) end
"""

# The parts of a viewdef of Node; buttons have names so that steps can find them.
NODE = [
    '<p ui-value="name"></p>', '<span ui-value="n"></span> <b ui-value="count()"></b>', '<i ui-value="fails()"></i>',
    '<p class="base" ui-class-on="on" ui-attr-title="name" ui-style-display="left.name">styled</p>',
    '<div ui-view="left"></div>', '<div ui-view="left" ui-namespace="small" class="framed"></div>',
    '<ul ui-viewlist="leaves"><li class="row"></li></ul>', '<div ui-viewlist="leaves?wrapper=lua.ViewList"></div>',
    '<section ui-namespace="small"><div ui-viewlist="leaves"></div></section>', '<p ui-attr-hidden="on">or not</p>',
    '<div ui-html="text"></div>', '<em ui-html="text?replace"></em>', '<output aria-label="o" ui-value="log"></output>',
    '<label>Typed <input ui-value="text?keypress"></label>', '<label>Left <input ui-value="name"></label>',
    '<label>Tick <input type="checkbox" ui-value="on"></label>',
    '<label>Area <textarea ui-value="text"></textarea></label>',
    '<label>Pick <select ui-value="text"><option value="">none<option>one<option>two</select></label>',
    '<sl-input label="Component" ui-value="text"></sl-input>', '<sl-switch ui-value="on">Switch</sl-switch>',
    '<label>Flip <input type="checkbox" ui-value="on" ui-event-change="flip()"></label>',
    '<sl-checkbox ui-value="on" ui-event-sl-change="flip()">Flip</sl-checkbox>',
    '<sl-switch ui-value="on" ui-action="hit()">Refuses</sl-switch>',
    '<form ui-event-submit="hit()"><label>Need <input required ui-value="name"></label><button>Send</button></form>',
    '<form><label>Mail <input type="email" ui-value="text"></label><button>Mail it</button></form>',
    '<form><label>Count <input type="number" min="1" max="5" ui-value="n"></label><button>Count it</button></form>',
    '<fieldset ui-attr-disabled="on"><legend>Part</legend><label>In <input ui-value="text"></label></fieldset>',
    '<details><summary>More</summary>Hidden part <button ui-action="hit()">inside</button></details>',
    """<label>One <input type="radio" name="r" value="one" ui-value="text"></label>
    <label>Two <input type="radio" name="r" value="two" ui-value="text"></label>""",
    '<label>Slide <input type="range" max="5" ui-value="n"></label>',
    """<sl-select label="Choose" ui-value="text"><sl-option value="one">One</sl-option>
    <sl-option value="two">Two</sl-option></sl-select>""",
    """<sl-radio-group label="Group" ui-value="text"><sl-radio value="one">One</sl-radio>
    <sl-radio value="two">Two</sl-radio></sl-radio-group>""",
    '<sl-details summary="Details">Text of the details</sl-details>',
    """<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab>
    <sl-tab-panel name="a">Panel a</sl-tab-panel><sl-tab-panel name="b">Panel b</sl-tab-panel></sl-tab-group>""",
    '<sl-textarea label="Long" ui-value="text"></sl-textarea>',
    '<sl-button ui-action="hit()">Component button</sl-button>',
    '<sl-checkbox ui-value="on">Component tick</sl-checkbox>',
    "text between", "<h2>Heading</h2>", "<style>.on { visibility: hidden } .framed { display: flex }</style>",
]  # fmt: skip
LEAF = [
    '<b ui-value="name"></b>', '<i ui-value="label()"></i>', '<button ui-action="bump()">Bump</button>',
    '<label>L <input type="checkbox" ui-value="on"></label>', '<input aria-label="leaf name" ui-value="name">',
    '<sl-checkbox ui-attr-checked="on" ui-event-sl-change="flip()">F</sl-checkbox>',
    '<p ui-class-on="on">leaf</p>', "plain",
]  # fmt: skip
BUTTONS = "".join(f'<button ui-action="{name}()">{name}</button>' for name in ("hit", "add", "drop", "turn"))
SCRIPTS = [
    "t.left = Node:new({name = 'inner', leaves = {Leaf:new({name = 'x'})}})", "t.left = nil",
    "t.left = Leaf:new({name = 'l'})", "t.left = t", "t.left = Node:new({name = 'round', left = t, leaves = {t}})",
    "t.text = '<b>bold</b> <i>x</i>'", "t.text = ''", "t.text = 'one'", "t.name = 'renamed'", "t.on = not t.on",
    "t.n = t.n + 1", "t.leaves = nil", "t.leaves = {1, 'two', true}", "t:add(); t:add(); t:turn()",
    "t.left = t.leaves and t.leaves[1]",
    "t.leaves = {t.left}", "t.name = nil",
]  # fmt: skip
KEYS = [
    "Tab", "Shift+Tab", "Enter", " ", "x", "1", "Backspace", "Delete", "ArrowDown", "ArrowUp", "ArrowLeft",
    "ArrowRight", "Home", "End", "Escape", "Control+a", "Control+z", "Control+ArrowLeft", "Shift+ArrowRight",
]  # fmt: skip


@dataclass(frozen=True)
class Story:
    viewdefs: dict[str, str]
    steps: list[tuple[str, Any]] = field(default_factory=list)


def body(pieces: list[str], most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), min_size=1, max_size=most).map("\n".join)


steps = st.one_of(
    st.tuples(st.just("run"), st.sampled_from(SCRIPTS)),
    st.tuples(st.just("button"), st.integers(0, 30)),
    st.tuples(st.just("field"), st.tuples(st.integers(0, 30), st.sampled_from(["", "typed", "1", "two words"]))),
    st.tuples(st.just("tick"), st.integers(0, 30)),
    st.tuples(st.just("press"), st.sampled_from(KEYS)),
)
stories = st.builds(
    Story,
    st.fixed_dictionaries(
        {
            "Node.DEFAULT": body(NODE, 6).map(lambda text: text + BUTTONS),
            "Node.small": body(NODE[:4], 3),
            "Leaf.DEFAULT": body(LEAF, 3),
            "Leaf.list-item": body(LEAF, 3).map(lambda text: f"<div>{text}</div>"),
        }
    ),
    st.lists(steps, min_size=3, max_size=10),
)


def play(pair: Pair, story: Story) -> None:
    for verb, what in story.steps:
        try:
            step(pair, verb, what)
        except NotModelled:
            return  # the page says so before anything is done
        except PageError:
            continue  # a user could not do this either


def step(pair: Pair, verb: str, what: Any) -> None:
    if verb == "run":
        pair.run(what)
    elif verb == "press":
        pair.press(what)
    else:
        act(pair, verb, what)


def act(pair: Pair, verb: str, what: Any) -> None:
    """Act on the n-th usable element, modulo their number."""
    roles = {
        "button": ("button", "tab"), "field": ("textbox", "spinbutton"), "tick": ("checkbox", "switch", "radio"),
    }[verb]  # fmt: skip
    look, root = pair.page._driver.look(), pair.page.document.body
    there = [(role, nth) for role in roles for nth in range(visible(pair, look, root, role))]
    number = what[0] if verb == "field" else what
    if there:
        role, nth = there[number % len(there)]
        if verb == "field":
            pair.fill(None, what[1], role=role, nth=nth)
        else:
            pair.click(role=role, nth=nth)


def visible(pair: Pair, look: Any, root: Any, role: str) -> int:
    from pytest_uimcp.page.sight import find_all
    from pytest_uimcp.page.targets import CLICK, Target

    return len(find_all(look, root, Target(role=role), CLICK))


# One test per part, so that one difference does not hide others; no shrinking, which is slow with a browser.
@pytest.mark.parametrize("part", range(4))
def test_a_generated_app_is_the_same_on_both_faces(pair: Callable[[App], Pair], part: int) -> None:
    @seed(SEED + part)
    @settings(
        max_examples=max(1, EXAMPLES // 4), deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(stories)
    def try_one(story: Story) -> None:
        shown = pair(App("t", LUA, story.viewdefs))
        try:
            play(shown, story)
        except BaseException:
            sys.stdout.write(f"{story}\n")
            raise
        finally:
            shown.close()

    try_one()
