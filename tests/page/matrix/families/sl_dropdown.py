"""sl-dropdown, and sl-menu with its items and submenus."""

from tests.page.matrix.family import Family

ITEMS = (
    '<sl-menu-item value="a" ui-action="hit()">Apple</sl-menu-item><sl-menu-item value="b">Banana</sl-menu-item>'
    "<sl-menu-item disabled>Cherry</sl-menu-item><sl-divider></sl-divider>"
    '<sl-menu-item type="checkbox">Date</sl-menu-item>'
)
SUBMENU = (
    '<sl-menu-item>First</sl-menu-item><sl-menu-item>More<sl-menu slot="submenu"><sl-menu-item ui-action="hit()">Inner'
    "</sl-menu-item><sl-menu-item>Other</sl-menu-item></sl-menu></sl-menu-item><sl-menu-item>Last</sl-menu-item>"
)
TRIGGERS = {
    "component": '<sl-button slot="trigger" caret>M</sl-button>',
    "native": '<button slot="trigger">M</button>',
    "icon": '<sl-icon-button slot="trigger" name="gear" label="M"></sl-icon-button>',
    "disabled trigger": '<sl-button slot="trigger" disabled>M</sl-button>',
}
ACTS = {
    "click": "click M; click M; click M",
    "click an item": "click M; click Apple; click M; click Banana",
    "click a check box": "click M; click Date; click M; click Date",
    "click a disabled item": "click M; click Cherry; press Escape",
    "outside": "click M; click Before; click M; click Before",
    "escape": "click M; press Escape; press Escape",
    "enter": "focus @button M; press Enter; press ArrowDown; press ArrowDown; press Enter",
    "space": "focus @button M; press Space; press ArrowDown; press Space",
    "arrow down": "focus @button M; press ArrowDown; press ArrowDown; press Enter",
    "arrow up": "focus @button M; press ArrowUp; press ArrowUp; press Enter",
    "Home and End": "focus @button M; press Enter; press ArrowDown; press End; press Home; press Escape",
    "typeahead": "focus @button M; press Enter; press ArrowDown; press b; press Enter",
    "Tab": "focus @button Before; press Tab; press Enter; press Tab; press Tab",
    "Tab from an item": "click M; press ArrowDown; press Tab",
    "Tab back": "click M; press ArrowDown; press Shift+Tab",
    "other keys": "focus @button M; press a; press Escape; press Home",
}


def dropdown(attributes: str, trigger: str, items: str) -> str:
    return f"<sl-dropdown {attributes}>{trigger}<sl-menu>{items}</sl-menu></sl-dropdown>"


MENU_ACTS = {
    "click": "click Apple; click Banana; click Date; click Date",
    "keys": "focus @button Before; press Tab; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowDown",
    "up": "focus @button Before; press Tab; press ArrowUp; press ArrowUp; press Enter; press Space",
    "Home and End": "focus @button Before; press Tab; press End; press Home; press Enter",
    "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
    "typing": "focus @button Before; press Tab; press b; press d; press Escape",
    "disabled": "click Cherry; focus @menuitem Apple; press Enter",
    "hover": "hover Banana; press ArrowDown; hover Apple",
}
SUBMENU_ACTS = {
    "right and left": "focus @button Before; press Tab; press ArrowDown; press ArrowRight; press ArrowDown; press ArrowLeft",
    "enter inside": "focus @button Before; press Tab; press ArrowDown; press ArrowRight; press Enter",
    "enter on the item": "focus @button Before; press Tab; press ArrowDown; press Enter; press Escape",
    "space": "focus @button Before; press Tab; press ArrowDown; press Space; press ArrowDown; press Space",
    "escape": "focus @button Before; press Tab; press ArrowDown; press ArrowRight; press Escape",
    "Tab": "focus @button Before; press Tab; press ArrowDown; press ArrowRight; press Tab",
}

FAMILIES = (
    Family(
        "sl-dropdown",
        dropdown("{a}", TRIGGERS["component"], ITEMS),
        variants={"stays open": "stay-open-on-select", "disabled": "disabled", "by Lua": 'ui-attr-open="on"', "open": "open"},
        acts=ACTS,
        use="click M; press ArrowDown; press Escape",
        without=frozenset({"open", "placement", "distance", "skidding", "hoist", "sync", "slot:trigger"}),
        more=(
            *((f"{name} trigger, {act}", dropdown("", trigger, ITEMS), steps)
              for name, trigger in TRIGGERS.items() if name != "component" for act, steps in ACTS.items()
              if act in ("click", "click an item", "escape", "enter", "arrow down", "Tab")),
            ("opened by Lua", dropdown('ui-attr-open="on"', TRIGGERS["component"], ITEMS),
             "lua c.on = true; press Tab; lua c.on = false; lua c.on = true; click Banana"),
            ("event of the menu", '<sl-dropdown><sl-button slot="trigger">M</sl-button>'
             '<sl-menu ui-event-sl-select="hit()"><sl-menu-item>A</sl-menu-item></sl-menu></sl-dropdown>',
             "click M; click A; click M; press ArrowDown; press Enter"),
            ("text instead of a menu", '<sl-dropdown><sl-button slot="trigger">M</sl-button><p>Text <button>B</button>'
             '</p></sl-dropdown>', "click M; press Tab; press Enter; press Escape"),
            ("items from Lua", '<sl-dropdown><sl-button slot="trigger">M</sl-button><sl-menu ui-viewlist="list">'
             '</sl-menu></sl-dropdown><!--row--><sl-menu-item><span ui-value="name"></span></sl-menu-item>',
             "click M; press ArrowDown; press ArrowDown; press Enter; click M; click a"),
            *((f"submenu, {name}", dropdown("", TRIGGERS["component"], SUBMENU), f"click M; {steps}")
              for name, steps in {
                  "right": "press ArrowDown; press ArrowDown; press ArrowRight; press Enter",
                  "escape": "press ArrowDown; press ArrowDown; press ArrowRight; press Escape; press Escape",
                  "left": "press ArrowDown; press ArrowDown; press ArrowRight; press ArrowLeft",
              }.items()),
        ),
    ),
    Family(
        "sl-menu", f"<sl-menu {{a}}>{ITEMS}</sl-menu>", acts=MENU_ACTS, use="focus @menuitem Apple; press ArrowDown",
        more=(
            *((f"submenu, {name}", f"<sl-menu>{SUBMENU}</sl-menu>", steps) for name, steps in SUBMENU_ACTS.items()),
            ("label and check boxes", '<sl-menu><sl-menu-label>L</sl-menu-label><sl-menu-item type="checkbox" checked>'
             'A</sl-menu-item><sl-menu-item type="checkbox" ui-attr-checked="x">B</sl-menu-item></sl-menu>',
             "click A; click B; lua c.x = true; lua c.x = nil"),
        ),
    ),
    Family(
        "sl-menu-item", '<sl-menu><sl-menu-item {a}>F{s}</sl-menu-item><sl-menu-item>G</sl-menu-item></sl-menu>',
        use="focus @menuitem F; press ArrowDown", without=frozenset({"slot:submenu"}),
    ),
)  # fmt: skip
