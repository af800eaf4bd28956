"""Plain HTML as people write it: names, trees, style sheets and use; and what random stories met."""

from tests.page.matrix.case_files import written
from tests.page.matrix.families._app import APP
from tests.page.matrix.family import Family

EVENTS = ("focusin", "focusout", "submit", "reset", "keydown")
TIMES = (
    "animationstart", "animationiteration", "animationend", "animationcancel",
    "transitionrun", "transitionstart", "transitionend", "transitioncancel",
)  # fmt: skip
DRAG = (
    "pointerdown", "pointerup", "pointercancel", "mousedown", "mouseup", "focusin", "focusout",
    "dragstart", "drag", "dragenter", "dragover", "dragleave", "drop", "dragend", "beforeinput",
)  # fmt: skip
FAMILIES = (
    Family("names", "", more=tuple(written("name"))),
    Family("trees", "", more=tuple(written("tree"))),
    Family("looks", "", more=tuple(written("look"))),
    Family("use", "", events=EVENTS, more=tuple(written("use"))),
    Family("pages", "", more=tuple(written("pages"))),
    Family("sheets", "", more=tuple(written("sheets"))),
    Family("parts", "", events=EVENTS, more=tuple(written("parts"))),
    Family("met", "", events=EVENTS, more=tuple(written("met"))),
    Family("turns", "", events=EVENTS, more=tuple(written("turns"))),
    Family("clipboard", "", events=(*EVENTS, "copy", "cut", "paste"), more=tuple(written("clip"))),
    Family("typed", "", events=EVENTS, more=tuple(written("typed"))),
    Family("edited", "", lua=APP, events=(*EVENTS, "beforeinput"), more=tuple(written("edit"))),
    Family("drag", "", lua=APP, events=DRAG, more=tuple(written("drag"))),
    Family("inline", "", events=(*EVENTS, "toggle", "close"), more=tuple(written("inline"))),
    Family("svg", "", more=tuple(written("svg"))),
    Family("told", "", events=EVENTS, more=tuple(written("told"))),
    Family("moving", "", about="What animations and transitions leave", more=tuple(written("moving"))),
    Family("moved", "", about="Events of animations and transitions", events=TIMES, more=tuple(written("moved"))),
    Family(
        "near",
        "",
        about="What is just over a button, or just beside it, in all kinds of layouts",
        # A page with a style sheet of its own is not put into a column with a padding.
        more=tuple((name, f"<style></style>{markup}", steps) for name, markup, steps in written("near")),
    ),
    Family("generated", "", about="Counters, containers and `@supports`", more=tuple(written("generated"))),
)
