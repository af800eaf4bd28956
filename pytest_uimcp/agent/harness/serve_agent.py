"""`ui-mcp serve-agent`: the two URLs of a test without a test, for an agent whose environment cannot have ours."""

from __future__ import annotations

import argparse
import asyncio
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from pytest_uimcp.agent.harness.agent import AgentHarness
from pytest_uimcp.agent.harness.human import HumanHarness
from pytest_uimcp.chat.harness.chat import ChatHarness
from pytest_uimcp.compositor.harness.compositor import CompositorHarness
from pytest_uimcp.compositor.policy import ApprovalItem
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.signals import stop_signals

EPILOG: Final = """\
SCRIPT has the model's turns, as uimcp_agent.plays(FILE) takes them. Without a command, the agent is started by
somebody else, with the URLs that are printed; ctrl-C ends it. With one, the command is run with the URLs in
OPENAI_BASE_URL, ANTHROPIC_BASE_URL, UIMCP_MODEL_URL and UIMCP_MCP_URL. Either way the conversation is printed at the
end; the exit code is 1 if turns were left, or something failed.

  ui-mcp serve-agent script.yaml --mount notes="python notes.py" -- other-env/bin/python agent.py
"""
_DAY: Final = 24 * 60 * 60.0
_NOBODY: Final = "nobody is here to decide; allow it in the policy, or start with --answer approve"


def main(arguments: Sequence[str]) -> int:
    """Serve until the command ends, or a signal comes; returns 0, or 1 if something failed."""
    words = list(arguments)
    command: list[str] = []
    if "--" in words:
        position = words.index("--")
        command = words[position + 1 :]
        words = words[:position]
    options = _parser().parse_args(words)
    try:
        return _serve(options, command)
    except (UimcpError, OSError) as error:
        sys.stderr.write(f"ui-mcp serve-agent: {printable_lines(str(error))}\n")
        return 1
    except KeyboardInterrupt:
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp serve-agent",
        usage="ui-mcp serve-agent SCRIPT [--policy FILE] [--human FILE] [--mount PREFIX=TARGET …] [-- COMMAND …]",
        description="Serve a scripted model and mounted MCP servers behind a policy, on 127.0.0.1, to any agent.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("script", type=Path, metavar="SCRIPT", help="the turns of the model, YAML or JSON")
    parser.add_argument("--policy", type=Path, metavar="FILE", help="the policy (default: everything is allowed)")
    parser.add_argument(
        "--mount",
        action="append",
        default=[],
        type=_mount,
        metavar="PREFIX=TARGET",
        help="an MCP server: the URL of one, or a command",
    )
    parser.add_argument(
        "--answer", choices=("approve", "deny"), default="deny", help="how questions of the policy are answered"
    )
    parser.add_argument(
        "--human",
        type=Path,
        metavar="FILE",
        help="the rules of a simulated human, as uimcp_human.plays(FILE) takes them; --answer is for other questions",
    )
    return parser


def _mount(text: str) -> tuple[str, str | list[str]]:
    prefix, _, target = text.partition("=")
    if not prefix or not target:
        raise argparse.ArgumentTypeError(f"expected PREFIX=URL or PREFIX=COMMAND, got {text!r}")
    if target.startswith(("http://", "https://")):
        return prefix, target
    return prefix, shlex.split(target)


def _serve(options: argparse.Namespace, command: Sequence[str]) -> int:
    with _system() as (compositor, agent, human):
        agent.folders = (Path.cwd(),)
        agent.plays(options.script.absolute())
        for prefix, target in options.mount:
            compositor.mount(prefix, target)
        if options.policy is None:
            compositor.policy({"*": "allow"}, check=False)
        else:
            compositor.policy(options.policy.absolute())
        if options.human is not None:
            human.plays(options.human.absolute())
        _answer_questions(compositor, options.answer)
        sys.stdout.write(f"UIMCP_MODEL_URL={agent.model_url}\nUIMCP_MCP_URL={compositor.url}\n")
        sys.stdout.flush()
        try:
            _run(agent, command)
            agent.settle()
            agent.check_finished()
        finally:
            sys.stdout.write("".join(f"{printable_lines(line)}\n" for line in agent.conversation.lines))
            sys.stdout.flush()
    return 0


def _run(agent: AgentHarness, command: Sequence[str]) -> None:
    if command:
        program = agent.runs(command, seconds=_DAY)
        # What follows begins a line of its own.
        sys.stdout.write(f"{program.output.rstrip()}\n")
        return
    asyncio.run(_until_a_signal())


async def _until_a_signal() -> None:
    stopped = asyncio.Event()
    with stop_signals(stopped.set):
        await stopped.wait()


def _answer_questions(compositor: CompositorHarness, answer: str) -> None:
    approvals = compositor.core.approvals

    def decide(item: ApprovalItem) -> None:
        if not compositor.needs_human(item):
            return
        if answer == "approve":
            approvals.decide(item.id, "approve")
        else:
            approvals.decide(item.id, "deny_continue", reason=_NOBODY)

    approvals.listen(decide)


@contextmanager
def _system() -> Iterator[tuple[CompositorHarness, AgentHarness, HumanHarness]]:
    with ExitStack() as stack:
        loop = LoopThread()
        stack.callback(loop.close)
        compositor = CompositorHarness(loop)
        stack.callback(compositor.close)
        chat = ChatHarness(loop)
        stack.callback(chat.close)
        agent = AgentHarness(loop, compositor, chat)
        stack.callback(agent.close)
        human = HumanHarness(loop, chat, compositor, agent, None)
        stack.callback(human.close)
        yield compositor, agent, human
