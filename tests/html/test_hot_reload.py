"""What a viewdef that is saved while a person is at work leaves as it was: focus, caret, selection and unsent input."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.html.conftest import Show
from tests.html.screen import Screen

LUA = """
App = session:prototype("App", { v = EMPTY, w = "", other = EMPTY })
t = App:new()
"""
OPTIONS = "".join(f'<sl-option value="{name}">{name}</sl-option>' for name in "abc")
RADIOS = "".join(f'<sl-radio value="{name}">{name}</sl-radio>' for name in "abc")
BUTTONS = "".join(f'<sl-radio-button value="{name}">{name}</sl-radio-button>' for name in "abc")

# The value, the elements that have the focus from the outside in, and what is selected in the innermost.
STATE = """() => {
  const all = [...document.querySelectorAll('[ui-app] [ui-value]')].map(e => e.checked ?? e.value);
  const path = [];
  let inner = document.activeElement;
  for (let next = inner; next; next = next.shadowRoot?.activeElement) {
    path.push(next.localName);
    inner = next;
  }
  return [all, path, inner.value, inner.selectionStart, inner.selectionEnd, inner.selectionDirection];
}"""


class Field(NamedTuple):
    markup: str
    lua: str
    edit: Callable[[Page], object]
    """What a person does before the viewdef is saved."""
    then: Callable[[Page], object]
    """And after it."""
    value: object
    """What the app has then."""
    focus: tuple[str, ...]


def type_amid(page: Page, inner: str, *, text: str = "half ", key: str = "Home") -> None:
    page.locator(f"[ui-app] {inner}").first.focus()
    page.keyboard.press(key)
    page.keyboard.type(text)


def select_backwards(page: Page, inner: str) -> None:
    type_amid(page, inner)
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")


def drag(page: Page, inner: str) -> None:
    box = page.locator(f"[ui-app] {inner}").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)


def press(page: Page, inner: str, key: str) -> None:
    page.locator(f"[ui-app] {inner}").first.focus()
    page.keyboard.press(key)


def open_colours(page: Page, *, text: str) -> None:
    page.locator("[ui-app] sl-color-picker").click()
    field = page.locator("[ui-app] sl-color-picker sl-input input")
    field.click()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def type_more(page: Page) -> None:
    page.keyboard.type("a ")


def enter(page: Page) -> None:
    page.keyboard.press("Enter")


def choose_last(page: Page) -> None:
    page.keyboard.press("Enter")
    page.locator("[ui-app] sl-option").last.click()


FIELDS: dict[str, Field] = {
    "input": Field(
        '<input ui-value="v">', "'text'", lambda page: type_amid(page, "input"), type_more, "half a text", ("input",)
    ),
    "textarea": Field(
        '<textarea ui-value="v"></textarea>', "'text'", lambda page: type_amid(page, "textarea"), type_more,
        "half a text", ("textarea",),
    ),
    "input for a number": Field(
        '<input type="number" ui-value="v">', "12", lambda page: type_amid(page, "input", text="3", key="End"),
        lambda page: page.keyboard.type("4"), "1234", ("input",),
    ),
    "sl-input": Field(
        '<sl-input ui-value="v" clearable></sl-input>', "'text'", lambda page: type_amid(page, "sl-input input"),
        type_more, "half a text", ("sl-input", "input"),
    ),
    "sl-input with a selection": Field(
        '<sl-input ui-value="v"></sl-input>', "'text'", lambda page: select_backwards(page, "sl-input input"),
        type_more, "hala text", ("sl-input", "input"),
    ),
    "sl-input for a number": Field(
        '<sl-input type="number" ui-value="v"></sl-input>', "'12'",
        lambda page: type_amid(page, "sl-input input", text="3", key="End"), lambda page: page.keyboard.type("4"),
        "1234", ("sl-input", "input"),
    ),
    "sl-textarea": Field(
        '<sl-textarea ui-value="v"></sl-textarea>', "'text'", lambda page: type_amid(page, "sl-textarea textarea"),
        type_more, "half a text", ("sl-textarea", "textarea"),
    ),
    "sl-select": Field(
        f'<sl-select ui-value="v">{OPTIONS}</sl-select>', "'b'",
        lambda page: page.locator("[ui-app] sl-select .select__display-input").focus(), choose_last, "c",
        ("sl-select", "input"),
    ),
    "sl-checkbox": Field(
        '<sl-checkbox ui-value="v">x</sl-checkbox>', "false", lambda page: press(page, "sl-checkbox input", "Space"),
        lambda page: page.keyboard.press("Space"), False, ("sl-checkbox", "input"),
    ),
    "sl-switch": Field(
        '<sl-switch ui-value="v">x</sl-switch>', "false", lambda page: press(page, "sl-switch input", "Space"),
        lambda page: page.keyboard.press("Space"), False, ("sl-switch", "input"),
    ),
    "sl-radio-group": Field(
        f'<sl-radio-group ui-value="v">{RADIOS}</sl-radio-group>', "'a'",
        lambda page: press(page, "sl-radio", "ArrowDown"), lambda page: page.keyboard.press("ArrowDown"), "c",
        ("sl-radio",),
    ),
    "sl-radio-group of buttons": Field(
        f'<sl-radio-group ui-value="v">{BUTTONS}</sl-radio-group>', "'a'",
        lambda page: press(page, "sl-radio-button button", "ArrowRight"),
        lambda page: page.keyboard.press("ArrowRight"), "c", ("sl-radio-button", "button"),
    ),
    "sl-range": Field(
        '<sl-range ui-value="v" max="10"></sl-range>', "4", lambda page: drag(page, "sl-range"),
        lambda page: page.keyboard.press("ArrowLeft"), 9, ("sl-range", "input"),
    ),
    "sl-rating": Field(
        '<sl-rating ui-value="v"></sl-rating>', "2", lambda page: press(page, "sl-rating [role=slider]", "ArrowRight"),
        lambda page: page.keyboard.press("ArrowRight"), 4, ("sl-rating", "div"),
    ),
    "sl-color-picker": Field(
        '<sl-color-picker ui-value="v"></sl-color-picker>', "'#ff0000'", lambda page: open_colours(page, text="#00f"),
        lambda page: (page.keyboard.type("f00"), enter(page)), "#00ff00", ("sl-color-picker", "sl-input", "input"),
    ),
    "sl-color-picker in the page": Field(
        '<sl-color-picker ui-value="v" inline></sl-color-picker>', "'#ff0000'",
        lambda page: type_amid(page, "sl-input input", text="#00ff00", key="Control+a"), enter, "#00ff00",
        ("sl-color-picker", "sl-input", "input"),
    ),
}  # fmt: skip


def save(screen: Screen, body: str) -> None:
    screen.session.upload_viewdef("App", "DEFAULT", f"<template>{body}</template>")
    screen.sync()


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_keeps_what_is_half_done_when_its_viewdef_is_saved(show: Show, name: str) -> None:
    field = FIELDS[name]
    screen = show(LUA + f"t.v = {field.lua}", {"App.DEFAULT": f"<h1>old</h1><p>{field.markup}</p>"})
    page = screen.page
    field.edit(page)
    screen.js("() => { document.querySelector('[ui-app] [ui-value]').former = true }")
    screen.becomes(lambda: tuple(screen.js(STATE)[1]), field.focus)
    before = screen.js(STATE)
    save(screen, f"<h1>new</h1><p>{field.markup}</p>")
    screen.js_is(STATE, before)
    assert screen.js("document.querySelector('[ui-app] [ui-value]').former") is None
    field.then(page)
    page.evaluate("document.activeElement.blur()")
    screen.lua_is("return t.v", field.value)


def test_the_focus_in_a_list_that_the_redraw_closes_is_in_its_field_again(show: Show) -> None:
    field = f'<sl-select ui-value="v">{OPTIONS}</sl-select>'
    screen = show(LUA + "t.v = 'b'", {"App.DEFAULT": f"<p>{field}</p>"})
    screen.at("sl-select").click()
    screen.page.keyboard.press("ArrowDown")
    screen.js_is("document.activeElement.localName", "sl-option")
    save(screen, f"<h1>new</h1><p>{field}</p>")
    screen.js_is("document.activeElement.localName", "sl-select")
    choose_last(screen.page)
    screen.lua_is("return t.v", "c")


def test_a_field_that_is_redrawn_twice_before_it_has_rendered_keeps_what_is_half_typed(show: Show) -> None:
    body = '<sl-input ui-value="v"></sl-input>'
    screen = show(LUA + "t.v = 'text'", {"App.DEFAULT": f"<p>1{body}</p>"})
    type_amid(screen.page, "sl-input input")
    before = screen.js(STATE)
    # Both are drawn while one message is processed.
    screen.js(
        """sources => {
          const viewdefs = uiApp.getViewdefStore();
          for (const source of sources) {
            viewdefs.take({ 'App.DEFAULT': source });
            viewdefs.announce();
          }
        }""",
        [f"<template><p>{n}{body}</p></template>" for n in (2, 3)],
    )
    screen.js_is("document.querySelector('[ui-app] p').textContent", "3")
    screen.js_is(STATE, before)


def test_an_element_that_cannot_take_the_focus_keeps_nothing_from_the_others(show: Show) -> None:
    define = """
      customElements.define('x-broken', class extends HTMLElement {
        set value(_) { throw new Error('x-broken takes nothing') }
        get value() { return this.typed ?? '' }
      })
    """
    other = '<sl-input class="w" ui-value="w"></sl-input>'
    body = f'<p><x-broken ui-value="v"></x-broken><sl-input class="o" ui-value="other"></sl-input>{other}</p>'
    screen = show(LUA, {"App.DEFAULT": "<p></p>"})
    screen.js(define)
    save(screen, body)
    # Unsent input in three of them; a script moves the focus without telling the fields.
    screen.at("x-broken").evaluate("e => { e.typed = 'half'; e.dispatchEvent(new Event('input')) }")
    type_amid(screen.page, "sl-input.o input", text="first")
    screen.js("document.activeElement.addEventListener('sl-blur', e => e.stopImmediatePropagation(), { once: true })")
    type_amid(screen.page, "sl-input.w input", text="second")
    save(screen, f"<h1>new</h1>{body}")
    screen.has("sl-input.w", "e => [e.value, document.activeElement === e]", ["second", True])
    screen.page.evaluate("document.activeElement.blur()")
    screen.lua_is("return t.w", "second")
    assert [error for error in screen.errors if "takes nothing" not in error] == []
    screen.errors.clear()
