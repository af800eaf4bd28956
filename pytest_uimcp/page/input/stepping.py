"""Keys that change a number or a range by steps, by the rules of the HTML standard as Chromium applies them."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final, NamedTuple

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, announce_edit, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.directions import runs_from_right
from pytest_uimcp.page.input.focus import commit

__all__ = ["is_in_the_middle", "step_number", "step_range"]

_BY_ARROW: Final = {"ArrowUp": 1, "ArrowRight": 1, "ArrowDown": -1, "ArrowLeft": -1}
_ROUNDINGS: Final = {1: ROUND_CEILING, -1: ROUND_FLOOR}
_BY_PAGE: Final = {"PageUp": 1, "PageDown": -1}


class _Scale(NamedTuple):
    minimum: Decimal | None
    maximum: Decimal | None
    step: Decimal
    base: Decimal
    is_any: bool


def step_number(element: Element, key: str) -> bool:
    """Arrow keys step a number up and down; returns whether the key does that."""
    if key not in ("ArrowUp", "ArrowDown"):
        return False
    sign = _BY_ARROW[key]
    scale = _scale(element)
    number = _decimal(controls.value(element))
    if number is None:
        number = Decimal(0)
        if scale.minimum is not None:
            # An empty field counts from 0, or from one step outside of its bounds.
            number = max(number, scale.minimum - scale.step * sign)
        if scale.maximum is not None:
            number = min(number, scale.maximum - scale.step * sign)
    target = _next_value(number, sign, scale)
    if target is not None:
        _put(element, target)
    else:
        commit(element)  # at the end of the scale, what was typed is complete
    return True


def step_range(element: Element, key: str) -> bool:
    """Keys of a range; returns whether the key does something there."""
    minimum, maximum = _ends(element)
    is_any = (element.get("step") or "").lower() == "any"
    step = (maximum - minimum) / 100 if is_any else _step(element)
    number = _decimal(controls.value(element)) or Decimal(0)
    if key in _BY_ARROW:
        if key in ("ArrowLeft", "ArrowRight") and runs_from_right(element):
            step = -step
        target = number + step * _BY_ARROW[key]
    elif key in _BY_PAGE:
        # A tenth of the scale, as in Chromium, but at least a step.
        target = number + max((maximum - minimum) / 10, step) * _BY_PAGE[key]
    elif key == "Home":
        target = minimum
    elif key == "End":
        target = maximum
    else:
        return False
    text = controls.sanitize(element, _text(min(max(target, minimum), maximum)))
    if text != controls.value(element):
        _put(element, Decimal(text))
    return True


def is_in_the_middle(element: Element) -> bool:
    """Whether the thumb of a range is where a click meets it."""
    return sum(_ends(element)) == 2 * (_decimal(controls.value(element)) or Decimal(0))


def _ends(element: Element) -> tuple[Decimal, Decimal]:
    minimum = _decimal(element.get("min")) or Decimal(0)
    maximum = _decimal(element.get("max"))
    if maximum is None:
        maximum = Decimal(100)
    return minimum, max(maximum, minimum)


def _step(element: Element) -> Decimal:
    step = _decimal(element.get("step"))
    if step is not None and step > 0:
        return step
    return Decimal(1)


def _next_value(number: Decimal, sign: int, scale: _Scale) -> Decimal | None:
    minimum, maximum, step, base, is_any = scale
    if minimum is not None and maximum is not None and maximum < minimum:
        return None
    # From outside of the bounds one step leads to the nearer of them, whatever its length.
    if sign > 0 and minimum is not None and number < minimum:
        return minimum
    if sign < 0 and maximum is not None and number > maximum:
        return maximum
    if (sign > 0 and maximum is not None and number >= maximum) or (
        sign < 0 and minimum is not None and number <= minimum
    ):
        return None
    beyond = (number - base) / step
    # From between two valid values to the next one, else by a whole step.
    if not is_any and beyond != beyond.to_integral_value():
        target = base + beyond.to_integral_value(_ROUNDINGS[sign]) * step
    else:
        target = number + step * sign
    if minimum is not None and target < minimum:
        target = base + ((minimum - base) / step).to_integral_value(ROUND_CEILING) * step
    if maximum is not None and target > maximum:
        target = base + ((maximum - base) / step).to_integral_value(ROUND_FLOOR) * step
    if (target - number) * sign > 0:
        return target
    return None


def _scale(element: Element) -> _Scale:
    minimum, maximum, value = (_decimal(element.get(name)) for name in ("min", "max", "value"))
    base = value if minimum is None else minimum
    is_any = (element.get("step") or "").lower() == "any"
    return _Scale(minimum, maximum, _step(element), base or Decimal(0), is_any)


def _decimal(text: str | None) -> Decimal | None:
    if text is not None and controls.parse_number(text) is not None:
        return Decimal(text)
    return None


def _text(number: Decimal) -> str:
    plain = number.normalize()
    if plain != 0:
        return f"{plain:f}"
    return "0"


def _put(element: Element, number: Decimal) -> None:
    if controls.takes_text(element) and not announce_edit(element):
        return
    state = controls.control(element)
    controls.forget_editing(state)
    state.value = _text(number)
    state.at_focus = state.value
    state.is_typed = state.is_checked_by_user = True
    dispatch(Event("input", element))
    dispatch(Event("change", element))
