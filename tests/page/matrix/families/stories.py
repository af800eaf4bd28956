"""What random stories have shown that no other family has: several fields on one value, and components beside natives."""

from tests.page.matrix.family import Family

SELECT = (
    '<sl-select label="S" ui-value="v" {}><sl-option value="one">One</sl-option><sl-option value="two">Two</sl-option>'
    '<sl-option value="three">Three</sl-option></sl-select>'
)
MAIL = (
    '<form ui-event-submit="hit()"><label>{0} <input type="email" ui-value="v"></label><button>Send {0}</button></form>'
)
RADIOS = '<sl-radio value="1">One1</sl-radio><sl-radio value="2">Two2</sl-radio>'

UNDONE = {
    "typing and Backspace": "focus T; type abc; press Backspace",
    "clearing and typing": "fill T := 1; clear T; type xy",
    "Backspaces": "fill T := abc; press Backspace; press Backspace",
    "Backspace and typing": "fill T := abc; press Backspace; type xy",
    "Backspace of a word and typing": "fill T := ab c; press Control+Backspace; type x",
    "typing in two places": "focus T; type abc; press ArrowLeft; press Backspace; type x",
    "typing over a selection": "fill T := abc; press Shift+Home; type xy",
    "Delete and typing": "fill T := abc; press Home; press Delete; press Delete; type x",
    "deleting a selection and typing": "fill T := abc; press Control+a; press Delete; type x; press Backspace",
    "letters of another keyboard": "focus T; type aüöb",
    "clearing and typing more": "fill T := a; clear T; type Qüab",
    "Backspace of all and typing": "fill T := a; press Backspace; type bcd",
    "clearing and filling": "fill T := a; clear T; fill T := bc; type d",
    "clearing twice": "fill T := a; clear T; type xyz; clear T; type de",
    "filling after typing": "focus T; type ab; fill T := c; type d",
    "Backspaces of all and typing": "fill T := ab; press Backspace; press Backspace; type cd",
    "Deletes of all and typing": "fill T := ab; press Home; press Delete; press Delete; type cd",
    "Backspace and Delete": "fill T := abcdef; press Home; press ArrowRight; press ArrowRight; press ArrowRight; "
    "press Backspace; press Delete; press Backspace; press Delete",
    "Delete, Backspace and typing": "fill T := abcdef; press Home; press ArrowRight; press ArrowRight; press Delete; "
    "press Backspace; type x; press Backspace; press Delete; type y",
    "Deletes and typing": "fill T := abcdef; press Home; press Delete; type xy; press Delete",
    "Backspaces of words": "fill T := a b c; press Control+Backspace; press Control+Backspace; press Backspace; press x",
    "typing the same letter": "fill T := a; press Control+a; press a",
    "filling the same": "fill T := ab; fill T := ab",
    "pasting the same": "fill T := ab; press Control+a; press Control+c; press Control+v; press Control+v",
    "cutting and pasting": "fill T := ab; press Control+a; press Control+x; press Control+v; press c",
    "a script": 'fill T := ab; lua c.v = "x"',
    "a script after Undo": 'fill T := ab; press Control+z; lua c.v = "x"',
    "typing after a script": 'fill T := ab; lua c.v = "x"; press y',
}

FAMILY = Family(
    "stories",
    "",
    more=(
        ("the answer to one field comes before the click on another", MAIL.format("A1") + MAIL.format("B1")
         + '<label>Live <input ui-value="v?keypress"></label>',
         "fill Live := no; click Send A1; fill A1 := a@b.de; click Send B1; fill B1 := x; click Send A1"),
        ("a field is left for a check box", '<label>T <input ui-value="v"></label><label>C <input type="checkbox" ui-value="on">'
         "</label>", "lua c.on = true; fill T := a; check C; uncheck C; fill T := b; uncheck C"),
        ("a field is not left for what takes no text", '<label>T <input ui-value="v"></label><label>R <input type="range">'
         "</label>", "fill T := a; fill R := b"),
        ("label of a group of radios", f'<sl-radio-group label="G1" ui-value="v">{RADIOS}</sl-radio-group>',
         'click #label; lua c.v = "2"; click Before; click #label'),
        ("label of a group with a disabled radio", '<sl-radio-group label="G1"><sl-radio disabled value="0">Zero</sl-radio>'
         f"{RADIOS}</sl-radio-group>", "click #label"),
        ("a rating beyond its stars", '<sl-rating label="R" max="3" ui-value="v"></sl-rating>',
         "fill @slider R := 3.5; focus @slider R; press Escape; press a; press ArrowLeft; fill @slider R := many"),
        ("native button and invalid components", '<form ui-event-submit="hit()"><sl-select label="S" required ui-value="v">'
         '<sl-option value="one">One</sl-option></sl-select><sl-checkbox required ui-value="w">C</sl-checkbox><button>Go'
         "</button></form>", "click Go; choose S := One; click Go; check C; click Go"),
        ("native button, native field and invalid component", '<form ui-event-submit="hit()"><label>N <input required '
         'ui-value="w"></label><sl-input label="I" required ui-value="v"></sl-input><button>Go</button><sl-button '
         'type="submit">Own</sl-button></form>', "click Go; click Own; fill N := a; click Go; fill I := b; click Own"),
        ("submit is kept from what is around", '<div ui-event-submit="hit()"><form><sl-input label="I" required></sl-input>'
         "<button>Go</button></form></div>", "click Go; fill I := b; click Go"),
        ("Enter with modifiers in a select", SELECT.format(""), "focus S; press Shift+Enter; press Control+Enter; press Escape"),
        ("arrows with modifiers in a select", SELECT.format(""),
         "focus S; press Shift+ArrowDown; press Shift+End; press Alt+ArrowUp; press Enter"),
        ("several letters in a select", SELECT.format(""), "focus S; type thr; press Enter"),
        ("letters that lead nowhere", SELECT.format(""), "focus S; type tx; press Backspace; press w; press Enter"),
        ("Backspace in a closed select", SELECT.format("multiple"), "focus S; press Backspace; press Control+a; press t"),
        ("a tip under the pointer when the focus leaves", '<sl-tooltip content="Tip"><button>B1</button></sl-tooltip>',
         "click B1; focus @button After; hover After"),
        ("a password is shown", '<sl-input label="P" type="password" password-toggle ui-attr-password-visible="x" '
         'ui-value="v"></sl-input>', "fill P := a; click Show password; click Hide password; lua c.x = true; "
         "click Hide password; lua c.x = nil"),
        ("a slider is clicked in the middle", '<label>R <input type="range" max="6" value="3" ui-value="v"></label>',
         "lua c.v = 3; click @slider R; press ArrowRight"),
        ("a slider is clicked", '<label>R <input type="range" max="5" ui-value="v"></label>', "click @slider R"),
        *((f"undo after {name}", '<label>T <input ui-value="v?keypress"></label>',
           f"{steps}; press Control+z; press Control+z; press Control+z; press Control+y; press Control+y")
          for name, steps in UNDONE.items()),
        *((f"undo in an area after {name}", '<label>T <textarea ui-value="v?keypress"></textarea></label>',
           f"{steps}; press Control+z; press Control+z; press Control+z; press Control+y; press Control+y")
          for name, steps in UNDONE.items()),
        *((f"caret by {key} in {name}", f'<label>T {markup}</label>',
           f"fill T := {text}; press ArrowLeft; press {key}; press x; press {key}; press y")
          for key in (f"{held}+{one}" for held in ("Alt", "Control", "Meta") for one in ("ArrowUp", "ArrowDown", "Home", "End"))
          for name, markup, text in (("a field", '<input ui-value="v?keypress">', "abc"),
                                     ("an area", '<textarea ui-value="v?keypress"></textarea>', "ab\ncd\nef"))),
        ("pasting nothing is a step", '<label>T <input type="search" ui-value="v?keypress"></label>',
         "fill T := ab; press Control+v; press Control+z; press Control+z; press Control+y; press Control+y; press Control+y"),
        ("Escape in a search is no step", '<label>T <input type="search" ui-value="v?keypress"></label>',
         "fill T := ab; press Escape; press Control+z; fill T := c; press Escape; press Control+z; press Control+z"),
        ("a line of an area is emptied by keys", '<label>T <textarea ui-value="v?keypress"></textarea></label>',
         "fill T := 1; press Enter; type 23; press Backspace; press Backspace; type 4; press Control+z; press Control+z"),
        ("a list loses the focus to what cannot be clicked", SELECT.format("") +
         '<div style="max-height:0;overflow:hidden"><button>Folded</button></div>', "focus S; click Folded; choose S := One; click Folded"),
        ("words with points", '<label>T <input ui-value="v?keypress"></label>',
         "fill T := go 3.5; press Control+Backspace; fill T := a b.de; press Control+Backspace; fill T := 1,5 it's; "
         "press Control+Backspace; press Control+Backspace; fill T := a.5 x; press Home; press Control+Delete"),
        ("Enter with modifiers in a component", '<form ui-event-submit="hit()"><sl-input label="I" ui-value="v"></sl-input>'
         "<button>Go</button></form>", "fill I := a; press Shift+Enter; press Control+Enter; press Alt+Enter; press Enter"),
        ("Enter with modifiers in a field", '<form ui-event-submit="hit()"><input aria-label="I" ui-value="v">'
         "<button>Go</button></form>", "fill I := a; press Shift+Enter; press Control+Enter; press Alt+Enter; press Meta+Enter"),
        *((f"arrows with {held} in {name}", f'<label>N {markup}</label>', f"fill N := 2; press {held}+ArrowUp; press {held}+ArrowUp; "
           f"press {held}+ArrowDown; press {held}+ArrowRight; press {held}+Home; press {held}+PageUp; press Tab")
          for held in ("Alt", "Control", "Shift", "Meta") for name, markup in (
              ("number", '<input type="number" ui-value="v">'), ("range", '<input type="range" max="5" ui-value="v">'))),
        ("spaces around an address", '<label>M <input type="email" ui-value="v?keypress"></label>',
         "fill M :=  a ; press X; press Home; press Y; press Tab; focus M; press Backspace; press Control+z"),
        ("what is written freely is cleared", '<div contenteditable role="textbox" aria-label="E">Free</div>',
         "clear E; clear E; fill E := ab; clear E"),
        *((f"what is no number is typed {name}", '<label>N <input type="number" ui-value="v?keypress"></label>',
           f"fill N := {text}; {steps}; press Tab")
          for name, text, steps in (
              ("over a selection", "12", "press Control+a; press x; press 3"),
              ("over a part", "123", "press Shift+ArrowLeft; press Space; press y"),
              ("behind a number", "12", "press x; press Space; press -; press e; press 1"),
              ("in a field reached by Tab", "12", "focus @button Before; press Tab; type x y; press 4; press Control+z"))),
        ("the buttons of a field have the focus", '<sl-input label="P" type="password" password-toggle clearable ui-value="v">'
         "</sl-input>", "fill P := a; focus Show password; focus P; type b; focus Clear entry; press Tab; focus P; press c; "
         "click Show password; fill P := d; press e; click Hide password; focus P; press f; press Tab"),
        *((f"{held} and keys in a select", '<label>S <select ui-value="v"><option>a<option>b<option>c<option>d<option>e</select>'
           '</label>', "; ".join(["focus S", *(f"press {held}+{key}" for key in (
               "ArrowRight", "ArrowDown", "End", "ArrowLeft", "ArrowUp", "Home", "PageDown", "PageUp", "b"))]))
          for held in ("Shift", "Control", "Meta")),
        *((f"{key} in a {kind} list that is open", f'<label>S <select ui-value="v">{options}</select></label>',
           f"click S; press {key}; press {key}; press Tab; press b; press Tab")
          for key in ("Tab", "ArrowDown", "b", "Escape", "Enter")
          for kind, options in (("full", "<option>a<option>b<option>c<option>b2"), ("empty", ""))),
        *((f"{tag} with modifiers", markup.format("B"), "focus B; " + "; ".join(
            f"press {held}+{key}" for key in ("Enter", "Space") for held in ("Control", "Alt", "Meta", "Shift")))
          for tag, markup in (
              ("button", "<button>{}</button>"), ("sl-button", "<sl-button>{}</sl-button>"),
              ("sl-icon-button", '<sl-icon-button label="{}"></sl-icon-button>'), ("link", '<a href="#w">{}</a>'),
              ("summary", "<details><summary>{}</summary>Text</details>"), ("sl-checkbox", "<sl-checkbox>{}</sl-checkbox>"),
              ("sl-details", '<sl-details summary="{}">Text</sl-details>'))),
        *((f"a click puts the caret into {name}", markup, "fill T := ab; press Home; click T; press x; press Home; "
           "press Shift+End; click T; press y; lua c.v = 'k'; click Before; click T; press z; press Control+z; press Tab")
          for name, markup in (("a field", '<label>T <input ui-value="v"></label>'),
                               ("an area", '<label>T <textarea ui-value="v"></textarea></label>'),
                               ("sl-input", '<sl-input label="T" ui-value="v"></sl-input>'),
                               ("sl-textarea", '<sl-textarea label="T" ui-value="v"></sl-textarea>'))),
        ("a list that is open is left", '<label>S <select ui-value="v"><option>a<option>b</select></label><input aria-label="T">',
         "click S; click S; press b; click S; click Before; focus S; press a; click S; fill T := x; press y; click S; "
         "press Escape; press b; click S; choose S := a; focus T; press z"),
        ("a colour is picked", '<label>T <input ui-value="v"></label><label>K <input type="color" ui-value="w"></label>',
         "click K; fill T := a; focus T; press b"),
        ("a colour is not picked", '<label>T <input ui-value="v"></label><label>K <input type="color" ui-value="w"></label>',
         "click K; click T; press b; press Enter"),
        *((f"fields behind {window} {kind}".strip(), '<label>N <input ui-value="v"></label><label>A <textarea ui-value="w">'
           '</textarea></label><sl-input label="C" ui-value="v"></sl-input><sl-rating label="R" ui-value="n"></sl-rating>'
           f'<{window} label="D" {kind} ui-attr-open="on"><input aria-label="I" ui-value="v"></{window}>',
           "fill N := a; lua c.on = true; fill N := b; fill A := b; clear N; fill C := b; fill @slider R := 2; focus N; "
           "press Tab; fill I := c; lua c.on = false; fill N := d; fill C := e")
          for window, kind in (("sl-dialog", ""), ("sl-drawer", ""), ("sl-drawer", "contained"))),
        ("fields behind a window without any", '<label>N <input ui-value="v"></label><sl-dialog label="D" no-header '
         'ui-attr-open="on">Text</sl-dialog>', "lua c.on = true; fill N := b; press Escape; lua c.on = false; fill N := c"),
        ("a field in a window over a window", '<label>N <input ui-value="v"></label><sl-dialog label="D" ui-attr-open="on">'
         '<button commandfor="w" command="show-modal">Up</button></sl-dialog><dialog id="w"><input aria-label="I" ui-value="v">'
         "</dialog>", "lua c.on = true; click Up; fill N := a; fill I := b; press Escape"),
        ("a window that is not drawn keeps nothing", '<label>N <input ui-value="v"></label><div ui-attr-hidden="on"><sl-dialog '
         'label="D" open><input aria-label="I" ui-value="w"></sl-dialog></div>', "lua c.on = true; fill N := a; click N"),
    ),
    events=("invalid", "submit"),
)  # fmt: skip
