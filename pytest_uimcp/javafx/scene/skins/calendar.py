"""The calendar behind a date picker: a month, its days."""

from __future__ import annotations

import calendar as months
import datetime
from typing import Any

from pytest_uimcp.javafx.scene.skins.base import adopt, part, put

__all__ = ["calendar", "show_month"]

WEEKS = 6


def calendar(picker: Any) -> Any:
    """The content of the popup, at the month of the value or of today."""
    content = part("DatePickerContent")
    content.values["picker"] = picker
    top = part("HBox", "month-year-pane")
    spinners = [_spinner("month"), _spinner("year")]
    adopt(top, spinners)
    grid = part("GridPane", "calendar-grid")
    adopt(content, [top, grid])
    content.values["parts"] = (spinners, grid)
    day = picker.read("value") or datetime.datetime.now(tz=datetime.UTC).date()
    show_month(content, day.year, day.month)
    return content


def _spinner(name: str) -> Any:
    box = part("HBox", "spinner")
    previous = part("Button", "button", "left-button")
    right = part("Button", "button", "right-button")
    for button, arrow in ((previous, "left-arrow"), (right, "right-arrow")):
        put(button, "graphic", part("StackPane", arrow))
        put(button, "contentDisplay", "GRAPHIC_ONLY")
        button.values["turns"] = name
    adopt(box, [previous, part("Label", "label", "spinner-label"), right])
    return box


def show_month(content: Any, year: int, month: int) -> None:
    """Show a month: the days of the week, then six weeks from the Sunday on or before the first."""
    spinners, grid = content.values["parts"]
    content.values["month"] = (year, month)
    for spinner, text in zip(spinners, (months.month_name[month], str(year)), strict=True):
        put(spinner.kids[1], "text", text)
    first_day = datetime.date(year, month, 1)
    start = first_day - datetime.timedelta(days=(first_day.weekday() + 1) % 7)
    cells = [_name(place) for place in range(7)]
    cells += [_day(content, start + datetime.timedelta(days=i), month, i) for i in range(7 * WEEKS)]
    adopt(grid, cells)


def _name(place: int) -> Any:
    cell = part("DateCell", "cell", "date-cell", "day-name-cell", text=months.day_abbr[(place + 6) % 7])
    cell.properties.update({"GridPane.columnIndex": place, "GridPane.rowIndex": 0})
    return cell


def _day(content: Any, day: datetime.date, month: int, place: int) -> Any:
    selected = content.values["picker"].read("value")
    classes = ["cell", "date-cell", "day-cell"]
    if day.month != month:
        classes.append("previous-month" if place < 15 else "next-month")
    if day == selected:
        classes.append("selected")
    cell = part("DateCell", *classes, text=str(day.day))
    cell.values |= {"item": day, "empty": False}
    cell.properties.update({"GridPane.columnIndex": place % 7, "GridPane.rowIndex": 1 + place // 7})
    return cell
