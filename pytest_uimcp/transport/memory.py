"""The in-memory transport: a client and a server in one process, connected by streams.

`mcp.Client(server)` is enough for the tests of most servers. This transport also serves any client handler, and
clients of 2026-07-28 over a stream, as on stdio.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage

from pytest_uimcp.transport.client_handler import Servable, client_handler


@asynccontextmanager
async def in_memory(
    server: Servable, *, grace: float = 2.0
) -> AsyncIterator[tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]]:
    """Serve one client while the context is open: `Client(in_memory(server))`.

    When the context closes, the client disconnects. The server then has `grace` seconds before it is cancelled.
    """
    serve = client_handler(server)
    served = anyio.Event()
    async with create_client_server_memory_streams() as (client, (incoming, outgoing)):

        async def run() -> None:
            try:
                await serve(incoming, outgoing)
            finally:
                served.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            try:
                yield client
            finally:
                # The end of the client's stream is how a server learns that it has disconnected.
                await client[1].aclose()
                with anyio.move_on_after(grace, shield=True):
                    await served.wait()
                tasks.cancel_scope.cancel()
