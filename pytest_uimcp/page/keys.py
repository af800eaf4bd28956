"""The names of keys in attributes, tests and browsers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.rules import KEY_NAMES, MODIFIERS

__all__ = ["KeyPattern", "Stroke", "UnknownKey", "parse_key_pattern", "parse_stroke"]

_KEYS: Final = {**{key.lower(): key for key in KEY_NAMES.values()}, **KEY_NAMES}
# The shifted characters of a US keyboard, the layout that Playwright uses.
_SHIFTED: Final = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))
# What a keyboard sends while a letter is not finished.
_COMPOSING: Final = frozenset({"altgraph", "compose", "convert", "dead", "nonconvert", "process"})


@public
class UnknownKey(UimcpError):
    """No key has this name."""


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """The key of an attribute such as `ui-event-keypress-ctrl-enter`: exactly these modifiers and this key."""

    modifiers: frozenset[str]
    # The key as the attribute writes it, in lower case; this is what is sent to the path.
    name: str

    def matches(self, key: str, modifiers: frozenset[str]) -> bool:
        return modifiers == self.modifiers and key.lower() == KEY_NAMES.get(self.name, self.name).lower()


@dataclass(frozen=True, slots=True)
class Stroke:
    key: str
    modifiers: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        if len(self.key) == 1 and not self.modifiers & {"ctrl", "alt", "meta"}:
            return self.key
        return ""


@lru_cache(maxsize=1024)
def parse_key_pattern(text: str) -> KeyPattern:
    """Parse the rest of `ui-event-keypress-…`: modifiers, then the key."""
    parts = text.lower().split("-")
    modifiers = set()
    while len(parts) > 1 and parts[0] in MODIFIERS:
        modifiers.add(MODIFIERS[parts.pop(0)])
    return KeyPattern(frozenset(modifiers), "-".join(parts))


def parse_stroke(text: str) -> Stroke:
    """Parse a key in Playwright's notation: `Enter`, `a`, `Control+Shift+k`, `Shift+Tab`."""
    # The last character is the key or the end of its name, also where it is a plus sign: `+`, `Control++`.
    *prefixes, name_start = text[:-1].split("+")
    key = name_start + text[-1:]
    modifiers = set()
    for name in [*prefixes, key]:
        if name.lower() in _COMPOSING:
            raise UnknownKey(
                f"{text!r}: no face composes letters by dead keys or an input method; press the finished letter, "
                "such as 'é', or fill() the text; the events compositionstart, compositionupdate and compositionend "
                "are not sent"
            )
    for name in prefixes:
        if name.lower() not in MODIFIERS:
            raise UnknownKey(f"{text!r}: {name!r} is not a modifier; use Control, Shift, Alt or Meta")
        modifiers.add(MODIFIERS[name.lower()])
    key_name = key if len(key) == 1 else _KEYS.get(key.lower(), "")
    if not key_name:
        names = ", ".join(sorted(name for name in set(KEY_NAMES.values()) if len(name) > 1))
        raise UnknownKey(f"there is no key {key!r}; use one character or one of {names}, Space")
    if "shift" in modifiers and len(key_name) == 1:
        key_name = _SHIFTED.get(key_name, key_name.upper())
    return Stroke(key_name, frozenset(modifiers))
