"""sl-tab-group with tabs and panels."""

from tests.page.matrix.family import Family


def tabs(attributes: str, tab: str = "", panel: str = "", more: str = "") -> str:
    return (
        f'<sl-tab-group {attributes}><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b" {tab}>B</sl-tab>'
        f'<sl-tab slot="nav" panel="c" disabled>C</sl-tab><sl-tab slot="nav" panel="d">D</sl-tab>{more}'
        f'<sl-tab-panel name="a">In a <button>X</button></sl-tab-panel><sl-tab-panel name="b" {panel}>In b</sl-tab-panel>'
        '<sl-tab-panel name="c">In c</sl-tab-panel><sl-tab-panel name="d">In d</sl-tab-panel></sl-tab-group>'
    )


ACTS = {
    "click": "click B; click A; click A; click C; click D",
    "arrows": "focus @button Before; press Tab; press ArrowRight; press ArrowRight; press ArrowRight; press ArrowLeft",
    "up and down": "focus @button Before; press Tab; press ArrowDown; press ArrowUp",
    "Home and End": "focus @button Before; press Tab; press End; press Home; press Escape",
    "enter": "focus @button Before; press Tab; press ArrowRight; press Enter; press ArrowRight; press Space",
    "Tab": "focus @button Before; press Tab; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
    "click and keys": "click B; press ArrowRight; press Tab",
}

FAMILIES = (
    Family(
        "sl-tab-group", tabs("{a}"), variants={"manual": 'activation="manual"', "start": 'placement="start"'},
        acts=ACTS, use="click B; press ArrowRight",
        without=frozenset({"no-scroll-controls", "fixed-scroll-controls", "slot:nav"}),
        more=(
            ("active", tabs("", "active"), "click A; click B"),
            ("active by Lua", tabs("", 'ui-attr-active="on"'), "lua c.on = true; click A; lua c.on = false"),
            ("active panel", tabs("", "", "active"), "click B"),
            ("hidden tab", tabs("", 'ui-attr-hidden="x"'), "lua c.x = true; focus @button Before; press Tab; press ArrowRight"),
            ("closable", tabs("", "closable"), "click B; click @button Remove; press Tab"),
            ("disabled by Lua", tabs("", 'ui-attr-disabled="x"'), "lua c.x = true; click B; lua c.x = nil; click B"),
            ("input in a panel", '<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B'
             '</sl-tab><sl-tab-panel name="a"><sl-input label="I" ui-value="v"></sl-input></sl-tab-panel>'
             '<sl-tab-panel name="b"><sl-input label="J" ui-value="w"></sl-input></sl-tab-panel></sl-tab-group>',
             "fill I := a; click B; fill J := b; click A; press Tab"),
            ("event with the tab", '<sl-tab-group ui-event-sl-tab-show="hit()"><sl-tab slot="nav" panel="a">A</sl-tab>'
             '<sl-tab slot="nav" panel="b">B</sl-tab><sl-tab-panel name="a">a</sl-tab-panel><sl-tab-panel name="b">b'
             '</sl-tab-panel></sl-tab-group>', "click B; click A"),
        ),
    ),
    Family(
        "sl-tab", '<sl-tab-group><sl-tab slot="nav" panel="f" {a}>F{s}</sl-tab><sl-tab slot="nav" panel="g">G</sl-tab>'
        '<sl-tab-panel name="f">In f</sl-tab-panel><sl-tab-panel name="g">In g</sl-tab-panel></sl-tab-group>',
        use="click G; click F",
    ),
    Family(
        "sl-tab-panel", '<sl-tab-group><sl-tab slot="nav" panel="f">F</sl-tab><sl-tab slot="nav" panel="g">G</sl-tab>'
        '<sl-tab-panel name="f">In f</sl-tab-panel><sl-tab-panel name="g" {a}>In g</sl-tab-panel></sl-tab-group>',
        use="click G; click F", without=frozenset({"name"}),
    ),
)  # fmt: skip
