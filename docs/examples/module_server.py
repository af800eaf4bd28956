"""One server for all tests of a module: a conftest.py."""

from collections.abc import Iterator

import pytest

from pytest_uimcp import Project, Server, project_for, server_for, show_app


@pytest.fixture(scope="module")
def uimcp_project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the app directory for the module."""
    return project_for(request, tmp_path_factory.mktemp("uimcp"))


@pytest.fixture(scope="module")
def uimcp_configured(request: pytest.FixtureRequest, uimcp_project: Project) -> Iterator[Server]:
    """Its server, closed after the module."""
    with server_for(request, uimcp_project) as configured:
        yield configured


@pytest.fixture(scope="module")
def uimcp(request: pytest.FixtureRequest, uimcp_configured: Server, uimcp_project: Project) -> Server:
    """The server, running, with the app on display."""
    uimcp_configured.start()
    show_app(request, uimcp_project, uimcp_configured)
    return uimcp_configured
