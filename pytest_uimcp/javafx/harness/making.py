from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx.bridge.launching import JavaProgram
from pytest_uimcp.javafx.environment import TOKEN
from pytest_uimcp.javafx.harness.programs import RealProgram, StubProgram
from pytest_uimcp.javafx.harness.running import Reset, kept_program, start_program
from pytest_uimcp.javafx.harness.stage import Stage
from pytest_uimcp.javafx.opening import superclasses_in
from pytest_uimcp.testing.faces import STAGE
from pytest_uimcp.testing.faces.selection import program_of, stage_face
from pytest_uimcp.testing.harness.shared_loop import loop_of
from pytest_uimcp.testing.hooks import register
from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.settings import settings_for


@contextmanager
def stage_for(request: pytest.FixtureRequest, reset: Reset | None) -> Iterator[Stage]:
    """A stage for a test, closed after it, on the face that is asked for."""
    if stage_face(request) == STAGE:
        with _stage(request, StubProgram) as stage:
            yield stage
        return
    command = program_of(request.node, request.config)
    if command is None:
        raise UimcpError(
            "face=program needs the command of the program: @pytest.mark.uimcp(program='java -jar target/app.jar'), or "
            "--uimcp-stage-program"
        )
    if command == value(request.config, "stage-url"):
        # It was running before, and goes on.
        with _stage(request, lambda: RealProgram(command, os.environ.get(TOKEN, ""))) as stage:
            yield stage
    elif reset is None:
        program = start_program(command, request.config)
        try:
            with _program_stage(request, program) as stage:
                yield stage
        finally:
            program.close()
    else:
        program, has_run = kept_program(command, request.config)
        with _program_stage(request, program) as stage:
            if has_run:
                reset(stage)
            yield stage


@contextmanager
def _program_stage(request: pytest.FixtureRequest, program: JavaProgram) -> Iterator[Stage]:
    with _stage(request, lambda: RealProgram(program.url, program.token, program)) as stage:
        yield stage


@contextmanager
def _stage(request: pytest.FixtureRequest, make: Callable[[], StubProgram | RealProgram]) -> Iterator[Stage]:
    settings = settings_for(request.node, request.config)

    async def program() -> StubProgram | RealProgram:
        return make()

    folders = (request.path.parent, request.config.rootpath)
    stage = Stage(
        loop_of(request.config), program, folders=folders, lua_errors=settings.lua_errors,
        superclasses=superclasses_in(value(request.config, "stage-classes") or ""),
    )  # fmt: skip
    register(request.node, stage)
    try:
        yield stage
        stage.over()
    finally:
        stage.close()
