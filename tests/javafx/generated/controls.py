"""The controls and shapes of generated documents: each with the attributes and the data that it can have."""

from __future__ import annotations

from collections.abc import Callable

from tests.javafx.generated.attributes import (
    FALSE,
    LABELED,
    ORIENTATIONS,
    POSITIONS,
    PROMPTS,
    SIZES,
    TEXTS,
    TRUE,
    Table,
    dress,
    dress_region,
    font,
)
from tests.javafx.generated.markup import Dice, Markup

Maker = Callable[[Dice], Markup]

PLAIN_GRAPHICS = ("Circle", "Rectangle", "Separator", "Label")


def graphic(dice: Dice) -> Markup:
    kind = dice.choice(PLAIN_GRAPHICS)
    attributes = {
        "Circle": {"radius": dice.choice(("6.0", "10.0")), "fill": "RED"},
        "Rectangle": {"width": dice.choice(("12.0", "40.0")), "height": dice.choice(("12.0", "30.0"))},
        "Separator": {"prefWidth": "20.0"},
        "Label": {"text": dice.choice(("*", "icon"))},
    }[kind]
    return Markup(kind, dict(attributes))


def labeled(tag: str, table: Table | None = None) -> Maker:
    def make(dice: Dice) -> Markup:
        node = Markup(tag, {"text": dice.choice(TEXTS)})
        dress_region(dice, node, table or {})
        node.attributes = dice.some(LABELED, 0.08) | node.attributes
        if dice.chance(0.15):
            node.put("font", font(dice))
        if dice.chance(0.12):
            node.put("graphic", graphic(dice))
        return node

    return make


def simple(tag: str, table: Table, often: float = 0.4) -> Maker:
    return lambda dice: dress_region(dice, Markup(tag), table, often=often)


def shape(tag: str, table: Table) -> Maker:
    def make(dice: Dice) -> Markup:
        needed = {name: dice.choice(values) for name, values in table.items()}
        strokes = dice.some(STROKES, 0.35)
        return dress(dice, Markup(tag, needed | strokes), {}, rarely=0.04)

    return make


STROKES: Table = {
    "fill": ("DODGERBLUE", "#00000000"), "stroke": ("BLACK", "RED"), "strokeWidth": ("3.0", "8.0", "0.0"),
    "strokeType": ("INSIDE", "OUTSIDE", "CENTERED"), "strokeLineJoin": ("ROUND", "BEVEL", "MITER"),
    "strokeLineCap": ("BUTT", "ROUND"), "strokeMiterLimit": ("2.0",),
}  # fmt: skip
INPUT: Table = {
    "promptText": PROMPTS, "text": TEXTS, "editable": FALSE, "prefColumnCount": ("5", "20"),
    "alignment": POSITIONS,
}  # fmt: skip
AREA: Table = {
    "promptText": PROMPTS, "text": (*TEXTS, "\n".join(f"Line {number} of the text" for number in range(30))),
    "wrapText": TRUE, "editable": FALSE, "prefColumnCount": ("10",), "prefRowCount": ("3",),
}  # fmt: skip
NUMBERS: Table = {"min": ("-10.0", "0.0"), "max": ("50.0", "200.0"), "value": ("0.0", "20.0", "33.3")}
SLIDER: Table = {
    **NUMBERS, "orientation": ORIENTATIONS, "showTickLabels": TRUE, "showTickMarks": TRUE, "majorTickUnit": ("10.0",),
    "minorTickCount": ("0", "4"), "snapToTicks": TRUE, "blockIncrement": ("5.0",),
}  # fmt: skip
POINTS: Table = {
    "points": ("0, 0, 50, 0, 25, 40", "10, 0, 60, 5, 0, 10", "-50, 40, 50, 40, 0, -60", "0, 0, 80, 3, 0, 6")
}
FRUIT = ("Apple", "Banana", "Cherry", "A fruit with a rather long name", "Elderberry", "Fig")


def strings(dice: Dice, least: int, most: int) -> Markup:
    """A list of texts as SceneBuilder's users write them."""
    values = [
        Markup("String", {"fx:value": f"{dice.choice(FRUIT)} {number}"}) for number in range(dice.randint(least, most))
    ]
    return Markup("FXCollections", {"fx:factory": "observableArrayList"}, values)


def chooser(tag: str, table: Table) -> Maker:
    def make(dice: Dice) -> Markup:
        node = dress_region(dice, Markup(tag), table)
        if dice.chance(0.6):
            items = strings(dice, 1, 14)
            node.put("items", items)
            if dice.chance(0.4):
                node.put("value", Markup("String", {"fx:value": dice.choice(items.parts)["fx:value"]}))
        return node

    return make


def list_view(dice: Dice) -> Markup:
    table: Table = {"orientation": ORIENTATIONS, "fixedCellSize": ("30.0",), "editable": TRUE}
    node = dress_region(dice, Markup("ListView"), table, often=0.12)
    node.attributes |= dice.some({"prefHeight": SIZES, "prefWidth": SIZES}, 0.4)
    if dice.chance(0.8):
        node.put("items", strings(dice, 0, dice.choice((3, 8, 40))))
    if dice.chance(0.1):
        node.put("placeholder", Markup("Label", {"text": "Nothing here"}))
    return node


def _map_column(tag: str, dice: Dice, number: int) -> Markup:
    key = ("name", "age", "city", "note")[number % 4]
    table: Table = {
        "prefWidth": ("50.0", "75.0", "120.5", "260.0"), "minWidth": ("30.0", "90.0"), "maxWidth": ("60.0", "5000.0"),
        "sortable": FALSE, "resizable": FALSE, "editable": FALSE, "visible": FALSE, "reorderable": FALSE,
    }  # fmt: skip
    column = Markup(tag, {"text": dice.choice(("Name", "Age", "A long heading of a column", "", "City"))})
    column.attributes |= dice.some(table, 0.1) | dice.some({"prefWidth": table["prefWidth"]}, 0.5)
    column.attributes["fx:id"] = dice.name()
    if tag == "TableColumn":
        column.put("cellValueFactory", Markup("MapValueFactory", {"key": key}))
    return column


def _columns(dice: Dice, tag: str) -> list[Markup]:
    columns = [_map_column(tag, dice, number) for number in range(dice.randint(0, 5))]
    if len(columns) > 2 and dice.chance(0.15):
        group = Markup(tag, {"text": "Both", "fx:id": dice.name()})
        group.put("columns", *columns[:2])
        columns = [group, *columns[2:]]
    return columns


def table_view(dice: Dice) -> Markup:
    table: Table = {"tableMenuButtonVisible": TRUE, "fixedCellSize": ("30.0",), "editable": TRUE}
    node = dress_region(dice, Markup("TableView"), table, often=0.12)
    node.attributes |= dice.some({"prefHeight": SIZES, "prefWidth": SIZES}, 0.5)
    columns = _columns(dice, "TableColumn")
    node.put("columns", *columns)
    if dice.chance(0.3):
        node.put("columnResizePolicy", Markup("TableView", {"fx:constant": "CONSTRAINED_RESIZE_POLICY"}))
    if dice.chance(0.6):
        rows = [
            Markup(
                "FXCollections",
                {"fx:factory": "observableHashMap", "name": dice.choice(FRUIT), "age": str(number), "city": "Rome"},
            )
            for number in range(dice.choice((1, 4, 40)))
        ]
        node.put("items", Markup("FXCollections", {"fx:factory": "observableArrayList"}, rows))
    if dice.chance(0.1):
        node.put("placeholder", Markup("Label", {"text": "Nothing here"}))
    return node


def _branch(dice: Dice, depth: int) -> Markup:
    item = Markup("TreeItem", {"value": dice.choice(FRUIT)})
    if depth and dice.chance(0.75):
        item.attributes |= dice.some({"expanded": TRUE}, 0.6)
        item.put("children", *(_branch(dice, depth - 1) for _ in range(dice.randint(1, 4))))
    return item


def tree_view(dice: Dice) -> Markup:
    table: Table = {"showRoot": FALSE, "fixedCellSize": ("30.0",), "editable": TRUE}
    node = dress_region(dice, Markup("TreeView"), table, often=0.15)
    node.attributes |= dice.some({"prefHeight": SIZES, "prefWidth": SIZES}, 0.4)
    if dice.chance(0.85):
        node.put("root", _branch(dice, 3))
    return node


def tree_table_view(dice: Dice) -> Markup:
    node = dress_region(dice, Markup("TreeTableView"), {"showRoot": FALSE, "tableMenuButtonVisible": TRUE}, often=0.15)
    node.attributes |= dice.some({"prefHeight": SIZES, "prefWidth": SIZES}, 0.4)
    node.put("columns", *_columns(dice, "TreeTableColumn"))
    if dice.chance(0.7):
        node.put("root", _branch(dice, 2))
    return node


def menu_items(dice: Dice, depth: int = 1) -> list[Markup]:
    items = []
    for _ in range(dice.randint(1, 4)):
        tag = dice.choice(("MenuItem", "MenuItem", "CheckMenuItem", "RadioMenuItem", "SeparatorMenuItem", "Menu"))
        item = Markup(tag, {"fx:id": dice.name()})
        if tag != "SeparatorMenuItem":
            item.attributes |= {"text": dice.choice(TEXTS) or "Item", "mnemonicParsing": "false"}
            item.attributes |= dice.some({"disable": TRUE, "accelerator": ("Shortcut+K",)}, 0.1)
        if tag == "Menu":
            item.put("items", *(menu_items(dice, depth - 1) if depth else []))
        items.append(item)
    return items


def menu_bar(dice: Dice) -> Markup:
    menus = []
    for _ in range(dice.randint(1, 4)):
        menu = Markup("Menu", {"text": dice.choice(("File", "_Edit", "Help me with this")), "fx:id": dice.name()})
        menu.put("items", *menu_items(dice))
        menus.append(menu)
    node = dress_region(dice, Markup("MenuBar"), {})
    node.put("menus", *menus)
    return node


def menu_button(tag: str) -> Maker:
    def make(dice: Dice) -> Markup:
        node = labeled(tag, {"popupSide": ("RIGHT", "TOP")})(dice)
        node.put("items", *menu_items(dice))
        return node

    return make


def spinner(dice: Dice) -> Markup:
    table: Table = {"min": ("-5", "0"), "max": ("10", "100"), "initialValue": ("0", "3"), "amountToStepBy": ("1", "2")}
    node = dress_region(dice, Markup("Spinner"), {"editable": TRUE, "promptText": PROMPTS}, often=0.25)
    if dice.chance(0.7):
        node.attributes |= {name: dice.choice(values) for name, values in table.items()}
    if dice.chance(0.2):
        node.attributes["styleClass"] = dice.choice(
            (
                "arrows-on-right-horizontal",
                "arrows-on-left-vertical",
                "split-arrows-vertical",
                "split-arrows-horizontal",
            )
        )
    return node


def text(dice: Dice) -> Markup:
    table: Table = {
        "wrappingWidth": ("60.0", "0.0", "140.5"), "textAlignment": ("CENTER", "RIGHT"), "textOrigin": ("TOP",
            "CENTER"),
        "underline": TRUE, "lineSpacing": ("4.0",), "x": ("5.0",), "y": ("9.0",), "stroke": ("RED",),
            "strokeWidth": ("0.0", "2.0"),
        "boundsType": ("VISUAL",), "strokeType": ("OUTSIDE",),
    }  # fmt: skip
    node = dress(dice, Markup("Text", {"text": dice.choice(TEXTS)}), {}, rarely=0.04)
    node.attributes |= dice.some(table, 0.15)
    if dice.chance(0.3):
        node.put("font", font(dice))
    if dice.chance(0.08):
        node.put("effect", Markup("Reflection"))
    if sum(part.tag == "effect" for part in node.parts) > 1:
        node.parts.pop()
    return node


def text_flow(dice: Dice) -> Markup:
    node = dress_region(
        dice, Markup("TextFlow"), {"textAlignment": ("CENTER", "RIGHT"), "lineSpacing": ("6.0",)}, often=0.2
    )
    node.put("children", *(text(dice) for _ in range(dice.randint(1, 4))))
    return node


CONTROLS: dict[str, Maker] = {
    "Label": labeled("Label"),
    "Button": labeled("Button", {"defaultButton": TRUE, "cancelButton": TRUE}),
    "CheckBox": labeled("CheckBox", {"selected": TRUE, "indeterminate": TRUE, "allowIndeterminate": TRUE}),
    "RadioButton": labeled("RadioButton", {"selected": TRUE}),
    "ToggleButton": labeled("ToggleButton", {"selected": TRUE}),
    "Hyperlink": labeled("Hyperlink", {"visited": TRUE}),
    "TextField": simple("TextField", INPUT),
    "PasswordField": simple("PasswordField", INPUT),
    "TextArea": simple("TextArea", AREA),
    "ComboBox": chooser("ComboBox", {"promptText": PROMPTS, "editable": TRUE, "visibleRowCount": ("3",)}),
    "ChoiceBox": chooser("ChoiceBox", {}),
    "DatePicker": simple("DatePicker", {"promptText": PROMPTS, "editable": FALSE, "showWeekNumbers": ("true", "false")}),
    "ColorPicker": simple("ColorPicker", {"promptText": PROMPTS, "editable": TRUE}),
    "Spinner": spinner,
    "Slider": simple("Slider", SLIDER, 0.25),
    "ScrollBar": simple("ScrollBar", {**NUMBERS, "orientation": ORIENTATIONS, "visibleAmount": ("30.0",)}),
    "ProgressBar": simple("ProgressBar", {"progress": ("0.0", "0.3", "1.0")}, 1.0),
    "ProgressIndicator": simple("ProgressIndicator", {"progress": ("0.0", "0.3", "1.0")}, 1.0),
    "Separator": simple("Separator", {"orientation": ORIENTATIONS, "halignment": ("LEFT",), "valignment": ("TOP",)}),
    "ListView": list_view,
    "TableView": table_view,
    "TreeView": tree_view,
    "TreeTableView": tree_table_view,
    "MenuBar": menu_bar,
    "MenuButton": menu_button("MenuButton"),
    "SplitMenuButton": menu_button("SplitMenuButton"),
    "Pagination": simple("Pagination", {"pageCount": ("1", "5", "30"), "currentPageIndex": ("2",), "maxPageIndicatorCount": ("4",)}, 0.6),
    "Text": text,
    "TextFlow": text_flow,
    "ImageView": lambda dice: dress(dice, Markup("ImageView", {"fitWidth": "100.0", "fitHeight": "60.0"}), {"preserveRatio": TRUE, "pickOnBounds": TRUE}),
    "Rectangle": shape("Rectangle", {"width": ("30.0", "120.0"), "height": ("10.0", "60.0"), "arcWidth": ("0.0", "5.0")}),
    "Circle": shape("Circle", {"radius": ("10.0", "40.0")}),
    "Ellipse": shape("Ellipse", {"radiusX": ("10.0", "50.0"), "radiusY": ("20.0",)}),
    "Line": shape("Line", {"startX": ("-20.0", "0.0"), "endX": ("60.0", "100.0"), "endY": ("0.0", "33.0")}),
    "Arc": shape("Arc", {"radiusX": ("30.0",), "radiusY": ("40.0", "20.0"), "startAngle": ("0.0", "45.0"), "length": ("90.0", "270.0"), "type": ("OPEN", "ROUND", "CHORD")}),
    "Polygon": shape("Polygon", POINTS),
    "Polyline": shape("Polyline", POINTS),
    "SVGPath": shape("SVGPath", {"content": ("M0 0 L20 0 L10 20 Z", "M 10 10 H 60 V 40 H 10 Z", "M0,0 C20,40 40,40 60,0")}),
    "CubicCurve": shape("CubicCurve", {"startX": ("0.0",), "controlX1": ("10.0",), "controlY1": ("-40.0", "20.0"), "controlX2": ("50.0",), "controlY2": ("60.0",), "endX": ("80.0",), "endY": ("5.0",)}),
    "QuadCurve": shape("QuadCurve", {"startX": ("0.0",), "controlX": ("30.0",), "controlY": ("-40.0", "20.0"), "endX": ("80.0",), "endY": ("5.0",)}),
    "Region": simple("Region", {"prefWidth": SIZES, "prefHeight": SIZES}, 0.8),
}  # fmt: skip
SMALL = ("Label", "Button", "CheckBox", "TextField", "Label", "Button", "ComboBox", "RadioButton", "Hyperlink", "Text")
