"""What each verb does to an element of a real page: a human's mouse and keyboard, by Playwright."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from pytest_uimcp.page import explain
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.components import component_of
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.verbs import (
    checked_state,
    component_in,
    ensure_takes,
    field_to_fill,
    labelled_control,
    options_meant,
)
from pytest_uimcp.testing.faces.chromium.mirror import Mirror

if TYPE_CHECKING:
    from playwright.async_api import FilePayload, Locator, Page

__all__ = ["CALL", "ENGINE", "HANDS", "QUERY", "Covered", "Hands", "key_of"]

CALL: Final = "([name, ...rest]) => window[Symbol.for('uimcp')][name](...rest)"
ENGINE: Final = "uimcp"
"""The selector engine by which an element is told to Playwright: `uimcp=12`."""
QUERY: Final = """(() => {
  const find = (selector) => {
    const [number, how] = selector.split(' ').reverse();
    return window[Symbol.for('uimcp')]?.[how ?? 'at'](Number(number)) ?? null;
  };
  return { query: (_, selector) => find(selector), queryAll: (_, selector) => [find(selector)].filter(Boolean) };
})()"""
_MODIFIERS: Final = {"ctrl": "Control", "alt": "Alt", "shift": "Shift", "meta": "Meta"}


class Covered(Exception):
    """A human could not point to it."""


class Reached(NamedTuple):
    """Where to point, and whether Playwright has to be told that this is fine."""

    place: Locator
    force: bool


@dataclass(frozen=True, slots=True)
class Hands:
    """The tab, and how it looked when the element was found."""

    tab: Page
    mirror: Mirror
    look: PageView
    patience: float

    def at(self, element: Element) -> Locator:
        """The element itself."""
        return self.tab.locator(f"{ENGINE}={self.mirror.number(element)}")

    def point(self, element: Element) -> Locator:
        """Where a human would click to click it."""
        return self.tab.locator(f"{ENGINE}=point {self.mirror.number(element)}")

    async def inside(self, name: str, *arguments: Any) -> Any:
        """Call something of `probe.js`."""
        return await self.tab.evaluate(CALL, [name, *arguments])

    async def reach(self, element: Element) -> Reached:
        """Where a human would point to it, once nothing covers it."""
        end = time.monotonic() + self.patience
        while met := await self.inside("meets", self.mirror.number(element)):
            if met == "around":  # clicks do not get to it, but to what it is a part of, and that will do
                return Reached(self.point(element), True)
            rest = end - time.monotonic()
            if rest <= 0:
                raise Covered(f"it is covered by {met}")
            await self.inside("change", rest * 1000)
        return Reached(self.point(element), False)

    async def settle(self) -> None:
        """Let components draw what came of the last step."""
        await self.inside("settle", 5000)


async def _click(hands: Hands, element: Element) -> None:
    option = element.closest("option")
    select = option.closest("select") if option is not None else None
    if option is not None and select is not None:
        await _choose_native(hands, select, [option])
        return
    # What was typed is told when the field is left, and what comes of that may move things about: a click whose button
    # goes down on one thing and up on another is none. A human's hand comes later than that.
    if await hands.inside("leaves", hands.mirror.number(element)):
        await hands.settle()
    place, force = await hands.reach(element)
    await place.click(force=force)


async def _hover(hands: Hands, element: Element) -> None:
    place, force = await hands.reach(element)
    await place.hover(force=force)


async def _focus(hands: Hands, element: Element) -> None:
    await hands.at(element).focus()
    if not await hands.inside("hasFocus", hands.mirror.number(element)):
        raise PageError(f"focus: {explain.describe(hands.look, element)} does not take the focus")


async def _fill(hands: Hands, element: Element, text: str) -> None:
    host, component = component_in(element)
    if component is not None and host is not None and host.tag in _BY_PROPERTY:
        kind, events = _BY_PROPERTY[host.tag]
        await hands.at(host).evaluate(_SET, {"value": kind(text), "events": events})
        return
    target = field_to_fill(hands.look, element, text)
    if not await _typed(hands, target, text):
        await hands.at(target).fill(text)


async def _typed(hands: Hands, target: Element, text: str) -> bool:
    """What is longer than the field allows is cut off by typing only."""
    limit = target.get("maxlength") or ""
    if not limit.isdigit() or len(text) <= int(limit):
        return False
    await hands.at(target).fill(text[: int(limit)])
    return True


async def _choose(hands: Hands, element: Element, wanted: list[str]) -> None:
    target, options = options_meant(hands.look, element, wanted)
    if target.tag == "select":
        await _choose_native(hands, target, options)
    elif target.tag == "sl-select":
        await _choose_component(hands, target, options)
    else:
        for option in options:
            await _click(hands, option)


async def _choose_native(hands: Hands, select: Element, options: Sequence[Element]) -> None:
    there = controls.options(select)
    places = [there.index(option) for option in options]
    handle = hands.at(select)
    await handle.focus()
    await handle.select_option(index=places if controls.is_multiple(select) else places[:1])


async def _choose_component(hands: Hands, select: Element, options: Sequence[Element]) -> None:
    handle = hands.at(select)
    if not select.has("open"):
        await handle.click()
        await hands.settle()
    if not select.has("multiple"):
        await hands.at(options[0]).click()
        return
    chosen = set(select.control.property or ()) if select.control is not None else set()
    for option in (one for one in select.descendants() if one.tag == "sl-option"):
        if (option in options) != ((option.get("value") or "") in chosen):
            await hands.at(option).click()
    await handle.press("Escape")


async def _check(hands: Hands, element: Element, on: bool = True) -> None:
    verb = "check" if on else "uncheck"
    now = _is_on(hands.look, element)
    if now is None:
        raise PageError(f"{verb}: {explain.describe(hands.look, element)} cannot be checked")
    if now == on:
        return
    target = _box(element)
    if not on and hands.look.role(target) == "radio":
        raise PageError(f"{verb}: {explain.describe(hands.look, element)} is a radio button: check another one instead")
    await _click(hands, target)


async def _uncheck(hands: Hands, element: Element) -> None:
    await _check(hands, element, False)


def _box(element: Element) -> Element:
    host, component = component_in(element)
    return host if component is not None and host is not None else labelled_control(element)


def _is_on(look: PageView, element: Element) -> bool | None:
    target = _box(element)
    component = component_of(target)
    if component is None:
        return checked_state(look, target)
    if component.checked(target) is None:
        return None
    # Not every component that is on has an attribute that says so.
    state = target.control
    return bool(state.checked) if state is not None else component.checked(target)


async def _upload(hands: Hands, element: Element, given: Sequence[str | Path]) -> None:
    ensure_takes(hands.look, element, len(given))
    await hands.at(element).set_input_files([_file(one) for one in given])


def _file(given: str | Path) -> FilePayload:
    """A file that is there with what is in it; a mere name is an empty file of that name."""
    path = Path(given)
    content = path.read_bytes() if path.is_file() else b""
    return cast("FilePayload", {"name": path.name, "mimeType": "application/octet-stream", "buffer": content})


_SET: Final = """(element, { value, events }) => {
  element.value = value;
  for (const name of events) element.dispatchEvent(new CustomEvent(name, { bubbles: true }));
}"""
# There is nothing in them that a human types into: what a value becomes, and the events that tell of it.
_BY_PROPERTY: Final[dict[str, tuple[Callable[[str], Any], tuple[str, ...]]]] = {
    "sl-rating": (float, ("sl-change",)),
    "sl-color-picker": (str, ("sl-input", "sl-change")),
}

Hand: TypeAlias = Callable[..., Awaitable[None]]
HANDS: Final[dict[str, Hand]] = {
    "check": _check, "choose": _choose, "click": _click, "fill": _fill, "focus": _focus, "hover": _hover,
    "uncheck": _uncheck, "upload": _upload,
}  # fmt: skip


def key_of(stroke: Stroke) -> str:
    """A stroke as Playwright writes it."""
    key = "Space" if stroke.key == " " else stroke.key
    return "+".join([*(name for short, name in _MODIFIERS.items() if short in stroke.modifiers), key])
