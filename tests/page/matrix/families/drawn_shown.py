"""What only displays something, as it is written in apps."""

from tests.page.matrix.families._text import written

FAMILY = written(
    "drawn-shown",
    "Shoelace as in apps, drawn: what only displays",
    r"""
== avatars
<sl-avatar label="User avatar"></sl-avatar><sl-avatar initials="SL" label="Avatar of SL"></sl-avatar><sl-avatar></sl-avatar>
== avatar with icon
<sl-avatar label="With an icon"><sl-icon slot="icon" name="image"></sl-icon></sl-avatar>
== avatar with image
<sl-avatar image="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" label="Ada" shape="rounded"></sl-avatar>
== avatar initials without label
<sl-avatar initials="AL"></sl-avatar>
== avatars in a list
<ul ui-viewlist="list"></ul>
<!--row--><li><sl-avatar ui-attr-initials="name" ui-attr-label="name"></sl-avatar><span ui-value="name"></span></li>
== icon
<sl-icon name="gear"></sl-icon>
== icon with label
<sl-icon name="gear" label="Settings"></sl-icon>
== icon with label from Lua
<sl-icon name="gear" ui-attr-label="v"></sl-icon>
-- lua c.v = 'On'
-- lua c.v = nil
== icon in text
<p>Press <sl-icon name="gear" label="the gear"></sl-icon> to go on</p>
== progress bar
<sl-progress-bar value="50"></sl-progress-bar>
== progress bar with label
<sl-progress-bar value="50" label="Upload"></sl-progress-bar>
== progress bar with text
<sl-progress-bar value="50">50 %</sl-progress-bar>
== progress bar indeterminate
<sl-progress-bar indeterminate></sl-progress-bar>
== progress bar indeterminate with value
<sl-progress-bar indeterminate value="30" label="Busy">Busy</sl-progress-bar>
== progress bar without value
<sl-progress-bar></sl-progress-bar>
== progress bar above
<sl-progress-bar value="150" label="Too much"></sl-progress-bar>
== progress bar below
<sl-progress-bar value="-20" label="Too little"></sl-progress-bar>
== progress bar with fraction
<sl-progress-bar value="33.3333" label="A third"></sl-progress-bar>
== progress bar bound
<sl-progress-bar ui-attr-value="n" ui-attr-label="v"></sl-progress-bar>
-- lua c.n = 10
-- lua c.v = 'Load' c.n = 99.5
-- lua c.n = 1000
== progress bar by ui-value
<sl-progress-bar ui-value="n" label="L"></sl-progress-bar>
-- lua c.n = 10
== progress ring
<sl-progress-ring value="25"></sl-progress-ring>
== progress ring with text and label
<sl-progress-ring value="25" label="Quarter">25%</sl-progress-ring>
== progress ring above
<sl-progress-ring value="101" label="More">!</sl-progress-ring>
== progress ring bound
<sl-progress-ring ui-value="n" label="L"><span ui-value="n"></span></sl-progress-ring>
-- lua c.n = 40
-- lua c.n = -4
== skeletons
<div><sl-skeleton effect="sheen"></sl-skeleton><sl-skeleton></sl-skeleton></div>
== spinner
<sl-spinner></sl-spinner>
== spinner beside text
<p><sl-spinner></sl-spinner> Loading</p>
== spinner with aria-label
<sl-spinner aria-label="Please wait" role="status"></sl-spinner>
== qr code
<sl-qr-code value="https://shoelace.style/"></sl-qr-code>
== qr code with label
<sl-qr-code value="https://shoelace.style/" label="Scan this code to visit Shoelace"></sl-qr-code>
== qr code empty
<sl-qr-code></sl-qr-code>
== qr code bound
<sl-qr-code ui-attr-value="v" ui-attr-label="w"></sl-qr-code>
-- lua c.v = 'abc'
-- lua c.w = 'Code'
== visually hidden
<p>Shown <sl-visually-hidden>and hidden</sl-visually-hidden></p>
== visually hidden link
<sl-visually-hidden><a href="#main">Skip to main content</a></sl-visually-hidden>
== animation
<sl-animation name="bounce" duration="2000" play><div class="box">Jump</div></sl-animation>
== animation on a button
<sl-animation name="tada" iterations="1"><sl-button>Hello</sl-button></sl-animation>
== format bytes
<p>The file is <sl-format-bytes value="12"></sl-format-bytes> or <sl-format-bytes value="1200"></sl-format-bytes>, <sl-format-bytes value="1200000" display="long"></sl-format-bytes></p>
== format bits
<sl-format-bytes value="1200000000" unit="bit" display="narrow"></sl-format-bytes>
== format bytes, nothing
<p>[<sl-format-bytes></sl-format-bytes>]</p>
== format bytes negative and huge
<p><sl-format-bytes value="-1200"></sl-format-bytes> <sl-format-bytes value="1e20"></sl-format-bytes></p>
== format bytes of words
<p>[<sl-format-bytes value="words"></sl-format-bytes>]</p>
== format bytes of fractions
<p><sl-format-bytes value="0.5"></sl-format-bytes> <sl-format-bytes value="999.999"></sl-format-bytes> <sl-format-bytes value="1234567.891"></sl-format-bytes></p>
== format number
<p><sl-format-number value="1000"></sl-format-number> of <sl-format-number value="1234567.8915"></sl-format-number></p>
== format number percent
<p><sl-format-number type="percent" value="0"></sl-format-number> <sl-format-number type="percent" value=".5"></sl-format-number> <sl-format-number type="percent" value="1.237" maximum-fraction-digits="1"></sl-format-number></p>
== format number currency
<p><sl-format-number type="currency" currency="USD" value="2000"></sl-format-number>
<sl-format-number type="currency" currency="EUR" value="-12.5"></sl-format-number>
<sl-format-number type="currency" currency="JPY" value="1234.5"></sl-format-number>
<sl-format-number type="currency" currency="CHF" value="3"></sl-format-number>
<sl-format-number type="currency" currency="INR" value="123456"></sl-format-number></p>
== format number currency display
<p><sl-format-number type="currency" currency="CAD" currency-display="narrowSymbol" value="2"></sl-format-number>
<sl-format-number type="currency" currency="CAD" value="2"></sl-format-number>
<sl-format-number type="currency" currency="EUR" currency-display="name" value="1"></sl-format-number></p>
== format number, unknown currency
<p><sl-format-number type="currency" currency="XYZ" value="2"></sl-format-number></p>
== format number digits
<p><sl-format-number value="3.14159" maximum-fraction-digits="2"></sl-format-number> <sl-format-number value="3" minimum-fraction-digits="2"></sl-format-number>
<sl-format-number value="7" minimum-integer-digits="3"></sl-format-number> <sl-format-number value="123456" maximum-significant-digits="2"></sl-format-number></p>
== format number digits out of range
<p>[<sl-format-number value="3" minimum-fraction-digits="200"></sl-format-number>]</p>
== format number digits that contradict
<p>[<sl-format-number value="3" minimum-fraction-digits="4" maximum-fraction-digits="2"></sl-format-number>]</p>
== format number without value
<p>[<sl-format-number></sl-format-number>]</p>
== format number of words
<p>[<sl-format-number value="words"></sl-format-number>]</p>
== format number huge and tiny
<p><sl-format-number value="1e21"></sl-format-number> <sl-format-number value="0.0004"></sl-format-number> <sl-format-number value="0.00051"></sl-format-number> <sl-format-number value="-0"></sl-format-number></p>
== format number rounding
<p><sl-format-number value="0.0005"></sl-format-number> <sl-format-number value="2.5" maximum-fraction-digits="0"></sl-format-number> <sl-format-number value="3.5" maximum-fraction-digits="0"></sl-format-number> <sl-format-number value="1.005" maximum-fraction-digits="2"></sl-format-number></p>
== format number bound, in a list
<ul ui-viewlist="list"></ul>
<!--row--><li><sl-format-number ui-attr-value="value" type="currency" currency="EUR"></sl-format-number></li>
-- lua c.list[1].value = 1234.5
== format date
<sl-format-date date="2020-07-15T09:17:00-04:00"></sl-format-date>
== relative time
<sl-relative-time></sl-relative-time>
== mutation observer
<sl-mutation-observer attr="variant" ui-event-sl-mutation="hit()"><sl-button variant="primary">Click</sl-button></sl-mutation-observer>
== mutation observer of all
<sl-mutation-observer attr="*" char-data child-list ui-event-sl-mutation="hit()"><p ui-value="v"></p></sl-mutation-observer>
-- lua c.v = 'x'
== mutation observer disabled
<sl-mutation-observer child-list disabled><p>Text</p></sl-mutation-observer>
== resize observer
<sl-resize-observer><div>Resize me</div></sl-resize-observer>
== include
<sl-include src="/nothing.html"></sl-include>
== image comparer
<sl-image-comparer><img slot="before" alt="Before" src="data:,"><img slot="after" alt="After" src="data:,"></sl-image-comparer>
== animated image
<sl-animated-image src="data:," alt="Walking"></sl-animated-image>
== unknown component
<sl-unknown>Text</sl-unknown>
== media object
<article><sl-avatar label="Ada"></sl-avatar><div><b>Ada</b> <sl-badge variant="success">online</sl-badge><br><small>3 files, <sl-format-bytes value="2048"></sl-format-bytes></small></div></article>
== table of figures
<table><caption>Usage</caption><tr><th scope="row">Disk</th><td><sl-progress-bar value="80" label="Disk"></sl-progress-bar></td></tr>
<tr><th scope="row">Paid</th><td><sl-format-number type="currency" value="9.9"></sl-format-number></td></tr></table>
== hidden things
<sl-badge hidden>No</sl-badge><sl-tag style="display:none">No</sl-tag><sl-button hidden>No</sl-button><sl-card hidden>No</sl-card><sl-input label="No" hidden></sl-input>
== aria-hidden things
<div aria-hidden="true"><sl-button>No</sl-button></div><sl-button>Yes</sl-button>
== components with roles
<sl-card role="region" aria-label="Card">In</sl-card><sl-badge role="status">3</sl-badge><sl-tag role="listitem">T</sl-tag>
== components with headings
<sl-card><h2 slot="header">Title</h2><sl-divider></sl-divider><sl-tag>t</sl-tag></sl-card>
""",
)
