"""sl-radio-group with radios and radio buttons."""

from tests.page.matrix.family import Family

ACTS = {
    "click": "click A; click B; click B",
    "choose": "choose F := B; choose F := A",
    "check": "check A; check B; uncheck B",
    "click a disabled one": "click C",
    "arrows": "focus @button Before; press Tab; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowUp",
    "left and right": "focus @button Before; press Tab; press ArrowRight; press ArrowLeft; press ArrowLeft",
    "Home and End": "focus @button Before; press Tab; press End; press Home; press Enter; press Escape",
    "space": "focus @button Before; press Tab; press Space; press Tab; press Shift+Tab",
    "Tab": "lua c.v = 'b'; focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
    "from Lua": "lua c.v = 'b'; lua c.v = 'zzz'; lua c.v = 'a'; lua c.v = nil; click B",
    "Lua while focused": "click A; lua c.v = 'd'; press ArrowDown",
}
VARIANTS = {
    "value": 'value="b"', "required": "required", "help": 'help-text="Help"', "no label": 'label=""',
}  # fmt: skip


def group(tag: str) -> str:
    radios = "".join(
        f'<{tag} value="{text.lower()}"{off}>{text}</{tag}>' for text, off in
        (("A", ""), ("B", ""), ("C", " disabled"), ("D", ""))
    )  # fmt: skip
    return f'<sl-radio-group label="F" {{a}} ui-value="v">{{s}}{radios}</sl-radio-group>'


LIST = (
    '<sl-radio-group label="F" ui-value="v" ui-viewlist="list"></sl-radio-group><!--row--><{0} ui-attr-value="value">'
    '<span ui-value="name"></span></{0}>'
)
STEPS = (
    "click a; lua c.v = '3'; click After; lua c.list = {Row:new({name = 'x', value = '8'}), Row:new({name = 'y', value = '9'})} "
    "c.v = '9'; press Tab; lua c.v = nil"
)

FAMILIES = (
    Family(
        "sl-radio-group", group("sl-radio"), variants=VARIANTS, acts=ACTS, use="click A; press ArrowDown",
        without=frozenset({"form", "size", "name"}),
        more=(
            ("from Lua", LIST.format("sl-radio"), STEPS),
            ("each bound", '<sl-radio-group label="F"><sl-radio value="a" ui-value="v">A</sl-radio>'
             '<sl-radio value="b" ui-value="v">B</sl-radio></sl-radio-group>',
             "click A; lua c.v = 'b'; press ArrowDown; lua c.v = nil"),
            ("disabled by Lua", '<sl-radio-group label="F" ui-value="v"><sl-radio value="a" ui-attr-disabled="x">A'
             '</sl-radio><sl-radio value="b">B</sl-radio></sl-radio-group>',
             "lua c.x = true; click A; focus @button Before; press Tab; press ArrowDown; lua c.x = nil; click A"),
            ("hidden by Lua", '<sl-radio-group label="F" ui-value="v"><sl-radio value="a" ui-attr-hidden="x">A'
             '</sl-radio><sl-radio value="b">B</sl-radio></sl-radio-group>', "lua c.x = true; click B; lua c.x = nil"),
            ("in a form", '<form ui-event-submit="hit()"><sl-radio-group label="F" required ui-value="v">'
             '<sl-radio value="a">A</sl-radio></sl-radio-group><sl-button type="submit">Go</sl-button></form>',
             "click Go; click A; click Go"),
        ),
    ),
    Family(
        "sl-radio-button", group("sl-radio-button"), variants=VARIANTS, acts=ACTS,
        more=(("from Lua", LIST.format("sl-radio-button"), STEPS),),
    ),
)  # fmt: skip
