"""The rule tables of the front end (`bundle/html/ui/rules.js`, which says what they mean) as the page uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.ui_rules import ui_rules

__all__ = [
    "ATTRIBUTES", "CONTROLS", "KEY_NAMES", "KINDS", "MERGED", "MODIFIERS", "NAMES", "OPTIONS", "PREVENTED_KEYS",
    "TOGGLED_BY", "AttributeRule", "ControlRule", "Edits", "is_known", "message_of", "rule_of",
]  # fmt: skip

_RULES: Final = ui_rules()


@dataclass(frozen=True, slots=True)
class AttributeRule:
    """One attribute, or a prefix of several if the name ends in a dash."""

    name: str
    # `binding`, `event`, `view` or `list`.
    kind: str
    # The event of its element, if that is not the attribute's argument.
    event: str = ""
    access: Mapping[str, str] = field(default_factory=dict)
    # Whether every value counts, even if the next one has come meanwhile.
    each: bool = False

    def matches(self, attribute: str) -> bool:
        """Whether an attribute has this name or prefix; the bare prefix does not count."""
        if self.name.endswith("-"):
            return attribute.startswith(self.name) and attribute != self.name
        return attribute == self.name

    def argument_of(self, attribute: str) -> str:
        """The rest of the name after the prefix: `title` of `ui-attr-title`."""
        return attribute.removeprefix(self.name)


@dataclass(frozen=True, slots=True)
class Edits:
    # Fired when an edit is complete.
    commit: tuple[str, ...] = ()
    # Fired during an edit.
    live: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ControlRule:
    """The kind of an element's value, and the events that report edits; None if it cannot be edited."""

    holds: str
    edits: Edits | None


ATTRIBUTES: Final = tuple(AttributeRule(name, **row) for name, row in _RULES["attributes"].items())
# Attributes with a fixed name: `ui-value`.
NAMES: Final = tuple(rule.name.removeprefix("ui-") for rule in ATTRIBUTES if not rule.name.endswith("-"))
# Kinds whose attribute is a prefix followed by an argument: `ui-attr-X`.
KINDS: Final = tuple(
    name for rule in ATTRIBUTES if rule.name.endswith("-") and "-" not in (name := rule.name[len("ui-") : -1])
)
# The properties that a path may have behind its question mark; wrappers of an app may read more.
OPTIONS: Final = tuple(_RULES["options"])
TOGGLED_BY: Final = frozenset(_RULES["toggledBy"])
MERGED: Final = frozenset(_RULES["merged"])
MODIFIERS: Final[Mapping[str, str]] = _RULES["keys"]["modifiers"]
KEY_NAMES: Final[Mapping[str, str]] = _RULES["keys"]["names"]
PREVENTED_KEYS: Final = frozenset(_RULES["keys"]["prevented"])

_BESIDE: Final = re.compile("|".join(_RULES["beside"]).replace("*", ".+"))
_EDITS: Final = {name: Edits(tuple(row["commit"]), tuple(row["live"])) for name, row in _RULES["edits"].items()}
# By tag; those of `input` also by type, as in `input:radio`.
CONTROLS: Final = {
    name: ControlRule(row["holds"], _EDITS.get(row.get("edits"))) for name, row in _RULES["controls"].items()
}


@lru_cache(maxsize=4096)
def rule_of(attribute: str) -> AttributeRule | None:
    """The rule for an attribute; None if it has no effect by itself."""
    if _BESIDE.fullmatch(attribute):
        return None
    return next((rule for rule in ATTRIBUTES if rule.matches(attribute)), None)


def is_known(attribute: str) -> bool:
    return rule_of(attribute) is not None or _BESIDE.fullmatch(attribute) is not None


def message_of(fault: str, **values: Any) -> tuple[str, str]:
    """Code and description of a fault that is found by the front end, not reported by the server."""
    row = _RULES["faults"][fault]
    return row["code"], row["description"].format(**values)
