"""The tables of classes, properties, keys and measures agree with themselves and with each other."""

from __future__ import annotations

import pytest

from pytest_uimcp.javafx import create
from pytest_uimcp.javafx.scene.actions.keys import CODES, key_code
from pytest_uimcp.javafx.scene.errors import JavaFxError
from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import fx_types, snake
from pytest_uimcp.javafx.scene.values.enums import ENUMS
from pytest_uimcp.javafx.scene.values.fonts import Font

CONCRETE = sorted(name for name, fx in fx_types().items() if not fx.abstract)
COMMON = ("object", "string", "boolean", "double", "int", "node", "handler")


def lineage(name: str) -> set[str]:
    return set(fx_types()[name].lineage)


def test_a_class_has_all_properties_of_the_classes_above_it() -> None:
    for name, fx in fx_types().items():
        for above in fx.lineage:
            if above in fx_types():
                assert set(fx_types()[above].props) <= set(fx.props), (name, above)


def test_every_default_is_a_value_of_its_property() -> None:
    for name in CONCRETE:
        made = create(name)
        for prop in made.fx.props.values():
            if prop.is_list or prop.kind in ("handler", "object"):
                continue
            value = made.read(prop.name)
            # Written by its own property, which refuses what is of another kind; sizes have a greatest one.
            made.write(prop.name, value)
            assert made.read(prop.name) == value or prop.kind == "double", (name, prop.name)


def test_every_enumeration_of_a_property_has_its_default() -> None:
    for name, fx in fx_types().items():
        for prop in fx.props.values():
            kind, _, enumeration = prop.kind.partition(":")
            if kind == "enum":
                assert prop.default is None or prop.default in ENUMS[enumeration], (name, prop.name)


def test_every_list_of_a_property_is_of_a_class_or_kind_that_is_known() -> None:
    items = {prop.kind.partition(":")[2] for fx in fx_types().values() for prop in fx.props.values() if prop.is_list}
    assert {item for item in items if item not in fx_types() and item not in COMMON} <= {"", "color"}


@pytest.mark.parametrize("name", ["TextField", "TableView", "GridPane", "Rectangle", "Tab", "MenuItem"])
def test_every_property_has_a_spelling_of_python(name: str) -> None:
    made = create(name)
    for prop in made.fx.props.values():
        assert type(made).property_name(snake(prop.name)) == prop.name


def test_every_key_but_none_is_found_by_its_own_name() -> None:
    for code in CODES:
        if code != "UNDEFINED":
            assert (key_code(code), key_code(code.lower())) == (code, code)
    with pytest.raises(JavaFxError, match=r"no key 'UNDEFINED'.* Did you mean FIND\?"):
        key_code("UNDEFINED")


@pytest.mark.parametrize("size", [9.0, 12.0, 13.0, 20.0])
def test_every_character_has_a_width_that_grows_with_its_font(size: float) -> None:
    font = Font("System", size)
    larger = Font("System", size * 2)
    for character in map(chr, range(32, 127)):
        assert text_width(character, font) > 0
        assert text_width(character, larger) > text_width(character, font)


def test_a_class_is_a_node_or_none_all_the_way_up() -> None:
    for name in CONCRETE:
        assert isinstance(create(name), Node) is ("Node" in lineage(name)), name
