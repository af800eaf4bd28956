"""sl-alert."""

from tests.page.matrix.family import Family

FAMILY = Family(
    "sl-alert",
    '<sl-alert {a}>Text <button ui-action="hit()">X</button>{s}</sl-alert>',
    variants={
        "open": "open", "closable": "open closable", "by Lua": 'ui-attr-open="on" closable',
        "icon": 'open variant="danger"',
    },
    acts={
        "click": "click X; focus @button X; press Enter",
        "close": "click Close; press Tab",
        "keys": "focus @button Before; press Tab; press Tab; press Escape; press Enter",
        "from Lua": "lua c.on = true; lua c.on = false; lua c.on = true; click Close; lua c.on = false; lua c.on = true",
    },
    use="click Before; press Tab",
    without=frozenset({"duration", "countdown"}),
)  # fmt: skip
