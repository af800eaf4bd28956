"""Selects the faces on which a test with `uimcp_page` runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.references import resolve
from pytest_uimcp.servers import KINDS
from pytest_uimcp.testing.faces import ALL, AUTO, FACES, IN_ALL, PAGE
from pytest_uimcp.testing.settings import settings_for

if TYPE_CHECKING:
    from pytest_uimcp.page import Page
    from pytest_uimcp.server.harness.server import Server
    from pytest_uimcp.testing.faces.chromium.browser import Browser


FIXTURE: Final = "uimcp_page"
OURS: Final = frozenset(kind.fixtures for kind in KINDS)


def parametrize(metafunc: pytest.Metafunc) -> None:
    """With `--uimcp-face all`, parametrize a test over the page and Chromium, unless its marker names one."""
    if _asked_face(metafunc) != ALL or not _leads_to_ours(metafunc):
        return
    if any(FIXTURE in _names(marker) for marker in metafunc.definition.iter_markers("parametrize")):
        return
    metafunc.parametrize(FIXTURE, IN_ALL, ids=IN_ALL, indirect=True)


@contextmanager
def page_for(request: pytest.FixtureRequest, server: Server) -> Iterator[Page | Browser]:
    name = _face(request)
    (face,) = (face for face in FACES if face.name == name)
    with resolve(face.opens)(request, server) as page:
        yield page


def _asked_face(metafunc: pytest.Metafunc) -> str:
    try:
        return settings_for(metafunc.definition, metafunc.config).face
    except UimcpError:  # reported when this test runs, so that the other tests of its module are still collected
        return ""


def _face(request: pytest.FixtureRequest) -> str:
    face: str = getattr(request, "param", None) or settings_for(request.node, request.config).face
    if face == AUTO:
        from pytest_uimcp.testing.faces.auto import auto_face

        return auto_face(request.config)
    # A test that requests the fixture dynamically (`getfixturevalue`) gets one face only.
    if face == ALL:
        return PAGE
    return face


def _leads_to_ours(metafunc: pytest.Metafunc) -> bool:
    """Whether the fixture is ours, or an override that requests ours and has no parameters of its own."""
    # pytest has no public access to the fixture definitions of a name; without access, assume they are ours.
    definitions: Sequence[Any] = getattr(metafunc, "_arg2fixturedefs", {}).get(FIXTURE, ())
    for definition in reversed(definitions):
        if definition.func.__module__ in OURS:
            return True
        if definition.params is not None or FIXTURE not in definition.argnames:
            return False
    return not definitions


def _names(marker: pytest.Mark) -> list[str]:
    names = marker.args[0] if marker.args else marker.kwargs.get("argnames", ())
    if isinstance(names, str):
        return [name.strip() for name in names.split(",")]
    return list(names)
