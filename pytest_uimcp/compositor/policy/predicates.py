"""Conditions on the arguments of a call.

A condition stands beside the path of an argument: `force`, `target.path`, `cmd.0`. A plain value means equality, a
list means any of its values, and a mapping holds operators that must all be true:

    when:
      cmd.0: [ls, cat]
      target.path: {under: /srv/data, not_glob: "*.key"}
      force: {exists: false}

What is said of an argument that is missing, or is of another type, is false; the operators that deny something are
true of it. Two operators have a third answer, None: `under` and `not_under` cannot always know where a path leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

from pytest_uimcp.compositor.policy.paths import leads_below

MISSING: Final = object()

Truth = bool | None
Operator = Callable[[Any, Any], Truth]


def _is(value: Any, operand: Any) -> bool:
    # JSON's true is not 1, though Python's is.
    return value == operand and isinstance(value, bool) == isinstance(operand, bool)


def _in(value: Any, operand: Any) -> bool:
    return any(_is(value, choice) for choice in operand)


def _glob(value: Any, pattern: Any) -> bool:
    return isinstance(value, str) and fnmatchcase(value, pattern)


def _contains(value: Any, operand: Any) -> bool:
    if isinstance(value, str):
        return isinstance(operand, str) and operand in value
    return isinstance(value, list) and _in(operand, value)


def _under(value: Any, folder: Any) -> Truth:
    if isinstance(value, str | list | dict):
        return leads_below(value, folder)
    return False


def _not_under(value: Any, folder: Any) -> Truth:
    # Anything but a path may still become one: a missing argument has a default, a list may hold paths.
    return _negated(leads_below(value, folder))


def _is_number(value: Any) -> bool:
    # To Python, true is a number.
    return isinstance(value, int | float) and not isinstance(value, bool)


def _at_least(value: Any, bound: Any) -> bool:
    return _is_number(value) and value >= bound


def _at_most(value: Any, bound: Any) -> bool:
    return _is_number(value) and value <= bound


def _not(operator: Operator) -> Operator:
    return lambda value, operand: _negated(operator(value, operand))


def _negated(truth: Truth) -> Truth:
    if truth is None:
        return None
    return not truth


def _anything(_: Any) -> bool:
    return True


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_folder(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != ""


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


# Each operator: what it does, what it takes, and how that is called.
OPERATORS: Final[dict[str, tuple[Operator, Callable[[Any], bool], str]]] = {
    "is": (_is, _anything, "a value"),
    "is_not": (_not(_is), _anything, "a value"),
    "in": (_in, _is_list, "a list"),
    "not_in": (_not(_in), _is_list, "a list"),
    "glob": (_glob, _is_text, "a pattern such as *.txt"),
    "not_glob": (_not(_glob), _is_text, "a pattern such as *.txt"),
    "contains": (_contains, _anything, "a value"),
    "under": (_under, _is_folder, "a directory"),
    "not_under": (_not_under, _is_folder, "a directory"),
    "at_least": (_at_least, _is_number, "a number"),
    "at_most": (_at_most, _is_number, "a number"),
    "exists": (lambda value, operand: (value is not MISSING) == operand, _is_flag, "true or false"),
}


def holds(conditions: Mapping[str, Any], arguments: Mapping[str, Any] | None) -> Truth:
    """Whether every condition is true of the arguments; None if no condition is false and one cannot be known."""
    return _all(_holds(_at(arguments, path), condition) for path, condition in conditions.items())


def fault(condition: Any) -> str | None:
    if not isinstance(condition, Mapping):
        return None
    if not condition:  # it would be true of everything
        return f"it is empty; expected one of {', '.join(OPERATORS)}"
    for name, operand in condition.items():
        if name not in OPERATORS:
            return f"unknown operator {name!r}; expected one of {', '.join(OPERATORS)}"
        _, takes, called = OPERATORS[name]
        if not takes(operand):
            return f"{name} takes {called}, got {operand!r}"
    return None


def _holds(value: Any, condition: Any) -> Truth:
    if isinstance(condition, Mapping):
        return _all(OPERATORS[name][0](value, operand) for name, operand in condition.items())
    if isinstance(condition, list):
        return _in(value, condition)
    return _is(value, condition)


def _all(truths: Iterable[Truth]) -> Truth:
    answer: Truth = True
    for truth in truths:
        if truth is False:
            return False
        if truth is None:
            answer = None
    return answer


def _at(value: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return MISSING
    return value
