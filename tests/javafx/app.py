"""A small program, and the tools of the contract on it."""

from __future__ import annotations

import re
from typing import Any

from pytest_uimcp.javafx import Platform, Ui, load_text, show_stage

PACKAGES = ("control", "effect", "layout", "shape", "text")
IMPORTS = "".join(f"<?import javafx.scene.{name}.*?>" for name in PACKAGES)


class App:
    """A stage from FXML, and an agent in front of it."""

    def __init__(self, fxml: str, controller: Any = None, width: float = 400, height: float = 300, **ui: Any) -> None:
        self.platform = Platform()
        named = re.sub(r"<\w+", lambda found: found[0] + ' xmlns:fx="http://javafx.com/fxml"', fxml, count=1)
        self.loaded = load_text(IMPORTS + named, controller=controller)
        self.stage = show_stage(self.platform, self.loaded.root, {"title": "App", "width": width, "height": height})
        self.ui = Ui(self.platform, **ui)

    def __getitem__(self, name: str) -> Any:
        """The object of an `fx:id`."""
        return self.loaded.named[name]

    def ref(self, css: str) -> dict[str, Any]:
        """The reference of the first match."""
        found: dict[str, Any] = self.ui.query({"css": css}, includeControlInternals=True)["matches"][0]["ref"]
        return found

    def do(self, *actions: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
        """Perform, with `"on": "#id"` for a target; the results."""
        told = [
            {key: value for key, value in action.items() if key != "on"}
            | ({"target": {"ref": self.ref(action["on"])}} if "on" in action else {})
            for action in actions
        ]
        results: list[dict[str, Any]] = self.ui.perform(told, **options)["results"]
        return results

    def click(self, css: str, **more: Any) -> dict[str, Any]:
        """Click something, which has to work."""
        [result] = self.do({"type": "click", "on": css, **more})
        assert result["ok"], result
        return result

    def press(self, key: str, *modifiers: str) -> None:
        """Press a key, which has to work."""
        [result] = self.do({"type": "pressKey", "key": key, "modifiers": list(modifiers)})
        assert result["ok"], result

    def type(self, text: str) -> None:
        """Type, which has to work."""
        [result] = self.do({"type": "typeText", "text": text})
        assert result["ok"], result

    def failed(self, *actions: dict[str, Any]) -> str:
        """What a single action that fails says."""
        [result] = self.do(*actions)
        assert result["ok"] is False
        assert result["error"]["code"] == "MCP_UI_ACTION_FAILED"
        return str(result["error"]["message"])
