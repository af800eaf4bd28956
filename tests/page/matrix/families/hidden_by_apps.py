"""What apps hide by `ui-attr-hidden` and `ui-class-hidden`: parts of components, and elements with styles."""

from tests.page.matrix.family import Family

SHEET = (
    "<style>.hidden { display: none } .row { display: flex } .grid { display: grid; gap: 4px } #bar { display: block }"
    " .panel > .part { display: inline-flex } .strong { display: flex !important } .own { visibility: visible }"
    " @media (min-width: 10px) { .wide { display: flex } } sl-card.tall { display: block } section { display: contents }"
    "</style>"
)
BUTTON = '<button ui-action="hit()">In</button>'
THINGS = {
    "color picker": '<sl-color-picker label="Colour" {a}></sl-color-picker>',
    "copy button": '<sl-copy-button value="v" {a}></sl-copy-button>',
    "rating": '<sl-rating label="Stars" {a}></sl-rating>',
    "split panel": f'<sl-split-panel {{a}}><div slot="start">{BUTTON}</div><div slot="end">R</div></sl-split-panel>',
    "slot of a split panel": f'<sl-split-panel><div slot="start" {{a}}>{BUTTON}</div><div slot="end">R</div></sl-split-panel>',
    "open dialog": f'<sl-dialog label="D" open {{a}}>{BUTTON}</sl-dialog>',
    "footer of a dialog": f'<sl-dialog label="D" open>Text<div slot="footer" {{a}}>{BUTTON}</div></sl-dialog>',
    "open drawer": f'<sl-drawer label="D" open {{a}}>{BUTTON}</sl-drawer>',
    "tree item": "<sl-tree><sl-tree-item>A</sl-tree-item><sl-tree-item {a}>B</sl-tree-item><sl-tree-item>C</sl-tree-item></sl-tree>",
    "tab": '<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b" {a}>B</sl-tab>'
    '<sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel></sl-tab-group>',
    "tab panel": '<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab-panel name="a" {a}>In A</sl-tab-panel></sl-tab-group>',
    "menu item": "<sl-menu><sl-menu-item>A</sl-menu-item><sl-menu-item {a}>B</sl-menu-item></sl-menu>",
    "menu label": "<sl-menu><sl-menu-label {a}>L</sl-menu-label><sl-menu-item>A</sl-menu-item></sl-menu>",
    "option": '<sl-select label="F" open><sl-option value="a">A</sl-option><sl-option value="b" {a}>B</sl-option></sl-select>',
    "radio": '<sl-radio-group label="F"><sl-radio value="a">A</sl-radio><sl-radio value="b" {a}>B</sl-radio></sl-radio-group>',
    "radio button": '<sl-radio-group label="F"><sl-radio-button value="a">A</sl-radio-button>'
    '<sl-radio-button value="b" {a}>B</sl-radio-button></sl-radio-group>',
    "breadcrumb item": "<sl-breadcrumb><sl-breadcrumb-item>A</sl-breadcrumb-item><sl-breadcrumb-item {a}>B</sl-breadcrumb-item></sl-breadcrumb>",
    "progress ring": '<sl-progress-ring value="3" label="P" {a}>3</sl-progress-ring>',
    "qr code": '<sl-qr-code value="v" label="Q" {a}></sl-qr-code>',
    "icon": '<sl-icon name="gear" label="I" {a}></sl-icon>',
    "open alert": f"<sl-alert open closable {{a}}>Text {BUTTON}</sl-alert>",
    "card with a style": f'<sl-card class="tall" {{a}}>{BUTTON}</sl-card>',
    "row": f'<div class="row" {{a}}>{BUTTON}</div>',
    "grid in a grid": f'<div class="grid"><div class="grid" {{a}}>{BUTTON}</div></div>',
    "by its id": f'<p id="bar" {{a}}>{BUTTON}</p>',
    "part of a panel": f'<div class="panel"><span class="part" {{a}}>{BUTTON}</span></div>',
    "important": f'<div class="strong" {{a}}>{BUTTON}</div>',
    "in a media query": f'<div class="wide" {{a}}>{BUTTON}</div>',
}  # fmt: skip
WAYS = {"ui-attr-hidden": 'ui-attr-hidden="on"', "ui-class-hidden": 'ui-class-hidden="on"'}
STEPS = "press Tab; lua c.on = true; press Tab; press Tab; lua c.on = false; click @button After"

FAMILY = Family(
    "hidden-by-apps",
    "",
    about="`ui-attr-hidden`, `ui-class-hidden`: parts of components, elements with styles",
    more=tuple(
        (f"{name}, {way}", SHEET + markup.replace("{a}", attribute), STEPS)
        for way, attribute in WAYS.items()
        for name, markup in THINGS.items()
    ),
)
