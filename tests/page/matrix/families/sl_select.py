"""sl-select."""

from tests.page.matrix.family import Family

OPTIONS = (
    '<sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option>'
    '<sl-option value="c" disabled>Cherry</sl-option><sl-option value="d">Date</sl-option>'
    '<sl-option value="e">Blueberry</sl-option>'
)
LIST = '<sl-select {a} label="F" ui-value="v">{s}' + OPTIONS + "</sl-select>"
ROWS = (
    '<sl-select label="F" ui-value="v" ui-viewlist="list" {}></sl-select><!--row--><sl-option ui-attr-value="value">'
    '<span ui-value="name"></span></sl-option>'
)
ONLY_MANY = ("multiple", "multiple clearable", "multiple max", "multiple required")

FAMILY = Family(
    "sl-select",
    LIST,
    variants={
        "value": 'value="b"', "clearable": "clearable", "disabled": "disabled", "required": "required",
        "placeholder": 'placeholder="P"', "help": 'help-text="Help"', "disabled by Lua": 'ui-attr-disabled="x"',
        "multiple": "multiple", "multiple clearable": "multiple clearable", "multiple required": "multiple required",
        "multiple max": 'multiple max-options-visible="1"', "hoist": "hoist", "open": "open",
    },
    acts={
        "choose": "choose F := Banana; choose F := Apple; choose F := a",
        "choose what is not there": "choose F := Nothing; choose F := Cherry",
        "click": "click F; click @option Banana; click F; click F",
        "click a disabled option": "click F; click @option Cherry; press Escape",
        "keys": "focus F; press Enter; press ArrowDown; press ArrowDown; press Enter; press Tab",
        "space": "focus F; press Space; press ArrowDown; press Space; press Escape; press Tab",
        "arrows": "focus F; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowUp; press Enter",
        "arrow up": "focus F; press ArrowUp; press ArrowUp; press Enter",
        "Home and End": "focus F; press Enter; press End; press Enter; press Enter; press Home; press Enter",
        "escape": "focus F; press Enter; press ArrowDown; press Escape; press Escape",
        "typeahead": "focus F; press Enter; press b; press Enter",
        "typing while closed": "focus F; press b; press Enter",
        "Tab": "focus @button Before; press Tab; press Enter; press Tab; press Shift+Tab; press Shift+Tab",
        "click outside": "click F; click Before",
        "from Lua": "lua c.v = 'b'; lua c.v = 'zzz'; lua c.v = 'a'; lua c.v = nil; choose F := Date",
        "Lua while open": "click F; lua c.v = 'b'; press ArrowDown; press Enter",
        "clear button": "choose F := Banana; click @button Clear entry; press Tab",
        "disable": "choose F := Banana; lua c.x = true; click F; lua c.x = nil; click F; press Escape",
        "several": "lua c.v = {'a', 'd'}; lua c.v = {'a', 'b', 'd', 'e'}; lua c.v = {}; lua c.v = 'a'; lua c.v = nil",
        "choose several": "click F; click @option Apple; click @option Date; click @option Apple; press Escape",
        "remove a tag": "lua c.v = {'a', 'd'}; click @button Remove nth 0; press Tab",
    },
    only={
        "clear button": ("clearable", "multiple clearable", "plain"),
        "disable": ("disabled by Lua",),
        "several": ONLY_MANY,
        "choose several": ONLY_MANY,
        "remove a tag": ONLY_MANY,
    },
    use="click F; press ArrowDown; press Enter; press Tab",
    without=frozenset({"form", "size", "filled", "pill", "hoist", "placement", "getTag", "slot:clear-icon"}),
    more=(
        ("options from Lua", ROWS.format(""), "choose F := b; lua c.v = '3'; lua c.v = nil; choose F := a"),
        ("options and value in one", ROWS.format(""),
         "lua c.list = {Row:new({name = 'x', value = '8'}), Row:new({name = 'y', value = '9'})} c.v = '9'; "
         "lua c.v = '8'; lua c.list = {}; lua c.v = '9'"),
        ("value before its option", ROWS.format(""),
         "lua c.list = {} c.v = '9'; lua c.list = {Row:new({name = 'y', value = '9'})}; choose F := y"),
        ("options after the value", ROWS.format(""),
         "lua c.list = {}; lua c.v = '2'; lua c.list = {Row:new({name = 'b', value = '2'})}; lua c.v = nil"),
        ("several from Lua", ROWS.format("multiple"),
         "lua c.v = {'1', '3'}; lua c.list = {Row:new({name = 'y', value = '3'})}; lua c.v = {'3'}; choose F := y"),
        ("renamed option", ROWS.format(""), "lua c.v = '2'; lua c.list[2].name = 'bee'; lua c.list[2].value = '7'"),
        ("option hidden", '<sl-select label="F" ui-value="v"><sl-option value="a">A</sl-option>'
         '<sl-option value="b" ui-attr-hidden="x">B</sl-option><sl-option value="c">C</sl-option></sl-select>',
         "lua c.x = true; click F; press ArrowDown; press ArrowDown; press Enter"),
        ("option disabled by Lua", '<sl-select label="F" ui-value="v"><sl-option value="a">A</sl-option>'
         '<sl-option value="b" ui-attr-disabled="x">B</sl-option></sl-select>',
         "lua c.x = true; choose F := B; lua c.x = nil; choose F := B"),
        ("with a divider and prefix", '<sl-select label="F" ui-value="v"><small>Group</small>'
         '<sl-option value="a">A<span slot="prefix">1</span></sl-option><sl-divider></sl-divider>'
         '<sl-option value="b">B<span slot="suffix">2</span></sl-option></sl-select>',
         "click F; click @option B; click F"),
        ("in a form", '<form ui-event-submit="hit()"><sl-select label="F" required ui-value="v">'
         '<sl-option value="a">A</sl-option></sl-select><sl-button type="submit">Go</sl-button></form>',
         "click Go; choose F := A; click Go"),
    ),
)  # fmt: skip
