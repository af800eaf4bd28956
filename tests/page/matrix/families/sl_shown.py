"""Components that display something, and are rarely used by hand."""

from typing import Any

from tests.page.matrix.family import Family

USE = "click Before; press Tab; press Tab"
NUMBERS = "lua c.x = 1234.5; lua c.x = -7; lua c.x = 'x'; lua c.x = 0; lua c.x = 1e12; lua c.x = 0.125"
LOOKS = frozenset(
    {"label later", "size", "shape", "pulse", "pill", "library", "src", "target", "rel", "loading", "image", "effect"}
)
NUMBER = '<p><sl-format-number value="{}" {{a}} ></sl-format-number></p>'


def shown(tag: str, content: str = "F", more: tuple[tuple[str, str, str], ...] = (), **rest: Any) -> Family:
    return Family(tag, f"<{tag} {{a}}>{content}{{s}}</{tag}>", use=USE, without=LOOKS, more=more, **rest)


def text(tag: str, attribute: str) -> tuple[tuple[str, str, str], ...]:
    return (
        ("text from Lua", f'<{tag} ui-attr-{attribute}="x"></{tag}>', "lua c.x = 'One'; lua c.x = nil; lua c.x = 12"),
    )


FORMATS = {
    "currency": 'type="currency" currency="EUR"', "dollars": 'type="currency"', "percent": 'type="percent"',
    "no grouping": "no-grouping", "digits": 'minimum-fraction-digits="2" maximum-fraction-digits="2"',
    "code": 'type="currency" currency="GBP" currency-display="code"',
    "name": 'type="currency" currency="USD" currency-display="name"',
    "yen": 'type="currency" currency="JPY"', "significant": 'maximum-significant-digits="3"',
    "integer digits": 'minimum-integer-digits="4"', "percent digits": 'type="percent" minimum-fraction-digits="1"',
}  # fmt: skip

# Moments are told by Lua: what is a year ago today will be two years ago when the case is played again.
MOMENTS = """
local s, now = {15, 70, 600, 2640, 2820, 5000, 30000, 79000, 100000, 200000, 500000, 530000, 1500000, 2300000, 2500000,
  4500000, 9000000, 28000000, 29000000, 40000000, 50000000, 400000000}, os.time()
c.list = {}
for _, sign in ipairs({-1, 1}) do
  for i = 1, #s do c.list[#c.list + 1] = Row:new({value = os.date("!%Y-%m-%dT%H:%M:%SZ", now + sign * s[i])}) end
end"""
TIMES = {"short": 'format="short"', "narrow": 'format="narrow"', "always": 'numeric="always"',
         "short always": 'format="short" numeric="always"', "narrow always": 'format="narrow" numeric="always"',
         "sync": "sync"}  # fmt: skip
DATES = {
    "long": 'weekday="long" year="numeric" month="long" day="numeric"', "short": 'year="2-digit" month="short" day="2-digit"',
    "month": 'month="long" year="numeric"', "day of a month": 'month="short" day="numeric"', "year": 'year="numeric"',
    "weekday": 'weekday="long"', "numbers": 'weekday="short" year="numeric" month="2-digit" day="2-digit"',
    "clock": 'hour="numeric" minute="numeric"', "clock of 24 hours": 'hour="2-digit" minute="2-digit" hour-format="24"',
    "seconds": 'hour="2-digit" minute="2-digit" second="2-digit" hour-format="12"', "hour": 'hour="numeric"',
    "both": 'year="numeric" month="numeric" day="numeric" hour="numeric" minute="numeric"',
    "both in words": 'weekday="short" month="long" day="numeric" year="numeric" hour="numeric" minute="2-digit"',
    "era": 'era="short" year="numeric"', "zone": 'hour="numeric" time-zone-name="short"', "odd": 'day="numeric" year="numeric"',
}  # fmt: skip
DATED = (
    (
        "zones",
        '[<sl-format-date date="2026-02-03T02:05:06Z" time-zone="America/New_York" hour="numeric" day="numeric" month="long">'
        '</sl-format-date>][<sl-format-date date="2026-07-03T22:05:06+02:00" time-zone="Asia/Kolkata" minute="numeric" hour="numeric">'
        "</sl-format-date>]",
        "",
    ),
    (
        "midnight and noon",
        "".join(
            f'[<sl-format-date date="2026-02-03T{clock}Z" time-zone="UTC" hour="numeric" minute="numeric" hour-format="{form}">'
            "</sl-format-date>]"
            for clock in ("00:00", "12:00", "00:30", "23:59")
            for form in ("auto", "12", "24")
        ),
        "",
    ),
    (
        "from Lua",
        '<ul ui-viewlist="list"></ul><!--row--><li><sl-format-date ui-attr-date="name" time-zone="UTC" month="long" day="numeric" '
        'year="numeric"></sl-format-date></li>',
        "lua c.list[1].name = '2026-01-02T10:00:00Z'; lua c.list[2].name = 'soon'; lua c.list = {Row:new({name = '2024-02-29'})}",
    ),
)
RELATIVE_ROW = '<p ui-viewlist="list"></p><!--row--><sl-relative-time ui-attr-date="value"></sl-relative-time>'
RELATIVE = (
    ("now", "<sl-relative-time></sl-relative-time>", ""),
    (
        "no date",
        '[<sl-relative-time date="then"></sl-relative-time><sl-relative-time date=""></sl-relative-time>]'
        '[<sl-relative-time date="1700000000000"></sl-relative-time>]',
        "",
    ),
    # Hours, because the first form leaves the seconds out: what minutes are said would depend on when this is played.
    (
        "other dates",
        RELATIVE_ROW,
        "lua for i, form in ipairs({'!%Y-%m-%dT%H:%MZ', '%Y-%m-%d %H:%M:%S', '!%Y-%m-%dT%H:%M:%S.5Z'}) do"
        " c.list[i].value = os.date(form, os.time() - 7500 * i) end; lua c.list[1].value = 'now'",
    ),
    (
        "other zones",
        RELATIVE_ROW,
        "lua c.list[1].value = os.date('!%Y-%m-%dT%H:%M:%S+01:00', os.time() - 7200); "
        "lua c.list[2].value = os.date('!%Y-%m-%dT%H:%M:%S-0230', os.time() - 7200)",
    ),
    (
        "numeric later",
        '<sl-relative-time ui-attr-numeric="v"></sl-relative-time>',
        "lua c.v = 'always'; lua c.v = 'auto'",
    ),
)

FAMILIES = (
    shown("sl-avatar", "", text("sl-avatar", "initials")),
    shown("sl-badge", "F", (("text from Lua", '<sl-badge><b ui-value="x"></b></sl-badge>', "lua c.x = 'One'; lua c.x = 3"),)),
    shown("sl-breadcrumb", '<sl-breadcrumb-item href="#a">A</sl-breadcrumb-item><sl-breadcrumb-item>B</sl-breadcrumb-item>',
          (("from Lua", '<sl-breadcrumb ui-viewlist="list"></sl-breadcrumb><!--row--><sl-breadcrumb-item>'
            '<b ui-value="name"></b></sl-breadcrumb-item>', "click a; click c; press Tab"),
           ("click", '<sl-breadcrumb><sl-breadcrumb-item>A</sl-breadcrumb-item><sl-breadcrumb-item href="#b">B'
            "</sl-breadcrumb-item></sl-breadcrumb>", "click A; press Enter; press Tab; press Enter"))),
    shown("sl-breadcrumb-item"),
    Family("sl-button-group", "<sl-button-group {a}><sl-button>A</sl-button><sl-button>B</sl-button></sl-button-group>",
           use="click A; press Tab; press Enter; press Tab"),
    shown("sl-card", 'Body <button ui-action="hit()">X</button>'),
    Family("sl-copy-button", '<sl-copy-button value="v" {a}>{s}</sl-copy-button>', use="focus @button Before; press Tab",
           without=LOOKS | {"from", "feedback-duration", "tooltip-placement", "hoist", "error-label", "success-label"}),
    shown("sl-divider", ""),
    Family("sl-format-bytes", '<p><sl-format-bytes value="1500" {a}></sl-format-bytes></p>',
           use="hover Before", without=frozenset({"unit later", "display later"}), more=tuple(
               (f"{name}", f'<p><sl-format-bytes ui-attr-value="x" {attributes}></sl-format-bytes></p>',
                "lua c.x = 5; lua c.x = 999; lua c.x = 12345; lua c.x = 1e9; lua c.x = 0; lua c.x = -1500")
               for name, attributes in {"short": "", "long": 'display="long"', "narrow": 'display="narrow"',
                                        "bits": 'unit="bit"', "long bits": 'unit="bit" display="long"'}.items())),
    Family("sl-format-number", NUMBER.format("1234.567"), variants=FORMATS, acts={"open": ""}, use="hover Before",
           without=frozenset({"currency-display", "currency", "type later", "minimum-integer-digits later",
                              "minimum-significant-digits later", "maximum-significant-digits later"}),
           more=tuple((f"{name} from Lua", f'<p><sl-format-number ui-attr-value="x" {attributes}></sl-format-number></p>',
                       NUMBERS) for name, attributes in {"plain": "", **FORMATS}.items())),
    Family("sl-icon", '<sl-icon name="gear" {a}></sl-icon>', use=USE, without=LOOKS | {"name"}),
    shown("sl-progress-bar", "", text("sl-progress-bar", "value")),
    shown("sl-progress-ring", "", text("sl-progress-ring", "value")),
    Family("sl-qr-code", '<sl-qr-code value="v" {a}></sl-qr-code>', use=USE,
           without=LOOKS | {"fill", "background", "radius", "error-correction"}),
    shown("sl-skeleton", ""),
    shown("sl-spinner", ""),
    shown("sl-tag", "F", (
        ("remove", '<sl-tag removable ui-event-sl-remove="hit()">F</sl-tag>',
         "click Remove; focus @button Before; press Tab; press Tab; press Enter"),
        ("from Lua", '<div ui-viewlist="list"></div><!--row--><sl-tag removable><b ui-value="name"></b></sl-tag>',
         "click Remove nth 0; lua c.list = {}"))),
    shown("sl-visually-hidden", '<a href="#x">F</a>'),
    Family("sl-split-panel", '<sl-split-panel {a}><div slot="start">L</div><div slot="end">R</div></sl-split-panel>',
           use="focus @button Before; press Tab; press ArrowRight; press Home; press End; press Tab",
           without=frozenset({"position-in-pixels", "snap", "snap-threshold", "hidden later", "slot:start", "slot:end"})),
    Family("sl-carousel", "<sl-carousel {a}>" + "".join(f"<sl-carousel-item>S{n}</sl-carousel-item>" for n in "123")
           + "</sl-carousel>",
           variants={"navigation": "navigation", "pagination": "pagination", "both, loop": "navigation pagination loop"},
           acts={"open": "", "Tab": "focus @button Before; press Tab; press Tab"},
           use="focus @button Before; press Tab", without=LOOKS | {"autoplay", "autoplay-interval", "mouse-dragging", "orientation", "loop later",
                                                               "pagination later", "slides-per-page later",
                                                               "slides-per-move later"}),
    Family("sl-color-picker", '<sl-color-picker label="F" {a} ui-value="v"></sl-color-picker>',
           acts={"fill": "fill F := #ff0000", "from Lua": "lua c.v = '#00ff00'; lua c.v = nil",
                 "Tab": "focus @button Before; press Tab; press Tab"},
           variants={"disabled": "disabled"}),
    Family("sl-animation", '<sl-animation {a}><button ui-action="hit()">F</button></sl-animation>', use="click F; press Tab",
           without=frozenset({"play", "delay", "direction", "duration", "easing", "end-delay", "fill", "iterations",
                              "iteration-start", "playback-rate"})),
    Family("sl-mutation-observer", '<sl-mutation-observer {a}><button ui-action="hit()">F</button></sl-mutation-observer>',
           use="click F; press Tab"),
    Family("sl-resize-observer", '<sl-resize-observer {a}><button ui-action="hit()">F</button></sl-resize-observer>',
           acts={"click": "click F; press Tab"}),
    Family("sl-popup", '<sl-popup {a}><button slot="anchor">F</button><button>In</button></sl-popup>',
           variants={"active": "active", "by Lua": 'ui-attr-active="x"'},
           acts={"click": "click F; click In; press Tab", "from Lua": "lua c.x = true; click In; lua c.x = nil; click In",
                 "keys": "focus @button F; press Tab; press Enter; press Tab; lua c.x = true; focus @button F; press Tab; press Enter; lua c.x = nil"},
           more=(
               ("anchored elsewhere", '<button id="there">There</button><p>Text</p><sl-popup anchor="there" ui-attr-active="x">'
                '<div><input aria-label="In" ui-value="v"></div></sl-popup>',
                "lua c.x = true; fill In := a; press Tab; click There; lua c.x = nil; press Shift+Tab"),
               ("in a line that starts", '<p style="margin-top:100px"><sl-popup placement="bottom-start" active><button slot="anchor" '
                'ui-event-click="toggle()">Menu</button><div>Text <button ui-event-click="hit()">In</button></div></sl-popup></p>',
                "click Menu; press Tab; press Enter; click In"),
               ("without an anchor", "<sl-popup active><b>Bold</b></sl-popup>", "click After"),
               ("rows", '<ul ui-viewlist="list"></ul><!--row--><li><sl-popup placement="right" ui-attr-active="name"><b slot="anchor" '
                'ui-value="value"></b><span>More</span></sl-popup></li>', "lua c.list[2].name = nil; lua c.list = {}"),
               ("shown with text", '<sl-popup ui-attr-active="on"><sl-switch slot="anchor" ui-value="on">Show</sl-switch>Words <a href="#x">link</a>'
                "</sl-popup>", "check Show; press Tab; press Enter; uncheck Show"),
           )),
    Family("sl-image-comparer", '<sl-image-comparer {a}><b slot="before">B</b><b slot="after">A</b></sl-image-comparer>',
           acts={"keys": "focus @button Before; press Tab; press ArrowRight; press Home; press End; press Tab"}),
    Family("sl-format-date", '<p><sl-format-date date="2026-02-03T04:05:06Z" time-zone="UTC" {a}></sl-format-date></p>',
           variants=DATES, acts={"open": ""}, more=DATED),
    Family("sl-relative-time", '<p ui-viewlist="list"></p><!--row--><sl-relative-time ui-attr-date="value" {a}>'
           "</sl-relative-time>", acts={"open": ""}, lua=MOMENTS, variants=TIMES, more=RELATIVE),
    Family("sl-include", '<sl-include src="/base.css" {a}></sl-include>', acts={"open": ""}),
    Family("sl-animated-image", '<sl-animated-image src="/icon.svg" alt="F" {a}></sl-animated-image>', acts={"open": ""}),
)  # fmt: skip
