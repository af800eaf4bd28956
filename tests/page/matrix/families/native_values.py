"""`input` of the types number, range, color and those of dates and times, and `select`, `checkbox`, `radio`, `file`."""

from tests.page.matrix.family import Family

EVENTS = ("focusin", "focusout", "keydown", "keyup", "mousedown", "mouseup")
LUA = "lua c.v = '{0}'; lua c.v = '{1}'; lua c.v = ''; lua c.v = nil; lua c.v = 5"
STATES = {
    "required": "required", "readonly": "readonly", "disabled": "disabled", "disabled by Lua": 'ui-attr-disabled="x"',
}  # fmt: skip
DISABLE = "lua c.x = true; press Tab; lua c.x = nil; press Tab"
NUMBER = Family(
    "number",
    '<label>F <input type="number" {a} ui-value="v"></label>',
    variants={
        **STATES, "steps": 'min="1" max="9" step="2"', "half": 'step="0.5"', "any": 'step="any"', "min": 'min="3"',
        "max": 'max="3"', "value": 'value="4"', "bad value": 'value="x"', "offset": 'min="0.5"',
    },
    acts={
        "fill": "fill F := 12; press Tab; fill F := 3.5; press Tab; fill F := -1; press Tab",
        "fill words": "fill F := abc; press Tab",
        "fill odd numbers": "fill F := 1e3; press Tab; fill F := .5; press Tab; fill F := 007; press Tab",
        "fill what is no number": "fill F := 1.; fill F := +1; fill F := 0x1; press Tab",
        "type": "focus F; type 12; press Tab; focus F; press End; type .5; press Tab",
        "type words": "focus F; type ab1c2; press Tab",
        "type half a number": "focus F; type -; press Tab; focus F; type 5; press Tab",
        "type an exponent": "focus F; type 1e2; press Tab",
        "arrows": "focus F; press ArrowUp; press ArrowUp; press ArrowDown; press ArrowDown; press ArrowDown; press Tab",
        "arrows from a value": "lua c.v = '4'; focus F; press ArrowUp; press ArrowUp; press ArrowDown; press Tab",
        "arrows at an end": "lua c.v = '9'; focus F; press ArrowUp; press ArrowDown; press Tab",
        "clear": "fill F := 5; press Tab; clear F; press Tab; clear F; press Tab",
        "backspace": "lua c.v = '12'; focus F; press End; press Backspace; press Backspace; press Backspace; press Tab",
        "from Lua": LUA.format("7", "x"),
        "number from Lua": "lua c.v = 7; lua c.v = 7.25; lua c.v = -0.5; lua c.v = 100000000000",
        "enter": "focus F; type 5; press Enter; press Tab",
        "disable": DISABLE,
    },
    only={"disable": ("disabled by Lua",)},
    events=EVENTS,
)  # fmt: skip
RANGE = Family(
    "range",
    '<label>F <input type="range" {a} ui-value="v"></label>',
    variants={
        **{name: STATES[name] for name in ("disabled", "disabled by Lua")}, "steps": 'min="1" max="9" step="2"',
        "half": 'step="0.5" max="5"', "value": 'value="30"', "negative": 'min="-10" max="10"', "small": 'max="3"',
        "odd": 'min="10" max="5"',
    },
    acts={
        "arrows": "focus F; press ArrowRight; press ArrowUp; press ArrowLeft; press ArrowDown; press ArrowDown; press Tab",
        "ends": "focus F; press End; press ArrowRight; press Home; press ArrowLeft; press Tab",
        "pages": "focus F; press PageUp; press PageUp; press PageDown; press Tab",
        "fill": "fill F := 3; press Tab; fill F := 7; press Tab",
        "fill what is no value": "fill F := 1000; fill F := x; press Tab",
        "from Lua": "lua c.v = 3; lua c.v = 1000; lua c.v = 'x'; lua c.v = nil; lua c.v = 4",
        "keys from Lua": "lua c.v = 3; focus F; press ArrowRight; press Tab",
        "Tab": "focus @button Before; press Tab; press Tab",
        "disable": DISABLE,
    },
    only={"disable": ("disabled by Lua",)},
    events=EVENTS,
)  # fmt: skip
GOOD = {
    "date": ("2026-02-03", "2026-02-30", "2024-02-29", "03.02.2026"),
    "time": ("12:34", "25:00", "01:02", "1pm"),
    "month": ("2026-02", "2026-13", "0001-01", "Feb"),
    "week": ("2026-W07", "2026-W54", "2020-W53", "7"),
    "datetime-local": ("2026-02-03T12:34", "2026-02-30T12:34", "2026-02-03T01:02", "2026-02-03"),
    "color": ("#ff0000", "red", "#AABBCC", "#fff"),
}
BOUNDS = {
    "date": 'min="2026-01-10" max="2026-03-10"', "time": 'min="09:00" max="17:00"', "month": 'min="2026-01"',
    "week": 'max="2026-W10"', "datetime-local": 'min="2026-01-01T00:00"', "color": "",
}  # fmt: skip


def of_type(kind: str) -> Family:
    good, bad, other, words = GOOD[kind]
    return Family(
        kind,
        f'<label>F <input type="{kind}" {{a}} ui-value="v"></label>',
        variants={**STATES, "bounds": BOUNDS[kind], "value": f'value="{good}"', "bad value": f'value="{bad}"'},
        acts={
            "fill": f"fill F := {good}; press Tab; fill F := {other}; press Tab",
            "fill what does not exist": f"fill F := {bad}; press Tab; fill F := {good}; fill F := {bad}; press Tab",
            "fill words": f"fill F := {words}; press Tab",
            "fill and click": f"fill F := {good}; click After; fill F := {other}; click After",
            "clear": f"lua c.v = '{good}'; clear F; press Tab; fill F := {good}; press {'Tab' if kind == 'color' else 'Enter'}",
            "from Lua": LUA.format(good, bad),
            "from Lua with focus": f"focus F; lua c.v = '{good}'; lua c.v = nil",
            "disable": DISABLE,
        },
        only={"disable": ("disabled by Lua",)},
        events=EVENTS,
    )


CHECKBOX = Family(
    "checkbox",
    '<label><input type="checkbox" {a} ui-value="v"> F</label>',
    variants={
        **{name: STATES[name] for name in ("required", "disabled", "disabled by Lua")}, "checked": "checked",
        "value": 'value="one"', "action": 'ui-action="hit()"', "method": 'ui-event-change="hit()"',
        "readonly": "readonly", "aria-disabled": 'aria-disabled="true"', "switch": 'role="switch"',
        "by attribute": 'ui-attr-checked="on"', "number": 'ui-attr-value="n"',
    },
    acts={
        "click": "click F; click F",
        "check": "check F; check F; uncheck F; uncheck F",
        "space": "focus F; press Space; press Space",
        "other keys": "focus F; press Enter; press ArrowRight; press Escape; press a",
        "Tab": "focus @button Before; press Tab; press Space; press Tab",
        "from Lua": "lua c.v = true; lua c.v = false; lua c.v = 'x'; lua c.v = nil; click F",
        "Lua while focused": "focus F; lua c.v = true; press Space",
        "fill": "fill F := x",
        "disable": "focus F; lua c.x = true; press Space; click F; lua c.x = nil; click F",
    },
    only={"disable": ("disabled by Lua",)},
    events=EVENTS,
)  # fmt: skip
RADIOS = "".join(
    f'<label><input type="radio" name="r" value="{name.lower()}" {state} ui-value="v"> {name}</label>'
    for name, state in (("Aa", "{a}"), ("Bb", ""), ("Cc", "disabled"), ("Dd", ""))
)
RADIO = Family(
    "radio",
    f"<fieldset><legend>Group</legend>{RADIOS}</fieldset>",
    variants={
        "checked": "checked", "required": "required", "disabled": "disabled", "disabled by Lua": 'ui-attr-disabled="x"',
        "method": 'ui-event-change="hit()"',
    },
    acts={
        "click": "click Aa; click Bb; click Bb; click Cc",
        "check": "check Bb; check Dd; uncheck Dd; uncheck Aa",
        "arrows": "focus Aa; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowUp; press ArrowLeft; press ArrowRight",
        "space": "focus Aa; press Space; press ArrowRight; press Space",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
        "Tab with a choice": "check Dd; focus @button Before; press Tab; press Tab; press Shift+Tab",
        "from Lua": "lua c.v = 'bb'; lua c.v = 'zz'; lua c.v = 'dd'; lua c.v = nil; click Bb",
        "choose": "choose Group := Bb; choose Group := dd; choose Group := Nothing",
        "Lua then arrows": "lua c.v = 'bb'; focus Bb; press ArrowDown; press Tab",
        "enter": "focus Aa; press Enter; press a",
    },
    events=EVENTS,
    more=(
        ("no name", '<label><input type="radio" value="a" ui-value="v"> Aa</label>'
         '<label><input type="radio" value="b" ui-value="v"> Bb</label>',
         "click Aa; click Bb; focus Aa; press ArrowDown; press Tab; press Tab"),
        ("two forms", '<form><label><input type="radio" name="r" value="a" ui-value="v"> Aa</label></form>'
         '<form><label><input type="radio" name="r" value="b" ui-value="w"> Bb</label></form>',
         "click Aa; click Bb; focus Aa; press ArrowDown; press Tab"),
    ),
)  # fmt: skip
OPTIONS = (
    "<option value=a>Apple</option><option value=b>Banana</option><option disabled>Cherry</option>"
    "<optgroup label=More><option value=d>Date</option><option>Blueberry</option></optgroup>"
)
SELECT = Family(
    "select",
    f'<label>F <select {{a}} ui-value="v">{OPTIONS}</select></label>',
    variants={
        **{name: STATES[name] for name in ("required", "disabled", "disabled by Lua")}, "multiple": "multiple",
        "list": 'size="4"', "method": 'ui-event-change="hit()"', "aria-disabled": 'aria-disabled="true"',
    },
    acts={
        "choose": "choose F := Banana; choose F := Apple; choose F := a; press Tab",
        "choose what is not there": "choose F := Nothing; choose F := Cherry",
        "choose in a group": "choose F := Blueberry; choose F := Date",
        "click an option": "click @option Banana; click @option Banana",
        "arrows": "focus F; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowUp; press Tab",
        "left and right": "focus F; press ArrowRight; press ArrowRight; press ArrowLeft; press Tab",
        "ends": "focus F; press End; press Home; press Tab",
        "typeahead": "focus F; press b; press Tab; focus F; press d; press Tab",
        "typing twice": "focus F; press b; press b; press Tab",
        "typing a word": "focus F; type bl; press Tab",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab",
        "from Lua": "lua c.v = 'b'; lua c.v = 'zzz'; lua c.v = 'a'; lua c.v = nil; choose F := Date",
        "keys from Lua": "lua c.v = 'b'; focus F; press ArrowDown; press Tab",
        "disable": "choose F := Banana; lua c.x = true; choose F := Apple; lua c.x = nil; choose F := Apple",
        "several": "lua c.v = {'a', 'd'}; lua c.v = {}; lua c.v = 'a'; lua c.v = nil",
    },
    only={"disable": ("disabled by Lua",), "several": ("multiple",)},
    events=EVENTS,
    more=(
        ("placeholder", '<select aria-label="F" required ui-value="v"><option value="">Choose</option>'
         "<option>One</option></select>", "choose F := One; lua c.v = nil; focus F; press ArrowDown; press Tab"),
    ),
)  # fmt: skip
FAMILIES = (NUMBER, RANGE, *map(of_type, GOOD), CHECKBOX, RADIO, SELECT)
