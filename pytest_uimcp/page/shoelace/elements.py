"""What Shoelace's elements have, from its own description: attributes, events, slots and methods.

`elements.json` is written by `python -m tools.components`. It says which names exist; the other modules of this package
say what they do.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from pytest_uimcp.core.records import dataclass

__all__ = ["ELEMENTS", "ElementRow"]


@dataclass(frozen=True, slots=True)
class ElementRow:
    # The attributes that its properties have: `boolean`, `number`, `string`, or the words that one may have.
    attributes: dict[str, str | list[str]]
    events: list[str]
    methods: list[str]
    # The names of its slots; the default slot has the empty name.
    slots: list[str]


# By tag.
ELEMENTS: Final = {
    tag: ElementRow(**row)
    for tag, row in json.loads((files(__package__) / "elements.json").read_text(encoding="utf-8")).items()
}
