"""The attribute `hidden` against every `display`, and other ways to hide something."""

from tests.page.matrix.family import Family

BUTTON = '<button ui-action="hit()">In</button>'
NATIVE = {
    "div": f"<div {{a}}>{BUTTON}</div>",
    "button": '<button {a} ui-action="hit()">In</button>',
    "input": '<input {a} aria-label="In">',
    "label": '<label {a}>In <input type="checkbox"></label>',
    "select": '<select {a} aria-label="In"><option>A</select>',
    "textarea": '<textarea {a} aria-label="In"></textarea>',
    "table": f"<table {{a}}><tr><td>{BUTTON}</table>",
    "row": f"<table><tr {{a}}><td>{BUTTON}<tr><td>Other</table>",
    "item": f"<ul><li {{a}}>{BUTTON}<li>Other</ul>",
    "image": '<img {a} alt="In">',
    "details": f"<details open {{a}}><summary>In</summary>{BUTTON}</details>",
    "dialog": f"<dialog open {{a}}>{BUTTON}</dialog>",
    "fieldset": f"<fieldset {{a}}><legend>In</legend>{BUTTON}</fieldset>",
    "span": f"<span {{a}}>Words {BUTTON}</span>",
}
SHOELACE = {
    tag: f"<sl-{tag} {{a}}>{inside}</sl-{tag}>"
    for tag, inside in {
        "alert": "In", "avatar": "", "badge": "In", "breadcrumb": "<sl-breadcrumb-item>In</sl-breadcrumb-item>",
        "button": "In", "button-group": "<sl-button>In</sl-button>", "card": "In", "checkbox": "In", "details": "In",
        "divider": "", "dropdown": '<sl-button slot="trigger">In</sl-button>', "icon-button": "", "input": "",
        "menu": "<sl-menu-item>In</sl-menu-item>", "progress-bar": "", "radio-group": "<sl-radio>In</sl-radio>",
        "range": "", "select": "<sl-option>In</sl-option>", "spinner": "", "switch": "In",
        "tab-group": '<sl-tab slot="nav" panel="p">In</sl-tab><sl-tab-panel name="p">Panel</sl-tab-panel>',
        "tag": "In", "textarea": "", "tooltip": "<button>In</button>", "tree": "<sl-tree-item>In</sl-tree-item>",
    }.items()
}  # fmt: skip
LABELLED = {"input", "textarea", "select", "range", "radio-group", "progress-bar", "icon-button", "details"}
STYLES = {
    "inline": "", "flex": 'style="display: flex"', "important": 'style="display: flex !important"',
    "class": 'class="shown"', "important class": 'class="strong"', "inline block": 'style="display: inline-block"',
    "layered": 'class="layered"', "until found": 'hidden="until-found"',
}  # fmt: skip
SHEET = (
    "<style>.shown {display: grid} .strong {display: block !important} "
    "@layer mine {.layered {display: flex !important}}</style>"
)
ATTRIBUTE = 'ui-attr-hidden="x"'
CLASS = "ui-class-gone"
HIDE = "lua c.x = true; click In; lua c.x = nil; click In"
WAYS = {
    "style display": ('ui-style-display="x"', "lua c.x = 'none'; press Tab; lua c.x = nil; lua c.x = 'flex'"),
    "style visibility": ('ui-style-visibility="x"', "lua c.x = 'hidden'; click In; lua c.x = 'visible'; click In"),
    "class": ('ui-class-gone="x"', HIDE),
    "class that makes invisible": ('ui-class-unseen="x"', HIDE),
    "aria-hidden": ('ui-attr-aria-hidden="x"', "lua c.x = 'true'; click In; lua c.x = nil; click In"),
    "inert": ('ui-attr-inert="x"', HIDE),
    "has": ('ui-class-has="x"', HIDE),
    "pointer-events": ('ui-style-pointer-events="x"', "lua c.x = 'none'; click In; press Tab; lua c.x = 'auto'; click In"),
}  # fmt: skip
MORE_SHEET = "<style>.gone {display: none} .unseen {visibility: hidden} div:has(> .has) button {display: none}</style>"


def _label(tag: str) -> str:
    return 'label="In" ' if tag in LABELLED else ""


FAMILY = Family(
    "hidden",
    "",
    more=(
        *(
            (f"{element} {name}", f"{SHEET}{markup.replace('{a}', f'{style} {ATTRIBUTE}')}", HIDE)
            for element, markup in NATIVE.items()
            for name, style in STYLES.items()
        ),
        *(
            (f"sl-{tag} {name}", f"{SHEET}{markup.replace('{a}', f'{_label(tag)}{STYLES[name]} {ATTRIBUTE}')}",
             "lua c.x = true; lua c.x = nil")
            for tag, markup in SHOELACE.items()
            for name in ("inline", "flex", "important", "class")
        ),
        *(
            (f"{element} by {way}", f"{MORE_SHEET}{NATIVE[element].replace('{a}', attribute)}", steps)
            for element in ("div", "button", "input", "label", "item", "fieldset")
            for way, (attribute, steps) in WAYS.items()
        ),
    ),
)  # fmt: skip
