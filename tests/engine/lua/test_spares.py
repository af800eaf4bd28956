from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua import host as host_module
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.spares import SpareStates
from pytest_uimcp.engine.lua.state import LuaState, StateKind


class Recorded(SpareStates):
    """Tells which states were taken, and waits for those that are made."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[LuaState] = []

    def take(self, kind: StateKind) -> LuaState:
        self.taken.append(super().take(kind))
        return self.taken[-1]

    def ready(self) -> list[LuaState]:
        self.fill()
        self._finish()
        return list(self._states.values())


@pytest.fixture
def spares(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    spares = Recorded()
    monkeypatch.setattr(host_module, "SPARES", spares)
    spares.enter()
    yield spares
    spares.leave()
    assert not spares.ready()


@contextmanager
def host(limits: LuaLimits | None = None, directory: Path | None = None, said: str = "") -> Iterator[LuaHost]:
    lua = LuaHost(
        output=MemoryOutput(),
        limits=limits or LuaLimits(),
        access=LuaIo.ALL,
        directory=directory,
        functions={"say": lambda: said},
    )
    yield lua
    lua.close()


def evaluate(lua: LuaHost, code: str) -> str:
    result: bytes = lua.call("eval", code, "=eval")[0]
    return result.decode()


def test_a_closed_host_is_followed_by_one_on_a_state_that_was_made_meanwhile(spares: Recorded) -> None:
    with host():
        assert not spares.ready()
    (state,) = spares.ready()
    with host():
        assert spares.taken[-1] is state
        assert not spares.ready()


def test_a_spare_state_knows_nothing_of_the_host_before(spares: Recorded, tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "note").write_text(name)
        with host(directory=folder, said=name) as lua:
            assert "null" in evaluate(lua, "return kept")
            assert name in evaluate(lua, "kept = 1 string.kept = 1 return io.open('note'):read('*a')")
        spares.ready()
    assert len(spares.taken) == 2


def test_a_state_serves_only_hosts_of_its_kind(spares: Recorded) -> None:
    with host():
        pass
    (state,) = spares.ready()
    with host(LuaLimits(seconds=1)):
        assert spares.taken[-1] is not state
    assert spares.ready()[0] is state


def test_only_a_few_states_are_kept(spares: Recorded) -> None:
    for seconds in range(1, 5):
        with host(LuaLimits(seconds=seconds)):
            pass
        spares.ready()
    assert len(spares.ready()) == 2


def test_a_state_without_a_host_refuses_its_functions(spares: Recorded) -> None:
    with host():
        pass
    (state,) = spares.ready()
    state.bridge.finish()
    result = state.enter(b"eval", b"print('nobody')", b"=eval")
    assert result[0] is False
    assert b"the state has no host yet" in result[1]


def test_nothing_is_kept_when_nobody_asked_for_it() -> None:
    spares = Recorded()
    with host():
        pass
    before = threading.active_count()
    assert not spares.ready()
    assert threading.active_count() == before


def test_a_closed_host_stays_closed(spares: Recorded) -> None:
    with host() as lua:
        pass
    spares.ready()
    lua.close()
    with pytest.raises(LuaError, match="closed"):
        lua.call("eval", "return 1", "=eval")
