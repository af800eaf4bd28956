"""Pictures of scenes, looked at where colours tell what was drawn."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from pytest_uimcp.javafx import Platform, UiError, create, load_text, show_stage
from pytest_uimcp.javafx.scene.layout.run import MAX_LEVELS
from pytest_uimcp.javafx.scene.picture import draw_stage
from tests.javafx.playing import play_operation
from tests.javafx.stages import LOGIN

RED, GREEN, BLUE, WHITE, BASE = (255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255), (244, 244, 244)
ACCENT = (0, 150, 201)
IMPORTS = "<?import javafx.scene.control.*?><?import javafx.scene.layout.*?><?import javafx.scene.shape.*?>"


DASHED = "-fx-border-color: red; -fx-border-width: 0.001; -fx-border-style: dashed"
SHADOW = "-fx-background-color: red; -fx-effect: dropshadow(gaussian, black, 127, 0, 1e6, 1e6)"


def shown(fxml: str, width: int = 100, height: int = 100, **stage: Any) -> Any:
    """A stage with a document, on a platform of this thread."""
    platform = Platform()
    loaded = load_text(IMPORTS + "<?import javafx.scene.image.*?><?import javafx.scene.text.*?>" + fxml)
    return show_stage(platform, loaded.root, {"width": width, "height": height, **stage}, LOGIN.parent)


def picture(stage: Any) -> Image.Image:
    return Image.open(io.BytesIO(draw_stage(stage))).convert("RGB")


def box(style: str, *, more: str = "") -> str:
    return f'<Pane><Region prefWidth="40" prefHeight="40" layoutX="20" layoutY="20" style="{style}" {more}/></Pane>'


def test_a_picture_is_as_large_as_the_scene_and_begins_with_its_background() -> None:
    image = picture(shown("<Pane/>", 120, 60))
    assert (image.size, image.getpixel((0, 0)), image.getpixel((119, 59))) == ((120, 60), BASE, BASE)


@pytest.mark.parametrize(
    ("style", "at", "color"),
    [
        ("-fx-background-color: red", (21, 21), RED),
        ("-fx-background-color: red", (19, 40), BASE),
        ("-fx-background-color: red, blue; -fx-background-insets: 0, 5", (40, 40), BLUE),
        ("-fx-background-color: red, blue; -fx-background-insets: 0, 5", (22, 22), RED),
        ("-fx-background-color: red; -fx-background-radius: 20", (20, 20), BASE),
        ("-fx-border-color: red; -fx-border-width: 4", (22, 40), RED),
        ("-fx-border-color: red; -fx-border-width: 4", (40, 40), BASE),
        ("-fx-border-color: red blue green white; -fx-border-width: 4", (57, 40), BLUE),
        ("-fx-border-color: red blue green white; -fx-border-width: 4", (40, 57), GREEN),
        ("mine: blue; -fx-background-color: mine", (40, 40), BLUE),
        ("-fx-background-color: derive(blue, 0%)", (40, 40), BLUE),
        ("-fx-background-color: linear-gradient(to right, red, blue)", (59, 40), (3, 0, 252)),
        ("-fx-background-color: linear-gradient(to bottom, red, blue)", (40, 59), (3, 0, 252)),
        ("-fx-background-color: rgba(0, 0, 255, 0.5)", (40, 40), (122, 122, 250)),
        ("-fx-background-color: red; -fx-opacity: 0.5", (40, 40), (250, 122, 122)),
        ("-fx-background-color: blue; -fx-shape: 'M0 0 L10 0 L0 10 Z'", (24, 24), BLUE),
        ("-fx-background-color: blue; -fx-shape: 'M0 0 L10 0 L0 10 Z'", (56, 56), BASE),
        ("-fx-background-color: no such colour", (40, 40), BASE),
        ("one: two; two: one; -fx-background-color: one", (40, 40), BASE),
    ],
)
def test_regions_have_what_their_style_says(style: str, at: tuple[int, int], color: tuple[int, ...]) -> None:
    found = picture(shown(box(style))).getpixel(at)
    assert isinstance(found, tuple)
    assert all(abs(one - two) <= 2 for one, two in zip(found, color, strict=True)), found


def test_a_node_that_is_turned_is_drawn_turned() -> None:
    image = picture(shown(box("-fx-background-color: red", more='rotate="45"')))
    assert (image.getpixel((40, 14)), image.getpixel((22, 22))) == (RED, BASE)


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<Rectangle x="20" y="20" width="40" height="20" fill="red"/>', (30, 30), (30, 50)),
        ('<Circle centerX="40" centerY="40" radius="20" fill="red"/>', (40, 40), (23, 23)),
        ('<Ellipse centerX="40" centerY="40" radiusX="30" radiusY="10" fill="red"/>', (15, 40), (40, 60)),
        ('<Line startX="10" startY="40" endX="80" endY="40" stroke="red" strokeWidth="6"/>', (40, 40), (40, 50)),
        ('<Polygon points="10,10,90,10,10,90" fill="red"/>', (15, 15), (80, 80)),
        ('<SVGPath content="M10 10 h60 v60 h-60 z M30 30 h20 v20 h-20 z" fill="red"/>', (20, 20), (40, 40)),
        ('<Arc centerX="40" centerY="40" radiusX="30" radiusY="30" length="90" type="ROUND" fill="red"/>',
         (50, 30), (30, 50)),
    ],
)  # fmt: skip
def test_shapes_are_filled(shape: str, inside: tuple[int, int], outside: tuple[int, int]) -> None:
    image = picture(shown(f"<Pane>{shape}</Pane>"))
    assert (image.getpixel(inside), image.getpixel(outside)) == (RED, BASE)


def colors(image: Image.Image) -> set[Any]:
    return {color for _, color in image.getcolors(1_000_000) or ()}


def test_text_is_dark_and_as_wide_as_the_layout_says() -> None:
    stage = shown('<Pane><Label text="Wide enough" layoutX="10" layoutY="10"/></Pane>', 200, 60)
    label = stage.scene.root.kids[0]
    ink = picture(stage).convert("L").point([255 if value < 160 else 0 for value in range(256)]).getbbox()
    assert ink is not None
    assert abs(ink[0] - 10) <= 2
    assert abs(ink[2] - (10 + label.lw)) <= 2
    assert min(sum(color) for color in colors(picture(stage))) < 300


@pytest.mark.parametrize("text", ["Größe", "日本語", "Ελληνικά", "\t\u200b\x07", "😀", "a" * 5000])
def test_any_text_can_be_drawn(text: str) -> None:
    stage = shown('<Pane><Label text="x"/></Pane>', 200, 40)
    stage.scene.root.kids[0].text = text
    stage.platform.pulse()
    assert picture(stage).size == (200, 40)


def test_a_check_box_shows_its_mark_and_a_disabled_one_is_pale() -> None:
    def darkest(more: str) -> int:
        image = picture(shown(f"<Pane><CheckBox {more}/></Pane>"))
        return int(min(sum(color) for color in colors(image)))

    assert darkest('selected="true"') < darkest("") - 100
    assert darkest('selected="true" disable="true"') > darkest('selected="true"') + 100


def test_the_selected_row_of_a_list_is_in_the_colour_of_a_selection() -> None:
    stage = shown('<StackPane><ListView id="list"/></StackPane>', 120, 120)
    play_operation(stage.platform, stage, {"op": "items", "target": "#list", "values": ["a", "b", "c"]})
    before = picture(stage)
    play_operation(stage.platform, stage, {"op": "select", "target": "#list", "indices": [1]})
    assert (before.getpixel((60, 36)), picture(stage).getpixel((60, 36))) == ((250, 250, 250), ACCENT)


def test_a_popup_is_drawn_above_and_makes_the_picture_larger_where_it_has_to() -> None:
    stage = shown('<Pane><ComboBox id="combo"/></Pane>', 120, 40)
    values = [f"Choice {number}" for number in range(8)]
    play_operation(stage.platform, stage, {"op": "items", "target": "#combo", "values": values})
    play_operation(stage.platform, stage, {"op": "show", "target": "#combo"})
    image = picture(stage)
    assert image.width >= 120
    assert image.height > 150


def test_an_image_is_shown_if_its_file_is_there_and_a_placeholder_otherwise(tmp_path: Any) -> None:
    Image.new("RGB", (8, 8), "blue").save(tmp_path / "blue.png")
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    seen = []
    for name in ("blue.png", "broken.png", "missing.png"):
        stage = shown("<Pane/>")
        view = create("ImageView", fit_width=40.0, fit_height=40.0, image=create("Image", url=str(tmp_path / name)))
        stage.scene.root.children.append(view)
        stage.platform.pulse()
        seen.append(picture(stage).getpixel((20, 10)))
    assert seen == [BLUE, (232, 232, 232), (232, 232, 232)]


def test_a_scene_of_many_levels_is_drawn() -> None:
    stage = shown("<StackPane/>")
    inner = stage.scene.root
    for _ in range(MAX_LEVELS - 3):
        inner.children.append(inner := create("StackPane"))
    inner.children.append(create("Label", text="deep"))
    stage.platform.pulse()
    assert len(colors(picture(stage))) > 5


@pytest.mark.parametrize(
    "fxml",
    [
        '<Pane><Region prefWidth="1e6" prefHeight="1e6" rotate="30" style="-fx-background-color: red"/></Pane>',
        '<Pane><Region prefWidth="1e6" prefHeight="1e6" style="-fx-background-color: red; -fx-opacity: 0.5"/></Pane>',
        f'<Pane><Label text="{"wide " * 4000}" style="-fx-font-size: 5000"/></Pane>',
        f'<Pane><Text text="{"wide " * 4000}" style="-fx-font-size: 60"/></Pane>',
        f'<Pane><Region prefWidth="1e6" prefHeight="9" style="{DASHED}"/></Pane>',
        '<Pane><Circle radius="1e7" fill="red" stroke="blue" strokeWidth="1e6"/></Pane>',
        f'<Pane><Region prefWidth="9" prefHeight="9" style="{SHADOW}"/></Pane>',
    ],
)
def test_what_is_larger_than_any_screen_costs_little(fxml: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    new = Image.new

    def counted(mode: str, size: tuple[int, int], *more: Any) -> Image.Image:
        made.append(size[0] * size[1])
        return new(mode, size, *more)

    monkeypatch.setattr(Image, "new", counted)
    assert picture(shown(fxml)).size == (100, 100)
    assert max(made) <= 20_000_000
    assert len(made) < 500


def test_a_picture_that_would_be_too_large_is_refused() -> None:
    with pytest.raises(UiError, match="a picture of 30000 x 100 is too large"):
        draw_stage(shown("<Pane/>", 30_000, 100))
