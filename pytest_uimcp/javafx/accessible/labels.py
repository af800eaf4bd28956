"""Names of fields: the label beside a field or above it, as a person reads a form.

The contract does not say which label belongs to which field, so their places decide: a label to the left on the same
line, else one directly above.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.accessible.roles import FIELDS

if TYPE_CHECKING:
    from pytest_uimcp.javafx.accessible.seen import Seen


Box = tuple[float, float, float, float]
# How far away a label may be.
MAX_GAP_BESIDE_PX: Final = 240.0
MAX_GAP_ABOVE_PX: Final = 24.0
# How far a focused field reaches into its surroundings, with a pixel or two more.
FOCUS_RING_PX: Final = 3.0
# How many nodes around a field may also be around its label.
MAX_LEVELS: Final = 4


def name_fields(window: Seen) -> None:
    nodes = list(window.walk())
    fields = [node for node in nodes if node.role in FIELDS and not node.name]
    labels = [node for node in nodes if node.type == "Label" and node.text and node.box is not None]
    named_by: set[int] = set()
    for distance in (_beside, _above):
        for field in fields:
            if field.name or field.box is None:
                continue
            candidates = [(gap, label) for label in labels if id(label) not in named_by and _share(field, label)
                     and label.box is not None and (gap := distance(field.box, label.box)) is not None]  # fmt: skip
            if candidates:
                label = min(candidates, key=itemgetter(0))[1]
                field.name = label.text
                named_by.add(id(label))
    for field in fields:
        if field.box is None:
            _name_by_order(field, named_by)
        field.name = field.name or field.prompt


def _name_by_order(field: Seen, named_by: set[int]) -> None:
    """Of a program that tells no places: the label right before a field is that of the field."""
    siblings = field.parent.children if field.parent is not None else []
    place = siblings.index(field) if field in siblings else 0
    label = siblings[place - 1] if place > 0 else None
    if label is not None and label.type == "Label" and label.text and id(label) not in named_by:
        field.name = label.text
        named_by.add(id(label))


def _beside(field: Box, label: Box) -> float | None:
    gap = field[0] - label[2]
    shared = min(field[3], label[3]) - max(field[1], label[1])
    if -FOCUS_RING_PX <= gap <= MAX_GAP_BESIDE_PX and shared >= (label[3] - label[1]) / 2:
        return gap
    return None


def _above(field: Box, label: Box) -> float | None:
    gap = field[1] - label[3]
    if -FOCUS_RING_PX <= gap <= MAX_GAP_ABOVE_PX and label[0] < field[2] and label[2] > field[0]:
        return gap
    return None


def _share(field: Seen, label: Seen) -> bool:
    containers = list(field.around())[:MAX_LEVELS]
    return any(container is other for container in label.around() for other in containers)
