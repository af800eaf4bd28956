"""Items of menus: what choosing one does, by the mouse, by keys, by its accelerator."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import fx
from tests.javafx.app import App

ITEMS = """
  <MenuItem fx:id="plain" text="Plain" onAction="#did" accelerator="Ctrl+P"/>
  <MenuItem fx:id="off" text="Off" onAction="#did" accelerator="Ctrl+O" disable="true"/>
  <SeparatorMenuItem/>
  <CheckMenuItem fx:id="check" text="Check" onAction="#did" accelerator="Ctrl+K"/>
  <fx:define><ToggleGroup fx:id="sizes"/></fx:define>
  <RadioMenuItem fx:id="small" text="Small" toggleGroup="$sizes" selected="true" onAction="#did" accelerator="Ctrl+1"/>
  <RadioMenuItem fx:id="large" text="Large" toggleGroup="$sizes" onAction="#did" accelerator="Ctrl+2"/>
  <MenuItem fx:id="hidden" text="Hidden" visible="false" onAction="#did"/>
  <Menu fx:id="more" text="More"><items><MenuItem fx:id="deep" text="Deep" onAction="#did"/></items></Menu>"""


class Controller:
    def __init__(self) -> None:
        self.done: list[str] = []

    def did(self, event: Any) -> None:
        self.done.append(event.source.text)


def shown(kind: str) -> App:
    opener = {
        "MenuBar": f'<MenuBar><menus><Menu fx:id="menu" text="_Menu"><items>{ITEMS}</items></Menu></menus></MenuBar>',
        "MenuButton": f'<MenuButton fx:id="menu" text="Menu"><items>{ITEMS}</items></MenuButton>',
    }[kind]
    return App(f'<VBox>{opener}<Button fx:id="other" text="other"/></VBox>', Controller())


def states(app: App) -> tuple[bool, bool, bool]:
    return app["check"].selected, app["small"].selected, app["large"].selected


CHOICES = [
    ("plain", "Plain", (False, True, False)),
    ("check", "Check", (True, True, False)),
    ("large", "Large", (False, False, True)),
    ("small", "Small", (False, True, False)),
]


@pytest.mark.parametrize("kind", ["MenuBar", "MenuButton"])
@pytest.mark.parametrize(("item", "text", "after"), CHOICES)
def test_a_click_on_an_item_marks_it_runs_it_and_closes_the_menu(
    kind: str, item: str, text: str, after: tuple[bool, bool, bool]
) -> None:
    app = shown(kind)
    app.click("#menu")
    app.click(f"#{item}")
    assert (app.loaded.controller.done, states(app), len(app.platform.windows)) == ([text], after, 1)


@pytest.mark.parametrize(
    ("key", "text", "after"),
    [
        ("P", "Plain", (False, True, False)),
        ("K", "Check", (True, True, False)),
        ("2", "Large", (False, False, True)),
        ("1", "Small", (False, True, False)),
    ],
)
def test_an_accelerator_does_what_a_click_does_while_the_menu_is_closed(
    key: str, text: str, after: tuple[bool, bool, bool]
) -> None:
    app = shown("MenuBar")
    app.press(key, "CTRL")
    assert (app.loaded.controller.done, states(app)) == ([text], after)


def test_a_disabled_item_has_no_accelerator_and_takes_no_click() -> None:
    app = shown("MenuBar")
    app.press("O", "CTRL")
    app.click("#menu")
    app.do({"type": "click", "on": "#off"})
    assert app.loaded.controller.done == []
    assert len(app.platform.windows) == 2


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ("DOWN ENTER", "Plain"),
        ("DOWN DOWN DOWN ENTER", "Check"),
        ("UP RIGHT ENTER", "Deep"),
        ("UP UP SPACE", "Large"),
        ("DOWN UP UP ENTER", "Large"),
    ],
)
def test_arrows_pass_over_separators_and_hidden_items_and_go_round(keys: str, chosen: str) -> None:
    app = shown("MenuButton")
    app.click("#menu")
    for key in keys.split():
        app.press(key)
    assert app.loaded.controller.done == [chosen]


def test_left_closes_only_the_submenu_and_escape_the_menu() -> None:
    app = shown("MenuButton")
    app.click("#menu")
    counts = []
    for key in ("UP", "RIGHT", "LEFT", "ESCAPE"):
        app.press(key)
        counts.append(len(app.platform.windows))
    assert counts == [2, 3, 2, 1]


def test_a_second_click_on_its_button_closes_a_menu() -> None:
    app = shown("MenuButton")
    counts = []
    for _ in range(3):
        app.click("#menu")
        counts.append(len(app.platform.windows))
    assert counts == [2, 1, 2]


def test_the_menu_says_whether_it_shows() -> None:
    app = shown("MenuButton")
    heard: list[str] = []
    for name in ("on_showing", "on_shown", "on_hiding", "on_hidden"):
        setattr(app["menu"], name, lambda _event, name=name: heard.append(name))
    app.click("#menu")
    assert app["menu"].showing
    app.press("ESCAPE")
    assert not app["menu"].showing


@pytest.mark.parametrize(
    ("side", "opens", "stays"),
    [("BOTTOM", "DOWN", "LEFT"), ("TOP", "UP", "DOWN"), ("LEFT", "LEFT", "RIGHT"), ("RIGHT", "RIGHT", "UP")],
)
def test_an_arrow_key_opens_a_menu_on_its_side_only(side: str, opens: str, stays: str) -> None:
    app = App(
        f'<VBox><MenuButton fx:id="menu" popupSide="{side}"><items><MenuItem text="a"/></items></MenuButton></VBox>'
    )
    app.do({"type": "focus", "on": "#menu"})
    app.press(stays)
    assert len(app.platform.windows) == 1
    app.press(opens)
    assert len(app.platform.windows) == 2


def test_a_split_button_has_an_action_of_its_own_and_a_menu_at_its_arrow() -> None:
    app = App(
        '<VBox><SplitMenuButton fx:id="split" text="Save" onAction="#did"><items>'
        '<MenuItem fx:id="as" text="Save as" onAction="#did"/></items></SplitMenuButton></VBox>',
        Controller(),
    )
    app.click("#split", x=10, y=10)
    assert (app.loaded.controller.done, len(app.platform.windows)) == (["Save"], 1)
    app.click("#split .arrow-button")
    assert len(app.platform.windows) == 2
    app.click("#as")
    assert app.loaded.controller.done == ["Save", "Save as"]


@pytest.mark.parametrize(("hides", "windows"), [(True, 1), (False, 2)])
def test_an_item_with_content_may_stay_open(hides: bool, windows: int) -> None:
    app = App('<VBox><MenuButton fx:id="menu" text="Menu"/></VBox>')
    done: list[str] = []
    item = fx.CustomMenuItem(content=fx.Label(text="Slide me", id="content"), hide_on_click=hides)
    item.on_action = lambda _event: done.append("chosen")
    app["menu"].items.append(item)
    app.click("#menu")
    app.click("#content")
    assert (done, len(app.platform.windows)) == (["chosen"], windows)


@pytest.mark.parametrize(("letter", "focused"), [("N", "name"), ("C", "city"), ("X", "first")])
def test_the_mnemonic_of_a_label_leads_to_its_field(letter: str, focused: str) -> None:
    app = App(
        '<VBox><TextField fx:id="first"/><TextField fx:id="name"/><TextField fx:id="city"/>'
        '<Label text="_Name" mnemonicParsing="true" labelFor="$name"/>'
        '<Label text="_City" mnemonicParsing="true" labelFor="$city"/>'
        '<Label text="e_Xtra" labelFor="$city"/></VBox>'
    )
    app.press(letter, "ALT")
    assert app.stage.scene is not None
    assert app.stage.scene.focus_owner is app[focused]


def test_a_mnemonic_fires_its_button_unless_it_is_disabled_or_out_of_sight() -> None:
    app = App(
        '<VBox><Button fx:id="a" text="_Save" disable="true" onAction="#did"/>'
        '<Button fx:id="b" text="_Save" visible="false" onAction="#did"/>'
        '<Button fx:id="c" text="_Save all" onAction="#did"/></VBox>',
        Controller(),
    )
    app.press("S", "ALT")
    assert app.loaded.controller.done == ["_Save all"]
