from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import offset
from pytest_uimcp.javafx.scene.layout.shapes import font_of
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.layout.text import ascent, line, line_height, text_width, wrap
from pytest_uimcp.javafx.scene.layout.text import lines as paragraphs
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of
from pytest_uimcp.javafx.scene.skins.scrolling import ScrollPaneSkin
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import snap_position

BULLET = "\u25cf"
# Half the caret's width: text starts that far from the edge.
CARET = 1.0


def prompt_shows(node: FxObject) -> bool:
    # The theme makes the prompt of a field transparent while it has the focus, that of an area not.
    is_covered = node.read("focused") and not node.is_a("TextArea")
    return not node.read("text") and bool(node.read("promptText")) and not is_covered


def caret_shows(node: Node) -> bool:
    """The caret is seen in a focused field that can be edited, while nothing is selected."""
    bare = node.read("caretPosition") == node.read("anchor")
    return bool(node.read("focused") and bare and node.read("editable") and not node.off)


class TextInputSkin(Skin):
    """What fields and areas share: the text as it is shown, the prompt, the selection."""

    def build(self) -> None:
        self.prompt: Node | None = None
        # Only its box is known, as that of the caret; the theme paints what it covers.
        self.mark = part("Path", stroke=None)
        self.text = part("Text", "text", textOrigin="TOP")
        self.caret = part("Path")

    @property
    def shown(self) -> str:
        return str(self.node.read("text") or "")

    def follow(self) -> None:
        node = self.node
        if self.prompt is None and prompt_shows(node):
            self.prompt = part("Text", "text", textOrigin="TOP")
        put(self.text, "text", self.shown)
        for child in (self.text, self.prompt):
            if child is not None and node.values.get("font") is not None:
                put(child, "font", node.values["font"])
        if self.prompt is not None:
            put(self.prompt, "text", node.read("promptText") or "")
            put(self.prompt, "visible", prompt_shows(node))
        put(self.caret, "opacity", float(caret_shows(node)))

    def unplaced(self, *nodes: Node | None) -> None:
        for child in nodes:
            if child is not None:
                put(child, "managed", False)

    def baseline(self, node: Node) -> float:
        return self.insets[0] + ascent(font_of(node))


@skin_of("TextField")
class TextFieldSkin(TextInputSkin):
    shift: float = 0.0

    def build(self) -> None:
        super().build()
        self.group = part("Pane")
        self.caret_group = part("Group")
        adopt(self.caret_group, [self.caret])

    @property
    def shown(self) -> str:
        text = super().shown
        if self.node.is_a("PasswordField"):
            return BULLET * len(text)
        return text

    def sync(self) -> None:
        self.follow()
        adopt(self.group, [n for n in (self.prompt, self.mark, self.text, self.caret_group) if n is not None])
        self.unplaced(self.prompt, self.mark, self.text, self.caret)
        self.show(self.group)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.vertical_insets + line_height(font_of(node))
        return self.horizontal_insets + float(node.read("prefColumnCount")) * text_width("W", font_of(node))

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return measure.pref_height(node, cross)
        return super().max_size(node, axis, cross)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        node = self.node
        font = font_of(self.node)
        self.group.resize(width, height)
        self.group.move(x, y)
        # The text may be longer than the field; it is cut at the field's inside, not at its border.
        put(self.group, "clip", (0.0, 0.0, width, height))
        self.group.bounds_changed()
        align = position(node.read("alignment"))
        tall = line(font).height
        top = snap_position(offset(height, tall, align.block_v)) + self.lift
        text_length = text_width(self.shown, font)
        caret_x = text_width(self.shown[: node.read("caretPosition")], font)
        text_x = (
            CARET
            + max(0.0, offset(width - 2 * CARET, text_length, align.h))
            + self.scrolled(text_length, caret_x, width)
        )
        for child in (self.prompt, self.mark, self.text, self.caret):
            if child is not None:
                # The prompt is aligned by itself, and may begin left of the field.
                child.move(text_x if child is not self.prompt else self.prompt_x(width, align.h), 0.0)
        # The node stays at 0 and its text is moved inside it, as in JavaFX; snapshots show that.
        self.text.values["y"] = top
        if self.prompt is not None:
            self.prompt.values["y"] = top
        self.draw(caret_x, top, tall)

    def prompt_x(self, width: float, align: str) -> float:
        prompt = text_width(self.node.read("promptText") or "", font_of(self.node))
        if align == "CENTER":
            return (width - prompt) / 2
        if align == "RIGHT":
            return width - prompt - CARET
        return CARET

    @property
    def lift(self) -> float:
        """How far the text is above its place: in a date picker it is set before it is styled, and stays there."""
        if "date-picker-display-node" not in self.node.classes:
            return 0.0
        font = font_of(self.node)
        return line(font, centred=False).ascent - line(font).ascent

    def scrolled(self, text_length: float, caret: float, width: float) -> float:
        room = width - 2 * CARET
        shift: float = (
            0.0 if text_length <= room else min(max(self.shift, room - text_length, -caret), 0.0, room - caret)
        )
        self.shift = shift
        return shift

    def draw(self, caret_x: float, top: float, tall: float) -> None:
        font = font_of(self.node)
        node = self.node
        self.caret.outline = (caret_x, top, caret_x, top + tall)
        start, end = sorted((node.read("anchor"), node.read("caretPosition")))
        x0 = text_width(self.shown[:start], font)
        x1 = text_width(self.shown[:end], font)
        if end > start:
            self.mark.outline = (x0, top, x1, top + tall)
        else:
            self.mark.outline = (0.0, 0.0, -1.0, -1.0)
        put(self.mark, "visible", end > start)
        for child in (self.caret, self.mark, self.text):
            child.bounds_changed()


class TextAreaContent(Sizer):
    """The inside of a text area: as wide as its longest line, or as the area where it wraps."""

    def __init__(self, skin: TextAreaSkin) -> None:
        self.skin = skin

    def bias(self, node: Node) -> str | None:
        return "HORIZONTAL"

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        area = self.skin.node
        insets = measure.snapped(node)
        wraps = area.read("wrapText")
        if axis == 0:
            widest = max(text_width(part, font_of(area)) for part in paragraphs(area.read("text") or ""))
            return insets.along(0) + (0.0 if wraps else widest)
        column = 0.0
        if cross != -1 and wraps:
            column = cross - insets.left - insets.right
        rows = wrap(area.read("text") or "", font_of(area), column)
        return insets.along(1) + len(rows) * line_height(font_of(area))

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.snapped(node).along(axis)

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        self.skin.arrange(insets.left, insets.top, max(0.0, node.lw - insets.left - insets.right))


@skin_of("TextArea")
class TextAreaSkin(TextInputSkin):
    def build(self) -> None:
        super().build()
        self.is_placed = False
        self.marks = part("Group", visible=False, managed=False)
        self.paragraphs = part("Group", managed=False)
        self.content = part("ContentView", "content")
        self.content.sizer = TextAreaContent(self)
        self.scroll = part("ScrollPane", "scroll-pane", content=self.content)
        self.scroll.read("styleClass")
        # Both ways: a program may set scrollTop, a user turns the wheel over the pane inside.
        self.scroll.observe("vvalue", lambda *_: self.scrolled_to("scrollTop", 1))
        self.scroll.observe("hvalue", lambda *_: self.scrolled_to("scrollLeft", 0))
        adopt(self.paragraphs, [self.text])

    def sync(self) -> None:
        self.follow()
        adopt(self.marks, [self.mark] if self.node.read("caretPosition") != self.node.read("anchor") else [])
        put(self.marks, "visible", bool(self.marks.kids))
        adopt(self.content, [n for n in (self.prompt, self.marks, self.paragraphs, self.caret) if n is not None])
        self.unplaced(self.prompt, self.mark, self.text, self.caret)
        # TAB goes to the area, which has the keyboard; the pane inside never has.
        put(self.scroll, "focusTraversable", False)
        # The content's size depends on the text, which is not a property of its own.
        self.content.request_layout()
        self.show(self.scroll)

    def sizes(self) -> tuple[float, float]:
        """The viewport that columns and rows ask for."""
        font = font_of(self.node)
        insets = measure.snapped(self.content)
        width = self.node.read("prefColumnCount") * text_width("W", font) + insets.left + insets.right
        height = self.node.read("prefRowCount") * self.row_height(font) + insets.top + insets.bottom
        return width, height

    def row_height(self, font: Font) -> float:
        """JavaFX measures the lines of the first area of a scene with other bounds than those of all after it."""
        scene = self.node.scene
        is_first = scene is None or scene.first_areas.setdefault(font, self.node) is self.node
        return line(font, centred=not is_first).height

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        """A letter, and the bar beside it."""
        font = font_of(node)
        letter = (text_width("W", font), line(font, centred=False).height)[axis]
        least = letter + measure.snapped(self.content).along(axis)
        put(self.scroll, ("minViewportWidth", "minViewportHeight")[axis], least)
        return self.insets_along(axis) + measure.sized(self.scroll, "min", axis)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        for name, size in zip(("prefViewportWidth", "prefViewportHeight"), self.sizes(), strict=True):
            self.scroll.values[name] = size
        # Written past the properties: the sizes that were kept for the pane are of the viewport before.
        self.scroll.sizes = None
        return self.insets_along(axis) + measure.sized(self.scroll, "pref", axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        scene = self.node.scene
        window = scene.window if scene is not None else None
        parent = self.node.parent
        # The only node of a scene is laid out once before its text is: without one it finds its room a frame later.
        is_alone = parent is None or (parent.parent is None and len(parent.kids) == 1)
        is_empty = not self.node.read("text") and not self.node.read("wrapText")
        if is_empty and is_alone and not self.is_placed and window is not None:
            window.platform.run_later(self.node.request_layout)
        else:
            self.fit(width, height)
        self.is_placed = True
        self.scroll.resize(width, height)
        self.scroll.move(x, y)

    def fit(self, width: float, height: float) -> None:
        """Let the content fill the pane where it is smaller."""
        insets = measure.insets(self.scroll)
        viewport = (width - insets.left - insets.right, height - insets.top - insets.bottom)
        fits_width = bool(self.node.read("wrapText")) or measure.pref_width(self.content) <= viewport[0]
        fits_height = measure.pref_height(self.content, viewport[0]) <= viewport[1]
        put(self.scroll, "fitToWidth", fits_width)
        put(self.scroll, "fitToHeight", fits_height)

    def scrolled_to(self, name: str, axis: int) -> None:
        self.node.write(name, self.scroll.read_number(("hvalue", "vvalue")[axis]) * self.hidden(axis))

    def scroll_to(self, name: str, axis: int) -> None:
        hidden = self.hidden(axis)
        share = 0.0
        if hidden > 0:
            share = min(max(self.node.read_number(name) / hidden, 0.0), 1.0)
        put(self.scroll, ("hvalue", "vvalue")[axis], share)

    def hidden(self, axis: int) -> float:
        """How much of the text is out of sight, in pixels; none before the scroll pane was laid out."""
        skin = self.scroll.skin
        if isinstance(skin, ScrollPaneSkin):
            return max(0.0, skin.size[axis] - skin.view[axis])
        return 0.0

    def arrange(self, x: float, y: float, width: float) -> None:
        put(self.text, "wrappingWidth", width)
        from pytest_uimcp.javafx.scene.layout.bounds import local

        self.text.bounds_changed()
        # The ink of a first letter may begin left of its advance: the ink begins at the padding.
        self.text.move(x - local(self.text)[0], y)
        if self.prompt is not None:
            put(self.prompt, "wrappingWidth", width)
            self.prompt.move(x, y)
        self.caret.move(x, y)
        row, caret_x = self.place_of(self.node.read("caretPosition"), width)
        tall = line_height(font_of(self.node))
        self.caret.outline = (caret_x, row * tall, caret_x, (row + 1) * tall)
        self.mark.move(x, y)
        self.mark.outline = self.selected(width, tall)
        self.caret.bounds_changed()

    def rows(self, width: float) -> list[tuple[int, str]]:
        """The rows as they are broken: where each starts, and its text."""
        rows = []
        start = 0
        column = 0.0
        if self.node.read("wrapText"):
            column = width
        for paragraph in paragraphs(self.shown):
            for row in wrap(paragraph, font_of(self.node), column):
                rows.append((start, row))
                start += len(row)
            # The line end itself is a place of the text.
            start += 1
        return rows

    def place_of(self, index: int, width: float) -> tuple[int, float]:
        """Row and x of a place in the text."""
        rows = self.rows(width)
        row = max(i for i, (start, _) in enumerate(rows) if start <= index or i == 0)
        start, text = rows[row]
        return row, text_width(text[: index - start], font_of(self.node))

    def selected(self, width: float, tall: float) -> tuple[float, float, float, float]:
        start, end = sorted((self.node.read("anchor"), self.node.read("caretPosition")))
        if start == end:
            return (0.0, 0.0, -1.0, -1.0)
        first_row, x0 = self.place_of(start, width)
        last_row, x1 = self.place_of(end, width)
        # The mark is a single box: over several rows it takes their whole width.
        if first_row != last_row:
            x0 = 0.0
            x1 = width
        return (x0, first_row * tall, x1, (last_row + 1) * tall)


@hook("TextArea", "scrollTop")
def _scroll_top(area: Node, _old: float, _new: float) -> None:
    if isinstance(area.skin, TextAreaSkin):
        area.skin.scroll_to("scrollTop", 1)


@hook("TextArea", "scrollLeft")
def _scroll_left(area: Node, _old: float, _new: float) -> None:
    if isinstance(area.skin, TextAreaSkin):
        area.skin.scroll_to("scrollLeft", 0)
