"""A tab of Firefox in the shape of Playwright's `Page`, as far as the verbs use that (see `chromium/actions.py`).

Playwright's own Firefox is another program, with another protocol: this is the system's, as users have it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.page.keys import Stroke, parse_stroke
from pytest_uimcp.testing.faces.firefox.bidi import Bidi, BidiError

if TYPE_CHECKING:
    from playwright.async_api import FilePayload

HANDS: Final = "window[Symbol.for('uimcp.hands')]"
PROBE: Final = "window[Symbol.for('uimcp')]"
# Firefox answers so when the document goes away while a script runs in it.
_GONE: Final = re.compile(r"[Aa]ctor .*destroyed|no such (frame|node)|realm|unloaded|AbortError|navigat")
_WAITS: Final = 20.0
# The keys that are no characters, in the private characters of WebDriver.
_KEYS: Final = {
    "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "Backspace": "\ue003",
    "Delete": "\ue017", "End": "\ue010", "Enter": "\ue006", "Escape": "\ue00c", "Home": "\ue011", "Insert": "\ue016",
    "PageDown": "\ue00f", "PageUp": "\ue00e", "Tab": "\ue004",
    **{f"F{number}": chr(0xE030 + number) for number in range(1, 13)},
}  # fmt: skip
_MODIFIERS: Final = {"alt": "\ue00a", "ctrl": "\ue009", "meta": "\ue03d", "shift": "\ue008"}
_BASIC_PLANE: Final = 0xFFFF


class BidiPage:
    """A tab."""

    def __init__(self, bidi: Bidi, tab: str, folder: Callable[[], str]) -> None:
        self._bidi = bidi
        self.tab = tab
        # Where the files to be uploaded are put.
        self.folder = folder

    def locator(self, selector: str) -> BidiPlace:
        """The element of a selector of our engine: `uimcp=12`, or `uimcp=point 12` for where a user would click."""
        *how, number = selector.partition("=")[2].split(" ")
        return BidiPlace(self, f"{PROBE}.{how[0] if how else 'at'}({number})")

    async def goto(self, url: str) -> None:
        await self._command("browsingContext.navigate", url=url, wait="interactive")

    async def reload(self, *, wait_until: str) -> None:
        """Load the page again, until its document has been read: what `wait_until` says in Playwright's words."""
        assert wait_until == "domcontentloaded"
        await self._command("browsingContext.reload", wait="interactive")

    async def wait_for_load_state(self, state: str) -> None:
        assert state == "domcontentloaded"
        end = time.monotonic() + _WAITS
        while time.monotonic() < end:
            try:
                if await self.evaluate(f"document.readyState !== 'loading' && !!{PROBE}"):
                    return
            except BidiError:
                pass
            await asyncio.sleep(0.05)

    async def evaluate(self, expression: str, argument: Any = None) -> Any:
        """The value of an expression; if that is a function, what it returns for the argument."""
        script = f"""async (text) => {{
            const it = ({expression});
            return JSON.stringify([await (typeof it === "function" ? it(JSON.parse(text)) : it)]);
        }}"""
        result = await self.call(script, {"type": "string", "value": json.dumps(argument)})
        return json.loads(result["value"])[0]

    async def call(self, function: str, *arguments: dict[str, Any], depth: int = 0) -> dict[str, Any]:
        """Call a JavaScript function, and return what the protocol says of its result."""
        answer = await self._command(
            "script.callFunction",
            functionDeclaration=function,
            arguments=list(arguments),
            target={"context": self.tab},
            awaitPromise=True,
            userActivation=True,
            serializationOptions={"maxDomDepth": depth},
        )
        if answer["type"] == "exception":
            raise BidiError(answer["exceptionDetails"]["text"])
        result: dict[str, Any] = answer["result"]
        return result

    async def locate(self, wanted: dict[str, str]) -> list[int]:
        """The numbers of the elements that Firefox's accessibility tree gives this role, name or both."""
        roots = (await self.call(f"() => {HANDS}.roots()"))["value"]
        answer = await self._command(
            "browsingContext.locateNodes",
            locator={"type": "accessibility", "value": wanted},
            startNodes=[{"sharedId": root["sharedId"]} for root in roots],
            serializationOptions={"maxDomDepth": 0},
        )
        nodes = [{"sharedId": node["sharedId"]} for node in answer["nodes"]]
        if not nodes:
            return []
        found = await self.call(f"(...nodes) => JSON.stringify(nodes.map({HANDS}.numberOf))", *nodes)
        numbers: list[int] = json.loads(found["value"])
        return numbers

    async def screenshot(self, *, path: str | Path | None = None, full_page: bool = False) -> bytes:
        origin = "document" if full_page else "viewport"
        answer = await self._command("browsingContext.captureScreenshot", origin=origin)
        picture = base64.b64decode(answer["data"])
        if path is not None:
            Path(path).write_bytes(picture)
        return picture

    async def close(self) -> None:
        await self._command("browsingContext.close")

    # Mouse and keyboard

    async def point(self, x: float, y: float, *, clicks: int = 0) -> None:
        """Move the mouse, and click so many times."""
        actions: list[dict[str, Any]] = [{"type": "pointerMove", "x": x, "y": y}]
        actions += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] * clicks
        await self._perform({"type": "pointer", "id": "mouse", "actions": actions})

    async def press(self, stroke: Stroke) -> None:
        if len(stroke.key) == 1 and ord(stroke.key) > _BASIC_PLANE:
            # Firefox would type both halves of it, one after the other.
            await self.evaluate(f"{HANDS}.insert", stroke.key)
            return
        if stroke.key != "Tab":
            await self.evaluate(f"{HANDS}.enter")
        keys = [_MODIFIERS[name] for name in sorted(stroke.modifiers)]
        keys.append(_KEYS.get(stroke.key, stroke.key))
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        await self._perform({"type": "key", "id": "keyboard", "actions": actions})

    async def _perform(self, source: dict[str, Any]) -> None:
        await self._command("input.performActions", actions=[source])

    async def _command(self, method: str, **parameters: Any) -> dict[str, Any]:
        place = {} if method.startswith("script.") else {"context": self.tab}
        try:
            return await self._bidi.command(method, **place, **parameters)
        except BidiError as error:
            if _GONE.search(str(error)):
                raise BidiError(f"because of a navigation: {error}") from None
            raise

    async def give_files(self, element: dict[str, str], paths: Sequence[str]) -> None:
        await self._command("input.setFiles", element=element, files=list(paths))


class BidiPlace:
    """An element of a tab in the shape of Playwright's `Locator`; `element` is the expression that gives it."""

    def __init__(self, page: BidiPage, element: str) -> None:
        self._page = page
        self._element = element

    async def evaluate(self, function: str, argument: Any = None) -> Any:
        return await self._page.evaluate(f"(argument) => ({function})({self._element}, argument)", argument)

    async def focus(self) -> None:
        await self.evaluate(f"{HANDS}.focus")

    async def click(self, *, force: bool = False) -> None:
        """Click in the middle; that nothing covers it has been asked before (`BrowserTab.reach`), `force` or not."""
        await self._page.point(*await self.evaluate(f"{HANDS}.place"), clicks=1)

    async def dblclick(self) -> None:
        await self._page.point(*await self.evaluate(f"{HANDS}.place"), clicks=2)

    async def hover(self, *, force: bool = False) -> None:
        await self._page.point(*await self.evaluate(f"{HANDS}.place"))

    async def fill(self, text: str) -> None:
        if not await self.evaluate(f"{HANDS}.begin", text):
            return
        if text:
            await self._page.evaluate(f"{HANDS}.insert", text)
        else:
            await self._page.press(Stroke("Delete"))

    async def press(self, key: str) -> None:
        await self.focus()
        await self._page.press(parse_stroke(key))

    async def select_option(self, *, index: Sequence[int]) -> None:
        await self.focus()
        await self.evaluate(f"{HANDS}.choose", list(index))

    async def set_input_files(self, files: Sequence[FilePayload]) -> None:
        node = await self._page.call(f"() => {self._element}")
        folder = Path(self._page.folder(), node["sharedId"])
        paths = []
        for number, file in enumerate(files):
            path = folder / str(number) / file["name"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file["buffer"])
            paths.append(str(path))
        await self._page.give_files({"sharedId": node["sharedId"]}, paths)
