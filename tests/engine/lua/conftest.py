from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pytest_uimcp.engine.lua.runtime import Dialect
from tests.engine.lua.lua import Lua


@pytest.fixture(params=[Dialect.LUA51, Dialect.LUA52], ids=["5.1", "5.2"])
def dialect(request: pytest.FixtureRequest) -> Dialect:
    chosen: Dialect = request.param
    return chosen


@pytest.fixture
def new_lua(dialect: Dialect) -> Iterator[Callable[..., Lua]]:
    made: list[Lua] = []

    def new(**options: Any) -> Lua:
        made.append(Lua(**{"dialect": dialect, **options}))
        return made[-1]

    yield new
    for lua in made:
        lua.host.close()


@pytest.fixture
def lua(new_lua: Callable[..., Lua]) -> Lua:
    return new_lua()
