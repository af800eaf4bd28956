"""More parts of screens, only drawn."""

from tests.page.matrix.families._text import written

FAMILY = written(
    "drawn-days",
    "Shoelace as in apps, drawn: lists, settings, messages",
    r"""
== message
<article><header><sl-avatar initials="BO" label="Bo"></sl-avatar><strong>Bo</strong> <time datetime="2026-01-02">2 Jan</time></header><p>Hi <sl-tag size="small">draft</sl-tag></p><footer><sl-button-group label="Do"><sl-tooltip content="Reply"><sl-icon-button name="reply" label="Reply"></sl-icon-button></sl-tooltip></sl-button-group></footer></article>
== table with menus in its cells
<table><tr><td>1</td><td><sl-dropdown><sl-button slot="trigger" size="small" caret>Do</sl-button><sl-menu><sl-menu-item>A</sl-menu-item></sl-menu></sl-dropdown></td></tr></table>
== list with checkboxes and labels
<ul><li><label><sl-checkbox></sl-checkbox> Native label</label></li><li><sl-checkbox><label>Label in it</label></sl-checkbox></li></ul>
== steps
<ol><li aria-current="step"><sl-badge variant="primary">1</sl-badge> Address</li><li><sl-badge variant="neutral">2</sl-badge> Pay</li></ol><sl-divider></sl-divider>
== empty state
<sl-card><sl-icon name="inbox"></sl-icon><h3>Nothing here</h3><sl-button href="#new">New</sl-button></sl-card>
== select and input in one row
<div role="group" aria-label="Price"><sl-select aria-label="Currency" value="e" size="small"><sl-option value="e">EUR</sl-option></sl-select><sl-input type="number" aria-label="Amount" value="1.50" step="0.01"></sl-input></div>
== radios with long texts
<sl-radio-group label="Plan" value="p"><sl-radio value="f"><b>Free</b><br><small>for one</small></sl-radio><sl-radio value="p">Paid <sl-badge>new</sl-badge></sl-radio></sl-radio-group>
== radios from Lua, in cards
<sl-radio-group label="Row" ui-value="v" ui-viewlist="list"></sl-radio-group>
<!--row--><sl-card><sl-radio ui-attr-value="value"><span ui-value="name"></span></sl-radio></sl-card>
-- lua c.v = '2'
== tree with badges and buttons
<sl-tree selection="multiple"><sl-tree-item expanded><sl-icon name="folder"></sl-icon>Docs <sl-badge>2</sl-badge><sl-tree-item>a <sl-icon-button name="x" label="Delete a"></sl-icon-button></sl-tree-item></sl-tree-item></sl-tree>
== menu with headings and help
<sl-menu><sl-menu-label>Go</sl-menu-label><sl-menu-item>Home <small>start</small></sl-menu-item><sl-menu-item disabled><sl-icon slot="prefix" name="x" label="Off"></sl-icon>No</sl-menu-item></sl-menu>
== tabs with numbers from Lua
<sl-tab-group><sl-tab slot="nav" panel="a">All (<span ui-value="n"></span>)</sl-tab><sl-tab slot="nav" panel="b" ui-attr-disabled="on">None</sl-tab><sl-tab-panel name="a">All of them</sl-tab-panel><sl-tab-panel name="b">No</sl-tab-panel></sl-tab-group>
-- lua c.n = 3 c.on = true
== drawer from the top with a form
<sl-drawer placement="top" label="Find" open><form><sl-input type="search" placeholder="Words"></sl-input></form></sl-drawer>
== dialog without a header, with a label and a heading
<sl-dialog label="Hidden title" no-header open><h2>Shown title</h2><sl-progress-bar indeterminate></sl-progress-bar></sl-dialog>
== alert in a list item, closed and open
<ul><li><sl-alert>closed</sl-alert></li><li><sl-alert open variant="success"><strong>Saved</strong></sl-alert></li></ul>
== inputs with units
<sl-input label="Weight" type="number"><span slot="suffix">kg</span></sl-input><sl-input label="Web"><sl-icon slot="prefix" name="link" label="Link"></sl-icon></sl-input>
== switch beside its text
<span id="t">Dark</span><sl-switch aria-labelledby="t"></sl-switch>
== button whose text is hidden
<sl-button><sl-icon slot="prefix" name="x"></sl-icon><sl-visually-hidden>Close all</sl-visually-hidden></sl-button>
== link buttons in a nav
<nav aria-label="Pages"><sl-button href="#1" aria-current="page">1</sl-button><sl-button href="#2">2</sl-button></nav>
== numbers in a sentence
<p>You have <sl-format-number value="1234567"></sl-format-number> points, <sl-format-number type="percent" value="0.075"></sl-format-number> of all, and <sl-format-bytes value="734003200"></sl-format-bytes>.</p>
== everything hidden by a class from Lua
<style>.off { display: none }</style><div ui-class-off="on"><sl-card>In</sl-card></div><sl-badge ui-class-off="on">B</sl-badge>
-- lua c.on = true
-- lua c.on = false
""",
)
