"""Tabs, titled panes, accordions, split panes, tool bars, scroll panes, pagination: where they put what they hold."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import create
from pytest_uimcp.javafx.scene.skins.tabs import tab_of
from tests.javafx.app import App


def tabs(attributes: str = "", tab: str = "") -> App:
    return App(
        f'<StackPane><TabPane fx:id="tabs" {attributes}><tabs>'
        f'<Tab fx:id="one" text="One" {tab}><Region fx:id="first"/></Tab>'
        '<Tab fx:id="two" text="Two"><Region fx:id="second"/></Tab></tabs></TabPane></StackPane>',
        width=300,
        height=200,
    )


@pytest.mark.parametrize(
    ("side", "area", "content"),
    [
        ("TOP", (0, 0, 300, "size"), (0, "size")),
        ("BOTTOM", (0, "rest", 300, "size"), (0, 0)),
        ("LEFT", (0, 0, "size", 200), ("size", 0)),
        ("RIGHT", ("rest", 0, "size", 200), (0, 0)),
    ],
)
def test_the_headers_are_at_one_side_and_the_content_has_the_rest(
    side: str, area: tuple[Any, ...], content: tuple[Any, ...]
) -> None:
    app = tabs(f'side="{side}"')
    skin = app["tabs"].skin
    size = skin.header_size()
    end = (200 if side == "BOTTOM" else 300) - size
    known = {"size": size, "rest": end}
    node = skin.area
    assert (node.layout_x, node.layout_y, node.width, node.height) == tuple(known.get(part, part) for part in area)
    region = skin.region(app["one"])
    assert (region.layout_x, region.layout_y) == tuple(known.get(part, part) for part in content)
    assert size > 20


def test_only_the_selected_tab_shows_its_content() -> None:
    app = tabs()
    assert (app["first"].tree_visible, app["second"].tree_visible) == (True, False)
    app["tabs"].selection_model.select(1)
    app.platform.pulse()
    assert (app["first"].tree_visible, app["second"].tree_visible) == (False, True)
    headers = [app["tabs"].skin.header(app[name]).node for name in ("one", "two")]
    assert ["selected" in header.custom for header in headers] == [False, True]
    assert [tab_of(header) for header in headers] == [app["one"], app["two"]]


@pytest.mark.parametrize(
    ("policy", "crosses"),
    [("SELECTED_TAB", [True, False]), ("ALL_TABS", [True, True]), ("UNAVAILABLE", [False, False])],
)
def test_tabs_that_can_be_closed_have_a_cross_and_room_for_it(policy: str, crosses: list[bool]) -> None:
    app = tabs(f'tabClosingPolicy="{policy}"')
    headers = [app["tabs"].skin.header(app[name]) for name in ("one", "two")]
    assert [header.close.visible for header in headers] == crosses
    bare = tabs('tabClosingPolicy="UNAVAILABLE"')
    gains = [
        header.width() - bare["tabs"].skin.header(bare[name]).width()
        for header, name in zip(headers, ("one", "two"), strict=True)
    ]
    assert [gain > 0 for gain in gains] == crosses


def test_a_disabled_tab_disables_its_content_until_it_is_enabled_again() -> None:
    app = tabs()
    app["one"].disable = True
    app["tabs"].affect("k")
    app.platform.pulse()
    assert app["first"].disable
    app["one"].disable = False
    app["tabs"].affect("k")
    app.platform.pulse()
    assert not app["first"].disable


def test_a_content_that_its_program_disables_stays_disabled() -> None:
    app = tabs()
    app["first"].disable = True
    app["tabs"].affect("k")
    app.platform.pulse()
    assert app["first"].disable


def titled(expanded: bool, **attributes: str) -> App:
    more = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return App(
        f'<VBox><TitledPane fx:id="pane" text="Title" animated="false" expanded="{str(expanded).lower()}" {more}>'
        '<Region fx:id="content" prefHeight="80" prefWidth="50"/></TitledPane></VBox>'
    )


def test_a_titled_pane_is_as_high_as_its_title_and_what_is_open_below() -> None:
    closed, opened = titled(False), titled(True)
    height = closed["pane"].skin.title_height
    assert closed["pane"].height == height
    assert opened["pane"].height > height + 80
    assert (closed["content"].tree_visible, opened["content"].tree_visible) == (False, True)
    assert closed["pane"].skin.arrow.rotate == -90
    assert opened["pane"].skin.arrow.rotate == 0


def test_a_pane_that_cannot_be_closed_has_no_arrow() -> None:
    app = titled(True, collapsible="false")
    assert app["pane"].skin.arrow_region.parent is None
    assert titled(True)["pane"].skin.arrow_region.parent is not None


def accordion() -> App:
    panes = "".join(
        f'<TitledPane fx:id="{name}" text="{name}" animated="false"><Region prefHeight="40"/></TitledPane>'
        for name in ("a", "b", "c")
    )
    return App(f'<StackPane><Accordion fx:id="accordion"><panes>{panes}</panes></Accordion></StackPane>', height=300)


def test_one_pane_of_an_accordion_is_open_and_has_the_room() -> None:
    app = accordion()
    names = ("a", "b", "c")
    assert [app[name].expanded for name in names] == [False, False, False]
    app["b"].expanded = True
    app.platform.pulse()
    assert app["accordion"].expanded_pane is app["b"]
    closed = app["a"].height
    assert app["b"].height == 300 - 2 * closed
    assert app["c"].layout_y == 300 - closed
    app["c"].expanded = True
    app.platform.pulse()
    assert [app[name].expanded for name in names] == [False, False, True]
    app["c"].expanded = False
    assert app["accordion"].expanded_pane is None


def test_a_pane_that_has_left_an_accordion_is_its_own() -> None:
    app = accordion()
    pane = app["a"]
    app["accordion"].panes.remove(pane)
    pane.expanded = True
    assert app["accordion"].expanded_pane is None
    app["b"].expanded = True
    assert pane.expanded


def test_the_first_pane_is_marked_for_stylesheets() -> None:
    app = accordion()
    app["accordion"].panes.remove(app["a"])
    app.platform.pulse()
    assert "first-titled-pane" in app["b"].style_class
    assert "first-titled-pane" not in app["c"].style_class


def split(positions: str, orientation: str = "HORIZONTAL") -> App:
    return App(
        f'<StackPane><SplitPane fx:id="split" orientation="{orientation}" dividerPositions="{positions}"><items>'
        '<StackPane fx:id="a"/><StackPane fx:id="b"/><StackPane fx:id="c"/></items></SplitPane></StackPane>',
        width=300,
        height=300,
    )


@pytest.mark.parametrize("orientation", ["HORIZONTAL", "VERTICAL"])
def test_dividers_stand_where_they_are_set(orientation: str) -> None:
    app = split("0.2, 0.6", orientation)
    axis = "width" if orientation == "HORIZONTAL" else "height"
    thick = app["split"].skin.thick
    sizes = [getattr(app[name], axis) for name in ("a", "b", "c")]
    assert sum(sizes) + 2 * thick == pytest.approx(app["split"].skin.space()[2], abs=1)
    assert sizes[0] + thick / 2 == pytest.approx(0.2 * 300, abs=3)
    assert sizes[0] + sizes[1] + 1.5 * thick == pytest.approx(0.6 * 300, abs=3)


def test_without_positions_dividers_want_the_middle() -> None:
    app = split("")
    assert [app[name].width for name in ("a", "b", "c")] == [145, 0, 137]
    assert [kid.layout_x for kid in app["split"].kids if kid.is_a("ContentDivider")] == [146, 154]


def labels(*attributes: str, width: float = 400, positions: str = "") -> list[float]:
    """The lengths of the labels of a split pane; they are no longer than their texts unless they say so."""
    items = "".join(f'<Label fx:id="item{number}" {words}/>' for number, words in enumerate(attributes))
    app = App(f'<SplitPane dividerPositions="{positions}"><items>{items}</items></SplitPane>', width=width, height=90)
    return [app[f"item{number}"].width for number in range(len(attributes))]


def test_an_item_of_a_split_pane_is_no_longer_than_it_may_be() -> None:
    wide = 'maxWidth="1000"'
    assert labels(wide, 'text="x" maxWidth="20"', wide, positions="0.25, 0.75") == [182, 20, 180]
    assert labels(wide, 'minWidth="150"', positions="0.9") == [240, 150]


def test_a_divider_can_be_moved_by_the_program_and_tells_where_it_is() -> None:
    app = split("0.5, 0.5")
    app["split"].divider_positions = [0.25, 0.75]
    app.platform.pulse()
    assert [app[name].width for name in ("a", "b", "c")] == pytest.approx([71, 141, 70], abs=1)
    assert list(app["split"].divider_positions) == pytest.approx([0.25, 0.75], abs=0.01)


def test_items_take_turns_when_a_split_pane_becomes_longer() -> None:
    app = App('<Pane><SplitPane fx:id="split" prefWidth="300"><items><StackPane fx:id="a"/><StackPane fx:id="b" '
              'SplitPane.resizableWithParent="false"/></items></SplitPane></Pane>')  # fmt: skip
    assert (app["a"].width, app["b"].width) == (145, 145)
    app["split"].pref_width = 400
    app.platform.pulse()
    assert (app["a"].width, app["b"].width) == (245, 145)


def test_an_item_that_goes_takes_its_divider_with_it() -> None:
    app = split("")
    assert sum(kid.is_a("ContentDivider") for kid in app["split"].kids) == 2
    app["split"].items.remove(app["b"])
    app.platform.pulse()
    assert sum(kid.is_a("ContentDivider") for kid in app["split"].kids) == 1


def tool_bar(width: int, orientation: str = "HORIZONTAL") -> App:
    buttons = "".join(f'<Button fx:id="b{number}" text="Button"/>' for number in range(5))
    size = "maxWidth" if orientation == "HORIZONTAL" else "maxHeight"
    return App(
        f'<StackPane><ToolBar fx:id="bar" orientation="{orientation}" {size}="{width}">'
        f"<items>{buttons}</items></ToolBar>"
        "</StackPane>",
        width=600,
        height=600,
    )


@pytest.mark.parametrize("orientation", ["HORIZONTAL", "VERTICAL"])
def test_what_does_not_fit_into_a_tool_bar_waits_behind_a_button(orientation: str) -> None:
    roomy, narrow = tool_bar(600, orientation), tool_bar(150, orientation)
    assert not roomy["bar"].skin.overflow.visible
    assert len(roomy["bar"].skin.box.kids) == 5
    assert narrow["bar"].skin.overflow.visible
    kept = narrow["bar"].skin.box.kids
    assert 0 < len(kept) < 5
    assert list(kept) == [narrow[f"b{number}"] for number in range(len(kept))]


def scroll_pane(attributes: str = "", width: int = 500, height: int = 500) -> App:
    return App(
        f'<StackPane><ScrollPane fx:id="pane" {attributes}><Region fx:id="content" prefWidth="{width}" '
        f'prefHeight="{height}"/></ScrollPane></StackPane>',
        width=200,
        height=100,
    )


@pytest.mark.parametrize(
    ("attributes", "width", "height", "bars"),
    [
        ("", 500, 500, (True, True)),
        ("", 50, 50, (False, False)),
        ("", 500, 50, (True, False)),
        ("", 50, 500, (False, True)),
        ('hbarPolicy="NEVER" vbarPolicy="NEVER"', 500, 500, (False, False)),
        ('hbarPolicy="ALWAYS" vbarPolicy="ALWAYS"', 50, 50, (True, True)),
        ('fitToWidth="true" fitToHeight="true"', 500, 500, (False, False)),
        # The one bar takes the room that the content would have needed.
        ("", 195, 500, (True, True)),
    ],
)
def test_bars_are_there_where_the_content_does_not_fit(
    attributes: str, width: int, height: int, bars: tuple[bool, bool]
) -> None:
    skin = scroll_pane(attributes, width, height)["pane"].skin
    assert (skin.horizontal.visible, skin.vertical.visible) == bars
    assert skin.corner.visible == all(bars)


@pytest.mark.parametrize(("value", "share"), [(0, 0), (0.5, 0.5), (1, 1)])
def test_a_value_shifts_the_content_by_its_share_of_what_is_hidden(value: float, share: float) -> None:
    app = scroll_pane(f'hvalue="{value}" vvalue="{value}"')
    skin = app["pane"].skin
    hidden = [size - view for size, view in zip(skin.size, skin.view, strict=True)]
    assert (skin.inner.layout_x, skin.inner.layout_y) == pytest.approx([-share * length for length in hidden], abs=1)


def test_fitted_content_is_as_wide_as_the_viewport() -> None:
    app = scroll_pane('fitToWidth="true"', width=50)
    assert app["content"].width == app["pane"].skin.view[0]
    assert app["content"].height == 500


def pages(count: int, current: int = 0, maximum: int = 10) -> App:
    app = App(
        f'<StackPane><Pagination fx:id="pages" pageCount="{count}" currentPageIndex="{current}" '
        f'maxPageIndicatorCount="{maximum}"/></StackPane>'
    )
    app["pages"].page_factory = lambda index: create("Label", text=f"Page {index}")
    app.platform.pulse()
    return app


@pytest.mark.parametrize(
    ("count", "current", "maximum", "numbers", "info"),
    [
        (3, 0, 10, "1 2 3", "1/3"),
        (30, 4, 5, "1 2 3 4 5", "5/30"),
        (30, 5, 5, "6 7 8 9 10", "6/30"),
        (7, 6, 5, "6 7", "7/7"),
        (2147483647, 0, 3, "1 2 3", "1/..."),
    ],
)
def test_numbers_are_those_around_the_current_page(
    count: int, current: int, maximum: int, numbers: str, info: str
) -> None:
    skin = pages(count, current, maximum)["pages"].skin
    buttons = skin.box.kids[1:-1]
    assert " ".join(button.text for button in buttons) == numbers
    assert [button.text for button in buttons if button.selected] == [str(current + 1)]
    assert skin.info.text == info
    assert (skin.left.disable, skin.right.disable) == (current == 0, current == count - 1)
    # All are as high as each other, and one with two digits is wider.
    assert len({button.height for button in buttons}) == 1
    assert len({(len(button.text), button.width) for button in buttons}) == len({len(b.text) for b in buttons})


def test_numbers_without_room_are_left_out() -> None:
    app = pages(30)
    app["pages"].write("prefWidth", 100.0)
    app["pages"].write("maxWidth", 100.0)
    app.platform.pulse()
    app.platform.pulse()
    assert [button.text for button in app["pages"].skin.box.kids[1:-1]] == ["1", "2"]


def test_a_page_is_what_the_factory_makes_of_its_index() -> None:
    app = pages(3)
    skin = app["pages"].skin
    assert skin.pages[0].kids[0].text == "Page 0"
    app["pages"].current_page_index = 2
    app.platform.pulse()
    assert skin.pages[0].kids[0].text == "Page 2"


def test_buttons_of_a_bar_are_ordered_by_what_they_are_for_and_equally_wide() -> None:
    app = App(
        '<StackPane><ButtonBar fx:id="bar"><buttons><Button fx:id="cancel" text="Cancel" '
        'ButtonBar.buttonData="CANCEL_CLOSE"/><Button fx:id="ok" text="A long label for a button" '
        'ButtonBar.buttonData="OK_DONE"/><Button fx:id="help" text="?" ButtonBar.buttonData="LEFT"/>'
        "</buttons></ButtonBar></StackPane>",
        width=700,
    )
    order = [kid for kid in app["bar"].skin.box.kids if kid.is_a("Button")]
    assert [button.id for button in order] in (["help", "ok", "cancel"], ["help", "cancel", "ok"])
    assert len({button.width for button in order}) == 1
