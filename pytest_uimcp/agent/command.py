"""`ui-mcp agent`: an agent that people talk to on a page, or once in a terminal."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.error_groups import only_error
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.core.secrets import log_to_stderr
from pytest_uimcp.transport.users import add_allow_users

if TYPE_CHECKING:
    from pytest_uimcp.agent.config import AgentConfig
    from pytest_uimcp.agent.running import RunningAgent

CONFIG: Final = Path("agent.yaml")
EPILOG: Final = """\
agent.yaml names the model, the servers whose tools it may use, and the policy:

    model: {openai: gpt-5.1}         or {anthropic: …}, or {scripted: turns.yaml} to try it without a key
    policy: policy.yaml
    mounts:
      app: {ui-mcp: .claude/ui}
      files: {command: files-mcp, args: [--root, .]}

The key is that of OPENAI_API_KEY or ANTHROPIC_API_KEY. docs/running-an-agent.md has everything.
"""


def main(arguments: Sequence[str]) -> int:
    """Run until a signal, or once; returns 0, or 1 if the start or the run fails."""
    options = _parser().parse_args(list(arguments))
    log_to_stderr(
        logging.DEBUG if options.verbose else logging.WARNING, "%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        return asyncio.run(_run(options))
    except ExceptionGroup as group:
        error = only_error(group)
        sys.stderr.write(f"ui-mcp agent: {printable_lines(str(error))}\n")
        return 1
    except (UimcpError, ValueError) as error:
        sys.stderr.write(f"ui-mcp agent: {printable_lines(str(error))}\n")
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp agent",
        description="Run an agent: its chat with a page on 127.0.0.1, the servers it may use behind a policy, and its "
        "model. It goes on where it was.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--config", type=Path, default=CONFIG, metavar="FILE", help=f"the configuration (default: {CONFIG})"
    )
    parser.add_argument("--once", metavar="TEXT", help="say this, print what the agent says, and exit")
    parser.add_argument("--port", type=int, help="the port of the page (default: that of the file, or the last one)")
    add_allow_users(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="log more to standard error")
    return parser


async def _run(options: argparse.Namespace) -> int:
    from pytest_uimcp.agent.agent import AgentOptions
    from pytest_uimcp.agent.compaction import Compaction
    from pytest_uimcp.agent.config import load_agent_config, policy_of
    from pytest_uimcp.agent.opening import mount_spec, open_model
    from pytest_uimcp.agent.running import run_agent
    from pytest_uimcp.agent.terminal import run_once
    from pytest_uimcp.transport.signals import stop_signals

    config = load_agent_config(options.config)
    folder = options.config.absolute().parent
    compaction = Compaction(config.compaction.max_characters, config.compaction.kept_characters)
    model = open_model(config.model, folder)
    # Not a cancellation: pages are told that the server stops, and ports close in order.
    stopped = asyncio.Event()
    try:
        async with run_agent(
            model,
            data=folder / config.data,
            mounts={prefix: mount_spec(mount, folder) for prefix, mount in config.mounts.items()},
            policy=policy_of(config, folder),
            instructions=config.instructions,
            options=AgentOptions(reminders=config.reminders, max_rounds=config.max_rounds, compaction=compaction),
            conversation=config.conversation,
            page=options.once is None,
            port=config.port if options.port is None else options.port,
            approvals_port=config.approvals_port,
            users=options.allow_users,
        ) as running:
            for prefix, error in running.failed_mounts.items():
                sys.stderr.write(f"ui-mcp agent: {prefix} is not mounted: {_reason(only_error(error))}\n")
            if options.once is not None:
                return await run_once(running, options.once)
            with stop_signals(stopped.set):
                sys.stdout.write(_description(running, config, folder))
                sys.stdout.flush()
                await stopped.wait()
            return 0
    finally:
        if closing := getattr(model, "aclose", None):
            await closing()


def _description(running: RunningAgent, config: AgentConfig, folder: Path) -> str:
    model = config.model
    service = f" at {model.base_url}" if model.base_url else ""
    tokens = os.path.relpath(folder / config.data / "tokens.json")
    mounts = ", ".join(prefix for prefix in config.mounts if prefix not in running.failed_mounts) or "none"
    return (
        f"page       {running.page_address()}  (opens once)\n"
        f"approvals  {running.approvals_url}  (for `ui-mcp chat --approvals`)\n"
        f"tokens     {tokens}  (human, assistant)\n"
        f"model      {model.kind}: {model.target}{service}\n"
        f"mounts     {mounts}\n"
    )


def _reason(error: BaseException) -> str:
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return printable_lines(f"there is no {error.filename!r}; give its path, or install it")
    return printable_lines(f"{type(error).__name__}: {error}")
