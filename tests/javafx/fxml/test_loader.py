from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.javafx import FxmlError, load, load_text
from pytest_uimcp.javafx.fxml.reader import Limits

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
        (document("<VBox>\n\n<Button onAction='#save'/>\n</VBox>"), 5, "#save needs a controller; hand one over"),
        (document("<VBox>\n<Button onAction='print(1)'/>\n</VBox>"), 4, "scripts are not run"),
        (document("<VBox>\n<fx:script>x()</fx:script>\n</VBox>"), 4, "scripts are not run; use a controller"),
        (document("<VBox>\n<fx:include source='/etc/passwd'/>\n</VBox>"), 4, "/etc/passwd"),
        (document("<VBox>\n<fx:include source='../../secret.fxml'/>\n</VBox>"), 4, "secret.fxml"),
        (document("<VBox>\n<Label GridPane.row='1'/>\n</VBox>"), 4, "GridPane has no static property 'row'"),
    ],
)  # fmt: skip
def test_what_cannot_be_loaded_is_an_error_with_file_and_line(text: str, line: int, said: str, tmp_path: Path) -> None:
    with pytest.raises(FxmlError) as caught:
        load_text(text, file="form.fxml", folder=tmp_path)
    assert (caught.value.file, caught.value.line) == ("form.fxml", line)
    assert str(caught.value).startswith(f"form.fxml:{line}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "limits", "said"),
    [
        ("<VBox>" + "<VBox>" * 40 + "</VBox>" * 40 + "</VBox>", Limits(depth=20), "elements nested deeper than 20"),
        ("<VBox>" + "<Label/>" * 40 + "</VBox>", Limits(elements=20), "more than 20 elements"),
        ("<VBox>" + " " * 500 + "</VBox>", Limits(characters=300), "300 are the most"),
        ("<VBox " + " ".join(f'a{i}="1"' for i in range(30)) + "/>", Limits(attributes=20), "more than 20 attributes"),
    ],
)
def test_a_document_is_bounded(text: str, limits: Limits, said: str) -> None:
    with pytest.raises(FxmlError, match=said):
        load_text(HEAD + text, limits=limits)


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
