"""The verbs in Chromium: Playwright's mouse and keyboard."""

from __future__ import annotations

import mimetypes
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.shoelace.selects import Select
from pytest_uimcp.page.verbs import (
    checked_state,
    component_in,
    control_of,
    ensure_counts,
    ensure_takes,
    field_to_fill,
    find_options,
)
from pytest_uimcp.testing.faces.chromium.mirror import Mirror

if TYPE_CHECKING:
    from playwright.async_api import FilePayload, Locator, Page


CALL: Final = "([name, ...rest]) => window[Symbol.for('uimcp')][name](...rest)"
# The selector engine that identifies an element to Playwright: `uimcp=12`.
ENGINE: Final = "uimcp"
QUERY: Final = """(() => {
  const find = (selector) => {
    const [number, how] = selector.split(' ').reverse();
    return window[Symbol.for('uimcp')]?.[how ?? 'at'](Number(number)) ?? null;
  };
  return { query: (_, selector) => find(selector), queryAll: (_, selector) => [find(selector)].filter(Boolean) };
})()"""
_CDP_MODIFIERS: Final = {"alt": 1, "ctrl": 2, "meta": 4, "shift": 8}
_MODIFIERS: Final = {"ctrl": "Control", "alt": "Alt", "shift": "Shift", "meta": "Meta"}


class Covered(Exception):
    """Another element covers this one, or there is nothing of it to hit."""


class Reached(NamedTuple):
    """The point for the mouse, and whether Playwright's own check has to be skipped (`force`)."""

    place: Locator
    force: bool


@dataclass(frozen=True, slots=True)
class BrowserTab:
    """The browser's tab as the verbs use it, with the page view in which the element was found."""

    page: Page
    mirror: Mirror
    look: PageView
    patience: float

    def at(self, element: Element) -> Locator:
        return self.page.locator(f"{ENGINE}={self.mirror.number(element)}")

    def point(self, element: Element) -> Locator:
        """The element that a user would click."""
        return self.page.locator(f"{ENGINE}=point {self.mirror.number(element)}")

    async def inside(self, name: str, *arguments: Any) -> Any:
        """Call a function of `probe.js`."""
        return await self.page.evaluate(CALL, [name, *arguments])

    async def reach(self, element: Element) -> Reached:
        """The point that a user would click; waits until nothing covers it."""
        end = time.monotonic() + self.patience
        while met := await self.inside("meets", self.mirror.number(element)):
            if met == "around":  # clicks reach its container instead, which is good enough
                return Reached(self.point(element), True)
            if met == "nothing":
                why = "nothing in it is displayed"
            elif met == "beside":
                why = "nothing of it is drawn in its middle, where the mouse goes"
            else:
                why = f"it is covered by {met}"
            seconds_left = end - time.monotonic()
            if seconds_left <= 0:
                raise Covered(why)
            await self.inside("change", seconds_left * 1000)
        return Reached(self.point(element), False)

    async def ensure_in_front(self, element: Element) -> None:
        """Fail if a window that is open over the page covers the element."""
        if await self.inside("isBehindWindow", self.mirror.number(element)):
            raise Covered("it is covered by a window that is open over the page")

    async def leave_for(self, element: Element) -> None:
        """Leave the focused field and wait for what follows, as a user does, who needs time to get to the next element.

        Leaving a field sends what was typed, and the result may move or replace elements: a press on one element and a
        release on another is not a click.
        """
        if await self.inside("leaves", self.mirror.number(element)):
            await self.settle()
            if not await self.inside("isThere", self.mirror.number(element)):
                raise Covered("it is replaced when the field with the focus is left: do that in a step of its own")

    async def settle(self) -> None:
        """Wait until components have drawn the result of the last step."""
        await self.inside("settle", 5000)


async def _click(tab: BrowserTab, element: Element) -> None:
    option = element.closest("option")
    select = option.closest("select") if option is not None else None
    if option is not None and select is not None:
        await _choose_native(tab, select, [option])
        return
    await tab.leave_for(element)
    place, force = await tab.reach(element)
    await place.click(force=force)


async def _dblclick(tab: BrowserTab, element: Element) -> None:
    """Two clicks as of a person: what follows from the first is shown before the second."""
    await tab.leave_for(element)
    place, force = await tab.reach(element)
    await place.click(force=force)
    await tab.settle()
    if not await tab.inside("isThere", tab.mirror.number(element)):
        raise Covered("the first click has removed it, and the second would hit what is there now; click() it")
    place, force = await tab.reach(element)
    await place.hover(force=force)
    await tab.page.mouse.down(click_count=2)
    await tab.page.mouse.up(click_count=2)


async def _right_click(tab: BrowserTab, element: Element) -> None:
    await tab.leave_for(element)
    place, force = await tab.reach(element)
    await place.click(force=force, button="right")


async def _hover(tab: BrowserTab, element: Element) -> None:
    place, force = await tab.reach(element)
    await place.hover(force=force)


async def _drag(tab: BrowserTab, element: Element, destination: Element) -> None:
    await tab.leave_for(element)
    place, force = await tab.reach(destination)
    await _hover(tab, element)
    await tab.page.mouse.down()
    try:
        await place.hover(force=force)
        # What follows from taking the element may move its destination.
        await tab.settle()
        await place.hover(force=force)
    finally:
        await tab.page.mouse.up()


async def _focus(tab: BrowserTab, element: Element) -> None:
    await tab.at(element).focus()
    if not await tab.inside("hasFocus", tab.mirror.number(element)):
        raise PageError(f"focus: {explain.describe(tab.look, element)} does not take the focus")


async def _fill(tab: BrowserTab, element: Element, text: str) -> None:
    component = component_in(element)
    if component is not None and component.element.tag in _BY_PROPERTY:
        kind, events = _BY_PROPERTY[component.element.tag]
        ensure_counts(tab.look, element, text)
        await tab.at(component.element).evaluate(_SET, {"value": kind(text), "events": events})
        return
    target = field_to_fill(tab.look, element, text)
    await tab.leave_for(target)
    if not await _typed(tab, target, text):
        await tab.at(target).fill(text)


async def _typed(tab: BrowserTab, target: Element, text: str) -> bool:
    """Type a text that is longer than the field allows, because only typing truncates it."""
    limit = target.get("maxlength") or ""
    if not limit.isdigit() or len(text) <= int(limit):
        return False
    await tab.at(target).fill(text[: int(limit)])
    return True


async def _choose(tab: BrowserTab, element: Element, labels: list[str]) -> None:
    target = control_of(element)
    options = find_options(tab.look, element, labels)
    if target.tag == "select":
        await _choose_native(tab, target, options)
    elif target.tag == "sl-select":
        await _choose_component(tab, target, options)
    else:
        for option in options:
            await _click(tab, option)


async def _choose_native(tab: BrowserTab, select: Element, options: Sequence[Element]) -> None:
    all_options = controls.options(select)
    places = [all_options.index(option) for option in options]
    await tab.ensure_in_front(select)  # Playwright selects options behind a window too
    await tab.leave_for(select)
    handle = tab.at(select)
    await handle.focus()
    await handle.select_option(index=places if controls.is_multiple(select) else places[:1])


async def _choose_component(tab: BrowserTab, select: Element, options: Sequence[Element]) -> None:
    await tab.leave_for(select)
    handle = tab.at(select)
    if not select.has("open"):
        await handle.click()
        await tab.settle()
    if not select.has("multiple"):
        await tab.at(options[0]).click()
        return
    component = select.component
    values = component.selected_values() if isinstance(component, Select) else []
    for option in (descendant for descendant in select.descendants() if descendant.tag == "sl-option"):
        if (option in options) != ((option.get("value") or "") in values):
            await tab.at(option).click()
    await handle.press("Escape")


async def _check(tab: BrowserTab, element: Element, is_on: bool = True) -> None:
    verb = "check" if is_on else "uncheck"
    target = control_of(element)
    current = checked_state(tab.look, target)
    if current is None:
        raise PageError(f"{verb}: {explain.describe(tab.look, element)} cannot be checked")
    await tab.ensure_in_front(target)
    if current == is_on:
        return
    if not is_on and tab.look.role(target) == "radio":
        raise PageError(f"{verb}: {explain.describe(tab.look, element)} is a radio button: check another one instead")
    await _click(tab, target)


async def _uncheck(tab: BrowserTab, element: Element) -> None:
    await _check(tab, element, False)


async def _upload(tab: BrowserTab, element: Element, paths: Sequence[str | Path]) -> None:
    ensure_takes(tab.look, element, len(paths))
    await tab.at(element).set_input_files([_file(path) for path in paths])


def _file(name: str | Path) -> FilePayload:
    """The payload for a file, of the type that its name says; a name without a file is an empty file."""
    path = Path(name)
    content = path.read_bytes() if path.is_file() else b""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return cast("FilePayload", {"name": path.name, "mimeType": kind, "buffer": content})


_SET: Final = """(element, { value, events }) => {
  element.value = value;
  for (const name of events) element.dispatchEvent(new CustomEvent(name, { bubbles: true }));
}"""
# Fields without text input: how to convert the value, and the events to dispatch.
_BY_PROPERTY: Final[dict[str, tuple[Callable[[str], Any], tuple[str, ...]]]] = {
    "sl-rating": (float, ("sl-change",)),
    "sl-color-picker": (str, ("sl-input", "sl-change")),
}

Action: TypeAlias = Callable[..., Awaitable[None]]
ACTIONS: Final[dict[str, Action]] = {
    "check": _check, "choose": _choose, "click": _click, "dblclick": _dblclick, "drag": _drag, "fill": _fill,
    "focus": _focus, "hover": _hover, "right_click": _right_click, "uncheck": _uncheck, "upload": _upload,
}  # fmt: skip


async def press_key(page: Page, stroke: Stroke) -> None:
    """Press a key; one that Playwright's keyboard does not have is pressed as on a keyboard that has it."""
    if len(stroke.key) > 1 or stroke.key.isascii():
        await page.keyboard.press(key_of(stroke))
        return
    browser = page.context.browser
    if browser is not None and browser.browser_type.name != "chromium":  # without Chromium's own protocol
        await page.keyboard.insert_text(stroke.text)
        return
    session = await page.context.new_cdp_session(page)
    modifiers = sum(_CDP_MODIFIERS[name] for name in stroke.modifiers)
    key = {"key": stroke.key, "modifiers": modifiers}
    if stroke.text:
        text = {"text": stroke.text, "unmodifiedText": stroke.text}
    else:
        text = {}
    try:
        await session.send("Input.dispatchKeyEvent", {"type": "keyDown" if text else "rawKeyDown", **key, **text})
        await session.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    finally:
        await session.detach()


def key_of(stroke: Stroke) -> str:
    key = "Space" if stroke.key == " " else stroke.key
    return "+".join([*(name for short, name in _MODIFIERS.items() if short in stroke.modifiers), key])
