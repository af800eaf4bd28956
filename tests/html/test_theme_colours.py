"""Every theme can be read, with native controls and Shoelace's, whatever the system prefers and whenever it changes."""

from __future__ import annotations

import pytest

from tests.html.conftest import Show
from tests.html.screen import Scheme, Screen
from tests.html.themed import KINDS, LUA, THEMES, viewdef

# As the Web Content Accessibility Guidelines measure it; what is disabled is exempt.
LEAST = 4.5
IS_DARK = {"base": {"light": False, "dark": True}, "paper": dict.fromkeys(("light", "dark"), False)}
ALWAYS_DARK = dict.fromkeys(("light", "dark"), True)

MEASURE = """least => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = colour => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const linear = channel => (channel /= 255) <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const around = element => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;
  const background = element => {
    for (let e = element; e; e = around(e)) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const all = root => [...root.querySelectorAll('*')].flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const isDisabled = element => {
    for (let e = element; e; e = around(e)) if (e.matches(':disabled, [disabled]')) return true;
    return false;
  };
  const isField = e => e.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select');
  const hasText = e => isField(e) || [...e.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const seen = { visibilityProperty: true, opacityProperty: true };
  const isSeen = e => e.checkVisibility(seen) && e.getClientRects().length;
  const isMeasured = e => hasText(e) && !isDisabled(e) && !e.matches('style, option');
  const shown = all(document.querySelector('.sample')).filter(e => isSeen(e) && isMeasured(e));
  const faint = [];
  for (const e of shown) {
    const back = luminance(background(e));
    const empty = isField(e) && !e.value && e.placeholder;
    const ink = luminance(rgba(getComputedStyle(e, empty ? '::placeholder' : null).color));
    const contrast = (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
    if (contrast < least) faint.push([e.localName, (e.value ?? e.textContent).trim(), contrast.toFixed(2)]);
  }
  const backs = shown.filter(isField).map(e => luminance(background(e)) < 0.18);
  return { faint, page: luminance(background(document.body)) < 0.18, fields: [...new Set(backs)], count: shown.length };
}"""


def looks_well(screen: Screen, theme: str, scheme: Scheme) -> None:
    """Wait until the page, its fields and its texts have the colours of a theme: components change theirs gradually."""
    dark = IS_DARK.get(theme, ALWAYS_DARK)[scheme]
    screen.becomes(
        lambda: {name: value for name, value in screen.js(MEASURE, LEAST).items() if name != "count"},
        {"faint": [], "page": dark, "fields": [dark]},
    )
    assert screen.js(MEASURE, LEAST)["count"] > 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_text_of_a_theme_stands_out(show: Show, theme: str, kind: str) -> None:
    screen = show(LUA, {"App.DEFAULT": viewdef(theme, kind)})
    screen.js("name => { document.documentElement.className = `theme-${name}` }", theme)
    for scheme in ("light", "dark", "light"):
        screen.page.emulate_media(color_scheme=scheme)
        looks_well(screen, theme, scheme)


def test_components_follow_when_another_theme_is_chosen(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": viewdef("base", "Shoelace")})
    steps: tuple[tuple[str, Scheme], ...] = (
        ("harbor", "light"),
        ("paper", "dark"),
        ("base", "dark"),
        ("harbor", "dark"),
        ("base", "light"),
    )
    for theme, scheme in steps:
        screen.page.emulate_media(color_scheme=scheme)
        screen.js("name => { document.documentElement.className = `theme-${name}` }", theme)
        looks_well(screen, theme, scheme)


@pytest.mark.parametrize(("theme", "scheme"), [("base", "dark"), ("harbor", "light"), ("paper", "dark")])
def test_a_page_stays_as_it_is_when_its_first_component_comes(show: Show, theme: str, scheme: Scheme) -> None:
    screen = show(LUA, {"App.DEFAULT": "<p>no component</p>"})
    screen.page.emulate_media(color_scheme=scheme)
    screen.js("name => { document.documentElement.className = `theme-${name}` }", theme)
    looks = "(style => [style.backgroundColor, style.color])(getComputedStyle(document.body))"
    before = screen.js(looks)
    screen.session.upload_viewdef("App", "DEFAULT", '<template><sl-input value="x"></sl-input></template>')
    screen.sync()
    screen.has("sl-input", "e => e.hasUpdated", True)
    assert screen.js(looks) == before


def test_an_app_sets_shoelaces_tokens_as_it_likes(show: Show) -> None:
    own = "<style>:root { --sl-color-primary-600: rgb(1, 2, 3) }</style>"
    screen = show(LUA, {"App.DEFAULT": f'<div>{own}<sl-button variant="primary">Go</sl-button></div>'})
    base = "e => getComputedStyle(e.shadowRoot.querySelector('[part~=base]')).backgroundColor"
    screen.has("sl-button", base, "rgb(1, 2, 3)")


def test_a_background_of_an_apps_own_decides_as_long_as_it_is_there(show: Show) -> None:
    field = '<input value="x">'
    screen = show(LUA, {"App.DEFAULT": f"<div>{THEMES['own']}{field}</div>"})
    screen.page.emulate_media(color_scheme="light")
    scheme = "e => getComputedStyle(e).colorScheme"
    screen.has("input", scheme, "dark")
    screen.session.upload_viewdef("App", "DEFAULT", f"<template><div>{field}</div></template>")
    screen.sync()
    screen.has("input", scheme, "light dark")
    screen.js_is("getComputedStyle(document.body).backgroundColor", "rgb(255, 255, 255)")


def test_an_option_that_has_the_focus_is_marked_once(show: Show) -> None:
    options = '<sl-option value="a">A</sl-option><sl-option value="b">B</sl-option>'
    screen = show(LUA, {"App.DEFAULT": f'<div><sl-select label="Pick">{options}</sl-select></div>'})
    screen.at("sl-select").click()
    screen.page.keyboard.press("ArrowDown")
    looks = "e => getComputedStyle(e.shadowRoot.querySelector('[part~=base]')).backgroundColor"
    screen.has("sl-option:focus-visible", "e => getComputedStyle(e).outlineStyle", "none")
    screen.has("sl-option:focus-visible", looks, "rgb(37, 99, 235)")
