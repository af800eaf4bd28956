"""Keys: how attributes, tests and browsers call them."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_uimcp.core.errors import UimcpError

__all__ = ["KeyTest", "Stroke", "UnknownKey", "parse_key_test", "parse_stroke"]

MODIFIERS = frozenset({"ctrl", "shift", "alt", "meta"})

# As attributes write them; every other name is compared in lower case.
NAMES = {
    "enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "left": "ArrowLeft",
    "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown", "tab": "Tab", "space": " ",
    "backspace": "Backspace", "delete": "Delete", "home": "Home", "end": "End", "pageup": "PageUp",
    "pagedown": "PageDown", "insert": "Insert", **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_KNOWN = frozenset(NAMES.values())
_MODIFIER_KEYS = {"control": "ctrl", "ctrl": "ctrl", "shift": "shift", "alt": "alt", "meta": "meta"}


class UnknownKey(UimcpError):
    """A key that no keyboard has."""


@dataclass(frozen=True, slots=True)
class KeyTest:
    """What `ui-event-keypress-ctrl-enter` waits for: exactly these modifiers and this key."""

    modifiers: frozenset[str]
    name: str
    """As the attribute writes it; this is what a path is told."""

    def matches(self, key: str, modifiers: frozenset[str]) -> bool:
        """Whether a stroke is meant."""
        if modifiers != self.modifiers:
            return False
        wanted = NAMES.get(self.name, self.name)
        return key.lower() == wanted.lower() if len(wanted) == 1 else key == wanted or key.lower() == wanted


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key as it goes down together with modifiers."""

    key: str
    modifiers: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The character it writes, if any."""
        return self.key if len(self.key) == 1 and not self.modifiers & {"ctrl", "alt", "meta"} else ""


def parse_key_test(text: str) -> KeyTest | None:
    """Read the end of `ui-event-keypress-…`; None if it names no key."""
    parts = text.lower().split("-")
    modifiers = frozenset(part for part in parts if part in MODIFIERS)
    keys = [part for part in parts if part not in MODIFIERS]
    return KeyTest(modifiers, keys[-1]) if keys and keys[-1] else None


def parse_stroke(text: str) -> Stroke:
    """Read `Enter`, `a`, `Control+Shift+k`, `Shift+Tab`: Playwright's way of writing keys."""
    *before, key = (
        [text] if len(text) == 1 else text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    )
    modifiers = set()
    for name in before:
        if name.lower() not in _MODIFIER_KEYS:
            raise UnknownKey(f"{text!r}: {name!r} is no modifier; there are Control, Shift, Alt and Meta")
        modifiers.add(_MODIFIER_KEYS[name.lower()])
    found = (
        key if len(key) == 1 else NAMES.get(key.lower()) or next((k for k in _KNOWN if k.lower() == key.lower()), "")
    )
    if not found:
        known = ", ".join(sorted(name for name in _KNOWN if name != " "))
        raise UnknownKey(f"no key is called {key!r}; write one character or one of {known}, Space")
    if "shift" in modifiers and len(found) == 1:
        found = found.upper()
    return Stroke(found, frozenset(modifiers))
