"""The kinds of snapshots, one row each. If a test names no kind, the first that recognises the value is used.

These are the kinds that every page has; kinds of servers add their own (see `servers.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.servers import rows

PNG: Final = b"\x89PNG\r\n\x1a\n"


@public
class CannotCompare(UimcpError):
    """The value has no kind of snapshot, or not the requested one."""


class NotThisKind(Exception):
    """Raised by `read`: this kind does not take the value."""


@dataclass(frozen=True, slots=True)
class SnapshotKind:
    """A kind of snapshot: the suffix of its files, the values that it takes, and what it stores of them."""

    name: str
    suffix: str
    # What it compares, in the words of error messages.
    subject: str
    takes: str
    # Returns what is compared; raises NotThisKind.
    reader: Callable[[Any], Any]
    # Whether this kind is used for a value when none is named.
    recognises: Callable[[Any], bool]
    # A reference to its syrupy extension; the default is for kinds that read a text.
    extension: str = "pytest_uimcp.testing.snapshots.extensions:OneFile"
    # Whether other syrupy extensions write files with the same suffix.
    is_shared: bool = False

    def data_of(self, thing: Any) -> Any:
        """What is compared; raises CannotCompare if this kind does not take the value."""
        try:
            return self.reader(thing)
        except NotThisKind:
            raise CannotCompare(f"a snapshot of kind {self.name} is of {self.takes}; got {_shown(thing)}") from None


def read_by(method: str, *plain: type) -> Callable[[Any], Any]:
    """Make a reader: values of these types are taken as they are, of others the method is called."""

    def read(thing: Any) -> Any:
        if isinstance(thing, plain):
            return thing
        if not callable(getattr(thing, method, None)):
            raise NotThisKind
        return getattr(thing, method)()

    return read


def _picture(thing: Any) -> bytes:
    data = read_by("screenshot", bytes)(thing)
    if not data.startswith(PNG):
        raise NotThisKind
    return bytes(data)


_EXTENSIONS: Final = "pytest_uimcp.testing.snapshots.extensions"
OF_PAGES: Final = (
    SnapshotKind(
        "html",
        "html",
        "a page",
        "a page, a part of one, or a text",
        read_by("html", str),
        lambda thing: isinstance(thing, str) and thing.lstrip().startswith("<"),
        f"{_EXTENSIONS}:HtmlExtension",
        is_shared=True,
    ),
    SnapshotKind(
        "aria",
        "aria.yaml",
        "a part of one",
        "a page, a part of one, or a text",
        read_by("aria", str),
        lambda thing: isinstance(thing, str) or callable(getattr(thing, "aria", None)),
    ),
    SnapshotKind(
        "picture",
        "png",
        "a PNG",
        "a PNG, a page in a browser, or a JavaFX stage",
        _picture,
        lambda thing: isinstance(thing, bytes),
        f"{_EXTENSIONS}:PictureExtension",
        is_shared=True,
    ),
)


@cache
def snapshot_kinds() -> dict[str, SnapshotKind]:
    """All kinds by name, those of pages first."""
    return {kind.name: kind for kind in (*OF_PAGES, *rows("snapshot_kinds"))}


def kind_of(thing: Any) -> SnapshotKind:
    for kind in snapshot_kinds().values():
        if kind.recognises(thing):
            return kind
    subjects = ", ".join(kind.subject for kind in snapshot_kinds().values())
    raise CannotCompare(
        f"uimcp_snapshot compares {subjects}; got {_shown(thing)}; for other values there is syrupy's own fixture "
        "`snapshot`"
    )


def _shown(thing: Any) -> str:
    text = repr(thing)
    return f"{type(thing).__name__} {text if len(text) <= 60 else text[:57] + '…'}"
