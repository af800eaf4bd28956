"""Decodes and encodes frames of the wire protocol (docs/protocol.md): no I/O, no state, no exceptions.

A part of a frame that cannot be read becomes a `Malformed` in its place, so that the rest still counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final

from pytest_uimcp.engine.wire import messages as m
from pytest_uimcp.engine.wire.fields import (
    MAX_DEPTH,
    Fields,
    InvalidField,
    decode_text,
    describe_value,
    is_id,
    is_property,
    replace_lone_surrogates,
)

__all__ = ["MAX_FRAME_BYTES", "TYPES", "decode", "encode"]

# Pictures and documents come as one value, in base64.
MAX_FRAME_BYTES: Final = 64 * 2**20


def decode(frame: str | bytes, max_size: int = MAX_FRAME_BYTES) -> m.DecodedFrame:
    """Read a frame: `{"userEvent":…,"messages":[…]}`, one bare message, or a bare array of them."""
    try:
        return _batch(_parse(frame, max_size))
    except InvalidField as error:
        return m.DecodedFrame((error.malformed(),))


def encode(messages: Iterable[m.Message]) -> str:
    """Write messages as the text of one frame, a JSON array."""
    # One frame for all messages: the page draws once.
    text = _ENCODER.encode([_WRITERS[type(message)](message) for message in messages])
    return replace_lone_surrogates(text)


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


def _parse(frame: str | bytes, max_size: int) -> Any:
    if len(frame) > max_size:
        raise InvalidField(f"the frame is larger than the {max_size} bytes a frame may have; send it in parts")
    try:
        return decode_text(frame if isinstance(frame, str) else frame.decode())
    except UnicodeDecodeError as error:
        raise InvalidField(f"the frame is not UTF-8: byte {error.start} is {error.object[error.start]:#04x}") from None
    except json.JSONDecodeError as error:
        location = f"line {error.lineno} column {error.colno}"
        raise InvalidField(f"the frame is not JSON: {error.msg} at {location}") from None
    # json's C decoder counts nesting on the C stack and reports it like this.
    except RecursionError:
        raise InvalidField(f"the frame nests deeper than {MAX_DEPTH} levels") from None


def _batch(frame: Any) -> m.DecodedFrame:
    if isinstance(frame, list):
        return m.DecodedFrame(tuple(_message(message) for message in frame))
    if not isinstance(frame, dict):
        raise InvalidField(
            "a frame is a message, an array of messages or "
            f'{{"userEvent": true, "messages": […]}}, not {describe_value(frame)}'
        )
    if "messages" not in frame:
        return m.DecodedFrame((_message(frame),))
    messages = frame["messages"]
    if not isinstance(messages, list):
        raise InvalidField(f'"messages" is an array of messages, not {describe_value(messages)}')
    parsed = [_message(message) for message in messages]
    user_event = frame.get("userEvent")
    if user_event is not None and not isinstance(user_event, bool):
        parsed.append(m.Malformed("malformed", f'"userEvent" is true or false, not {describe_value(user_event)}'))
    return m.DecodedFrame(tuple(parsed), user_event is True)


def _message(message: Any) -> m.Message:
    try:
        if not isinstance(message, dict):
            raise InvalidField(f'a message is an object {{"type": …, "data": {{…}}}}, not {describe_value(message)}')
        kind = message.get("type")
        if not isinstance(kind, str):
            raise InvalidField(f'a message needs a "type", a string, not {describe_value(kind)}')
        reader = _READERS.get(kind)
        if reader is None:
            raise InvalidField(f"no message has the type {kind[:80]!a}; there are {', '.join(TYPES)}", "unknown-type")
        return _read(kind, reader, message.get("data"))
    except InvalidField as error:
        return error.malformed()


def _read(kind: str, reader: Callable[[Fields], m.Message], data: Any) -> m.Message:
    if not isinstance(data, dict):
        raise InvalidField(f'{kind} needs "data", an object, not {describe_value(data)}')
    try:
        return reader(Fields(data))
    except InvalidField as error:
        # Whoever sent it can tell which variable is meant if at least the id is one.
        about = data.get("id" if kind == "create" else "varId")
        raise InvalidField(f"{kind}: {error}", error.code, about if is_id(about) else None) from None


def _read_create(f: Fields) -> m.Create | m.CreateMany:
    if f.has("shapes") and not f.has("id"):
        return _read_create_many(f)
    return m.Create(f.id("id"), f.id("parentId"), f.value(), f.properties(), f.flag("nowatch"), f.flag("unbound"))


def _read_create_many(f: Fields) -> m.CreateMany:
    shapes = tuple(_read_shape(shape) for shape in f.entries("shapes"))
    # What an entry of each shape has to look like: a number of properties.
    lengths = [3 + len(shape.varying) for shape in shapes]
    entries = f.entries("variables")
    if not _are_variables(entries, lengths):
        raise InvalidField(
            "variables holds arrays: the index of a shape, an id, the parent's id, and a text for each of the names in "
            "the shape's varying"
        )
    return m.CreateMany(shapes, tuple(map(tuple, entries)))


def _read_shape(shape: object) -> m.Shape:
    if not isinstance(shape, dict):
        raise InvalidField(f"shapes holds objects, not {describe_value(shape)}")
    f = Fields(shape)
    properties = {name: text for name, text in f.properties().items() if text is not None}
    return m.Shape(properties, f.texts("varying"), f.flag("nowatch"), f.flag("unbound"))


def _are_variables(entries: list[Any], lengths: list[int]) -> bool:
    # A loop, in which nothing is called that need not be: a list that is drawn has thousands of them.
    count = len(lengths)
    for entry in entries:
        if not isinstance(entry, list) or len(entry) < 3 or type(entry[0]) is not int or not 0 <= entry[0] < count:
            return False
        length = len(entry)
        if length != lengths[entry[0]] or not (is_id(entry[1]) and is_id(entry[2])):
            return False
        if length > 3 and not all(map(is_property, entry[3:])):
            return False
    return True


def _read_update(f: Fields) -> m.Update | m.UpdateMany:
    if f.has("varIds") and not f.has("varId"):
        return m.UpdateMany(f.ids("varIds"), f.properties())
    base = f.text("base") if f.has("base") else None
    return m.Update(f.id("varId"), f.value(), f.properties(), base)


def _read_destroy(f: Fields) -> m.Destroy | m.DestroyMany:
    if f.has("varIds") and not f.has("varId"):
        return m.DestroyMany(f.ids("varIds"))
    return m.Destroy(f.id("varId"))


def _read_get(f: Fields) -> m.Get:
    return m.Get(f.ids("varIds"))


def _id_reader(make: Callable[[int], m.Message]) -> Callable[[Fields], m.Message]:
    """The reader of a message that says no more than which variable is meant."""

    def read(f: Fields) -> m.Message:
        return make(f.id("varId"))

    return read


def _read_error(f: Fields) -> m.ErrorMessage:
    return m.ErrorMessage(f.optional_id("varId"), f.text("code"), f.text("description"))


def _read_objects(f: Fields) -> m.GetObjects | m.Objects:
    if f.has("objects"):
        return m.Objects(f.objects())
    return m.GetObjects(f.ids("objIds"))


_READERS: Final[Mapping[str, Callable[[Fields], m.Message]]] = {
    "create": _read_create,
    "destroy": _read_destroy,
    "update": _read_update,
    "watch": _id_reader(m.Watch),
    "unwatch": _id_reader(m.Unwatch),
    "get": _read_get,
    # A type of message for the question and the answer, as in the original's protocol.
    "getObjects": _read_objects,
    "error": _read_error,
}
# The types of messages that a client may send.
TYPES: Final = tuple(_READERS)


def _writer(kind: str, **fields: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    """The writer of a message whose data are fields, each with what takes it from the message."""

    def write(message: Any) -> dict[str, Any]:
        return {"type": kind, "data": {key: value_of(message) for key, value_of in fields.items()}}

    return write


def _write_create(create: m.Create) -> dict[str, Any]:
    data: dict[str, Any] = {"id": create.id, "parentId": create.parent}
    if create.value is not m.ABSENT:
        data["value"] = create.value
    data["properties"] = dict(create.properties)
    data |= {flag: True for flag in ("nowatch", "unbound") if getattr(create, flag)}
    return {"type": "create", "data": data}


def _write_create_many(create: m.CreateMany) -> dict[str, Any]:
    shapes = [_write_shape(shape) for shape in create.shapes]
    return {"type": "create", "data": {"shapes": shapes, "variables": create.variables}}


def _write_shape(shape: m.Shape) -> dict[str, Any]:
    data: dict[str, Any] = {"properties": shape.properties, "varying": shape.varying}
    return data | {flag: True for flag in ("nowatch", "unbound") if getattr(shape, flag)}


def _write_update(update: m.Update) -> dict[str, Any]:
    data: dict[str, Any] = {"varId": update.id}
    if update.value is not m.ABSENT:
        data["value"] = update.value
    if update.properties:
        data["properties"] = update.properties
    return {"type": "update", "data": data}


def _write_error(error: m.ErrorMessage | m.Malformed) -> dict[str, Any]:
    data: dict[str, Any] = {} if error.id is None else {"varId": error.id}
    data |= {"code": error.code, "description": error.description}
    if isinstance(error, m.ErrorMessage) and error.problem is not None:
        data["problem"] = error.problem
    return {"type": "error", "data": data}


_WRITERS: Final[Mapping[type[m.Message], Callable[[Any], dict[str, Any]]]] = {
    m.Create: _write_create,
    m.CreateMany: _write_create_many,
    m.Destroy: _writer("destroy", varId=attrgetter("id")),
    m.DestroyMany: _writer("destroy", varIds=attrgetter("ids")),
    m.Update: _write_update,
    m.UpdateMany: _writer("update", varIds=attrgetter("ids"), properties=attrgetter("properties")),
    m.Watch: _writer("watch", varId=attrgetter("id")),
    m.Unwatch: _writer("unwatch", varId=attrgetter("id")),
    m.Get: _writer("get", varIds=attrgetter("ids")),
    m.GetObjects: _writer("getObjects", objIds=attrgetter("ids")),
    m.Objects: _writer("getObjects", objects=attrgetter("objects")),
    m.OpenProblems: _writer("problems", open=attrgetter("ids")),
    m.ErrorMessage: _write_error,
    m.Malformed: _write_error,
}
