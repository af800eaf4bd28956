"""The rule tables of both faces: what one has the other has."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.ui_rules import SHOELACE_VERSION, parse_rules, ui_rules
from pytest_uimcp.page.bindings import BINDINGS
from pytest_uimcp.page.dom.custom_elements import custom_elements
from pytest_uimcp.page.dom.displays import HOSTS
from pytest_uimcp.page.page import Page
from pytest_uimcp.page.rules import ATTRIBUTES, CONTROLS, is_known, message_of, rule_of
from pytest_uimcp.page.widgets import WIDGETS

UI = bundle_dir() / "html" / "ui"


def modules() -> Iterable[str]:
    return (path.read_text(encoding="utf-8") for path in UI.glob("*.js") if path.name != "rules.js")


def test_every_attribute_has_a_row_on_both_faces() -> None:
    names = [rule.name for rule in ATTRIBUTES]
    table = re.search(r"export const BINDINGS = \{(.*?)\n\};", (UI / "attributes.js").read_text(), re.DOTALL)
    assert table is not None
    assert re.findall(r'"(ui-[a-z-]+)":', table[1]) == names
    assert [*BINDINGS, "ui-view", "ui-viewlist"] == names


def test_every_control_of_the_rules_is_one_on_the_page() -> None:
    assert Page is not None  # it brings the components
    assert set(WIDGETS) == set(CONTROLS)
    assert {tag for tag in CONTROLS if tag.startswith("sl-")} <= custom_elements.tags
    holds = {rule.holds for rule in CONTROLS.values()}
    native = re.search(r"const NATIVE = \{(.*?)\};", (UI / "controls.js").read_text())
    assert native is not None
    assert set(native[1].replace(" ", "").split(",")) == holds


def test_every_component_that_takes_room_of_its_own_is_there() -> None:
    assert set(HOSTS) <= custom_elements.tags


def test_both_faces_take_fault_messages_and_versions_from_the_rules() -> None:
    used = {name for module in modules() for name in re.findall(r'fault\("(\w+)"', module)}
    assert used == set(ui_rules()["faults"])
    assert not [module for module in modules() if SHOELACE_VERSION in module]
    assert message_of("notAnArray", what="7") == ("not-an-array", "ui-viewlist shows an array, and this is 7")


@pytest.mark.parametrize(
    ("attribute", "name", "argument"),
    [
        ("ui-value", "ui-value", ""),
        ("ui-attr-title", "ui-attr-", "title"),
        ("ui-event-keypress-ctrl-k", "ui-event-keypress-", "ctrl-k"),
        ("ui-event-keypress", "ui-event-", "keypress"),
        ("ui-event-sl-change", "ui-event-", "sl-change"),
    ],
)
def test_an_attribute_belongs_to_the_longest_name(attribute: str, name: str, argument: str) -> None:
    rule = rule_of(attribute)
    assert rule is not None
    assert (rule.name, rule.argument_of(attribute)) == (name, argument)


def test_attributes_that_are_read_beside_others_do_nothing_by_themselves() -> None:
    for attribute in ("ui-namespace", "ui-event-click-value", "ui-event-keypress-enter-value", "ui-error-code"):
        assert rule_of(attribute) is None
        assert is_known(attribute)
    assert not is_known("ui-attr-")
    assert not is_known("ui-repeat")


def test_rules_are_read_from_the_module_whatever_its_comment_says() -> None:
    assert parse_rules('// like `export default` {"a": 0}\n\nexport default {"a": 1};\n') == {"a": 1}
