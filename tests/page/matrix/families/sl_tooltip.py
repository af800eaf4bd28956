"""sl-tooltip. Its delays are set to nothing."""

from tests.page.matrix.family import Family

AT_ONCE = 'style="--show-delay:0;--hide-delay:0"'

FAMILY = Family(
    "sl-tooltip",
    f'<sl-tooltip content="Hint" {AT_ONCE} {{a}}><button>F</button>{{s}}</sl-tooltip>',
    variants={
        "click": 'trigger="click"', "focus": 'trigger="focus"', "hover": 'trigger="hover"', "manual": 'trigger="manual"',
        "disabled": "disabled", "by Lua": 'trigger="manual" ui-attr-open="on"',
    },
    acts={
        "hover": "hover F; hover Before",
        "focus": "focus @button F; focus @button After",
        "Tab": "focus @button Before; press Tab; press Tab; press Shift+Tab; press Shift+Tab",
        "escape": "focus @button F; press Escape; press Escape",
        "click": "click F; click F; click Before",
        "from Lua": "lua c.on = true; press Escape; lua c.on = false; lua c.on = true",
    },
    use="focus @button F; press Tab",
    without=frozenset({"trigger later", "open", "placement", "distance", "skidding", "hoist"}),
    more=(
        ("content from Lua", f'<sl-tooltip {AT_ONCE} ui-attr-content="v"><button>F</button></sl-tooltip>',
         "lua c.v = 'One'; focus @button F; lua c.v = 'Two'; press Tab"),
        ("on a component", f'<sl-tooltip content="Hint" {AT_ONCE}><sl-button>F</sl-button></sl-tooltip>',
         "focus @button Before; press Tab; press Enter; press Tab"),
        ("on an icon button", f'<sl-tooltip content="Hint" {AT_ONCE}><sl-icon-button name="gear" label="F">'
         "</sl-icon-button></sl-tooltip>", "hover F; click F; hover Before"),
        ("slot", f'<sl-tooltip {AT_ONCE}><b slot="content">Bold</b><button>F</button></sl-tooltip>', "focus @button F; press Tab"),
    ),
)  # fmt: skip
