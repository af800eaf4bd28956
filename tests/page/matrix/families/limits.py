"""Values out of range, digits that no number has, and slides that change later."""

from tests.page.matrix.families._app import APP
from tests.page.matrix.families._text import written

FAMILY = written(
    "limits",
    "Shoelace: values out of range, late changes",
    r"""
== progress without a label
<sl-progress-bar value="20"></sl-progress-bar><sl-progress-ring value="30"></sl-progress-ring><sl-progress-ring></sl-progress-ring>
== progress of words
<sl-progress-bar value="abc" label="A"></sl-progress-bar><sl-progress-ring value="abc" label="B"></sl-progress-ring><sl-progress-bar value="" label="C"></sl-progress-bar>
== progress with an empty label
<sl-progress-bar value="20" label=""></sl-progress-bar><sl-progress-bar value="20" aria-label="Outside"></sl-progress-bar>
== progress that becomes indeterminate
<sl-progress-bar value="20" label="P" ui-attr-indeterminate="on">20 %</sl-progress-bar><sl-progress-ring label="R" ui-attr-value="v">x</sl-progress-ring>
-- lua c.on = true
-- lua c.v = 'abc'
-- lua c.on = false c.v = -5
-- lua c.v = nil
== progress by ui-value out of range
<sl-progress-bar ui-value="n" label="P"></sl-progress-bar><sl-progress-ring ui-value="v" label="R"></sl-progress-ring>
-- lua c.n = 150 c.v = 'abc'
-- lua c.n = -1 c.v = 33.333
-- lua c.n = 0.5 c.v = nil
== rating out of range
<sl-rating label="A" value="-2"></sl-rating><sl-rating label="B" value="2.7"></sl-rating><sl-rating label="C" value="abc"></sl-rating><sl-rating label="D" max="0"></sl-rating><sl-rating label="E" max="abc"></sl-rating>
== rating beyond, then keys
<sl-rating label="A" ui-value="n" max="3"></sl-rating>
-- lua c.n = 9
-- focus A
-- press ArrowLeft
-- lua c.n = -4
-- press ArrowRight
-- lua c.n = 2.5
-- press ArrowRight
== range with words
<sl-range label="A" value="abc"></sl-range><sl-range label="B" min="5" max="1" value="3"></sl-range><sl-range label="C" step="0" value="3"></sl-range>
== range beyond from Lua
<sl-range label="A" min="2" max="8" step="3" ui-value="n"></sl-range>
-- lua c.n = 4
-- lua c.n = 99
-- lua c.n = 'abc'
-- lua c.n = -3
== range with fine steps
<sl-range label="A" max="1" step="0.01" value="0.333"></sl-range><sl-range label="B" max="1e3" value="1e2"></sl-range>
== number input beyond
<sl-input type="number" label="A" min="1" max="5" value="9"></sl-input><sl-input type="number" label="B" value="abc"></sl-input><sl-input type="number" label="C" step="0.1" value="0.15"></sl-input>
-- focus A
-- press ArrowUp
-- press ArrowDown
-- focus C
-- press ArrowUp
== input longer than allowed
<sl-input label="A" maxlength="3" value="abcdef"></sl-input><sl-textarea label="B" maxlength="2" rows="0" value="abcdef"></sl-textarea>
-- focus A
-- type x
-- press Backspace
== select with odd numbers of tags
<sl-select label="A" multiple max-options-visible="-1" value="a b c"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option><sl-option value="c">C</sl-option></sl-select>
<sl-select label="B" multiple max-options-visible="abc" value="a b c"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option><sl-option value="c">C</sl-option></sl-select>
<sl-select label="C" multiple max-options-visible="1.5" value="a b c"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option><sl-option value="c">C</sl-option></sl-select>
== split panel beyond
<sl-split-panel position="-20"><div slot="start">S</div><div slot="end">E</div></sl-split-panel><sl-split-panel position="abc"><div slot="start">S</div><div slot="end">E</div></sl-split-panel><sl-split-panel position="33.336"><div slot="start">S</div><div slot="end">E</div></sl-split-panel>
== split panel from Lua
<sl-split-panel ui-attr-position="n"><div slot="start">S</div><div slot="end">E</div></sl-split-panel>
-- lua c.n = 30
-- lua c.n = 130
-- lua c.n = -5
== bytes out of range
<p>[<sl-format-bytes value="abc"></sl-format-bytes>][<sl-format-bytes value=""></sl-format-bytes>][<sl-format-bytes value="1e30"></sl-format-bytes>][<sl-format-bytes value="Infinity"></sl-format-bytes>][<sl-format-bytes value="12345" unit="abc"></sl-format-bytes>][<sl-format-bytes value="12345" display="abc"></sl-format-bytes>]</p>
== bytes from Lua
<p>[<sl-format-bytes ui-attr-value="v"></sl-format-bytes>]</p>
-- lua c.v = 5
-- lua c.v = 'x'
-- lua c.v = nil
-- lua c.v = -3
-- lua c.v = 1e400
== numbers out of range
<p>[<sl-format-number value=""></sl-format-number>][<sl-format-number value="Infinity"></sl-format-number>][<sl-format-number value="1e400"></sl-format-number>][<sl-format-number value="0x10"></sl-format-number>][<sl-format-number value=" 5 "></sl-format-number>][<sl-format-number value="1_000"></sl-format-number>]</p>
== digits below
<p>[<sl-format-number value="5" minimum-fraction-digits="-1"></sl-format-number>]</p>
== digits of words
<p>[<sl-format-number value="5.55" maximum-fraction-digits="abc"></sl-format-number>]</p>
== digits with fractions
<p>[<sl-format-number value="5.55" maximum-fraction-digits="1.5"></sl-format-number>]</p>
== no integer digits
<p>[<sl-format-number value="5.55" minimum-integer-digits="0"></sl-format-number>]</p>
== significant digits that contradict
<p>[<sl-format-number value="5.55" minimum-significant-digits="4" maximum-significant-digits="2"></sl-format-number>]</p>
== empty digits
<p>[<sl-format-number value="5.55" maximum-fraction-digits=""></sl-format-number>]</p>
== unknown type of number
<p>[<sl-format-number value="5.55" type="abc"></sl-format-number>]</p>
== a currency that is none
<p>[<sl-format-number value="5.55" type="currency" currency="E"></sl-format-number>]</p>
== digits from Lua
<p>[<sl-format-number value="5.5555" ui-attr-maximum-fraction-digits="v"></sl-format-number>]</p>
-- lua c.v = 2
-- lua c.v = nil
-- lua c.v = 20
== type and currency from Lua
<p>[<sl-format-number value="5.5555" ui-attr-type="v" ui-attr-currency="w"></sl-format-number>]</p>
-- lua c.v = 'currency' c.w = 'EUR'
-- lua c.w = 'GBP'
-- lua c.v = 'percent'
== carousel, navigation later
<sl-carousel ui-attr-navigation="on"><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item></sl-carousel>
-- lua c.on = true
-- click @button Next slide
-- lua c.on = false
== carousel, pagination later
<sl-carousel ui-attr-pagination="on"><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item></sl-carousel>
-- lua c.on = true
-- lua c.on = false
== carousel, loop later
<sl-carousel navigation pagination ui-attr-loop="on"><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item><sl-carousel-item>C</sl-carousel-item></sl-carousel>
-- lua c.on = true
-- click @button Previous slide
-- lua c.on = false
== carousel, slides per page later
<sl-carousel navigation pagination ui-attr-slides-per-page="x"><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item><sl-carousel-item>C</sl-carousel-item></sl-carousel>
-- lua c.x = 2
-- lua c.x = 3
-- lua c.x = 1
== carousel, slides later
<sl-carousel navigation pagination ui-viewlist="list"></sl-carousel>
<!--row--><sl-carousel-item><span ui-value="name"></span></sl-carousel-item>
-- lua table.insert(c.list, Row:new({name = 'd'}))
-- click @button Next slide
-- lua table.remove(c.list, 1)
-- lua c.list = {}
-- lua c.list = {Row:new({name = 'e'})}
== carousel, more per page than slides
<sl-carousel navigation pagination slides-per-page="5"><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item></sl-carousel>
== carousel, more per move than per page
<sl-carousel navigation pagination slides-per-page="1" slides-per-move="2"><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item><sl-carousel-item>C</sl-carousel-item></sl-carousel>
-- click @button Next slide
== carousel by pagination and keys
<sl-carousel pagination><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item><sl-carousel-item>C</sl-carousel-item></sl-carousel>
-- click @tab nth 1
-- press ArrowRight
-- press Home
-- press Tab
== carousel that is hidden at first
<div ui-attr-hidden="on"><sl-carousel navigation pagination><sl-carousel-item>A</sl-carousel-item><sl-carousel-item>B</sl-carousel-item></sl-carousel></div>
-- lua c.on = true
-- lua c.on = false
-- click @button Next slide
""",
    APP,
)
