"""Data from outside as objects: files and messages whose shape is fixed are read into models.

A model is strict ("5" is no 5, "yes" no true) and closed (what it does not know is an error, or a warning if the reader
is given somebody to warn). pydantic finds what is wrong; in which words that is said is decided here and nowhere else:
the line, the path, what was expected, what was found, and the word that was probably meant. What is a grammar and not a
shape (JSON Schemas, OpenAPI documents, the steps of a scenario) has readers of its own.

Importing this module imports pydantic.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError, WrapValidator, model_validator
from pydantic_core import PydanticCustomError

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.spelling import hint, hint_or_names
from pytest_uimcp.core.yaml import YamlList, YamlMapping, line_at, lines_of

__all__ = [
    "ClosedModel",
    "Items",
    "ReadingError",
    "Settings",
    "expecting",
    "line_at",
    "one_of",
    "path_text",
    "read",
    "shorthand",
]

T = TypeVar("T")
M = TypeVar("M", bound="ClosedModel")

# A list that becomes a tuple, which a strict field would not take.
Items = Annotated[tuple[T, ...], Strict(False)]

MAX_VALUE_CHARS: Final = 60
MAX_LISTED_KEYS: Final = 3
Path = tuple[str | int, ...]

# What pydantic puts into the place of a key that is wrong.
_KEY: Final = "[key]"
_UNKNOWN_KEY: Final = "unknown_key"
_EXPECTED: Final = "expected"
# What each of pydantic's errors expected. Fields with other constraints say it themselves, with `expecting`.
_WORDS: Final[Mapping[str, str]] = {
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "dict_attributes_type": "a mapping",
    "finite_number": "a finite number",
    "float_type": "a number",
    "int_type": "a whole number",
    "list_type": "a list",
    "mapping_type": "a mapping",
    "model_attributes_type": "a mapping",
    "model_type": "a mapping",
    "none_required": "nothing",
    "string_too_short": "a text that is not empty",
    "string_type": "text",
    "too_short": "at least one entry",
    "tuple_type": "a list",
}
_KINDS: Final[Mapping[type, str]] = {
    str: "text",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a mapping",
    YamlList: "a list",
    YamlMapping: "a mapping",
    type(None): "nothing",
}


class ReadingError(UimcpError):
    """Data has not the shape of its model."""

    def __init__(self, problem: str, path: Path, line: int) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        # The text without the line, for those who have a form of their own for places.
        self.problem = problem
        self.path = path
        # 0 if the data knows no lines.
        self.line = line

    def in_text(self, text: str) -> ReadingError:
        """The error with the line of a text, JSON or YAML, that the data was read from."""
        steps = [tuple(map(str, self.path[:length])) for length in range(len(self.path), 0, -1)]
        lines = lines_of(text, steps)
        return ReadingError(self.problem, self.path, next((lines[step] for step in steps if step in lines), 0))


class ClosedModel(BaseModel):
    """A mapping of a fixed shape. A whole file with `hide_input_in_errors` may hold secrets: no values in messages."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, data: Any) -> Any:
        if isinstance(data, cls):
            return data
        keys = [field.alias or name for name, field in cls.model_fields.items()]
        if not isinstance(data, Mapping):
            required = [field.alias or name for name, field in cls.model_fields.items() if field.is_required()]
            words = ", ".join(keys if len(keys) <= MAX_LISTED_KEYS else required)
            words = f"a mapping with {words}" if words else "a mapping"
            raise PydanticCustomError(_EXPECTED, "expected", {"words": words, "is_kind": True})
        # Before the fields are read: a misspelt key is also one that is missing, and only its own error has the hint.
        if cls.model_config.get("extra") == "forbid":
            for key in data:
                if key not in keys:
                    raise PydanticCustomError(_UNKNOWN_KEY, "unknown key", {"key": key, "keys": keys})
        return data


class Settings(ClosedModel):
    """A model for files that people write: a key without a value counts as left out."""

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, data: Any) -> Any:
        if isinstance(data, Mapping):
            return {key: value for key, value in data.items() if value is not None}
        return data


def expecting(words: str) -> WrapValidator:
    """Metadata of a field: what is wrong with its value, at whatever depth, is told as `expected WORDS`."""

    def validate(value: Any, handler: Callable[[Any], Any]) -> Any:
        try:
            return handler(value)
        except ValidationError as error:
            # Whether it is of the right kind decides whether a message that hides values may show it.
            is_kind = any(detail["type"] in _WORDS for detail in error.errors())
            raise PydanticCustomError(_EXPECTED, "expected", {"words": words, "is_kind": is_kind}) from None

    return WrapValidator(validate)


def one_of(*words: str) -> BeforeValidator:
    """Metadata of a field: one of some words. For words that only a table knows; others are a Literal."""

    def validate(value: Any) -> Any:
        if value not in words:
            raise PydanticCustomError("literal_error", "expected", {"expected": words})
        return value

    return BeforeValidator(validate)


def shorthand(key: str, words: str) -> BeforeValidator:
    """Metadata of a model's field: a text stands for a mapping of one key. `words` say what the text is."""

    def validate(value: Any) -> Any:
        if isinstance(value, str):
            return {key: value}
        if not isinstance(value, Mapping | ClosedModel):
            raise PydanticCustomError(
                _EXPECTED, "expected", {"words": f"{words}, or a mapping with {key}", "is_kind": True}
            )
        return value

    return BeforeValidator(validate)


def read(
    model: type[M], data: Any, *, context: Any = None, warn: Callable[[str], None] | None = None, root: str = "the file"
) -> M:
    """The data as a model; raises ReadingError. With `warn`, keys that the model does not know are only warned of."""
    if warn is not None:
        data = copy.deepcopy(data)  # unknown keys are removed
    while True:
        try:
            return model.model_validate(data, context=context)
        # Its own text is not for users: it names models and tags of unions, and shows values that may be secrets.
        except ValidationError as error:
            problems = [_Problem.of(detail, data) for detail in error.errors(include_url=False)]
        unknown = [problem for problem in problems if problem.kind == _UNKNOWN_KEY]
        if warn is None or not unknown:
            break
        for problem in unknown:
            warn(problem.text())
            del _value_at(data, problem.path[:-1])[problem.path[-1]]
    hides = bool(model.model_config.get("hide_input_in_errors"))
    problem = unknown[0] if unknown else _first(problems)
    raise ReadingError(problem.text(hides=hides, root=root), problem.path, line_at(data, problem.path))


def path_text(path: Sequence[str | int]) -> str:
    """A path as one would write it: `targets[0].auth.type`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


@dataclass(frozen=True, slots=True)
class _Problem:
    """An error of pydantic, its path without the tags that unions put into it."""

    kind: str
    path: Path
    # The path of the union that the value is one alternative of.
    union: Path | None
    value: Any
    details: Mapping[str, Any]
    # What pydantic says, for errors that no model here has had yet.
    message: str = ""

    @classmethod
    def of(cls, error: Any, data: Any) -> _Problem:
        path: list[str | int] = []
        union: Path | None = None
        # A step that the data does not have is a tag: pydantic puts the name of the alternative into the path.
        for step in error["loc"]:
            if isinstance(data, Mapping | list) and _has(data, step):
                data = data[step]
                path.append(step)
            elif error["type"] == "missing" and step == error["loc"][-1]:
                path.append(step)
            elif union is None and step != _KEY:
                union = tuple(path)
        kind = error["type"]
        value = error["input"]
        details = error.get("ctx", {})
        if kind == _UNKNOWN_KEY:
            path.append(details["key"])
        elif "discriminator" in details:  # the key that says which model of a union it is
            path.append(details["discriminator"].strip("'"))
            value = details.get("tag")
            kind = "literal_error" if "tag" in details else "missing"
        return cls(kind, tuple(path), union, value, details, error["msg"])

    def text(self, *, hides: bool = False, root: str = "") -> str:
        """The problem in words. What hides values still shows one that is of the right kind, such as a number."""
        place = path_text(self.path)
        if self.kind == _UNKNOWN_KEY:
            return f"unknown key {place}{hint_or_names(str(self.details['key']), self.details['keys'])}"
        place = place or root
        if self.kind == "missing":
            return f"{place}: expected a value, it is missing"
        if self.kind == "value_error":
            return f"{place}: {self.details['error']}"
        words = self.words
        if not words:
            return f"{place}: {self.message}"
        is_kind = self.details.get("is_kind", self.kind in _WORDS and not self.kind.endswith("_short"))
        if isinstance(self.value, int | float) and words == "text":
            words = "text in quotes"
        return f"{place}: expected {words}, got {_value_text(self.value, hides=hides and is_kind)}{self._hint()}"

    @property
    def words(self) -> str:
        if self.kind in _WORDS:
            return _WORDS[self.kind]
        if self.kind == _EXPECTED:
            return str(self.details["words"])
        return _alternatives(self._choices)

    @property
    def _choices(self) -> list[str]:
        """The words that a Literal, a tag or `one_of` allows."""
        expected = self.details.get("expected") or self.details.get("expected_tags") or ()
        if isinstance(expected, str):  # as pydantic lists them: 'a', 'b' or 'c'
            expected = expected.replace(" or ", ", ").split(", ")
        return [word.strip("'") for word in expected if word.strip("'")]

    def _hint(self) -> str:
        if isinstance(self.value, str) and self.kind == "literal_error":
            return hint(self.value, self._choices)
        return ""


def _first(problems: Sequence[_Problem]) -> _Problem:
    """The problem to tell. Of the alternatives of a union, the one that the value comes nearest to."""
    first_problem = problems[0]
    alternatives = [problem for problem in problems if problem.union == first_problem.union]
    if first_problem.union is None or len(alternatives) == 1:
        return first_problem
    nearest = max(alternatives, key=lambda problem: len(problem.path))
    if len(nearest.path) > len(first_problem.union):
        return nearest
    words = _alternatives(dict.fromkeys(problem.words for problem in alternatives))
    return _Problem(
        _EXPECTED, first_problem.union, first_problem.union, first_problem.value, {"words": words, "is_kind": True}
    )


def _alternatives(words: Iterable[str]) -> str:
    choices = list(words)
    if len(choices) > 2:
        return f"one of {', '.join(choices)}"
    return " or ".join(choices)


def _value_text(value: Any, *, hides: bool) -> str:
    if isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str | int | float) and not hides:
        text = repr(value)
        return text if len(text) <= MAX_VALUE_CHARS else f"{text[:MAX_VALUE_CHARS]}…"
    return _KINDS.get(type(value), type(value).__name__)


def _has(data: Any, step: Any) -> bool:
    if isinstance(data, list):
        return isinstance(step, int) and step < len(data)
    return step in data


def _value_at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data
