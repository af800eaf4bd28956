"""What a snapshot is of: the kinds there are, told apart by what is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.snapshots.tools import surface

__all__ = ["KINDS", "CannotCompare", "Kind", "kind_of"]

PNG: Final = b"\x89PNG\r\n\x1a\n"


class CannotCompare(UimcpError):
    """There is no snapshot of such a thing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of snapshot: how its files end, what it takes, and what it makes of that."""

    name: str
    suffix: str
    takes: str
    read: Callable[[Any], Any]

    def of(self, thing: Any) -> Any:
        """What is compared; CannotCompare if it is nothing for this kind."""
        try:
            return self.read(thing)
        except _NotThis:
            raise CannotCompare(f"a snapshot of kind {self.name} is of {self.takes}; got {_told(thing)}") from None


class _NotThis(Exception):
    pass


def _from(thing: Any, method: str, *plain: type) -> Any:
    if isinstance(thing, plain):
        return thing
    if not callable(getattr(thing, method, None)):
        raise _NotThis
    return getattr(thing, method)()


def _tools(thing: Any) -> Any:
    given = thing.tools if hasattr(thing, "tools") else thing
    found = surface(given() if callable(given) else given)
    if found is None:
        raise _NotThis
    return found


def _picture(thing: Any) -> bytes:
    data = _from(thing, "screenshot", bytes)
    if not data.startswith(PNG):
        raise _NotThis
    return bytes(data)


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind("aria", "aria.yaml", "a page, a part of one, or a text", lambda it: _from(it, "aria", str)),
        Kind("html", "html", "a page, a part of one, or a text", lambda it: _from(it, "html", str)),
        Kind("state", "state.json", "a server or what its state() tells", lambda it: _from(it, "state", dict, list)),
        Kind("variables", "variables.txt", "a server or its variables()", lambda it: _from(it, "variables", list)),
        Kind("tools", "tools.json", "a server or a list of MCP tools", _tools),
        Kind("picture", "png", "a PNG, or a page in a browser", _picture),
    )
}


def kind_of(thing: Any) -> Kind:
    """The kind of snapshot that is meant when none is named."""
    return KINDS[_name_of(thing)]


def _name_of(thing: Any) -> str:
    if isinstance(thing, bytes):
        return "picture"
    if isinstance(thing, str):
        return "html" if thing.lstrip().startswith("<") else "aria"
    if callable(getattr(thing, "aria", None)):
        return "aria"
    if isinstance(thing, dict) or callable(getattr(thing, "state", None)):
        return "state"
    if isinstance(thing, list) and thing and all(isinstance(one, dict) and "parentId" in one for one in thing):
        return "variables"
    if surface(getattr(thing, "tools", thing)) is not None:
        return "tools"
    raise CannotCompare(
        f"uimcp_snapshot compares a page, a part of one, a server, its state, its variables, its tools, or a PNG; "
        f"got {_told(thing)}; for other values there is syrupy's own fixture `snapshot`"
    )


def _told(thing: Any) -> str:
    text = repr(thing)
    return f"{type(thing).__name__} {text if len(text) <= 60 else text[:57] + '…'}"
