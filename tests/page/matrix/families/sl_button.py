"""sl-button and sl-icon-button."""

from tests.page.matrix.family import Family

ACTS = {
    "click": "click F; click F",
    "keys": "focus @button F; press Enter; press Space; press a; press Escape",
    "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
    "hover": "hover F; hover After",
    "disable": "focus @button F; lua c.x = true; click F; press Enter; lua c.x = nil; click F; press Enter",
}
VARIANTS = {
    "action": 'ui-action="hit()"', "disabled": 'disabled ui-action="hit()"', "link": 'href="#here" ui-action="hit()"',
    "disabled by Lua": 'ui-attr-disabled="x" ui-action="hit()"', "hidden by Lua": 'ui-attr-hidden="x"',
    "text by Lua": 'ui-attr-label="v" ui-action="hit()"',
}  # fmt: skip
LOOKS = frozenset(
    {"size", "outline", "pill", "circle", "form", "target", "rel", "download", "formaction", "formenctype",
     "formmethod", "formtarget", "library", "src", "formnovalidate"}
)  # fmt: skip
FORM = '<form ui-event-submit="saw(_)" ui-event-submit-value="submit" ui-event-reset="saw(_)" ui-event-reset-value="reset">'

FAMILIES = (
    Family(
        "sl-button",
        "<sl-button {a}>F{s}</sl-button>",
        variants={**VARIANTS, "loading": 'loading ui-action="hit()"', "caret": "caret"},
        acts=ACTS,
        use="click F; press Tab",
        without=LOOKS,
        more=(
            ("submits", f'{FORM}<sl-input label="I" ui-value="v"></sl-input>'
             '<sl-button type="submit">Go</sl-button></form>',
             "fill I := a; click Go; focus @button Go; press Enter; focus I; press Enter"),
            ("resets", f'{FORM}<sl-input label="I" value="b"></sl-input><sl-checkbox>C</sl-checkbox>'
             '<sl-button type="reset">Again</sl-button></form>',
             "fill I := a; click C; click Again"),
            ("does not submit", f'{FORM}<sl-input label="I" ui-value="v"></sl-input><sl-button>Go</sl-button></form>',
             "fill I := a; click Go; focus I; press Enter"),
            ("required field", f'{FORM}<sl-input label="I" required ui-value="v"></sl-input>'
             '<sl-button type="submit">Go</sl-button></form>',
             "click Go; fill I := a; click Go"),
            ("required check box", f'{FORM}<sl-checkbox required ui-value="on">C</sl-checkbox>'
             '<sl-button type="submit">Go</sl-button></form>',
             "click Go; click C; click Go"),
            ("submits with a native field", f'{FORM}<label>I <input ui-value="v"></label>'
             '<sl-button type="submit">Go</sl-button></form>',
             "fill I := a; press Enter; click Go"),
            ("text from Lua", '<sl-button ui-action="hit()"><span ui-value="v"></span></sl-button>',
             "lua c.v = 'One'; click One; lua c.v = 'Two'; click Two; click One"),
            ("in a group", '<sl-button-group label="G"><sl-button>A</sl-button><sl-button>B</sl-button>'
             '</sl-button-group>', "click A; press Tab; press Space; click B"),
        ),
    ),
    Family(
        "sl-icon-button",
        '<sl-icon-button name="gear" label="F" {a}>{s}</sl-icon-button>',
        variants={k: v for k, v in VARIANTS.items() if k != "text by Lua"},
        acts=ACTS,
        use="click F; press Tab",
        without=LOOKS | {"name"},
    ),
)  # fmt: skip
