from __future__ import annotations

import anyio
import pytest
from mcp_types import ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from pytest_uimcp.transport.inflight import InFlight
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.anyio


def request(id_: int | str, method: str = "tools/call") -> JSONRPCRequest:
    return JSONRPCRequest(jsonrpc="2.0", id=id_, method=method)


def cancelled(id_: object) -> JSONRPCNotification:
    return JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": id_})


async def is_settled(in_flight: InFlight) -> bool:
    with anyio.move_on_after(0.01):
        await in_flight.settled()
        return True
    return False


async def test_a_request_is_in_flight_until_it_is_answered() -> None:
    in_flight = InFlight()
    assert await is_settled(in_flight)
    in_flight.received(request(1))
    in_flight.received(request("1"))
    assert not await is_settled(in_flight)
    in_flight.sent(JSONRPCResponse(jsonrpc="2.0", id=1, result={}))
    in_flight.sent(JSONRPCResponse(jsonrpc="2.0", id=2, result={}))
    assert not await is_settled(in_flight)
    in_flight.sent(JSONRPCError(jsonrpc="2.0", id="1", error=ErrorData(code=1, message="no")))
    assert await is_settled(in_flight)


async def test_the_last_answer_ends_the_wait() -> None:
    in_flight = InFlight()
    in_flight.received(request(1))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(in_flight.settled)
        await anyio.lowlevel.checkpoint()
        with anyio.fail_after(PATIENCE):
            in_flight.sent(JSONRPCResponse(jsonrpc="2.0", id=1, result={}))


async def test_a_listen_stream_is_not_in_flight() -> None:
    in_flight = InFlight()
    in_flight.received(request("listen-1", "subscriptions/listen"))
    assert await is_settled(in_flight)


@pytest.mark.parametrize("other", [None, [1], {"id": 1}, 2])
async def test_only_the_cancelled_request_is_dropped(other: object) -> None:
    in_flight = InFlight()
    in_flight.received(request(1))
    in_flight.received(cancelled(other))
    assert not await is_settled(in_flight)
    in_flight.received(cancelled(1))
    assert await is_settled(in_flight)


async def test_notifications_and_answers_of_the_client_are_not_in_flight() -> None:
    in_flight = InFlight()
    in_flight.received(JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized"))
    in_flight.received(JSONRPCResponse(jsonrpc="2.0", id=1, result={}))
    assert await is_settled(in_flight)
