"""Selects the faces on which a test with `uimcp_page` or `uimcp_stage` runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.servers import KINDS
from pytest_uimcp.testing.faces import ALL, AUTO, FACES, IN_ALL, NAMES, PAGE, PROGRAM, STAGE
from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.settings import marker_arguments, settings_for

if TYPE_CHECKING:
    from pytest_uimcp.page import Page
    from pytest_uimcp.server.harness.server import Server
    from pytest_uimcp.testing.faces.chromium.browser import Browser


PAGE_FIXTURE: Final = "uimcp_page"
STAGE_FIXTURE: Final = "uimcp_stage"
OURS: Final = frozenset(kind.fixtures for kind in KINDS)


def parametrize(metafunc: pytest.Metafunc) -> None:
    """With `--uimcp-face all`, parametrize a test over the faces of its page and of its stage.

    A marker that names a face decides; a stage has two faces only if there is a program to start.
    """
    if _asked_face(metafunc) != ALL:
        return
    if PAGE_FIXTURE in metafunc.fixturenames:
        _parametrize(metafunc, PAGE_FIXTURE, IN_ALL)
    if STAGE_FIXTURE in metafunc.fixturenames and program_of(metafunc.definition, metafunc.config):
        _parametrize(metafunc, STAGE_FIXTURE, (STAGE, PROGRAM))


def _parametrize(metafunc: pytest.Metafunc, fixture: str, faces: tuple[str, ...]) -> None:
    if not _leads_to_ours(metafunc, fixture):
        return
    if any(fixture in _names(marker) for marker in metafunc.definition.iter_markers("parametrize")):
        return
    metafunc.parametrize(fixture, faces, ids=faces, indirect=True)


def program_of(node: Any, config: pytest.Config) -> str | None:
    """The command of the JavaFX program of a test, or the address of one that runs; None for a scene in memory."""
    return marker_arguments(node).get("program") or value(config, "stage-program") or value(config, "stage-url")


def stage_face(request: pytest.FixtureRequest) -> str:
    """Where a test of `uimcp_stage` runs: in the program if there is one, unless the face says otherwise."""
    face = getattr(request, "param", None) or settings_for(request.node, request.config).face
    if face in (STAGE, PROGRAM):
        return str(face)
    if program_of(request.node, request.config):
        return PROGRAM
    return STAGE


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
    if face not in NAMES:
        return PAGE
    return face


def _leads_to_ours(metafunc: pytest.Metafunc, fixture: str) -> bool:
    """Whether the fixture is ours, or an override that requests ours and has no parameters of its own."""
    # pytest has no public access to the fixture definitions of a name; without access, assume they are ours.
    definitions: Sequence[Any] = getattr(metafunc, "_arg2fixturedefs", {}).get(fixture, ())
    for definition in reversed(definitions):
        if definition.func.__module__ in OURS:
            return True
        if definition.params is not None or fixture not in definition.argnames:
            return False
    return not definitions


def _names(marker: pytest.Mark) -> list[str]:
    names = marker.args[0] if marker.args else marker.kwargs.get("argnames", ())
    if isinstance(names, str):
        return [name.strip() for name in names.split(",")]
    return list(names)
