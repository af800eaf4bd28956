"""A generated story: the viewdefs of an app and the steps that are done with it, all from one number."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.page.parity.pieces import (
    BUTTONS,
    CLIPBOARD_KEYS,
    COMPONENTS,
    CSS,
    KEYS,
    LEAF,
    NODE,
    PLACED,
    SCRIPTS,
    SMALL,
    TEXTS,
    TYPED,
)

__all__ = ["Step", "Story", "story_of"]

Step: TypeAlias = tuple[str | int, ...]
"""The verb; for verbs with an element, which of those that are there; and what the verb needs besides."""

PARTS = {"Leaf.option": "<option>{}</option>", "Leaf.item": "<sl-menu-item>{}</sl-menu-item>",
         "Leaf.twig": "<sl-tree-item>{}</sl-tree-item>"}  # fmt: skip
CHOICE = '<sl-option ui-attr-value="name"><b ui-value="name"></b></sl-option>'


@dataclass(frozen=True)
class Story:
    """One app and what is done with it; `pieces` are the parts of each viewdef."""

    pieces: dict[str, list[str]]
    steps: list[Step] = field(default_factory=list)

    def viewdefs(self) -> dict[str, str]:
        """The viewdefs by key."""
        found = {key: "\n".join(parts) for key, parts in self.pieces.items()}
        found["Leaf.list-item"] = f"<div>{found['Leaf.list-item']}</div>"
        found |= {key: outer.format('<b ui-value="name"></b>') for key, outer in PARTS.items()}
        return {**found, "Leaf.choice": CHOICE}


def story_of(number: int) -> Story:
    """The story with this number."""
    luck = random.Random(number)
    # Native parts and components in all proportions.
    share = luck.random()
    node = [_one(luck, COMPONENTS if luck.random() < share else NODE) for _ in range(luck.randint(1, 8))]
    verbs = VERBS
    if number >= PLAIN:
        node += _some(luck, PLACED, 3)
        verbs = VERBS + MORE_VERBS
    pieces = {
        "Node.DEFAULT": [*node, BUTTONS],
        "Node.small": _some(luck, SMALL, 3),
        "Leaf.DEFAULT": _some(luck, LEAF, 3),
        "Leaf.list-item": _some(luck, LEAF, 3),
        "Leaf.part": _some(luck, LEAF, 2),
    }
    return Story(pieces, [_step(luck, verbs) for _ in range(luck.randint(3, 20))])


def _some(luck: random.Random, pieces: Sequence[str], most: int) -> list[str]:
    return [_one(luck, pieces) for _ in range(luck.randint(1, most))]


def _one(luck: random.Random, pieces: Sequence[str]) -> str:
    return pieces[luck.randrange(len(pieces))]


def _step(luck: random.Random, verbs: Sequence[str]) -> Step:
    verb, which = luck.choice(verbs), luck.randrange(60)
    if verb == "clipboard":
        return ("press", _one(luck, CLIPBOARD_KEYS))
    if verb == "drag":
        return (verb, which, luck.randrange(60))
    if verb in MORE:
        return (verb, which, _one(luck, MORE[verb]))
    if verb in ALONE:
        return (verb, _one(luck, ALONE[verb]))
    return (verb, which, luck.randrange(4)) if verb == "choose" else (verb, which)


VERBS = [
    *["run"] * 5, *["click"] * 6, *["press"] * 6, *["fill"] * 4, *["check"] * 2, *["choose"] * 3, *["focus"] * 2,
    "uncheck", "hover", "clear", "type", "type", "press on", "click css",
]  # fmt: skip
MORE_VERBS = ["clipboard"] * 5 + ["drag"] * 3
# Stories with smaller numbers have no layouts, clipboard or drags: what they once found stays what they play.
PLAIN = 10_000_000
MORE = {"fill": TEXTS, "press on": KEYS, "click css": CSS}
ALONE = {"run": SCRIPTS, "press": KEYS, "type": TYPED}
