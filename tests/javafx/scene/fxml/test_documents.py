"""Documents of several files, their controllers, and a loader that shows what it can."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.javafx import FxmlError, load, load_text

IMPORTS = ("javafx.scene.control", "javafx.scene.layout", "javafx.geometry", "java.lang")
HEAD = "".join(f"<?import {package}.*?>" for package in IMPORTS)


def document(body: str) -> str:
    return HEAD + re.sub(r"<[\w:]+", lambda name: name[0] + ' xmlns:fx="http://javafx.com/fxml"', body, count=1)


def refused(body: str, **options: Any) -> str:
    with pytest.raises(FxmlError) as caught:
        load_text(document(body), strict=True, **options)
    return str(caught.value)


class Outer:
    part: Any
    partController: Any  # noqa: N815 -- JavaFX's name for the controller of an included document

    def __init__(self) -> None:
        self.calls: list[object] = []

    def initialize(self) -> None:
        self.calls.append("initialize")

    def with_event(self, event: object) -> None:
        self.calls.append(event)

    def without_event(self) -> None:
        self.calls.append("without")


class Inner:
    label: Any
    location: str = ""
    resources: Any = None


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    inner = document('<HBox fx:controller="app.Inner"><Label fx:id="label" text="%hello"/></HBox>')
    (tmp_path / "part.fxml").write_text(inner, encoding="utf-8")
    outer = document('<VBox><fx:include fx:id="part" source="part.fxml" VBox.vgrow="ALWAYS"/></VBox>')
    (tmp_path / "main.fxml").write_text(outer, encoding="utf-8")
    return tmp_path


def test_an_included_document_has_a_controller_of_its_own(parts: Path) -> None:
    outer = Outer()
    loaded = load(parts / "main.fxml", controller=outer, classes={"Inner": Inner}, resources={"hello": "Hi"})
    assert outer.part is loaded.named["part"] is loaded.root.children[0]
    assert isinstance(outer.partController, Inner)
    assert outer.partController.label.text == "Hi"
    assert outer.part.constraint("VBox.vgrow") == "ALWAYS"
    assert outer.calls == ["initialize"]
    # The ids of the part are names of the part only.
    assert "label" not in loaded.named


def test_a_controller_is_told_where_it_is_and_its_texts(parts: Path) -> None:
    loaded = load(parts / "main.fxml", classes={"app.Inner": Inner}, resources={"hello": "Hi"})
    inner = loaded.named["partController"]
    assert (inner.location, inner.resources) == ("part.fxml", {"hello": "Hi"})


@pytest.mark.parametrize("name", ["missing.fxml", "", "../part.fxml"])
def test_what_cannot_be_included_is_named_with_its_line(parts: Path, name: str) -> None:
    message = refused(f'<VBox>\n<fx:include source="{name}"/></VBox>', folder=parts)
    assert message.startswith("<fxml>:2: ")
    assert name in message


def test_what_was_not_handed_over_is_listed_and_missed_where_it_is_used(parts: Path) -> None:
    loaded = load(parts / "main.fxml")
    controller, text = loaded.problems
    assert controller.startswith("part.fxml:1: fx:controller='app.Inner' is not known; pass controller=...")
    assert text == "part.fxml:1: no text for the key 'hello'; pass resources="
    assert loaded.root.children[0].children[0].text == "%hello"
    loaded = load_text(document('<VBox><Button fx:id="b" onAction="#save"/><Button onAction="#save"/></VBox>'))
    assert loaded.problems == ["<fxml>:1: #save needs a controller; pass one"]
    with pytest.raises(FxmlError, match="<fxml>:1: #save needs a controller; pass one"):
        loaded.named["b"].on_action(object())


def test_a_controller_without_the_method_of_a_handler_is_refused() -> None:
    with pytest.raises(FxmlError, match="Outer has no method 'save'"):
        load_text(document('<Button onAction="#save"/>'), controller=Outer)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<VBox fx:controller="Gone"/>', "fx:controller='Gone' is not known"),
        ("<fx:root/>", "<fx:root> needs root=..."),
        ('<VBox><Label fx:id="a"/><fx:copy source="a"/></VBox>', "<Label> has no constructor that copies, in JavaFX"),
        ('<VBox><fx:copy source="a"/></VBox>', "nothing has fx:id='a' so far."),
        ('<VBox><Label fx:id="name"/><fx:reference source="nam"/></VBox>', "nothing has fx:id='nam' so far. Did you"),
        ("<VBox><Control/></VBox>", "<Control> is abstract"),
        ("<VBox><Label>Some <Button/></Label></VBox>", "<Button>"),
        ("<VBox><Slider>5</Slider></VBox>", "<Slider> has no default property for the text '5'"),
        ("<VBox><padding><Insets/><Insets/></padding></VBox>", "takes one value; got 2"),
        ("<VBox><children><String fx:value='a'/></children></VBox>", "children of <VBox>: expected a node; got 'a'"),
        ("<VBox><Insets fx:constant='NONE'/></VBox>", "<Insets> cannot be built from fx:constant='NONE'"),
        ("<VBox><Integer fx:value='many'/></VBox>", "<Integer>"),
        ("<VBox><Label text='$othr.text'/><TextField fx:id='other'/></VBox>", "there is no $othr"),
        ("<VBox><Label text='${other.}'/></VBox>", "<Label> text"),
        ("<VBox><Button onAction='save'/></VBox>", "expected #method of the controller; scripts are not run"),
        ("<VBox><Label GridPane.nothing='1'/></VBox>", "GridPane has no static property 'nothing'"),
        ("<VBox><Label Label.text='1'/></VBox>", "Label has no static properties"),
        ("<TabPane><Tab GridPane.rowIndex='1'/></TabPane>", "GridPane.rowIndex is for nodes; <Tab> is none"),
        ("<VBox><Spinner min='1' max='2'/></VBox>", "initialValue is missing"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_says_what_is_expected(body: str, said: str) -> None:
    assert said in refused(body)


def test_a_root_of_the_caller_is_filled() -> None:
    box = load_text(document("<VBox/>")).root
    loaded = load_text(document('<fx:root spacing="3"><Label fx:id="a"/></fx:root>'), root=box)
    assert loaded.root is box
    assert (box.spacing, list(box.children)) == (3, [loaded.named["a"]])


def test_a_reference_is_the_same_object() -> None:
    loaded = load_text(
        document(
            "<VBox><fx:define><Insets fx:id='gap' topRightBottomLeft='4'/><Label fx:id='graphic'/></fx:define>"
            "<padding><fx:reference source='gap'/></padding>"
            "<Button fx:id='b'><graphic><fx:reference source='graphic'/></graphic></Button></VBox>"
        )
    )
    assert loaded.root.padding.top == 4
    assert loaded.named["b"].graphic is loaded.named["graphic"]


def test_a_handler_is_called_with_the_event_if_it_takes_one() -> None:
    outer = Outer()
    body = '<VBox><Button fx:id="a" onAction="#withEvent"/><Button fx:id="b" onAction="#withoutEvent"/></VBox>'
    loaded = load_text(document(body), controller=outer)
    event = object()
    for name in "ab":
        loaded.named[name].on_action(event)
    assert outer.calls == ["initialize", event, "without"]


@pytest.mark.parametrize(
    ("function", "heard"), [(lambda: "none", "none"), (partial(str, "given"), "given"), (max, None)]
)
def test_a_handler_may_be_any_function_of_the_controller(function: Any, heard: str | None) -> None:
    class Controller:
        act = staticmethod(function)

    loaded = load_text(document('<Button onAction="#act"/>'), controller=Controller())
    assert callable(loaded.root.on_action)
    if heard == "none":
        assert loaded.root.on_action(object()) == "none"


def test_properties_of_a_node_are_kept_for_the_program() -> None:
    loaded = load_text(document('<VBox><properties><Integer fx:id="n" fx:value="5"/></properties></VBox>'))
    assert loaded.named["n"] == 5


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet=st.characters(blacklist_categories=("Cc", "Cs")), max_size=20))
def test_a_text_comes_through_as_it_is_written(text: str) -> None:
    written = f"\\{text}" if text[:1] and text[0] in "@%$\\#" else text
    escaped = written.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    if text.startswith("#"):
        escaped = escaped.removeprefix("\\")
    assert load_text(document(f'<Label text="{escaped}"/>')).root.text == text


def test_a_name_that_comes_later_is_null_as_in_javafx() -> None:
    text = "<VBox><Label fx:id='label' labelFor='$city' text='$city.text'/><TextField fx:id='city'/></VBox>"
    loaded = load_text(document(text))
    assert (loaded.named["label"].label_for, loaded.named["label"].text) == (None, None)
    assert loaded.problems[0].endswith("$city is null, because $city comes after it")
