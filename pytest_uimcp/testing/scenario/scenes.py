"""The JavaFX scene of a story: what `stage` in the header names, and how it comes to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.references import resolve
from pytest_uimcp.testing.scenario.errors import Fault
from pytest_uimcp.testing.scenario.spelling import check_keys

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage

__all__ = ["SceneFile", "read_scene"]

_FILES: Final = ("scene", "resources")


@dataclass(frozen=True, slots=True)
class SceneFile:
    """An FXML file, and what `uimcp_stage.load` takes beside it."""

    file: Path
    controller: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def show(self, stage: Stage) -> None:
        """Load it. A real program shows its own scene, so the controller is not even imported."""
        if self.controller is not None and not stage.is_real:
            controller = resolve(self.controller)
        else:
            controller = None
        stage.load(self.file, controller=controller, **self.options)


def read_scene(value: Any, folder: Path) -> SceneFile:
    """A scene from the data of a file; raises Fault."""
    given = {"scene": value} if isinstance(value, str) else value
    if not isinstance(given, Mapping) or "scene" not in given:
        raise Fault(f"expected an FXML file, or a mapping with {', '.join(SCENE_KEYS)}, got {value!r}")
    check_keys(given, SCENE_KEYS, "a stage")
    for key, item in given.items():
        words, accepts = _SHAPES[key]
        if not accepts(item):
            raise Fault(f"{key}: expected {words}, got {item!r}")
    sheets: list[str] = [*given.get("stylesheets", ())]
    for name in [*(given[key] for key in _FILES if key in given), *sheets]:
        if not (folder / name).is_file():
            raise Fault(f"there is no file {folder / name}")
    options: dict[str, Any] = {key: given[key] for key in ("title", "width", "height") if key in given}
    if "resources" in given:
        options["resources"] = folder / given["resources"]
    options["stylesheets"] = [folder / name for name in sheets]
    return SceneFile(folder / given["scene"], given.get("controller"), options)


def _is_text(item: Any) -> bool:
    return isinstance(item, str) and bool(item)


def _is_number(item: Any) -> bool:
    return isinstance(item, int | float) and item is not True and item > 0


_TEXT: Final = ("text", _is_text)
_NUMBER: Final = ("a number above 0", _is_number)
_SHAPES: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "scene": _TEXT,
    "controller": (
        "module:Class, such as controllers:LoginController",
        lambda item: isinstance(item, str) and all(item.partition(":")),
    ),
    "title": _TEXT,
    "width": _NUMBER,
    "height": _NUMBER,
    "resources": _TEXT,
    "stylesheets": ("a list of files", lambda item: isinstance(item, list) and all(map(_is_text, item))),
}
SCENE_KEYS: Final = tuple(_SHAPES)
