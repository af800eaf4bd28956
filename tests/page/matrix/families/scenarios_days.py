"""More tasks: what people do with lists, settings, messages and forms of Shoelace."""

from tests.page.matrix.families._app import APP
from tests.page.matrix.families._text import written

FAMILY = written(
    "scenarios-days",
    "Shoelace as in apps, used: lists, settings, messages",
    r"""
== a message is written and sent with the keyboard
<sl-textarea label="Message" rows="2" ui-value="v?keypress"></sl-textarea><sl-button variant="primary" ui-attr-disabled="invalid()" ui-action="save()">Send</sl-button><p ui-value="y"></p>
-- focus Message
-- press Tab
-- focus Message
-- type hi
-- press Tab
-- press Space
-- press Shift+Tab
== sorting by a menu of check marks
<sl-dropdown><sl-button slot="trigger" caret>Sort</sl-button><sl-menu ui-event-sl-select="hit()"><sl-menu-item type="checkbox" value="n" ui-attr-checked="on" ui-action="toggle()">Name</sl-menu-item><sl-menu-item type="checkbox" value="d">Date</sl-menu-item></sl-menu></sl-dropdown>
-- click Sort
-- click Name
-- click Sort
-- press ArrowDown
-- press ArrowDown
-- press Enter
-- lua c.on = false
-- click Sort
== a dialog opened from a menu gives the focus back
<sl-dropdown><sl-button slot="trigger">File</sl-button><sl-menu><sl-menu-item ui-action="open()">About</sl-menu-item></sl-menu></sl-dropdown><sl-dialog label="About" ui-attr-open="on" ui-event-sl-after-hide="close()">Version 1</sl-dialog>
-- focus File
-- focus @button File
-- press Enter
-- press ArrowDown
-- press Enter
-- press Escape
-- press Tab
== a drawer with a menu and a dialog over it
<sl-button ui-action="open()">Menu</sl-button><sl-drawer label="Menu" ui-attr-open="on"><sl-menu><sl-menu-item ui-event-click="x" ui-event-click-value="1">Help</sl-menu-item></sl-menu><sl-dialog label="Help" ui-attr-open="x">Text</sl-dialog></sl-drawer>
-- click Menu
-- click Help
-- press Tab
-- press Escape
-- press Escape
-- lua c.x = nil c.on = false
-- press Tab
== an order with amounts
<ul ui-viewlist="list"></ul><p ui-value="count()"></p>
<!--row--><li><span ui-value="name"></span><sl-input type="number" min="1" max="9" ui-attr-label="name" ui-value="value"></sl-input><sl-button ui-action="remove()">Drop</sl-button></li>
-- fill a := 12
-- press Tab
-- focus b
-- press ArrowUp
-- press Tab
-- press Enter
-- clear c
-- press Tab
== a profile with a rating, a switch and a range
<sl-switch ui-value="on" help-text="Shown to all">Public</sl-switch><sl-rating label="Mood" max="3" ui-value="n"></sl-rating><sl-range label="Years" max="99" ui-value="v"></sl-range>
-- focus Public
-- press Space
-- press Tab
-- press End
-- press Tab
-- press Home
-- press ArrowRight
-- press Shift+Tab
== tabs with a form in each, validated
<form ui-event-submit="hit()"><sl-tab-group><sl-tab slot="nav" panel="a">You</sl-tab><sl-tab slot="nav" panel="b">Pay</sl-tab><sl-tab-panel name="a"><sl-input label="Name" required ui-value="v"></sl-input></sl-tab-panel><sl-tab-panel name="b"><sl-checkbox ui-value="x">Invoice</sl-checkbox></sl-tab-panel></sl-tab-group><sl-button type="submit">Order</sl-button></form>
-- click Pay
-- check Invoice
-- click You
-- click Order
-- type Bo
-- press Enter
== a list of details, one opened by Lua
<div ui-viewlist="list"></div>
<!--row--><sl-details ui-attr-summary="name" ui-attr-open="open"><sl-button ui-action="remove()">Remove it</sl-button></sl-details>
-- click b
-- click Remove it
-- press Tab
-- lua c.list[1].open = true
-- click a
-- focus @button c
-- press Enter
== a select whose options depend on another
<sl-radio-group label="Kind" ui-value="x"><sl-radio-button value="f">Fruit</sl-radio-button><sl-radio-button value="r">Roots</sl-radio-button></sl-radio-group><sl-select label="Which" ui-value="v" ui-viewlist="list"></sl-select>
<!--row--><sl-option ui-attr-value="value"><span ui-value="name"></span></sl-option>
-- choose Which := b
-- click Roots
-- lua c.list = {Row:new({name = 'beet', value = '9'})}
-- choose Which := beet
-- lua c.v = nil
-- focus Which
-- press ArrowDown
-- press Enter
== a notice that is closed and a toggle that brings it back
<sl-alert closable ui-attr-open="on" ui-event-sl-after-hide="close()"><sl-icon slot="icon" name="info"></sl-icon>News <sl-button size="small" ui-action="hit()">Read</sl-button></sl-alert><sl-switch ui-value="on">Show</sl-switch>
-- check Show
-- click Read
-- press Tab
-- press Space
-- click Show
-- uncheck Show
== removing tags by keyboard
<sl-select label="Tags" multiple ui-value="v"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option><sl-option value="c">C</sl-option></sl-select>
-- lua c.v = {'a', 'b', 'c'}
-- click @button Remove nth 1
-- press Enter
-- press Tab
-- click Tags
-- click @option B
-- press Escape
== a tree of pages
<sl-tree ui-event-sl-selection-change="hit()"><sl-tree-item ui-attr-expanded="on">Guide<sl-tree-item ui-event-click="v" ui-event-click-value="start">Start</sl-tree-item><sl-tree-item disabled>Later</sl-tree-item></sl-tree-item><sl-tree-item>Index</sl-tree-item></sl-tree><p ui-value="v"></p>
-- lua c.on = true
-- click Start
-- press ArrowDown
-- press Enter
-- click Guide
-- press ArrowLeft
-- press End
== a search field with a menu below
<sl-input label="Find" type="search" clearable ui-value="v?keypress" ui-event-keypress-escape="close()" ui-event-sl-input="open()"></sl-input><sl-menu ui-attr-hidden="none()" ui-viewlist="shown()"></sl-menu>
<!--row--><sl-menu-item ui-action="pick()"><span ui-value="name"></span></sl-menu-item>
-- focus Find
-- type b
-- press Tab
-- press ArrowDown
-- press Enter
-- focus Find
-- press Backspace
-- press Escape
== copy, undo and reset in a form
<form><sl-input label="Name" name="n" value="Ada"></sl-input><sl-textarea label="Note" name="t" value="old"></sl-textarea><sl-select label="Kind" name="k" value="a"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select><sl-button type="reset">Reset</sl-button></form>
-- fill Name := Bob
-- choose Kind := B
-- focus Note
-- press Control+a
-- press Delete
-- click Reset
-- press Tab
== what is disabled while busy
<fieldset ui-attr-disabled="on"><sl-input label="Name" ui-attr-disabled="on" ui-value="v"></sl-input><sl-checkbox ui-attr-disabled="on">Mark</sl-checkbox><button ui-action="hit()">Native</button></fieldset><sl-button ui-attr-loading="on" ui-action="toggle()">Go</sl-button>
-- click Mark
-- click Go
-- click Mark
-- click Native
-- press Tab
-- lua c.on = false
-- click Native
""",
    APP,
)
