"""Fields and forms, used as people use them in apps."""

from tests.page.matrix.families._app import APP
from tests.page.matrix.families._text import written

FAMILY = written(
    "scenarios-fields",
    "Shoelace as in apps, used: fields and forms",
    r"""
== a form with required fields
<form ui-event-submit="hit()"><sl-input label="Name" name="n" required ui-value="v"></sl-input><sl-input label="Mail" type="email" name="m" required ui-value="w"></sl-input>
<sl-button type="submit">Send</sl-button></form>
-- click Send
-- type Ada
-- click Send
-- fill Mail := nonsense
-- click Send
-- fill Mail := a@b.no
-- press Enter
== a form with a check box and a select that are required
<form ui-event-submit="hit()"><sl-select label="Kind" required ui-value="v"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select>
<sl-checkbox required ui-value="on">Agree</sl-checkbox><sl-button type="submit" variant="primary">Go on</sl-button></form>
-- click Go on
-- choose Kind := B
-- click Go on
-- check Agree
-- click Go on
-- uncheck Agree
-- press Tab
-- press Enter
== a form is reset
<form ui-event-reset="hit()"><sl-input label="Name" value="old"></sl-input><sl-switch>Wifi</sl-switch><sl-button type="reset">Reset</sl-button></form>
-- fill Name := new
-- check Wifi
-- click Reset
-- press Shift+Tab
-- press Space
-- press Shift+Tab
-- type er
== numbers with bounds in a form
<form ui-event-submit="hit()"><sl-input type="number" label="Age" min="18" max="99" required ui-value="v"></sl-input><sl-button type="submit">OK</sl-button></form>
-- fill Age := 5
-- click OK
-- press ArrowUp
-- fill Age := 20
-- press ArrowUp
-- press Enter
-- press Tab
-- press Enter
== a pattern and lengths
<form ui-event-submit="hit()"><sl-input label="Code" pattern="[A-Z]{3}" minlength="3" maxlength="3" ui-value="v"></sl-input><sl-button type="submit">OK</sl-button></form>
-- fill Code := ab
-- click OK
-- clear Code
-- type ABCD
-- click OK
-- press Tab
== a clearable search
<sl-input label="Find" type="search" clearable ui-value="v?keypress" ui-event-sl-clear="hit()"></sl-input><ul ui-viewlist="shown()"></ul>
<!--row--><li ui-value="name"></li>
-- click Find
-- type b
-- click @button Clear entry
-- type c
-- press Backspace
-- press Tab
-- fill Find := zzz
-- press Escape
== a password is shown and hidden
<sl-input type="password" label="Password" password-toggle ui-value="v"></sl-input><sl-button ui-action="hit()">Log in</sl-button>
-- fill Password := s3cret
-- click @button Show password
-- type x
-- click @button Hide password
-- press Tab
-- press Tab
-- press Enter
== an input that tells each key
<sl-input label="Say" ui-value="v?keypress" ui-event-keypress-enter="add()" ui-event-keypress-escape="close()"></sl-input><ol ui-viewlist="list"></ol>
<!--row--><li ui-value="name"></li>
-- click Say
-- type hey
-- press Enter
-- type x
-- press Escape
-- lua c.v = 'set'
-- press Enter
== a field is disabled and hidden by a binding
<sl-switch ui-value="on">Lock</sl-switch><sl-input label="Name" ui-attr-disabled="on" ui-value="v"></sl-input><sl-button ui-attr-hidden="on" ui-action="hit()">Go</sl-button>
-- fill Name := a
-- check Lock
-- fill Name := b
-- click Go
-- press Tab
-- click Lock
-- click Go
== a readonly field
<sl-input label="Key" ui-attr-readonly="on" ui-value="v"></sl-input>
-- fill Key := one
-- lua c.on = true
-- fill Key := two
-- click Key
-- type z
-- lua c.on = false
-- type z
-- press Tab
== a select with options from Lua, value before
<sl-select label="Row" ui-value="v" ui-viewlist="list"></sl-select>
<!--row--><sl-option ui-attr-value="value"><span ui-value="name"></span></sl-option>
-- lua c.list = {}
-- lua c.v = '2'
-- lua c.list = {Row:new({name = 'x', value = '1'}), Row:new({name = 'y', value = '2'})}
-- choose Row := x
-- lua c.v = '2'
-- press Tab
== a select with options and value at once
<sl-select label="Row" clearable ui-value="v" ui-viewlist="list"></sl-select>
<!--row--><sl-option ui-attr-value="value"><span ui-value="name"></span></sl-option>
-- lua c.list = {Row:new({name = 'x', value = '7'})} c.v = '7'
-- click @button Clear entry
-- choose Row := x
-- lua c.list = {}
-- lua c.list = {Row:new({name = 'z', value = '7'})}
-- click Row
-- press Escape
== a select by keys
<sl-select label="Fruit" ui-value="v" ui-event-sl-change="hit()"><sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option><sl-option value="c">Cherry</sl-option></sl-select>
-- focus @button Before
-- press Tab
-- press ArrowDown
-- press ArrowDown
-- press Enter
-- press c
-- press Enter
-- press Tab
== a select with several, tags removed
<sl-select label="Fruits" multiple clearable ui-value="v"><sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option><sl-option value="c">Cherry</sl-option></sl-select>
-- click Fruits
-- click @option Apple
-- click @option Cherry
-- press Escape
-- click @button Remove nth 0
-- lua c.v = {'a', 'b'}
-- click @button Clear entry
-- press Tab
== a select with several by keys
<sl-select label="Fruits" multiple ui-value="v"><sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option><sl-option value="c">Cherry</sl-option></sl-select>
-- focus Fruits
-- press Enter
-- press ArrowDown
-- press Enter
-- press ArrowDown
-- press Space
-- press Escape
-- press Tab
== a select in a drawer
<sl-drawer label="Filter" ui-attr-open="on"><sl-select label="Kind" ui-value="v"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select></sl-drawer>
-- lua c.on = true
-- press Tab
-- press Tab
-- press Enter
-- press ArrowDown
-- press Enter
-- press Escape
-- choose Kind := B
== a select that another switches off
<sl-checkbox ui-value="on">None</sl-checkbox><sl-select label="Kind" ui-value="v" ui-attr-disabled="on"><sl-option value="a">A</sl-option></sl-select>
-- choose Kind := A
-- check None
-- click Kind
-- choose Kind := A
-- press Tab
-- uncheck None
-- click Kind
== a select is opened by Lua
<sl-select label="Kind" ui-attr-open="on" ui-value="v"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select>
-- lua c.on = true
-- press ArrowDown
-- press Enter
-- lua c.on = false
-- lua c.on = true
-- press Escape
-- press Tab
== radios by keys
<sl-radio-group label="Size" ui-value="v" ui-event-sl-change="hit()"><sl-radio value="s">Small</sl-radio><sl-radio value="m">Medium</sl-radio><sl-radio value="l">Large</sl-radio></sl-radio-group>
-- focus @button Before
-- press Tab
-- press Space
-- press ArrowDown
-- press ArrowDown
-- press ArrowDown
-- press ArrowLeft
-- press Tab
== radio buttons by keys and Lua
<sl-radio-group label="Align" ui-value="v"><sl-radio-button value="l">Left</sl-radio-button><sl-radio-button value="c">Centre</sl-radio-button></sl-radio-group>
-- click Centre
-- press ArrowRight
-- lua c.v = 'c'
-- press Tab
-- press Shift+Tab
-- press ArrowLeft
-- lua c.v = nil
== radios from a list
<sl-radio-group label="Row" ui-value="v" ui-viewlist="list"></sl-radio-group>
<!--row--><sl-radio ui-attr-value="value"><span ui-value="name"></span></sl-radio>
-- click b
-- press ArrowDown
-- lua table.remove(c.list)
-- lua c.v = '1'
-- press Tab
-- choose Row := b
== radios that are required
<form ui-event-submit="hit()"><sl-radio-group label="Pay" required ui-value="v"><sl-radio value="card">Card</sl-radio><sl-radio value="cash">Cash</sl-radio></sl-radio-group><sl-button type="submit">Buy</sl-button></form>
-- click Buy
-- press Tab
-- check Cash
-- click Buy
-- lua c.v = nil
-- click Buy
== a range by keys
<sl-range label="Volume" min="0" max="10" ui-value="n" ui-event-sl-change="hit()"></sl-range><span ui-value="n"></span>
-- focus @button Before
-- press Tab
-- press ArrowRight
-- press ArrowUp
-- press End
-- press PageDown
-- lua c.n = 3
-- press Tab
== a rating by keys
<sl-rating label="Stars" ui-value="n" ui-event-sl-change="hit()"></sl-rating>
-- focus @button Before
-- press Tab
-- press ArrowRight
-- press ArrowRight
-- press End
-- press ArrowLeft
-- press Home
-- press Tab
== a rating set by Lua and made readonly
<sl-rating label="Stars" ui-value="n" ui-attr-readonly="on"></sl-rating>
-- lua c.n = 4
-- lua c.on = true
-- focus Stars
-- press ArrowRight
-- lua c.on = false
-- press ArrowRight
== a switch and a check box by keys
<sl-switch ui-value="on" ui-event-sl-change="hit()">Wifi</sl-switch><sl-checkbox ui-value="x">Auto</sl-checkbox>
-- focus @button Before
-- press Tab
-- press Space
-- press ArrowLeft
-- press ArrowRight
-- press Tab
-- press Space
-- press Enter
== choose all
<sl-checkbox ui-value="on" ui-attr-indeterminate="x">All</sl-checkbox><sl-checkbox ui-value="v">One</sl-checkbox>
-- lua c.x = true
-- click All
-- lua c.x = nil
-- click All
-- lua c.on = false
-- click One
== a text area grows and is sent
<sl-textarea label="Message" resize="auto" ui-value="v" ui-event-keypress-ctrl-enter="hit()"></sl-textarea><sl-button ui-action="hit()">Send</sl-button>
-- click Message
-- type Hi
-- press Enter
-- type you
-- press Control+Enter
-- click Send
-- lua c.v = ''
== a text area with limits
<form ui-event-submit="hit()"><sl-textarea label="Text" required minlength="3" maxlength="5" ui-value="v"></sl-textarea><sl-button type="submit">OK</sl-button></form>
-- click OK
-- type ab
-- click OK
-- type cdefg
-- click OK
-- press Tab
== rows with fields are edited
<div ui-viewlist="list"></div>
<!--row--><div><sl-input ui-attr-label="value" ui-value="name"></sl-input><sl-icon-button name="x" label="Remove" ui-action="remove()"></sl-icon-button></div>
-- fill 1 := Ann
-- press Tab
-- press Enter
-- fill 3 := Cy
-- click Remove nth 0
-- press Tab
-- press Shift+Tab
== a colour from Lua
<sl-color-picker label="Colour" ui-value="v"></sl-color-picker>
-- lua c.v = '#ff0000'
-- focus @button Before
-- press Tab
-- press Tab
-- lua c.v = '#00ff00'
== Undo in a field
<sl-input label="Name" ui-value="v"></sl-input>
-- click Name
-- type ab
-- press Control+z
-- type cd
-- press Control+a
-- press x
-- press Tab
== dates and times
<sl-input type="date" label="Day" ui-value="v"></sl-input><sl-input type="time" label="At" ui-value="w"></sl-input>
-- fill Day := 2026-02-03
-- press Tab
-- fill At := 12:30
-- press Tab
-- lua c.v = '2020-01-01'
-- fill Day := 2026-02-30
== a field that Lua changes while it has the focus
<sl-input label="Name" ui-value="v?keypress"></sl-input><sl-input label="Same" ui-value="v"></sl-input>
-- click Name
-- type a
-- lua c.v = 'from Lua'
-- press End
-- type !
-- press Tab
-- type 2
-- press Tab
== a wizard of three steps
<div ui-attr-hidden="on"><sl-input label="First" ui-value="v"></sl-input><sl-button ui-action="open()">Next</sl-button></div>
<div ui-class-gone="w"><sl-radio-group label="Second" ui-value="x"><sl-radio value="1">One</sl-radio></sl-radio-group></div><style>.gone { display: none }</style>
-- fill First := a
-- click Next
-- click One
-- lua c.w = 'yes'
-- press Tab
-- lua c.on = false
-- press Shift+Tab
== a button that is loading
<sl-button ui-attr-loading="on" ui-attr-disabled="x" ui-action="hit()">Save</sl-button>
-- click Save
-- lua c.on = true
-- click Save
-- press Enter
-- lua c.on = false c.x = true
-- click Save
-- press Tab
== help and label change while in use
<sl-input ui-attr-label="w" ui-attr-help-text="x" ui-value="v"></sl-input>
-- lua c.w = 'Name'
-- fill Name := a
-- lua c.x = 'Too short'
-- lua c.w = 'Full name'
-- clear Full name
-- press Tab
""",
    APP,
)
