from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.javafx import FxmlError, load, load_text
from pytest_uimcp.javafx.scene.fxml.reader import FxmlLimits

HEAD = "<?import javafx.scene.control.*?>\n<?import javafx.scene.layout.*?>\n"
FX = ' xmlns:fx="http://javafx.com/fxml"'


def document(body: str) -> str:
    return HEAD + re.sub(r"<\w+", lambda found: found[0] + FX, body, count=1)


BOMB = "<!DOCTYPE x [" + '<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefgh", "bcdefghi", strict=True)
) + "]>"  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (BOMB + HEAD + "<Label text='&i;'/>", 1, "a document type (x) is refused, and entities with it"),
        ('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n<Label/>', 1, "a document type (x) is refused"),
        ('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">\n<Label/>', 1, "a document type (x) is refused"),
        (document("<VBox>\n<Label>\n</VBox>"), 5, "not well-formed XML: mismatched tag"),
        ("", 1, "not well-formed XML: no element found"),
        (document("<VBox>\n<Lable/>\n</VBox>"), 4, "Did you mean Label"),
        (document("<VBox>\n<Label txt='a'/>\n</VBox>"), 4, "<Label> has no property 'txt'. Did you mean text?"),
        (document("<VBox>\n<Label visible='no way' prefWidth='wide'/>\n</VBox>"), 4, "prefWidth"),
        (document("<VBox>\n\n<Button onAction='#save'/>\n</VBox>"), 5, "#save needs a controller; pass one"),
        (document("<VBox>\n<Button onAction='print(1)'/>\n</VBox>"), 4, "scripts are not run"),
        (document("<VBox>\n<fx:script>x()</fx:script>\n</VBox>"), 4, "scripts are not run; use a controller"),
        (document("<VBox>\n<fx:include source='/etc/passwd'/>\n</VBox>"), 4, "/etc/passwd"),
        (document("<VBox>\n<fx:include source='../../secret.fxml'/>\n</VBox>"), 4, "secret.fxml"),
        (document("<VBox>\n<Spinner min='0' max='10'/>\n</VBox>"), 4,
         "<Spinner> takes min, max and initialValue together; initialValue is missing"),
        (document("<VBox>\n<Spinner min='0' max='x' initialValue='1'/>\n</VBox>"), 4, "got 'x'"),
        (document("<VBox>\n<ListView><selectionModel/></ListView>\n</VBox>"), 4,
         "ListView: expected a selection or focus model; got ''"),
        (document("<VBox>\n<TabPane><Label/></TabPane>\n</VBox>"), 4, "tabs: expected <Tab>; got <Label>"),
        (document("<VBox>\n<MenuBar><Label/></MenuBar>\n</VBox>"), 4, "menus: expected <Menu>; got <Label>"),
        (document("<VBox>\n<ScrollPane content='x'/>\n</VBox>"), 4, "content: expected <Node>; got 'x'"),
        (document("<VBox>\n<RadioButton toggleGroup='x'/>\n</VBox>"), 4, "<RadioButton> toggleGroup takes no 'x'"),
        (document("<VBox>\n<Spinner valueFactory='x'/>\n</VBox>"), 4, "<Spinner> valueFactory takes no 'x'"),
        (document("<VBox>\n<Label text='${&quot;a&quot; * 999999999999}'/>\n</VBox>"), 4,
         "expected two numbers; got str"),
        (document("<VBox>\n<Label text='${&quot;%99999999d&quot; % 1}'/>\n</VBox>"), 4,
         "expected two numbers; got str"),
        (document("<VBox>\n<Label labelFor='$citty'/><TextField fx:id='city'/>\n</VBox>"), 4,
         "$citty: there is no $citty; known are no names. No element has fx:id=\"citty\"; one has to come before"),
        (document("<VBox>\n<Label prefWidth='$city'/><TextField fx:id='city'/>\n</VBox>"), 4, "<Label> prefWidth="),
        (document("<VBox>\n<Label GridPane.row='1'/>\n</VBox>"), 4, "GridPane has no static property 'row'"),
    ],
)  # fmt: skip
def test_what_cannot_be_loaded_is_an_error_with_file_and_line(text: str, line: int, said: str, tmp_path: Path) -> None:
    with pytest.raises(FxmlError) as caught:
        load_text(text, file="form.fxml", folder=tmp_path, strict=True)
    assert (caught.value.file, caught.value.line) == ("form.fxml", line)
    assert str(caught.value).startswith(f"form.fxml:{line}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "limits", "said"),
    [
        ("<VBox>" + "<VBox>" * 40 + "</VBox>" * 40 + "</VBox>", FxmlLimits(depth=20), "elements nested deeper than 20"),
        ("<VBox>" + "<Label/>" * 40 + "</VBox>", FxmlLimits(elements=20), "more than 20 elements"),
        ("<VBox>" + " " * 500 + "</VBox>", FxmlLimits(characters=300), "300 are the most"),
        (
            "<VBox " + " ".join(f'a{i}="1"' for i in range(30)) + "/>",
            FxmlLimits(attributes=20),
            "more than 20 attributes",
        ),
    ],
)
def test_a_document_is_bounded(text: str, limits: FxmlLimits, said: str) -> None:
    with pytest.raises(FxmlError, match=said):
        load_text(HEAD + text, limits=limits)


def test_a_document_may_be_as_deep_as_the_limit_and_no_deeper() -> None:
    depth = FxmlLimits().depth
    load_text(HEAD + "<VBox>\n" * depth + "</VBox>" * depth)
    with pytest.raises(FxmlError, match=rf"deep\.fxml:{depth + 3}: elements nested deeper than {depth}"):
        load_text(HEAD + "<VBox>\n" * 2 * depth + "</VBox>" * 2 * depth, file="deep.fxml")


def test_included_documents_share_the_limit_of_depth(tmp_path: Path) -> None:
    deep = FxmlLimits().depth // 2 + 1
    body = "<VBox>" * deep + "{}" + "</VBox>" * deep
    (tmp_path / "inner.fxml").write_text(document(body.format("")), encoding="utf-8")
    with pytest.raises(FxmlError, match=r"inner\.fxml:3: elements nested deeper than"):
        load_text(document(body.format('<fx:include source="inner.fxml"/>')), folder=tmp_path)


def test_a_document_that_includes_itself_ends(tmp_path: Path) -> None:
    (tmp_path / "loop.fxml").write_text(document('<VBox><fx:include source="loop.fxml"/></VBox>'), encoding="utf-8")
    with pytest.raises(FxmlError, match=r"loop\.fxml:3: "):
        load(tmp_path / "loop.fxml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FxmlError, match=r"nowhere\.fxml:1: cannot be read"):
        load(tmp_path / "nowhere.fxml")


class Controller:
    name: Any

    def __init__(self) -> None:
        self.pressed: list[str] = []
        self.ready = False

    def initialize(self) -> None:
        self.ready = self.name.text == "Ada"

    def save(self, event: Any) -> None:
        self.pressed.append(event.source.text)


def test_nodes_handlers_includes_and_static_properties_reach_the_program(tmp_path: Path) -> None:
    (tmp_path / "part.fxml").write_text(document('<Label fx:id="inner" text="included"/>'), encoding="utf-8")
    text = document("""<GridPane>
      <TextField fx:id="name" text="Ada"/>
      <Button fx:id="save" text="Save" onAction="#save" GridPane.rowIndex="1" GridPane.columnIndex="2"/>
      <fx:include fx:id="part" source="part.fxml"/>
      <Label fx:id="greeting" text="${name.text}"/></GridPane>""")
    controller = Controller()
    loaded = load_text(text, folder=tmp_path, controller=controller)
    assert controller.ready
    loaded.named["save"].fire()
    assert controller.pressed == ["Save"]
    assert loaded.named["part"].text == "included"
    assert loaded.named["save"].constraint("GridPane.columnIndex") == 2
    loaded.named["name"].text = "Grace"
    assert loaded.named["greeting"].text == "Grace"


def test_a_method_keeps_its_name_beside_a_node_of_the_same_one() -> None:
    controller = Controller()
    loaded = load_text(document("<VBox><TextField fx:id='name'/><Button fx:id='save' onAction='#save'/></VBox>"),
                       controller=controller)  # fmt: skip
    loaded.named["save"].fire()
    assert controller.pressed == [""]


def nodes(text: str, **options: Any) -> dict[str, Any]:
    """What a document in a VBox names."""
    return load_text(IMPORTS + document(f"<VBox>{text}</VBox>"), **options).named


IMPORTS = "".join(
    f"<?import {name}?>\n"
    for name in (
        "java.lang.*", "javafx.collections.*", "javafx.geometry.*", "javafx.scene.control.cell.*",
        "javafx.scene.image.*", "javafx.scene.input.*", "javafx.scene.paint.*", "javafx.scene.shape.*",
        "javafx.scene.text.*",
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("attributes", "kind", "expected"),
    [
        ('min="0" max="10" initialValue="3"', "IntegerSpinnerValueFactory", (3, 0, 10, 1)),
        ('amountToStepBy="5" initialValue="99" max="10" min="-10"', "IntegerSpinnerValueFactory", (10, -10, 10, 5)),
        ('min="0" max="1" initialValue="0.5" amountToStepBy="0.1"', "DoubleSpinnerValueFactory", (0.5, 0, 1, 0.1)),
    ],
)
def test_a_spinner_takes_the_arguments_of_its_constructors(attributes: str, kind: str, expected: Any) -> None:
    spinner = nodes(f'<Spinner fx:id="it" editable="true" {attributes}/>')["it"]
    factory = spinner.valueFactory
    assert factory.fx.name == kind
    assert (spinner.value, factory.min, factory.max, factory.amountToStepBy) == expected
    assert spinner.editable


def test_a_value_factory_is_named_by_its_outer_class() -> None:
    found = nodes("""<Spinner fx:id="it"><valueFactory>
      <SpinnerValueFactory.DoubleSpinnerValueFactory min="0" max="5" initialValue="2.5"/>
    </valueFactory></Spinner>""")
    assert found["it"].value == 2.5


def test_attributes_may_name_what_is_in_the_element() -> None:
    found = nodes("""<Accordion fx:id="it" expandedPane="$second"><TitledPane/><TitledPane fx:id="second"/></Accordion>
      <ComboBox fx:id="combo" value="b"><FXCollections fx:factory="observableArrayList">
        <String fx:value="a"/><String fx:value="b"/></FXCollections></ComboBox>""")
    assert found["it"].expandedPane is found["second"]
    assert (found["combo"].value, found["combo"].selectionModel.selectedIndex) == ("b", 1)


def test_values_are_built_as_scene_builder_writes_them(tmp_path: Path) -> None:
    found = nodes("""
      <fx:define><ToggleGroup fx:id="group"/><Double fx:id="wide" fx:value="30"/></fx:define>
      <RadioButton fx:id="a" toggleGroup="$group" selected="true" prefWidth="$wide"/>
      <RadioButton fx:id="b"><toggleGroup><fx:reference source="group"/></toggleGroup></RadioButton>
      <Label fx:id="label" maxWidth="Infinity" text="%greeting">
        <padding><Insets top="1" right="2.0" bottom="3" left="4"/></padding>
        <font><Font name="System Bold" size="18.0"/></font>
        <textFill><Color red="1" green="0.5" blue="0"/></textFill></Label>
      <Label fx:id="plain"><font><Font fx:constant="DEFAULT"/></font></Label>
      <Rectangle fx:id="box"><fill><RadialGradient><stops><Stop color="#fff" offset="0"/></stops></RadialGradient>
      </fill></Rectangle>
      <ImageView fx:id="picture"><image><Image url="@a.png"/></image></ImageView>
      <SplitPane fx:id="split" dividerPositions="0.25, 0.5"/>
      <TableView><columns><TableColumn fx:id="column"><cellValueFactory><PropertyValueFactory property="name"/>
      </cellValueFactory></TableColumn></columns></TableView>
      <MenuButton><MenuItem fx:id="item"><accelerator>
        <KeyCodeCombination alt="UP" code="S" control="DOWN" meta="UP" shift="DOWN" shortcut="UP"/>
      </accelerator></MenuItem></MenuButton>""", folder=tmp_path, resources={"greeting": "Hello"})  # fmt: skip
    label = found["label"]
    assert (found["a"].toggleGroup is found["b"].toggleGroup, found["a"].prefWidth) == (True, 30)
    assert (label.text, label.maxWidth, tuple(label.padding)) == ("Hello", float("inf"), (1, 2, 3, 4))
    assert (label.font.name, label.font.size) == ("System Bold", 18)
    assert tuple(label.textFill)[:3] == (1, 0.5, 0)
    assert found["plain"].font.size == 13
    assert tuple(found["box"].fill)[:3] == (1, 1, 1)
    assert found["picture"].image.url == str(tmp_path / "a.png")
    assert found["split"].dividerPositions == [0.25, 0.5]
    assert found["column"].cellValueFactory.property == "name"
    assert found["item"].accelerator == "Control+Shift+S"


def test_expressions_give_texts_of_numbers_and_ask_whether_a_text_is_empty() -> None:
    found = nodes("""<TextField fx:id="name"/><Slider fx:id="slider" value="3"/>
      <Label fx:id="label" text="${slider.value}"/><Button fx:id="send" disable="${name.text.empty}"/>""")
    assert (found["label"].text, found["send"].disable) == ("3.0", True)
    found["name"].text = "Ada"
    found["slider"].value = 4.5
    assert (found["label"].text, found["send"].disable) == ("4.5", False)
