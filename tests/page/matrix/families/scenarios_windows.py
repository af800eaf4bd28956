"""Windows, menus, tabs and trees, used as people use them in apps."""

from tests.page.matrix.families._app import APP
from tests.page.matrix.families._text import written

FAMILY = written(
    "scenarios-windows",
    "Shoelace as in apps, used: windows, menus, tabs, trees",
    r"""
== a dialog with a form is opened, filled and saved
<sl-button ui-action="open()">New person</sl-button><p ui-value="y"></p>
<sl-dialog label="Person" ui-attr-open="on">
  <sl-input label="Name" ui-value="v"></sl-input><sl-input label="Email" type="email" ui-value="w"></sl-input>
  <sl-button slot="footer" ui-action="close()">Cancel</sl-button><sl-button slot="footer" variant="primary" ui-action="save()">Save</sl-button>
</sl-dialog>
-- click New person
-- fill Name := Ada
-- press Tab
-- type a@b
-- press Tab
-- press Tab
-- press Enter
-- click New person
-- press Escape
== a dialog is closed by its button and opened again
<sl-button ui-action="open()">Open</sl-button><sl-dialog label="Notice" ui-attr-open="on" ui-event-sl-after-hide="close()">Text</sl-dialog>
-- click Open
-- click Close
-- click Open
-- press Enter
-- press Escape
-- press Enter
== a dialog that is asked to close
<sl-button ui-action="open()">Open</sl-button><sl-dialog label="Edit" ui-attr-open="on" ui-event-sl-request-close="close()"><sl-input label="Name" autofocus ui-value="v"></sl-input></sl-dialog>
-- click Open
-- type Bob
-- press Escape
-- press Space
-- press Tab
-- press Shift+Tab
-- press Escape
== Tab stays within a dialog
<sl-button ui-action="open()">Open</sl-button><sl-dialog label="Trap" ui-attr-open="on"><sl-input label="First"></sl-input><sl-checkbox>Second</sl-checkbox>
<sl-button slot="footer" ui-action="close()">Done</sl-button></sl-dialog>
-- click Open
-- press Tab
-- press Tab
-- press Tab
-- press Tab
-- press Tab
-- press Shift+Tab
-- press Shift+Tab
-- press Enter
== what is behind a dialog cannot be clicked
<sl-button ui-action="hit()">Behind</sl-button><sl-dialog label="Front" ui-attr-open="on"><sl-button ui-action="close()">Fine</sl-button></sl-dialog>
-- click Behind
-- lua c.on = true
-- click Behind
-- click Fine
-- click Behind
== a confirmation over a dialog
<sl-button ui-action="open()">Edit</sl-button><sl-dialog label="Edit" ui-attr-open="on"><sl-input label="Name" ui-value="v"></sl-input>
<sl-button ui-event-click="x" ui-event-click-value="ask">Delete</sl-button></sl-dialog>
<sl-dialog label="Really?" ui-attr-open="x"><sl-button ui-event-click="y" ui-event-click-value="gone">Yes</sl-button></sl-dialog>
-- click Edit
-- click Delete
-- press Tab
-- press Tab
-- press Enter
-- lua c.x = nil
-- press Escape
-- press Tab
== a drawer over a dialog, Escape at each level
<sl-dialog label="Low" ui-attr-open="on"><sl-button ui-event-click="x" ui-event-click-value="1">More</sl-button></sl-dialog>
<sl-drawer label="High" ui-attr-open="x"><sl-select label="Pick"><sl-option value="a">A</sl-option></sl-select></sl-drawer>
-- lua c.on = true
-- click More
-- click Pick
-- press Escape
-- press Escape
-- press Escape
-- press Tab
== a dropdown in a dialog, Escape at each level
<sl-dialog label="D" ui-attr-open="on"><sl-dropdown><sl-button slot="trigger" caret>Menu</sl-button>
<sl-menu><sl-menu-item ui-action="hit()">Go</sl-menu-item><sl-menu-item>Stay</sl-menu-item></sl-menu></sl-dropdown></sl-dialog>
-- lua c.on = true
-- click Menu
-- press ArrowDown
-- press Escape
-- press Enter
-- click Go
-- press Escape
== a dropdown with actions
<sl-dropdown><sl-button slot="trigger" caret>Actions</sl-button><sl-menu>
<sl-menu-item ui-action="hit()">Edit</sl-menu-item><sl-menu-item ui-event-click="v" ui-event-click-value="copied">Copy</sl-menu-item>
<sl-divider></sl-divider><sl-menu-item disabled ui-action="hit()">Delete</sl-menu-item></sl-menu></sl-dropdown><span ui-value="v"></span>
-- click Actions
-- click Edit
-- click Actions
-- click Copy
-- click Actions
-- click Delete
-- press Escape
-- press ArrowUp
-- press Enter
== a dropdown whose menu tells what was selected
<sl-dropdown ui-event-sl-select="hit()"><sl-button slot="trigger">Sort</sl-button><sl-menu><sl-menu-item value="n">Name</sl-menu-item>
<sl-menu-item value="d">Date</sl-menu-item><sl-menu-item value="s">Size</sl-menu-item></sl-menu></sl-dropdown>
-- focus @button Sort
-- press ArrowDown
-- press ArrowDown
-- press Enter
-- press Space
-- press s
-- press Enter
-- press Tab
== check marks in a menu stay open
<sl-dropdown stay-open-on-select><sl-button slot="trigger">Columns</sl-button><sl-menu><sl-menu-item type="checkbox" checked>Name</sl-menu-item>
<sl-menu-item type="checkbox">Date</sl-menu-item></sl-menu></sl-dropdown>
-- click Columns
-- click Date
-- click Name
-- press ArrowDown
-- press Space
-- press Escape
-- press Tab
== a menu for each row
<ul ui-viewlist="list"></ul><p ui-value="x"></p>
<!--row--><li><b ui-value="name"></b> <sl-dropdown><sl-icon-button slot="trigger" name="three-dots" label="More"></sl-icon-button>
<sl-menu><sl-menu-item ui-action="pick()">Pick</sl-menu-item><sl-menu-item ui-action="remove()">Remove</sl-menu-item></sl-menu></sl-dropdown></li>
-- click More nth 1
-- click @menuitem Pick nth 0
-- click More nth 1
-- click @menuitem Remove nth 0
-- click More nth 1
-- press ArrowDown
-- press ArrowDown
-- press Enter
== a submenu by pointer and keys
<sl-dropdown><sl-button slot="trigger">File</sl-button><sl-menu><sl-menu-item>New</sl-menu-item><sl-menu-item>Export
<sl-menu slot="submenu"><sl-menu-item ui-action="hit()">PDF</sl-menu-item><sl-menu-item>CSV</sl-menu-item></sl-menu></sl-menu-item></sl-menu></sl-dropdown>
-- focus @button File
-- press ArrowDown
-- press ArrowDown
-- press ArrowRight
-- press ArrowDown
-- press ArrowLeft
-- press ArrowRight
-- press Enter
== a dropdown opened and closed by Lua
<sl-button ui-action="toggle()">Toggle</sl-button><sl-dropdown ui-attr-open="on"><sl-button slot="trigger">Menu</sl-button>
<sl-menu><sl-menu-item>One</sl-menu-item></sl-menu></sl-dropdown>
-- click Toggle
-- press Tab
-- press Tab
-- click Toggle
-- lua c.on = false
-- lua c.on = true
-- click One
== a click elsewhere closes the menu
<p>Some text</p><sl-dropdown><sl-button slot="trigger">Menu</sl-button><sl-menu><sl-menu-item>One</sl-menu-item></sl-menu></sl-dropdown>
<sl-button ui-action="hit()">Other</sl-button>
-- click Menu
-- click Some text
-- click Menu
-- click Other
-- click Menu
-- press Tab
-- press Tab
== tabs by click, by keys and by Lua
<sl-tab-group><sl-tab slot="nav" panel="a">First</sl-tab><sl-tab slot="nav" panel="b" ui-attr-active="on">Second</sl-tab><sl-tab slot="nav" panel="c">Third</sl-tab>
<sl-tab-panel name="a"><sl-input label="In first" ui-value="v"></sl-input></sl-tab-panel><sl-tab-panel name="b">Two <a href="#x">link</a></sl-tab-panel>
<sl-tab-panel name="c">Three</sl-tab-panel></sl-tab-group>
-- click Third
-- press ArrowRight
-- press Tab
-- type hello
-- lua c.on = true
-- press Tab
-- click First
-- press End
== tabs that tell which is shown
<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab><sl-tab-panel name="a" ui-event-sl-tab-show="hit()">In A</sl-tab-panel>
<sl-tab-panel name="b">In B <sl-button ui-action="hit()">Do</sl-button></sl-tab-panel></sl-tab-group>
-- click B
-- click Do
-- press Shift+Tab
-- press ArrowLeft
-- press ArrowLeft
-- press Home
== tabs from a list
<sl-tab-group><div slot="nav" ui-viewlist="list"></div><sl-tab-panel name="1">One</sl-tab-panel><sl-tab-panel name="2">Two</sl-tab-panel></sl-tab-group>
<!--row--><sl-tab slot="nav" ui-attr-panel="value"><span ui-value="name"></span></sl-tab>
-- click b
-- press ArrowRight
-- lua c.list[1].name = 'first'
-- click first
-- lua table.remove(c.list)
== a tab is closed
<sl-tab-group><sl-tab slot="nav" panel="a">Main</sl-tab><sl-tab slot="nav" panel="b" closable ui-event-sl-close="x" ui-attr-hidden="x">Extra</sl-tab>
<sl-tab-panel name="a">In main</sl-tab-panel><sl-tab-panel name="b">In extra</sl-tab-panel></sl-tab-group>
-- click Extra
-- click Main
-- click @button Remove
-- focus @button Before
-- press Tab
-- press ArrowRight
== manual tabs
<sl-tab-group activation="manual" placement="start"><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab>
<sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel></sl-tab-group>
-- focus @tab A
-- press ArrowDown
-- press Enter
-- press ArrowUp
-- press Space
-- press Tab
== tabs inside a dialog
<sl-button ui-action="open()">Settings</sl-button><sl-dialog label="Settings" ui-attr-open="on"><sl-tab-group><sl-tab slot="nav" panel="a">General</sl-tab>
<sl-tab slot="nav" panel="b">Network</sl-tab><sl-tab-panel name="a"><sl-switch ui-value="x">Dark</sl-switch></sl-tab-panel>
<sl-tab-panel name="b"><sl-input label="Proxy" ui-value="v"></sl-input></sl-tab-panel></sl-tab-group></sl-dialog>
-- click Settings
-- check Dark
-- click Network
-- fill Proxy := p:80
-- press Tab
-- press Escape
-- press Enter
== a drawer as a menu
<sl-icon-button name="list" label="Menu" ui-action="open()"></sl-icon-button><sl-drawer label="Menu" placement="start" ui-attr-open="on" ui-event-sl-after-hide="close()">
<sl-menu><sl-menu-item ui-event-click="v" ui-event-click-value="home">Home</sl-menu-item><sl-menu-item ui-action="close()">Close it</sl-menu-item></sl-menu></sl-drawer>
-- click Menu
-- press Tab
-- press Tab
-- press ArrowDown
-- press Enter
-- click Menu
-- click Home
-- press Escape
== a contained drawer does not trap
<div style="position: relative; height: 300px"><sl-drawer label="Side" contained ui-attr-open="on"><sl-button ui-action="close()">Hide</sl-button></sl-drawer></div><sl-button ui-action="hit()">Outside</sl-button>
-- lua c.on = true
-- press Tab
-- press Tab
-- click Outside
-- click Hide
-- press Tab
== an alert with a duration
<sl-button ui-action="open()">Warn</sl-button><sl-alert duration="50" closable ui-attr-open="on">Look out</sl-alert>
-- lua c.v = 'quiet'
-- press Tab
-- press Tab
-- click Before
-- press Tab
== an alert is closed and shown again
<sl-button ui-action="open()">Warn</sl-button><sl-alert variant="danger" closable ui-attr-open="on" ui-event-sl-after-hide="close()">Look out <a href="#x">here</a></sl-alert>
-- click Warn
-- press Tab
-- press Tab
-- press Enter
-- click Warn
-- click Close
-- press Tab
== alerts of a list are dismissed
<div ui-viewlist="list"></div><span ui-value="count()"></span>
<!--row--><sl-alert open closable ui-event-sl-hide="remove()"><b ui-value="name"></b></sl-alert>
-- click Close nth 0
-- click Close nth 0
-- lua table.insert(c.list, Row:new({name = 'late'}))
-- click Close nth -1
-- press Tab
== a tree by keys
<sl-tree><sl-tree-item>Docs<sl-tree-item>Guide</sl-tree-item><sl-tree-item>Reference<sl-tree-item>Index</sl-tree-item></sl-tree-item></sl-tree-item><sl-tree-item>Notes</sl-tree-item></sl-tree>
-- focus @button Before
-- press Tab
-- press ArrowRight
-- press ArrowDown
-- press ArrowDown
-- press ArrowRight
-- press ArrowDown
-- press Enter
-- press ArrowLeft
-- press ArrowLeft
== a tree with check boxes
<sl-tree selection="multiple" ui-event-sl-selection-change="hit()"><sl-tree-item expanded>Fruit<sl-tree-item>Apple</sl-tree-item><sl-tree-item>Pear</sl-tree-item></sl-tree-item><sl-tree-item>Roots</sl-tree-item></sl-tree>
-- click Apple
-- click Pear
-- click Apple
-- click Fruit
-- press ArrowDown
-- press Space
-- press End
-- press Enter
== a tree where only leaves are chosen
<sl-tree selection="leaf"><sl-tree-item>Folder<sl-tree-item>File</sl-tree-item></sl-tree-item><sl-tree-item>Other</sl-tree-item></sl-tree>
-- click Folder
-- click File
-- click Other
-- press ArrowUp
-- press ArrowUp
-- press Enter
== a tree from Lua grows
<sl-tree ui-viewlist="list"></sl-tree><p ui-value="x"></p>
<!--row--><sl-tree-item ui-action="pick()"><span ui-value="name"></span></sl-tree-item>
-- click b
-- lua table.insert(c.list, Row:new({name = 'd'}))
-- press ArrowDown
-- press ArrowDown
-- press Enter
-- lua table.remove(c.list, 1)
-- press ArrowUp
== details of a group, one after another
<sl-details summary="One" ui-attr-open="on"><p>First text</p></sl-details><sl-details summary="Two"><sl-button ui-action="toggle()">Show one</sl-button></sl-details>
-- click Two
-- click Show one
-- press Shift+Tab
-- press Enter
-- press Shift+Tab
-- press ArrowUp
-- press ArrowDown
-- press Space
== details that are disabled later
<sl-details summary="More" ui-attr-disabled="on" ui-event-sl-show="hit()">Text</sl-details>
-- click More
-- lua c.on = true
-- click More
-- press Enter
-- lua c.on = false
-- click More
== tooltips by keyboard
<sl-tooltip content="Bold" style="--show-delay:0;--hide-delay:0"><sl-icon-button name="type-bold" label="B" ui-action="hit()"></sl-icon-button></sl-tooltip>
<sl-tooltip content="Italic" style="--show-delay:0;--hide-delay:0"><sl-icon-button name="type-italic" label="I"></sl-icon-button></sl-tooltip>
-- focus @button Before
-- press Tab
-- press Tab
-- press Escape
-- press Shift+Tab
-- press Enter
-- hover I
-- press Tab
== a tooltip opened by Lua
<sl-tooltip trigger="manual" content="Copied" ui-attr-open="on"><sl-button ui-action="open()">Copy</sl-button></sl-tooltip>
-- click Copy
-- press Escape
-- lua c.on = false
-- lua c.on = true
-- press Tab
== a toolbar of groups
<sl-button-group label="Align"><sl-button ui-event-click="v" ui-event-click-value="l">Left</sl-button><sl-button ui-event-click="v" ui-event-click-value="r" ui-attr-disabled="on">Right</sl-button></sl-button-group><sl-button ui-action="toggle()">Lock</sl-button>
-- click Left
-- press Tab
-- press Enter
-- click Lock
-- click Right
-- focus @button Left
-- press Tab
== a list with removable tags
<div ui-viewlist="list"></div><sl-input label="New" ui-value="v" ui-event-keypress-enter="add()"></sl-input>
<!--row--><sl-tag removable ui-event-sl-remove="remove()"><span ui-value="name"></span></sl-tag>
-- click Remove nth 1
-- fill New := tea
-- press Enter
-- type oil
-- press Enter
-- click Remove nth 0
-- press Shift+Tab
== a copy button copies
<sl-copy-button value="abc" ui-event-sl-copy="hit()"></sl-copy-button>
-- focus @button Before
-- press Tab
-- hover Before
-- press Tab
-- press Shift+Tab
== a split panel by keys
<sl-split-panel position="40"><div slot="start"><sl-button>L</sl-button></div><div slot="end"><sl-button>R</sl-button></div></sl-split-panel>
-- click L
-- press Tab
-- press ArrowLeft
-- press ArrowRight
-- press Shift+ArrowRight
-- press Home
-- press End
-- press Tab
== slides by buttons
<sl-carousel navigation pagination><sl-carousel-item>One</sl-carousel-item><sl-carousel-item>Two <sl-button>In two</sl-button></sl-carousel-item><sl-carousel-item>Three</sl-carousel-item></sl-carousel>
-- click @button Next slide
-- click @button Next slide
-- click @button Previous slide
-- press Tab
-- press Tab
== breadcrumbs act
<sl-breadcrumb><sl-breadcrumb-item ui-event-click="v" ui-event-click-value="home">Home</sl-breadcrumb-item><sl-breadcrumb-item ui-action="hit()">Here</sl-breadcrumb-item></sl-breadcrumb>
-- click Home
-- press Tab
-- press Enter
-- press Shift+Tab
-- press Space
""",
    APP,
)
