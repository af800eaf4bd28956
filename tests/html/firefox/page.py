"""An app's page in Firefox, with the verbs of the other faces as far as the tests need them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from types import SimpleNamespace
from typing import Any, Final, TypeVar

from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.scope import PageScope
from pytest_uimcp.testing.faces.chromium.mirror import Mirror
from tests.html.firefox.bidi import Bidi, BidiError
from tests.page.matrix.stage import PAUSE

__all__ = ["FirefoxPage"]

T = TypeVar("T")
PROBE: Final = "window[Symbol.for('uimcp')]"
KEYS: Final = {
    "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "Backspace": "\ue003",
    "Delete": "\ue017", "End": "\ue010", "Enter": "\ue007", "Escape": "\ue00c", "Home": "\ue011", "Tab": "\ue004",
}  # fmt: skip
MODIFIERS: Final = {"alt": "\ue00a", "ctrl": "\ue009", "meta": "\ue03d", "shift": "\ue008"}


class FirefoxPage(PageScope):
    """A tab of Firefox."""

    def __init__(self, bidi: Bidi, url: str, rest: Callable[[], None]) -> None:
        self._page: Any = self
        self._bidi = bidi
        self._rest = rest
        self._mirror = Mirror()
        self._log = StepLog()
        probe = (files("pytest_uimcp.testing.faces.chromium") / "probe.js").read_text(encoding="utf-8")
        self._script = bidi.command("script.addPreloadScript", functionDeclaration=f"() => {{ {probe} }}")["script"]
        self._tab = bidi.command("browsingContext.create", type="tab")["context"]
        bidi.command("browsingContext.navigate", context=self._tab, url=url, wait="complete")
        self.settle()

    def close(self) -> None:
        """Close the tab."""
        self._bidi.command("script.removePreloadScript", script=self._script)
        self._bidi.command("browsingContext.close", context=self._tab)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, awaited; a node is a reference to it."""
        found = self._bidi.command(
            "script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=True
        )
        if found["type"] == "exception":
            raise BidiError(f"{expression}: {found['exceptionDetails']['text']}")
        result = found["result"]
        return {"sharedId": result["sharedId"]} if result["type"] == "node" else result.get("value")

    # What the verbs need (see `PageFace`)

    @property
    def step_log(self) -> StepLog:
        return self._log

    def settle(self) -> None:
        for _ in range(10):
            self._rest()
            if not self.evaluate(f"{PROBE}.settle(20000)"):
                return

    def look(self) -> PageView:
        return self._mirror.take(self.evaluate(f"{PROBE}.snapshotDocument()"))

    def expect(self, attempt: Callable[[], T]) -> T:
        return attempt()

    def do(self, verb: str, element: Element, *arguments: Any) -> None:
        number = self._mirror.number(element)
        act: dict[str, Callable[..., None]] = {
            "check": self._click,
            "click": self._click,
            "fill": self._fill,
            "focus": self._focus,
            "uncheck": self._click,
        }
        act[verb](number, *arguments)
        self.settle()

    def press_key(self, stroke: Stroke) -> None:
        held = [MODIFIERS[name] for name in sorted(stroke.modifiers)]
        key = KEYS.get(stroke.key, stroke.key)
        self._keys(
            [("keyDown", one) for one in held]
            + [("keyDown", key), ("keyUp", key)]
            + [("keyUp", one) for one in reversed(held)]
        )
        self.settle()

    def aria_of(self, element: Element) -> str:
        return to_yaml(tree_of(self.look(), element))

    def _root(self) -> Element:
        self.look()
        return self._mirror.document.body

    # Actions

    def _click(self, number: int) -> None:
        self.evaluate(f"{PROBE}.leaves({number})")
        self.settle()
        node = self.evaluate(f"{PROBE}.point({number})")
        pointer = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": node}},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": pointer})

    def _focus(self, number: int) -> None:
        self.evaluate(f"{PROBE}.at({number}).focus()")

    def _fill(self, number: int, text: str) -> None:
        self.evaluate(f"{PROBE}.leaves({number})")
        self.settle()
        self.evaluate(f"(field => (field.focus(), field.select()))({PROBE}.at({number}))")
        self._keys([(kind, key) for key in text or KEYS["Delete"] for kind in ("keyDown", "keyUp")])

    def _keys(self, keys: list[tuple[str, str]]) -> None:
        actions = [{"type": kind, "value": key} for kind, key in keys]
        self._perform({"type": "key", "id": "keyboard", "actions": actions})

    def _perform(self, source: dict[str, Any]) -> None:
        self._bidi.command("input.performActions", context=self._tab, actions=[source])


def namespace_of(page: FirefoxPage, session: Any) -> Any:
    """The page as a stage of the matrix."""

    def look() -> tuple[str, str]:
        return page.aria(css="[ui-app]"), ""

    def clear() -> None:
        page.evaluate("document.activeElement?.blur()")
        session.eval(PAUSE)

    return SimpleNamespace(page=page, session=session, look=look, clear=clear)
