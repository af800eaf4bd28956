"""2,000 random calls of the library, always the same; `make fuzz` makes as many others as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests.engine.lua.fuzz.__main__ import PER_SESSION, report
from tests.engine.lua.fuzz.child import Fuzzing, outcome
from tests.engine.lua.fuzz.runs import run

# A child that hangs is given up after a minute.
pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]

# Seeds whose calls ended or stopped the process once, and as many others as make 1,000 calls on each runtime.
KILLED = {
    "5.1": (
        178, 279, 372, 518, 813, 844, 883, 940, 941, 946, 947, 1052, 1096, 1144, 1174, 1188, 1245, 1297, 1302, 1435,
        1436, 1492, 1556, 1563, 1575, 1576, 1953, 1965, 2081, 2085, 2138, 2158, 2230, 2314, 2427, 2477,
    ),
    "5.2": (14, 346, 372, 1252, 2134, 500252),
}  # fmt: skip
KEPT = {dialect: [*seeds, *range(3000, 3050 - len(seeds))] for dialect, seeds in KILLED.items()}


@pytest.mark.parametrize("dialect", KEPT)
def test_no_call_ends_the_process_or_gets_out_of_the_sandbox(dialect: str) -> None:
    result = run(dialect, ({"seed": seed, "count": PER_SESSION} for seed in KEPT[dialect]))
    assert [str(death) for death in result.deaths] == []
    assert result.escapes == []
    # A machine with much to do may take a call for stuck, and leaves out the rest of its session.
    assert sum(result.counts.values()) > 0.9 * PER_SESSION * len(KEPT[dialect])
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
    result = run("5.1", [{"calls": [slow, "return 1"]}, {"calls": ["return 2"]}], grace=1.5)
    assert result.outcomes == [(slow, "stuck"), ("return 2", "value")]
    assert result.deaths == []
