"""A tool call through the compositor and its gate: beside a direct call, and beside fastmcp's mount.

fastmcp runs in an environment of its own, in turn with ours. Alone: `python -m tests.benchmarks.compositor`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from mcp import Client

from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.policy import Rule, RulePolicy
from tests.benchmarks.measure import Result, in_turn
from tests.benchmarks.openapi import FASTMCP, call, python
from tests.mcp.counting import Counter

THEIRS = Path(__file__).parent / "beside_fastmcp" / "mounted.py"
ROUNDS = 3
CALLS = 1000
# A table as people write them: the call is decided by the last of several rules.
RULES = (
    Rule("files_*", "ask"),
    Rule("count_reset", "ask"),
    Rule("count_add", "deny_continue", when={"numbers": {"not_in": [[1]]}}),
    Rule("count_*", "allow"),
)


async def ours() -> dict[str, float]:
    """Milliseconds of a call through the compositor, and of one that is made directly."""
    async with Compositor(policy=RulePolicy(RULES)) as compositor:
        await compositor.mount_inproc("count", Counter().mcp)
        async with Client(compositor.mcp.sdk) as mounted, Client(Counter().mcp.sdk) as direct:
            await mounted.list_tools()
            await direct.list_tools()

            async def through() -> object:
                return await mounted.call_tool("count_add", {"numbers": [1]})

            async def straight() -> object:
                return await direct.call_tool("add", {"numbers": [1]})

            figures = await in_turn(through, straight, rounds=CALLS)
    return dict(zip(("mounted", "direct"), figures, strict=True))


def theirs() -> dict[str, float]:
    times: dict[str, float] = json.loads(call(python(), "-W", "ignore", str(THEIRS), str(CALLS)).splitlines()[-1])
    return times


def results() -> Iterator[Result]:
    rounds: list[tuple[dict[str, float], dict[str, float]]] = [(asyncio.run(ours()), theirs()) for _ in range(ROUNDS)]
    mine, other = (
        {key: median(pair[side][key] for pair in rounds) for key in ("mounted", "direct")} for side in (0, 1)
    )
    yield Result("a call through compositor and gate, beside a direct one", mine["mounted"], mine["direct"], limit=2.5)
    yield Result(f"the same, beside a mount of {FASTMCP}", mine["mounted"], other["mounted"], limit=1)
    yield Result(f"a direct call, beside a direct one of {FASTMCP}", mine["direct"], other["direct"], limit=1)


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
