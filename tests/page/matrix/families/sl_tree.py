"""sl-tree with its items."""

from tests.page.matrix.family import Family

ITEMS = (
    "<sl-tree-item {b}>A<sl-tree-item>A1</sl-tree-item><sl-tree-item>A2<sl-tree-item>A2x</sl-tree-item></sl-tree-item>"
    "</sl-tree-item><sl-tree-item>B</sl-tree-item><sl-tree-item disabled>C</sl-tree-item><sl-tree-item>D</sl-tree-item>"
)
EXPANDED, SELECTED = 'ui-attr-expanded="on"', 'ui-attr-selected="on"'
FAMILY = Family(
    "sl-tree",
    f"<sl-tree {{a}}>{ITEMS.format(b='')}{{s}}</sl-tree>",
    variants={"multiple": 'selection="multiple"', "leaf": 'selection="leaf"'},
    acts={
        "click": "click B; click A; click C; click D",
        "down": "focus @button Before; press Tab; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowUp",
        "right and left": "focus @button Before; press Tab; press ArrowRight; press ArrowRight; press ArrowLeft; press ArrowLeft",
        "Home and End": "focus @button Before; press Tab; press End; press Home",
        "enter": "focus @button Before; press Tab; press Enter; press ArrowDown; press Enter",
        "space": "focus @button Before; press Tab; press Space; press ArrowDown; press Space",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
        "click and keys": "click B; press ArrowUp; press ArrowRight; press Enter",
    },
    use="click B; press ArrowDown; press Enter",
    more=(
        *((f"expanded, {name}", f"<sl-tree>{ITEMS.format(b='expanded')}</sl-tree>", steps) for name, steps in {
            "click": "click A1; click A2x; click A2",
            "down": "focus @button Before; press Tab; press ArrowDown; press ArrowDown; press ArrowDown; press ArrowLeft",
            "left": "focus @button Before; press Tab; press ArrowLeft; press ArrowLeft; press ArrowRight",
        }.items()),
        ("expanded by Lua", f"<sl-tree>{ITEMS.format(b=EXPANDED)}</sl-tree>",
         "lua c.on = true; lua c.on = false"),
        ("selected by Lua", f"<sl-tree>{ITEMS.format(b=SELECTED)}</sl-tree>",
         "lua c.on = true; click B; lua c.on = false"),
        ("from Lua", '<sl-tree ui-viewlist="list"></sl-tree><!--row--><sl-tree-item><b ui-value="name"></b></sl-tree-item>',
         "click b; press ArrowDown"),
        ("an expanded item without items", "<sl-tree><sl-tree-item expanded>A</sl-tree-item><sl-tree-item>B</sl-tree-item>"
         "</sl-tree>", "click A; press ArrowDown"),
        ("lazy", "<sl-tree><sl-tree-item lazy>L</sl-tree-item><sl-tree-item>B</sl-tree-item></sl-tree>",
         "focus @button Before; press Tab; press ArrowDown"),
        ("multiple with some selected", '<sl-tree selection="multiple"><sl-tree-item expanded>A<sl-tree-item selected>A1'
         "</sl-tree-item><sl-tree-item>A2</sl-tree-item></sl-tree-item></sl-tree>", "click A2; click A1; click A1"),
    ),
)  # fmt: skip
