"""The keyboard: an event goes to the popups of the focused window first, then to its focus owner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.actions.events import FxEvent, fire
from pytest_uimcp.javafx.scene.actions.keys import MODIFIERS, stroke_of, typed_by

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.base import FxObject
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.window import PopupWindow, StageWindow


class Keyboard:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        # The modifiers held, in the order in which they were pressed.
        self.codes_down: list[str] = []
        # The stage in which the key was pressed that is down; the rest of its events go there or nowhere.
        self.started: StageWindow | None = None

    @property
    def modifiers(self) -> frozenset[str]:
        return frozenset(MODIFIERS[code] for code in self.codes_down)

    def stage(self) -> StageWindow | None:
        window = self.platform.focused
        if window is not None:
            return window.stage
        return None

    @contextmanager
    def holding(self, codes: Iterable[str]) -> Iterator[None]:
        codes = list(codes)
        for modifier in codes:
            self.codes_down.append(modifier)
            self.send("KEY_PRESSED", modifier)
        try:
            yield
        finally:
            for modifier in codes:
                self.codes_down.remove(modifier)
                # Also after an error: a key that stays down would be held for whatever comes next.
                self.send("KEY_RELEASED", modifier)

    def stroke(self, code: str, modifiers: Iterable[str] = ()) -> None:
        with self.holding(modifiers):
            self.key(code, typed_by(code, self.modifiers))

    def key(self, code: str, character: str) -> None:
        self.send("KEY_PRESSED", code)
        if character:
            self.send("KEY_TYPED", "UNDEFINED", character)
        self.send("KEY_RELEASED", code)

    def type(self, text: str) -> None:
        for character in text.replace("\r\n", "\n").replace("\r", "\n"):
            stroke = stroke_of(character)
            self.stroke_with(stroke.code, stroke.character, stroke.shift)
            # Between two characters there is time for the scene to answer, as with a person who types.
            self.platform.pulse()

    def stroke_with(self, code: str, character: str, shift: bool) -> None:
        if code == "UNDEFINED":
            self.send("KEY_TYPED", "UNDEFINED", character)
            return
        if shift:
            self.stroke(code, ["SHIFT"])
        else:
            self.key(code, "" if code == "ENTER" else character)

    def send(self, kind: str, code: str, character: str = "") -> None:
        # A key may close its window: what follows of the same stroke must not reach another one.
        if kind == "KEY_PRESSED":
            self.started = self.stage()
        stage = self.started
        if stage is None or stage.platform is None or not stage.read("showing") or stage.scene is None:
            return
        for popup in _popups(stage):
            if self.to_popup(popup, kind, code, character):
                return
        fire(self.event(kind, stage.scene.focus_owner or stage.scene, code, character), self.platform)

    def to_popup(self, popup: PopupWindow, kind: str, code: str, character: str) -> bool:
        """An event to a popup; whether it goes no further."""
        scene = popup.scene
        if scene is not None and fire(self.event(kind, scene.focus_owner or scene, code, character), self.platform):
            return True
        if kind == "KEY_PRESSED" and code == "ESCAPE" and popup.auto_hide:
            popup.hide()
            return True
        return False

    def event(self, kind: str, target: FxObject, code: str, character: str) -> FxEvent:
        return FxEvent(kind, target, target, code=code, character=character, modifiers=self.modifiers)


def _popups(stage: StageWindow) -> list[PopupWindow]:
    """The popups above a stage, the topmost first."""
    popups = list(stage.popups)
    for popup in popups:
        popups.extend(popup.popups)  # the loop goes on with them
    return popups[::-1]
