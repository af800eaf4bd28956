from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.server.installed import InstalledProject
from tests.server.rig import Rig, browsing, rigged


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "proj"
    project.mkdir()
    return project


@pytest.fixture
def base_dir(project: Path) -> Path:
    """The base directory of a server; it does not exist yet."""
    return project / ".claude" / "ui"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> InstalledProject:
    return InstalledProject(tmp_path_factory.mktemp("installed"))


@pytest.fixture
async def rig(project: Path, base_dir: Path, installed: InstalledProject) -> AsyncIterator[Rig]:
    """A configured server."""
    if not os.path.lexists(project / ".claude"):
        installed.link_into(project)
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        yield rig


@pytest.fixture
async def running(rig: Rig) -> Rig:
    """A running server with both ports."""
    await rig.start()
    return rig


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with browsing() as http:
        yield http


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stub browser opener, first on PATH; gives the file in which it records its arguments."""
    folder = tmp_path / "opener"
    folder.mkdir()
    noted = folder / "noted"
    stub = folder / "xdg-open"
    stub.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" >> '{noted}'\n")
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return noted
