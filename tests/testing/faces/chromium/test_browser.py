"""The same stories on both faces: finding, acting, and the messages of failures."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pytest_uimcp import PageError
from pytest_uimcp.page import Ambiguous, NotActionable, NotFound
from tests import patience

Both = Callable[..., Any]

FIELDS = """
<label>Text <input ui-value="a"></label> <label>Area <textarea ui-value="b"></textarea></label>
<label>Number <input type=number ui-value="c"></label> <label>Day <input type=date ui-value="d"></label>
<label>Amount <input type=range max=10 ui-value="e"></label> <label>Short <input maxlength=3 ui-value="f"></label>
<label>Pick <select ui-value="g"><option value=1>One<option value=2>Two<option disabled>Off</select></label>
<label>Many <select multiple ui-value="h"><option>x<option>y<option>z</select></label>
<label><input type=checkbox ui-value="i"> Tick</label>
<label><input type=radio name=r value=left ui-value="j"> Left</label>
<label><input type=radio name=r value=right ui-value="j"> Right</label>
<label>Files <input type=file multiple ui-value="k"></label>
<button ui-action="hit()">Done</button>
"""
VALUES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]


def values(page: Any) -> dict[str, Any]:
    page.click("Done")
    found: dict[str, Any] = {name: page.run(f"return t.{name}") for name in VALUES}
    return {name: value for name, value in found.items() if value is not None}


def test_native_fields(both: Both) -> None:
    page = both(FIELDS)
    page.fill("Text", "some text")
    page.fill("Area", "two\nlines")
    page.fill("Number", "4.5")
    page.fill("Day", "2026-11-18")
    page.fill("Amount", "7")
    page.fill("Short", "abcdef")
    page.choose("Pick", "Two")
    page.choose("Many", ["x", "z"])
    page.check("Tick")
    page.check("Tick")
    page.check("Left")
    page.check("Right")
    page.upload("Files", "one.txt", "two.txt")
    assert values(page) == {
        "a": "some text", "b": "two\nlines", "c": "4.5", "d": "2026-11-18", "e": "7", "f": "abc", "g": "2",
        "h": ["x", "z"], "i": True, "j": "right", "k": "one.txt, two.txt",
    }  # fmt: skip
    assert page.find(role="textbox", name="Text").value == "some text"
    assert page.find(role="checkbox").is_checked
    assert (page.find(css="[value=left]").is_checked, page.find(css="[value=right]").is_checked) == (False, True)
    assert page.find(css="select[multiple]").value == ["x", "z"]
    page.uncheck("Tick")
    page.clear("Text")
    assert (values(page)["i"], values(page)["a"]) == (False, "")
    for verb, arguments, said in (
        ("uncheck", ("Right",), 'uncheck: radio "Right" is a radio button: check another one instead'),
        ("choose", ("Pick", "Off"), "choose: expected one option 'Off' of combobox \"Pick\", found no option; there"),
        ("check", ("Text",), 'check: textbox "Text" cannot be checked'),
        ("fill", ("Day", "soon"), "fill: 'soon' is no value for textbox \"Day\" of the type date"),
        ("choose", ("Text", "x"), 'choose: textbox "Text" has no options to choose from'),
    ):
        with pytest.raises(PageError) as failure:
            getattr(page, verb)(*arguments)
        assert str(failure.value).startswith(said)


COMPONENTS = """
<sl-tab-group><sl-tab slot="nav" panel="one">First</sl-tab><sl-tab slot="nav" panel="two">Second</sl-tab>
<sl-tab-panel name="one">Panel one</sl-tab-panel><sl-tab-panel name="two">Panel two</sl-tab-panel></sl-tab-group>
<sl-input label="Text" ui-value="a"></sl-input><sl-textarea label="Area" ui-value="b"></sl-textarea>
<sl-select label="Pick" ui-value="c"><sl-option value="1">One</sl-option><sl-option value="2">Two</sl-option>
</sl-select>
<sl-select label="Many" multiple ui-value="d"><sl-option value="x">Ex</sl-option><sl-option value="y">Why</sl-option>
  <sl-option value="z">Zed</sl-option></sl-select>
<sl-checkbox ui-value="e">Tick</sl-checkbox><sl-switch ui-value="f">Switch</sl-switch>
<sl-radio-group label="Side" ui-value="g"><sl-radio value="l">Left</sl-radio><sl-radio value="r">Right</sl-radio>
</sl-radio-group>
<sl-range label="Amount" max="10" ui-value="h"></sl-range><sl-rating label="Stars" ui-value="i"></sl-rating>
<sl-button ui-action="hit()">Done</sl-button><sl-button disabled>Off</sl-button>
<sl-details summary="More"><p>Hidden text</p></sl-details>
<sl-dropdown><sl-button slot="trigger" caret>Menu</sl-button>
<sl-menu><sl-menu-item ui-event-click="say(_)">Cut</sl-menu-item></sl-menu></sl-dropdown>
<sl-dialog label="Sure?" ui-attr-open="on">Really<sl-button ui-action="hit()" slot="footer">Yes</sl-button></sl-dialog>
"""


def test_components(both: Both) -> None:
    page = both(COMPONENTS)
    page.fill("Text", "some text")
    page.fill("Area", "more")
    page.choose("Pick", "Two")
    page.choose("Many", ["Zed", "Ex"])
    page.choose("Many", ["Ex", "Why"])
    page.check("Tick")
    page.check("Switch")
    page.choose("Side", "Left")
    page.check("Right")
    page.fill("Amount", "7")
    page.fill("Stars", "4")
    assert values(page) == {
        "a": "some text", "b": "more", "c": "2", "d": ["x", "y"], "e": True, "f": True, "g": "r", "h": 7, "i": 4,
    }  # fmt: skip
    page.uncheck("Switch")
    assert values(page)["f"] is False
    assert page.find(css="sl-select[label=Pick]").value == "2"
    assert page.find("Tick").is_checked
    with pytest.raises(NotActionable, match='click: button "Off" is there, but it is disabled'):
        page.click("Off")
    with pytest.raises(PageError, match=r"choose: expected one option 'Three' of combobox \"Pick\", found no option"):
        page.choose("Pick", "Three")

    page.not_see("Hidden text")
    page.click("More")
    page.see("Hidden text")
    page.see("Panel one")
    page.click("Second")
    page.see("Panel two")
    page.not_see("Panel one")
    page.not_see("Cut")
    page.click("Menu")
    page.click("Cut")
    page.not_see("Cut")
    page.not_see("Really")
    page.run("t.on, t.log = true, ''")
    page.see("Really")
    page.click("Yes")
    assert page.run("return t.log") == "[hit]"
    page.run("t.on = false")
    page.not_see("Really")


MANY = """
<button ui-action="say(_)" value=1>Save</button> <button ui-action="say(_)" value=2>Save as</button>
<ul><li><b>Ada</b> <button ui-action="say(_)" value=3>Delete</button></li>
<li><b>Bob</b> <button ui-action="say(_)" value=4>Delete</button></li></ul>
<button style="display: none">Secret</button> <p style="visibility: hidden">Unseen</p>
<label for=n>Name</label> <input id=n ui-value=a> <input placeholder="Name"> <input placeholder="Mail">
<button aria-label="Close" ui-action="say(_)" value=5>x</button> <span ui-action="say(_)">just   some
text</span> <p ui-value=log></p>
"""


def test_targets_and_failures(both: Both) -> None:
    page = both(MANY)
    for where, log in (
        ({"target": "Save"}, "[1]"),
        ({"target": "as"}, "[2]"),
        ({"target": "Delete", "nth": 0}, "[3]"),
        ({"target": "Delete", "nth": -1}, "[4]"),
        ({"role": "button", "name": "Close"}, "[5]"),
        ({"css": "li:nth-child(2) > button"}, "[4]"),
        ({"target": "just some text"}, "[true]"),
    ):
        page.run("t.log = ''")
        page.click(**where)
        page.see(log)
    page.fill("Name", "x")
    assert page.find(css="#n").value == "x"
    bob = page.find(css="li", nth=1)
    page.run("t.log = ''")
    bob.click("Delete")
    page.see("[4]")
    assert (bob.text(), [row.find(css="b").text() for row in page.rows()]) == ("Bob Delete", ["Ada", "Bob"])
    for kind, verb, arguments, said in (
        (Ambiguous, "click", ("Delete",), """
            click('Delete'): expected one element, 2 match:
              nth=0: button "Delete" in listitem "Ada"
              nth=1: button "Delete" in listitem "Bob"
              say which with nth=, or narrow it down with role=, name= or css="""),
        (NotFound, "click", ("save",), """
            click('save'): expected something to click named 'save', found none
              near it: button "Save", button "Save as", textbox "Name\""""),
        (NotFound, "click", ("Secret",), """
            click('Secret'): expected something to click named 'Secret', found none
              there is <button> with this text, but it is hidden (display: none)
              near it: button "Delete\""""),
        (NotFound, "click", ("Unseen",), """
            click('Unseen'): expected something to click named 'Unseen', found none
              there is <p> with this text, but it is hidden (visibility: hidden)"""),
        (NotFound, "fill", ("Nmae", "x"), """
            fill('Nmae'): expected a field named 'Nmae', found none
              near it: textbox "Name\""""),
        (PageError, "see", ("ada delete",), """
            see('ada delete'): expected the text on the page, but it is not there
              near it: 'Ada Delete', 'Bob Delete'"""),
    ):  # fmt: skip
        with pytest.raises(kind) as failure:
            getattr(page, verb)(*arguments)
        before, tree = str(failure.value).split("\n  the page:\n")
        assert before == textwrap.dedent(said).strip("\n")
        assert '- button "Close"' in tree


def test_reading_gives_the_same_on_both_faces(both: Both) -> None:
    page = both(MANY)
    page.run("t.log = 'said'")
    assert page.text() == "\n".join(
        ["Save Save as", "Ada Delete", "Bob Delete", "Name x just some text", "said"]
    )  # fmt: skip
    assert page.aria(css="ul") == textwrap.dedent(
        """\
        - list:
          - listitem:
            - text: Ada
            - button "Delete"
          - listitem:
            - text: Bob
            - button "Delete\""""
    )
    assert page.html(css="ul") == textwrap.dedent(
        """\
        <ul id="ui-1">
          <li>
            <b>Ada</b>
            <button id="ui-2" ui-action="say(_)" value="3">Delete</button>
          </li>
          <li>
            <b>Bob</b>
            <button id="ui-3" ui-action="say(_)" value="4">Delete</button>
          </li>
        </ul>"""
    )


COUNTED = """
<style>body{counter-reset:step} .step{counter-increment:step} .step::before{content:"Step " counter(step) ": "}
ol.n{counter-reset:item;list-style:none} .n li{counter-increment:item} .n li::before{content:counters(item,".") " "}
.a{counter-reset:x 26} .a::after{content:counter(x,upper-alpha) "-" counter(x,lower-roman)} .no{display:none}
.l li::before{content:counter(list-item) ") "} .q::before{content:counter(step) / "Point " counter(step) " "}</style>
<p class=step>A</p><p class="step no">B</p><p class=step>C</p><p class=a>x</p><p class=q>Q</p>
<ol class=n><li>A</li><li>B<ol class=n><li>C</li><li>D</li></ol></li></ol><ol class=l start=5><li>E<li value=9>F</ol>
"""


def test_counters_are_drawn_and_not_read_aloud(both: Both) -> None:
    page = both(COUNTED)
    lines = ["Step 1: A", "Step 2: C", "xZ-xxvi", "Point 2 Q", "1 A", "2 B", "2.1 C", "2.2 D", "5) E", "9) F"]
    assert page.text().split("\n") == lines
    assert "Step" not in page.aria()


QUOTED = """
<style>.w::before{content:open-quote} .w::after{content:close-quote} .v{quotes:"<" ">" "(" ")"} .n{quotes:none}
b::before{content:"open-quote " attr(title) open-quote} i q::before{content:none} .c::before{counter-increment:n;
content:open-quote counter(n) close-quote} .s::before{content:open-quote / "spoken "}</style>
<p>He said <q>yes, <q>really</q></q>.</p><p class="w v">A<span class=w>B<i class=w>C</i></span></p>
<p class=n>N<q>d</q></p><p lang=de><q>x <q>y</q></q></p><p lang=sv-SE><q lang=fr>s</q><u class=w lang=fr>t</u></p>
<p class=c>E</p><p><i><q>F</q></i></p><p><q style='quotes:"\\201E" "\\201C"'>G</q></p><p class=s>H</p>
<p><b title=T>I</b></p>
"""


def test_quotation_marks_are_drawn_by_levels_and_languages_and_not_read_aloud(both: Both) -> None:
    page = both(QUOTED)
    text = """He said “yes, ‘really’”.|<A(B(C))>|Nd|„x ‚y‘“|”s”«t»|“1”E|F|„G“|spoken H|open-quote T‘I"""  # noqa: RUF001 -- as drawn
    assert page.text().replace("\n", "|") == text
    assert page.aria().splitlines()[0] == "- paragraph: He said yes, really."


def test_the_first_tab_of_a_list_is_chosen_also_without_panels(both: Both) -> None:
    rows = "Row = session:prototype('Row', {name = ''})\nt.rows = {Row:new({name = 'a'}), Row:new({name = 'b'})}"
    page = both(
        '<sl-tab-group ui-viewlist="rows"></sl-tab-group>',
        lua=rows,
        Row__list_item='<sl-tab slot="nav" ui-attr-panel="name" ui-value="name"></sl-tab>',
    )
    assert page.aria() == '- tablist:\n  - tab "a" [selected]\n  - tab "b"'


def test_keys_focus_tabs_and_reloading(both: Both) -> None:
    page = both(
        '<input aria-label="A" ui-value="a" ui-event-keypress-enter="hit()">'
        '<input aria-label="B" ui-value="b?keypress"><p ui-value="a"></p><p ui-value="b"></p><p ui-value="log"></p>'
        '<p aria-label="plain" role="button">plain</p>'
    )
    page.fill("A", "one")
    page.press("Enter")
    page.see("[hit]")
    page.press("x", "A")
    page.press("Tab")
    page.see("onex")
    page.press("y")
    page.see("y")
    page.press("Control+a", "B")
    page.press("Delete")
    page.not_see("y")
    other = page.new_tab()
    other.see("onex")
    other.fill("B", "there")
    page.see("there")
    page.run("t.log = 'changed'")
    other.see("changed")
    page.fill("A", "not sent")
    page.reload()
    page.see("onex")
    assert page.find("A").value == "onex"
    with pytest.raises(PageError, match='focus: button "plain" does not take the focus'):
        page.focus(name="plain")


def test_after_a_reload_targets_are_those_of_the_new_page(chromium_show: Any) -> None:
    fields = '<input aria-label="A" ui-value="a"><button ui-action="hit()">Hit</button>'
    browser = chromium_show(f'{fields}<p ui-value="log"></p>')
    before = browser.find("A")
    for _ in range(3):
        browser.fill("A", "x")
        browser.reload()
        browser.find("A").fill("y")
        browser.click("Hit")
    assert not before.is_there
    assert browser.aria().startswith('- textbox "A": "y"\n')
    browser.see("[hit][hit][hit]")


NAMES = ("attributes", "children", "tagName", "id", "localName", "className", "matches", "body")


def test_forms_with_fields_named_like_properties(chromium_show: Any) -> None:
    fields = "".join(f'<label>{name} <input name="{name}"></label>' for name in NAMES)
    forms = '<form name="body"><label>First <input></label></form><img name="activeElement" alt="">'
    browser = chromium_show(
        f'<form ui-class-x="on">{fields}<label>A <input ui-value="a"></label>'
        '<button ui-action="hit()">Hit</button></form>'
        f'{forms}<p ui-value="log"></p>'
    )
    browser.fill("A", "x")
    for name in NAMES[:3]:
        browser.fill(name, "y")
        assert browser.find(name).value == "y"
    browser.click("Hit")
    browser.see("[hit]")
    assert 'textbox "children": "y"' in browser.last_aria()
    assert browser.run("return t.a") == "x"


def test_filling_a_field_settles_after_the_field_before_it_was_left(both: Any) -> None:
    lua = "function T:setA(v) if v then self.log, self.b = v, 'from ' .. v end return self.log end"
    page = both('<input aria-label="A" ui-value="setA(_)?access=rw"><input aria-label="B" ui-value="b">', lua=lua)
    page.fill("A", "one")
    page.fill("B", "two")
    assert page.find("B").value == "two"
    page.press("Tab")
    assert page.run("return t.b") == "two"


def test_a_key_that_the_keyboard_does_not_have(both: Any) -> None:
    page = both('<input aria-label="A" ui-value="a?keypress" ui-event-keypress-é="say(_)"><p ui-value="log"></p>')
    for key in ("é", "Shift+É", "漢", "a", "😀"):
        page.press(key, "A")
    assert page.find("A").value == "éÉ漢a😀"
    page.see("[é]")


DIALOG = """<button commandfor="d" command="show-modal">Open</button><label>Behind <input ui-value="a"></label>
<button ui-action="hit()">Outside</button>
<dialog id="d" aria-label="Sure?"><button commandfor="d" command="close">No</button></dialog>"""


def test_what_is_behind_a_modal_dialog_cannot_be_used(both: Any) -> None:
    page = both(DIALOG)
    page.click("Open")
    for use in (partial(page.click, "Outside"), partial(page.fill, "Behind", "x"), partial(page.focus, "Behind")):
        with pytest.raises(NotActionable, match='it is behind dialog "Sure\\?", which is open as a modal dialog'):
            use()
    page.press("Escape")
    page.fill("Behind", "x")
    page.click("Outside")
    assert page.run("return t.a") == "x"


def test_autofocus_counts_once(both: Any) -> None:
    lua = "Inner = session:prototype('Inner', {v = ''}) t.inner = Inner:new()"
    page = both(
        '<input aria-label="A"><input aria-label="B" autofocus ui-value="a"><div ui-view="b"></div>',
        lua=lua, Inner__DEFAULT='<input aria-label="C" autofocus ui-value="v">',
    )  # fmt: skip
    # A browser gives the focus with one of its next pictures, which are late on a busy machine.
    end = time.monotonic() + patience.SECONDS
    while not page.find("B").state("focused"):
        assert time.monotonic() < end, "the field with autofocus never got the focus"
        page.settle()
    page.press("x")
    assert page.find("B").value == "x"
    page.run("t.b = t.inner")
    page.press("y")
    assert page.find("B").value == "xy"


def test_whatever_takes_the_focus_is_focused_by_its_name_and_says_so(both: Both) -> None:
    page = both(
        '<button>Go</button><a href="#x">There</a><sl-input label="Name"></sl-input><sl-button>Send</sl-button>'
    )
    for name in ("Go", "There", "Name", "Send"):
        page.focus(name)
        assert page.find(name).state("focused")
        assert page.find(css="sl-input").state("focused") == (name == "Name")


def test_the_badge_of_a_binding_that_fails_is_no_text_of_the_app(both: Both) -> None:
    page = both('<p ui-value="broken()">old</p><p>fine</p>')
    assert page.text().split("\n")[-1] == "fine"
    page.not_see("!")


def test_the_clipboard_is_that_of_keys_and_of_the_test(both: Both) -> None:
    page = both(
        '<label>A <input ui-value="a?keypress"></label><label>B <input ui-value="b" ui-event-paste="hit()"></label>'
    )
    page.focus("B")
    page.clipboard = "from\nelsewhere"
    page.press("Control+v")
    page.fill("A", "one")
    page.press("Control+a")
    page.press("Control+x")
    assert (page.clipboard, page.find("B").value, page.find("A").value) == ("one", "from elsewhere", "")
    page.reload()
    tab = page.new_tab()
    tab.press("Shift+Insert", "B")
    assert tab.find("B").value.endswith("one")
    tab.clipboard = ""
    tab.press("Control+v")
    assert page.run("return t.log") == "[hit][hit][hit]"


def test_a_clipboard_out_of_reach_is_said_in_words(both: Both) -> None:
    page = both("<button>One</button>")
    for _ in range(3):
        page.press("Tab")
    said = ""
    try:
        page.clipboard = "lost"
    except PageError as refused:  # in Chromium, while the focus is in the window's own controls
        said = str(refused)
    assert not said or "click on it first" in said
    page.click("One")
    page.clipboard = "text"
    assert page.clipboard == "text"


def test_a_card_is_dragged_to_a_list(both: Both) -> None:
    page = both("""
        <div draggable="true" ui-event-dragstart="hit()">Card A</div>
        <div ondragover="event.preventDefault()" ui-event-drop="hit()">Done</div><p>Elsewhere</p>
    """)
    page.drag("Card A", to="Elsewhere")
    assert page.run("return t.log") == "[hit]"
    page.find("Card A").drag(to=page.find("Done"))
    assert page.run("return t.log") == "[hit][hit][hit]"


def test_inline_handlers_that_the_page_knows(both: Both) -> None:
    page = both("""
        <button onclick="document.getElementById('about').showModal()">About</button>
        <dialog id="about"><p>This app</p><button onclick="this.closest('dialog').close()">Close</button></dialog>
        <form onsubmit="return false"><button ui-action="hit()">Send</button></form>
    """)
    page.click("About")
    page.see("This app")
    page.click("Close")
    page.not_see("This app")
    page.click("Send")
    assert page.run("return t.log") == "[hit]"
