"""Parts of screens, where components stand in one another, only drawn."""

from tests.page.matrix.families._text import written

FAMILY = written(
    "drawn-screens",
    "Shoelace as in apps, drawn: parts of screens",
    r"""
== login
<form class="login"><h1>Log in</h1><sl-input label="User" name="user" autocomplete="username" required><sl-icon name="person" slot="prefix"></sl-icon></sl-input>
<sl-input label="Password" type="password" password-toggle required></sl-input><sl-checkbox>Keep me logged in</sl-checkbox>
<sl-button type="submit" variant="primary" style="width:100%">Log in</sl-button><sl-button variant="text" href="#lost">Lost it?</sl-button></form>
== profile card
<sl-card><div slot="header"><sl-avatar initials="AL" label="Ada"></sl-avatar> Ada <sl-badge variant="success" pill>on</sl-badge></div>
<dl><dt>Mail</dt><dd>a@b.no <sl-copy-button value="a@b.no"></sl-copy-button></dd></dl><sl-rating slot="footer" label="Rank" value="4" readonly></sl-rating></sl-card>
== data table with a toolbar
<sl-button-group label="Rows"><sl-button size="small">Add</sl-button><sl-button size="small" disabled>Delete</sl-button></sl-button-group>
<table><tr><th><sl-checkbox aria-label="All"></sl-checkbox></th><th>Name</th></tr><tr><td><sl-checkbox aria-label="Ada" checked></sl-checkbox></td><td>Ada <sl-tag size="small">admin</sl-tag></td></tr></table>
== filters in a drawer
<sl-drawer label="Filters" open><sl-radio-group label="Sort" value="n"><sl-radio value="n">Name</sl-radio><sl-radio value="d">Date</sl-radio></sl-radio-group>
<sl-range label="Price" min="0" max="500" value="120"></sl-range><sl-switch checked>In stock</sl-switch><sl-button slot="footer">Apply</sl-button></sl-drawer>
== wizard in a dialog
<sl-dialog label="Import" open><sl-progress-bar value="66" label="Step 2 of 3"></sl-progress-bar><sl-select label="Format" value="csv"><sl-option value="csv">CSV</sl-option>
<sl-option value="xml">XML</sl-option></sl-select><div slot="footer"><sl-button>Back</sl-button><sl-button variant="primary">Next</sl-button></div></sl-dialog>
== sidebar
<nav><sl-tree><sl-tree-item expanded>Work<sl-tree-item selected><a href="#m">Mail</a></sl-tree-item><sl-tree-item>Plan <sl-badge pill>2</sl-badge></sl-tree-item></sl-tree-item></sl-tree></nav>
== settings in details
<sl-details summary="Sound" open><sl-range label="Volume" value="7" max="10"></sl-range></sl-details><sl-details summary="Sight"><sl-select label="Theme"><sl-option value="d">Dark</sl-option></sl-select></sl-details>
== menu in a card header
<sl-card><div slot="header">Task<sl-dropdown><sl-icon-button slot="trigger" name="x" label="Menu of the task"></sl-icon-button><sl-menu><sl-menu-item>Open</sl-menu-item></sl-menu></sl-dropdown></div>Text</sl-card>
== split screen
<sl-split-panel position="30"><sl-menu slot="start"><sl-menu-item>One</sl-menu-item></sl-menu><sl-tab-group slot="end"><sl-tab slot="nav" panel="p">P</sl-tab><sl-tab-panel name="p">In P</sl-tab-panel></sl-tab-group></sl-split-panel>
== comments
<ol ui-viewlist="list"></ol>
<!--row--><li><sl-avatar ui-attr-initials="name"></sl-avatar><sl-card><p ui-value="name"></p><sl-button size="small" slot="footer">Reply</sl-button></sl-card></li>
== alerts of each kind
<sl-alert variant="primary" open><sl-icon slot="icon" name="info"></sl-icon>Info</sl-alert><sl-alert variant="success" open>Good</sl-alert><sl-alert variant="neutral" open closable>Neutral</sl-alert>
== player
<sl-button-group label="Player"><sl-icon-button name="rewind" label="Back"></sl-icon-button><sl-icon-button name="play" label="Play"></sl-icon-button></sl-button-group><sl-range aria-label="Position" max="180" value="42"></sl-range>
== upload
<label>File <input type="file"></label><sl-progress-ring value="42" label="Sent">42%</sl-progress-ring><p><sl-format-bytes value="1048576"></sl-format-bytes> of <sl-format-bytes value="2500000" display="long"></sl-format-bytes></p>
== basket
<ul ui-viewlist="list"></ul><p>Sum: <sl-format-number type="currency" currency="NOK" value="1234.5"></sl-format-number></p>
<!--row--><li><span ui-value="name"></span> <sl-input type="number" size="small" ui-value="value" aria-label="Pieces" min="1"></sl-input></li>
== field errors
<sl-input label="Mail" value="x" help-text="Not an address" aria-invalid="true"></sl-input><sl-textarea label="Text" help-text="Too short" value="a"></sl-textarea>
== labels made of slots
<sl-checkbox><sl-icon name="bell" label="Bell"></sl-icon> Tell me</sl-checkbox><sl-switch><strong>Loud</strong></sl-switch><sl-radio-group label="R"><sl-radio value="1"><sl-icon name="x" label="None"></sl-icon></sl-radio></sl-radio-group>
== tooltip around a disabled button
<sl-tooltip content="Not yet"><sl-button disabled>Publish</sl-button></sl-tooltip>
== tooltip in a tooltip
<sl-tooltip content="Outer" open trigger="manual"><div><sl-tooltip content="Inner"><button>Go</button></sl-tooltip></div></sl-tooltip>
== select among text
<p>Show <sl-select value="10" size="small" aria-label="Rows"><sl-option value="10">10</sl-option><sl-option value="25">25</sl-option></sl-select> rows</p>
== select with long options
<sl-select label="Person" value="1"><sl-option value="1"><sl-avatar slot="prefix" initials="A"></sl-avatar>Ada Lovelace <small>London</small></sl-option></sl-select>
== select multiple bound
<sl-select label="Tags" multiple clearable ui-value="v"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option><sl-option value="c">C</sl-option><sl-option value="d">D</sl-option></sl-select>
-- lua c.v = {'a', 'b', 'c', 'd'}
-- lua c.v = {'d'}
== button group of radio buttons and a menu
<sl-radio-group label="View" value="g" size="small"><sl-radio-button value="l">List</sl-radio-button><sl-radio-button value="g">Grid</sl-radio-button></sl-radio-group><sl-dropdown open><sl-button slot="trigger" caret>Sort</sl-button><sl-menu><sl-menu-item type="checkbox" checked>Name</sl-menu-item></sl-menu></sl-dropdown>
== tabs below with a closed one hidden
<sl-tab-group placement="bottom"><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b" hidden>B</sl-tab><sl-tab-panel name="a">In A</sl-tab-panel><sl-tab-panel name="b">In B</sl-tab-panel></sl-tab-group>
== tabs with the panel named twice
<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="a">Again</sl-tab><sl-tab-panel name="a">In A</sl-tab-panel></sl-tab-group>
== tab group in a dialog, closed
<sl-dialog label="D"><sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab-panel name="a">In A</sl-tab-panel></sl-tab-group></sl-dialog>
== tree of check boxes, some of a branch
<sl-tree selection="multiple"><sl-tree-item expanded>All<sl-tree-item selected>One</sl-tree-item><sl-tree-item>Two<sl-tree-item>Deep</sl-tree-item></sl-tree-item></sl-tree-item></sl-tree>
== tree item in a list
<sl-tree><div><sl-tree-item>In a div</sl-tree-item></div><sl-tree-item disabled expanded>Off<sl-tree-item>In</sl-tree-item></sl-tree-item></sl-tree>
== menu with a submenu and a check
<sl-menu><sl-menu-label>View</sl-menu-label><sl-menu-item>Zoom<sl-icon slot="prefix" name="zoom-in"></sl-icon><sl-menu slot="submenu"><sl-menu-item type="checkbox" checked>100%</sl-menu-item></sl-menu></sl-menu-item></sl-menu>
== menu items of other kinds
<sl-menu><sl-menu-item type="checkbox" disabled checked>A</sl-menu-item><sl-menu-item aria-label="Called">B</sl-menu-item><sl-menu-item><a href="#x">C</a></sl-menu-item></sl-menu>
== carousel of cards
<sl-carousel pagination><sl-carousel-item><sl-card>One</sl-card></sl-carousel-item><sl-carousel-item><sl-card>Two<sl-button slot="footer">Go</sl-button></sl-card></sl-carousel-item></sl-carousel>
== breadcrumb from Lua
<sl-breadcrumb ui-viewlist="list" label="Path"></sl-breadcrumb>
<!--row--><sl-breadcrumb-item href="#x"><span ui-value="name"></span></sl-breadcrumb-item>
-- lua table.remove(c.list)
== dialog with an alert and a spinner
<sl-dialog label="Wait" open no-header><sl-alert open variant="danger">Failed</sl-alert><sl-spinner></sl-spinner> Working</sl-dialog>
== dialog with a form
<sl-dialog label="Add" open><form id="f"><sl-input label="A" required></sl-input><sl-color-picker label="C"></sl-color-picker></form><sl-button slot="footer" type="submit" form="f">Add</sl-button></sl-dialog>
== drawer with a tree
<sl-drawer label="Files" open placement="bottom"><sl-tree><sl-tree-item>f.txt</sl-tree-item></sl-tree></sl-drawer>
== inputs in a button group
<sl-button-group label="Search"><sl-input aria-label="Words" clearable value="x"></sl-input><sl-button>Find</sl-button></sl-button-group>
== input with badges and buttons in it
<sl-input label="Cmd"><sl-badge slot="prefix">sudo</sl-badge><sl-icon-button slot="suffix" name="x" label="Run"></sl-icon-button></sl-input>
== input of numbers from Lua
<sl-input type="number" label="N" ui-value="n"></sl-input>
-- lua c.n = 5
-- lua c.n = 0.25
-- lua c.n = -1e3
== input whose type changes
<sl-input label="I" ui-attr-type="v" value="abc"></sl-input>
-- lua c.v = 'password'
-- lua c.v = 'number'
-- lua c.v = nil
== details in a card in a list
<div ui-viewlist="list"></div>
<!--row--><sl-card><sl-details ui-attr-summary="name"><p ui-value="value"></p></sl-details></sl-card>
== radio group whose options are disabled
<sl-radio-group label="R" value="b"><sl-radio value="a" disabled>A</sl-radio><sl-radio value="b" disabled>B</sl-radio><sl-radio value="c">C</sl-radio></sl-radio-group>
== radio group, help and label bound
<sl-radio-group ui-attr-label="v" ui-attr-help-text="w" ui-value="x"><sl-radio value="a">A</sl-radio></sl-radio-group>
-- lua c.v = 'Kind' c.w = 'Help' c.x = 'a'
== tags in a label
<label>Tags <sl-tag removable>a</sl-tag></label><span aria-label="x"><sl-badge>1</sl-badge></span>
== figures
<p><sl-format-number value="-1234.5"></sl-format-number> <sl-format-number type="percent" value="-.255"></sl-format-number> <sl-format-number type="currency" currency="KRW" value="5000"></sl-format-number> <sl-format-number type="currency" currency="BRL" value="5"></sl-format-number> <sl-format-number value="12345" no-grouping></sl-format-number></p>
== figures with digits
<p><sl-format-number value="0.1234" type="percent" maximum-fraction-digits="2"></sl-format-number> <sl-format-number value="1e6" minimum-significant-digits="9"></sl-format-number> <sl-format-number value="99.995" type="currency"></sl-format-number> <sl-format-number value="5" minimum-integer-digits="2" minimum-fraction-digits="1"></sl-format-number></p>
== bytes at the borders
<p><sl-format-bytes value="999"></sl-format-bytes> <sl-format-bytes value="1000"></sl-format-bytes> <sl-format-bytes value="999999"></sl-format-bytes> <sl-format-bytes value="1" display="long"></sl-format-bytes> <sl-format-bytes value="1" unit="bit"></sl-format-bytes></p>
== progress in a button
<sl-button><sl-progress-ring slot="prefix" value="30" style="--size:1em"></sl-progress-ring>Building</sl-button>
== rating with halves from Lua
<sl-rating label="R" precision="0.5" max="10" ui-value="n"></sl-rating>
-- lua c.n = 7.5
== range bound to bounds
<sl-range label="R" ui-attr-max="n" value="50"></sl-range>
-- lua c.n = 20
-- lua c.n = 80
== icons in headings and links
<h2><sl-icon name="gear" label="Settings"></sl-icon> of all</h2><a href="#x"><sl-icon name="x" label="Away"></sl-icon></a><a href="#y"><sl-icon name="x"></sl-icon>Y</a>
== animation around a dialog
<sl-animation><sl-dialog label="In" open>Text</sl-dialog></sl-animation>
== visually hidden legend
<fieldset><legend><sl-visually-hidden>Choices</sl-visually-hidden></legend><sl-checkbox>A</sl-checkbox></fieldset>
== popup beside a button
<div><sl-button id="b1">B</sl-button><sl-popup anchor="b1">Closed</sl-popup></div>
== unknown slot
<sl-card><i slot="nothing">Lost</i>Body</sl-card><sl-button><b slot="nowhere">Lost</b>Go</sl-button>
== text around components
Before it <sl-button>One</sl-button> between <sl-tag>two</sl-tag>, <sl-badge>3</sl-badge>. After it
== spaces in components
<sl-button>
   Two
   lines
</sl-button><sl-menu-item>  A   b </sl-menu-item><sl-option value="x">  C   d </sl-option>
== components in a native details and a list
<details open><summary>More</summary><sl-input label="In"></sl-input></details><ul><li><sl-switch>S</sl-switch></li></ul>
== a component with tabindex
<sl-card tabindex="0">Card</sl-card><sl-badge tabindex="-1">B</sl-badge><sl-avatar tabindex="0" label="A"></sl-avatar>
== nested button groups
<sl-button-group label="Outer"><sl-button-group label="Inner"><sl-button>A</sl-button></sl-button-group><sl-button>B</sl-button></sl-button-group>
== dividers in lists
<sl-menu><sl-menu-item>A</sl-menu-item><sl-divider></sl-divider><sl-menu-item>B</sl-menu-item></sl-menu><ul><li>A<sl-divider vertical></sl-divider></li></ul>
== disabled fieldset around components
<fieldset disabled><sl-input label="I"></sl-input><sl-button>B</sl-button><sl-checkbox>C</sl-checkbox></fieldset>
""",
)
