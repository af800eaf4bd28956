"""Fields of Shoelace as they are written in apps, only drawn."""

from tests.page.matrix.families._text import written

FAMILY = written(
    "drawn-fields",
    "Shoelace as in apps, drawn: fields",
    r"""
== input with label and help
<sl-input label="Name" help-text="What should people call you?"></sl-input>
== input with placeholder only
<sl-input placeholder="Type something"></sl-input>
== input with placeholder and label
<sl-input label="City" placeholder="Oslo" size="small"></sl-input>
== input with a value, clearable
<sl-input label="Search" value="tea" clearable></sl-input>
== input clearable, empty
<sl-input label="Search" clearable placeholder="Search"></sl-input>
== input clearable and disabled
<sl-input label="Search" clearable disabled value="x"></sl-input>
== input clearable and readonly
<sl-input label="Search" clearable readonly value="x"></sl-input>
== password with toggle
<sl-input type="password" label="Password" value="secret" password-toggle></sl-input>
== password visible
<sl-input type="password" label="Password" value="secret" password-toggle password-visible></sl-input>
== password toggle disabled
<sl-input type="password" label="Password" value="secret" password-toggle disabled></sl-input>
== password toggle and clearable
<sl-input type="password" label="Password" value="secret" password-toggle clearable></sl-input>
== number with bounds
<sl-input type="number" label="Age" min="0" max="120" step="1" value="42"></sl-input>
== number without spin buttons
<sl-input type="number" label="Age" no-spin-buttons value="4"></sl-input>
== search
<sl-input type="search" label="Find" value="abc"></sl-input>
== search clearable with icons
<sl-input type="search" placeholder="Find" clearable>
  <sl-icon name="search" slot="prefix"></sl-icon>
  <sl-icon name="x" slot="suffix"></sl-icon>
</sl-input>
== email required
<sl-input type="email" label="Email" required></sl-input>
== url with text prefix
<sl-input type="url" label="Site" value="https://example.com"><span slot="prefix">URL</span></sl-input>
== tel
<sl-input type="tel" label="Phone" autocomplete="tel" inputmode="tel" value="+47 1"></sl-input>
== date
<sl-input type="date" label="Birthday" value="2001-02-03"></sl-input>
== time
<sl-input type="time" label="At" value="12:30"></sl-input>
== datetime-local
<sl-input type="datetime-local" label="When" value="2001-02-03T04:05"></sl-input>
== number without a label
<sl-input type="number" value="7"></sl-input>
== label in its slot
<sl-input><em slot="label">Your <b>name</b></em></sl-input>
== help text in its slot
<sl-input label="Name"><div slot="help-text">See <a href="#help">help</a></div></sl-input>
== label in slot and attribute
<sl-input label="Old"><span slot="label">New</span></sl-input>
== input with aria-label
<sl-input aria-label="Filter" placeholder="Filter"></sl-input>
== input with title
<sl-input label="T" title="A title"></sl-input>
== filled pill readonly
<sl-input label="Fixed" filled pill readonly value="constant"></sl-input>
== input with buttons around
<div style="display:flex;gap:4px"><sl-input label="Code" value="12"></sl-input><sl-button>Check</sl-button></div>
== input label bound
<sl-input ui-attr-label="v" ui-attr-help-text="w"></sl-input>
-- lua c.v = 'Called' c.w = 'Some help'
-- lua c.v = nil
== input with value from Lua
<sl-input label="V" ui-value="v"></sl-input>
-- lua c.v = 'one'
-- lua c.v = 12
-- lua c.v = ''
== input in a native label
<label>Outside <sl-input></sl-input></label>
== input with required mark
<sl-input label="Name" required help-text="Needed"></sl-input>
== textarea with all
<sl-textarea label="Notes" help-text="Anything" rows="2" placeholder="Write" value="first"></sl-textarea>
== textarea with lines
<sl-textarea label="Notes" value="one
two
three"></sl-textarea>
== textarea with slots
<sl-textarea><span slot="label">Notes <sl-icon name="pencil"></sl-icon></span><span slot="help-text">Short</span></sl-textarea>
== textarea readonly
<sl-textarea label="Log" readonly value="nothing" resize="none"></sl-textarea>
== textarea disabled, required
<sl-textarea label="Log" disabled required resize="auto"></sl-textarea>
== textarea without label
<sl-textarea placeholder="Say something"></sl-textarea>
== checkbox plain
<sl-checkbox>Accept the terms</sl-checkbox>
== checkbox with link
<sl-checkbox>Accept the <a href="#terms">terms</a></sl-checkbox>
== checkbox checked with help
<sl-checkbox checked help-text="You can change this later">News</sl-checkbox>
== checkbox indeterminate
<sl-checkbox indeterminate>Some of them</sl-checkbox>
== checkbox indeterminate and checked
<sl-checkbox indeterminate checked>Some of them</sl-checkbox>
== checkbox without text
<sl-checkbox></sl-checkbox>
== checkbox with aria-label
<sl-checkbox aria-label="Choose row"></sl-checkbox>
== checkbox disabled checked required
<sl-checkbox disabled checked required>Fixed</sl-checkbox>
== checkbox with help slot
<sl-checkbox>A<span slot="help-text">Help <b>here</b></span></sl-checkbox>
== checkbox with a bound label
<sl-checkbox ui-value="on"><span ui-value="v"></span></sl-checkbox>
-- lua c.v = 'Label' c.on = true
== checkboxes in a list
<ul ui-viewlist="list"></ul>
<!--row--><li><sl-checkbox><span ui-value="name"></span></sl-checkbox></li>
== switch
<sl-switch>Wifi</sl-switch>
== switch checked, small
<sl-switch checked size="small">Wifi</sl-switch>
== switch with help
<sl-switch help-text="Uses power">Wifi</sl-switch>
== switch disabled
<sl-switch disabled>Wifi</sl-switch>
== switch without text
<sl-switch></sl-switch>
== switch required
<sl-switch required>Agree</sl-switch>
== radios
<sl-radio-group label="Size" name="size" value="m">
  <sl-radio value="s">Small</sl-radio>
  <sl-radio value="m">Medium</sl-radio>
  <sl-radio value="l" disabled>Large</sl-radio>
</sl-radio-group>
== radios with help and required
<sl-radio-group label="Size" help-text="Choose one" required>
  <sl-radio value="s">Small</sl-radio>
  <sl-radio value="m">Medium</sl-radio>
</sl-radio-group>
== radios without label
<sl-radio-group><sl-radio value="1">One</sl-radio><sl-radio value="2">Two</sl-radio></sl-radio-group>
== radios all disabled
<sl-radio-group label="None"><sl-radio value="1" disabled>One</sl-radio><sl-radio value="2" disabled>Two</sl-radio></sl-radio-group>
== radios in wrappers
<sl-radio-group label="Wrapped" value="2">
  <div><sl-radio value="1">One</sl-radio></div>
  <div><sl-radio value="2">Two</sl-radio></div>
</sl-radio-group>
== radio label slots
<sl-radio-group><b slot="label">Which?</b><i slot="help-text">Any</i><sl-radio value="1">One</sl-radio></sl-radio-group>
== radio buttons
<sl-radio-group label="Align" value="l">
  <sl-radio-button value="l">Left</sl-radio-button>
  <sl-radio-button value="c">Centre</sl-radio-button>
  <sl-radio-button value="r">Right</sl-radio-button>
</sl-radio-group>
== radio buttons with icons
<sl-radio-group label="Mood" value="1">
  <sl-radio-button value="1"><sl-icon slot="prefix" name="emoji-smile"></sl-icon>Good</sl-radio-button>
  <sl-radio-button value="2"><sl-icon name="emoji-frown" label="Bad"></sl-icon></sl-radio-button>
  <sl-radio-button value="3" pill disabled>None<sl-icon slot="suffix" name="dash"></sl-icon></sl-radio-button>
</sl-radio-group>
== radio alone
<sl-radio value="x">Alone</sl-radio>
== radio checked alone
<sl-radio value="x" checked>Alone</sl-radio>
== radio value not there
<sl-radio-group label="Size" value="xl"><sl-radio value="s">Small</sl-radio></sl-radio-group>
== select
<sl-select label="Fruit">
  <sl-option value="a">Apple</sl-option>
  <sl-option value="b">Banana</sl-option>
</sl-select>
== select with value
<sl-select label="Fruit" value="b" help-text="One a day">
  <sl-option value="a">Apple</sl-option>
  <sl-option value="b">Banana</sl-option>
</sl-select>
== select clearable with value
<sl-select label="Fruit" value="b" clearable><sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option></sl-select>
== select with placeholder
<sl-select placeholder="Choose one"><sl-option value="a">Apple</sl-option></sl-select>
== select disabled with value
<sl-select label="Fruit" value="a" disabled><sl-option value="a">Apple</sl-option></sl-select>
== select required
<sl-select label="Fruit" required><sl-option value="a">Apple</sl-option></sl-select>
== select without label
<sl-select value="a"><sl-option value="a">Apple</sl-option></sl-select>
== select with aria-label
<sl-select aria-label="Fruit" value="a"><sl-option value="a">Apple</sl-option></sl-select>
== select multiple with values
<sl-select label="Fruits" multiple value="a c">
  <sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option><sl-option value="c">Cherry</sl-option>
</sl-select>
== select multiple with more than shown
<sl-select label="Fruits" multiple value="a b c d e">
  <sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option><sl-option value="c">Cherry</sl-option>
  <sl-option value="d">Date</sl-option><sl-option value="e">Elderberry</sl-option>
</sl-select>
== select multiple, all visible
<sl-select label="Fruits" multiple max-options-visible="0" clearable value="a b c d">
  <sl-option value="a">Apple</sl-option><sl-option value="b">Banana</sl-option><sl-option value="c">Cherry</sl-option>
  <sl-option value="d">Date</sl-option>
</sl-select>
== select multiple with placeholder
<sl-select label="Fruits" multiple placeholder="None yet"><sl-option value="a">Apple</sl-option></sl-select>
== select multiple disabled
<sl-select label="Fruits" multiple disabled value="a"><sl-option value="a">Apple</sl-option></sl-select>
== select with groups
<sl-select label="Grouped" value="c">
  <small>Fruit</small>
  <sl-option value="a">Apple</sl-option>
  <sl-divider></sl-divider>
  <small>Roots</small>
  <sl-option value="c">Carrot</sl-option>
</sl-select>
== select open
<sl-select label="Fruit" value="b" open>
  <sl-option value="a">Apple<sl-icon slot="prefix" name="apple"></sl-icon></sl-option>
  <sl-option value="b">Banana</sl-option>
  <sl-option value="c" disabled>Cherry<span slot="suffix">sold out</span></sl-option>
</sl-select>
== select with slots
<sl-select value="a"><span slot="label">Fruit <i>kind</i></span><sl-icon slot="prefix" name="house" label="House"></sl-icon>
  <span slot="suffix">pcs</span><span slot="help-text">Help</span><sl-option value="a">Apple</sl-option></sl-select>
== select without options
<sl-select label="Empty"></sl-select>
== select value not there
<sl-select label="Fruit" value="zzz"><sl-option value="a">Apple</sl-option></sl-select>
== select option with markup
<sl-select label="Fruit" value="a"><sl-option value="a"><b>Big</b> apple</sl-option></sl-select>
== select with value from Lua
<sl-select label="Row" ui-value="v" ui-viewlist="list"></sl-select>
<!--row--><sl-option ui-attr-value="value"><span ui-value="name"></span></sl-option>
-- lua c.v = '2'
-- lua c.v = nil
== select in a field set
<fieldset><legend>Order</legend><sl-select label="Fruit"><sl-option value="a">Apple</sl-option></sl-select></fieldset>
== option alone
<sl-option value="a">Apple</sl-option>
== range
<sl-range label="Volume" min="0" max="11" value="5" help-text="Loud"></sl-range>
== range without label
<sl-range value="30"></sl-range>
== range disabled
<sl-range label="Volume" disabled value="10"></sl-range>
== range value below
<sl-range label="Volume" min="10" max="20" value="1"></sl-range>
== range value above
<sl-range label="Volume" min="10" max="20" value="100"></sl-range>
== range with fraction and step
<sl-range label="Opacity" min="0" max="1" step="0.25" value="0.6"></sl-range>
== range with label slot
<sl-range><span slot="label">Volume</span><span slot="help-text">Help</span></sl-range>
== rating
<sl-rating label="Stars" value="3"></sl-rating>
== rating readonly with half
<sl-rating label="Stars" readonly precision="0.5" value="2.5"></sl-rating>
== rating max and disabled
<sl-rating label="Stars" max="3" disabled value="1"></sl-rating>
== rating out of range
<sl-rating label="Stars" value="9"></sl-rating>
== rating without label
<sl-rating></sl-rating>
== color picker
<sl-color-picker label="Colour" value="#4a90e2"></sl-color-picker>
== color picker small with format
<sl-color-picker label="Colour" format="rgb" size="small" value="rgb(1, 2, 3)"></sl-color-picker>
== color picker in disabled state
<sl-color-picker label="Colour" disabled></sl-color-picker>
== form of everything
<form>
  <sl-input name="name" label="Name" required></sl-input><br>
  <sl-select name="animal" label="Favourite" clearable required>
    <sl-option value="birds">Birds</sl-option><sl-option value="cats">Cats</sl-option>
  </sl-select><br>
  <sl-textarea name="comment" label="Comment" required></sl-textarea><br>
  <sl-checkbox required>Check me</sl-checkbox><br><br>
  <sl-button type="submit" variant="primary">Submit</sl-button> <sl-button type="reset">Reset</sl-button>
</form>
== fields in a table
<table><thead><tr><th>Name</th><th>Size</th><th>On</th></tr></thead><tbody ui-viewlist="list"></tbody></table>
<!--row--><tr><td><sl-input size="small" ui-value="name" aria-label="Name"></sl-input></td>
<td><sl-select size="small" value="1"><sl-option value="1">One</sl-option></sl-select></td><td><sl-switch></sl-switch></td></tr>
""",
)
