"""From an FXML file to a program that runs: its controller, its scene, its stage, on an FX thread of its own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx.scene.errors import JavaFxError, near
from pytest_uimcp.javafx.scene.fxml import FxmlDocument, load
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.showing import show_stage
from pytest_uimcp.javafx.scene.stage.window import StageWindow

# Of what is not as in JavaFX; the document's `problems` have all of it.
MOST_SAID: Final = 20


def controller_class(reference: str, folder: Path) -> type:
    """The class that `module:Class` names; modules are also looked for here and beside the FXML file."""
    module, colon, name = reference.partition(":")
    if not colon or not module or not name:
        raise UimcpError(f"--controller: expected module:Class, such as app.login:LoginController; got {reference!r}")
    for place in (str(folder), str(Path.cwd())):
        if place not in sys.path:
            sys.path.insert(0, place)
    try:
        imported = importlib.import_module(module)
    except ImportError as error:
        raise UimcpError(f"--controller: {module!r} cannot be imported: {error}") from error
    if not hasattr(imported, name):
        raise UimcpError(f"--controller: {module!r} has no {name!r}.{near(name, vars(imported))}")
    controller: type = getattr(imported, name)
    return controller


def superclasses_in(text: str) -> dict[str, str]:
    """`com.acme.Keypad=GridPane, Amount=TextField`, on one line or several."""
    superclasses = {}
    for entry in text.replace("\n", ",").split(","):
        name, equals, superclass = (part.strip() for part in entry.partition("="))
        if entry.strip() and not (name and equals and superclass):
            raise UimcpError(f"expected CLASS=SUPERCLASS, such as Keypad=GridPane; got {entry.strip()!r}")
        if name:
            superclasses[name] = superclass
    return superclasses


def differences(problems: Sequence[str]) -> str:
    """What is not as in JavaFX, as a text: a line for each, and how many more there are."""
    rows = [f"  {problem}" for problem in problems[:MOST_SAID]]
    if len(problems) > MOST_SAID:
        rows.append(f"  and {len(problems) - MOST_SAID} more")
    return "\n".join(["not as in JavaFX (strict=True, or --strict, refuses it):", *rows])


def open_fxml(
    platform: Platform,
    file: Path,
    *,
    controller: object = None,
    resources: Any = None,
    stylesheets: Sequence[str | Path] = (),
    stage: Mapping[str, object] | None = None,
    **options: Any,
) -> tuple[FxmlDocument, StageWindow]:
    """Load a document and show it in a stage; `options` are those of the loader."""
    # Any: the loader says what each of its options may be.
    if not file.is_file():
        raise JavaFxError(f"no file {file}")

    def show() -> tuple[FxmlDocument, StageWindow]:
        loaded = load(file, controller=controller, resources=resources, **options)
        stage_options = {
            "title": file.stem,
            **(stage or {}),
            "stylesheets": [str(Path(sheet).resolve()) for sheet in stylesheets],
        }
        window = show_stage(platform, loaded.root, stage_options, file.parent)
        window.differences = loaded.problems
        return loaded, window

    return platform.call(show)
