from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pytest_uimcp.javafx.harness.options import TOKEN
from pytest_uimcp.javafx.harness.programs import RealProgram, StubProgram
from pytest_uimcp.javafx.harness.stage import Stage
from pytest_uimcp.testing.harness.shared_loop import loop_of
from pytest_uimcp.testing.hooks import register
from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.settings import settings_for


@contextmanager
def stage_for(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A stage for a test, closed after it; a real program is only disconnected from."""
    settings = settings_for(request.node, request.config)
    url = value(request.config, "stage-url")

    async def program() -> StubProgram | RealProgram:
        if url:
            return RealProgram(url, os.environ.get(TOKEN, ""))
        return StubProgram()

    folders = (request.path.parent, request.config.rootpath)
    stage = Stage(loop_of(request.config), program, folders=folders, lua_errors=settings.lua_errors)
    register(request.node, stage)
    try:
        yield stage
        stage.over()
    finally:
        stage.close()
