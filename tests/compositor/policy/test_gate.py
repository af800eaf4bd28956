from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.compositor.policy import ApprovalError, Gate, PolicyError, SqlJournal
from pytest_uimcp.compositor.policy.errors import CODES, STAMP, refusal
from pytest_uimcp.mcp.calls import ERROR_META, ToolCall, ToolError, ToolResult
from pytest_uimcp.storage import open_database
from tests.compositor.policy.calls import OK, Backend, Calling, always, pending, refused, request, until

pytestmark = pytest.mark.anyio


def outcomes(gate: Gate) -> list[tuple[str, str | None]]:
    return [(record.state, record.outcome) for record in gate.audit.calls()]


async def decided(decision: str, backend: Backend, **options: Any) -> tuple[Gate, Calling]:
    """A call that was asked about and decided."""
    gate, calling = Gate(always("ask"), **options), Calling()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(call_id="call_1", cmd=["ls"]), backend)
        [item] = await pending(gate)
        gate.approvals.decide(item.id, decision)
    return gate, calling


async def test_edge_29_an_allowed_call_is_made_and_gives_the_real_result() -> None:
    gate, backend = Gate(always("allow")), Backend()
    assert await gate.call(request(cmd=["ls"]), backend) is OK
    assert [call.arguments for call in backend.calls] == [{"cmd": ["ls"]}]
    assert outcomes(gate) == [("completed", "policy_allow")]


@pytest.mark.parametrize(
    ("decision", "code", "message", "outcome"),
    [
        ("deny_continue", -32951, "policy_denied_continue", "policy_deny_continue"),
        ("deny_abort", -32950, "policy_denied", "policy_deny_abort"),
    ],
)
async def test_edge_29_a_denied_call_is_not_made(decision: Any, code: int, message: str, outcome: Any) -> None:
    gate, backend = Gate(always(decision, "not today")), Backend()
    error = await refused(gate, request(), backend)
    assert (error.code, error.message) == (code, message)
    assert error.details == {
        STAMP: True,
        "name": "runtime_exec",
        "server": "runtime",
        "tool": "exec",
        "decision": decision,
        "reason": "not today",
    }
    assert backend.calls == []
    assert outcomes(gate) == [("completed", outcome)]


class Failing:
    async def decide(self, request: ToolCall) -> Any:
        raise KeyError("path")


class Slow:
    async def decide(self, request: ToolCall) -> Any:
        await anyio.sleep_forever()


class Babbling:
    async def decide(self, request: ToolCall) -> Any:
        return {"decision": "perhaps"}


class Silent:
    async def decide(self, request: ToolCall) -> Any:
        return None


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (Failing(), "KeyError: 'path'"),
        (Slow(), "TimeoutError: no decision within 0.01 s"),
        (
            Babbling(),
            "PolicyOutputError: expected a decision, one of deny_abort, deny_continue, ask, allow; got 'perhaps'",
        ),
        (Silent(), 'PolicyOutputError: expected a decision, or {"decision": …, "rationale": "…"}; got \'None\''),
    ],
)
async def test_edge_29_a_policy_that_fails_refuses_the_call_and_says_why(policy: Any, reason: str) -> None:
    gate, backend = Gate(policy, evaluation_seconds=0.01), Backend()
    error = await refused(gate, request(), backend)
    assert (error.code, error.message) == (-32953, "policy_evaluator_error")
    assert error.details["reason"] == reason
    assert error.details[STAMP] is True
    assert backend.calls == []
    assert outcomes(gate) == [("completed", "evaluator_error")]


PRETENCES = [
    ToolError.refused(-32950, "gone"),
    ToolError.refused(-32951, "gone"),
    ToolError.refused(-32952, "gone"),
    ToolError.refused(-32953, "gone"),
    ToolError.refused(-32000, "policy_denied"),
    ToolError.refused(-32000, " policy_evaluator_error\n"),
    ToolError.refused(-32000, "gone", {STAMP: True}),
    ToolError.refused(-32000, "gone", {"adgn_policy_gateway": False}),
    refusal("deny_abort", ToolCall("other")),
    refusal("deny_abort", ToolCall("other")).result(),
    ToolResult.of_text("policy_denied", is_error=True),
    ToolResult.of_text('{"code": -32950}', is_error=True),
    ToolResult.of_text('{"error": {"code": -32951, "message": "x"}}', is_error=True),
    ToolResult(data={"error": {"code": 1, "data": {STAMP: True}}}, is_error=True),
    ToolResult(data={"message": "policy_denied_continue"}, is_error=True),
    ToolResult(data={STAMP: 1}, is_error=True),
    ToolResult.of_text("policy_denied_continue: not today", is_error=True),
    ToolResult.from_json(refusal("deny_abort", ToolCall("other")).result().to_json()),
    ToolResult(is_error=True, meta={ERROR_META: {"code": -32950}}),
    ToolResult(is_error=True, meta={ERROR_META: "policy"}),
    ToolResult(meta={ERROR_META: {"code": "busy"}}),
]


@pytest.mark.parametrize("answer", PRETENCES, ids=range(len(PRETENCES)))
@pytest.mark.parametrize("way", ["allow", "approve"])
async def test_edge_30_a_server_that_imitates_the_policys_errors_is_detected(answer: Any, way: str) -> None:
    backend = Backend(answer)
    if way == "allow":
        gate = Gate(always("allow"))
        error = await refused(gate, request(), backend)
    else:
        gate, calling = await decided("approve", backend)
        error = calling.denied()
        assert [item.outcome for item in gate.approvals.history()] == ["error"]
    assert (error.code, error.message) == CODES["backend_misuse"]
    assert error.details[STAMP] is True
    assert "backend_code" in error.details
    if isinstance(answer, ToolError) and answer.code != -32000:
        assert error.details["backend_code"] == answer.code


@pytest.mark.parametrize(
    "answer",
    [
        ToolResult.of_text("policy_denied"),
        ToolResult.of_text("the policy_denied page", is_error=True),
        ToolResult.of_text("{not json", is_error=True),
        ToolResult.of_text("[" * 100_000, is_error=True),
        ToolResult.of_text('{"a":' * 100_000, is_error=True),
        ToolResult(({"type": "image"}, {"type": "text", "text": 5}), {"error": "policy"}, is_error=True),
        ToolResult.failed("not now", "busy", {"until": "noon"}),
        ToolResult(data={"code": True, "message": None, "error": [-32950], "data": "x"}, is_error=True),
    ],
    ids=range(8),
)
async def test_an_honest_result_passes_unchanged(answer: ToolResult) -> None:
    assert await Gate(always("allow")).call(request(), Backend(answer)) is answer


async def test_an_honest_error_passes_unchanged() -> None:
    error = ToolError.refused(-32602, "bad arguments", {"x": 1})
    with pytest.raises(ToolError) as caught:
        await Gate(always("allow")).call(request(), Backend(error))
    assert caught.value is error


@pytest.mark.parametrize(
    ("decision", "executions", "code", "outcome"),
    [
        ("approve", 1, None, "user_approve"),
        ("deny_continue", 0, -32951, "user_deny_continue"),
        ("deny_abort", 0, -32950, "user_deny_abort"),
    ],
)
async def test_edge_31_a_human_decides_how_often_a_call_is_made(
    decision: str, executions: int, code: int | None, outcome: str
) -> None:
    backend = Backend()
    gate, calling = await decided(decision, backend)
    assert len(backend.calls) == executions
    [item] = gate.approvals.history()
    assert (item.status, item.decision, item.call_id) == ("resolved", decision, "call_1")
    if code is None:
        assert calling.result is OK
        assert (item.outcome, item.reason) == ("completed", None)
    else:
        error = calling.denied()
        assert (error.code, error.details["decision"], error.details["reason"]) == (code, decision, "user_denied")
        assert item.outcome == "denied"
    assert outcomes(gate) == [("completed", outcome)]
    assert gate.audit.calls()[0].approval_id == item.id


async def test_edge_32_an_unknown_id_is_an_error_that_lists_what_is_pending() -> None:
    gate, calling = Gate(always("ask")), Calling()
    with pytest.raises(ApprovalError, match="no approval has the id 'pg:0'; pending: none") as caught:
        gate.approvals.decide("pg:0", "approve")
    assert caught.value.code == "unknown_approval"
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), Backend())
        [item] = await pending(gate)
        with pytest.raises(ApprovalError, match=f"pending: {item.id}"):
            gate.approvals.decide("pg:0", "approve")
        calling.scope.cancel()


async def test_edge_32_a_second_decision_is_an_error_and_the_first_counts() -> None:
    backend = Backend()
    gate, calling = await decided("deny_continue", backend)
    [item] = gate.approvals.history()
    with pytest.raises(ApprovalError, match="is over: deny_continue") as caught:
        gate.approvals.decide(item.id, "approve")
    assert (caught.value.code, caught.value.details["decision"]) == ("already_resolved", "deny_continue")
    assert calling.denied().code == -32951
    assert backend.calls == []


async def test_edge_32_of_two_humans_who_decide_at_once_the_first_counts() -> None:
    gate, calling, backend = Gate(always("ask")), Calling(), Backend()
    failures: list[ApprovalError] = []

    async def human(name: str, item_id: str) -> None:
        try:
            gate.approvals.decide(item_id, "approve", by=name)
        except ApprovalError as error:
            failures.append(error)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), backend)
        [item] = await pending(gate)
        tasks.start_soon(human, "ada", item.id)
        tasks.start_soon(human, "bob", item.id)
    assert [error.code for error in failures] == ["already_resolved"]
    assert len(backend.calls) == 1
    assert gate.approvals.get(item.id).decided_by == "ada"


async def test_edge_32_a_decision_after_the_caller_has_gone_makes_no_call() -> None:
    gate, calling, backend = Gate(always("ask")), Calling(), Backend()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), backend)
        [item] = await pending(gate)
        calling.scope.cancel()
        await until(lambda: calling.over)
        assert gate.approvals.pending() == []
        with pytest.raises(ApprovalError, match="is over: cancelled") as caught:
            gate.approvals.decide(item.id, "approve")
    assert caught.value.code == "already_resolved"
    assert gate.approvals.get(item.id).status == "cancelled"
    assert backend.calls == []
    assert outcomes(gate) == [("completed", "cancelled")]


async def test_edge_32_a_caller_that_times_out_leaves_nothing_pending() -> None:
    gate = Gate(always("ask"))
    with anyio.move_on_after(0.01):
        await gate.call(request(), Backend())
    assert gate.approvals.pending() == []


async def test_an_answer_that_meets_the_callers_end_makes_no_call() -> None:
    gate, calling, backend = Gate(always("ask")), Calling(), Backend()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), backend)
        [item] = await pending(gate)
        gate.approvals.decide(item.id, "approve")
        calling.scope.cancel()
    assert (calling.result, backend.calls) == (None, [])
    assert gate.approvals.get(item.id).outcome == "aborted"


async def test_without_an_answer_in_time_the_call_is_denied_and_the_turn_goes_on() -> None:
    gate, backend = Gate(always("ask"), ask_seconds=0.01), Backend()
    error = await refused(gate, request(), backend)
    assert (error.code, error.details["reason"]) == (-32951, "approval_timeout")
    [item] = gate.approvals.history()
    assert (item.decision, item.decided_by, item.outcome) == ("deny_continue", "timeout", "denied")
    assert outcomes(gate) == [("completed", "approval_timeout")]
    assert backend.calls == []


async def test_edge_33_two_asks_resolved_in_reverse_order_give_each_call_its_own_result() -> None:
    gate = Gate(always("ask"))
    callings = [Calling(), Calling()]
    backends = [Backend(ToolResult.of_text(str(number))) for number in range(2)]
    async with anyio.create_task_group() as tasks:
        for number, calling in enumerate(callings):
            tasks.start_soon(calling.run, gate, request(number=number), backends[number])
            await pending(gate, number + 1)
        first, second = gate.approvals.pending()
        gate.approvals.decide(second.id, "approve")
        await until(lambda: callings[1].over)
        assert not callings[0].over
        gate.approvals.decide(first.id, "approve")
    assert [calling.result for calling in callings] == [backend.answer for backend in backends]
    assert [backend.calls[0].arguments for backend in backends] == [{"number": 0}, {"number": 1}]


async def test_edge_34_arguments_that_the_caller_changes_meanwhile_do_not_run() -> None:
    gate, calling, backend = Gate(always("ask")), Calling(), Backend()
    arguments = {"cmd": ["ls"]}
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, ToolCall("runtime_exec", arguments), backend)
        [item] = await pending(gate)
        arguments["cmd"][0] = "rm"
        arguments["force"] = ["yes"]
        gate.approvals.decide(item.id, "approve")
    assert backend.calls[0].arguments == {"cmd": ["ls"]}
    assert item.args_json == '{"cmd": ["ls"]}'


async def test_a_backend_that_changes_its_arguments_does_not_change_the_item() -> None:
    class Changing(Backend):
        async def __call__(self, request: ToolCall) -> ToolResult:
            with pytest.raises(TypeError, match="cannot be changed; change a copy of them"):
                request.arguments.clear()
            with pytest.raises(TypeError, match="cannot be changed"):
                request.arguments["cmd"] += ["-l"]
            own = request.detached()
            own.arguments["cmd"].append("-l")
            return await super().__call__(request)

    gate, _ = await decided("approve", Changing())
    assert gate.approvals.history()[0].args == {"cmd": ["ls"]}


async def test_the_human_sees_the_very_object_that_is_executed() -> None:
    backend = Backend()
    gate, _ = await decided("approve", backend)
    [item] = gate.approvals.history()
    assert item.call is backend.calls[0]
    assert gate.audit.calls()[0].call is item.call


@pytest.mark.parametrize("executing", [False, True])
async def test_edge_35_what_was_pending_when_the_process_ended_is_cancelled_and_never_run(
    tmp_path: Path, executing: bool
) -> None:
    path = tmp_path / "chat.db"
    before = open_database(path)
    gate, calling = Gate(always("ask"), journal=SqlJournal(before)), Calling()

    class Hanging(Backend):
        async def __call__(self, request: ToolCall) -> ToolResult:
            self.calls.append(request)
            await anyio.sleep_forever()
            return OK

    backend = Hanging()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(call_id="c"), backend)
        [item] = await pending(gate)
        if executing:
            gate.approvals.decide(item.id, "approve")
            await until(lambda: bool(backend.calls))
        # The process is killed here: what is written is all that is left.
        image = tmp_path / "killed.db"
        before.read("SELECT 1")
        with before.transaction("copy"):
            for suffix in ("", "-wal"):
                source = path.with_name(path.name + suffix)
                image.with_name(image.name + suffix).write_bytes(source.read_bytes())
        calling.scope.cancel()
    before.close()

    database = open_database(image)
    again = Gate(always("ask"), journal=SqlJournal(database))
    [old] = again.approvals.history()
    assert again.approvals.pending() == []
    assert (old.id, old.call_id) == (item.id, "c")
    if executing:
        assert (old.status, old.outcome) == ("resolved", "aborted")
    else:
        assert (old.status, old.reason) == ("cancelled", "restart")
    with pytest.raises(ApprovalError, match="is over"):
        again.approvals.decide(item.id, "approve")
    assert outcomes(again) == [("completed", "aborted")]
    database.close()


@pytest.mark.parametrize(
    ("name", "server"),
    [
        ("chat_assistant_post", "chat_assistant"),
        ("loop_yield_turn", "loop"),
        ("resources_read", "resources"),
        ("resources_list_subscriptions", "resources"),
        ("ui_chat_read_since", "ui"),
        ("ui_send_message", "ui"),
        ("ui_end_turn", "ui"),
        ("compositor_meta_anything", "compositor_meta"),
    ],
)
async def test_edge_36_the_default_policy_lets_an_agent_answer_end_its_turn_and_read(name: str, server: str) -> None:
    gate, backend = Gate(), Backend()
    with anyio.fail_after(240):
        await gate.call(ToolCall(name, {}, server), backend)
    assert (len(backend.calls), gate.approvals.history()) == (1, [])


@pytest.mark.parametrize(
    ("name", "server"),
    [("runtime_exec", "runtime"), ("resources_x_wipe", "resources_x"), ("loop_yield_turn", "loop_yield")],
)
async def test_edge_36_the_default_policy_asks_about_everything_else(name: str, server: str) -> None:
    gate, calling = Gate(), Calling()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, ToolCall(name, {}, server), Backend())
        [item] = await pending(gate)
        assert item.rationale == "default: ask"
        calling.scope.cancel()


async def test_a_replaced_policy_decides_about_the_next_call_and_listeners_are_notified() -> None:
    gate = Gate(always("allow"))
    told: list[object] = []
    gate.on_policy(told.append)
    gate.policy = always("deny_continue")
    assert (await refused(gate, request(), Backend())).code == -32951
    assert told == [gate.policy]


async def test_a_call_is_evaluated_without_being_made() -> None:
    gate = Gate(always("ask", "because"))
    verdict = await gate.evaluate(request())
    assert (verdict.decision, verdict.rationale) == ("ask", "because")
    assert gate.approvals.history() == gate.audit.calls() == []


async def test_a_backend_that_breaks_is_audited_and_its_error_passes() -> None:
    gate = Gate(always("allow"))
    with pytest.raises(RuntimeError, match="broken"):
        await gate.call(request(), Backend(RuntimeError("broken")))
    [record] = gate.audit.calls()
    assert (record.state, record.is_error, record.text) == ("completed", True, "RuntimeError: broken")


async def test_listeners_get_every_step_even_if_one_of_them_fails() -> None:
    gate, calling, backend = Gate(always("ask")), Calling(), Backend()
    items: list[tuple[str, str | None]] = []
    states: list[str] = []
    stops = [
        gate.approvals.listen(lambda _: 1 // 0),
        gate.approvals.listen(lambda item: items.append((item.status, item.outcome))),
        gate.audit.listen(lambda _: 1 // 0),
        gate.audit.listen(lambda record: states.append(record.state)),
    ]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), backend)
        [item] = await pending(gate)
        gate.approvals.decide(item.id, "approve")
    assert items == [("pending", None), ("resolved", None), ("resolved", "completed")]
    assert states == ["pending", "executing", "completed"]
    for stop in stops:
        stop()
        stop()


@pytest.mark.parametrize("mode", ["always", "detached", "never"])
@pytest.mark.parametrize("decision", ["approve", "deny_continue"])
async def test_the_model_gets_a_summary_of_each_decision(mode: Any, decision: str) -> None:
    gate, _ = await decided(decision, Backend(), summaries=mode)
    [item] = gate.approvals.history()
    approved = decision == "approve"
    expected = {
        "id": item.id,
        "call_id": "call_1",
        "name": "runtime_exec",
        "decision": decision,
        "outcome": "completed" if approved else "denied",
        "summary": "done" if approved else "user_denied",
    }
    assert gate.summaries.peek() == gate.summaries.poll() == ([expected] if mode == "always" else [])
    assert gate.summaries.poll() == []


async def test_a_summary_is_made_of_a_call_whose_caller_went_away() -> None:
    class Hanging(Backend):
        async def __call__(self, request: ToolCall) -> ToolResult:
            self.calls.append(request)
            await anyio.sleep_forever()
            return OK

    gate, calling, backend = Gate(always("ask"), summaries="detached"), Calling(), Hanging()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), backend)
        [item] = await pending(gate)
        gate.approvals.decide(item.id, "approve")
        await until(lambda: bool(backend.calls))
        calling.scope.cancel()
    [summary] = gate.summaries.poll()
    assert (summary["outcome"], summary["summary"]) == ("error", "the caller is gone")
    assert gate.approvals.get(item.id).outcome == "aborted"


async def test_a_summary_is_at_most_500_characters() -> None:
    gate, _ = await decided("approve", Backend(ToolResult.of_text("x" * 5000)))
    [summary] = gate.summaries.poll()
    assert len(summary["summary"]) == 500
    assert summary["summary"].endswith("…")


async def test_a_result_without_text_is_summarised_by_its_structure() -> None:
    gate, _ = await decided("approve", Backend(ToolResult(data={"exit": 0})))
    assert gate.summaries.poll()[0]["summary"] == '{"exit": 0}'


async def test_a_reason_reaches_the_caller() -> None:
    gate, calling = Gate(always("ask")), Calling()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), Backend())
        [item] = await pending(gate)
        gate.approvals.decide(item.id, "deny_abort", reason="too dangerous", by="ada")
    assert isinstance(calling.error, PolicyError)
    assert calling.error.details["reason"] == "too dangerous"


async def test_an_invalid_answer_is_refused_and_the_item_keeps_waiting() -> None:
    gate, calling = Gate(always("ask")), Calling()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(calling.run, gate, request(), Backend())
        [item] = await pending(gate)
        with pytest.raises(ApprovalError, match="one of approve, deny_continue, deny_abort; got 'yes'") as caught:
            gate.approvals.decide(item.id, "yes")
        assert caught.value.code == "invalid_decision"
        assert gate.approvals.pending() == [item]
        calling.scope.cancel()
