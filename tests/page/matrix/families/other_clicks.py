"""Double clicks, and clicks of the right button."""

from tests.page.matrix.family import Family

EVENTS = (
    "dblclick", "contextmenu", "auxclick", "mousedown", "mouseup", "pointerdown", "pointerup", "focusin", "focusout",
    "mouseover",
)  # fmt: skip
BOTH = "dblclick F; right_click F; click F"
ACTS = {"both": BOTH, "double": "dblclick F; dblclick F", "right": "right_click F; press Tab"}
ELEMENTS = {
    "text": "<p>F</p>", "button": '<button ui-event-click="hit()">F</button>', "link": '<a href="#x">F</a>',
    "tabindex": '<div tabindex="0">F</div>', "list item": "<ul><li>F</li></ul>", "table cell": "<table><tr><td>F</table>",
    "label": '<label>F<input type="checkbox" ui-value="on"></label>', "nested": "<div><b>F</b> <i>more</i></div>",
    "toggle": '<input type="checkbox" aria-label="F" ui-value="on">',
    "summary": "<details><summary>F</summary>Text</details>", "heading": "<h2>F</h2>", "image": '<img alt="F" width=20 height=20>',
    "double click": '<p ui-event-dblclick="hit()">F</p>', "right click": '<p ui-event-contextmenu="hit()">F</p>',
    "value": '<p ui-event-dblclick="v" ui-event-dblclick-value="twice">F</p>',
    "in a card": '<sl-card><p ui-event-dblclick="hit()">F</p></sl-card>',
    "button component": '<sl-button ui-event-dblclick="hit()">F</sl-button>',
    "prevented": '<p oncontextmenu="return false" ui-event-contextmenu="hit()">F</p>',
    "submit": '<form ui-event-submit="hit()"><button>F</button></form>',
    "radio": '<input type="radio" name="r" value="1" aria-label="F" ui-value="v">',
    "disabled": '<button disabled ui-event-dblclick="hit()">F</button>', "field": '<input aria-label="F" ui-value="v">',
    "text area": '<textarea aria-label="F"></textarea>', "select": '<select aria-label="F"><option>a</select>',
    "date": '<input type="date" aria-label="F">', "range": '<input type="range" aria-label="F">',
    "colour": '<input type="color" aria-label="F">', "editable": '<div contenteditable aria-label="F" role="textbox">F</div>',
}  # fmt: skip
FAMILY = Family(
    "other-clicks",
    "",
    events=EVENTS,
    more=(
        *((f"{name} {act}", markup, steps) for name, markup in ELEMENTS.items() for act, steps in ACTS.items()),
        ("the first click removes it", '<div ui-view="x"></div><button ui-class-gone="on" ui-action="hit()">F</button>'
         '<div ui-viewlist="list" ui-namespace="none"></div>', "lua c.hit = function(s) s.list = {} end; dblclick F"),
        ("it hides itself", '<button ui-attr-hidden="on" ui-event-click="on" ui-event-click-value="true">F</button>', "dblclick F"),
        ("from one to another", "<p>F</p><button>G</button>", "dblclick F; right_click G; dblclick G; right_click F; press Tab"),
        ("a field is left", '<input aria-label="I" ui-value="v"><button>F</button>', "focus I; type ab; dblclick F; focus I; type c; right_click F"),
        ("a popover is open", '<button popovertarget="p">O</button><div id="p" popover>Inside</div><p>F</p>', "click O; right_click F"),
        ("a dialog is open", '<dialog open><p>F</p><button>G</button></dialog>', "right_click F; dblclick G"),
        ("a menu is open", '<sl-dropdown><sl-button slot="trigger">O</sl-button><sl-menu><sl-menu-item>M</sl-menu-item></sl-menu>'
         "</sl-dropdown><p>F</p>", "click O; right_click F"),
        ("copied", "<p>F</p><input aria-label='I' ui-value='v'>", "dblclick F; press Control+c; focus I; press Control+v"),
    ),
)  # fmt: skip
