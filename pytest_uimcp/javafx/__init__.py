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

`javafx.scene` is the library, which imports nothing of the package but `core`. Its folders, from the bottom up:

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

On it stand `contract`, the tools of the contract as calls; `accessible`, what is seen of a scene; the server with its
tools and commands; and `harness`, the pytest side.

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

from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.lazy import lazy_names

if TYPE_CHECKING:
    from pytest_uimcp.javafx.contract.ui import Ui
    from pytest_uimcp.javafx.scene.errors import JavaFxError, NotOnFxThread, UiError, UnknownName, WrongValue
    from pytest_uimcp.javafx.scene.fxml import FxmlDocument, FxmlError, load, load_text
    from pytest_uimcp.javafx.scene.program import create, fx
    from pytest_uimcp.javafx.scene.snapshot.compact import compact_text
    from pytest_uimcp.javafx.scene.snapshot.options import Options
    from pytest_uimcp.javafx.scene.stage.dialogs import alert
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.showing import show_stage

# pytest imports the fixtures of this room when it starts, and must not pay for a scene.
_HOMES: Final = {
    "FxmlDocument": "scene.fxml",
    "FxmlError": "scene.fxml",
    "JavaFxError": "scene.errors",
    "NotOnFxThread": "scene.errors",
    "Options": "scene.snapshot.options",
    "Platform": "scene.stage.platform",
    "Ui": "contract.ui",
    "UiError": "scene.errors",
    "UnknownName": "scene.errors",
    "WrongValue": "scene.errors",
    "alert": "scene.stage.dialogs",
    "compact_text": "scene.snapshot.compact",
    "create": "scene.program",
    "fx": "scene.program",
    "load": "scene.fxml",
    "load_text": "scene.fxml",
    "show_stage": "scene.stage.showing",
}

__all__ = [
    "FxmlDocument",
    "FxmlError",
    "JavaFxError",
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
    "show_stage",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
