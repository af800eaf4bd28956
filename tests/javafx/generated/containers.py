"""The containers of generated documents, with what is in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.javafx.generated.attributes import (
    FALSE,
    ORIENTATIONS,
    POSITIONS,
    TEXTS,
    TRUE,
    Table,
    dress_region,
    insets,
)
from tests.javafx.generated.controls import CONTROLS, SMALL
from tests.javafx.generated.markup import PREFERRED, Dice, Markup

Packer = Callable[[Dice, list[Markup]], Markup]

GAPS = ("5.0", "10.0", "7.5")
PRIORITIES = ("ALWAYS", "SOMETIMES", "NEVER")
NAMES = ("First", "Second page", "3", "Settings and more")


def pane(tag: str, table: Table, static: Table | None = None) -> Packer:
    """A pane that only lays out its children."""

    def pack(dice: Dice, nodes: list[Markup]) -> Markup:
        node = dress_region(dice, Markup(tag), table)
        for child in nodes:
            if static:
                child.attributes |= dice.some(static, 0.15)
                if (dice.chance(0.05) and f"{tag}.hgrow" in static) or f"{tag}.vgrow" in static:
                    child.put(f"{tag}.margin", insets(dice))
        node.put("children", *nodes)
        return node

    return pack


def anchor_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    node = dress_region(dice, Markup("AnchorPane"), {})
    anchors: Table = {
        f"AnchorPane.{side}Anchor": ("0.0", "10.0", "33.0") for side in ("top", "right", "bottom", "left")
    }
    for number, child in enumerate(nodes):
        if dice.chance(0.5):
            child.attributes |= dice.some(anchors, 0.45)
        else:
            child.attributes |= {"layoutX": dice.number(0, 200), "layoutY": dice.number(0, 60 + 50 * number)}
    node.put("children", *nodes)
    return node


def free_pane(tag: str) -> Packer:
    def pack(dice: Dice, nodes: list[Markup]) -> Markup:
        node = Markup(tag)
        if tag == "Pane":
            dress_region(dice, node, {})
        else:
            node.attributes["fx:id"] = dice.name()
        for number, child in enumerate(nodes):
            child.attributes |= {"layoutX": dice.number(0, 200), "layoutY": dice.number(0, 60 + 50 * number)}
        node.put("children", *nodes)
        return node

    return pack


def grid_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    table: Table = {"hgap": GAPS, "vgap": GAPS, "alignment": POSITIONS, "gridLinesVisible": TRUE}
    node = dress_region(dice, Markup("GridPane"), table, often=0.2)
    columns, rows = dice.randint(1, 3), dice.randint(1, 4)
    if dice.chance(0.75):
        node.put("columnConstraints", *(_column(dice) for _ in range(columns)))
        node.put("rowConstraints", *(_row(dice) for _ in range(rows)))
    for number, child in enumerate(nodes):
        column, row = number % columns, number // columns
        child.attributes |= {"GridPane.columnIndex": str(column), "GridPane.rowIndex": str(row)}
        child.attributes |= dice.some(CELL, 0.07)
    node.put("children", *nodes)
    return node


CELL: Table = {
    "GridPane.columnSpan": ("2", "2147483647"), "GridPane.rowSpan": ("2",), "GridPane.halignment": ("CENTER", "RIGHT"),
    "GridPane.valignment": ("TOP", "BOTTOM"), "GridPane.hgrow": PRIORITIES, "GridPane.vgrow": PRIORITIES,
    "GridPane.fillWidth": FALSE,
}  # fmt: skip


def _column(dice: Dice) -> Markup:
    table: Table = {
        "hgrow": PRIORITIES, "minWidth": ("10.0", PREFERRED), "prefWidth": ("100.0", "60.5", "200.0"),
        "maxWidth": ("90.0", PREFERRED), "percentWidth": ("25.0", "33.0", "50.0"), "halignment": ("CENTER", "RIGHT"),
        "fillWidth": FALSE,
    }  # fmt: skip
    usual = {"hgrow": "SOMETIMES", "minWidth": "10.0", "prefWidth": "100.0"}
    return Markup("ColumnConstraints", usual if dice.chance(0.5) else dice.some(table, 0.3))


def _row(dice: Dice) -> Markup:
    table: Table = {
        "vgrow": PRIORITIES, "minHeight": ("10.0", PREFERRED), "prefHeight": ("30.0", "20.0", "60.0"),
        "maxHeight": ("40.0", PREFERRED), "percentHeight": ("20.0", "50.0"), "valignment": ("TOP", "BASELINE"),
        "fillHeight": FALSE,
    }  # fmt: skip
    usual = {"vgrow": "SOMETIMES", "minHeight": "10.0", "prefHeight": "30.0"}
    return Markup("RowConstraints", usual if dice.chance(0.5) else dice.some(table, 0.3))


def border_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    node = dress_region(dice, Markup("BorderPane"), {})
    places = dice.sample(("top", "left", "center", "right", "bottom"), min(5, len(nodes)))
    for place, child in zip(places, nodes, strict=False):
        child.attributes |= dice.some({"BorderPane.alignment": POSITIONS}, 0.4)
        node.put(place, child)
    return node


def holder(tag: str, prop: str, table: Table) -> Packer:
    """A control that holds a list of nodes."""

    def pack(dice: Dice, nodes: list[Markup]) -> Markup:
        node = dress_region(dice, Markup(tag), table)
        node.put(prop, *nodes)
        return node

    return pack


def split_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    node = dress_region(dice, Markup("SplitPane"), {"orientation": ORIENTATIONS})
    if dice.chance(0.7):
        places = sorted(dice.choice((0.2, 0.2979, 0.5, 0.75)) for _ in nodes[1:])
        node.attributes["dividerPositions"] = ", ".join(map(str, places))
    items = [anchor_pane(dice, [child]) if dice.chance(0.6) else child for child in nodes]
    for item in items:
        item.attributes |= dice.some({"SplitPane.resizableWithParent": FALSE}, 0.15)
    node.put("items", *items)
    return node


def tab_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    table: Table = {
        "side": ("BOTTOM", "LEFT", "RIGHT"), "tabClosingPolicy": ("UNAVAILABLE", "ALL_TABS"), "tabMinWidth": ("90.0",),
        "tabMaxWidth": ("40.0",), "rotateGraphic": TRUE,
    }  # fmt: skip
    node = dress_region(dice, Markup("TabPane"), table, often=0.2)
    tabs = []
    for child in nodes:
        tab = Markup("Tab", {"text": dice.choice(NAMES), "fx:id": dice.name()})
        tab.attributes |= dice.some({"closable": FALSE, "disable": TRUE}, 0.1)
        tab.put("content", anchor_pane(dice, [child]) if dice.chance(0.5) else child)
        tabs.append(tab)
    node.put("tabs", *tabs)
    return node


def titled_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    node = dress_region(dice, Markup("TitledPane", {"text": dice.choice(TEXTS), "animated": "false"}), {})
    node.attributes |= dice.some({"expanded": FALSE, "collapsible": FALSE, "alignment": POSITIONS}, 0.2)
    node.put("content", box(dice, nodes))
    return node


def accordion(dice: Dice, nodes: list[Markup]) -> Markup:
    node = dress_region(dice, Markup("Accordion"), {})
    panes = [titled_pane(dice, [child]) for child in nodes]
    if dice.chance(0.4):
        node.put("expandedPane", Markup("fx:reference", {"source": panes[0]["fx:id"]}))
        node.parts.insert(0, Markup("panes", parts=panes))
    else:
        node.put("panes", *panes)
    return node


def scroll_pane(dice: Dice, nodes: list[Markup]) -> Markup:
    policies = ("ALWAYS", "NEVER")
    table: Table = {
        "fitToWidth": TRUE, "fitToHeight": TRUE, "hbarPolicy": policies, "vbarPolicy": policies, "pannable": TRUE,
        "prefViewportWidth": ("150.0",), "prefViewportHeight": ("90.0",), "hvalue": ("0.5",), "vvalue": ("1.0",),
    }  # fmt: skip
    node = dress_region(dice, Markup("ScrollPane"), table, often=0.2)
    node.put("content", box(dice, nodes))
    return node


def button_bar(dice: Dice, nodes: list[Markup]) -> Markup:
    table: Table = {"buttonMinWidth": ("40.0", "120.0"), "buttonOrder": ("L_HE+U+FBIX_NCYOA_R", "AYNC")}
    node = dress_region(dice, Markup("ButtonBar"), table, often=0.2)
    data = ("OK_DONE", "CANCEL_CLOSE", "YES", "NO", "APPLY", "LEFT", "RIGHT", "HELP", "OTHER", "SMALL_GAP", "BIG_GAP")
    buttons = [CONTROLS["Button"](dice) for _ in nodes]
    for button in buttons:
        button.attributes |= dice.some({"ButtonBar.buttonData": data}, 0.6) | dice.some(
            {"ButtonBar.buttonUniformSize": FALSE}, 0.1
        )
    node.put("buttons", *buttons)
    return node


def box(dice: Dice, nodes: Sequence[Markup]) -> Markup:
    tag = dice.choice(("VBox", "HBox", "AnchorPane", "VBox"))
    return CONTAINERS[tag](dice, list(nodes))


LINE: Table = {"spacing": GAPS, "alignment": POSITIONS}
CONTAINERS: dict[str, Packer] = {
    "VBox": pane("VBox", {**LINE, "fillWidth": FALSE}, {"VBox.vgrow": PRIORITIES}),
    "HBox": pane("HBox", {**LINE, "fillHeight": FALSE}, {"HBox.hgrow": PRIORITIES}),
    "GridPane": grid_pane,
    "AnchorPane": anchor_pane,
    "BorderPane": border_pane,
    "StackPane": pane("StackPane", {"alignment": POSITIONS}, {"StackPane.alignment": POSITIONS}),
    "FlowPane": pane("FlowPane", {"hgap": GAPS, "vgap": GAPS, "orientation": ORIENTATIONS, "alignment": POSITIONS, "prefWrapLength": ("150.0",), "rowValignment": ("TOP", "BASELINE")}),
    "TilePane": pane("TilePane", {"hgap": GAPS, "vgap": GAPS, "orientation": ORIENTATIONS, "prefColumns": ("2",), "tileAlignment": POSITIONS}),
    "Pane": free_pane("Pane"),
    "Group": free_pane("Group"),
    "SplitPane": split_pane,
    "TabPane": tab_pane,
    "ScrollPane": scroll_pane,
    "TitledPane": titled_pane,
    "Accordion": accordion,
    "ToolBar": holder("ToolBar", "items", {"orientation": ORIENTATIONS}),
    "ButtonBar": button_bar,
}  # fmt: skip


def leaf(dice: Dice, tag: str = "") -> Markup:
    """A control, most often one of those that every form has."""
    if not tag:
        tag = dice.choice(SMALL) if dice.chance(0.75) else dice.choice(sorted(CONTROLS))
    return CONTROLS[tag](dice)


def nest(dice: Dice, depth: int) -> Markup:
    """A container with controls and containers in it."""
    nodes = [nest(dice, depth - 1) if depth and dice.chance(0.4) else leaf(dice) for _ in range(dice.randint(1, 4))]
    return CONTAINERS[dice.choice(sorted(CONTAINERS))](dice, nodes)
