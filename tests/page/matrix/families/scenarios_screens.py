"""Whole tasks on screens with several components."""

from tests.page.matrix.families._app import APP
from tests.page.matrix.families._text import written

FAMILY = written(
    "scenarios-screens",
    "Shoelace as in apps, used: tasks on screens",
    r"""
== logging in
<form ui-event-submit="hit()"><sl-input label="User" required ui-value="v"></sl-input><sl-input type="password" label="Password" password-toggle required ui-value="w"></sl-input>
<sl-checkbox ui-value="on">Stay</sl-checkbox><sl-button type="submit" variant="primary">Log in</sl-button></form>
-- focus User
-- type ada
-- press Enter
-- type pw
-- press Tab
-- press Space
-- press Tab
-- press Space
-- press Tab
-- press Enter
== adding to a list in a dialog
<sl-button ui-action="open()">Add</sl-button><ul ui-viewlist="list"></ul><sl-dialog label="Add" ui-attr-open="on" ui-event-sl-after-hide="close()"><sl-input label="Name" autofocus ui-value="v?keypress" ui-event-keypress-enter="add()"></sl-input>
<sl-button slot="footer" ui-action="add()" ui-attr-disabled="invalid()">Add it</sl-button></sl-dialog>
<!--row--><li ui-value="name"></li>
-- click Add
-- click Add it
-- fill Name := tea
-- click Add it
-- type oil
-- press Enter
-- click @button Close
-- press Enter
== filtering a list of cards
<sl-input placeholder="Filter" clearable ui-value="v?keypress"></sl-input><div ui-viewlist="shown()"></div><p ui-value="x"></p>
<!--row--><sl-card><b ui-value="name"></b><sl-button slot="footer" ui-action="pick()">Pick</sl-button></sl-card>
-- fill Filter := b
-- click Pick
-- press Shift+Tab
-- press Backspace
-- click Pick nth 2
-- type zz
-- click @button Clear entry
== settings in tabs
<sl-tab-group><sl-tab slot="nav" panel="a">Look</sl-tab><sl-tab slot="nav" panel="b">Sound</sl-tab><sl-tab-panel name="a"><sl-radio-group label="Theme" ui-value="v"><sl-radio-button value="l">Light</sl-radio-button><sl-radio-button value="d">Dark</sl-radio-button></sl-radio-group></sl-tab-panel>
<sl-tab-panel name="b"><sl-range label="Volume" max="10" ui-value="n"></sl-range><sl-switch ui-value="on">Mute</sl-switch></sl-tab-panel></sl-tab-group>
-- click Dark
-- press ArrowLeft
-- click Sound
-- press Tab
-- press ArrowRight
-- press Tab
-- press Space
-- click Look
-- press Tab
== renaming from a menu in a row
<ul ui-viewlist="list"></ul><sl-dialog label="Rename" ui-attr-open="on" ui-event-sl-request-close="close()"><sl-input label="To" ui-value="v"></sl-input><sl-button slot="footer" ui-action="save()">Rename it</sl-button></sl-dialog><p ui-value="y"></p>
<!--row--><li><span ui-value="name"></span><sl-dropdown><sl-button slot="trigger" size="small">Menu</sl-button><sl-menu><sl-menu-item ui-action="pick()">Rename</sl-menu-item></sl-menu></sl-dropdown></li>
-- click Menu nth 0
-- press ArrowDown
-- press Enter
-- fill To := new
-- click Rename it
-- press Tab
-- press Enter
-- press Escape
== deleting with a confirmation by keys
<sl-button variant="danger" ui-action="open()">Delete</sl-button><sl-dialog label="Sure?" ui-attr-open="on"><sl-button slot="footer" autofocus ui-action="close()">No</sl-button><sl-button slot="footer" ui-action="save()">Yes</sl-button></sl-dialog>
-- focus @button Delete
-- press Enter
-- press Tab
-- press Enter
-- press Enter
-- press Shift+Tab
-- press Shift+Tab
-- press Space
== choosing several and taking them back
<sl-select label="Who" multiple clearable max-options-visible="2" ui-value="v" ui-viewlist="list"></sl-select><sl-button ui-action="hit()">Go</sl-button>
<!--row--><sl-option ui-attr-value="value"><span ui-value="name"></span></sl-option>
-- click Who
-- click @option a
-- click @option b
-- click @option c
-- press Escape
-- click Go
-- lua table.remove(c.list, 1)
-- click @button Remove nth 0
== a drawer with a filter form
<sl-button ui-action="open()">Filter</sl-button><sl-drawer label="Filter" ui-attr-open="on" ui-event-sl-request-close="close()"><sl-select label="Kind" ui-value="v"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select><sl-checkbox ui-value="x">Only mine</sl-checkbox></sl-drawer>
-- click Filter
-- press Tab
-- press Tab
-- press ArrowDown
-- press ArrowDown
-- press Enter
-- press Tab
-- press Space
-- press Escape
== a tree opens details
<sl-tree><sl-tree-item>Top<sl-tree-item ui-event-click="v" ui-event-click-value="leaf">Leaf</sl-tree-item></sl-tree-item></sl-tree><sl-details summary="About" ui-attr-open="v"><p ui-value="v"></p></sl-details>
-- click Leaf
-- focus @treeitem Top
-- press ArrowRight
-- click Leaf
-- press ArrowLeft
-- press Tab
-- press Enter
== a long task with progress
<sl-button ui-action="open()" ui-attr-loading="on">Start</sl-button><sl-progress-bar label="Done" ui-value="n"></sl-progress-bar><sl-alert variant="success" closable ui-attr-open="v">Ready</sl-alert>
-- click Start
-- lua c.n = 50
-- click Start
-- lua c.n = 100 c.on = false c.v = true
-- click Close
-- press Tab
-- press Shift+Tab
== keys in a toolbar with a menu
<sl-button-group label="Edit"><sl-button ui-action="hit()">Cut</sl-button><sl-dropdown><sl-button slot="trigger" caret>More</sl-button><sl-menu><sl-menu-item ui-action="hit()">Copy</sl-menu-item><sl-menu-item>Paste</sl-menu-item></sl-menu></sl-dropdown></sl-button-group>
-- focus @button Cut
-- press Tab
-- press Enter
-- press ArrowDown
-- press End
-- press Home
-- press Space
-- press Tab
== rating and comment
<sl-rating label="Stars" ui-value="n"></sl-rating><sl-textarea label="Why" ui-value="v" ui-attr-hidden="on"></sl-textarea><sl-button ui-action="toggle()">Less</sl-button>
-- fill Stars := 4
-- fill Why := good
-- click Less
-- fill Why := no
-- press Shift+Tab
-- press ArrowLeft
-- press Tab
== two dialogs in turn
<sl-dialog label="One" ui-attr-open="on" ui-event-sl-after-hide="x" ui-event-sl-after-hide-value="next"><sl-button ui-action="close()">On</sl-button></sl-dialog><sl-dialog label="Two" ui-attr-open="x">Second<sl-button ui-event-click="x" ui-event-click-value="">End</sl-button></sl-dialog>
-- lua c.on = true
-- click On
-- press Tab
-- press Tab
-- lua c.x = nil
-- press Escape
== a required choice in a dialog
<sl-dialog label="Pay" open><form ui-event-submit="hit()"><sl-radio-group label="By" required ui-value="v"><sl-radio value="a">Card</sl-radio><sl-radio value="b">Cash</sl-radio></sl-radio-group><sl-button type="submit">Pay now</sl-button></form></sl-dialog>
-- click Pay now
-- press ArrowDown
-- click Pay now
-- press Shift+Tab
-- press ArrowUp
-- press Escape
== a tooltip on a tab and a menu
<sl-dropdown><sl-tooltip content="Hint" slot="trigger" style="--show-delay:0;--hide-delay:0"><sl-button>Menu</sl-button></sl-tooltip><sl-menu><sl-menu-item>One</sl-menu-item></sl-menu></sl-dropdown>
-- hover Menu
-- click Menu
-- press ArrowDown
-- press Escape
-- click Menu
-- click One
== values of each field from Lua at once
<sl-input label="I" ui-value="v"></sl-input><sl-checkbox ui-value="on">C</sl-checkbox><sl-range label="R" ui-value="n"></sl-range><sl-select label="S" ui-value="w"><sl-option value="a">A</sl-option></sl-select>
-- lua c.v = 'x' c.on = true c.n = 40 c.w = 'a'
-- press Tab
-- press ArrowRight
-- lua c.v = nil c.on = false c.n = 0 c.w = nil
-- focus R
-- press ArrowRight
-- press Tab
== a search that opens a menu
<sl-input label="Go to" ui-value="v?keypress" ui-event-sl-focus="open()"></sl-input><sl-menu ui-attr-hidden="invalid()"><sl-menu-item ui-action="save()">Home</sl-menu-item><sl-menu-item>Help</sl-menu-item></sl-menu>
-- click Home
-- click Go to
-- type h
-- press Tab
-- press ArrowDown
-- press Enter
-- clear Go to
== rows with switches
<div ui-viewlist="list"></div><p ui-value="count()"></p>
<!--row--><div><sl-switch ui-value="done"><span ui-value="name"></span></sl-switch><sl-button ui-attr-disabled="done" ui-action="remove()">Drop</sl-button></div>
-- check a
-- click Drop nth 0
-- click Drop nth 1
-- press Tab
-- press Space
-- uncheck a
-- click Drop nth 0
== a colour and a code
<sl-color-picker label="Colour" ui-value="v"></sl-color-picker><sl-qr-code ui-attr-value="v" ui-attr-label="v"></sl-qr-code><sl-input label="Hex" ui-value="v"></sl-input>
-- fill Hex := #00ff00
-- press Tab
-- lua c.v = '#123456'
-- focus Hex
-- press Shift+Tab
== slides and tabs
<sl-carousel navigation loop><sl-carousel-item>One</sl-carousel-item><sl-carousel-item>Two</sl-carousel-item></sl-carousel><sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab><sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel></sl-tab-group>
-- click @button Next slide
-- press Enter
-- press Shift+Tab
-- click B
-- press ArrowLeft
-- press Tab
""",
    APP,
)
