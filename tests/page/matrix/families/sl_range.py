"""sl-range and sl-rating: values on a scale."""

from tests.page.matrix.family import Family

FAMILIES = (
    Family(
        "sl-range",
        '<sl-range label="F" {a} ui-value="n">{s}</sl-range>',
        variants={
            "bounds": 'min="-5" max="5" step="2"', "disabled": "disabled", "no tooltip": 'tooltip="none"',
            "keypress": 'ui-value="n?keypress"', "fraction": 'max="1" step="0.1"', "help": 'help-text="Help"',
            "disabled by Lua": 'ui-attr-disabled="x"',
        },
        acts={
            "fill": "fill F := 3; fill F := 200; fill F := -9; press Tab",
            "arrows": "focus F; press ArrowRight; press ArrowUp; press ArrowUp; press ArrowLeft; press ArrowDown; press Tab",
            "Home and End": "focus F; press End; press Home; press PageUp; press PageDown; press Tab",
            "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
            "from Lua": "lua c.n = 4; lua c.n = 1000; lua c.n = 0.5; lua c.n = 0",
            "Lua while focused": "focus F; lua c.n = 4; press ArrowRight",
        },
        use="focus F; press ArrowRight; press Tab",
        without=frozenset({"form", "value later"}),
    ),
    Family(
        "sl-rating",
        '<sl-rating label="F" {a} ui-value="n"></sl-rating>',
        variants={
            "max": 'max="3"', "half": 'precision="0.5"', "readonly": "readonly", "disabled": "disabled", "value": 'value="2"',
            "disabled by Lua": 'ui-attr-disabled="x"',
        },
        acts={
            "fill": "fill F := 3; fill F := 9; fill F := 0; press Tab",
            "arrows": "focus F; press ArrowRight; press ArrowRight; press ArrowLeft; press ArrowUp; press ArrowDown",
            "Home and End": "focus F; press End; press Home; press Enter; press Space",
            "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
            "from Lua": "lua c.n = 4; lua c.n = 1000; lua c.n = 0.5; lua c.n = 0",
            "Lua while focused": "focus F; lua c.n = 2; press ArrowRight",
        },
        only={"Tab": ("plain", "max", "half", "readonly", "value")},
        use="focus F; press ArrowRight; press Tab",
        without=frozenset({"getSymbol", "disabled later"}),
    ),
)  # fmt: skip
