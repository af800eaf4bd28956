"""MCP over standard input and output: one JSON-RPC message per line.

If the first requests had their answers before the server was there (`mcp/front.py`), the server gets them too, so that
it is in the state that the client expects; what it answers is dropped.

Unlike the SDK's stdio transport, this one answers messages that it cannot serve, limits the length of a line, stops
on a signal and when the client closes either pipe, and lets requests in progress finish when the input ends.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from enum import StrEnum
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId

from pytest_uimcp.transport.batches import Batches
from pytest_uimcp.transport.claim import StdioClaim, claim_stdout
from pytest_uimcp.transport.client_handler import ClientHandler, Servable, client_handler, dialect_of
from pytest_uimcp.transport.descriptors import open_reader, open_writer
from pytest_uimcp.transport.inflight import InFlight
from pytest_uimcp.transport.jsonrpc import JsonRpcDialect, Refusal, decode, decode_batch, encode, refuse_overlong
from pytest_uimcp.transport.lines import DEFAULT_MAX_LINE, LineBuffer, OverlongLine
from pytest_uimcp.transport.signals import stop_signals

log = logging.getLogger(__name__)

_LAST_WORDS = 0.3  # seconds for the client to read what was written at the end


class Ending(StrEnum):
    """Why a stdio server stopped; none of these is an error."""

    INPUT_ENDED = "the client closed our input"
    OUTPUT_CLOSED = "the client closed our output"
    SIGNALLED = "a signal asked us to stop"
    SERVED = "the server was done"


async def serve_stdio(
    server: Servable,
    claim: StdioClaim | None = None,
    *,
    max_line: int = DEFAULT_MAX_LINE,
    drain: float = 2.0,
    signals: bool = True,
    input_ended: Callable[[], Coroutine[Any, Any, None]] | None = None,
    opened: Callable[[], Coroutine[Any, Any, None]] | None = None,
    stopped: Callable[[], Coroutine[Any, Any, None]] | None = None,
) -> Ending:
    """Serve one client over stdio until it disconnects.

    Claims the streams of the process unless it is given a `claim` made earlier. When the input ends, requests in
    progress get `drain` seconds to finish, while `input_ended` runs; for a server that serves while it is still being
    opened, these seconds begin after `opened`. With `signals`, SIGINT and SIGTERM stop the
    server as well. If it is stopped, requests in progress are cancelled, while `stopped` runs to end those that cannot
    be.
    """
    with ExitStack() as stack:
        claim = claim or stack.enter_context(claim_stdout())
        connection = _Connection(
            client_handler(server),
            claim,
            max_line,
            drain,
            input_ended or _nothing,
            opened or _nothing,
            stopped or _nothing,
            dialect_of(server),
        )
        stack.callback(connection.close)
        if signals:
            stack.enter_context(stop_signals(lambda: connection.stop(Ending.SIGNALLED)))
        await connection.run()
        return connection.ending


class _Connection:
    def __init__(
        self,
        serve: ClientHandler,
        claim: StdioClaim,
        max_line: int,
        drain: float,
        input_ended: Callable[[], Coroutine[Any, Any, None]],
        opened: Callable[[], Coroutine[Any, Any, None]],
        stopped: Callable[[], Coroutine[Any, Any, None]],
        dialect: JsonRpcDialect,
    ) -> None:
        self.ending = Ending.SERVED
        self._dialect = dialect
        self._batches = Batches(dialect)
        self._input_ended = input_ended
        self._opened = opened
        self._stopped = stopped
        self._serve = serve
        self._drain = drain
        self._lines = LineBuffer(max_line)
        self._reader = open_reader(claim.stdin)
        self._writer = open_writer(claim.stdout)
        # Answers, refusals and batches are written by different tasks, and lines must not mix.
        self._turn = anyio.Lock()
        self._opening = claim.opening
        self._answered: set[RequestId] = set()
        self._in_flight = InFlight()
        self._serving = anyio.CancelScope()
        self._said = anyio.Event()
        self._stopping = anyio.Event()

    def stop(self, why: Ending) -> None:
        """Stop serving now. The first reason given is the one reported."""
        if self.ending is Ending.SERVED:
            self.ending = why
        self._serving.cancel()
        self._stopping.set()

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    async def run(self) -> None:
        into, inbox = anyio.create_memory_object_stream[SessionMessage | Exception]()
        outbox, out_of = anyio.create_memory_object_stream[SessionMessage]()
        failure: Exception | None = None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._listen, into)
            tasks.start_soon(self._speak, out_of)
            tasks.start_soon(self._watch_output)
            tasks.start_soon(self._end_the_rest)
            with self._serving:
                try:
                    await self._serve(inbox, outbox)
                except Exception as error:  # noqa: BLE001  raised below, outside the task group
                    failure = error
            inbox.close()
            outbox.close()
            with anyio.move_on_after(_LAST_WORDS):
                await self._said.wait()
            tasks.cancel_scope.cancel()
        # Out here, so that the caller gets the error itself and not a group of one.
        if failure is not None:
            raise failure

    async def _listen(self, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        async with into:
            try:
                await self._open(into)
                for line in self._lines.feed(self._opening.unread):
                    await self._take(line, into)
                while chunk := await self._reader.read():
                    for line in self._lines.feed(chunk):
                        await self._take(line, into)
                for line in self._lines.finish():
                    await self._take(line, into)
            except anyio.BrokenResourceError:
                return  # the server has stopped reading
            except OSError as error:
                log.debug("the input broke: %s", error)
            # A client may send its requests and close its output at once, before the server is open to answer them.
            await self._open_or_settled()
            with anyio.move_on_after(self._drain):
                async with anyio.create_task_group() as meanwhile:
                    meanwhile.start_soon(self._input_ended)
                    await self._in_flight.settled()
                    meanwhile.cancel_scope.cancel()
            if self.ending is Ending.SERVED:
                self.ending = Ending.INPUT_ENDED

    async def _open(self, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        """Bring the server into the state in which it would be if it had answered the first requests itself."""
        await self._send_bytes(self._opening.unsent)
        for line in self._lines.feed(self._opening.answered):
            assert isinstance(line, bytes)  # one that is too long has no answer yet
            message = decode(line, self._dialect)
            if isinstance(message, JSONRPCRequest):
                self._answered.add(message.id)
            self._in_flight.received(message)
            await into.send(SessionMessage(message))
        # Before anything else is served: a later request may have the id of one of these.
        await self._in_flight.settled()

    async def _open_or_settled(self) -> None:
        async with anyio.create_task_group() as either:

            async def first(wait: Callable[[], Coroutine[Any, Any, None]]) -> None:
                await wait()
                either.cancel_scope.cancel()

            either.start_soon(first, self._opened)
            either.start_soon(first, self._in_flight.settled)

    async def _take(self, line: bytes | OverlongLine, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        try:
            if isinstance(line, OverlongLine):
                raise refuse_overlong(line, self._lines.limit)
            batch = decode_batch(line, self._dialect) if self._dialect is JsonRpcDialect.FIRST else None
            messages = [decode(line, self._dialect)] if batch is None else []
        except Refusal as refusal:
            await self._write(encode(refusal.reply_in(self._dialect)))
            return
        if batch is not None:
            messages, answer = self._batches.begin(batch)
            await self._write(answer)
        for message in messages:
            self._in_flight.received(message)
            await self._write(self._batches.received(message))
            await into.send(SessionMessage(message))

    async def _speak(self, out_of: MemoryObjectReceiveStream[SessionMessage]) -> None:
        try:
            async with out_of:
                async for item in out_of:
                    if not self._has_been_answered(item.message):
                        await self._write(self._batches.sent(item.message))
                    self._in_flight.sent(item.message)
        finally:
            self._said.set()

    def _has_been_answered(self, message: JSONRPCMessage) -> bool:
        if not isinstance(message, JSONRPCResponse | JSONRPCError) or message.id not in self._answered:
            return False
        # Once: the id is free again.
        self._answered.discard(message.id)
        return True

    async def _write(self, line: bytes) -> None:
        if line:
            await self._send_bytes(line + b"\n")

    async def _send_bytes(self, data: bytes) -> None:
        async with self._turn:
            try:
                await self._writer.write(data)
            except OSError as error:
                log.debug("the output broke: %s", error)
                self.stop(Ending.OUTPUT_CLOSED)

    async def _end_the_rest(self) -> None:
        await self._stopping.wait()
        await self._stopped()

    async def _watch_output(self) -> None:
        await self._writer.reader_gone()
        self.stop(Ending.OUTPUT_CLOSED)


async def _nothing() -> None:
    """The default of `input_ended`, `opened` and `stopped`."""
