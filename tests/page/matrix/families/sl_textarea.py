"""sl-textarea."""

from tests.page.matrix.family import Family

FAMILY = Family(
    "sl-textarea",
    '<sl-textarea {a} label="F" ui-value="v">{s}</sl-textarea>',
    variants={
        "value": 'value="old"', "keypress": 'ui-value="v?keypress"', "readonly": "readonly", "disabled": "disabled",
        "required": "required", "placeholder": 'placeholder="P"', "maxlength": 'maxlength="3"',
        "help": 'help-text="Help"',
    },
    acts={
        "fill": "fill F := abc; press Tab",
        "fill and click": "fill F := abc; click After; fill F := abcd; click After",
        "clear": "lua c.v = 'abc'; clear F; press Tab",
        "type": "focus F; type ab; press Enter; type c; press Tab",
        "edit": "lua c.v = 'abcd'; focus F; press Home; press Delete; press End; press Backspace; press Tab",
        "select all": "lua c.v = 'abcd'; focus F; press Control+a; type x; press Tab",
        "Tab": "lua c.v = 'abcd'; focus @button Before; press Tab; type x; press Tab; press Shift+Tab; press Shift+Tab",
        "from Lua": "lua c.v = 'abc'; lua c.v = 12; lua c.v = 'a\\nb'; lua c.v = nil",
        "Lua while focused": "focus F; lua c.v = 'abc'; type d; lua c.v = 'xyz'; press Tab",
    },
    use="fill F := abc; press Tab",
    without=frozenset(
        {"form", "size", "filled", "autocapitalize", "autocorrect", "autocomplete", "enterkeyhint", "inputmode",
         "spellcheck", "resize", "rows", "autofocus"}
    ),
)  # fmt: skip
