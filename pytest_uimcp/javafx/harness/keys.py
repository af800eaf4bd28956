"""Keys as tests write them, in the notation of pages: `Enter`, `Control+S`, `Shift+Tab`."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.snapshot.options import Json

MODIFIERS: Final = {
    "control": "CTRL", "ctrl": "CTRL", "shift": "SHIFT", "alt": "ALT", "meta": "META", "command": "META",
    "shortcut": "SHORTCUT",
}  # fmt: skip
NAMES: Final = {
    "arrowleft": "LEFT", "arrowright": "RIGHT", "arrowup": "UP", "arrowdown": "DOWN", "escape": "ESCAPE",
    "backspace": "BACK_SPACE", "pageup": "PAGE_UP", "pagedown": "PAGE_DOWN", " ": "SPACE",
}  # fmt: skip


def stroke(text: str) -> Json:
    """The action that presses a key; the program says whether there is one of that name."""
    *names, key = text.split("+") if len(text) > 1 else [text]
    modifiers = [MODIFIERS.get(name.strip().lower(), name.strip().upper()) for name in names]
    return {"type": "pressKey", "key": NAMES.get(key.lower(), key.upper()), "modifiers": modifiers}
