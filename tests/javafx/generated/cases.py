"""Cases: a seed makes a document and what is done in it, always the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.javafx.generated.attributes import RULES
from tests.javafx.generated.containers import CONTAINERS, leaf, nest
from tests.javafx.generated.controls import CONTROLS
from tests.javafx.generated.markup import Dice, Markup
from tests.javafx.generated.stories import Action, story

NESTED = "nested layouts"
SHAPES = ("Arc", "Circle", "CubicCurve", "Ellipse", "Line", "Polygon", "Polyline", "QuadCurve", "Rectangle", "SVGPath")
# Shapes have a turn where all others have two. An odd number: each subject has even seeds and odd ones.
SUBJECTS = (
    *(name for name in CONTROLS if name not in SHAPES), *CONTAINERS, *CONTROLS, *CONTAINERS, *((NESTED,) * 9),
)  # fmt: skip
SIZES: tuple[tuple[int, int] | None, ...] = ((400, 300), (400, 300), (640, 400), (320, 240), (800, 600), None)
# `Tab`, how often; in the cases with an even seed, and a story in the others.
TABS = 6


@dataclass(frozen=True)
class Case:
    """A document that is shown, what is looked up in it, and what is done in it."""

    seed: int
    subject: str
    fxml: str
    css: str
    size: tuple[int, int] | None
    lookups: tuple[str, ...]
    actions: tuple[Action, ...]

    @property
    def id(self) -> str:
        return f"{self.seed} {self.subject}"


def case_of(seed: int) -> Case:
    dice = Dice(seed)
    subject = SUBJECTS[seed % len(SUBJECTS)]
    root = _root(dice, subject)
    css = ""
    if dice.chance(0.12):
        css = "\n".join(dice.sample(RULES, dice.randint(1, 3)))
        root.attributes["stylesheets"] = "@case.css"
    elements = list(_elements(root))
    lookups = _lookups(dice, elements)
    # What only matters below it is not at the root.
    for name in [name for name in root.attributes if "." in name]:
        del root.attributes[name]
    actions: tuple[Action, ...] = ()
    if seed % 2:
        first = [node["fx:id"] for node in elements if node.tag == subject and node["fx:id"]]
        others = [node["fx:id"] for node in elements if node.tag in CONTROLS and node["fx:id"]]
        if first + others:
            actions = tuple(story(dice, subject, first + others))
    return Case(seed, subject, root.document(), css, dice.choice(SIZES), lookups, actions)


def cases(first: int, count: int) -> Iterator[Case]:
    return map(case_of, range(first, first + count))


def _root(dice: Dice, subject: str) -> Markup:
    if subject == NESTED:
        return nest(dice, 3)
    if subject in CONTAINERS:
        nodes = [leaf(dice) for _ in range(dice.randint(1, 5))]
        main = CONTAINERS[subject](dice, nodes)
    else:
        main = CONTROLS[subject](dice)
    if subject in CONTAINERS and subject != "Group" and dice.chance(0.5):
        return main
    nodes = [main, *(leaf(dice) for _ in range(dice.randint(0, 3)))]
    if subject in CONTROLS and dice.chance(0.2):
        nodes.append(leaf(dice, subject))
    dice.shuffle(nodes)
    around = dice.choice(("VBox", "HBox", "GridPane", "AnchorPane", "BorderPane", "StackPane", "Pane", "FlowPane"))
    return CONTAINERS[around](dice, nodes)


def _elements(node: Markup) -> Iterator[Markup]:
    yield node
    for part in node.parts:
        yield from _elements(part)


def _lookups(dice: Dice, elements: list[Markup]) -> tuple[str, ...]:
    """Selectors of classes, names and relations that the document has, and some that match nothing."""
    tags = [node.tag for node in elements if node["fx:id"] and node.tag[0].isupper()]
    names = [f"#{node['fx:id']}" for node in elements if node["fx:id"]]
    classes = [
        ".label",
        ".text",
        ".button",
        ".cell",
        ".root",
        ".primary",
        ".arrow",
        ".scroll-bar",
        ".list-cell",
        ".tab",
    ]
    pool = [dice.choice(tags), dice.choice(names), dice.choice(classes), f"{dice.choice(tags)} > {dice.choice(tags)}"]
    pool += [f"{dice.choice(tags)} .text", f".root {dice.choice(classes)}", "StackPane", "*"]
    return tuple(dict.fromkeys(dice.sample(pool, 5)))
