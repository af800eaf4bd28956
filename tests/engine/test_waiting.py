"""Waiting for commands takes none of the time that a piece of Lua has; computing does."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.errors import LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.files import write

# The command outlasts the limit and the grace of the stall detector.
SHORT = SessionOptions(limits=LuaLimits(seconds=0.3), call_grace=0.5)
LONGER = "sleep 1.5"

WAITS = {
    "a line": f"return io.popen('{LONGER}; echo done'):read('*l')",
    "everything": f"return (io.popen('{LONGER}; printf done'):read('*a'))",
    "lines": f"for line in io.popen('{LONGER}; echo done'):lines() do return line end",
    "a command": f"return os.execute('{LONGER}') == 0 and 'done'",
    "closing": f"io.popen('cat > /dev/null; {LONGER}', 'w'):close() return 'done'",
    "a getter's": f"mcp.value = {{type = 'T', get = function() os.execute('{LONGER}') return 'done' end}} "
    "return mcp.value:get()",
}


@pytest.mark.slow
@pytest.mark.parametrize("code", WAITS.values(), ids=WAITS)
def test_a_unit_of_work_that_waits_for_a_command_is_not_stopped(tmp_path: Path, code: str) -> None:
    with Session(tmp_path, options=SHORT, output=MemoryOutput()) as session:
        assert session.eval(code).data == "done"


@pytest.mark.slow
def test_a_unit_of_work_that_computes_is_stopped_before_and_after_a_wait(tmp_path: Path) -> None:
    with Session(tmp_path, options=SHORT, output=MemoryOutput()) as session:
        with pytest.raises(LuaTimeout):
            session.eval("while true do end")
        with pytest.raises(LuaTimeout):
            session.eval(f"os.execute('{LONGER}') while true do end")


@pytest.mark.slow
def test_work_that_comes_meanwhile_is_done_afterwards(tmp_path: Path) -> None:
    with Session(tmp_path, options=SHORT, output=MemoryOutput()) as session:
        waiting = session.submit_eval(f"os.execute('{LONGER}') return 1")
        assert session.eval("return 2").data == 2
        assert waiting.result().data == 1


@pytest.mark.slow
def test_a_file_that_waits_at_the_start_is_no_problem(tmp_path: Path) -> None:
    write(tmp_path, {"lua/main.lua": f"said = io.popen('{LONGER}; echo done'):read('*l')"})
    with Session(tmp_path, options=SHORT, output=MemoryOutput()) as session:
        assert (session.eval("return said").data, session.problems) == ("done", ())


def test_commands_and_apps_see_the_environment_of_the_session(tmp_path: Path) -> None:
    options = SessionOptions(environment={"MARK_OF_THE_SESSION": "yes"})
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        code = "return {io.popen('echo $MARK_OF_THE_SESSION'):read('*l'), os.getenv('MARK_OF_THE_SESSION')}"
        assert session.eval(code).data == ["yes", "yes"]
        assert session.eval('return os.execute(\'test -n "$PATH" -a "$MARK_OF_THE_SESSION" = yes\')').data == 0
