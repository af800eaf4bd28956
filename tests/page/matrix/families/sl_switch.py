"""sl-switch."""

from tests.page.matrix.family import Family

FAMILY = Family(
    "sl-switch",
    '<sl-switch {a} ui-value="v">F{s}</sl-switch>',
    variants={
        "on": 'checked', "off by Lua": 'ui-attr-checked="on"', "disabled": "disabled", "required": "required",
        "help": 'help-text="Help"', "action": 'ui-action="hit()"',
    },
    acts={
        "click": "click F; click F",
        "check": "check F; check F; uncheck F; uncheck F",
        "space": "focus F; press Space; press Space",
        "enter": "focus F; press Enter",
        "arrows": "focus F; press ArrowRight; press ArrowRight; press ArrowLeft; press ArrowLeft",
        "other keys": "focus F; press Home; press End; press Escape; press a",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
        "from Lua": "lua c.v = true; lua c.v = false; lua c.v = 'x'; lua c.v = nil; click F",
        "Lua while focused": "focus F; lua c.v = true; press Space",
        "hover": "hover F",
        "fill": "fill F := x",
    },
    use="click F; press Tab",
    without=frozenset({"form", "size"}),
)  # fmt: skip
