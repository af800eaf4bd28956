"""Which declaration wins where, and what it does to a node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.javafx.scene.css.syntax import parse_sheet
from tests.javafx.app import App

BUTTON = '<VBox styleClass="form"><Button fx:id="b" text="a" styleClass="primary" {}/></VBox>'


def styled(sheet: str, tmp_path: Path, fxml: str = BUTTON.format("")) -> App:
    """An app with a stylesheet of its program."""
    app = App(fxml)
    path = tmp_path / "form.css"
    path.write_text(sheet, encoding="utf-8")
    app.loaded.root.stylesheets.append(str(path))
    app.platform.pulse()
    return app


@pytest.mark.parametrize(
    ("sheet", "opacity"),
    [
        ("Button { -fx-opacity: 0.5 }", 0.5),
        (".primary { -fx-opacity: 0.5 }", 0.5),
        ("#b { -fx-opacity: 0.5 }", 0.5),
        ("* { -fx-opacity: 0.5 }", 0.5),
        ("VBox Button { -fx-opacity: 0.5 }", 0.5),
        ("VBox > Button { -fx-opacity: 0.5 }", 0.5),
        (".form > .primary { -fx-opacity: 0.5 }", 0.5),
        ("Button.primary#b { -fx-opacity: 0.5 }", 0.5),
        ("Label, Button { -fx-opacity: 0.5 }", 0.5),
        ("Label { -fx-opacity: 0.5 }", 1),
        (".form > Label > Button { -fx-opacity: 0.5 }", 1),
        ("HBox Button { -fx-opacity: 0.5 }", 1),
        (".secondary { -fx-opacity: 0.5 }", 1),
        ("Button { -fx-opacity: 0.5 } Button { -fx-opacity: 0.25 }", 0.25),
        (".primary { -fx-opacity: 0.5 } Button { -fx-opacity: 0.25 }", 0.5),
        ("#b { -fx-opacity: 0.5 } .form .primary { -fx-opacity: 0.25 }", 0.5),
        ("Button { -fx-opacity: 0.5 !important } #b { -fx-opacity: 0.25 }", 0.5),
        ("Button { -fx-opacity: 0.5; -fx-opacity: 0.25 }", 0.25),
        ("Button { -fx-opacity: nonsense }", 1),
        ("Button { -fx-alignment: nonsense; -fx-font-size: NaN; -fx-padding: 1 2 3 4 5; -fx-opacity: 0.5 }", 0.5),
        ("Button:hover { -fx-opacity: 0.5 }", 1),
        ("Button:disabled { -fx-opacity: 0.5 }", 1),
        ("/* Button { -fx-opacity: 0.5 } */", 1),
        ("Button { /* -fx-opacity: 0.25; */ -fx-opacity: 0.5 }", 0.5),
        ("@font-face { src: url(x) } Button { -fx-opacity: 0.5 }", 0.5),
        ("Button { -fx-text: '}'; -fx-opacity: 0.5 }", 0.5),
        ("Button { -fx-opacity: 0.5", 0.5),
    ],
)
def test_the_strongest_rule_that_matches_wins(sheet: str, opacity: float, tmp_path: Path) -> None:
    assert styled(sheet, tmp_path)["b"].opacity == opacity


@pytest.mark.parametrize(
    ("attributes", "sheet", "width"),
    [
        ('prefWidth="50"', "", 50),
        ('prefWidth="50"', "Button { -fx-pref-width: 70 }", 70),
        ('prefWidth="50" style="-fx-pref-width: 90"', "Button { -fx-pref-width: 70 }", 90),
        ('prefWidth="50" style="-fx-pref-width: 90"', "Button { -fx-pref-width: 70 !important }", 70),
        ('style="-fx-pref-width: 90; -fx-pref-width: 95"', "", 95),
    ],
)
def test_a_sheet_beats_what_the_program_sets_and_a_style_beats_the_sheet(
    attributes: str, sheet: str, width: float, tmp_path: Path
) -> None:
    assert styled(sheet, tmp_path, BUTTON.format(attributes))["b"].pref_width == width


def test_what_a_program_sets_beats_the_theme() -> None:
    app = App('<VBox><Label fx:id="usual" text="a"/><Separator fx:id="line"/><Button fx:id="b" text="a"/></VBox>')
    assert app["b"].padding.left > 0
    app["b"].padding = 0
    assert app["b"].padding.left == 0


@pytest.mark.parametrize(
    ("change", "opacity"),
    [
        (lambda app: app["b"].set("disable", True), 0.25),
        (lambda app: app["b"].style_class.remove("primary"), 1),
        (lambda app: app["b"].set("id", "other"), 0.5),
        (lambda app: app.loaded.root.style_class.append("dark"), 0.75),
        (lambda app: app.loaded.root.stylesheets.clear(), 1),
        (lambda app: app["b"].set("style", "-fx-opacity: 0.1"), 0.1),
    ],
)
def test_a_change_styles_again(change: Any, opacity: float, tmp_path: Path) -> None:
    app = styled(
        ".primary { -fx-opacity: 0.5 } .primary:disabled { -fx-opacity: 0.25 } .dark .primary { -fx-opacity: 0.75 }",
        tmp_path,
    )
    assert app["b"].opacity == 0.5
    change(app)
    app.platform.pulse()
    assert app["b"].opacity == opacity


@pytest.mark.parametrize(
    ("style", "size", "bold", "italic", "family"),
    [
        ("-fx-font-size: 20", 20, False, False, "System"),
        ("-fx-font-size: 20px", 20, False, False, "System"),
        ("-fx-font-size: 2em", 26, False, False, "System"),
        ("-fx-font-size: 200%", 26, False, False, "System"),
        ("-fx-font-size: 15pt", 20, False, False, "System"),
        ("-fx-font-weight: bold", 13, True, False, "System"),
        ("-fx-font-weight: 700", 13, True, False, "System"),
        ("-fx-font-weight: 400", 13, False, False, "System"),
        ("-fx-font-style: italic", 13, False, True, "System"),
        ("-fx-font-family: 'Fira Code'", 13, False, False, "Fira Code"),
        ("-fx-font-family: Serif, Fallback", 13, False, False, "Serif"),
        ("-fx-font: 20 Serif", 20, False, False, "Serif"),
        ("-fx-font: bold italic 20px 'Fira Code'", 20, True, True, "Fira Code"),
        ("-fx-font: bold 20", 20, True, False, "System"),
        ("-fx-font-size: nonsense", 13, False, False, "System"),
    ],
)
def test_a_font_is_inherited_from_the_nearest_ancestor_that_says_one(
    style: str, size: float, bold: bool, italic: bool, family: str
) -> None:
    app = App(f'<VBox style="{style}"><HBox><Label fx:id="l" text="a"/></HBox></VBox>')
    font = app["l"].font
    assert (font.size, font.bold, font.italic, font.family) == (size, bold, italic, family)


def test_lengths_in_em_are_those_of_the_nodes_own_font() -> None:
    app = App(
        '<VBox style="-fx-font-size: 20"><Region fx:id="outer" style="-fx-pref-width: 2em"/>'
        '<Region fx:id="own" style="-fx-font-size: 10; -fx-pref-width: 2em"/></VBox>'
    )
    assert (app["outer"].pref_width, app["own"].pref_width) == (40, 20)


def test_a_font_of_the_program_is_kept_under_a_theme_and_replaced_by_a_sheet(tmp_path: Path) -> None:
    fxml = (
        "<?import javafx.scene.text.Font?>"
        '<VBox style="-fx-font-size: 30"><Label fx:id="l" text="a"><font><Font size="20"/></font></Label></VBox>'
    )
    assert App(fxml)["l"].font.size == 20
    assert styled("Label { -fx-font-size: 2em }", tmp_path, fxml)["l"].font.size == 40


def test_a_looked_up_colour_is_that_of_the_nearest_ancestor() -> None:
    app = App(
        '<VBox style="mine: red"><Label fx:id="outer" text="a" style="-fx-text-fill: mine"/>'
        '<HBox style="mine: blue"><Label fx:id="inner" text="a" style="-fx-text-fill: mine"/></HBox></VBox>'
    )
    assert app["outer"].context.lookup("mine") == "red"
    assert app["inner"].context.lookup("mine") == "blue"
    assert app["inner"].context.lookup("nobody's") is None


def test_hidden_by_a_sheet_is_not_seen_and_shown_again_is(tmp_path: Path) -> None:
    app = styled(".gone { visibility: hidden } .flat { -fx-managed: false }", tmp_path)
    app["b"].style_class.append("gone")
    app.platform.pulse()
    assert not app["b"].tree_visible
    app["b"].style_class.remove("gone")
    app["b"].style_class.append("flat")
    app.platform.pulse()
    assert app["b"].tree_visible
    assert not app["b"].managed


@pytest.mark.parametrize(
    ("sheet", "problems"),
    [
        ("Button { -fx-opacity: 1 }", []),
        ("\n\n:nonsense( { -fx-opacity: 1 }", ["form.css:3: expected a selector; got ':nonsense('"]),
        ("Button + Label { -fx-opacity: 1 }", ["form.css:1: expected a selector; got 'Button + Label'"]),
        ("Button > { -fx-opacity: 1 }", ["form.css:1: expected a selector; got 'Button >'"]),
        ("Button, , Label { -fx-opacity: 1 }", ["form.css:1: expected a selector; got ''"]),
    ],
)
def test_a_rule_that_cannot_be_read_is_left_out_and_named(sheet: str, problems: list[str]) -> None:
    assert parse_sheet(sheet, "form.css").problems == problems


def test_directions_have_pseudo_classes(tmp_path: Path) -> None:
    sheet = "Button:dir(rtl) { -fx-opacity: 0.5 } Button:dir(ltr) { -fx-opacity: 0.25 }"
    app = styled(sheet, tmp_path)
    assert app["b"].opacity == 0.25
    app["b"].node_orientation = "RIGHT_TO_LEFT"
    app["b"].style_class.append("again")
    app.platform.pulse()
    assert app["b"].opacity == 0.5


def test_many_nodes_that_look_alike_are_matched_once() -> None:
    app = App("<VBox>" + '<Label text="a"/>' * 50 + "</VBox>")
    assert len({id(label.context) for label in app.loaded.root.children}) == 1
