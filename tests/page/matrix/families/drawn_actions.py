"""Buttons, menus and what else acts at a click, as they are written in apps, only drawn."""

from tests.page.matrix.families._text import written

FAMILY = written(
    "drawn-actions",
    "Shoelace as in apps, drawn: buttons and menus",
    r"""
== buttons in their variants
<sl-button variant="default">Default</sl-button> <sl-button variant="primary" size="large">Primary</sl-button>
<sl-button variant="danger" outline pill>Danger</sl-button> <sl-button variant="text">Text</sl-button>
== button with icons
<sl-button><sl-icon slot="prefix" name="gear"></sl-icon>Settings<sl-icon slot="suffix" name="arrow-right"></sl-icon></sl-button>
== button with labelled icon
<sl-button circle><sl-icon name="gear" label="Settings"></sl-icon></sl-button>
== button with an icon without label
<sl-button circle><sl-icon name="gear"></sl-icon></sl-button>
== button with caret
<sl-button caret>More</sl-button>
== button loading
<sl-button loading>Save</sl-button>
== button loading, disabled, primary
<sl-button variant="primary" loading disabled>Save</sl-button>
== button as link
<sl-button href="#there" target="_blank">There</sl-button>
== button as a disabled link
<sl-button href="#there" disabled>There</sl-button>
== button as download
<sl-button href="#file" download="file.txt"><sl-icon slot="prefix" name="download"></sl-icon>Get</sl-button>
== button with badge
<sl-button>Inbox <sl-badge pill>30</sl-badge></sl-button>
== button with title
<sl-button title="Explains">Go</sl-button>
== button with aria-label
<sl-button aria-label="Close it">X</sl-button>
== buttons bound
<sl-button ui-attr-disabled="on" ui-attr-loading="x" ui-attr-variant="v"><span ui-value="w"></span></sl-button>
-- lua c.w = 'Save'
-- lua c.on = true
-- lua c.on = false c.x = true
-- lua c.x = nil c.v = 'danger'
== icon button
<sl-icon-button name="gear" label="Settings"></sl-icon-button>
== icon button without label
<sl-icon-button name="gear"></sl-icon-button>
== icon button as link
<sl-icon-button name="gear" label="Settings" href="#settings" target="_blank"></sl-icon-button>
== icon button disabled
<sl-icon-button name="gear" label="Settings" disabled></sl-icon-button>
== icon button disabled link
<sl-icon-button name="gear" label="Settings" href="#x" disabled></sl-icon-button>
== icon buttons with tooltips
<sl-tooltip content="Edit"><sl-icon-button name="pencil" label="Edit"></sl-icon-button></sl-tooltip>
<sl-tooltip content="Delete"><sl-icon-button name="trash" label="Delete"></sl-icon-button></sl-tooltip>
== icon buttons in a list
<ul ui-viewlist="list"></ul>
<!--row--><li><span ui-value="name"></span><sl-icon-button name="x" ui-attr-label="name"></sl-icon-button></li>
== button group
<sl-button-group label="Alignment"><sl-button>Left</sl-button><sl-button>Centre</sl-button><sl-button>Right</sl-button></sl-button-group>
== button group without label
<sl-button-group><sl-button>Left</sl-button><sl-button disabled>Right</sl-button></sl-button-group>
== button group with dropdown
<sl-button-group label="Actions"><sl-button>Save</sl-button>
  <sl-dropdown><sl-button slot="trigger" caret><sl-visually-hidden>More</sl-visually-hidden></sl-button>
  <sl-menu><sl-menu-item>Save as</sl-menu-item></sl-menu></sl-dropdown></sl-button-group>
== button group with tooltips
<sl-button-group label="Undo"><sl-tooltip content="Back"><sl-button>Undo</sl-button></sl-tooltip>
<sl-tooltip content="Forth"><sl-button>Redo</sl-button></sl-tooltip></sl-button-group>
== toolbar of groups
<div role="toolbar" aria-label="Tools"><sl-button-group label="History"><sl-button>Undo</sl-button></sl-button-group>
<sl-button-group label="Format"><sl-button><b>B</b></sl-button><sl-button><i>I</i></sl-button></sl-button-group></div>
== dropdown closed
<sl-dropdown><sl-button slot="trigger" caret>Menu</sl-button>
<sl-menu><sl-menu-item value="a">A</sl-menu-item><sl-menu-item value="b">B</sl-menu-item></sl-menu></sl-dropdown>
== dropdown open
<sl-dropdown open><sl-button slot="trigger" caret>Menu</sl-button>
<sl-menu><sl-menu-item value="a">A</sl-menu-item><sl-menu-item disabled>B</sl-menu-item></sl-menu></sl-dropdown>
== dropdown with an icon button
<sl-dropdown><sl-icon-button slot="trigger" name="three-dots" label="More"></sl-icon-button><sl-menu><sl-menu-item>A</sl-menu-item></sl-menu></sl-dropdown>
== dropdown with avatar
<sl-dropdown><sl-avatar slot="trigger" label="Ada"></sl-avatar><sl-menu><sl-menu-item>Sign out</sl-menu-item></sl-menu></sl-dropdown>
== dropdown disabled
<sl-dropdown disabled><sl-button slot="trigger">Menu</sl-button><sl-menu><sl-menu-item>A</sl-menu-item></sl-menu></sl-dropdown>
== dropdown in a list
<ul ui-viewlist="list"></ul>
<!--row--><li><b ui-value="name"></b><sl-dropdown><sl-icon-button slot="trigger" name="x" label="More"></sl-icon-button>
<sl-menu><sl-menu-item>Edit</sl-menu-item></sl-menu></sl-dropdown></li>
== dropdown open with text
<sl-dropdown open><sl-button slot="trigger">Info</sl-button><div>Some <a href="#x">text</a></div></sl-dropdown>
== dropdown with a native button
<sl-dropdown open><button slot="trigger">Menu</button><sl-menu><sl-menu-item>A</sl-menu-item></sl-menu></sl-dropdown>
== menu of everything
<sl-menu style="max-width: 200px;">
  <sl-menu-label>Edit</sl-menu-label>
  <sl-menu-item value="undo">Undo</sl-menu-item>
  <sl-menu-item value="redo" disabled>Redo<span slot="suffix">Ctrl+Y</span></sl-menu-item>
  <sl-divider></sl-divider>
  <sl-menu-item type="checkbox" checked>Autosave</sl-menu-item>
  <sl-menu-item type="checkbox">Spelling</sl-menu-item>
  <sl-divider></sl-divider>
  <sl-menu-item><sl-icon slot="prefix" name="trash"></sl-icon>Delete<sl-badge slot="suffix">12</sl-badge></sl-menu-item>
</sl-menu>
== menu with submenus
<sl-menu><sl-menu-item>Find<sl-menu slot="submenu"><sl-menu-item>Find…</sl-menu-item><sl-menu-item>Next</sl-menu-item></sl-menu></sl-menu-item>
<sl-menu-item>Copy</sl-menu-item></sl-menu>
== menu item loading
<sl-menu><sl-menu-item loading>Wait</sl-menu-item><sl-menu-item>Go</sl-menu-item></sl-menu>
== menu item alone
<sl-menu-item>Alone</sl-menu-item>
== menu with wrapped items
<sl-menu><div><sl-menu-item>In a div</sl-menu-item></div></sl-menu>
== menu from Lua
<sl-menu ui-viewlist="list"></sl-menu>
<!--row--><sl-menu-item ui-attr-value="value"><span ui-value="name"></span></sl-menu-item>
-- lua table.insert(c.list, Row:new({name = 'd'}))
-- lua c.list = {}
== menu with roles of its own
<nav aria-label="Main"><sl-menu aria-label="Pages"><sl-menu-item>Home</sl-menu-item></sl-menu></nav>
== checkbox items bound
<sl-menu><sl-menu-item type="checkbox" ui-attr-checked="on">A</sl-menu-item></sl-menu>
-- lua c.on = true
-- lua c.on = false
== copy button
<sl-copy-button value="secret"></sl-copy-button>
== copy button with labels
<sl-copy-button value="secret" copy-label="Click to copy" success-label="Copied!" error-label="No"></sl-copy-button>
== copy button disabled
<sl-copy-button value="secret" disabled></sl-copy-button>
== copy button with icons
<sl-copy-button value="x"><sl-icon slot="copy-icon" name="clipboard"></sl-icon><sl-icon slot="success-icon" name="check"></sl-icon></sl-copy-button>
== copy button from an element
<span id="number">+47</span> <sl-copy-button from="number"></sl-copy-button>
== copy button at an input
<sl-input label="Key" readonly value="k-1"><sl-copy-button slot="suffix" value="k-1"></sl-copy-button></sl-input>
== tags
<sl-tag>One</sl-tag> <sl-tag variant="success" pill>Two</sl-tag> <sl-tag size="small" removable>Three</sl-tag>
== removable tags in a list
<div ui-viewlist="list"></div>
<!--row--><sl-tag removable><span ui-value="name"></span></sl-tag>
== badges
<sl-badge variant="primary">New</sl-badge> <sl-badge pill pulse variant="danger">1</sl-badge>
== badge in a menu and a button
<sl-menu><sl-menu-item>Messages <sl-badge slot="suffix" variant="neutral" pill>4</sl-badge></sl-menu-item></sl-menu>
<sl-button>Messages<sl-badge pill>4</sl-badge></sl-button>
== breadcrumb
<sl-breadcrumb>
  <sl-breadcrumb-item href="#home"><sl-icon slot="prefix" name="house"></sl-icon>Home</sl-breadcrumb-item>
  <sl-breadcrumb-item href="#shop">Shop</sl-breadcrumb-item>
  <sl-breadcrumb-item>Socks</sl-breadcrumb-item>
</sl-breadcrumb>
== breadcrumb with label and separator
<sl-breadcrumb label="Where you are"><span slot="separator">/</span>
<sl-breadcrumb-item>First</sl-breadcrumb-item><sl-breadcrumb-item>Second</sl-breadcrumb-item></sl-breadcrumb>
== breadcrumb with icon separator
<sl-breadcrumb><sl-icon name="dot" slot="separator"></sl-icon><sl-breadcrumb-item>First</sl-breadcrumb-item>
<sl-breadcrumb-item>Second</sl-breadcrumb-item></sl-breadcrumb>
== breadcrumb with dropdown
<sl-breadcrumb><sl-breadcrumb-item>Home</sl-breadcrumb-item><sl-breadcrumb-item>Shirts
<sl-dropdown slot="suffix"><sl-button slot="trigger" size="small" circle><sl-icon label="More options" name="three-dots"></sl-icon></sl-button>
<sl-menu><sl-menu-item type="checkbox" checked>Web</sl-menu-item></sl-menu></sl-dropdown></sl-breadcrumb-item></sl-breadcrumb>
== breadcrumb alone
<sl-breadcrumb></sl-breadcrumb>
== breadcrumb item alone
<sl-breadcrumb-item href="#x" target="_blank" rel="noopener">There<sl-icon slot="suffix" name="x"></sl-icon></sl-breadcrumb-item>
== tooltip with slot
<sl-tooltip><div slot="content">Rich <b>text</b></div><sl-button>Hover</sl-button></sl-tooltip>
== tooltip open
<sl-tooltip content="Hint" open trigger="manual"><sl-button>Hover</sl-button></sl-tooltip>
== tooltip open on a native button
<sl-tooltip content="Hint" open trigger="manual" placement="top-start"><button>Hover</button></sl-tooltip>
== tooltip on text
<sl-tooltip content="Hint"><span tabindex="0">word</span></sl-tooltip>
== tooltip on an input
<sl-tooltip content="Hint"><sl-input label="In"></sl-input></sl-tooltip>
== tooltip around several
<sl-tooltip content="Hint"><b>One</b><i>Two</i></sl-tooltip>
== tooltip without content
<sl-tooltip><button>Go</button></sl-tooltip>
== tooltip disabled
<sl-tooltip content="Hint" disabled open><button>Go</button></sl-tooltip>
""",
)
