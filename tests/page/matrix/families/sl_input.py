"""sl-input."""

from tests.page.matrix.family import Family

EDIT = ("plain", "label", "keypress", "number", "required", "clearable", "placeholder")

FAMILY = Family(
    "sl-input",
    '<sl-input {a} label="F" ui-value="v">{s}</sl-input>',
    variants={
        "value": 'value="old"', "keypress": 'ui-value="v?keypress"', "number": 'type="number"', "date": 'type="date"',
        "time": 'type="time"', "email": 'type="email"', "password": 'type="password" password-toggle',
        "search": 'type="search" clearable', "url": 'type="url"', "clearable": "clearable", "readonly": "readonly",
        "disabled": "disabled", "required": "required", "placeholder": 'placeholder="P"',
        "maxlength": 'maxlength="3"', "help": 'help-text="Help"',
        "number with steps": 'type="number" min="1" max="9" step="2"', "pattern": 'pattern="[0-9]+"',
        "disabled by Lua": 'ui-attr-disabled="x"', "readonly by Lua": 'ui-attr-readonly="x"',
        "read only path": 'ui-value="v?access=r"', "enter": 'ui-event-keypress-enter="hit()"',
    },
    acts={
        "fill": "fill F := abc; press Tab",
        "fill a number": "fill F := 12; press Tab; clear F; press Tab",
        "fill a date": "fill F := 2026-02-03; fill F := 2026-02-30; press Tab",
        "fill a time": "fill F := 12:34; press Enter",
        "fill and click": "fill F := abc; click After; fill F := abcd; click After",
        "clear": "lua c.v = 'abc'; clear F; press Tab",
        "type": "focus F; type ab; press Enter; type c; press Tab",
        "type 12": "focus F; type 12; press ArrowUp; press ArrowDown; press ArrowDown; press Tab",
        "edit": "lua c.v = 'abcd'; click F; press Home; press Delete; press End; press Backspace; press ArrowLeft; "
        "type x; press Tab",
        "select all": "lua c.v = 'abcd'; focus F; press Control+a; type x; press Tab",
        "Tab": "lua c.v = 'abcd'; focus @button Before; press Tab; type x; press Tab; press Shift+Tab; press Shift+Tab",
        "escape": "focus F; type a; press Escape; press Tab",
        "from Lua": "lua c.v = 'abc'; lua c.v = 12; lua c.v = true; lua c.v = nil",
        "Lua while focused": "focus F; lua c.v = 'abc'; type d; lua c.v = 'xyz'; press Tab",
        "nothing": "click F; press Tab; focus F; click After",
        "clear button": "lua c.v = 'abc'; click @button Clear entry; press Tab",
        "clear button after typing": "focus F; type ab; click @button Clear entry; press Tab",
        "password": "fill F := abc; click @button Show password; click @button Hide password; press Tab",
        "disable": "fill F := a; lua c.x = true; lua c.v = 'b'; fill F := c; lua c.x = nil; fill F := d; press Tab",
    },
    only={
        "fill a number": ("plain", "number", "number with steps", "maxlength"),
        "fill a date": ("date", "plain"),
        "fill a time": ("time", "plain"),
        "type 12": ("plain", "number", "number with steps", "keypress"),
        "clear button": ("clearable", "search", "readonly"),
        "clear button after typing": ("clearable", "search", "plain"),
        "password": ("password",),
        "disable": ("disabled by Lua", "readonly by Lua"),
    },
    use="fill F := 12; press Tab",
    more=(
        ("type taken away", '<sl-input label="F" ui-attr-type="x" ui-value="v"></sl-input>',
         "lua c.v = 'abc' c.x = 'number'; lua c.x = nil; type q; fill F := de; press Tab"),
        ("type taken away after typing", '<sl-input label="F" ui-attr-type="x" ui-value="v"></sl-input>',
         "focus F; type abc; lua c.x = 'number'; lua c.x = nil; type d; press Tab"),
        ("type of a date taken away", '<sl-input label="F" ui-attr-type="x" value="abc"></sl-input>',
         "lua c.x = 'date'; lua c.x = nil; focus F; press End; type d; press Tab"),
        ("type of an address taken away", '<sl-input label="F" ui-attr-type="x" value=" a b "></sl-input>',
         "lua c.x = 'email'; lua c.x = nil; lua c.x = 'url'; lua c.x = nil"),
        ("type of a time taken away later", '<sl-input label="F" ui-attr-type="x" ui-value="v"></sl-input>',
         "lua c.x = 'time'; lua c.v = '25:00'; lua c.x = nil; lua c.v = '2'; lua c.x = 'month'; lua c.x = nil"),
        ("type taken away from the markup", '<sl-input label="F" type="number" ui-attr-type="x" value="abc"></sl-input>',
         "lua c.x = 'text'; lua c.x = 'number'; lua c.x = nil; lua c.x = 'text'"),
        ("type of a number taken away while typing", '<sl-input label="F" ui-attr-type="x" ui-value="v"></sl-input>',
         "lua c.x = 'number'; focus F; type 1e; lua c.x = nil; type 5; press Tab"),
    ),
    without=frozenset(
        {"form", "size", "filled", "pill", "autocapitalize", "autocorrect", "autocomplete", "enterkeyhint", "inputmode",
         "spellcheck"}
    ),
)  # fmt: skip
