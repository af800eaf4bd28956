"""The sections of a `UiNode` that depend on the class: text, value, properties.

Each is a table of rules; the nearest class answers, and a node without a rule has `null`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import FxType
from pytest_uimcp.javafx.scene.snapshot.options import Json

Section = Json | None
Rule = Callable[[Node], Section]


def _labeled(node: Node) -> Section:
    text = node.read("text")
    # A cell without a text has no text; a label has one even when it is empty.
    if text is None:
        return None
    return {"label": text, "prompt": None}


def _input(node: Node) -> Section:
    return {"label": node.read("text") or "", "prompt": node.read("promptText")}


def _text(node: Node) -> Section:
    return {"label": node.read("text") or "", "prompt": None}


TEXTS: Final[Mapping[str, Rule]] = {"Labeled": _labeled, "TextInputControl": _input, "Text": _text}
VALUES: Final[Mapping[str, Rule]] = {
    "TextInputControl": lambda node: {"text": node.read("text") or "", "selected": None, "checked": None},
    "ToggleButton": lambda node: {"text": None, "selected": bool(node.read("selected")), "checked": None},
    "CheckBox": lambda node: {"text": None, "selected": None, "checked": bool(node.read("selected"))},
}


@cache
def _rule(fx: FxType, section: str) -> Rule | None:
    rules = TEXTS if section == "text" else VALUES
    return next((rules[kind] for kind in fx.order if kind in rules), None)


def text_of(node: Node) -> Section:
    rule = _rule(node.fx, "text")
    if rule:
        return rule(node)
    return None


def value_of(node: Node) -> Section:
    rule = _rule(node.fx, "value")
    if rule:
        return rule(node)
    return None


def reported_states(node: Node) -> list[str]:
    """The pseudo-classes of the contract, in alphabetical order."""
    values = node.values
    states = ["disabled"] if node.off else []
    # The contract lists what is calculated from properties: there is no list of pseudo-classes to ask.
    states += [name for name in ("focused", "hover", "pressed") if values.get(name)]
    if values.get("selected") and ("ToggleButton" in node.fx.lineage or "CheckBox" in node.fx.lineage):
        states.append("selected")
    return states


def properties_of(node: Node) -> Json:
    """`fx.properties`: the tooltip's text, and what a program left as user data."""
    values = node.values
    tip = values.get("tooltip")
    data = values.get("userData")
    if isinstance(tip, FxObject):
        tip = tip.read("text")
    stands_for = node.fx.stands_for
    # An extension, of those nodes only.
    extension = {"standsFor": stands_for} if stands_for else {}
    return extension | {
        "tooltip": tip,
        # JSON takes these as they are; anything else is told by its text.
        "userData": data if data is None or isinstance(data, (str, int, float, bool)) else str(data),
    }


def is_leaf(fx: FxType) -> bool:
    """Whether the nodes of the skin are hidden."""
    return "l" in fx.flags


def shown_children(node: Node) -> list[Node]:
    """The children a snapshot shows without control internals.

    In a leaf that is what a program put there: a button's graphic, the content of a titled pane, and what leads to it.
    """
    if "l" not in node.fx.flags:
        return list(node.kids)
    return [kid for kid in node.kids if _holds_own(kid)]


def _holds_own(node: Node) -> bool:
    return not node.inner or any(_holds_own(kid) for kid in node.kids)
