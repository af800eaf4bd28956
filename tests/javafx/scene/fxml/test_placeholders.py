"""Documents of programs whose classes are not here: they load, and say what is not as in JavaFX."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.javafx import FxmlError, JavaFxError, Platform, Ui, compact_text, load, load_text, show_stage
from pytest_uimcp.javafx.scene.fxml.bundles import bundle
from pytest_uimcp.javafx.scene.fxml.placeholders import is_box
from pytest_uimcp.javafx.scene.model.registry import fx_types
from pytest_uimcp.javafx.scene.picture.draw import draw_stage
from pytest_uimcp.javafx.scene.tables.libraries import LOOKS, NO_NODE, UNMODELLED, superclasses

FX = 'xmlns:fx="http://javafx.com/fxml/1"'
VALIDATOR = "com.jfoenix.validation.RequiredFieldValidator"
SHOP = f"""<?import com.acme.till.Keypad?>
<?import com.jfoenix.controls.*?>
<?import com.jfoenix.validation.RequiredFieldValidator?>
<?import javafx.scene.control.*?>
<?import javafx.scene.layout.*?>
<?import javafx.scene.web.WebView?>
<?import org.controlsfx.control.MasterDetailPane?>
<VBox {FX}>
  <JFXTextField fx:id="name" promptText="Name" labelFloat="true">
    <validators><RequiredFieldValidator message="needed"/></validators>
  </JFXTextField>
  <JFXButton fx:id="pay" text="Pay" ripplerFill="red"/>
  <Keypad fx:id="pad" digits="4" Keypad.slot="2"/>
  <Keypad fx:id="other"/>
  <MasterDetailPane fx:id="both"><masterNode><Label text="left"/></masterNode>
    <detailNode><Label text="right"/></detailNode></MasterDetailPane>
  <TabPane><Tab text="One"/></TabPane>
  <WebView fx:id="help" prefHeight="60"/>
</VBox>
"""


def shown(text: str, **options: object) -> tuple[Ui, dict[str, object]]:
    platform = Platform()
    loaded = load_text(text, **options)  # type: ignore[arg-type]  # as the test says
    stage = show_stage(platform, loaded.root, {"title": "Shop", "width": 500, "height": 400})
    stage.differences = loaded.problems
    assert draw_stage(stage)
    return Ui(platform), loaded.named


def test_a_class_that_is_not_here_is_its_superclass_or_a_box_and_is_listed() -> None:
    loaded = load_text(SHOP, file="shop.fxml")
    named = loaded.named
    assert named["name"].is_a("TextField")
    assert named["name"].prompt_text == "Name"
    assert named["pay"].is_a("Button")
    assert is_box(named["pad"])
    assert [kid.text for kid in named["both"].kids] == ["left", "right"]
    assert loaded.problems == [
        "shop.fxml:9: <JFXTextField> is not modelled: a plain TextField stands for com.jfoenix.controls.JFXTextField",
        "shop.fxml:10: <JFXTextField> validators is not modelled",
        f"shop.fxml:10: <RequiredFieldValidator> is not modelled: nothing stands for {VALIDATOR}",
        "shop.fxml:10: <RequiredFieldValidator> message is not modelled",
        "shop.fxml:9: <JFXTextField> labelFloat is not modelled",
        "shop.fxml:12: <JFXButton> is not modelled: a plain Button stands for com.jfoenix.controls.JFXButton",
        "shop.fxml:12: <JFXButton> ripplerFill is not modelled",
        "shop.fxml:13: <Keypad> is not modelled: a box stands for com.acme.till.Keypad (and 1 more)",
        "shop.fxml:13: <Keypad> digits is not modelled",
        "shop.fxml:13: Keypad.slot is not modelled, and left out",
        "shop.fxml:15: <MasterDetailPane> is not modelled: a box stands for org.controlsfx.control.MasterDetailPane",
        "shop.fxml:15: <MasterDetailPane> masterNode is not modelled, and in the box",
        "shop.fxml:16: <MasterDetailPane> detailNode is not modelled, and in the box",
        "shop.fxml:18: <WebView> is not modelled: a box stands for javafx.scene.web.WebView",
    ]


def test_an_agent_sees_what_is_not_as_in_javafx() -> None:
    ui, _ = shown(SHOP, file="shop.fxml")
    snapshot = ui.get_snapshot(depth=20, include={"properties": True})
    (stage,) = snapshot["stages"]
    assert stage["notAsInJavaFX"][-1].startswith("shop.fxml:18: <WebView> is not modelled: a box stands for")
    assert stage["scene"]["root"]["children"][0]["fx"]["properties"]["standsFor"] == "com.jfoenix.controls.JFXTextField"
    text = compact_text(snapshot)
    assert "not as in JavaFX: shop.fxml:12: <JFXButton>" in text
    # What is in a box lies one below the other, so that each can be used.
    left, right = (ui.query({"text": name})["matches"][0]["layout"]["boundsInScene"] for name in ("left", "right"))
    assert left["minY"] + left["height"] <= right["minY"]


@pytest.mark.parametrize(
    ("body", "bounds"),
    [
        ("<WebView fx:id='it'/>", (0, 0, 900, 600)),
        ("<StackPane VBox.vgrow='ALWAYS'><WebView fx:id='it'/></StackPane>", (0, 0, 900, 700)),
        ("<HBox><WebView fx:id='it' prefHeight='50'/></HBox>", (0, 0, 800, 50)),
        ("<AnchorPane><WebView fx:id='it' layoutX='5' prefWidth='100' prefHeight='50'/></AnchorPane>", (5, 0, 100, 50)),
        ("<MediaView fx:id='it' fitWidth='100' fitHeight='50'/>", (0, 0, 100, 50)),
    ],
)
def test_what_shows_pages_and_films_is_as_large_as_in_javafx(body: str, bounds: tuple[float, ...]) -> None:
    imports = "".join(f"<?import javafx.scene.{name}.*?>" for name in ("layout", "web", "media"))
    platform = Platform()
    loaded = load_text(f"{imports}<VBox {FX}>{body}</VBox>")
    show_stage(platform, loaded.root, {"title": "Help", "width": 900, "height": 700})
    ui = Ui(platform)
    layout = ui.get_node(ui.query({"css": "#it"})["matches"][0]["ref"])["layout"]["boundsInParent"]
    assert tuple(layout[name] for name in ("minX", "minY", "width", "height")) == bounds


def test_an_app_names_the_superclass_of_its_own_class() -> None:
    loaded = load_text(SHOP, superclasses={"Keypad": "javafx.scene.layout.GridPane"})
    assert loaded.named["pad"].is_a("GridPane")
    with pytest.raises(JavaFxError, match=r"JavaFX has no class 'Gridpane'\. Did you mean GridPane"):
        load_text(SHOP, superclasses={"Keypad": "Gridpane"})


def test_a_class_is_at_least_what_its_place_takes() -> None:
    imports = "<?import javafx.scene.control.*?><?import com.acme.*?>"
    loaded = load_text(f"{imports}<TabPane {FX}><Closable fx:id='tab' text='One'/></TabPane>")
    assert loaded.named["tab"].is_a("Tab")
    assert loaded.root.tabs[0].text == "One"


def test_a_class_in_a_place_that_cannot_take_it_is_left_out() -> None:
    text = f"<?import javafx.scene.control.*?><?import com.jfoenix.controls.*?><TabPane {FX}><JFXButton/></TabPane>"
    loaded = load_text(text)
    assert list(loaded.root.tabs) == []
    assert loaded.problems[-1] == "<fxml>:1: com.jfoenix.controls.JFXButton is no Tab here, and is left out of tabs"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHOP, "shop.fxml:9: <JFXTextField> is not modelled: a plain TextField stands for"),
        (f"<?import javafx.scene.layout.*?><VBox {FX}><fx:script>x()</fx:script></VBox>", "scripts are not run"),
        (f'<fx:root type="javafx.scene.layout.VBox" {FX}/>', "<fx:root> is a plain VBox; pass root="),
        (f"<?import javafx.scene.*?><Group {FX}><transforms/></Group>", "<Group> transforms is not modelled"),
    ],
)
def test_strict_refuses_what_is_listed_otherwise(text: str, said: str) -> None:
    assert any(said.removeprefix("shop.fxml:9: ") in problem for problem in load_text(text).problems)
    with pytest.raises(FxmlError) as caught:
        load_text(text, file="shop.fxml", strict=True)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        f"<?import javafx.scene.control.*?><Lable {FX}/>",
        f"<?import javafx.scene.control.Lable?><Lable {FX}/>",
        f"<?import com.jfoenix.controls.JFXButton?><JFXButon {FX}/>",
    ],
)
def test_a_misspelt_name_is_an_error_all_the_same(text: str) -> None:
    with pytest.raises(FxmlError, match="unknown class <"):
        load_text(text)


def test_a_file_out_of_reach_is_listed_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.css").write_text(".button { -fx-text-fill: red; }")
    folder = tmp_path / "scenes"
    folder.mkdir()
    text = f'<?import javafx.scene.layout.*?><VBox {FX} stylesheets="@../secret.css"/>'
    loaded = load_text(text, folder=folder)
    assert list(loaded.root.stylesheets) == []
    assert "'../secret.css' leads out of" in loaded.problems[0]
    # As far up as the caller allows, as JavaFX does.
    assert load_text(text, folder=folder, base=tmp_path).problems == []


def test_a_path_from_the_root_is_found_in_the_folders_around_the_document(tmp_path: Path) -> None:
    views = tmp_path / "src" / "main" / "resources" / "views"
    views.mkdir(parents=True)
    (views / "part.fxml").write_text(f"<?import javafx.scene.control.*?><Label {FX} text='part'/>")
    whole = views / "whole.fxml"
    whole.write_text(f'<?import javafx.scene.layout.*?><VBox {FX}><fx:include source="/views/part.fxml"/></VBox>')
    assert load(whole, base=tmp_path).root.children[0].text == "part"


def test_copies_are_made_of_what_has_a_constructor_for_it() -> None:
    text = (
        "<?import java.util.*?><?import java.lang.*?><?import javafx.scene.layout.*?><?import javafx.scene.control.*?>"
        f"<VBox {FX}><fx:define><ArrayList fx:id='names'><String fx:value='a'/></ArrayList>"
        "<fx:copy source='names' fx:id='again'/></fx:define></VBox>"
    )
    named = load_text(text).named
    assert named["again"] == ["a"]
    assert named["again"] is not named["names"]


def test_texts_of_a_locale_go_before_those_of_its_language(tmp_path: Path) -> None:
    (tmp_path / "texts.properties").write_text("a=plain\nb=plain\nc=plain\npath=C:\\\\dir\\\\\nlast=1")
    (tmp_path / "texts_de.properties").write_bytes(b"b=de\nc=de\nlatin=\xfc\n")
    (tmp_path / "texts_de_AT.properties").write_text("c=de_AT\n# no comment goes on \\\nd=new\n", encoding="utf-8")
    texts = bundle(tmp_path / "texts", "de-AT")
    assert texts == {
        "a": "plain", "b": "de", "c": "de_AT", "path": "C:\\dir\\", "last": "1", "latin": "\u00fc", "d": "new",
    }  # fmt: skip
    assert bundle(tmp_path / "texts.properties", "fr")["c"] == "plain"
    with pytest.raises(FxmlError, match=r"locale='\.\./x': expected a language"):
        bundle(tmp_path / "texts.properties", "../x")


def test_an_included_document_may_have_a_bundle_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "i18n").mkdir()
    (tmp_path / "i18n" / "part.properties").write_text("hello=Hello\n")
    (tmp_path / "i18n" / "part_de.properties").write_text("hello=Hallo\n")
    (tmp_path / "part.fxml").write_text(f"<?import javafx.scene.control.*?><Label {FX} text='%hello'/>")
    text = f'<?import javafx.scene.layout.*?><VBox {FX}><fx:include source="part.fxml" resources="i18n.part"/></VBox>'
    assert load_text(text, folder=tmp_path).root.children[0].text == "Hello"
    assert load_text(text, folder=tmp_path, locale="de").root.children[0].text == "Hallo"


def test_the_tables_name_classes_and_properties_that_javafx_has() -> None:
    known = superclasses()
    assert {name for name in known.values() if name != NO_NODE} <= set(fx_types())
    assert LOOKS.keys() <= known.keys()
    # What has a model since is no longer to be left out.
    for kind, names in UNMODELLED.items():
        assert not names & set(fx_types()[kind].props)
