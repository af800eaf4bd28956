"""Buttons, links, menus of roles, and the order of focus."""

from tests.page.matrix.family import Family

EVENTS = (
    "focusin", "focusout", "pointerdown", "pointerup", "mousedown", "mouseup", "keydown", "keyup", "dblclick",
    "mouseover", "mouseout",
)  # fmt: skip
BUTTON = Family(
    "button",
    '<button {a} ui-event-click="hit()">F</button>',
    variants={
        "disabled": "disabled", "disabled by Lua": 'ui-attr-disabled="x"', "aria-disabled": 'aria-disabled="true"',
        "pointer-events": 'style="pointer-events: none"', "tabindex": 'tabindex="-1"', "inert": "inert",
        "inert by Lua": 'ui-attr-inert="x"', "pressed": 'ui-attr-aria-pressed="x"', "expanded": 'ui-attr-aria-expanded="x"',
        "hidden": "hidden", "accesskey": 'accesskey="f"', "menu": 'aria-haspopup="menu"', "role": 'role="menuitem"',
        "title": 'title="T"', "first": 'tabindex="1"',
    },
    acts={
        "click": "click F; click F",
        "keys": "focus @button F; press Enter; press Space; press ArrowDown; press Escape; press a; press Shift+Enter; press Control+Enter",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
        "Tab from the page": "press Tab; press Tab; press Tab; press Tab",
        "hover": "hover F; hover Before",
        "from Lua": "lua c.x = true; click F; lua c.x = nil; click F",
        "change with focus": "focus @button F; lua c.x = true; press Enter; press Tab; lua c.x = nil; press Enter",
        "fill": "fill F := x; check F; choose F := x",
    },
    # Where Tab starts when nothing has had the focus depends on what was on the page before.
    only={"Tab from the page": ("plain",)},
    events=EVENTS,
)  # fmt: skip
ROLES = {
    "link": '<a href="#x" {}>F</a>', "link without href": "<a {}>F</a>", "div": '<div role="button" tabindex="0" {}>F</div>',
    "span": "<span {}>F</span>", "summary": "<details><summary {}>F</summary>Text</details>", "label": "<label {}>F</label>",
    "label of a button": '<label for="b" {}>F</label><button id="b">B1</button>',
    "checkbox": '<div role="checkbox" tabindex="0" ui-attr-aria-checked="x" {}>F</div>',
    "menu item": '<ul role="menu"><li role="menuitem" tabindex="0" {}>F</li></ul>',
    "tab": '<div role="tablist"><button role="tab" ui-attr-aria-selected="x" {}>F</button></div>',
    "input": '<input type="button" value="F" {}>', "image": '<button {}><img alt="F"></button>',
    "svg": '<button {}><svg aria-label="F"><path d=""></path></svg></button>',
    "nested": "<button {}><b>F</b> <i>more</i></button>", "table cell": "<table><tr><td {}>F</table>",
    "list item": "<ul><li {}>F</ul>", "option": "<select size=2><option {}>F</select>",
}  # fmt: skip
WAYS = {
    "action": 'ui-action="hit()"', "event": 'ui-event-click="hit()"', "value": 'ui-event-click="v" ui-event-click-value="yes"',
    "toggle": 'ui-event-click="x" ui-event-click-value="true"',
}  # fmt: skip
CLICKED = Family(
    "clicked",
    "",
    events=("focusin", "focusout", "keydown", "mousedown"),
    more=tuple(
        (f"{role} {way} {act}", markup.format(attributes), steps)
        for role, markup in ROLES.items()
        for way, attributes in WAYS.items()
        for act, steps in {
            "click": "click F; click Before; click F",
            "keys": "focus @button Before; press Tab; press Enter; press Space; press Tab",
        }.items()
    ),
)  # fmt: skip
ORDER = Family(
    "focus",
    "",
    events=("focusin", "focusout", "change"),
    more=(
        *((f"parts of {kind}", f'<input type="{kind}" aria-label="I" ui-value="v">', f"focus @button Before; {steps}")
          for kind in ("date", "time", "month", "week", "datetime-local")
          for steps in ("press Tab; " * 5 + "press Shift+Tab; press Shift+Tab; press Shift+Tab",)),
        *((f"all parts of {kind}", f'<input type="{kind}" aria-label="I" ui-value="v">', "focus I; " + "press Tab; " * count)
          for kind, count in (("date", 4), ("time", 4), ("month", 3), ("week", 3), ("datetime-local", 7))),
        ("parts with seconds", '<input type="time" step="1" aria-label="I" ui-value="v">',
         "lua c.v = '12:34:56'; focus I; press Tab; press Tab; press Tab; press Tab; press Tab"),
        ("tabindex", '<button tabindex="2">T2</button><button tabindex="1">T1</button><button tabindex="0">T0</button>'
         '<button tabindex="-1">TN</button><div tabindex="0">D0</div>', "focus @button T1; press Tab; press Tab; press Tab; press Tab; press Tab"),
        ("backwards", '<button tabindex="2">T2</button><button>T0</button><input aria-label="I">',
         "focus I; press Shift+Tab; press Shift+Tab; press Shift+Tab"),
        ("after a click", "<p>Text</p><button>A1</button><button>A2</button>", "click Text; press Tab; click A2; press Tab"),
        ("after a click between", "<button>A1</button><p>Text</p><button>A2</button>", "click Text; press Tab; press Shift+Tab"),
        ("hidden while focused", '<button ui-attr-hidden="x">A1</button><button>A2</button>', "focus @button A1; lua c.x = true; press Tab"),
        ("list reordered", '<div ui-viewlist="list"><input ui-value="name"></div>',
         "focus @textbox nth 1; lua table.insert(c.list, 1, Row:new({name = 'z'})); type x; press Tab"),
        ("focus by Lua", '<input aria-label="I" ui-value="v"><input aria-label="J" ui-value="w">',
         "focus I; type a; lua c.v = 'b'; type c; press Tab; lua c.w = 'd'; type e; press Tab"),
        ("view replaced", '<div ui-view="y"></div><button>A1</button>', "lua c.y = c.list[1]; press Tab; press Tab"),
        ("iframe", '<button>A1</button><iframe title="Frame"></iframe><button>A2</button>', "click A1"),
        ("label", '<label for="i">L1</label><p>Text</p><input id="i">', "click L1; type a; press Tab"),
        ("label around", "<label>L1 <input></label>", "click L1; type a; press Tab"),
        ("label around a button", '<label>L1 <button ui-action="hit()">B1</button></label>', "click L1; click B1"),
        ("disabled field", '<label>L1 <input disabled></label><button>A1</button>', "click L1; press Tab; press Tab"),
        ("mouse down elsewhere", '<input aria-label="I" ui-value="v"><div ui-event-click="hit()">Area</div>', "focus I; type a; click Area; press Tab"),
        ("change before click", '<input aria-label="I" ui-value="v"><button ui-action="hit()">A1</button>', "focus I; type a; click A1; type b"),
        ("contenteditable", '<div contenteditable role="textbox" aria-label="E" ui-event-input="hit()"></div>', "fill E := abc; press Tab; focus E"),
        ("details in order", "<details><summary>S1</summary><button>In</button></details><button>A1</button>", "press Tab; press Tab; press Tab; press Tab"),
        ("radio groups", '<input type="radio" name="r" aria-label="R1"><input type="radio" name="r" aria-label="R2">'
         '<input type="radio" name="s" aria-label="S1"><input type="radio" name="s" aria-label="S2" checked>',
         "press Tab; press Tab; press Tab; press Tab; press Shift+Tab; press Shift+Tab; press Shift+Tab"),
        ("visibility", '<button style="visibility:hidden">A1</button><div style="visibility:hidden"><button style="visibility:visible">A2</button></div>',
         "press Tab; press Tab; press Tab; click A2"),
        ("inert part", '<div ui-attr-inert="x"><button>A1</button><input aria-label="I"></div>', "focus I; lua c.x = true; type a; press Tab; click A1; lua c.x = nil; click A1"),
        ("keys without focus", '<div ui-event-keydown="hit()"><button>A1</button></div>', "press a; press Enter; focus @button A1; press a"),
    ),
)  # fmt: skip
FAMILIES = (BUTTON, CLICKED, ORDER)
