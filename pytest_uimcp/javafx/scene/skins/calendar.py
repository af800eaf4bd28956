"""The calendar behind a date picker: a month, its days."""

from __future__ import annotations

import calendar as months
import datetime
from typing import Final

from pytest_uimcp.javafx.scene.layout.boxes import BoxSizer
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import adopt, part, put

WEEKS: Final = 6
DAYS: Final = 7


class Calendar(BoxSizer):
    """The month that a popup shows; it lays the popup's content out, which is how a click finds it."""

    def __init__(self, picker: Node, day: datetime.date) -> None:
        super().__init__("VBox", 1)
        self.picker = picker
        self.month_spinner = _spinner()
        self.year_spinner = _spinner()
        self.grid = part("GridPane", "calendar-grid")
        self.content = part("DatePickerContent")
        self.content.sizer = self
        top = part("HBox", "month-year-pane")
        adopt(top, [self.month_spinner, self.year_spinner])
        adopt(self.content, [top, self.grid])
        self.show_month(day.year, day.month)

    def show_month(self, year: int, month: int) -> None:
        """Show a month: the days of the week, then six weeks from the Sunday on or before the first."""
        self.year = year
        self.month = month
        put(self.month_spinner.kids[1], "text", months.month_name[month])
        put(self.year_spinner.kids[1], "text", str(year))
        first_day = datetime.date(year, month, 1)
        # Python's weeks begin on Monday, those of the American calendar on Sunday.
        start = first_day.toordinal() - (first_day.weekday() + 1) % DAYS
        cells = [_day_name(column) for column in range(DAYS)]
        cells += [self._day(start + place, place) for place in range(DAYS * WEEKS)]
        adopt(self.grid, cells)
        for arrows, months_per_step in ((self.month_spinner, 1), (self.year_spinner, 12)):
            put(arrows.kids[0], "disable", not self._is_month(-months_per_step))
            put(arrows.kids[-1], "disable", not self._is_month(months_per_step))

    def _is_month(self, step: int) -> bool:
        """Whether there is a month so many further: Python's years are those from 1 to 9999."""
        return datetime.MINYEAR * 12 <= self.year * 12 + self.month - 1 + step < (datetime.MAXYEAR + 1) * 12

    def turn(self, button: Node) -> bool:
        """Turn a month or a year, if the button is one of the arrows."""
        if button in self.month_spinner.kids:
            months_per_step = 1
        elif button in self.year_spinner.kids:
            months_per_step = 12
        else:
            return False
        if "left-button" in button.classes:
            step = -months_per_step
        else:
            step = months_per_step
        if not self._is_month(step):
            return True
        year, month = divmod(self.year * 12 + self.month - 1 + step, 12)
        self.show_month(year, month + 1)
        return True

    def _day(self, ordinal: int, place: int) -> Node:
        classes = ["cell", "date-cell", "day-cell"]
        day = None
        if 1 <= ordinal <= datetime.date.max.toordinal():
            day = datetime.date.fromordinal(ordinal)
        if day is not None and day.month != self.month:
            # The first week has days of the month before, the last ones those of the month after.
            classes.append("previous-month" if place < 2 * DAYS + 1 else "next-month")
        if day is not None and day == self.picker.read("value"):
            classes.append("selected")
        # Before the first date and behind the last there are no days: as in JavaFX, such a cell is blank and disabled.
        if day is None:
            cell = part("DateCell", *classes, text=" ", disable=True)
        else:
            cell = part("DateCell", *classes, text=str(day.day))
            cell.values |= {"item": day, "empty": False}
        cell.properties.update({"GridPane.columnIndex": place % DAYS, "GridPane.rowIndex": 1 + place // DAYS})
        return cell


def calendar(picker: Node) -> Node:
    """The content of the popup, at the month of the value or of today."""
    day = picker.read("value")
    if not isinstance(day, datetime.date):
        day = datetime.datetime.now(tz=datetime.UTC).date()
    return Calendar(picker, day).content


def calendar_of(content: Node) -> Calendar:
    assert isinstance(content.sizer, Calendar)  # every DatePickerContent is made by one
    return content.sizer


def _spinner() -> Node:
    box = part("HBox", "spinner")
    previous = part("Button", "button", "left-button")
    following = part("Button", "button", "right-button")
    for button, arrow in ((previous, "left-arrow"), (following, "right-arrow")):
        put(button, "graphic", part("StackPane", arrow))
        put(button, "contentDisplay", "GRAPHIC_ONLY")
    adopt(box, [previous, part("Label", "label", "spinner-label"), following])
    return box


def _day_name(column: int) -> Node:
    cell = part("DateCell", "cell", "date-cell", "day-name-cell", text=months.day_abbr[(column + 6) % DAYS])
    cell.properties.update({"GridPane.columnIndex": column, "GridPane.rowIndex": 0})
    return cell
