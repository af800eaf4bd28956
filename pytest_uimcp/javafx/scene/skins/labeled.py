"""Text with a graphic: labels, buttons, links, cells, and what checks and radios are built on."""

from __future__ import annotations

from typing import NamedTuple

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import offset
from pytest_uimcp.javafx.scene.layout.clipping import Overrun, clipped, clipped_lines
from pytest_uimcp.javafx.scene.layout.measure import bounded
from pytest_uimcp.javafx.scene.layout.shapes import font_of
from pytest_uimcp.javafx.scene.layout.text import line, lines, text_width, wrap
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, part, put, skin_of
from pytest_uimcp.javafx.scene.values.enums import Pos, position
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, Insets, snap_position, snap_size

BESIDE = ("LEFT", "RIGHT")
ABOVE = ("TOP", "BOTTOM")


class Mnemonic(NamedTuple):
    """A text without its marker, and the place of the letter that the marker stood before; -1 without one."""

    text: str
    letter: int


class Facts(NamedTuple):
    font: Font
    label: Mnemonic
    graphic: Node | None
    bare: bool
    display: str
    padding: Insets


def mnemonic(text: str) -> Mnemonic:
    """`_File` is `File` with its first letter marked; `__` is an underscore."""
    plain = ""
    index = -1
    place = 0
    while place < len(text):
        if text[place] == "_" and place + 1 < len(text):
            place += 1
            if text[place] != "_" and index < 0 and not text[place].isspace():
                index = len(plain)
            elif text[place] != "_":
                plain += "_"
        plain += text[place]
        place += 1
    return Mnemonic(plain, index)


@skin_of("Labeled")
class LabeledSkin(Skin):
    """One text, perhaps a graphic, perhaps a line under the mnemonic."""

    def build(self) -> None:
        self.text = part("LabeledText")
        self.line: Node | None = None
        self.extra: list[Node] = []

    @property
    def facts(self) -> Facts:
        """What everything below asks for, found once after each change."""
        sizes = self.node.sizes
        if sizes is None:
            sizes = self.node.sizes = {}
        # Kept among the sizes, which every change of a property that matters throws away, so it cannot go stale.
        facts: Facts | None = sizes.get("facts")
        if facts is None:
            facts = sizes["facts"] = self.find_facts()
        return facts

    def find_facts(self) -> Facts:
        node = self.node
        text = node.read("text") or ""
        display = node.read("contentDisplay")
        # A titled pane says that it parses them, and shows them as they are.
        if "_" in text and node.read("mnemonicParsing") and not node.is_a("TitledPane"):
            label = mnemonic(text)
        else:
            label = Mnemonic(text, -1)
        graphic = None
        if display != "TEXT_ONLY":
            graphic = node.read("graphic")
        bare = not text or display == "GRAPHIC_ONLY"
        if graphic is not None or not bare:
            # JavaFX does not keep the label's padding where there is no label, even if a stylesheet asks for it.
            pad = node.read("labelPadding")
        else:
            pad = None
        return Facts(
            font_of(node),
            label,
            graphic,
            bare,
            display,
            Insets(*(snap_size(side) for side in pad)) if pad else NO_INSETS,
        )

    @property
    def font(self) -> Font:
        return self.facts.font

    @property
    def label(self) -> Mnemonic:
        """The text as it is shown, before it is cut."""
        return self.facts.label

    @property
    def graphic(self) -> Node | None:
        """The graphic, unless the display leaves it out."""
        return self.facts.graphic

    @property
    def ignores_text(self) -> bool:
        return self.facts.bare

    @property
    def padding(self) -> Insets:
        """What `-fx-label-padding` keeps around a label that there is."""
        return self.facts.padding

    def sync(self) -> None:
        node = self.node
        node.sizes = None
        graphic = self.graphic
        marked = self.label.letter >= 0 and not self.ignores_text
        if marked and self.line is None:
            self.line = part("Line", "mnemonic-underline")
        # A text that is empty keeps its node, as in JavaFX; only a graphic in its place removes it.
        shows_text = self.facts.display != "GRAPHIC_ONLY" and not (graphic is not None and self.ignores_text)
        # The line comes with the first layout, behind everything else.
        self.show(graphic, self.text if shows_text else None, *self.extra, self.line if marked else None)
        put(self.text, "font", node.values.get("font"))
        if node.values.get("font") is None:
            # Without a font of the program's own the text has to inherit again what stylesheets say.
            self.text.values.pop("font", None)

    def bias(self, node: Node) -> str | None:
        if node.read("wrapText"):
            return "HORIZONTAL"
        return None

    @property
    def gap(self) -> float:
        return float(self.node.read("graphicTextGap"))

    def text_size(self, width: float = 0.0) -> tuple[float, float]:
        """Width and height of the text, wrapped into a column if one is given."""
        facts = self.facts
        font = facts.font
        text = facts.label.text
        if width <= 0 and "\n" not in text and "\r" not in text:
            return text_width(text, font), line(font).height
        rows = wrap(text, font, width)
        height = len(rows) * line(font).height + (len(rows) - 1) * self.node.read("lineSpacing")
        return max(text_width(part, font) for part in rows), height

    def graphic_size(self, axis: int) -> float:
        graphic = self.graphic
        # Until it is a child, a graphic counts for the width and not for the height: so it is recorded.
        if graphic is None or (axis == 1 and graphic.parent is None):
            return 0.0
        return bounded(*(measure.sized(graphic, kind, axis) for kind in ("min", "pref", "max")))

    def around_text(self, axis: int, text: float) -> float:
        """Text and graphic one after the other where the display says so, over each other otherwise, and the insets."""
        facts = self.facts
        graphic = self.graphic_size(axis)
        # The text's line counts for the height even when it is empty.
        if (axis == 0 and facts.bare) or (facts.display == "GRAPHIC_ONLY" and facts.graphic is not None):
            text = graphic
        elif facts.graphic is not None and facts.display in (BESIDE, ABOVE)[axis]:
            text = text + self.gap + graphic
        elif facts.graphic is not None:
            text = max(text, graphic)
        return self.insets_along(axis) + facts.padding.along(axis) + text

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return self.around_text(0, self.text_size()[0])
        column = 0.0
        if cross != -1 and self.node.read("wrapText"):
            column = cross - self.horizontal_insets - self.padding.left - self.padding.right
            if self.graphic is not None and self.facts.display in BESIDE:
                column -= self.graphic_size(0) + self.gap
        return self.around_text(1, self.text_size(max(column, 0.0))[1])

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        font = self.facts.font
        if axis == 0:
            return self.around_text(0, min(self.text_size()[0], text_width(node.read("ellipsisString") or "", font)))
        # JavaFX measures one line, whatever the text is, so a label with an empty text is as high as one with a word.
        return self.around_text(1, line(font).height)

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.sized(node, "pref", axis, cross)

    def baseline(self, node: Node) -> float:
        text_top = self.insets[0] + self.padding.top
        if self.graphic is not None and self.facts.display == "TOP":
            text_top += self.graphic_size(1) + self.gap
        return text_top + line(self.font).ascent

    def place(self, x: float, y: float, width: float, height: float) -> None:
        self.place_label(x, y, width, height)

    def place_label(self, x: float, y: float, width: float, height: float, align: str | None = None) -> None:
        """Put text and graphic into a space, cutting the text where it has to."""
        pad = self.padding
        align_pos = position(align or self.node.read("alignment"))
        x = x + pad.left
        y = y + pad.top
        width = width - pad.left - pad.right
        height = height - pad.top - pad.bottom
        graphic = self.size_graphic()
        room = self.room(width, height, graphic)
        text = (0.0, 0.0)
        if not self.ignores_text:
            text = self.fit(*room)
        if self.ignores_text:
            self.fit(*room)
        # An unmanaged text is in no sum of heights; it stays a child, where snapshots find it.
        self.text.write("managed", not self.ignores_text)
        self.arrange((x, y, width, height), graphic, text, align_pos)

    def size_graphic(self) -> tuple[float, float]:
        graphic = self.graphic
        if graphic is None:
            return (0.0, 0.0)
        if graphic.resizable:
            measure.autosize(graphic)
        box = measure.layout_box(graphic)
        return (box[2] - box[0], box[3] - box[1])

    def room(self, width: float, height: float, graphic: tuple[float, float]) -> tuple[float, float]:
        if self.graphic is not None:
            display = self.facts.display
            if display in BESIDE:
                width -= graphic[0] + self.gap
            elif display in ABOVE:
                height -= graphic[1] + self.gap
        return max(width, 0.0), max(height, 0.0)

    def fit(self, width: float, height: float) -> tuple[float, float]:
        """Cut or wrap the text for a space; its size, no larger than the space."""
        node = self.node
        font = self.font
        text = self.label.text
        fitted = text
        column = 0.0
        if self.ignores_text:
            fitted = ""
        elif node.read("wrapText"):
            fitted = clipped_lines(text, font, (width, height), self.overrun)
            column = 0.0
            if len(wrap(fitted, font, width)) > len(lines(fitted)):
                column = width
        else:
            fitted = "\n".join(clipped(part, font, width, self.overrun) for part in lines(text))
        put(self.text, "text", fitted)
        put(self.text, "wrappingWidth", column)
        put(self.text, "lineSpacing", node.read("lineSpacing"))
        box = measure.layout_box(self.text)
        size = (box[2] - box[0], box[3] - box[1])
        if self.ignores_text:
            space = (0.0, 0.0)
        else:
            # Cut at the control's own height: a title that is pushed together still shows its line.
            space = (width, max(height, self.tall))
        self.clip(box, size, space)
        return snap_size(min(size[0], space[0])), snap_size(min(size[1], space[1]))

    @property
    def overrun(self) -> Overrun:
        return Overrun(self.node.read("textOverrun"), self.node.read("ellipsisString") or "")

    @property
    def tall(self) -> float:
        """The height inside the control: text is cut there, not at a space that a skin made smaller."""
        pad = self.padding
        label_height = self.node.lh - self.vertical_insets - pad.top - pad.bottom
        display = None
        if self.graphic is not None:
            display = self.facts.display
        if display not in ABOVE:
            return label_height
        return 0.0

    def clip(self, box: tuple[float, ...], size: tuple[float, float], space: tuple[float, float]) -> None:
        over = size[0] > space[0] or size[1] > space[1]
        clip = None
        if over:
            clip = (box[0], box[1], box[0] + space[0], box[1] + space[1])
        # Compared first, since new bounds would make every ancestor's boxes unknown.
        if self.text.values.get("clip") != clip:
            self.text.values["clip"] = clip
            self.text.bounds_changed()

    def arrange(
        self,
        area: tuple[float, float, float, float],
        graphic: tuple[float, float],
        text: tuple[float, float],
        align: Pos,
    ) -> None:
        x, y, width, height = area
        display = self.facts.display
        both = self.graphic is not None and not self.ignores_text
        total = (
            text[0] + self.gap + graphic[0] if both and display in BESIDE else max(text[0], graphic[0]),
            text[1] + self.gap + graphic[1] if both and display in ABOVE else max(text[1], graphic[1]),
        )
        v = align.block_v
        x_text = x + offset(width, total[0], align.h)
        top = y + offset(height, total[1], v)
        text_at = [x_text, top]
        graphic_at = [x_text, top]
        for corner, size, other_size, place in (
            (text_at, text, graphic, "LEFT TOP"),
            (graphic_at, graphic, text, "RIGHT BOTTOM"),
        ):
            if display in ABOVE:
                corner[0] = x + offset(width, size[0], align.h)
                corner[1] += other_size[1] + self.gap if both and display == place.split()[1] else 0.0
            elif display in BESIDE:
                corner[1] = y + offset(height, size[1], v)
                corner[0] += other_size[0] + self.gap if both and display == place.split()[0] else 0.0
            else:
                corner[:] = [x + offset(width, size[0], align.h), y + offset(height, size[1], v)]
        if self.graphic is not None:
            self.relocate(self.graphic, *graphic_at)
        if not (self.graphic is not None and self.ignores_text):
            self.relocate(self.text, *text_at)
            self.underline()

    def relocate(self, node: Node, x: float, y: float) -> None:
        """Put the upper left corner of a node's layout box on whole pixels."""
        # A graphic's box may begin beside its origin (a circle's does), so its corner is put there, not its origin.
        box = measure.layout_box(node)
        node.move(snap_position(x) - box[0], snap_position(y) - box[1])

    def underline(self) -> None:
        text, index = self.label
        if index < 0 or self.line is None or self.ignores_text:
            return
        width = text_width(text[index], self.font)
        height = line(self.font).height
        # Beside a graphic the line is as long as its letter, and as thick as the letters are tall.
        if self.graphic is None:
            thick = 1.0
            width -= 2
        else:
            thick = height / 10
        put(self.line, "strokeWidth", thick)
        put(self.line, "endX", max(0.0, width))
        box = measure.layout_box(self.text)
        left = self.text.lx + text_width(text[:index], self.font)
        self.line.move(left + thick / 2, self.text.ly + box[1] + height + thick / 2)
