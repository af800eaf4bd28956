"""What a program writes with: classes and objects whose properties are attributes.

from pytest_uimcp.javafx import fx

button = fx.Button(text="Save", style_class="primary")
button.text = "Saved"        # properties in either spelling: promptText, prompt_text
"""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.javafx.scene.model import classes

# Any, twice: the attributes of these objects stand in a table and in no Python class.


class Namespace:
    """`fx.Button`, `fx.VBox`, and so on."""

    def __getattr__(self, name: str) -> type[Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return classes.fx_class(name)


fx: Final = Namespace()


def create(name: str, **properties: object) -> Any:
    return classes.create(name, **properties)
