"""sl-details."""

from tests.page.matrix.family import Family

FAMILY = Family(
    "sl-details",
    '<sl-details summary="F" {a}>Inside <button ui-action="hit()">X</button>{s}</sl-details>',
    variants={
        "open": "open", "disabled": "disabled", "disabled and open": "disabled open", "by Lua": 'ui-attr-open="on"',
        "disabled by Lua": 'ui-attr-disabled="x"',
    },
    acts={
        "click": "click F; click X; click F",
        "enter": "focus @button F; press Enter; press Enter",
        "space": "focus @button F; press Space; press Space",
        "arrows": "focus @button F; press ArrowDown; press ArrowUp; press ArrowRight; press ArrowLeft",
        "other keys": "focus @button F; press Escape; press Home; press a",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Enter; press Tab; press Tab",
        "from Lua": "lua c.on = true; click X; lua c.on = false; click X",
        "user and Lua": "click F; lua c.on = true; click F; lua c.on = false; lua c.on = true",
        "disable": "lua c.x = true; click F; lua c.x = nil; click F",
        "keys inside": "click F; focus @button X; press Enter; press Space; press ArrowUp",
    },
    use="click F; press Tab; press Enter",
    more=(
        ("field inside", '<sl-details summary="F"><sl-input label="I" ui-value="v"></sl-input></sl-details>',
         "click F; fill I := a; press ArrowUp; press Space; press Enter; press Tab"),
        ("one in another", '<sl-details summary="F">In <sl-details summary="G">Deep</sl-details></sl-details>',
         "click F; click G; click F; click F"),
        ("summary from Lua", '<sl-details ui-attr-summary="v">In</sl-details>',
         "lua c.v = 'One'; click One; lua c.v = 'Two'; click Two"),
        ("events bound", '<sl-details summary="F" ui-event-sl-show="hit()" ui-event-sl-hide="hit()">In</sl-details>',
         "click F; click F"),
    ),
)  # fmt: skip
