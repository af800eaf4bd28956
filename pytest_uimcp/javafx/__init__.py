"""A faithful JavaFX in memory: scenes from FXML or built in Python, without a JVM.

Faithful means that it gives what JavaFX gives: the same nodes, inner ones included, the same sizes and places to a
thousandth of a pixel, the same order and the same states. Recordings of JavaFX hold it to that.

    from pytest_uimcp.javafx import Platform, Ui, fx, load, show_stage

    platform = Platform()                                  # this thread is its FX thread
    loaded = load("login.fxml", controller=LoginController())
    show_stage(platform, loaded.root, {"title": "Login"})
    ui = Ui(platform)
    ref = ui.query(selector={"css": "#login"})["matches"][0]["ref"]           # what an agent is told
    ui.perform([{"type": "click", "target": {"ref": ref}}])                   # and what it does

The parts, from the bottom up; each uses only those before it:

`tables`      data: classes, properties, glyph widths
`values`      geometry, colours, fonts, enumerations
`model`       classes made from the tables, objects with properties, nodes and their trees, what items, selections,
              toggles, tree items and text inputs do when they change
`selectors`   tokens, parse, match, query; texts and conditions
`css`         stylesheets: the theme's measures and a program's own
`layout`      how large nodes want to be, where panes put them, the boxes that follow
`skins`       the nodes inside controls and how they are measured and laid out
`stage`       the FX thread with its virtual time, windows, scenes, focus, dialogs, popups
`fxml`        documents into scenes
`snapshot`    paths, uids, `UiNode`, `UiSnapshot`
`actions`     events, and how controls answer to them; mouse, keyboard, traversal; the robot that holds both
`contract`    the tools of the contract as calls
`playing`     bringing a scene into a recorded state

How a change travels: `FxObject.set` coerces, keeps and tells; a property's effect (`tables.node_properties`) says what
has to be done again: `s` styles the node again, `k` lets its skin follow, `l` lays out, `b` finds boxes again. Nothing
of that happens at once: `Scene.pulse()` does it, style, skins, layout, until all is still, and then moves the focus
if its owner lost the right to it. Time is virtual: it goes on with pulses and with nothing else.

Where behaviour goes: `model.base.hook(classes, properties)` for what a change brings about, `model.classes.method` for
what an object can be told to do, a sizer in `layout` for a pane, a skin in `skins` for a control, and
`actions.events.on(kinds, classes)` for what a control does when mouse or keys reach it: it changes the model through
properties and lets `platform.await_idle` settle.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .contract.ui import Ui
    from .errors import JavaFxError, NotOnFxThread, UiError, UnknownName, WrongValue
    from .fxml import FxmlError, Loaded, load, load_text
    from .model.classes import create, fx
    from .playing.setup import play, play_operation, show_stage
    from .snapshot.compact import compact_text
    from .snapshot.options import Options
    from .stage.dialogs import alert
    from .stage.platform import Platform

# pytest imports the fixtures of this room when it starts, and must not pay for a scene.
_HOMES = {
    "FxmlError": "fxml",
    "JavaFxError": "errors",
    "Loaded": "fxml",
    "NotOnFxThread": "errors",
    "Options": "snapshot.options",
    "Platform": "stage.platform",
    "Ui": "contract.ui",
    "UiError": "errors",
    "UnknownName": "errors",
    "WrongValue": "errors",
    "alert": "stage.dialogs",
    "compact_text": "snapshot.compact",
    "create": "model.classes",
    "fx": "model.classes",
    "load": "fxml",
    "load_text": "fxml",
    "play": "playing.setup",
    "play_operation": "playing.setup",
    "show_stage": "playing.setup",
}

__all__ = [
    "FxmlError",
    "JavaFxError",
    "Loaded",
    "NotOnFxThread",
    "Options",
    "Platform",
    "Ui",
    "UiError",
    "UnknownName",
    "WrongValue",
    "alert",
    "compact_text",
    "create",
    "fx",
    "load",
    "load_text",
    "play",
    "play_operation",
    "show_stage",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
