"""What the contract tells of a scene: options, paths, uids, the text form."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import Platform, Ui, UiError, compact_text, fx, show_stage
from pytest_uimcp.javafx.scene.snapshot.capture import without_nulls
from pytest_uimcp.javafx.scene.snapshot.options import COMPACT, FULL, SECTIONS, options
from pytest_uimcp.javafx.scene.snapshot.paths import find, path_of
from pytest_uimcp.javafx.scene.snapshot.uids import Uids


class Shown:
    """A stage with a form."""

    def __init__(self) -> None:
        self.platform = Platform()
        self.name = fx.TextField(id="name", prompt_text="Name")
        self.save = fx.Button(id="save", text="Save")
        self.agree = fx.CheckBox(id="agree", text="I agree", selected=True)
        self.row = fx.HBox(children=[self.save, fx.Button(text="Cancel", visible=False)])
        self.root = fx.VBox(id="root", children=[fx.Label(text="Sign in"), self.name, self.agree, self.row])
        self.stage = show_stage(self.platform, self.root, {"title": "Login", "width": 300, "height": 200})
        self.ui = Ui(self.platform)


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.mark.parametrize("mode", [None, "full"])
def test_a_full_snapshot_has_the_defaults_of_the_server(mode: str | None) -> None:
    assert options(mode) == FULL
    assert options(mode, defaults=COMPACT) == COMPACT


def test_a_compact_snapshot_is_less_deep_and_has_no_heavy_sections() -> None:
    compact = options("compact")
    assert compact.depth < FULL.depth
    assert not any(getattr(compact, section) for section in SECTIONS)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("mode", ["full", "compact"])
def test_a_request_overrides_every_default_of_its_mode(section: str, mode: str) -> None:
    for wanted in (True, False):
        assert getattr(options(mode, include={section: wanted}), section) is wanted
    assert getattr(options(mode, include={section: None}), section) is getattr(options(mode), section)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mode": "short"}, "mode"),
        ({"depth": -1}, "depth"),
        ({"depth": True}, "depth"),
        ({"depth": "5"}, "depth"),
        ({"include": {"bound": True}}, "bound"),
    ],
)
def test_an_option_that_is_none_is_an_error_that_names_it(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(UiError) as caught:
        options(**arguments)
    assert message in str(caught.value)
    assert caught.value.code == "MCP_UI_INTERNAL"


@pytest.mark.parametrize(
    ("json", "expected"),
    [
        ({}, {}),
        ({"a": None, "b": 0, "c": ""}, {"b": 0, "c": ""}),
        ({"a": {"b": None}}, {"a": {}}),
        ({"a": [{"b": None, "c": 1}, 2]}, {"a": [{"c": 1}, 2]}),
        ({"a": [[{"b": None}]]}, {"a": [[{}]]}),
        ({"a": False}, {"a": False}),
    ],
)
def test_nulls_are_left_out_at_every_depth(json: dict[str, object], expected: dict[str, object]) -> None:
    assert without_nulls(json) == expected


def test_every_node_has_a_path_that_leads_back_to_it(shown: Shown) -> None:
    stages = shown.platform.stages
    for node in shown.root.walk():
        assert find(path_of(node, stages), shown.platform) is node


@pytest.mark.parametrize(
    ("path", "identifier"),
    [
        ("/stages[0]/scene/root", "root"),
        ("/stages[0]/scene/root/HBox[0]/Button[0]", "save"),
        ("/stages[0]/scene/root/TextField[0]", "name"),
        ("/stages[0]/scene/root/TextField[1]", None),
        ("/stages[0]/scene/root/textField[0]", None),
        ("/stages[1]/scene/root", None),
        ("/stages[0]/scene/root/HBox[0]/", None),
        ("/stages[0]/scene", None),
        ("stages[0]/scene/root", None),
        ("/stages[-1]/scene/root", None),
        ("/stages[0]/popups[0]/scene/root", None),
        ("", None),
    ],
)
def test_a_path_leads_to_one_node_or_to_none(shown: Shown, path: str, identifier: str | None) -> None:
    node = find(path, shown.platform)
    assert (node.css_id if node is not None else None) == identifier


def test_uids_are_numbers_in_base_36_in_the_order_of_first_discovery() -> None:
    uids = Uids()
    nodes = [fx.Label() for _ in range(40)]
    given = [uids.of(node) for node in nodes]
    assert given[:3] == ["u-1", "u-2", "u-3"]
    assert (given[9], given[34], given[35]) == ("u-a", "u-z", "u-10")
    assert [uids.of(node) for node in nodes] == given


def test_a_program_may_give_a_node_its_uid(shown: Shown) -> None:
    uids = Uids()
    shown.save.properties["mcp.uid"] = "save"
    assert (uids.of(shown.save), uids.find("save")) == ("save", shown.save)
    assert uids.was_given("save")


@pytest.mark.parametrize("uid", ["u-", "u-0", "u-zzzzzzzzzzzzz", "u-A", "x-1", "", "u-9"])
def test_a_uid_that_was_never_given_is_not_stale(uid: str) -> None:
    uids = Uids()
    uids.of(fx.Label())
    assert not uids.was_given(uid)


def test_a_uid_whose_node_has_left_the_scene_is_known_and_leads_nowhere(shown: Shown) -> None:
    uids = Uids()
    uid = uids.of(shown.save)
    assert uids.find(uid) is shown.save
    shown.row.children.remove(shown.save)
    assert (uids.find(uid), uids.was_given(uid)) == (None, True)


def test_the_owner_of_the_focus_is_discovered_first(shown: Shown) -> None:
    snapshot = shown.ui.get_snapshot()
    assert snapshot["focus"]["focusedNode"]["uid"] == "u-1"
    assert snapshot["focus"]["focusedWindow"] == {"stageIndex": 0}
    assert snapshot["stages"][0]["scene"]["root"]["ref"]["uid"] == "u-2"


def test_the_text_form_has_a_line_for_each_node(shown: Shown) -> None:
    assert compact_text(shown.ui.get_snapshot(mode="compact")).splitlines() == [
        "Stage[0] Login (focused)",
        "  VBox#root (uid=u-2)",
        '    Label (uid=u-3) "Sign in"',
        '    TextField#name (uid=u-1) [focused] value="" prompt="Name"',
        '    CheckBox#agree (uid=u-4) "I agree" [selected checked]',
        "    HBox (uid=u-5)",
        '      Button#save (uid=u-6) "Save"',
        '      Button (uid=u-7) "Cancel" [hidden]',
    ]


def test_a_long_text_is_cut_in_the_text_form(shown: Shown) -> None:
    shown.save.text = "x" * 100
    line = next(line for line in compact_text(shown.ui.get_snapshot()).splitlines() if "#save" in line)
    assert line.endswith('"' + "x" * 77 + '..."')


@pytest.mark.parametrize(("depth", "levels"), [(0, 1), (1, 2), (2, 3), (50, 3)])
def test_a_snapshot_is_as_deep_as_asked_and_says_what_is_left_out(shown: Shown, depth: int, levels: int) -> None:
    node = shown.ui.get_snapshot(depth=depth)["stages"][0]["scene"]["root"]
    for _ in range(levels - 1):
        node = node["children"][-1]
    assert node["children"] == []
    assert node.get("moreChildren") == {0: 4, 1: 2}.get(depth)


def test_a_node_has_every_field_of_the_contract(shown: Shown) -> None:
    ref = shown.ui.query({"css": "#save"})["matches"][0]["ref"]
    node = shown.ui.get_node(ref)
    assert {key: node[key] for key in ("type", "module", "id", "visible", "managed", "disabled")} == {
        "type": "Button", "module": "javafx.controls", "id": "save", "visible": True, "managed": True,
        "disabled": False,
    }  # fmt: skip
    assert node["text"] == {"label": "Save", "prompt": None}
    assert node["accessibility"] == {"role": "BUTTON", "help": None}
    assert node["fx"]["properties"] == {"tooltip": None, "userData": None}
    assert set(node["layout"]) == {"boundsInParent", "boundsInScene", "localToScreen"}
    assert set(node["layout"]["boundsInScene"]) == {"minX", "minY", "width", "height"}


@pytest.mark.parametrize(
    ("name", "values", "text", "value"),
    [
        ("Label", {"text": "a"}, {"label": "a", "prompt": None}, None),
        ("TextField", {"text": "a", "promptText": "p"}, {"label": "a", "prompt": "p"},
         {"text": "a", "selected": None, "checked": None}),
        ("ToggleButton", {"text": "a", "selected": True}, {"label": "a", "prompt": None},
         {"text": None, "selected": True, "checked": None}),
        ("CheckBox", {"text": "a", "selected": True}, {"label": "a", "prompt": None},
         {"text": None, "selected": None, "checked": True}),
        ("Text", {"text": "a"}, {"label": "a", "prompt": None}, None),
        ("Slider", {}, None, None),
    ],
)  # fmt: skip
def test_text_and_value_depend_on_the_class(
    shown: Shown, name: str, values: dict[str, Any], text: object, value: object
) -> None:
    shown.root.children.append(getattr(fx, name)(id="new", **values))
    node = shown.ui.get_node(shown.ui.query({"css": "#new"})["matches"][0]["ref"])
    assert (node["text"], node["value"]) == (text, value)


@pytest.mark.parametrize(
    ("data", "reported"), [("note", "note"), (5, 5), (True, True), (None, None), (("a", 1), "('a', 1)")]
)
def test_what_a_program_left_on_a_node_is_reported(shown: Shown, data: object, reported: object) -> None:
    shown.save.userData = data
    shown.save.tooltip = fx.Tooltip(text="Store it")
    node = shown.ui.get_node(shown.ui.query({"css": "#save"})["matches"][0]["ref"])
    assert node["fx"]["properties"] == {"tooltip": "Store it", "userData": reported}
