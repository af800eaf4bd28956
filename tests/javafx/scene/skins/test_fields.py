"""Text inputs, choices, sliders, spinners, progress: what they show of their values."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.skins.calendar import calendar, calendar_of
from pytest_uimcp.javafx.scene.skins.choosers import color_text, date_text
from pytest_uimcp.javafx.scene.skins.palette import color_rows, palette, palette_of
from pytest_uimcp.javafx.scene.skins.texts import BULLET
from pytest_uimcp.javafx.scene.values.colors import Color
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT
from tests.javafx.app import App


def field(attributes: str = "", kind: str = "TextField", width: float = 400) -> App:
    return App(f'<VBox fillWidth="false"><{kind} fx:id="f" {attributes}/></VBox>', width=width)


def test_a_field_is_as_wide_as_its_columns_and_one_line_high() -> None:
    few, many = field('prefColumnCount="5"'), field('prefColumnCount="20"')
    assert many["f"].width - few["f"].width == pytest.approx(15 * text_width("W", DEFAULT_FONT), abs=1)
    assert few["f"].height == many["f"].height


@pytest.mark.parametrize(("text", "focused", "visible"), [("", False, True), ("", True, False), ("a", False, False)])
def test_the_prompt_is_there_while_there_is_neither_text_nor_focus(text: str, focused: bool, visible: bool) -> None:
    app = App('<VBox><Button text="first"/><TextField fx:id="f" promptText="Name"/></VBox>')
    app["f"].text = text
    if focused:
        app["f"].scene.request_focus(app["f"])
    app.platform.pulse()
    prompt = app["f"].skin.prompt
    assert (prompt is not None and prompt.visible) == visible
    if visible:
        assert prompt.text == "Name"


def test_a_password_is_dots_of_its_length() -> None:
    app = field('text="secret"', "PasswordField")
    assert app["f"].skin.text.text == BULLET * 6
    assert app["f"].text == "secret"


def test_a_long_text_is_shifted_so_that_the_caret_is_in_sight() -> None:
    app = field('prefColumnCount="3"')
    app["f"].text = "a long text that does not fit"
    caret = len(app["f"].text)
    app["f"].select_range(caret, caret)
    app.platform.pulse()
    skin = app["f"].skin
    end = skin.text.layout_x + text_width(app["f"].text, DEFAULT_FONT)
    assert skin.text.layout_x < 0
    assert end <= skin.group.width
    app["f"].select_range(0, 0)
    app.platform.pulse()
    assert skin.text.layout_x >= 0


def test_a_selection_has_a_box_over_its_letters() -> None:
    app = field('text="abcdef"')
    app["f"].scene.request_focus(app["f"])
    app["f"].select_range(1, 3)
    app.platform.pulse()
    mark = app["f"].skin.mark
    assert mark.visible
    x0, _, x1, _ = mark.outline
    assert (x0, x1) == pytest.approx((text_width("a", DEFAULT_FONT), text_width("abc", DEFAULT_FONT)))
    app["f"].select_range(2, 2)
    app.platform.pulse()
    assert not mark.visible


def area(text: str, attributes: str = "") -> App:
    app = App(f'<VBox fillWidth="false"><TextArea fx:id="f" {attributes}/></VBox>', width=600, height=600)
    app["f"].text = text
    app.platform.pulse()
    return app


def test_an_area_has_bars_for_what_does_not_fit_and_none_across_where_it_wraps() -> None:
    long = "word " * 100
    plain, wrapped = area(long), area(long, 'wrapText="true"')
    assert plain["f"].skin.scroll.skin.horizontal.visible
    assert not wrapped["f"].skin.scroll.skin.horizontal.visible
    assert area("line\n" * 100)["f"].skin.scroll.skin.vertical.visible


def test_scrolling_an_area_and_its_pane_are_the_same() -> None:
    app = area("line\n" * 100)
    scroll = app["f"].skin.scroll
    scroll.vvalue = 0.5
    app.platform.pulse()
    hidden = app["f"].skin.hidden(1)
    assert app["f"].scroll_top == pytest.approx(hidden / 2)
    app["f"].scroll_top = 0
    app.platform.pulse()
    assert scroll.vvalue == 0


def test_the_caret_of_an_area_stands_in_its_row() -> None:
    app = area("one\ntwo\nthree")
    skin = app["f"].skin
    assert [skin.place_of(index, 300)[0] for index in (0, 3, 4, 7, 8, 13)] == [0, 0, 1, 1, 2, 2]
    assert skin.place_of(5, 300)[1] == pytest.approx(text_width("t", DEFAULT_FONT))


def chooser(kind: str, attributes: str = "") -> App:
    app = App(f'<VBox fillWidth="false"><{kind} fx:id="f" {attributes}/></VBox>')
    app["f"].items.extend(["Red", "Green", "Midnight blue"])
    app.platform.pulse()
    return app


def test_a_choice_shows_its_value_as_its_converter_writes_it() -> None:
    app = chooser("ChoiceBox")
    app["f"].value = "Green"
    app.platform.pulse()
    assert app["f"].skin.label.text == "Green"
    app["f"].converter = str.upper
    app["f"].value = "Red"
    app.platform.pulse()
    assert app["f"].skin.label.text == "RED"


def test_a_combo_box_is_wide_enough_for_every_choice_and_shows_prompt_then_value() -> None:
    app = chooser("ComboBox", 'promptText="Pick"')
    assert app["f"].skin.cell.text == "Pick"
    width = app["f"].width
    assert width > text_width("Midnight blue", DEFAULT_FONT)
    app["f"].value = "Red"
    app.platform.pulse()
    assert app["f"].skin.cell.text == "Red"
    assert app["f"].width == width


def test_an_editable_combo_box_shows_its_value_in_a_field_that_a_user_may_change() -> None:
    app = chooser("ComboBox", 'editable="true"')
    app["f"].value = "Red"
    app.platform.pulse()
    assert app["f"].editor.text == "Red"
    app["f"].editor.text = "typed"
    app["f"].affect("k")
    app.platform.pulse()
    # As long as the value is the same, what is typed stays.
    assert app["f"].editor.text == "typed"
    app["f"].value = "Green"
    app.platform.pulse()
    assert app["f"].editor.text == "Green"


@pytest.mark.parametrize(
    ("day", "text"), [(datetime.date(2026, 1, 31), "1/31/2026"), (datetime.date(1999, 12, 5), "12/5/1999")]
)
def test_a_date_is_written_in_the_american_short_style(day: datetime.date, text: str) -> None:
    assert date_text(day) == text
    app = field("", "DatePicker")
    assert app["f"].editor.text in (None, "")
    app["f"].value = day
    app.platform.pulse()
    assert app["f"].editor.text == text


def picker(day: datetime.date | None) -> Any:
    app = field("", "DatePicker")
    app["f"].value = day
    return app["f"]


@pytest.mark.parametrize(
    ("day", "first", "days_before", "month"),
    [
        (datetime.date(2026, 2, 14), "1", 0, "February"),
        (datetime.date(2026, 3, 1), "1", 0, "March"),
        (datetime.date(2026, 1, 31), "28", 4, "January"),
        (datetime.date(2024, 2, 29), "28", 4, "February"),
    ],
)
def test_a_calendar_begins_on_the_sunday_on_or_before_the_first(
    day: datetime.date, first: str, days_before: int, month: str
) -> None:
    shown = calendar_of(calendar(picker(day)))
    days = shown.grid.kids[7:]
    assert len(days) == 42
    assert days[0].read("text") == first
    assert [cell.read("text") for cell in shown.grid.kids[:7]] == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    assert sum("previous-month" in cell.classes for cell in days) == days_before
    assert [cell.read("item") for cell in days if "selected" in cell.classes] == [day]
    assert (shown.month_spinner.kids[1].read("text"), shown.year_spinner.kids[1].read("text")) == (month, str(day.year))


@pytest.mark.parametrize(
    ("spinner", "arrow", "month", "year"),
    [("month", 0, 12, 2025), ("month", 2, 2, 2026), ("year", 0, 1, 2025), ("year", 2, 1, 2027)],
)
def test_the_arrows_of_a_calendar_turn_months_and_years(spinner: str, arrow: int, month: int, year: int) -> None:
    shown = calendar_of(calendar(picker(datetime.date(2026, 1, 31))))
    buttons = {"month": shown.month_spinner, "year": shown.year_spinner}[spinner].kids
    assert shown.turn(buttons[arrow])
    assert (shown.month, shown.year) == (month, year)
    assert not shown.turn(shown.grid.kids[0])


def test_a_picker_without_a_date_opens_at_this_month() -> None:
    shown = calendar_of(calendar(picker(None)))
    today = datetime.datetime.now(tz=datetime.UTC).date()
    assert shown.year in (today.year, today.year - 1, today.year + 1)


@pytest.mark.parametrize(
    ("color", "text"), [(Color(1, 0, 0), "Red"), (Color(1, 1, 1), "White"), (Color(0.2, 0.4, 0.6), "#336699")]
)
def test_a_colour_is_called_by_its_name_or_its_digits(color: Color, text: str) -> None:
    assert color_text(color) == text
    app = field("", "ColorPicker")
    app["f"].value = color
    app.platform.pulse()
    assert app["f"].skin.label.text == text
    assert app["f"].skin.rectangle.fill == color


def test_a_palette_has_greys_and_hues_and_marks_the_current_colour() -> None:
    app = field("", "ColorPicker")
    app["f"].value = Color(1, 0, 0)
    squares = palette_of(palette(app["f"])).colors
    assert len(squares) == 12 * 9
    assert [row[0] for row in color_rows()][:2] == [Color(1, 1, 1), Color(1, 0.75, 0.75)]
    assert [color for square, color in squares.items() if "selected" in square.custom] == [Color(1, 0, 0)]


def slider(attributes: str) -> App:
    return field(f'max="100" {attributes}', "Slider")


@pytest.mark.parametrize(("value", "share"), [(0, 0), (25, 0.25), (100, 1)])
def test_the_thumb_of_a_slider_stands_at_the_share_of_its_value(value: float, share: float) -> None:
    ends = [slider(f'value="{number}"')["f"].skin.thumb.layout_x for number in (0, 100)]
    thumb = slider(f'value="{value}"')["f"].skin.thumb
    assert thumb.layout_x == pytest.approx(ends[0] + share * (ends[1] - ends[0]))


def test_an_upright_slider_has_its_least_value_at_the_bottom() -> None:
    tops = [slider(f'orientation="VERTICAL" value="{value}"')["f"].skin.thumb.layout_y for value in (0, 50, 100)]
    assert tops == sorted(tops, reverse=True)


def test_ticks_come_and_go_with_their_flags() -> None:
    app = slider('showTickLabels="true" showTickMarks="true" majorTickUnit="25"')
    axis = app["f"].skin.ticks
    assert [kid.text for kid in axis.kids if kid.fx.name == "Text"] == ["0", "25", "50", "75", "100"]
    height = app["f"].height
    app["f"].show_tick_labels = False
    app["f"].show_tick_marks = False
    app.platform.pulse()
    assert app["f"].skin.ticks is None
    assert axis.parent is None
    assert app["f"].height < height
    app["f"].show_tick_marks = True
    app.platform.pulse()
    assert app["f"].skin.ticks is axis


@pytest.mark.parametrize(("progress", "text"), [(0, "0%"), (0.255, "25%"), (1, "Done"), (3, "Done")])
def test_an_indicator_says_how_far_it_is(progress: float, text: str) -> None:
    app = field(f'progress="{progress}"', "ProgressIndicator")
    assert app["f"].skin.text.text == text
    assert app["f"].skin.tick.visible == (progress >= 1)


def test_an_indicator_that_does_not_know_has_a_wheel() -> None:
    app = field("", "ProgressIndicator")
    assert [kid.fx.name for kid in app["f"].kids] == ["IndeterminateSpinner"]
    app["f"].progress = 0.5
    app.platform.pulse()
    assert [kid.fx.name for kid in app["f"].kids] == ["DeterminateIndicator"]


@pytest.mark.parametrize(("progress", "share"), [(0, 0), (0.5, 0.5), (1, 1), (2, 1)])
def test_a_bar_is_filled_to_its_share(progress: float, share: float) -> None:
    app = field(f'progress="{progress}" prefWidth="200"', "ProgressBar")
    skin = app["f"].skin
    assert skin.bar.width == pytest.approx(share * skin.track.width, abs=0.5)


def test_a_spinner_shows_its_value_until_a_user_types() -> None:
    app = field('min="0" max="10" initialValue="3" editable="true"', "Spinner")
    editor = app["f"].editor
    assert editor.text == "3"
    editor.text = "typed"
    app["f"].affect("k")
    app.platform.pulse()
    assert editor.text == "typed"
    app["f"].value_factory.increment(2)
    app.platform.pulse()
    assert editor.text == "5"
    editor.text = "typed"
    app["f"].skin.show_value()
    app.platform.pulse()
    assert editor.text == "5"


@pytest.mark.parametrize(
    ("low", "high", "value", "amount", "start", "length"),
    [(0, 100, 0, 50, 0, 0.5), (0, 100, 100, 50, 1, 0.5), (0, 100, 50, 25, 0.5, 0.25), (0, 0, 0, 0, 0, 1)],
)
def test_a_thumb_is_as_long_and_as_far_as_what_it_stands_for(
    low: float, high: float, value: float, amount: float, start: float, length: float
) -> None:
    app = field(f'min="{low}" max="{high}" value="{value}" visibleAmount="{amount}" prefWidth="200"', "ScrollBar")
    skin = app["f"].skin
    thumb = skin.thumb_length(100)
    assert thumb == pytest.approx(length * 100, abs=1)
    assert skin.thumb_start(100, thumb) == pytest.approx(start * (100 - thumb))


def test_menus_have_a_row_for_each_item_with_its_columns_in_line() -> None:
    app = App(
        '<VBox><MenuBar><menus><Menu fx:id="file" text="_File"><items><MenuItem fx:id="open" text="Open" '
        'accelerator="Ctrl+O"/><SeparatorMenuItem/><CheckMenuItem fx:id="check" text="Wrap" selected="true"/>'
        '<MenuItem text="gone" visible="false"/></items></Menu></menus></MenuBar></VBox>'
    )
    app.click(".menu-button")
    [_, popup] = app.platform.windows
    rows = [node for node in popup.scene.root.walk() if node.is_a("MenuItemContainer")]
    assert [row.values["item"].text for row in rows if row.visible] == ["Open", "Wrap"]
    # A separator is a row of its own kind.
    assert [row.fx.name for row in rows[0].parent.kids][:3] == ["MenuItemContainer", "Separator", "MenuItemContainer"]
    assert "checked" in rows[1].custom
    labels = [kid for row in rows for kid in row.kids if kid.fx.name == "MenuLabel"]
    assert len({label.layout_x for label in labels[:2]}) == 1
