"""Apps that people use in tests of recordings."""

from __future__ import annotations

DESK = {
    ".claude/ui/apps/desk/app.lua": """
Item = session:prototype("Item", {name = ""})
function Item:drop() desk.dropped = self.name end
Desk = session:prototype("Desk", {
    note = "", code = "", colour = "red", size = "s", ready = false, on = false, pick = "a", level = "1", dropped = "",
    files = "", key = "", done = 0, items = EMPTY, title = "", plain = "",
})
function Desk:press() self.key = "pressed" end
function Desk:filed() self.files = "filed" end
function Desk:go() self.done = self.done + 1 end
function Desk:login()
    mcp.pushState({event = "login", password = self.code, at = os.time()})
    self.key = "logged in"
end
if not session.reloading then
    desk = Desk:new({items = {Item:new({name = "pen"}), Item:new({name = "ink"})}})
end
""",
    ".claude/ui/apps/desk/viewdefs/Item.list-item.html": """<template>
  <div><span ui-value="name"></span> <button ui-action="drop()">Drop</button></div>
</template>""",
    ".claude/ui/apps/desk/viewdefs/Desk.DEFAULT.html": """<template>
  <main>
    <label>Note <textarea ui-value="note?keypress"></textarea></label>
    <label>Code <input type="password" ui-value="code"></label>
    <button ui-action="login()">Log in</button>
    <label>Colour
      <select ui-value="colour"><option value="red">Red</option><option value="blue">Blue</option></select></label>
    <fieldset><legend>Size</legend>
      <label><input type="radio" name="size" value="s" ui-value="size"> Small</label>
      <label><input type="radio" name="size" value="l" ui-value="size"> Large</label>
    </fieldset>
    <label><input type="checkbox" ui-value="ready"> Ready</label>
    <sl-switch ui-value="on">On</sl-switch>
    <sl-input label="Title" ui-value="title"></sl-input>
    <sl-select label="Pick" ui-value="pick">
      <sl-option value="a">Apple</sl-option><sl-option value="b">Bread pudding</sl-option></sl-select>
    <label>Tags
      <select multiple><option>New</option><option>Old</option><option>Rare</option></select></label>
    <label>Papers <input type="file" multiple ui-event-change="filed()"></label>
    <sl-button ui-action="go()">Go</sl-button>
    <div ui-viewlist="items"></div>
    <input ui-value="plain">
    <input aria-label="Find" ui-event-keypress-enter="press()">
    <p>Size <b ui-value="size"></b>,
      colour <b ui-value="colour"></b>, <b ui-value="pick"></b>, <b ui-value="dropped"></b>,
      <b ui-value="key"></b>, done <b ui-value="done"></b>, <b ui-value="files"></b>, <b ui-value="title"></b></p>
  </main>
</template>""",
}
