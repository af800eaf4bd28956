from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pytest_uimcp.engine
from pytest_uimcp.engine.wire.codec import decode, encode
from pytest_uimcp.engine.wire.fields import MAX_DEPTH
from pytest_uimcp.engine.wire.messages import (
    ABSENT,
    ERROR_CODES,
    Create,
    CreateMany,
    DecodedFrame,
    Destroy,
    DestroyMany,
    ErrorMessage,
    Get,
    GetObjects,
    Malformed,
    Message,
    Objects,
    Shape,
    Unwatch,
    Update,
    UpdateMany,
    Watch,
)

ENGINE = Path(pytest_uimcp.engine.__file__).parent
WATCH = {"type": "watch", "data": {"varId": 1}}


def one(frame: Any) -> Message:
    (message,) = decode(frame if isinstance(frame, (str, bytes)) else json.dumps(frame)).messages
    return message


def wrong(frame: Any) -> str:
    message = one(frame)
    assert isinstance(message, Malformed), message
    return message.description


def about(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


# -- frames


def test_a_frame_is_a_batch_a_bare_message_or_a_bare_array() -> None:
    assert decode(json.dumps({"userEvent": True, "messages": [WATCH, WATCH]})) == DecodedFrame(
        (Watch(1), Watch(1)), user_event=True
    )
    assert decode(json.dumps({"messages": [WATCH]})) == DecodedFrame((Watch(1),))
    assert decode(json.dumps(WATCH)) == DecodedFrame((Watch(1),))
    assert decode(json.dumps([WATCH, WATCH])) == DecodedFrame((Watch(1), Watch(1)))
    assert decode(b"[]") == DecodedFrame(())


def test_a_bad_message_leaves_the_others_of_its_frame_alone() -> None:
    batch = decode(json.dumps({"userEvent": True, "messages": [WATCH, 5, {"type": "dance"}, WATCH]}))
    assert batch.user_event
    assert [type(message) for message in batch.messages] == [Watch, Malformed, Malformed, Watch]


def test_an_invalid_user_event_is_reported_and_the_messages_still_count() -> None:
    batch = decode(json.dumps({"userEvent": "yes", "messages": [WATCH]}))
    assert not batch.user_event
    assert batch.messages == (
        Watch(1),
        Malformed("malformed", "\"userEvent\" is true or false, not the string 'yes'"),
    )


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ("", "the frame is not JSON: Expecting value at line 1 column 1"),
        ("{", "the frame is not JSON: Expecting property name enclosed in double quotes at line 1 column 2"),
        ("[1] 2", "the frame is not JSON: Extra data at line 1 column 5"),
        (b"\xff", "the frame is not UTF-8: byte 0 is 0xff"),
        ("[" * 100_000, "the frame nests deeper than 100 levels"),
        (
            "7",
            ('a frame is a message, an array of messages or {"userEvent": true, "messages": […]}, not the integer 7'),
        ),
        ('{"messages": 3}', '"messages" is an array of messages, not the integer 3'),
    ],
)
def test_an_invalid_frame_is_refused_with_the_reason(frame: str | bytes, why: str) -> None:
    assert wrong(frame) == why


def test_a_frame_may_have_a_size_and_no_more() -> None:
    frame = json.dumps(WATCH)
    assert decode(frame, max_size=len(frame)) == DecodedFrame((Watch(1),))
    (message,) = decode(frame, max_size=10).messages
    assert message == Malformed("malformed", "the frame is larger than the 10 bytes a frame may have; send it in parts")


# -- messages


def test_create_carries_parent_value_properties_and_flags() -> None:
    assert one(about("create", id=2, parentId=1, properties={"path": "x"})) == Create(2, 1, properties={"path": "x"})
    assert one(about("create", id=2, parentId=1, value=None, properties={}, nowatch=True, unbound=True)) == Create(
        2, 1, None, nowatch=True, unbound=True
    )


def test_many_variables_are_created_by_their_shapes() -> None:
    shapes = [
        {"properties": {"access": "r"}, "varying": ["path", "elementId"]},
        {"properties": {"path": "act()", "access": "action"}, "nowatch": True},
    ]
    variables = [[0, 7, 5, "0", "ui-1"], [1, 8, 7]]
    assert one(about("create", shapes=shapes, variables=variables)) == CreateMany(
        (Shape({"access": "r"}, ("path", "elementId")), Shape({"path": "act()", "access": "action"}, nowatch=True)),
        ((0, 7, 5, "0", "ui-1"), (1, 8, 7)),
    )


def test_one_id_counts_more_than_many() -> None:
    assert one(about("destroy", varId=3, varIds=[4])) == Destroy(3)
    assert one(about("update", varId=3, varIds=[4])) == Update(3)
    assert one(about("create", id=3, parentId=1, properties={}, shapes=[])) == Create(3, 1)


def test_no_value_is_something_else_than_null() -> None:
    assert one(about("update", varId=3)) == Update(3, ABSENT)
    assert one(about("update", varId=3, value=None)) == Update(3, None)


def test_property_values_are_text_and_null_removes() -> None:
    properties = {"a": True, "b": 1.5, "c": 2.0, "d": 7, "e": "text", "f": None, "g": False}
    assert one(about("update", varId=3, properties=properties)) == Update(
        3,
        properties={"a": "true", "b": "1.5", "c": "2", "d": "7", "e": "text", "f": None, "g": "false"},
    )


def test_get_objects_is_a_question_with_ids_and_an_answer_with_objects() -> None:
    assert one(about("getObjects", objIds=[1, 2])) == GetObjects((1, 2))
    assert one(about("getObjects", objects={"1": {"x": 1}})) == Objects({"1": {"x": 1}})


def test_an_error_may_be_about_a_variable_or_not() -> None:
    assert one(about("error", code="c", description="d")) == ErrorMessage(None, "c", "d")
    assert one(about("error", varId=4, code="c", description="d")) == ErrorMessage(4, "c", "d")


def test_an_unknown_type_is_named_with_those_there_are() -> None:
    assert one(about("dance")) == Malformed(
        "unknown-type",
        "no message has the type 'dance'; there are create, destroy, update, watch, unwatch, get, getObjects, error",
    )


def test_an_error_in_a_message_names_its_variable_if_possible() -> None:
    assert one(about("update", varId=3, properties=[])) == Malformed(
        "malformed", "update: properties is an object, not an array", 3
    )
    assert one(about("create", id=9, parentId="1", properties={})) == Malformed(
        "malformed", "create: parentId is an integer, not the string '1'", 9
    )


NOT_VARIABLES = (
    "create: variables holds arrays: the index of a shape, an id, the parent's id, and a text for each of the names in "
    "the shape's varying"
)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (5, 'a message is an object {"type": …, "data": {…}}, not the integer 5'),
        ({"type": 5}, 'a message needs a "type", a string, not the integer 5'),
        ({"data": {}, "x": 1}, 'a message needs a "type", a string, not null or nothing'),
        ({"type": "watch"}, 'watch needs "data", an object, not null or nothing'),
        ({"type": "watch", "data": [1]}, 'watch needs "data", an object, not an array'),
        (about("watch"), "watch: varId is an integer, not null or nothing"),
        (about("watch", varId=True), "watch: varId is an integer, not true"),
        (about("watch", varId=1.0), "watch: varId is an integer, not the number 1.0"),
        (about("watch", varId="1"), "watch: varId is an integer, not the string '1'"),
        (about("watch", varId=2**60), "watch: varId is an integer, not the number 1.152921504606847e+18"),
        (about("get", varIds=1), "get: varIds is an array of integers, not the integer 1"),
        (about("get", varIds=[1, "a"]), "get: varIds holds integers, not the string 'a'"),
        (about("destroy", varIds=[1, None]), "destroy: varIds holds integers, not null or nothing"),
        (about("create", shapes={}, variables=[]), "create: shapes is an array, not an object"),
        (about("create", shapes=[1], variables=[]), "create: shapes holds objects, not the integer 1"),
        (about("create", shapes=[{"varying": [1]}]), "create: varying holds strings, not the integer 1"),
        *(
            (
                about("create", shapes=[{"varying": ["path"]}], variables=[[0, 2, 1, "a"], variable]),
                NOT_VARIABLES,
            )
            for variable in (1, [], [0, 2, 1], [1, 2, 1, "a"], [-1, 2, 1, "a"], [0, "2", 1, "a"], [0, 2, 1, 3])
        ),
        (about("create", id=2, properties={}), "create: parentId is an integer, not null or nothing"),
        (
            about("create", id=2, parentId=1, nowatch="no"),
            "create: nowatch is true or false, not the string 'no'",
        ),
        (about("update", varId=2, properties={"p": {}}), "update: property 'p' is text, not an object"),
        (about("update", varId=2, properties={"p": [1]}), "update: property 'p' is text, not an array"),
        (about("error", code=1, description=""), "error: code is a string, not the integer 1"),
        (
            about("update", varId=2, value="\ud800"),
            "update: value holds half of a surrogate pair, which is not valid text",
        ),
        (
            about("update", varId=2, value={"\udfff": 1}),
            "update: value holds half of a surrogate pair, which is not valid text",
        ),
        (
            about("update", varId=2, properties={"a": "\ud800"}),
            "update: property 'a' holds half of a surrogate pair, which is not valid text",
        ),
    ],
)
def test_an_invalid_message_is_refused_with_what_was_expected_and_what_came(message: Any, why: str) -> None:
    assert wrong([message]) == why


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_a_number_beyond_a_double_invalidates_only_its_own_message(number: str) -> None:
    update = '{"type":"update","data":{"varId":3,"value":[%s]}}' % number  # noqa: UP031 -- braces
    bad, good = decode(f"[{update},{json.dumps(WATCH)}]").messages
    assert bad == Malformed(
        "malformed",
        "update: value holds a number that JSON cannot express (NaN, Infinity or larger than 1.8e308)",
        3,
    )
    assert good == Watch(1)


def test_an_integer_beyond_two_to_the_53_is_a_double() -> None:
    def value(text: str) -> Any:
        message = one('{"type":"update","data":{"varId":3,"value":%s}}' % text)  # noqa: UP031 -- braces
        assert isinstance(message, Update)
        return message.value

    assert (type(value("9007199254740992")), value("9007199254740992")) == (int, 2**53)
    assert (type(value("9007199254740993")), value("9007199254740993")) == (float, 2.0**53)
    assert value("1e308") == 1e308


def test_a_value_may_nest_a_hundred_levels_deep() -> None:
    def nested(depth: int) -> Any:
        value: Any = 1
        for _ in range(depth):
            value = [value]
        return about("update", varId=2, value=value)

    assert isinstance(one(nested(MAX_DEPTH - 1)), Update)
    assert wrong(nested(MAX_DEPTH)) == "update: value nests deeper than 100 levels"


def test_every_error_code_that_lua_sends_is_in_the_table() -> None:
    named = re.compile(r'(?:send_error|mark_error)\([^"\n]*"([a-z-]+)"')
    found = {code for path in ENGINE.rglob("*.lua") for code in named.findall(path.read_text())}
    assert {"not-found", "lua-error"} <= found <= ERROR_CODES.keys()


# -- writing


def test_messages_are_written_as_one_array_without_what_they_lack() -> None:
    text = encode(
        [
            Update(1, None, {"type": "Pt", "gone": None}),
            Update(2),
            Destroy(3),
            DestroyMany((4, 5)),
            ErrorMessage(None, "malformed", "no"),
            Malformed("unknown-type", "no", 4),
            Objects({"1": {"x": 1}}),
        ]
    )
    assert json.loads(text) == [
        about("update", varId=1, value=None, properties={"type": "Pt", "gone": None}),
        about("update", varId=2),
        about("destroy", varId=3),
        about("destroy", varIds=[4, 5]),
        about("error", code="malformed", description="no"),
        about("error", varId=4, code="unknown-type", description="no"),
        about("getObjects", objects={"1": {"x": 1}}),
    ]


def test_invalid_utf8_is_written_as_the_replacement_character() -> None:
    text = encode([Update(2, "a\udcffb€")])
    assert json.loads(text) == [about("update", varId=2, value="a\ufffdb€")]
    assert text.encode()


IDS = st.integers(-(2**53), 2**53)
TEXT = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
MAYBE = st.just(ABSENT) | VALUES
PROPERTIES = st.dictionaries(TEXT, st.none() | TEXT, max_size=4)
SOME_IDS = st.lists(IDS, max_size=4).map(tuple)
SHAPES = st.builds(Shape, st.dictionaries(TEXT, TEXT, max_size=2), st.just(("path",)), st.booleans(), st.booleans())
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(Create, IDS, IDS, MAYBE, PROPERTIES, st.booleans(), st.booleans()),
    st.builds(
        CreateMany,
        st.lists(SHAPES, min_size=1, max_size=2).map(tuple),
        st.lists(st.tuples(st.just(0), IDS, IDS, TEXT), max_size=3).map(tuple),
    ),
    st.builds(Destroy, IDS),
    st.builds(DestroyMany, SOME_IDS),
    st.builds(UpdateMany, SOME_IDS, PROPERTIES),
    st.builds(Update, IDS, MAYBE, PROPERTIES),
    st.builds(Watch, IDS),
    st.builds(Unwatch, IDS),
    st.builds(Get, SOME_IDS),
    st.builds(GetObjects, SOME_IDS),
    st.builds(Objects, st.dictionaries(TEXT, VALUES, max_size=4)),
    st.builds(ErrorMessage, st.none() | IDS, TEXT, TEXT),
)


@given(st.lists(MESSAGES, max_size=6))
def test_what_was_written_is_read_as_the_same(messages: list[Message]) -> None:
    assert decode(encode(messages)) == DecodedFrame(tuple(messages))


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
LIKE_A_MESSAGE = st.fixed_dictionaries(
    {"type": st.sampled_from(["create", "update", "watch", "destroy", "get", "getObjects", "error", "x"]) | ANY_JSON},
    optional={
        "data": st.dictionaries(
            st.sampled_from(
                ["id", "parentId", "varId", "varIds", "objIds", "value", "properties", "nowatch", "objects", "shapes"]
            ),
            ANY_JSON,
        )
        | ANY_JSON
    },
)


@given(st.text() | st.binary())
def test_no_text_makes_it_fail(frame: str | bytes) -> None:
    assert isinstance(decode(frame), DecodedFrame)


@given(ANY_JSON | LIKE_A_MESSAGE | st.lists(LIKE_A_MESSAGE) | st.fixed_dictionaries({"messages": ANY_JSON}))
def test_no_json_makes_it_fail_and_every_answer_to_it_can_be_sent(frame: Any) -> None:
    batch = decode(json.dumps(frame))
    assert encode(batch.messages).encode()
