"""What generated stories are made of: an app, the parts of its viewdefs, and scripts, keys and texts for the steps."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BUTTONS", "CLIPBOARD_KEYS", "COMPONENTS", "CSS", "KEYS", "LEAF", "LUA", "NODE", "PLACED", "SCRIPTS", "SMALL", "TEXTS",
    "TYPED",
]  # fmt: skip

LUA: Final = """
Stories = session:prototype("Stories", {shown = EMPTY})
Leaf = session:prototype("Leaf", {name = "", n = 0, on = false})
Node = session:prototype("Node", {
  name = "", left = EMPTY, leaves = EMPTY, n = 0, on = false, text = "", log = "", shown = false, many = EMPTY,
  day = ""})
function Leaf:label() return self.name .. ":" .. self.n end
function Leaf:bump() self.n = self.n + 1 end
function Leaf:flip() self.on = not self.on end
function Leaf:drop() if t.leaves then table.remove(t.leaves, 1) end end
function Node:note(what) self.log = (self.log .. "," .. tostring(what)):sub(-40) end
function Node:flip() self.on = not self.on end
function Node:hit() self:note("hit"); self.n = self.n + 1 end
function Node:fails() return self.n % 2 == 1 and error("odd") or "even" end
function Node:count() return #(self.leaves or {}) end
function Node:show() self.shown = true end
function Node:hide() self.shown = false end
function Node:turnShown() self.shown = not self.shown end
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
function fresh()
  t = Node:new({name = "root", leaves = {}})
  stories.shown = t
end
function observed()
  return {name = t.name, n = t.n, on = t.on, text = t.text, log = t.log, shown = t.shown, many = t.many, day = t.day}
end
if not session.reloading then stories = Stories:new() end
"""

SMALL: Final = [
    '<p ui-value="name"></p>', '<span ui-value="n"></span> <b ui-value="count()"></b>', '<i ui-value="fails()"></i>',
    '<p class="base" ui-class-on="on" ui-attr-title="name" ui-style-display="left.name">styled</p>',
]  # fmt: skip
# The parts of a viewdef of Node; what is acted on has names, so that a difference can be read.
NODE: Final = [
    *SMALL,
    '<div ui-view="left"></div>', '<div ui-view="left" ui-namespace="small" class="framed"></div>',
    '<ul ui-viewlist="leaves"><li class="row"></li></ul>', '<div ui-viewlist="leaves?wrapper=lua.ViewList"></div>',
    '<section ui-namespace="small"><div ui-viewlist="leaves"></div></section>', '<p ui-attr-hidden="on">or not</p>',
    '<div ui-html="text"></div>', '<em ui-html="text?replace"></em>', '<output aria-label="o" ui-value="log"></output>',
    '<label>Typed <input ui-value="text?keypress"></label>', '<label>Left <input ui-value="name"></label>',
    '<label>Tick <input type="checkbox" ui-value="on"></label>',
    '<label>Area <textarea ui-value="text"></textarea></label>',
    '<label>Pick <select ui-value="text"><option value="">none<option>one<option>two</select></label>',
    '<label>Flip <input type="checkbox" ui-value="on" ui-event-change="flip()"></label>',
    '<form ui-event-submit="hit()"><label>Need <input required ui-value="name"></label><button>Send</button></form>',
    '<form><label>Mail <input type="email" ui-value="text"></label><button>Mail it</button></form>',
    '<form><label>Count <input type="number" min="1" max="5" ui-value="n"></label><button>Count it</button></form>',
    '<fieldset ui-attr-disabled="on"><legend>Part</legend><label>In <input ui-value="text"></label></fieldset>',
    '<details><summary>More</summary>Hidden part <button ui-action="hit()">inside</button></details>',
    """<label>One <input type="radio" name="r" value="one" ui-value="text"></label>
    <label>Two <input type="radio" name="r" value="two" ui-value="text"></label>""",
    '<label>Slide <input type="range" max="5" ui-value="n"></label>',
    "text between", "<h2>Heading</h2>", "<style>.on { visibility: hidden } .framed { display: flex }</style>",
    '<details ui-attr-open="on"><summary>Bound</summary>Bound part <input aria-label="within" ui-value="text"></details>',
    """<dialog ui-attr-open="shown" ui-event-close="hide()">Plain dialog <button ui-action="hide()">Hide</button>
    <form method="dialog"><button>Done</button></form></dialog>""",
    """<button commandfor="window" command="show-modal">Window</button>
    <dialog id="window" ui-event-close="hit()">In the window <input aria-label="deep" ui-value="text">
    <button commandfor="window" command="close">Leave</button></dialog>""",
    """<button popovertarget="over">Over</button>
    <div id="over" popover ui-event-toggle="note(_)" ui-event-toggle-value="o">Popped <button>up</button></div>""",
    '<label>Day <input type="date" ui-value="day"></label>', '<label>Hour <input type="time" ui-value="day"></label>',
    '<label>Number <input type="number" step="0.5" ui-value="n"></label>',
    '<form ui-event-submit="hit()"><label>Code <input pattern="[a-z]+" ui-value="text"></label><button>Check</button></form>',
    '<label>Fixed <input readonly ui-value="text"></label>',
    '<label>Off <input ui-attr-disabled="on" ui-value="text"></label><button ui-attr-disabled="on" ui-action="hit()">may</button>',
    '<label>Read <textarea ui-attr-readonly="on" ui-value="text?keypress"></textarea></label>',
    """<label>Many <select multiple ui-value="many"><option>one<option>two<option>three</select></label>""",
    '<label>Listed <select ui-value="name" ui-viewlist="leaves" ui-namespace="option"></select></label>',
    '<p class="framed" ui-attr-hidden="on">framed or not</p>',
    '<input aria-label="keys" ui-event-keydown="note(_)" ui-event-keydown-value="d" ui-event-keypress-enter="hit()">',
    '<div tabindex="0" role="button" aria-label="stop" ui-event-keypress-ctrl-a="note(_)" ui-event-click="hit()">Stop</div>',
    '<input aria-label="seen" ui-event-focus="note(_)" ui-event-focus-value="f" ui-event-blur="note(_)" ui-event-blur-value="b">',
    '<p ui-event-mouseenter="note(_)" ui-event-mouseenter-value="m">Pointed at <b>here</b></p>',
    '<button title="A tip" ui-action="flip()">titled</button>', '<a href="#there" ui-action="hit()">Link</a>',
    '<form ui-event-submit="hit()"><input type="search" aria-label="Find" ui-value="text?keypress"></form>',
    '<form ui-event-reset="hit()"><input aria-label="Whole" ui-value="name"><button type="reset">Undo all</button></form>',
    '<input type="password" aria-label="Secret" maxlength="4" ui-value="text">', '<progress max="5" ui-attr-value="n"></progress>',
    '<label>Colour <input type="color" ui-value="day"></label>', '<div contenteditable aria-label="free" role="textbox">Free</div>',
]  # fmt: skip
# The parts with components of Shoelace.
COMPONENTS: Final = [
    '<sl-input label="Component" ui-value="text"></sl-input>', '<sl-switch ui-value="on">Switch</sl-switch>',
    '<sl-checkbox ui-value="on" ui-event-sl-change="flip()">Flip</sl-checkbox>',
    '<sl-switch ui-value="on" ui-action="hit()">Refuses</sl-switch>',
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
    """<sl-dialog label="Dialog" ui-attr-open="shown" ui-event-sl-hide="hide()">In it
    <button ui-action="hit()">in dialog</button> <input aria-label="dialog field" ui-value="text"></sl-dialog>""",
    """<sl-dialog label="Bare" no-header ui-attr-open="shown">Bare text
    <sl-button slot="footer" ui-action="turnShown()">OK</sl-button></sl-dialog>""",
    """<sl-drawer label="Drawer" ui-attr-open="shown" ui-event-sl-after-hide="hide()">In the drawer
    <sl-input label="Drawn" ui-value="name"></sl-input></sl-drawer>""",
    '<sl-button ui-action="show()">Show</sl-button>', '<sl-button ui-action="turnShown()" variant="text">Turn shown</sl-button>',
    """<sl-dropdown><sl-button slot="trigger" caret>Menu</sl-button><sl-menu ui-event-sl-select="hit()">
    <sl-menu-item value="one">First</sl-menu-item><sl-menu-item ui-action="flip()">Second</sl-menu-item>
    <sl-menu-item type="checkbox">Third</sl-menu-item></sl-menu></sl-dropdown>""",
    """<sl-dropdown ui-attr-open="shown"><button slot="trigger">Native menu</button><sl-menu ui-viewlist="leaves"
    ui-namespace="item"></sl-menu></sl-dropdown>""",
    '<sl-range label="Range" min="0" max="5" ui-value="n"></sl-range>', '<sl-rating label="Rating" max="3" ui-value="n"></sl-rating>',
    """<sl-tree ui-event-sl-selection-change="hit()"><sl-tree-item>Stem<sl-tree-item>Twig</sl-tree-item>
    <sl-tree-item>Bud</sl-tree-item></sl-tree-item><sl-tree-item ui-action="flip()">Root</sl-tree-item></sl-tree>""",
    '<sl-alert ui-attr-open="shown" closable ui-event-sl-after-hide="hide()">Alert</sl-alert>',
    '<sl-alert open closable ui-event-sl-hide="hit()">Standing alert</sl-alert>',
    """<sl-details summary="Bound details" ui-attr-open="on" ui-event-sl-show="note(_)" ui-event-sl-show-value="s">
    <sl-input label="In details" ui-value="text?keypress"></sl-input></sl-details>""",
    """<sl-button-group label="Buttons"><sl-button ui-action="hit()">L</sl-button>
    <sl-button ui-action="flip()" ui-attr-disabled="shown">R</sl-button></sl-button-group>""",
    '<sl-copy-button value="copied"></sl-copy-button>',
    '<sl-tooltip content="Tip of it"><sl-button ui-action="hit()">tipped</sl-button></sl-tooltip>',
    '<sl-tooltip content="Native tip"><button ui-action="flip()">native tipped</button></sl-tooltip>',
    """<sl-select label="Some" multiple clearable ui-value="many"><sl-option value="one">One</sl-option>
    <sl-option value="two">Two</sl-option><sl-option value="three">Three</sl-option></sl-select>""",
    '<sl-select label="From leaves" ui-value="name" ui-viewlist="leaves" ui-namespace="choice"></sl-select>',
    """<sl-radio-group label="Bars" ui-value="name"><sl-radio-button value="one">Bar one</sl-radio-button>
    <sl-radio-button value="two">Bar two</sl-radio-button></sl-radio-group>""",
    '<sl-input label="Clear" clearable ui-value="text?keypress" help-text="Helps"></sl-input>',
    '<sl-input label="Amount" type="number" min="0" max="9" ui-value="n"></sl-input>',
    '<sl-input label="Pass" type="password" password-toggle ui-value="name"></sl-input>',
    """<form ui-event-submit="hit()"><sl-input label="Must" required ui-value="text"></sl-input>
    <sl-button type="submit">Commit</sl-button></form>""",
    """<form ui-event-submit="hit()"><sl-select label="Must choose" required ui-value="text">
    <sl-option value="one">One</sl-option></sl-select><sl-checkbox required ui-value="on">Must tick</sl-checkbox>
    <button>Native submit</button></form>""",
    '<sl-input label="Shut" ui-attr-disabled="on" ui-value="text"></sl-input>',
    '<sl-textarea label="Still" ui-attr-readonly="on" ui-value="text?keypress"></sl-textarea>',
    '<sl-icon-button name="gear" label="Gear" ui-action="hit()"></sl-icon-button>',
    '<sl-tag removable ui-event-sl-remove="hit()">Tag</sl-tag>', '<sl-badge ui-value="n"></sl-badge>',
    '<sl-card ui-attr-hidden="on"><b slot="header">Card</b>Body</sl-card>', '<sl-progress-bar ui-attr-value="n"></sl-progress-bar>',
    """<sl-tab-group ui-event-sl-tab-show="note(_)" ui-event-sl-tab-show-value="t"><sl-tab slot="nav" panel="x">X</sl-tab>
    <sl-tab slot="nav" panel="y" closable>Y</sl-tab><sl-tab slot="nav" panel="z" ui-attr-disabled="on">Z</sl-tab>
    <sl-tab-panel name="x"><input aria-label="in x" ui-value="text"></sl-tab-panel>
    <sl-tab-panel name="y"><div ui-view="left"></div></sl-tab-panel></sl-tab-group>""",
    '<div ui-viewlist="leaves" ui-namespace="part"></div>', '<sl-menu ui-viewlist="leaves" ui-namespace="item"></sl-menu>',
    '<sl-breadcrumb><sl-breadcrumb-item ui-action="hit()">Crumb</sl-breadcrumb-item></sl-breadcrumb>',
    '<sl-color-picker label="Paint" ui-value="day"></sl-color-picker>', '<sl-button href="#x">Linked</sl-button>',
    '<sl-tree ui-viewlist="leaves" ui-namespace="twig"></sl-tree>', '<sl-checkbox indeterminate ui-value="on">Half</sl-checkbox>',
]  # fmt: skip
# Layouts, which decide what the mouse reaches, and what can be dragged.
PLACED: Final = [
    '<div style="position:fixed;inset:0;background:#fff8" ui-attr-hidden="on">Veil</div>',
    '<div style="position:fixed;inset:0" ui-style-display="text"><button ui-action="flip()">Close the veil</button></div>',
    '<button style="position:absolute;left:-9999px" ui-action="hit()">Far away</button>',
    '<div style="max-height:0;overflow:hidden"><button ui-action="hit()">Folded</button></div>',
    '<header style="position:sticky;top:0;background:#fff">Sticky <button ui-action="flip()">on top</button></header>',
    '<button style="width:0;height:0;padding:0;border:0;overflow:hidden" ui-action="hit()">No size</button>',
    '<nav style="transform:translateX(-100%)"><a href="#x" ui-action="hit()">Moved out</a></nav>',
    '<span style="pointer-events:none"><button ui-action="hit()">Let through</button></span>',
    '<label style="opacity:0">Faint <input type="checkbox" ui-value="on"></label>',
    """<div style="position:relative;height:60px"><button style="position:absolute;inset:0" ui-action="hit()">Below</button>
    <button style="position:absolute;inset:0" ui-action="flip()">Above</button></div>""",
    '<div ui-class-shut="on">Panel <button ui-action="hit()">in the panel</button></div><style>.shut { height: 0; overflow: hidden }</style>',
    '<div draggable="true" class="card" ui-event-dragstart="note(_)" ui-event-dragstart-value="d" ui-event-dragend="hit()">Card</div>',
    '<div draggable="true" class="card" tabindex="0">Other card <b ui-value="name"></b></div>',
    '<div class="zone" ondragover="event.preventDefault()" ui-event-drop="note(_)" ui-event-drop-value="drop">Zone</div>',
    '<div class="zone" ui-event-dragenter="note(_)" ui-event-dragenter-value="e" ui-event-drop="hit()">No zone</div>',
    '<ul class="zone" ondragover="return false" ui-event-drop="add()" ui-viewlist="leaves"><li class="row"></li></ul>',
    '<input aria-label="copied" ui-value="text?keypress" ui-event-copy="hit()" ui-event-paste="note(_)" ui-event-paste-value="p">',
    '<input aria-label="before" ui-value="name" ui-event-beforeinput="note(_)" ui-event-beforeinput-value="i">',
    '<textarea aria-label="lines" ui-value="text?keypress"></textarea>',
]  # fmt: skip
LEAF: Final = [
    '<b ui-value="name"></b>', '<i ui-value="label()"></i>', '<button ui-action="bump()">Bump</button>',
    '<label>L <input type="checkbox" ui-value="on"></label>', '<input aria-label="leaf name" ui-value="name">',
    '<sl-checkbox ui-attr-checked="on" ui-event-sl-change="flip()">F</sl-checkbox>',
    '<p ui-class-on="on">leaf</p>', "plain",
    '<form ui-event-submit="bump()"><input required aria-label="leaf need" ui-value="name"><button>Go</button></form>',
    '<sl-button ui-action="bump()">B</sl-button>', '<sl-input label="LI" ui-value="name"></sl-input>',
    '<sl-details summary="leaf details" ui-attr-open="on"><i ui-value="n"></i></sl-details>',
    '<sl-tag removable ui-event-sl-remove="drop()">leaf</sl-tag>', '<button ui-action="drop()">drop leaf</button>',
    '<sl-switch ui-value="on">S</sl-switch>', '<input aria-label="leaf keys" ui-event-keypress-enter="bump()" ui-value="name">',
]  # fmt: skip
BUTTONS: Final = "".join(f'<button ui-action="{name}()">{name}</button>' for name in ("hit", "add", "drop", "turn"))

SCRIPTS: Final = [
    "t.left = Node:new({name = 'inner', leaves = {Leaf:new({name = 'x'})}})", "t.left = nil",
    "t.left = Leaf:new({name = 'l'})", "t.left = t", "t.left = Node:new({name = 'round', left = t, leaves = {t}})",
    "t.text = '<b>bold</b> <i>x</i>'", "t.text = ''", "t.text = 'one'", "t.name = 'renamed'", "t.on = not t.on",
    "t.n = t.n + 1", "t.leaves = nil", "t.leaves = {1, 'two', true}", "t:add(); t:add(); t:turn()",
    "t.left = t.leaves and t.leaves[1]", "t.leaves = {t.left}", "t.name = nil",
    "t.shown = not t.shown", "t.shown = true", "t.shown = false", "t.many = {'one', 'three'}", "t.many = nil",
    "t.day = '2026-03-04'", "t.day = '10:30'", "t:add(); t.name = t.leaves[1].name",
]  # fmt: skip
KEYS: Final = [
    "Tab", "Tab", "Shift+Tab", "Enter", "Enter", " ", " ", "x", "1", "Backspace", "Delete", "ArrowDown", "ArrowDown",
    "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Escape", "Escape", "Control+a",
    "Control+z", "Control+ArrowLeft", "Shift+ArrowRight", "Shift+Home", "Control+Enter", "Shift+Enter",
    "Control+Backspace", "Shift+x", "Alt+ArrowUp",
]  # fmt: skip
CLIPBOARD_KEYS: Final = [
    *["Control+c", "Control+v", "Control+x"] * 3, "Shift+Insert", "Shift+Delete", "Control+Insert", "Control+Shift+v",
]  # fmt: skip
TEXTS: Final = ["", "typed", "1", "two words", "3.5", "one", "a@b.de", "2026-05-06", "12:15", " padded ", "#00ff00"]
TYPED: Final = ["ab", "12", "x y", "-3", "on", "tw", "Qü"]
CSS: Final = [
    # Those of the app itself: components have labels and field sets of their own, also where nobody sees them.
    "label[id^=ui-]", "fieldset[id^=ui-]",
    "summary", "p", "sl-details", "sl-rating", "sl-tree-item", "sl-menu-item", "sl-option", "sl-tab",
    "sl-card", "sl-tag", "li", "h2", "sl-alert", "legend", "dialog", "option",
]  # fmt: skip
