"""What attributes, styles, effects and fonts the generated documents have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.javafx.generated.markup import NO_LIMIT, PREFERRED, Dice, Markup

Table = Mapping[str, Sequence[str]]

TEXTS = (
    "OK", "Cancel", "Save as...", "User name:", "A label that is longer than most and may not fit", "", "Größe", "_File",
    "Two\nlines", "12", "Ada Lovelace", "I agree to the terms", "x", "Total 3.50 €", "snake_case_name", "WWWW iiii",
)  # fmt: skip
PROMPTS = ("Choose one", "Name", "Type here what you want to say to us", "dd.mm.yyyy")
POSITIONS = ("TOP_LEFT", "CENTER", "CENTER_LEFT", "CENTER_RIGHT", "BOTTOM_RIGHT", "TOP_CENTER", "BASELINE_LEFT")
ORIENTATIONS = ("HORIZONTAL", "VERTICAL")
TRUE = ("true",)
FALSE = ("false",)
SIZES = ("20.0", "35.5", "60.0", "100.0", "150.0", "200.0", "320.0")

NODE: Table = {
    "visible": FALSE, "managed": FALSE, "disable": TRUE, "opacity": ("0.5",), "rotate": ("15.0", "45.0", "90.0", "-30.0"),
    "scaleX": ("1.5", "0.5"), "scaleY": ("2.0", "0.75"), "translateX": ("10.0", "-4.5"), "translateY": ("7.0",),
    "focusTraversable": ("true", "false"), "styleClass": ("primary", "wide", "a"), "mouseTransparent": TRUE,
    "nodeOrientation": ("RIGHT_TO_LEFT",), "layoutX": ("14.0", "120.0"), "layoutY": ("33.0", "7.5"),
}  # fmt: skip
REGION: Table = {
    "prefWidth": SIZES, "prefHeight": ("20.0", "31.0", "44.5", "80.0", "150.0"), "minWidth": (PREFERRED, "0.0", "80.0"),
    "minHeight": (PREFERRED, "0.0", "40.0"), "maxWidth": (PREFERRED, NO_LIMIT, "70.0"),
    "maxHeight": (PREFERRED, NO_LIMIT, "30.0"),
}  # fmt: skip
LABELED: Table = {
    "alignment": POSITIONS, "contentDisplay": ("LEFT", "RIGHT", "TOP", "BOTTOM", "CENTER", "GRAPHIC_ONLY", "TEXT_ONLY"),
    "graphicTextGap": ("0.0", "12.0"), "textAlignment": ("CENTER", "RIGHT", "JUSTIFY"), "wrapText": TRUE,
    "underline": TRUE, "lineSpacing": ("5.0",), "ellipsisString": ("~", ""), "mnemonicParsing": ("true", "false"),
    "textOverrun": ("CLIP", "CENTER_ELLIPSIS", "LEADING_WORD_ELLIPSIS", "WORD_ELLIPSIS"), "textFill": ("RED", "#336699"),
}  # fmt: skip
STYLES = (
    "-fx-padding: 10;", "-fx-padding: 1em 2px;", "-fx-background-color: #ff8800;", "-fx-font-size: 20;",
    "-fx-border-color: black; -fx-border-width: 2;", "-fx-border-color: blue; -fx-border-width: 1 2 3 4;",
    "-fx-border-color: red; -fx-border-insets: 5;", "-fx-font-weight: bold;", "-fx-font-family: 'No Such Font';",
    "-fx-font-size: 1.5em;", "-fx-font: bold 16 'Arial';", "-fx-font-style: italic;", "-fx-min-width: 90;",
    "-fx-pref-height: 40px;", "-fx-max-width: 60;", "-fx-alignment: center-right;", "-fx-translate-x: 5;",
    "-fx-rotate: 30;", "-fx-background-insets: -5; -fx-background-color: blue;", "-fx-background-radius: 8;",
    "-fx-effect: dropshadow(three-pass-box, black, 10, 0, 0, 0);", "-fx-effect: innershadow(gaussian, red, 8, 0, 2, 2);",
    "-fx-spacing: 9;", "-fx-label-padding: 4;", "-fx-graphic-text-gap: 15;", "-fx-scale-x: 1.25;",
    "-fx-text-alignment: center;", "-fx-wrap-text: true;", "-fx-shape: 'M0 0 L10 0 L5 10 Z';", "visibility: hidden;",
)  # fmt: skip
RULES = (
    ".root { -fx-font-size: 15px; }", ".root { -fx-font-family: 'Serif'; }", ".root { -fx-padding: 12; }",
    ".button { -fx-padding: 8 20; }", ".button:focused { -fx-font-weight: bold; }", ".label { -fx-font-size: 16; }",
    ".text-field { -fx-pref-width: 120; }", ".text-input { -fx-padding: 10; }", ".primary { -fx-min-width: 130; }",
    ".combo-box .list-cell { -fx-padding: 8; }", ".list-cell { -fx-padding: 6 12; }", ".table-cell { -fx-padding: 4; }",
    ".table-row-cell { -fx-cell-size: 36; }", ".tree-cell { -fx-indent: 25; }", ".scroll-bar { -fx-pref-width: 20; }",
    ".split-pane > .split-pane-divider { -fx-padding: 0 8; }", ".tab { -fx-padding: 8 14; }", ".list-cell { -fx-cell-size: 40; }",
    ".tab-pane { -fx-tab-min-width: 80; }", ".titled-pane > .title { -fx-padding: 12; }", "VBox { -fx-spacing: 7; }",
    "HBox > Button { -fx-border-color: red; -fx-border-width: 3; }", "#n2 { -fx-pref-width: 111; }", ".menu-bar { -fx-padding: 6; }",
    ".tool-bar { -fx-spacing: 12; -fx-padding: 2; }", ".check-box .box { -fx-padding: 8; }", ".slider .thumb { -fx-padding: 12; }",
    ".column-header { -fx-size: 44; }", ".column-header .label { -fx-alignment: center-left; }", ".hyperlink { -fx-padding: 0; }",
    ".scroll-pane { -fx-padding: 5; }", ".grid-pane { -fx-hgap: 3; }", ".progress-bar { -fx-pref-width: 160; }",
    ".separator .line { -fx-padding: 4; }", ".menu-button { -fx-font-size: 18; }", ".spinner .text-field { -fx-padding: 1; }",
)  # fmt: skip
EFFECTS: tuple[tuple[str, Table], ...] = (
    ("DropShadow", {"radius": ("21.0", "5.0"), "offsetX": ("6.0",), "offsetY": ("-3.0",), "spread": ("0.4",)}),
    ("InnerShadow", {"choke": ("0.3",)}),
    ("Reflection", {"topOffset": ("4.0",), "fraction": ("0.5", "1.0")}),
    ("GaussianBlur", {"radius": ("4.0", "10.0")}),
    ("BoxBlur", {"width": ("9.0",), "height": ("1.0",), "iterations": ("3",)}),
    ("MotionBlur", {"angle": ("30.0",), "radius": ("15.0",)}),
    ("Glow", {"level": ("0.8",)}),
    ("Bloom", {}),
    ("ColorAdjust", {"hue": ("0.2",)}),
    ("SepiaTone", {}),
    ("Shadow", {"radius": ("8.0",)}),
    ("Blend", {}),
    ("Lighting", {}),
)
FONTS: Table = {"size": ("10.0", "14.0", "18.0", "27.5")}
FONT_NAMES = ("System Bold", "System Italic", "Arial", "Nowhere Sans", "DejaVu Serif", "Monospaced Regular")


def insets(dice: Dice) -> Markup:
    sides = [side for side in ("bottom", "left", "right", "top") if dice.chance(0.7)]
    width = dice.choice(("5.0", "10.0", "2.5", "20.0"))
    return Markup("Insets", dict.fromkeys(sides, width))


def font(dice: Dice) -> Markup:
    found = Markup("Font", dice.some(FONTS, 0.8))
    if dice.chance(0.5):
        found.attributes |= {"name": dice.choice(FONT_NAMES), "size": dice.choice(FONTS["size"])}
    return found


def effect(dice: Dice) -> Markup:
    name, table = dice.choice(EFFECTS)
    return Markup(name, dice.some(table, 0.5))


def dress(dice: Dice, node: Markup, *tables: Table, often: float = 0.3, rarely: float = 0.02) -> Markup:
    """Give a node its name, some attributes of its own, and now and then one that any node may have."""
    node.attributes.setdefault("fx:id", dice.name())
    for table in tables:
        node.attributes = dice.some(table, often) | node.attributes
    node.attributes = dice.some(NODE, rarely) | node.attributes
    if dice.chance(0.03):
        node.put("effect", effect(dice))
    return node


def dress_region(dice: Dice, node: Markup, *tables: Table, often: float = 0.3) -> Markup:
    dress(dice, node, *tables, often=often)
    node.attributes = dice.some(REGION, 0.09) | node.attributes
    if dice.chance(0.07):
        node.put("padding", insets(dice))
    if dice.chance(0.08):
        node.attributes["style"] = dice.choice(STYLES)
    return node
