"""Keys that change a number or a range by steps, by the rules of the HTML standard as Chromium applies them."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final, NamedTuple

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.pseudo import direction
from pytest_uimcp.page.input.focus import commit

__all__ = ["is_in_the_middle", "step_number", "step_range"]

_BY_ARROW: Final = {"ArrowUp": 1, "ArrowRight": 1, "ArrowDown": -1, "ArrowLeft": -1}
_BY_PAGE: Final = {"PageUp": 1, "PageDown": -1}


class _Scale(NamedTuple):
    """The values that a control takes."""

    low: Decimal | None
    high: Decimal | None
    step: Decimal
    base: Decimal
    is_any: bool


def step_number(element: Element, key: str) -> bool:
    """Arrow keys step a number up and down; returns whether the key does that."""
    if key not in ("ArrowUp", "ArrowDown"):
        return False
    sign = _BY_ARROW[key]
    scale = _scale(element)
    now = _decimal(controls.value(element))
    if now is None:
        now = Decimal(0)
        if scale.low is not None:
            now = max(now, scale.low - scale.step * sign)
        if scale.high is not None:
            now = min(now, scale.high - scale.step * sign)
    found = _stepped(now, sign, scale)
    if found is not None:
        _put(element, found)
    else:
        commit(element)  # at the end of the scale, what was typed is complete
    return True


def step_range(element: Element, key: str) -> bool:
    """Keys of a range; returns whether the key does something there."""
    low, high = _ends(element)
    is_any = (element.get("step") or "").lower() == "any"
    given = _decimal(element.get("step"))
    if is_any:
        step = (high - low) / 100
    elif given is not None and given > 0:
        step = given
    else:
        step = Decimal(1)
    now = _decimal(controls.value(element)) or Decimal(0)
    if key in _BY_ARROW:
        is_mirrored = key in ("ArrowLeft", "ArrowRight") and direction(element) == "rtl"
        wanted = now + step * _BY_ARROW[key] * (-1 if is_mirrored else 1)
    elif key in _BY_PAGE:
        wanted = now + max((high - low) / 10, step) * _BY_PAGE[key]
    elif key in ("Home", "End"):
        wanted = low if key == "Home" else high
    else:
        return False
    text = controls.sanitized(element, _text(min(max(wanted, low), high)))
    if text != controls.value(element):
        _put(element, Decimal(text))
    return True


def is_in_the_middle(element: Element) -> bool:
    """Whether the thumb of a range is where a click meets it."""
    return sum(_ends(element)) == 2 * (_decimal(controls.value(element)) or Decimal(0))


def _ends(element: Element) -> tuple[Decimal, Decimal]:
    low, high = (_decimal(element.get(name)) for name in ("min", "max"))
    low = Decimal(0) if low is None else low
    return low, max(Decimal(100) if high is None else high, low)


def _stepped(now: Decimal, sign: int, scale: _Scale) -> Decimal | None:
    low, high, step, base, is_any = scale
    if low is not None and high is not None and high < low:
        return None
    if sign > 0 and low is not None and now < low:
        return low
    if sign < 0 and high is not None and now > high:
        return high
    if (sign > 0 and high is not None and now >= high) or (sign < 0 and low is not None and now <= low):
        return None
    beyond = (now - base) / step
    if not is_any and beyond != beyond.to_integral_value():
        found = base + beyond.to_integral_value(ROUND_CEILING if sign > 0 else ROUND_FLOOR) * step
    else:
        found = now + step * sign
    if low is not None and found < low:
        found = base + ((low - base) / step).to_integral_value(ROUND_CEILING) * step
    if high is not None and found > high:
        found = base + ((high - base) / step).to_integral_value(ROUND_FLOOR) * step
    if (found - now) * sign > 0:
        return found
    return None


def _scale(element: Element) -> _Scale:
    low, high, given = (_decimal(element.get(name)) for name in ("min", "max", "step"))
    base = low if low is not None else _decimal(element.get("value"))
    is_any = (element.get("step") or "").lower() == "any"
    return _Scale(low, high, given if given is not None and given > 0 else Decimal(1), base or Decimal(0), is_any)


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
    state = controls.control(element)
    controls.forget_editing(state)
    state.value = _text(number)
    state.at_focus = state.value
    state.is_typed = state.is_checked_by_user = True
    dispatch(Event("input", element))
    dispatch(Event("change", element))
