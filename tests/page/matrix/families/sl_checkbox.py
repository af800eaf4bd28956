"""sl-checkbox."""

from tests.page.matrix.family import Family

FAMILY = Family(
    "sl-checkbox",
    '<sl-checkbox {a} ui-value="v">F{s}</sl-checkbox>',
    variants={
        "on": "checked", "by attribute": 'ui-attr-checked="on"', "mixed": "indeterminate", "disabled": "disabled",
        "required": "required", "help": 'help-text="Help"', "action": 'ui-action="hit()"', "value": 'value="one"',
        "method": 'ui-event-sl-change="hit()"', "disabled by Lua": 'ui-attr-disabled="x"',
    },
    acts={
        "click": "click F; click F",
        "check": "check F; check F; uncheck F; uncheck F",
        "space": "focus F; press Space; press Space",
        "other keys": "focus F; press Enter; press ArrowRight; press ArrowLeft; press Escape; press a",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
        "from Lua": "lua c.v = true; lua c.v = false; lua c.v = 'x'; lua c.v = nil; click F",
        "Lua while focused": "focus F; lua c.v = true; press Space",
        "fill": "fill F := x",
        "disable": "focus F; lua c.x = true; press Space; lua c.x = nil; click F",
    },
    only={"disable": ("disabled by Lua", "plain")},
    use="click F; press Tab",
    without=frozenset({"form", "size"}),
)  # fmt: skip
