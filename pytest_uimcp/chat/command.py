"""`ui-mcp chat`: a conversation over HTTP with a page for people, or one side of it over standard input and output."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_uimcp.chat.principals import ROLES
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.core.secrets import log_to_stderr
from pytest_uimcp.storage.database import is_postgres
from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.token_files import read_private
from pytest_uimcp.transport.users import add_allow_users

if TYPE_CHECKING:
    from pytest_uimcp.chat.web import ChatSite
    from pytest_uimcp.chat.web.remote import RemoteApprovals


EPILOG: Final = """\
The token of each principal stands in a file of mode 0600 beside the database, which is made at the first start.
A human connects an MCP client with the token of `human`, an agent with that of `assistant`.
"""


def main(arguments: Sequence[str]) -> int:
    """Serve until a signal, or over stdio until the input ends; returns 0, or 1 if that fails."""
    parser = _parser()
    options = parser.parse_args(list(arguments))
    if options.allow_users and options.stdio:
        parser.error("--allow-users is for the port, and --stdio opens none")
    log_to_stderr(
        logging.DEBUG if options.verbose else logging.WARNING, "%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        _serve_side(options) if options.stdio else asyncio.run(_serve(options))
    except (UimcpError, ValueError) as error:
        sys.stderr.write(f"ui-mcp chat: {printable_lines(str(error))}\n")
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp chat",
        description="Serve a conversation on 127.0.0.1: MCP at /mcp and /sse, and a page for people.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--db", required=True, metavar="FILE|postgresql://…", help="the database with the messages, or :memory:"
    )
    parser.add_argument(
        "--conversation", default="default", metavar="NAME", help="the conversation in the database (default: default)"
    )
    parser.add_argument(
        "--port", type=int, default=0, help="the port (default: that of the last time, the first time any free one)"
    )
    parser.add_argument("--stdio", choices=ROLES, help="serve only this side, over standard input and output")
    parser.add_argument("--tokens", type=Path, metavar="FILE", help="the file with the tokens")
    parser.add_argument(
        "--principal",
        action="append",
        default=[],
        metavar="NAME",
        help="a further principal that gets a token, such as human:ada",
    )
    parser.add_argument(
        "--approvals",
        metavar="URL",
        help="the MCP server of an agent's approvals (approvals://pending, decide_call), to answer them on the page",
    )
    parser.add_argument(
        "--approvals-token", type=Path, metavar="FILE", help="the file with the human's token for that server"
    )
    add_allow_users(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="log more to standard error")
    return parser


async def _serve(options: argparse.Namespace) -> None:
    from pytest_uimcp.chat.conversation import Conversation
    from pytest_uimcp.chat.opening import open_store
    from pytest_uimcp.chat.web import ChatSite, token_file
    from pytest_uimcp.transport.signals import stop_signals

    # Not a cancellation: pages are told that the server stops, and ports close in order.
    stopped = asyncio.Event()
    tokens_at = options.tokens or _tokens_beside(options.db)
    store = open_store(options.db, options.conversation)
    try:
        # Before the port opens: a file that others may read keeps the server from starting.
        tokens = token_file(tokens_at, dict.fromkeys((*ROLES, *options.principal)))
        async with _approvals(options) as approvals:
            with stop_signals(stopped.set):
                site = ChatSite(
                    Conversation(store),
                    tokens,
                    port=options.port,
                    approvals=approvals,
                    users=options.allow_users,
                    sessions=_sessions_beside(options.db, tokens_at),
                )
                try:
                    await site.start()
                    sys.stdout.write(_description(site, tokens_at, tokens))
                    sys.stdout.flush()
                    await stopped.wait()
                finally:
                    await site.close()
    finally:
        store.close()


@asynccontextmanager
async def _approvals(options: argparse.Namespace) -> AsyncIterator[RemoteApprovals | None]:
    if options.approvals is None:
        yield None
        return
    from pytest_uimcp.chat.web.remote import RemoteApprovals, over_http

    approvals = RemoteApprovals(over_http(options.approvals, _token(options.approvals_token)))
    following = asyncio.create_task(approvals.run())
    try:
        yield approvals
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


def _token(path: Path | None) -> str:
    if path is None:
        return ""
    token = read_private(path, otherwise="")
    if token is None:
        raise TokenFileError(f"the token in {path} cannot be read: there is no such file")
    return token.strip()


def _serve_side(options: argparse.Namespace) -> None:
    from pytest_uimcp.transport.claim import claim_stdout

    # From here on only the protocol may reach standard output, whatever prints.
    with claim_stdout(restore=False) as claim:
        import anyio

        from pytest_uimcp.chat.conversation import Conversation
        from pytest_uimcp.chat.facade import Facade
        from pytest_uimcp.chat.opening import open_store
        from pytest_uimcp.transport.stdio import serve_stdio

        async def run() -> None:
            facade = Facade(Conversation(store), options.stdio)
            try:
                await serve_stdio(facade.mcp.sdk, claim)
            finally:
                facade.close()

        store = open_store(options.db, options.conversation)
        try:
            anyio.run(run)
        finally:
            store.close()


def _tokens_beside(database: str) -> Path:
    # What is no file has no folder of its own.
    if database == ":memory:" or is_postgres(database):
        return Path("ui-mcp-chat.tokens.json")
    return Path(f"{database}.tokens.json")


def _sessions_beside(database: str, tokens_at: Path) -> Path | None:
    if database == ":memory:":
        return None  # they end with the conversation
    if is_postgres(database):
        return tokens_at.with_name("ui-mcp-chat.sessions")
    return Path(f"{database}.sessions")


def _description(site: ChatSite, tokens_at: Path, tokens: dict[str, str]) -> str:
    return (
        f"page    {site.page_address()}  (opens once)\n"
        f"MCP     {site.url}/mcp, and SSE at {site.url}/sse\n"
        f"tokens  {tokens_at.resolve()}  ({', '.join(tokens)})\n"
    )
