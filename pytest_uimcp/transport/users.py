from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.spelling import hint
from pytest_uimcp.transport.errors import UnknownUser

if TYPE_CHECKING:
    import argparse


ROOT: Final = 0
# The last number is the kernel's word for nobody: -1 as an unsigned number.
MAX_UID: Final = 2**32 - 2
# The form of the texts that `user_ids` reads.
USERS: Final = "NAME|UID,…"
ALLOW_USERS: Final = "other users of this machine who may connect, such as that of a proxy"


def user_ids(text: str) -> frozenset[int]:
    """The numbers of the users in `NAME|UID,…`; raises UnknownUser."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    return frozenset(_user_id(word) for word in words)


@cache
def user_name(uid: int) -> str:
    """The name of a user with the number, or only the number if there is no name."""
    if sys.platform != "win32":
        import pwd

        try:
            return f"{pwd.getpwuid(uid).pw_name} ({uid})"
        except KeyError:
            pass
    return str(uid)


def add_allow_users(parser: argparse.ArgumentParser) -> None:
    """Add the option `--allow-users`, whose value is what `user_ids` returns."""
    parser.add_argument("--allow-users", metavar=USERS, type=_argument, default=frozenset(), help=ALLOW_USERS)


def _argument(text: str) -> frozenset[int]:
    import argparse

    try:
        return user_ids(text)
    except UnknownUser as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _user_id(word: str) -> int:
    if word.isascii() and word.isdigit():
        if int(word) > MAX_UID:
            raise UnknownUser(f"{word} is no user: numbers go up to {MAX_UID}")
        # A number needs no name: in a container, users of the host have none.
        return _exact(int(word), word)
    if sys.platform == "win32":
        raise UnknownUser(f"{word!r}: this system names no users; expected numbers")
    import pwd

    try:
        return _exact(pwd.getpwnam(word).pw_uid, word)
    # ValueError is for a name with a NUL character.
    except (KeyError, ValueError):
        advice = hint(word, (entry.pw_name for entry in pwd.getpwall()))
        raise UnknownUser(
            f"this machine has no user {word!r}{advice}; expected names or numbers of users, separated by commas"
        ) from None


def _exact(uid: int, word: str) -> int:
    """The number, unless it stands for all the users that a container does not know."""
    from pytest_uimcp.transport.peer import overflow_uid

    if uid == overflow_uid() and not _knows_all_users():
        raise UnknownUser(
            f"{word} stands for every user whom this container does not know, so it would let in all of them; map the "
            "user who connects to a number of its own"
        )
    return uid


def _knows_all_users() -> bool:
    """Whether every user outside has its number here too: outside of a container, or in one without user namespaces."""
    try:
        ranges = Path(f"/proc/{os.getpid()}/uid_map").read_bytes()
    except OSError:
        return True
    # The first namespace maps every number to itself, in one line.
    return ranges.split() == [b"0", b"0", b"%d" % (2**32 - 1)]
