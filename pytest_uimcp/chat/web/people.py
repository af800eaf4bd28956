"""Which human wrote a message, as the page shows it to one of them."""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.message import Poster
from pytest_uimcp.transport.principals import Principal

MAX_NAME_CHARACTERS: Final = 40
# What the page itself calls people.
TAKEN: Final = ("you", "assistant", "human", "somebody else")


def shown_to(viewer: Poster, poster: Poster) -> dict[str, Any]:
    """`{"you": true}`, or the name of somebody else, which is empty if it is not known.

    The principal `human` may be anybody, so its sessions are told apart; one with a name is one person everywhere.
    """
    same_session = bool(poster.session) and poster.session == viewer.session
    # `human` without a name may be anybody.
    same_person = bool(_own_name(poster)) and poster.principal == viewer.principal
    if same_session or same_person:
        return {"you": True}
    return {"name": poster.name or _own_name(poster)}


def check_name(value: Any) -> str:
    """What a human wants to be called; the empty text takes a name back."""
    name = " ".join(value.split()) if isinstance(value, str) else None
    if name is None or len(name) > MAX_NAME_CHARACTERS or not name.isprintable():
        raise ChatError("invalid_arguments", f"a name has at most {MAX_NAME_CHARACTERS} printable characters")
    # Somebody who is called `assistant` could speak for it.
    if name.casefold() in TAKEN:
        raise ChatError("invalid_arguments", f"{name!r} is what the page calls somebody; choose another name")
    return name


def _own_name(poster: Poster) -> str:
    return Principal(poster.principal).person
