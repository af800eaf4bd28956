"""The messages between a session and its tabs, as docs/protocol.md describes them; `codec` turns them into text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Final, TypeAlias

from pytest_uimcp.core.records import dataclass

__all__ = [
    "ABSENT",
    "ERROR_CODES",
    "ROOT",
    "Absent",
    "Create",
    "CreateMany",
    "DecodedFrame",
    "Destroy",
    "DestroyMany",
    "ErrorMessage",
    "Get",
    "GetObjects",
    "Json",
    "Malformed",
    "Message",
    "Objects",
    "OpenProblems",
    "Properties",
    "Shape",
    "Unwatch",
    "Update",
    "UpdateMany",
    "Watch",
]  # fmt: skip

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
# Names to values; None removes a property.
#
# A name that comes in may end in a priority: `:high`, `:med`, `:low`. None that goes out does: the priority is a mark
# of whoever sets the property, and the original's browser client knows a property by its plain name only.
Properties: TypeAlias = Mapping[str, str | None]

# The id of the app variable, the only one that connections share.
ROOT: Final = 1


class Absent(Enum):
    """No value at all, as opposed to null."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Create:
    """A new variable; it is watched unless `nowatch`."""

    id: int
    parent: int
    value: Json | Absent = ABSENT
    properties: Properties = field(default_factory=dict)
    nowatch: bool = False
    unbound: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """What variables have in common, and the names of the properties in which they differ."""

    properties: Properties
    varying: tuple[str, ...] = ()
    nowatch: bool = False
    unbound: bool = False


@dataclass(frozen=True, slots=True)
class CreateMany:
    """New variables in this order: each the index of its shape, its id, its parent, and its varying properties."""

    shapes: tuple[Shape, ...]
    variables: tuple[tuple[int | str, ...], ...]


@dataclass(frozen=True, slots=True)
class Destroy:
    """Removes a variable and all below it; the server confirms each."""

    id: int


@dataclass(frozen=True, slots=True)
class DestroyMany:
    """The same for many; from the server, the confirmation of all that went with one of these."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Update:
    id: int
    value: Json | Absent = ABSENT
    properties: Properties = field(default_factory=dict)
    # The text that the user has made a typed value from; what others have made of it meanwhile is kept.
    base: str | None = None


@dataclass(frozen=True, slots=True)
class UpdateMany:
    """The same new properties for many variables."""

    ids: tuple[int, ...]
    properties: Properties


@dataclass(frozen=True, slots=True)
class Watch:
    """Send this variable's state now and whenever it changes."""

    id: int


@dataclass(frozen=True, slots=True)
class Unwatch:
    id: int


@dataclass(frozen=True, slots=True)
class Get:
    """Asks for the state of variables; each is answered by an update."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GetObjects:
    """Asks for the contents of objects by their ids; answered by `Objects`."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Objects:
    """The contents of objects by id (as text, for JSON's sake)."""

    objects: Mapping[str, Json]


# Of both sides: the server reports what failed, and a browser what it could not draw.
@dataclass(frozen=True, slots=True)
class ErrorMessage:
    """An error: of a variable (`id`), of a file of the app (`problem`, the id of its problem), or in general."""

    id: int | None
    code: str
    description: str
    problem: int | None = None


@dataclass(frozen=True, slots=True)
class OpenProblems:
    """The ids of the problems that are open; all others that a tab was told of are mended."""

    ids: tuple[int, ...]


# Takes the place of what could not be read, so that the messages around it keep their order.
@dataclass(frozen=True, slots=True)
class Malformed:
    """A part of a frame that is not a valid message."""

    code: str
    description: str
    id: int | None = None


Message: TypeAlias = (
    Create
    | CreateMany
    | Destroy
    | DestroyMany
    | Update
    | UpdateMany
    | Watch
    | Unwatch
    | Get
    | GetObjects
    | Objects
    | OpenProblems
    | ErrorMessage
    | Malformed
)


@dataclass(frozen=True, slots=True)
class DecodedFrame:
    """The messages of one frame, in order; with `user_event` the answer is sent at once."""

    messages: tuple[Message, ...]
    user_event: bool = False


# Every code an `error` message can carry, with what it means.
ERROR_CODES: Final[Mapping[str, str]] = {
    "path-failure": "A path could not be written or called: nil on the way, or no such method.",
    "lua-error": "Lua code failed while the variable was read, written or called.",
    "timeout": "Lua code ran longer than one unit of work may.",
    "memory": "Lua code needed more memory than the session may have.",
    "not-found": "No variable has this id on this connection.",
    "invalid": "The variable is not valid: an id below 2, a path and an access mode that do not go together.",
    "exists": "A variable with this id exists already on this connection.",
    "unauthorized": "The variable's access mode does not allow this.",
    "malformed": "A frame or message is not what the protocol asks for; the others in its frame are still processed.",
    "unknown-type": "The protocol has no message of this type.",
    "busy": "The session is inside a call that cannot be stopped; what was sent is kept and done later.",
    "viewdef": "A viewdef file is not usable; its previous version stays.",
    "reload": "A changed Lua file could not be run again; what ran before stays.",
    "internal": "The server failed at this message; the session goes on.",
}
