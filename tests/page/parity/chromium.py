"""The browser's side: all that this suite needs of a real page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, ElementHandle, Page

from pytest_uimcp.engine.session import Session
from pytest_uimcp.page.inlinestyle import properties
from pytest_uimcp.page.keys import parse_stroke
from pytest_uimcp.testing.faces.chromium.actions import key_of
from tests.html.devserver import DevServer
from tests.html.screen import PATIENCE, in_step
from tests.page.parity.state import IGNORED, VIEW, Place, State, rename


class Chromium:
    """A tab that shows a session."""

    def __init__(self, session: Session, server: DevServer, context: BrowserContext, spare: list[Page]) -> None:
        """Takes a tab from `spare` if there is one, and leaves its tab there."""
        self._session = session
        self.server = server
        self._spare = spare
        self.tab = spare.pop() if spare else context.new_page()
        self.tab.bring_to_front()
        self.tab.set_default_timeout(PATIENCE * 1000)
        self.tab.goto(server.add(session))
        self.tab.wait_for_selector("[ui-app] [ui-viewdef]", state="attached")

    def close(self) -> None:
        if self._spare:
            self.tab.close()
        else:
            self.tab.mouse.move(0, 0)
            self._spare.append(self.tab)
        self.server.sessions.pop(self._session.id, None)

    def click(self, place: Place) -> None:
        handle = self._at(place)
        # What was typed is sent and answered before the click: a user is slower than that.
        if handle.evaluate(LEAVE):
            in_step(self._session, self.tab)
        handle.click()

    def fill(self, place: Place, value: str) -> None:
        self._field(place).fill(value)

    def check(self, place: Place, on: bool) -> None:
        handle = self._at(place)
        if handle.evaluate("e => e.checked") != on:
            handle.click()

    def choose(self, place: Place, option: str) -> None:
        handle = self._at(place)
        if handle.evaluate("e => e.localName") == "select":
            handle.focus()
            handle.select_option(label=option)
            return
        handle.click()
        self.tab.evaluate(COMPONENTS)
        for one in handle.query_selector_all("sl-option, sl-radio, sl-radio-button"):
            if (one.text_content() or "").strip() == option:
                one.click()
        self.tab.evaluate(COMPONENTS)

    def focus(self, place: Place) -> None:
        self._at(place).focus()

    def press(self, key: str) -> None:
        self.tab.keyboard.press(key_of(parse_stroke(key)))

    def state(self) -> State:
        in_step(self._session, self.tab)
        if self.tab.evaluate(COMPONENTS):
            in_step(self._session, self.tab)  # an animation may fire events when it ends
        found: State = self.tab.evaluate(STATE)
        found["elements"] = rename(tidy(found["elements"]))
        found["aria"] = self.tab.locator("[ui-app]").aria_snapshot()
        return {name: found[name] for name in ("text", "aria", "elements", "values", "focus")}

    def _at(self, place: Place) -> ElementHandle:
        handle = self.tab.evaluate_handle(AT, place).as_element()
        assert handle is not None
        return handle

    def _field(self, place: Place) -> ElementHandle:
        inner = self._at(place).evaluate_handle("e => e.shadowRoot?.querySelector('input, textarea') ?? e")
        handle = inner.as_element()
        assert handle is not None
        return handle


def tidy(node: Any) -> Any:
    if isinstance(node, str):
        return node
    tag, attributes, children = node
    kept: dict[str, Any] = {}
    for name, value in attributes.items():
        if tag.startswith("sl-") and IGNORED.match(name):
            continue
        if name == "class":
            if classes := {VIEW.sub("ui-view", one) for one in value.split()}:
                kept[name] = sorted(classes)
        elif name == "style":
            if value.strip():
                kept[name] = properties(value)
        else:
            kept[name] = value
    return [tag, kept, [tidy(child) for child in children]]


AT = "place => place.reduce((element, index) => element.children[index], document.querySelector('[ui-app]'))"

# Waits for all components, if there are any.
COMPONENTS = """async () => {
  const all = root => [...root.querySelectorAll('*')].flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  if (!all(document).some(e => e.updateComplete)) return false;
  for (let i = 0; i < 3; i += 1) {
    await Promise.all(all(document).map(e => e.updateComplete));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  }
  const ends = a => a.playState === 'running' && a.effect?.getTiming().iterations !== Infinity;
  const roots = [document, ...all(document).map(e => e.shadowRoot).filter(Boolean)];
  const animations = roots.flatMap(root => root.getAnimations()).filter(ends);
  await Promise.all(animations.map(a => a.finished.catch(() => {})));
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  return true;
}"""

STATE = r"""() => {
  const app = document.querySelector('[ui-app]');
  const collapse = text => text.replace(/[\u200b\u00ad]/g, '').replace(/\s+/g, ' ').trim();
  const tree = node => {
    if (node.nodeType === 3) return node.data.replace(/[ \t\n\r\f]+/g, ' ').trim() || null;
    if (node.nodeType !== 1) return null;
    const attributes = Object.fromEntries([...node.attributes].map(a => [a.name, a.value]));
    return [node.localName, attributes, [...node.childNodes].map(tree).filter(one => one !== null)];
  };
  const SVG = 'http://www.w3.org/2000/svg';
  // Outside of its elements for text, SVG draws none; and none of what is kept for use elsewhere.
  const isDrawn = text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const kept = 'defs, symbol, clipPath, mask, marker, pattern';
    return range.getClientRects().length > 0 && !text.parentElement.closest(kept);
  };
  const silent = new Set(['datalist', 'noscript', 'script', 'select', 'style', 'template', 'textarea']);
  const pieces = [];
  const visit = node => {
    if (node.nodeType === 3) {
      const around = node.assignedSlot ?? node.parentElement;
      if (node.parentElement?.shadowRoot && !node.assignedSlot) return;
      if (around?.localName === 'details' && !around.open) return;
      if (around && getComputedStyle(around).visibility !== 'visible') return;
      if (around?.namespaceURI === SVG && !isDrawn(node)) return;
      pieces.push(node.data.replaceAll('\n', ' '));
    }
    if (node.nodeType !== 1 || silent.has(node.localName)) return;
    const { display } = getComputedStyle(node);
    if (display === 'none' || (display !== 'contents' && !node.checkVisibility())) return;
    if (node.localName === 'br') return void pieces.push('\n');
    const inline = display === 'inline' || display === 'contents';
    pieces.push(inline ? '' : ' ');
    pieces.push(made(node, '::before'));
    const slotted = node.localName === 'slot' ? node.assignedNodes() : [];
    const inside = node.shadowRoot ? node.shadowRoot.childNodes : slotted.length ? slotted : node.childNodes;
    for (const child of inside) visit(child);
    pieces.push(made(node, '::after'));
    pieces.push(inline ? '' : ' ');
  };
  // Of `q`, in English, which is what is used here.
  const MARKS = { 'open-quote': '\u201c\u2018', 'close-quote': '\u201d\u2019' };
  const made = (node, which) => {
    const { content, display } = getComputedStyle(node, which);
    if (content in MARKS && node.localName === 'q') return MARKS[content][node.parentElement.closest('q') ? 1 : 0];
    if (display === 'none' || !/^"[^"]*"$/.test(content)) return '';
    return display === 'inline' ? content.slice(1, -1) : ` ${content.slice(1, -1)} `;
  };
  visit(app);
  const value = e => {
    if (e.localName === 'input' && /^(checkbox|radio)$/.test(e.type)) return e.checked;
    if (/^(input|textarea)$/.test(e.localName)) return e.value;
    if (e.localName === 'select') return e.multiple ? [...e.selectedOptions].map(o => o.value) : e.value;
    if (/^sl-(checkbox|switch)$/.test(e.localName)) return e.checked;
    if (e.localName === 'sl-radio' && e.hasAttribute('value')) return e.checked ? e.value : null;
    if (/^sl-(input|textarea|select|range|rating|radio-group|color-picker)$/.test(e.localName)) return e.value;
    return null;
  };
  let focus = document.activeElement;
  const place = [];
  if (!focus || !app.contains(focus)) focus = null;
  for (let e = focus; e && e !== app; e = e.parentElement) place.unshift([...e.parentElement.children].indexOf(e));
  return {
    text: collapse(pieces.join('')),
    elements: tree(app),
    values: [...app.querySelectorAll('*')].map(value).filter(one => one !== null),
    focus: focus ? place : null,
  };
}"""

LEAVE = """element => {
  const field = document.activeElement;
  if (!field?.matches('input, textarea, sl-input, sl-textarea') || field.contains(element)) return false;
  if (element.contains(field)) return false;
  field.blur();
  return true;
}"""
