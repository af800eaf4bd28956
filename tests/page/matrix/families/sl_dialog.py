"""sl-dialog and sl-drawer."""

from tests.page.matrix.family import Family

INSIDE = '<label>I <input ui-value="w"></label><button ui-action="hit()">Do</button>'
ACTS = {
    "open and close": "lua c.on = true; lua c.on = false; lua c.on = true",
    "open with focus": "focus @button Before; lua c.on = true; lua c.on = false",
    "escape": "focus @button Before; lua c.on = true; press Escape; lua c.on = false",
    "close button": "focus @button Before; lua c.on = true; click Close",
    "Tab": "lua c.on = true; press Tab; press Tab; press Tab; press Tab; press Tab",
    "Shift Tab": "lua c.on = true; press Shift+Tab; press Shift+Tab; press Shift+Tab; press Shift+Tab",
    "use what is inside": "lua c.on = true; fill I := abc; click Do; press Escape",
    "behind": "lua c.on = true; click Before; hover Before; focus @button After",
    "closed": "click Do; fill I := a; press Escape; press Tab",
    "enter on the close button": "lua c.on = true; focus @button Close; press Enter",
    "typing": "lua c.on = true; type ab; press Enter",
    "click in it": "lua c.on = true; click I; press Tab; press Escape",
}
VARIANTS = {
    "no header": "no-header", "prevented": 'ui-event-sl-request-close="hit()"', "opened": "open",
    "hides by event": 'ui-event-sl-hide="hit()"',
}  # fmt: skip


def family(tag: str) -> Family:
    def dialog(inside: str, attributes: str = "") -> str:
        return f'<{tag} label="T" {attributes} ui-attr-open="on">{inside}</{tag}>'

    return Family(
        tag,
        f'<label>Behind <input ui-value="v"></label>{dialog(INSIDE + "{s}", "{a}")}',
        variants=VARIANTS,
        acts=ACTS,
        use="lua c.on = true; press Tab; press Escape; lua c.on = false",
        without=frozenset({"open"}),
        more=(
            ("autofocus", dialog('<button>A</button><label>I <input autofocus ui-value="w"></label>'),
             "lua c.on = true; type ab; press Tab; press Tab; press Escape"),
            ("autofocus on a component", dialog('<sl-input label="I" autofocus ui-value="w"></sl-input>'),
             "lua c.on = true; type ab; press Tab; press Tab; press Escape"),
            ("nothing to focus", dialog("<p>Text</p>", "no-header"), "lua c.on = true; press Tab; press Tab; press Escape"),
            ("components inside", dialog('<sl-input label="I" ui-value="w"></sl-input><sl-button ui-action="hit()">Do'
             '</sl-button><sl-checkbox ui-value="x">C</sl-checkbox>'),
             "lua c.on = true; press Tab; press Tab; type ab; press Tab; press Enter; press Tab; press Space; press Tab"),
            ("select inside", dialog('<sl-select label="S" ui-value="w"><sl-option value="a">A</sl-option>'
             '<sl-option value="b">B</sl-option></sl-select>'),
             "lua c.on = true; choose S := B; click S; press Escape; press Escape"),
            ("dropdown inside", dialog('<sl-dropdown><sl-button slot="trigger">M</sl-button><sl-menu>'
             '<sl-menu-item>One</sl-menu-item></sl-menu></sl-dropdown>'),
             "lua c.on = true; click M; press Escape; press Escape"),
            ("footer", dialog('Text<sl-button slot="footer" ui-action="hit()">OK</sl-button>'),
             "lua c.on = true; click OK; press Tab; press Tab"),
            ("header actions and label", dialog('<span slot="label">Title</span><button slot="header-actions">New'
             "</button>Text"), "lua c.on = true; press Tab; press Tab; press Tab"),
            ("one in another", dialog(f'<button>A</button><{tag} label="U" ui-attr-open="x"><button>B</button></{tag}>'),
             "lua c.on = true; lua c.x = true; click A; press Tab; press Escape; press Escape"),
            ("opened by a button", f'<button ui-event-click="on" ui-event-click-value="yes">Open</button>'
             f'<{tag} label="T" ui-attr-open="on" ui-event-sl-after-hide="hit()">Text</{tag}>',
             "click Open; press Escape; press Enter"),
            ("removed while open", f'<div ui-viewlist="list"></div><!--row--><{tag} label="T" open><b ui-value="name"></b></{tag}>',
             "lua c.list = {c.list[1]}; lua c.list = {}; click Before"),
            ("native fields", dialog('<select aria-label="S" ui-value="w"><option>a<option>b</select>'
             '<textarea aria-label="A"></textarea><a href="#x">L</a><input type="checkbox" aria-label="C">'),
             "lua c.on = true; press Tab; press Tab; press Tab; press Tab; press Tab; press Tab; press Tab"),
        ),
    )  # fmt: skip


FAMILIES = (family("sl-dialog"), family("sl-drawer"))
