"""What opens and closes: `details`, `dialog`, popovers, and what they do to the rest of the page."""

from tests.page.matrix.family import Family

HEARD = ("toggle", "beforetoggle", "close", "cancel")
OWN = " ".join(f'ui-event-{name}="saw(_)" ui-event-{name}-value="{name}"' for name in HEARD)
EVENTS = ("focusin", "focusout", "keydown", "submit")
INSIDE = '<label>I <input ui-value="w"></label><button ui-action="hit()">Do</button>'
DETAILS = Family(
    "details",
    f"<details {{a}} {OWN}><summary>F</summary>Text {INSIDE}</details>",
    variants={
        "open": "open", "open by Lua": 'ui-attr-open="x"', "named": 'name="n"', "flex": 'style="display: flex"',
        "hidden": "hidden",
    },
    acts={
        "click": "click F; click F",
        "keys": "focus css summary; press Enter; press Space; press Escape; press ArrowDown; press a",
        "Tab": "focus @button Before; press Tab; press Tab; press Tab",
        "Tab when open": "click F; press Tab; press Tab; press Tab; press Shift+Tab",
        "use what is inside": "click Do; click F; click Do; fill I := a; click F; press Tab",
        "from Lua": "lua c.x = true; click F; lua c.x = nil; lua c.x = true; lua c.x = false",
        "close with focus inside": "click F; focus I; lua c.x = true; lua c.x = nil; click F; press Tab",
    },
    # Where Tab leaves the page, what comes next depends on the browser's window.
    only={"Tab": ("plain", "open", "named", "flex"), "Tab when open": ("plain", "named", "flex")},
    events=EVENTS,
    more=(
        ("one of several", "".join(f'<details name="n"><summary>{name}</summary>In {name}</details>' for name in ("A1", "B1", "C1")),
         "click A1; click B1; click C1; click C1"),
        ("several with Lua", '<details name="n" ui-attr-open="x"><summary>A1</summary>In A</details>'
         '<details name="n" ui-attr-open="y"><summary>B1</summary>In B</details>', "lua c.x = true; lua c.y = true; lua c.x = nil"),
        ("without summary", f"<details {OWN}>Text {INSIDE}</details>", "press Tab; press Tab"),
        ("two summaries", "<details><summary>One1</summary><summary>Two2</summary>Text</details>", "click One1; click Two2; click One1"),
        ("nested", "<details><summary>Outer</summary><details><summary>Inner</summary>Text</details></details>",
         "click Outer; click Inner; click Outer; click Outer"),
        ("button in summary", '<details><summary>F <button ui-action="hit()">B1</button></summary>Text</details>', "click B1; click F"),
        ("link in summary", '<details><summary>F <a href="#x">L1</a></summary>Text</details>', "click L1; click F"),
        ("summary alone", "<summary>F</summary>", "click F; focus @button Before; press Tab"),
        ("until found", '<div hidden="until-found">Text <button>B1</button></div>', "click B1; press Tab"),
    ),
)  # fmt: skip
DIALOG = Family(
    "dialog",
    f"<dialog {{a}} {OWN}>T {INSIDE}</dialog>",
    variants={"open": "open", "open by Lua": 'ui-attr-open="x"', "flex": 'style="display: flex"'},
    acts={
        "use what is inside": "click Do; fill I := a; press Tab",
        "escape": "focus I; press Escape; press Tab",
        "behind": "click Before; focus @button After",
        "from Lua": "lua c.x = true; press Tab; press Tab; lua c.x = nil; lua c.x = true; click Do",
        "Tab": "press Tab; press Tab; press Tab; press Shift+Tab",
        "close with focus inside": "lua c.x = true; focus I; lua c.x = nil; press Tab",
    },
    only={"Tab": ("open", "flex")},
    events=EVENTS,
    more=tuple(
        (f"{command} {name}", f'<button commandfor="d" command="show-modal">Open</button><dialog id="d" {OWN} {attributes}>{inside}</dialog>', steps)
        for command in ("modal",)
        for name, attributes, inside, steps in (
            ("opened", "", f"T {INSIDE}", "click Open; fill I := ab; click Do"),
            ("escape", "", f"T {INSIDE}", "click Open; press Escape; press Enter; press Escape; press Tab"),
            ("Tab", "", f"T {INSIDE}", "click Open; press Tab; press Shift+Tab; press Shift+Tab; press Tab"),
            ("Tab round", "", f"T {INSIDE}", "click Open; press Tab; press Tab; press Tab"),
            ("behind", "", f"T {INSIDE}", "click Open; click Before; focus @button After; hover After"),
            ("behind again", "", f"T {INSIDE}", "click Open; press Escape; click Before"),
            ("autofocus", "", 'T <button>A1</button><input autofocus aria-label="I">', "click Open; type ab; press Escape"),
            ("nothing to focus", "", "Only text", "click Open; press Tab; press Escape"),
            ("close by command", "", 'T <button commandfor="d" command="close">C1</button>', "click Open; click C1; press Tab"),
            ("close by command with value", "", 'T <button commandfor="d" command="close" value="v">C1</button>', "click Open; press Enter"),
            ("request close", "", 'T <button commandfor="d" command="request-close">C1</button>', "click Open; click C1"),
            ("form", "", f'<form method="dialog">{INSIDE}<button>OK</button></form>', "click Open; fill I := ab; click OK; click Open; focus I; press Enter"),
            ("form that is invalid", "", '<form method="dialog"><input required aria-label="I"><button>OK</button></form>',
             "click Open; click OK; fill I := a; click OK"),
            ("closedby any", 'closedby="any"', f"T {INSIDE}", "click Open; press Escape; click Open; press Escape"),
            ("closedby none", 'closedby="none"', f"T {INSIDE}", "click Open; press Escape; click Do"),
            ("tabindex", "", 'T <p tabindex="0">P</p><button tabindex="-1">N1</button>', "click Open; press Tab; press Tab; press Escape"),
            ("named", 'aria-label="Name"', f"T {INSIDE}", "click Open; press Escape"),
        )
    )
    + (
        ("modal twice", '<button commandfor="d" command="show-modal">Open</button><dialog id="d">T '
         '<button commandfor="e" command="show-modal">More</button></dialog><dialog id="e">U <button>B2</button></dialog>',
         "click Open; click More; press Escape; press Escape"),
        ("modal in a list", '<div ui-viewlist="list"><div><button commandfor="d">X</button></div></div><dialog id="d">T</dialog>',
         "lua c.list = {}"),
        ("command on a disabled button", '<button commandfor="d" command="show-modal" disabled>Open</button><dialog id="d">T</dialog>', "click Open"),
        ("command without target", '<button commandfor="zz" command="show-modal">Open</button>', "click Open"),
    ),
)  # fmt: skip
POPOVER = Family(
    "popover",
    f'<button popovertarget="p">F</button><div id="p" popover {{a}} {OWN}>T {INSIDE}</div>',
    variants={
        "manual": 'popover="manual"', "auto": 'popover="auto"', "flex": 'style="display: flex"', "hidden": "hidden",
        "labelled": 'role="dialog" aria-label="Name"',
    },
    acts={
        "click": "click F; click F",
        "use what is inside": "click Do; click F; fill I := a; click Do",
        "escape": "click F; press Escape; press Tab",
        "light dismiss": "click F; click After; click F; click Before",
        "Tab": "focus @button F; press Enter; press Tab; press Tab; press Tab; press Shift+Tab",
        "escape with focus inside": "click F; focus I; press Escape; press Tab",
        "light dismiss by the keyboard": "click F; focus @button After; press Enter",
    },
    only={"Tab": ("plain", "manual", "auto", "flex", "labelled")},
    events=EVENTS,
    more=(
        ("show and hide", '<button popovertarget="p" popovertargetaction="show">S1</button>'
         '<button popovertarget="p" popovertargetaction="hide">H1</button><div id="p" popover>T</div>',
         "click S1; click S1; click H1; click H1"),
        ("two", '<button popovertarget="p">P1</button><button popovertarget="q">Q1</button><div id="p" popover>T</div>'
         '<div id="q" popover>U</div>', "click P1; click Q1; press Escape"),
        ("two manual", '<button popovertarget="p">P1</button><button popovertarget="q">Q1</button><div id="p" popover="manual">T</div>'
         '<div id="q" popover="manual">U</div>', "click P1; click Q1; press Escape; click P1"),
        ("nested", '<button popovertarget="p">P1</button><div id="p" popover>T <button popovertarget="q">Q1</button>'
         '<div id="q" popover>U <button>R1</button></div></div>', "click P1; click Q1; click R1; press Escape; press Escape"),
        ("autofocus", '<button popovertarget="p">P1</button><div id="p" popover>T <input autofocus aria-label="I"></div>',
         "click P1; type ab; press Escape"),
        ("commands", '<button commandfor="p" command="toggle-popover">P1</button><button commandfor="p" command="show-popover">S1</button>'
         '<button commandfor="p" command="hide-popover">H1</button><div id="p" popover="manual">T</div>',
         "click P1; click P1; click S1; click S1; click H1; click H1"),
        ("removed while open", '<button popovertarget="p">P1</button><div ui-class-gone="x"><style>.gone {display: none}</style>'
         '<div id="p" popover>T</div></div>', "click P1; lua c.x = true; lua c.x = nil; press Escape"),
        ("popover attribute removed", '<button popovertarget="p">P1</button><div id="p" ui-attr-popover="x">T</div>',
         "click P1; lua c.x = 'auto'; click P1; lua c.x = nil"),
        ("pseudo-class", '<style>#q {display: none} #p:popover-open ~ #q {display: block}</style><button popovertarget="p">P1</button>'
         '<div id="p" popover>T</div><div id="q">Open</div>', "click P1; press Escape"),
    ),
)  # fmt: skip
FAMILIES = (DETAILS, DIALOG, POPOVER)
