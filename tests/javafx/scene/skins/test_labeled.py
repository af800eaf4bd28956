"""What labels and buttons show of their text, and where."""

from __future__ import annotations

import pytest

from pytest_uimcp.javafx.scene.layout.bounds import in_parent
from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.skins.labeled import Mnemonic, mnemonic
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT
from tests.javafx.app import App


@pytest.mark.parametrize(
    ("text", "shown", "letter"),
    [
        ("File", "File", -1),
        ("_File", "File", 0),
        ("E_xit", "Exit", 1),
        ("_Save _as", "Save _as", 0),
        ("snake__case", "snake_case", -1),
        ("a_ b", "a_ b", -1),
        ("end_", "end_", -1),
        ("", "", -1),
        ("__", "_", -1),
    ],
)
def test_an_underscore_marks_the_letter_behind_it(text: str, shown: str, letter: int) -> None:
    assert mnemonic(text) == Mnemonic(shown, letter)


def test_only_what_parses_mnemonics_has_one() -> None:
    app = App('<VBox><Label fx:id="label" text="_A"/><Button fx:id="button" text="_A"/></VBox>')
    lines = {name: [kid for kid in app[name].kids if kid.fx.name == "Line"] for name in ("label", "button")}
    assert [len(line) for line in lines.values()] == [0, 1]
    [line] = lines["button"]
    assert line.end_x == pytest.approx(text_width("A", DEFAULT_FONT) - 2)


@pytest.mark.parametrize(
    ("overrun", "shown"),
    [
        ("ELLIPSIS", "The quick bro..."),
        ("WORD_ELLIPSIS", "The quick..."),
        ("LEADING_ELLIPSIS", "...n fox jumps"),
        ("CENTER_ELLIPSIS", "The quic... jumps"),
        ("CLIP", "The quick brown"),
    ],
)
def test_a_text_that_does_not_fit_is_cut_as_the_overrun_says(overrun: str, shown: str) -> None:
    text = "The quick brown fox jumps"
    app = App(f'<HBox><Label fx:id="l" text="{text}" textOverrun="{overrun}" prefWidth="100" minWidth="100"/></HBox>')
    drawn = app["l"].skin.text.text
    # The end that a cut in the middle keeps may be a little wider than what was measured at the start.
    assert text_width(drawn, DEFAULT_FONT) <= (105 if overrun == "CENTER_ELLIPSIS" else 100)
    ellipsis = "" if overrun == "CLIP" else "..."
    assert ellipsis in drawn
    start, _, end = drawn.partition("...") if ellipsis else (drawn, "", "")
    assert text.startswith(start)
    assert text.endswith(end)
    assert drawn[:3] == shown[:3]
    assert app["l"].text == text


def test_a_program_may_have_another_ellipsis() -> None:
    app = App('<HBox><Label fx:id="l" text="A long text" ellipsisString="~" prefWidth="40" minWidth="40"/></HBox>')
    assert app["l"].skin.text.text.endswith("~")


def test_a_label_with_no_room_at_all_shows_nothing() -> None:
    app = App('<HBox><Label fx:id="l" text="A long text" prefWidth="5" minWidth="5"/></HBox>')
    assert app["l"].skin.text.text == ""


@pytest.mark.parametrize(
    ("display", "order", "horizontal"),
    [
        ("LEFT", "graphic first", True),
        ("RIGHT", "text first", True),
        ("TOP", "graphic first", False),
        ("BOTTOM", "text first", False),
    ],
)
def test_a_graphic_stands_where_the_display_says(display: str, order: str, horizontal: bool) -> None:
    app = App(
        f'<Pane><Label fx:id="l" text="abc" contentDisplay="{display}" graphicTextGap="10">'
        '<graphic><Rectangle fx:id="g" width="20" height="20"/></graphic></Label></Pane>'
    )
    text, graphic = app["l"].skin.text, app["g"]
    first, second = (graphic, text) if order == "graphic first" else (text, graphic)
    if horizontal:
        size = 20 if first is graphic else round(text_width("abc", DEFAULT_FONT))
        assert second.layout_x - first.layout_x == pytest.approx(size + 10, abs=1)
        assert app["l"].width == pytest.approx(text_width("abc", DEFAULT_FONT) + 30, abs=1)
    else:
        assert second.layout_y > first.layout_y
        assert app["l"].height > 20 + 10


@pytest.mark.parametrize(("display", "texts", "graphics"), [("GRAPHIC_ONLY", 0, 1), ("TEXT_ONLY", 1, 0)])
def test_a_display_of_one_only_leaves_the_other_out(display: str, texts: int, graphics: int) -> None:
    app = App(
        f'<Pane><Label fx:id="l" text="abc" contentDisplay="{display}">'
        '<graphic><Rectangle width="20" height="20"/></graphic></Label></Pane>'
    )
    kinds = [kid.fx.name for kid in app["l"].kids]
    assert (kinds.count("LabeledText"), kinds.count("Rectangle")) == (texts, graphics)


def test_text_that_wraps_makes_a_label_higher_where_it_is_narrow() -> None:
    app = App(
        '<VBox prefWidth="100" maxWidth="100" alignment="TOP_LEFT">'
        '<Label fx:id="wrapped" wrapText="true" minHeight="-Infinity" text="one two three four five six seven"/>'
        '<Label fx:id="cut" text="one two three four five six seven"/></VBox>',
        width=100,
    )
    lines = app["wrapped"].height / app["cut"].height
    assert lines == int(lines) >= 3
    assert "..." in app["cut"].skin.text.text


@pytest.mark.parametrize(
    ("alignment", "x", "y"),
    [
        ("CENTER_LEFT", 0, 42),
        ("TOP_LEFT", 0, 0),
        ("TOP_RIGHT", 178, 0),
        ("BOTTOM_CENTER", 89, 84),
        ("BASELINE_LEFT", 0, 0),
    ],
)
def test_text_is_aligned_in_a_label_that_is_larger(alignment: str, x: float, y: float) -> None:
    app = App(
        f'<StackPane><Label fx:id="l" text="abc" alignment="{alignment}" maxWidth="Infinity" maxHeight="Infinity"/>'
        "</StackPane>",
        width=200,
        height=100,
    )
    left, top, _, _ = in_parent(app["l"].skin.text)
    assert (left, top) == pytest.approx((x, y), abs=2)


@pytest.mark.parametrize(("kind", "mark"), [("CheckBox", "box"), ("RadioButton", "radio")])
def test_a_mark_stands_before_its_label(kind: str, mark: str) -> None:
    app = App(f'<Pane><{kind} fx:id="c" text="abc"/></Pane>')
    box = next(kid for kid in app["c"].kids if mark in kid.style_class)
    skin = app["c"].skin
    assert box.layout_x == 0
    assert skin.text.layout_x > box.width
    assert app["c"].height >= box.height
    assert app["c"].width == pytest.approx(box.width + skin.around_text(0, skin.text_size()[0]), abs=1)


def test_a_label_follows_its_text_and_its_font() -> None:
    app = App('<VBox fillWidth="false"><Label fx:id="l" text="a"/></VBox>')
    narrow = app["l"].width
    app["l"].text = "a longer text"
    app.platform.pulse()
    wide = app["l"].width
    app["l"].style = "-fx-font-size: 26"
    app.platform.pulse()
    assert narrow < wide < app["l"].width
    assert app["l"].skin.text.text == "a longer text"
