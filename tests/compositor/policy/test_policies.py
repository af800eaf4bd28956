from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.compositor.policy import (
    CallablePolicy,
    ChainedPolicy,
    PolicyError,
    ProgramPolicy,
    Rule,
    RulePolicy,
    Verdict,
)
from pytest_uimcp.compositor.policy.decisions import DECISIONS, Decision
from pytest_uimcp.compositor.policy.gate import evaluate
from pytest_uimcp.mcp.calls import ToolCall
from tests.compositor.policy.calls import always

pytestmark = pytest.mark.anyio

REQUEST = ToolCall("runtime_exec", {"cmd": ["ls"]}, "runtime", "exec")
ECHO = """
import json, os, sys
asked = json.load(sys.stdin)
json.dump({"decision": "allow" if asked["arguments"]["cmd"] == ["ls"] else "ask",
           "rationale": " ".join([asked["name"], asked["arguments_json"], *sorted(os.environ)])}, sys.stdout)
"""


async def reason(policy: Any, seconds: float = 30) -> str:
    with anyio.fail_after(240), pytest.raises(PolicyError) as caught:
        await evaluate(policy, REQUEST, seconds)
    assert caught.value.code == -32953
    text: str = caught.value.details["reason"]
    return text


def program(code: str, **options: Any) -> ProgramPolicy:
    return ProgramPolicy([sys.executable, "-c", code], **options)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("allow", Verdict("allow")),
        (("ask", "why not"), Verdict("ask", "why not")),
        ({"decision": "deny_abort", "rationale": "no"}, Verdict("deny_abort", "no")),
        ({"decision": "deny_abort"}, Verdict("deny_abort")),
        ({"decision": "ask", "rationale": None, "more": 1}, Verdict("ask")),
        (Verdict("ask", "x"), Verdict("ask", "x")),
    ],
)
async def test_a_function_answers_in_any_of_these_forms(answer: Any, verdict: Verdict) -> None:
    async def later(request: ToolCall) -> Any:
        return answer

    assert await evaluate(CallablePolicy(lambda _: answer), REQUEST) == verdict
    assert await evaluate(CallablePolicy(later), REQUEST) == verdict
    assert await evaluate(CallablePolicy(lambda request: later(request)), REQUEST) == verdict


@pytest.mark.parametrize(
    "answer", [None, 5, "yes", ["allow"], {}, {"decision": 1}, {"decision": "allow", "rationale": 5}, True]
)
async def test_any_other_answer_refuses_the_call(answer: Any) -> None:
    assert (await reason(CallablePolicy(lambda _: answer))).startswith("PolicyOutputError: expected a decision")


async def test_a_function_that_waits_does_not_stop_the_loop_and_is_not_waited_for() -> None:
    go_on = threading.Event()
    assert await reason(CallablePolicy(lambda _: "allow" if go_on.wait(60) else "ask"), 0.01) == (
        "TimeoutError: no decision within 0.01 s"
    )
    go_on.set()


async def test_a_function_cannot_change_what_will_run() -> None:
    def change(request: ToolCall) -> str:
        assert isinstance(request.arguments, dict)
        request.arguments["cmd"] = ["rm"]
        return "allow"

    await evaluate(CallablePolicy(change), REQUEST)
    assert REQUEST.arguments == {"cmd": ["ls"]}


def divide(request: ToolCall) -> str:
    return str(1 // 0)


async def test_a_function_that_fails_names_its_error() -> None:
    assert await reason(CallablePolicy(divide)) == "ZeroDivisionError: integer division or modulo by zero"


async def test_a_function_that_exits_does_not_end_the_server() -> None:
    said = "PolicyOutputError: the policy function called sys.exit(2) instead of answering"
    assert await reason(CallablePolicy(lambda _: sys.exit(2))) == said


async def test_a_function_whose_own_time_out_fires_names_it() -> None:
    def fail(_: ToolCall) -> str:
        raise TimeoutError("the directory service")

    assert await reason(CallablePolicy(fail)) == "TimeoutError: the directory service"


async def test_a_table_with_a_rule_that_fails_refuses_the_call() -> None:
    policy = RulePolicy([Rule("*", "allow", when=lambda arguments: arguments["nothing"])])
    assert await reason(policy) == "KeyError: 'nothing'"


@pytest.mark.parametrize("first", DECISIONS)
@pytest.mark.parametrize("second", DECISIONS)
async def test_of_two_policies_the_stricter_decides(first: Decision, second: Decision) -> None:
    chain = ChainedPolicy([always(first, "first"), always(second, "second")])
    strict = min(DECISIONS.index(first), DECISIONS.index(second))
    assert await evaluate(chain, REQUEST) == Verdict(
        DECISIONS[strict], "first" if DECISIONS.index(first) == strict else "second"
    )


async def test_nobody_is_asked_after_the_strictest_verdict() -> None:
    chain = ChainedPolicy([always("deny_abort"), CallablePolicy(divide)])
    assert (await evaluate(chain, REQUEST)).decision == "deny_abort"


def test_a_chain_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one policy"):
        ChainedPolicy([])


@pytest.mark.slow
async def test_a_program_reads_the_request_and_sees_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "secret")
    with anyio.fail_after(240):
        verdict = await program(ECHO, env={"GIVEN": "1"}).decide(REQUEST)
    name, arguments, *environment = verdict.rationale.split(" ", 2)
    assert (verdict.decision, name) == ("allow", "runtime_exec")
    assert arguments == '{"cmd":'
    assert "GIVEN" in environment[0]
    assert "API_KEY" not in environment[0]


@pytest.mark.slow
async def test_a_program_runs_in_the_given_directory(tmp_path: Path) -> None:
    code = 'import os; print(\'{"decision": "ask", "rationale": "%s"}\' % os.getcwd())'
    assert (await program(code, cwd=tmp_path).decide(REQUEST)).rationale == str(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('hello')", "did not write a JSON object: 'hello'"),
        ("pass", "did not write a JSON object: ''"),
        ("print('[' * 60000)", "did not write a JSON object"),
        ('print(\'["allow", "x"]\')', "expected a decision, or"),
        ("print('\"allow\"')", "expected a decision, or"),
        ('print(\'{"decision": "yes"}\')', "expected a decision, one of"),
        ("import sys; sys.stderr.write('broken'); sys.exit(3)", "ended with exit code 3: 'broken'"),
        ("print('x' * 70000)", "wrote more than 65536 bytes"),
        ("import sys; sys.stderr.write('x' * 70000)", "wrote more than 65536 bytes"),
    ],
)
async def test_a_program_that_does_not_answer_refuses_the_call(code: str, message: str) -> None:
    assert message in await reason(program(code))


async def test_a_program_that_does_not_exist_refuses_the_call() -> None:
    assert (await reason(ProgramPolicy(["/nowhere/policy"]))).startswith("FileNotFoundError")


@pytest.mark.slow
async def test_a_program_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    code = f"""
import subprocess
child = subprocess.Popen(["sh", "-c", "exec 3>{pipe}; sleep 600"])
with open({str(pipe)!r}) as alive:
    alive.read()
"""
    policy = program(code)
    ended = anyio.Event()

    async def watch() -> None:
        # Both ends of the pipe are open until the program and its child are gone.
        await anyio.to_thread.run_sync(pipe.read_text)
        ended.set()

    with anyio.fail_after(240):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            assert await reason(policy, 3) == "TimeoutError: no decision within 3 s"
            await ended.wait()


@pytest.mark.parametrize("command", ["policy.py", [], ()])
def test_a_command_is_a_list(command: Any) -> None:
    with pytest.raises(ValueError, match="the command is a list"):
        ProgramPolicy(command)
