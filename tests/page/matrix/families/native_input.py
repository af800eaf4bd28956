"""`input` of the types that take text, and `textarea`."""

from tests.page.matrix.family import Family

EVENTS = ("focusin", "focusout", "keydown", "keyup")
VARIANTS = {
    "value": 'value="old"', "keypress": 'ui-value="v?keypress"', "readonly": "readonly", "disabled": "disabled",
    "required": "required", "placeholder": 'placeholder="P"', "maxlength": 'maxlength="3"',
    "minlength": 'minlength="3"', "pattern": 'pattern="[0-9]+"', "aria-disabled": 'aria-disabled="true"',
    "disabled by Lua": 'ui-attr-disabled="x"', "readonly by Lua": 'ui-attr-readonly="x"',
    "read only path": 'ui-value="v?access=r"', "enter": 'ui-event-keypress-enter="hit()"', "title": 'title="T"',
    "tabindex": 'tabindex="-1"',
}  # fmt: skip
TYPES = {kind: f'type="{kind}"' for kind in ("search", "tel", "url", "email", "password", "nonsense")}
ACTS = {
    "fill": "fill F := abc; press Tab",
    "fill twice": "fill F := abc; fill F := abd; click After; fill F := ; click After",
    "fill spaces": "fill F :=   a b  ; press Tab",
    "clear": "lua c.v = 'abc'; clear F; press Tab",
    "clear what is empty": "clear F; press Tab; focus F; press Backspace; press Tab",
    "type": "focus F; type ab; press Enter; type c; press Tab",
    "edit": "lua c.v = 'abcd'; click F; press Home; press Delete; press End; press Backspace; press ArrowLeft; "
    "type x; press Tab",
    "select all": "lua c.v = 'abcd'; focus F; press Control+a; type x; press Tab",
    "words": "lua c.v = 'one two, three'; focus F; press Control+a; press ArrowRight; press Control+ArrowLeft; "
    "type x; press Control+ArrowLeft; press Control+ArrowLeft; type y; press Control+Backspace; press Control+Delete; press Tab",
    "selection": "lua c.v = 'abcdef'; focus F; press End; press Shift+ArrowLeft; press Shift+ArrowLeft; type x; "
    "press Shift+Home; press Delete; press Tab",
    "undo": "focus F; type ab; press Control+z; press Control+z; press Tab",
    "undo and redo": "fill F := abc; press End; type d; press Control+z; press Control+Shift+z; press Tab",
    "Tab": "lua c.v = 'abcd'; focus @button Before; press Tab; type x; press Tab; press Shift+Tab; press Shift+Tab",
    "escape": "focus F; type a; press Escape; press Tab",
    "up and down": "lua c.v = 'abc'; focus F; press ArrowUp; type x; press ArrowDown; type y; press Tab",
    "from Lua": "lua c.v = 'abc'; lua c.v = 12; lua c.v = true; lua c.v = nil",
    "Lua while focused": "focus F; lua c.v = 'abc'; type d; lua c.v = 'xyz'; press Tab",
    "Lua while typing": "focus F; type ab; lua c.v = 'xyz'; type c; press Tab",
    "Lua and then typing": "lua c.v = 'abc'; focus F; type d; press Tab",
    "nothing": "click F; press Tab; focus F; click After",
    "click in and out": "click F; type a; click F; type b; click After",
    "hover": "hover F; hover Before",
    "disable": "fill F := a; lua c.x = true; lua c.v = 'b'; fill F := c; lua c.x = nil; fill F := d; press Tab",
    "disable with focus": "focus F; type a; lua c.x = true; type b; lua c.x = nil; type c; press Tab",
}
ONLY = {
    "disable": ("disabled by Lua", "readonly by Lua"), "disable with focus": ("disabled by Lua", "readonly by Lua"),
    "hover": ("plain", "disabled"), "undo": ("plain", "keypress", "maxlength"), "undo and redo": ("plain",),
    "words": ("plain", "keypress", "readonly", "search"), "selection": ("plain", "maxlength", "password"),
}  # fmt: skip
FIELD = '<label>F <input ui-value="v" {a}></label>'


def _field(name: str, markup: str, variants: dict[str, str], acts: dict[str, str]) -> Family:
    # An attribute may stand only once: the variant's `ui-value` replaces the usual one.
    family = Family(name, markup, variants=variants, acts=acts, only=ONLY, events=EVENTS)
    bodies = {
        key: markup.replace('ui-value="v" ', "") if "ui-value" in value else markup for key, value in variants.items()
    }
    return family if not any(body != markup for body in bodies.values()) else _split(family, bodies)


def _split(family: Family, bodies: dict[str, str]) -> Family:
    own = {key for key, body in bodies.items() if body != family.markup}
    return Family(
        family.name,
        family.markup,
        variants={key: value for key, value in family.variants.items() if key not in own},
        acts=family.acts,
        only=family.only,
        events=family.events,
        more=tuple(
            (f"{key} {act}", bodies[key].replace("{a}", family.variants[key]), steps)
            for key in sorted(own)
            for act, steps in family.acts.items()
            if key in family.only.get(act, (key,))
        ),
    )


LINES = {
    "lines": "fill F := one\ntwo; press Tab; focus F; press End; press Enter; type three; press ArrowUp; type x; press Tab",
    "lines from Lua": "lua c.v = 'one\\ntwo\\nthree'; focus F; press Control+Home; press ArrowDown; press End; type x; "
    "press ArrowUp; press Home; type y; press Control+End; type z; press Tab",
}  # fmt: skip
FAMILIES = (
    _field("input", FIELD, {**VARIANTS, **TYPES}, ACTS),
    _field("textarea", '<label>F <textarea ui-value="v" {a}></textarea></label>',
           {name: VARIANTS[name] for name in ("keypress", "readonly", "disabled", "required", "maxlength",
                                              "disabled by Lua", "enter")}, {**ACTS, **LINES}),
)  # fmt: skip
