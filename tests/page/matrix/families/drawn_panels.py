"""What holds other things: windows, cards, tabs, trees, slides, as they are written in apps, only drawn."""

from tests.page.matrix.families._text import written

FAMILY = written(
    "drawn-panels",
    "Shoelace as in apps, drawn: windows, tabs, trees",
    r"""
== dialog closed
<sl-dialog label="Settings">Content<sl-button slot="footer">Close</sl-button></sl-dialog>
== dialog open with footer
<sl-dialog label="Settings" open>Content<sl-button slot="footer" variant="primary">Close</sl-button></sl-dialog>
== dialog open without header
<sl-dialog label="Settings" no-header open><p>Text</p></sl-dialog>
== dialog open with label slot and actions
<sl-dialog open><span slot="label">The <i>title</i></span><sl-icon-button slot="header-actions" name="x" label="New window"></sl-icon-button>
  Content</sl-dialog>
== dialog open without label
<sl-dialog open>Content</sl-dialog>
== dialog open with two buttons below
<sl-dialog label="Sure?" open>Really delete it?<sl-button slot="footer">Cancel</sl-button><sl-button slot="footer" variant="danger">Delete</sl-button></sl-dialog>
== dialog with dropdown and select
<sl-dialog label="Form" open>
  <sl-dropdown><sl-button slot="trigger" caret>Kind</sl-button><sl-menu><sl-menu-item>A</sl-menu-item></sl-menu></sl-dropdown>
  <sl-select label="Fruit" value="a"><sl-option value="a">Apple</sl-option></sl-select>
</sl-dialog>
== dialog with a heading
<sl-dialog label="Outer" open><h2>Inside</h2><ul><li>One</li><li>Two</li></ul></sl-dialog>
== dialog bound
<sl-dialog ui-attr-open="on" ui-attr-label="v"><span ui-value="w"></span></sl-dialog>
-- lua c.v = 'Title' c.w = 'Text' c.on = true
-- lua c.v = 'Other'
-- lua c.on = false
== drawer open
<sl-drawer label="Menu" open><nav><a href="#a">A</a></nav><sl-button slot="footer">Close</sl-button></sl-drawer>
== drawer start, no header
<sl-drawer label="Menu" placement="start" no-header open>Text</sl-drawer>
== drawer contained
<div style="position: relative; height: 200px"><sl-drawer label="Part" contained open>Text</sl-drawer></div>
== drawer with select
<sl-drawer label="Filter" open><sl-select label="Kind" multiple value="a b"><sl-option value="a">A</sl-option>
<sl-option value="b">B</sl-option></sl-select></sl-drawer>
== drawer with header actions
<sl-drawer label="D" open><sl-icon-button slot="header-actions" name="gear" label="Set"></sl-icon-button>x</sl-drawer>
== dialog over drawer
<sl-drawer label="Below" open>Below<sl-dialog label="Above" open>Above</sl-dialog></sl-drawer>
== alert open
<sl-alert open><sl-icon slot="icon" name="info-circle"></sl-icon>Just <b>text</b></sl-alert>
== alert closed
<sl-alert>Not to be seen</sl-alert>
== alert closable with all
<sl-alert variant="warning" open closable><sl-icon slot="icon" name="x" label="Warning"></sl-icon><strong>Session ends</strong><br>Log in again.</sl-alert>
== alert with duration and countdown
<sl-alert open closable duration="100000" countdown="rtl">Soon gone</sl-alert>
== alerts in a list
<div ui-viewlist="list"></div>
<!--row--><sl-alert open variant="success"><span ui-value="name"></span></sl-alert>
== card
<sl-card><img slot="image" src="data:," alt="A kitten"><strong>Mittens</strong><br>6 weeks
<div slot="footer"><sl-button variant="primary" pill>More info</sl-button><sl-rating label="Rating"></sl-rating></div></sl-card>
== card with header
<sl-card><div slot="header">Title <sl-icon-button name="gear" label="Settings"></sl-icon-button></div>Body</sl-card>
== card with only a body
<sl-card>Body</sl-card>
== cards in a list
<div ui-viewlist="list"></div>
<!--row--><sl-card><h3 slot="header" ui-value="name"></h3><p ui-value="value"></p><sl-button slot="footer">Open</sl-button></sl-card>
== card with tabs
<sl-card><sl-tab-group><sl-tab slot="nav" panel="g">General</sl-tab><sl-tab slot="nav" panel="a">Advanced</sl-tab>
<sl-tab-panel name="g">General panel</sl-tab-panel><sl-tab-panel name="a">Advanced panel</sl-tab-panel></sl-tab-group></sl-card>
== tabs
<sl-tab-group>
  <sl-tab slot="nav" panel="general">General</sl-tab>
  <sl-tab slot="nav" panel="custom">Custom</sl-tab>
  <sl-tab slot="nav" panel="disabled" disabled>Disabled</sl-tab>
  <sl-tab-panel name="general">This is general.</sl-tab-panel>
  <sl-tab-panel name="custom">This is custom.</sl-tab-panel>
  <sl-tab-panel name="disabled">This is disabled.</sl-tab-panel>
</sl-tab-group>
== tabs with the second active
<sl-tab-group placement="start">
  <sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b" active>B</sl-tab>
  <sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel>
</sl-tab-group>
== tabs closable with icons and badges
<sl-tab-group>
  <sl-tab slot="nav" panel="a" closable><sl-icon name="house"></sl-icon> Home</sl-tab>
  <sl-tab slot="nav" panel="b" closable>Mail <sl-badge pill>3</sl-badge></sl-tab>
  <sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel>
</sl-tab-group>
== tabs without panels
<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab></sl-tab-group>
== tabs in tabs
<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab>
<sl-tab-panel name="a"><sl-tab-group placement="bottom"><sl-tab slot="nav" panel="x">X</sl-tab><sl-tab slot="nav" panel="y">Y</sl-tab>
<sl-tab-panel name="x">In X</sl-tab-panel><sl-tab-panel name="y">In Y</sl-tab-panel></sl-tab-group></sl-tab-panel>
<sl-tab-panel name="b">In B</sl-tab-panel></sl-tab-group>
== first tab disabled
<sl-tab-group><sl-tab slot="nav" panel="a" disabled>A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab>
<sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel></sl-tab-group>
== tab alone
<sl-tab panel="a">Alone</sl-tab>
== tab panel alone
<sl-tab-panel name="a">Alone</sl-tab-panel><sl-tab-panel name="b" active>Active</sl-tab-panel>
== tabs with fields
<sl-tab-group><sl-tab slot="nav" panel="a">You</sl-tab><sl-tab slot="nav" panel="b">Others</sl-tab>
<sl-tab-panel name="a"><sl-input label="Name"></sl-input></sl-tab-panel><sl-tab-panel name="b"><sl-input label="Group"></sl-input></sl-tab-panel></sl-tab-group>
== details
<sl-details summary="Toggle me">Lorem ipsum</sl-details>
== details open
<sl-details summary="Toggle me" open>Lorem <a href="#x">ipsum</a></sl-details>
== details disabled
<sl-details summary="Disabled" disabled>Hidden</sl-details>
== details open and disabled
<sl-details summary="Disabled" disabled open>Shown</sl-details>
== details with slots
<sl-details><span slot="summary"><b>Rich</b> summary</span><sl-icon slot="expand-icon" name="plus-square"></sl-icon>
<sl-icon slot="collapse-icon" name="dash-square"></sl-icon>Text</sl-details>
== details without summary
<sl-details>Text</sl-details>
== details in a group
<div class="group"><sl-details summary="First" open>One</sl-details><sl-details summary="Second">Two</sl-details></div>
== details with a bound summary
<sl-details ui-attr-summary="v" ui-attr-open="on"><span ui-value="w"></span></sl-details>
-- lua c.v = 'Sum' c.w = 'Text'
-- lua c.on = true
== details in details
<sl-details summary="Outer" open><sl-details summary="Inner" open>Deep</sl-details></sl-details>
== split panel
<sl-split-panel><div slot="start">Start</div><div slot="end">End</div></sl-split-panel>
== split panel at a position
<sl-split-panel position="25" primary="start"><div slot="start">Start</div><div slot="end">End</div></sl-split-panel>
== split panel vertical, disabled
<sl-split-panel vertical disabled><div slot="start">Start</div><div slot="end">End</div></sl-split-panel>
== split panel with divider
<sl-split-panel><sl-icon slot="divider" name="grip-vertical"></sl-icon><div slot="start">Start</div><div slot="end">End</div></sl-split-panel>
== split panel out of range
<sl-split-panel position="140"><div slot="start">Start</div><div slot="end">End</div></sl-split-panel>
== split panels nested
<sl-split-panel><div slot="start">S</div><div slot="end"><sl-split-panel vertical><div slot="start">T</div><div slot="end">B</div></sl-split-panel></div></sl-split-panel>
== dividers
Above<sl-divider></sl-divider>Below <span>A<sl-divider vertical></sl-divider>B</span>
== tree
<sl-tree><sl-tree-item>Deciduous<sl-tree-item>Birch</sl-tree-item><sl-tree-item>Maple<sl-tree-item>Red maple</sl-tree-item></sl-tree-item></sl-tree-item>
<sl-tree-item>Coniferous<sl-tree-item>Cedar</sl-tree-item></sl-tree-item></sl-tree>
== tree expanded with selection
<sl-tree selection="single"><sl-tree-item expanded>A<sl-tree-item selected>A1</sl-tree-item></sl-tree-item></sl-tree>
== tree with checkboxes
<sl-tree selection="multiple"><sl-tree-item expanded>A<sl-tree-item selected>A1</sl-tree-item><sl-tree-item>A2</sl-tree-item></sl-tree-item>
<sl-tree-item selected>B</sl-tree-item></sl-tree>
== tree of leaves
<sl-tree selection="leaf"><sl-tree-item expanded>A<sl-tree-item disabled>A1</sl-tree-item></sl-tree-item></sl-tree>
== tree with lazy item
<sl-tree><sl-tree-item lazy>Later</sl-tree-item><sl-tree-item>Now</sl-tree-item></sl-tree>
== tree with icons
<sl-tree><sl-icon name="plus" slot="expand-icon"></sl-icon><sl-icon name="dash" slot="collapse-icon"></sl-icon>
<sl-tree-item expanded><sl-icon name="folder"></sl-icon> Documents<sl-tree-item><sl-icon name="file" label="File"></sl-icon>a.txt</sl-tree-item></sl-tree-item></sl-tree>
== tree from Lua
<sl-tree ui-viewlist="list"></sl-tree>
<!--row--><sl-tree-item><span ui-value="name"></span><sl-tree-item><span ui-value="value"></span></sl-tree-item></sl-tree-item>
-- lua table.remove(c.list)
== tree item alone
<sl-tree-item>Alone</sl-tree-item>
== carousel
<sl-carousel><sl-carousel-item>One</sl-carousel-item><sl-carousel-item>Two</sl-carousel-item></sl-carousel>
== carousel with pagination and navigation
<sl-carousel pagination navigation><sl-carousel-item><img src="data:," alt="Sun"></sl-carousel-item><sl-carousel-item>Two</sl-carousel-item>
<sl-carousel-item>Three</sl-carousel-item></sl-carousel>
== carousel in a loop
<sl-carousel pagination navigation loop mouse-dragging><sl-carousel-item>One</sl-carousel-item><sl-carousel-item>Two</sl-carousel-item>
<sl-carousel-item>Three</sl-carousel-item></sl-carousel>
== carousel with several per page
<sl-carousel pagination navigation slides-per-page="2" slides-per-move="2"><sl-carousel-item>1</sl-carousel-item><sl-carousel-item>2</sl-carousel-item>
<sl-carousel-item>3</sl-carousel-item><sl-carousel-item>4</sl-carousel-item></sl-carousel>
== carousel with icons
<sl-carousel navigation><sl-carousel-item>1</sl-carousel-item><sl-carousel-item>2</sl-carousel-item>
<sl-icon slot="next-icon" name="x"></sl-icon><sl-icon slot="previous-icon" name="x" label="Back"></sl-icon></sl-carousel>
== carousel of one
<sl-carousel pagination navigation><sl-carousel-item>One</sl-carousel-item></sl-carousel>
== carousel vertical
<sl-carousel pagination orientation="vertical"><sl-carousel-item>One</sl-carousel-item><sl-carousel-item>Two</sl-carousel-item></sl-carousel>
== carousel with slides from Lua
<sl-carousel pagination ui-viewlist="list"></sl-carousel>
<!--row--><sl-carousel-item><span ui-value="name"></span></sl-carousel-item>
-- lua table.insert(c.list, Row:new({name = 'd'}))
== carousel item alone
<sl-carousel-item>Alone</sl-carousel-item>
== carousel without slides
<sl-carousel navigation></sl-carousel>
== popup
<sl-popup active><span slot="anchor">Anchor</span><div>Content</div></sl-popup>
== page of panels
<header><h1>App</h1><sl-button-group label="View"><sl-button>List</sl-button><sl-button>Grid</sl-button></sl-button-group></header>
<main><sl-card><sl-tab-group><sl-tab slot="nav" panel="a">Open</sl-tab><sl-tab-panel name="a">
<sl-details summary="Task" open><sl-checkbox>Done</sl-checkbox><sl-rating label="Priority" value="2"></sl-rating></sl-details>
</sl-tab-panel></sl-tab-group></sl-card></main><footer><sl-tooltip content="Help"><sl-icon-button name="x" label="?"></sl-icon-button></sl-tooltip></footer>
""",
)
