"""The audit of an app: each rule finds its mistake, and a good app has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.checks.audit import REMINDERS, audit_app
from pytest_uimcp.checks.copying import copy_app_directory
from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
from pytest_uimcp.engine.startup import Extension
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp

GOOD = """\
Shop = session:prototype("Shop", {title = "", items = EMPTY})
function Shop:count() return #(self.items or {}) end
function Shop:add() self.title = "x" end
if not session.reloading then
    shop = Shop:new({title = "a", items = {}})
end
"""
VIEW = """\
<template><div>
<h1 ui-value="title"></h1><b ui-value="count()"></b><button ui-action="add()">+</button>
</div></template>
"""


def mcp(base_dir: Path) -> list[Extension]:
    return [StandaloneMcp(base_dir)]


def audit(tmp_path: Path, lua: str = GOOD, views: dict[str, str] | None = None) -> dict[str, Any]:
    base_dir = tmp_path / "project" / ".ui"
    app = base_dir / "apps" / "shop"
    (app / "viewdefs").mkdir(parents=True)
    (app / "app.lua").write_text(lua)
    for name, text in ({"Shop.DEFAULT.html": VIEW} | (views or {})).items():
        (app / "viewdefs" / name).write_text(text)
    return audit_app(base_dir, "shop", mcp)


def found(report: dict[str, Any], kind: str) -> list[str]:
    return [one["location"] for one in report["violations"] if one["type"] == kind]


def test_a_good_app_has_no_violations(tmp_path: Path) -> None:
    assert audit(tmp_path) == {
        "app": "shop",
        "violations": [],
        "warnings": [],
        "reminders": list(REMINDERS),
        "summary": {"total_methods": 2, "dead_methods": 0, "viewdef_violations": 0},
    }


@pytest.mark.parametrize("app", ["contacts", "counter", "stopwatch", "tasks"])
def test_a_sample_app_has_no_violations(tmp_path: Path, app: str) -> None:
    base_dir = tmp_path / ".ui"
    copy_app_directory(fixtures_dir() / "apps" / app, base_dir)
    name = next(path.name for path in (base_dir / "apps").iterdir())
    assert audit_app(base_dir, name, mcp)["violations"] == []


def test_the_worked_example_has_neither_violations_nor_warnings(tmp_path: Path) -> None:
    base_dir = tmp_path / ".ui"
    example = bundle_dir() / "skills" / "ui-builder" / "examples"
    copy_app_directory(example, tmp_path / "copy")
    (base_dir / "apps").mkdir(parents=True)
    (tmp_path / "copy" / "apps" / "examples").rename(base_dir / "apps" / "contacts")

    report = audit_app(base_dir, "contacts", mcp)

    assert report["violations"] == []
    assert report["warnings"] == []


def test_an_app_without_its_file_is_one_violation(tmp_path: Path) -> None:
    (tmp_path / "apps" / "x").mkdir(parents=True)
    report = audit_app(tmp_path, "x", mcp)
    assert [one["type"] for one in report["violations"]] == ["missing_app_lua"]
    assert report["summary"] == {"total_methods": 0, "dead_methods": 0, "viewdef_violations": 1}


def test_methods_that_nobody_calls_are_dead(tmp_path: Path) -> None:
    lua = "function Shop:dead() end -- self:dead()\nfunction Shop:mutate() end\nfunction Shop:onAppUpdated() end\n"
    report = audit(tmp_path, GOOD + lua)
    assert found(report, "dead_method") == ["apps/shop/app.lua:7"]
    assert report["summary"] == {"total_methods": 5, "dead_methods": 1, "viewdef_violations": 0}
    assert [one["type"] for one in report["warnings"]] == ["external_method"]


def test_methods_of_types_that_a_factory_completes_are_not_dead(tmp_path: Path) -> None:
    lua = GOOD + "local function listed(T) T.found = true end\nfunction Shop:later() end\nlisted(Shop)\n"
    assert found(audit(tmp_path, lua), "dead_method") == []


def test_an_object_that_every_reload_makes_again_is_found(tmp_path: Path) -> None:
    lua = "for _ = 1, 1 do\n    b = Shop:new()\nend\nlocal function later()\n    c = Shop:new()\nend\nlater()\n"
    assert found(audit(tmp_path, GOOD + lua), "missing_reloading_guard") == ["apps/shop/app.lua:8"]


@pytest.mark.parametrize(
    ("kind", "markup"),
    [
        ("ui_action_non_button", '<div ui-action="add()"></div>'),
        ("wrong_hidden_syntax", '<div ui-class="hidden:title"></div>'),
        ("operator_in_path", '<div ui-class-hidden="!title"></div>'),
        ("operator_in_path", '<div ui-value="title == count()"></div>'),
        ("non_empty_method_args", '<button ui-action="add(1)"></button>'),
        ("invalid_path_syntax", '<div ui-value="title..x"></div>'),
        ("item_prefix", '<div ui-value="item.title"></div>'),
        ("style_in_list_item", "<style>b {}</style>"),
    ],
)
def test_each_mistake_in_a_viewdef_is_found_at_its_line(tmp_path: Path, kind: str, markup: str) -> None:
    view = f"<template><div>\n  {markup}\n</div></template>"
    report = audit(tmp_path, views={"Shop.list-item.html": view})
    assert found(report, kind) == ["apps/shop/viewdefs/Shop.list-item.html:2"]


def test_what_the_checks_find_is_reported_too(tmp_path: Path) -> None:
    report = audit(tmp_path, views={"Shop.small.html": '<template><b ui-value="cuont()"></b></template>'})
    (one,) = report["violations"]
    assert (one["type"], one["location"]) == ("viewdefs", "apps/shop/viewdefs/Shop.small.html:1")
    assert "cuont()" in one["detail"]


@pytest.mark.slow
def test_elements_that_are_nested_too_deeply_are_reported(tmp_path: Path) -> None:
    report = audit(tmp_path, views={"Shop.small.html": f"<template>{'<b>' * 20_000}{'</b>' * 20_000}</template>"})
    details = {(one["location"], one["detail"].partition(";")[0]) for one in report["violations"]}
    assert details == {("apps/shop/viewdefs/Shop.small.html", "its elements are nested too deeply")}


def test_an_app_that_does_not_load_is_audited_all_the_same(tmp_path: Path) -> None:
    report = audit(tmp_path, GOOD + "function Shop:dead() end\nerror('on purpose')\n")
    assert found(report, "dead_method") == ["apps/shop/app.lua:7"]
    assert any("on purpose" in one["detail"] for one in report["violations"])
