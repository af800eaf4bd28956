from __future__ import annotations

from pytest_uimcp.checks.view_files import bindings, style_hooks, unknown_attributes

VIEW = """<template>
  <style>[ui-hook] { color: red }</style>
  <p ui-value="name"></p>
  <button ui-action="add()" ui-atr-title="x">Add</button>
  <ul ui-viewlist="rows?item=Row"></ul>
  <i ui-hook></i>
</template>"""


def test_every_path_has_its_attribute_and_its_line() -> None:
    found = [(bound.kind, bound.text, bound.line) for bound in bindings("A.DEFAULT", VIEW, VIEW)]
    assert sorted(found) == [
        ("binding", 'ui-value="name"', 3),
        ("event", 'ui-action="add()"', 4),
        ("viewlist", 'ui-viewlist="rows?item=Row"', 5),
    ]


def test_attributes_without_effect_are_found_unless_a_style_selects_by_them() -> None:
    unknown = [(str(one), one.line) for one in unknown_attributes("A.DEFAULT", VIEW, VIEW)]
    assert unknown == [('ui-atr-title="x"', 4), ("ui-hook", 6)]
    assert style_hooks("A.DEFAULT", VIEW) == {"ui-hook"}
