from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import ConfigDict, Field

from pytest_uimcp.core.reading import (
    ClosedModel,
    Items,
    ReadingError,
    Settings,
    expecting,
    one_of,
    read,
    shorthand,
)
from pytest_uimcp.core.yaml import line_at, load_yaml


class Wheel(ClosedModel):
    kind: Literal["wheel"]
    spokes: int = 0


class Bell(ClosedModel):
    kind: Literal["bell"]
    sound: str = "ring"


class Size(ClosedModel):
    width: int
    height: int = 1


class Bicycle(ClosedModel):
    name: str
    speed: float = 1
    electric: bool = False
    gears: Annotated[int, Field(ge=1, le=30), expecting("a whole number from 1 to 30")] = 1
    brake: Literal["rim", "disc", "coaster"] = "rim"
    lock: Literal["key", "code"] = "key"
    colour: Annotated[str, one_of("red", "green")] = "red"
    parts: Items[Annotated[Wheel | Bell, Field(discriminator="kind")]] = ()
    label: str | list[str] | dict[str, int] = ""
    bag: Settings = Settings()
    size: Annotated[Size, shorthand("width", "a width")] = Size(width=1)
    owners: dict[Annotated[str, one_of("ada", "bob")], Items[str]] = Field(default={}, min_length=1)


class Safe(ClosedModel):
    model_config = ConfigDict(hide_input_in_errors=True)

    code: str
    digits: Annotated[int, Field(ge=1, le=8), expecting("a whole number from 1 to 8")] = 1


def test_data_of_the_right_shape_is_an_object() -> None:
    bicycle = read(Bicycle, {"name": "a", "speed": 3, "parts": [{"kind": "bell"}], "label": {"a": 1}})
    assert (bicycle.name, bicycle.speed, bicycle.parts[0], bicycle.label) == ("a", 3.0, Bell(kind="bell"), {"a": 1})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]", "the file: expected a mapping with name, got a list"),
        ("name: a\nbag: 5", "line 2: bag: expected a mapping, got 5"),
        ("name: a\nsize: 5", "line 2: size: expected a width, or a mapping with width, got 5"),
        ("name: a\nsize: x", "line 2: size: expected a whole number, got 'x'"),
        ("name: a\nowners: {}", "line 2: owners: expected at least one entry, got a mapping"),
        ("name: a\nowners:\n  adda: []", "line 3: owners.adda: expected ada or bob, got 'adda' (did you mean ada?)"),
        ("{}", "line 1: name: expected a value, it is missing"),
        ("nam: a", "line 1: unknown key nam (did you mean name?)"),
        ("name: 5", "line 1: name: expected text in quotes, got 5"),
        ("name:\n  a: b", "line 1: name: expected text, got a mapping"),
        ("name: a\nspeed: '5'", "line 2: speed: expected a number, got '5'"),
        ("name: a\nspeed: true", "line 2: speed: expected a number, got true"),
        ("name: a\nelectric: 'yes'", "line 2: electric: expected true or false, got 'yes'"),
        ("name: a\ngears: 31", "line 2: gears: expected a whole number from 1 to 30, got 31"),
        ("name: a\ngears: 2.0", "line 2: gears: expected a whole number from 1 to 30, got 2.0"),
        ("name: a\nbrake: dics", "line 2: brake: expected one of rim, disc, coaster, got 'dics' (did you mean disc?)"),
        ("name: a\nlock: none", "line 2: lock: expected key or code, got 'none'"),
        ("name: a\ncolour: gren", "line 2: colour: expected red or green, got 'gren' (did you mean green?)"),
        ("name: a\nparts: {}", "line 2: parts: expected a list, got a mapping"),
        ("name: a\nparts: [{kind: bell, sound: 1}]", "line 2: parts[0].sound: expected text in quotes, got 1"),
        (
            "name: a\nparts:\n - kind: bel",
            "line 3: parts[0].kind: expected wheel or bell, got 'bel' (did you mean bell?)",
        ),
        ("name: a\nparts:\n - {}", "line 3: parts[0].kind: expected a value, it is missing"),
        ("name: a\nparts:\n - kind: wheel\n   spoke: 2", "unknown key parts[0].spoke (did you mean spokes?)"),
        ("name: a\nlabel: true", "line 2: label: expected one of text, a list, a mapping, got true"),
        ("name: a\nlabel:\n - a\n - [b]", "line 4: label[1]: expected text, got a list"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_path_and_the_nearest_word(text: str, message: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read(Bicycle, load_yaml(text, lines=True))
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"code": 1234}, "code: expected text in quotes, got a number"),
        ({"code": ["1234"]}, "code: expected text, got a list"),
        ({"code": "", "digits": "1234"}, "digits: expected a whole number from 1 to 8, got text"),
        ({"code": "", "digits": 9}, "digits: expected a whole number from 1 to 8, got 9"),
    ],
)
def test_a_value_that_may_be_a_secret_is_not_shown(data: Any, message: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read(Safe, data)
    assert str(caught.value) == message


def test_a_long_value_is_shortened() -> None:
    with pytest.raises(ReadingError, match=r"got 'x{59}…$"):
        read(Bicycle, {"name": "a", "brake": "x" * 1000})


def test_unknown_keys_are_warnings_for_a_reader_who_wants_them() -> None:
    warnings: list[str] = []
    data = {"name": "a", "gear": 3, "parts": [{"kind": "bell", "sond": "x"}]}
    assert read(Bicycle, data, warn=warnings.append).gears == 1
    assert sorted(warnings) == [
        "unknown key gear (did you mean gears?)",
        "unknown key parts[0].sond (did you mean sound?)",
    ]
    assert data["gear"] == 3


def test_a_key_without_a_value_counts_as_left_out_of_settings() -> None:
    class Lamp(Settings):
        watts: int = 4

    assert read(Lamp, {"watts": None}).watts == 4


def test_an_error_finds_its_line_in_the_text_of_plain_data() -> None:
    with pytest.raises(ReadingError) as caught:
        read(Bicycle, {"name": "a", "parts": [{"kind": "bell", "sound": 1}]})
    text = '{"name": "a",\n "parts": [\n  {"kind": "bell",\n   "sound": 1}]}'
    assert str(caught.value.in_text(text)) == "line 4: parts[0].sound: expected text in quotes, got 1"
    assert caught.value.in_text("[").line == 0


def test_the_line_of_what_is_missing_is_that_of_what_it_is_missing_from() -> None:
    data = load_yaml("a: 1\nb:\n  - c: 1\n  - d: 1", lines=True)
    assert [line_at(data, path) for path in ((), ("b",), ("b", 1), ("b", 1, "c"), ("x",))] == [1, 2, 4, 4, 1]


def test_an_error_without_words_of_its_own_is_told_as_pydantic_does() -> None:
    class Lock(ClosedModel):
        code: Annotated[str, Field(pattern="^[0-9]+$")]

    with pytest.raises(ReadingError, match=r"^code: String should match pattern"):
        read(Lock, {"code": "x"})


def test_what_is_nested_too_deeply_is_refused() -> None:
    class Box(ClosedModel):
        box: Box | None = None

    data: dict[str, Any] = {}
    for _ in range(900):
        data = {"box": data}
    with pytest.raises(ReadingError, match="maximum validation depth exceeded"):
        read(Box, data)
