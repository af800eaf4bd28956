"""Listens at the publisher of another server, by asking it again and again."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from pytest_uimcp.server.publisher.topics import MAX_BODY_BYTES, Deliver, NotAllowed, check_body

if TYPE_CHECKING:
    from aiohttp import ClientSession


log = logging.getLogger(__name__)

# Seconds before the next poll when one has failed.
BREAK: Final = 0.5
MAX_POLL_SECONDS: Final = 75.0


def new_client() -> ClientSession:
    from aiohttp import ClientSession, ClientTimeout, TCPConnector, hdrs

    # Each poll occupies a connection for a minute, so their number must not be limited.
    # Nothing is unpacked: a small answer could become a huge one.
    return ClientSession(
        auto_decompress=False,
        headers={hdrs.ACCEPT_ENCODING: "identity"},
        connector=TCPConnector(limit=0),
        timeout=ClientTimeout(total=MAX_POLL_SECONDS, sock_connect=5),
        trust_env=False,
    )


async def poll(
    http: ClientSession,
    url: str,
    deliver: Deliver,
    icon: str | None,
    refused: Callable[[], Awaitable[bool]],
    is_strangers: Callable[[], bool],
) -> None:
    """Hand what `url` answers to `deliver` until nobody takes it, or `refused` says that polling is over.

    As long as `is_strangers` says that the publisher is another user's, it is not asked.
    """
    from aiohttp import ClientConnectorError, ClientError

    name = secrets.token_hex(8)
    while True:
        await _end_of(is_strangers)
        start = time.monotonic()
        query = {"client": name} | ({"favicon": icon} if icon else {})
        try:
            async with http.get(url, params=query, allow_redirects=False) as response:
                icon = None
                if response.status == 200:
                    body = await response.content.read(MAX_BODY_BYTES + 1)
                    while len(body) <= MAX_BODY_BYTES and (chunk := await response.content.read(MAX_BODY_BYTES)):
                        body += chunk
                    if not _hand_over(body, deliver):
                        return
                    continue
                if response.status == 204 and time.monotonic() - start > BREAK:
                    continue
                # What answers sooner is about to end, or no publisher at all: it must not keep us busy.
                log.log(logging.DEBUG if response.status == 204 else logging.WARNING, "%s: %s", url, response.status)
        except NotAllowed as error:
            log.warning("%s: %s; the message is dropped", url, error)
        except ClientConnectorError:
            if await refused():
                return
        except (ClientError, TimeoutError):
            pass  # the other server ends; the next poll finds out whether it has ended
        await asyncio.sleep(BREAK)


async def _end_of(condition: Callable[[], bool]) -> None:
    while condition():
        await asyncio.sleep(BREAK)


def _hand_over(body: bytes, deliver: Deliver) -> bool:
    if len(body) > MAX_BODY_BYTES:
        raise NotAllowed(f"a published message has at most {MAX_BODY_BYTES} bytes")
    checked = check_body(body)
    try:
        return deliver(checked)
    except Exception:
        log.exception("a published message could not be handed over")
        return True
