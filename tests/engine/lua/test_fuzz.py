"""2,000 random calls of the library, always the same; `make fuzz` makes as many others as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.engine import MemoryOutput, Session
from tests.engine.lua.fuzz.__main__ import PER_SESSION, report
from tests.engine.lua.fuzz.child import Fuzzing, outcome
from tests.engine.lua.fuzz.runs import run

# Half of these ended the process once; the others stand for all.
KEPT = {
    "5.1": range(50),
    "5.2": range(50),
}


@pytest.mark.parametrize("dialect", KEPT)
def test_no_call_ends_the_process_or_gets_out_of_the_sandbox(dialect: str) -> None:
    result = run(dialect, ({"seed": seed, "count": PER_SESSION} for seed in KEPT[dialect]))
    assert [str(death) for death in result.deaths] == []
    assert result.escapes == []
    assert sum(result.counts.values()) == PER_SESSION * len(KEPT[dialect])
    assert result.counts["value"] > 200
    assert result.counts["error"] > 200


def test_the_call_that_ended_a_process_is_named_and_the_rest_goes_on() -> None:
    kill = "os.execute('kill -SEGV $PPID')"
    result = run("5.1", [{"calls": ["return 1", kill, "return 2"]}, {"calls": ["return 3"]}], access="all")
    assert [death.calls for death in result.deaths] == [("return 1", kill)]
    assert "ended by SIGSEGV" in str(result.deaths[0])
    assert "Fatal Python error" in result.deaths[0].said
    assert result.outcomes == [("return 1", "value"), ("return 3", "value")]
    assert f"ended by SIGSEGV in {kill!r}" in "\n".join(report("5.1", result, 1.0))


class Leaking(Fuzzing):
    """A session in which the engine's own functions are a global."""

    part = ("fuzz", Fuzzing.part[1] + b"\nE.env.leak = raw")


def test_a_call_that_gets_hold_of_the_engine_is_known_by_its_result(tmp_path: Path) -> None:
    with Session(tmp_path, output=MemoryOutput(), extensions=[Leaking()]) as session:
        results = {"leak": "raw", "{leak}": "raw", "{[leak] = 1}": "raw", "1, leak.string.dump": "raw.string.dump"}
        for result, name in results.items():
            assert outcome(session, f"return {result}") == f"escaped: {name}"
        assert outcome(session, "return string, {string}, io.stdout.write, getfenv") == "value"


def test_a_call_that_nothing_can_stop_ends_its_process_and_the_rest_goes_on() -> None:
    slow = "return string.find(('a'):rep(3000), ('.-'):rep(8) .. 'b')"
    result = run("5.1", [{"calls": [slow, "return 1"]}, {"calls": ["return 2"]}])
    assert result.outcomes == [(slow, "stuck"), ("return 2", "value")]
    assert result.deaths == []
