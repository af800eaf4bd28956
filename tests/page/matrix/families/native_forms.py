"""Forms: validation, submission, reset, and the pseudo-classes of both."""

from tests.page.matrix.family import Family

EVENTS = ("submit", "reset", "focusin", "focusout", "keydown")
STYLE = (
    "<style>.m {display: none} :invalid + .i, :valid + .v, :user-invalid + .ui, :user-valid + .uv, "
    ":out-of-range + .o, :in-range + .r, :placeholder-shown + .p {display: inline}</style>"
)
MARKS = "".join(f'<span class="m {name}">{name}</span>' for name in ("i",))
FIELDS = {
    "required": ("<input {} required>", ("", "a", "  ")),
    "email": ('<input {} type="email">', ("a", "a@b", "a@b.example", "a b@c", "", "a@", "@b", "a@b..c", "ä@b.de")),
    "several emails": ('<input {} type="email" multiple>', ("a@b", "a@b, c@d", "a@b, c", ",")),
    "url": ('<input {} type="url">', ("a", "http://a", "mailto:x", "//a", "", "http://", "a:b", "HTTP://A.B/c?d#e")),
    "number": ('<input {} type="number">', ("1", "1.5", "-1", "")),
    "number in bounds": ('<input {} type="number" min="2" max="8" step="3">', ("1", "2", "5", "6", "8", "11", "")),
    "any number": ('<input {} type="number" step="any" min="0">', ("0.123", "-0.1")),
    "half numbers": ('<input {} type="number" step="0.1">', ("0.3", "0.35", "1")),
    "date": (
        '<input {} type="date" min="2026-01-10" max="2026-03-10">',
        ("2026-01-09", "2026-02-01", "2026-04-01", ""),
    ),
    "date with steps": ('<input {} type="date" min="2026-01-10" step="7">', ("2026-01-17", "2026-01-18")),
    "time": ('<input {} type="time" min="09:00" max="17:00" required>', ("08:59", "12:00", "17:01", "")),
    "time over midnight": ('<input {} type="time" min="22:00" max="06:00">', ("23:00", "12:00", "05:00")),
    "month": ('<input {} type="month" min="2026-02" max="2026-04">', ("2026-01", "2026-03", "2026-05")),
    "week": ('<input {} type="week" min="2026-W07">', ("2026-W06", "2026-W08")),
    "local time": ('<input {} type="datetime-local" max="2026-02-03T12:00">', ("2026-02-03T11:59", "2026-02-03T12:01")),
    "pattern": ('<input {} pattern="[a-z]{{2,}}">', ("a", "ab", "AB", "ab1", "")),
    "pattern of alternatives": ('<input {} pattern="a|bc">', ("a", "abc", "bc")),
    "pattern with classes": (r'<input {} pattern="\d\d-\w+">', ("12-x", "1-x", "12-")),
    "bad pattern": ('<input {} pattern="(">', ("a",)),
    "pattern of a number": ('<input {} type="number" pattern="1">', ("2",)),
    "minlength": ('<input {} minlength="3">', ("a", "abc", "")),
    "maxlength": ('<input {} maxlength="3">', ("abcd",)),
    "textarea": ("<textarea {} required minlength=3></textarea>", ("", "a", "abc")),
    "select": ('<select {} required><option value="">Choose<option value=b>b</select>', ()),
    "checkbox": ("<input {} type=checkbox required>", ()),
    "readonly": ("<input {} required readonly>", ()),
    "disabled": ("<input {} required disabled>", ()),
    "hidden": ("<input {} required hidden>", ()),
    "not displayed": ('<input {} required style="display:none">', ()),
    "in a datalist": ("<datalist><input {} required></datalist>", ()),
}
BOUND = 'aria-label="F" ui-value="v" ui-event-invalid="saw(_)" ui-event-invalid-value="invalid"'
FIELD_ACTS = {
    "submit": "click Go; press Tab; click Go",
    "submit by Enter": "focus Other; press Enter",
    "corrected": "click Go; fill Other := o; lua c.v = 'x'; click Go",
}


def cases() -> list[tuple[str, str, str]]:
    found = []
    for name, (field, values) in FIELDS.items():
        for state in ("i", "v", "ui", "uv"):
            mark = f'<span class="m {state}">{state}</span>'
            body = f"{STYLE}<form>{field.format(BOUND)}{mark}<label>Other <input></label><button>Go</button></form>"
            if state in ("i", "v"):
                fills = "; ".join(f"fill F := {value}; press Tab" for value in values)
                if fills and state == "i":
                    found.append((f"{name} values", body, f"{fills}; click Go"))
                found.append((f"{name} {state}", body, FIELD_ACTS["submit"]))
            elif values:
                fills = "; ".join(f"fill F := {value}; press Tab; click Go" for value in values[:3])
                found.append((f"{name} {state}", body, f"focus F; press Tab; {fills}"))
        body = f"<form>{field.format(BOUND)}<label>Other <input></label><button>Go</button></form>"
        found += [(f"{name} {act}", body, steps) for act, steps in FIELD_ACTS.items() if act != "submit"]
        if values:
            each = "; ".join(f"lua c.v = '{value}'; click Go" for value in values if "'" not in value)
            found.append((f"{name} from Lua", body, each))
    return found


VALIDATION = Family("validation", "", events=EVENTS, more=tuple(cases()))
INPUT = '<label>F <input ui-value="v" required></label>'
BUTTONS = {
    "button": "<button>Go</button>", "submit": '<button type="submit">Go</button>', "plain": '<button type="button">Go</button>',
    "reset": '<button type="reset">Go</button>', "input": '<input type="submit" value="Go">',
    "input button": '<input type="button" value="Go">', "input reset": '<input type="reset" value="Go">',
    "image": '<input type="image" alt="Go">', "formnovalidate": "<button formnovalidate>Go</button>",
    "disabled": "<button disabled>Go</button>", "action": '<button ui-action="hit()">Go</button>',
    "submit with action": '<button type="submit" ui-action="hit()">Go</button>',
    "aria-disabled": '<button aria-disabled="true">Go</button>', "none": "", "two": "<button>Go</button><button>Second</button>",
    "disabled first": "<button disabled>First</button><button>Go</button>",
    "outside": '</form><button form="f">Go</button><form>',
    "link": '<a href="#x" role="button">Go</a>',
}  # fmt: skip
FORM_ACTS = {
    "empty": "click Go; press Tab",
    "filled": "fill F := x; click Go",
    "Enter": "focus F; press Enter; type x; press Enter; press Tab",
    "Enter on the button": "focus @button Go; press Enter; press Space",
    "reset and again": "fill F := x; click Go; fill F := ; press Tab; click Go",
    "double": "fill F := x; click Go; click Go",
}
FORM_VARIANTS = {
    "required": ("<form>", INPUT), "novalidate": ("<form novalidate>", INPUT),
    "optional": ("<form>", INPUT.replace(" required", "")), "two fields": ("<form>", f'{INPUT}<label>G <input ui-value="w"></label>'),
    "listener": ('<form ui-event-submit="hit()">', INPUT), "textarea": ("<form>", '<label>F <textarea ui-value="v" required></textarea></label>'),
    "fieldset": ("<form>", f'<fieldset ui-attr-disabled="x"><legend>L</legend>{INPUT}</fieldset>'),
}  # fmt: skip
FORMS = Family(
    "form",
    "",
    events=EVENTS,
    more=tuple(
        (f"{form} {button} {act}", f"{start.replace('<form', '<form id=f')}{field}{markup}</form>", steps)
        for form, (start, field) in FORM_VARIANTS.items()
        for button, markup in BUTTONS.items()
        for act, steps in FORM_ACTS.items()
        if form == "required" or (button in ("button", "none", "two", "action", "reset") and act in ("empty", "Enter", "filled"))
    )
    + (
        ("several invalid", f"<form><label>E <input></label>{INPUT}<label>G <input required></label><button>Go</button></form>",
         "click Go; fill F := x; click Go; fill G := y; click Go"),
        ("invalid radio", '<form><label><input type="radio" name="r" required value="a" ui-value="v"> Aa</label>'
         '<label><input type="radio" name="r" value="b" ui-value="v"> Bb</label><button>Go</button></form>',
         "click Go; check Bb; click Go"),
        ("invalid checkbox", '<form><label><input type="checkbox" required ui-value="v"> F</label><button>Go</button></form>',
         "click Go; check F; click Go; uncheck F; click Go"),
        ("fieldset disabled", '<form><fieldset ui-attr-disabled="x"><legend>L <input aria-label="In legend"></legend>'
         f"{INPUT}<button>Go</button></fieldset></form>",
         "lua c.x = true; click Go; fill F := a; fill In legend := b; press Tab; lua c.x = nil; click Go; fill F := a; click Go"),
        ("fieldset disabled with focus", f'<fieldset ui-attr-disabled="x"><legend>L</legend>{INPUT}</fieldset>',
         "focus F; type a; lua c.x = true; type b; press Tab; lua c.x = nil; focus F; type c; press Tab"),
        ("field outside of its form", f'<form id="f"><button>Go</button></form>{INPUT.replace("required", "required form=f")}',
         "click Go; fill F := a; click Go; focus F; press Enter"),
        ("form in a view that goes", f'<div ui-class-gone="x"><style>.gone {{display: none}}</style><form>{INPUT}<button>Go</button></form></div>',
         "focus F; lua c.x = true; lua c.x = nil; click Go"),
        ("reset to values", '<form><input aria-label="F" value="old" ui-event-input="hit()"><input type="checkbox" aria-label="C" checked>'
         '<select aria-label="S"><option>a<option selected>b</select><textarea aria-label="T">text</textarea>'
         '<button type="reset">Go</button></form>',
         "fill F := new; uncheck C; choose S := a; fill T := x; click Go"),
    ),
)  # fmt: skip
FAMILIES = (VALIDATION, FORMS)
