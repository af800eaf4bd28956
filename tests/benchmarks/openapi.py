"""GitHub's REST API (1,223 operations) as tools, beside fastmcp's `from_openapi`; searching it; the cost of a call.

Making and listing the tools is measured as processor time.

fastmcp goes into an environment of its own, `.cache/bench/fastmcp`, since it needs another httpx. The specification is
npm's `@octokit/openapi`, fetched into `.cache`. Alone: `python -m tests.benchmarks.openapi`.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from pytest_uimcp.openapi.search import Index
from pytest_uimcp.openapi.search.listing import tool_listing
from tests.benchmarks.measure import Result, in_turn
from tests.benchmarks.runs import CACHE, ROOT, Unmeasured
from tests.openapi.api import serving
from tests.openapi.github import FILE, PROJECT, github, queries
from tests.openapi.making import get, opened
from tools import npm

SOURCES = Path(__file__).parent / "beside_fastmcp"
ENVIRONMENT = CACHE / "fastmcp"
FASTMCP = "fastmcp==4.1.2"
ROUNDS = 3
# What another report asked fastmcp's search; the ranking was not tuned on them.
PLAIN = (
    ("create an issue", "issues/create"),
    ("merge a pull request", "pulls/merge"),
    ("delete a repository", "repos/delete"),
    ("get a user", "users/get-by-username"),
    ("list repositories for the authenticated user", "repos/list-for-authenticated-user"),
    ("add a comment to an issue", "issues/create-comment"),
    ("create a release", "repos/create-release"),
    ("list workflow runs", "actions/list-workflow-runs-for-repo"),
)


def python() -> str:
    """The interpreter that has fastmcp; installs it on the first run."""
    found = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    installed = ENVIRONMENT / "installed"
    if not installed.exists():
        # A half-made one, of an installation that was broken off, is of no use.
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        call(sys.executable, "-m", "venv", str(ENVIRONMENT))
        call(str(found), "-m", "pip", "install", "-q", FASTMCP)
        installed.touch()
    return str(found)


def call(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise Unmeasured(
            f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-2000:]}\n"
            f"{FASTMCP} comes from PyPI: connect this machine, or set pip's index (PIP_INDEX_URL), and run it again."
        )
    return done.stdout


def specification() -> str:
    try:
        return str(npm.fetch(PROJECT) / FILE)
    except npm.NpmError as error:
        raise Unmeasured(str(error)) from None


def results() -> Iterator[Result]:
    file, other = specification(), python()
    pairs = [(run(sys.executable, "ours", file), run(other, "theirs", file)) for _ in range(ROUNDS)]
    ours, theirs = ({key: median(pair[side][key] for pair in pairs) for key in pairs[0][side]} for side in (0, 1))
    if not (ours["tools"] == ours["names"] == 1224 and ours["longest"] <= 64):
        raise Unmeasured(f"expected 1,224 tools of different names up to 64 characters, got {ours}")
    beside = f"beside {FASTMCP}"
    yield Result(f"specification to tools, {beside}", ours["build"], theirs["build"], limit=1 / 3)
    whole, their_whole = (side["build"] + side["first"] for side in (ours, theirs))
    yield Result(f"specification to the first list of tools, {beside}", whole, their_whole, limit=1 / 3)
    first = f"the first `tools/list`, which makes our schemas, {beside}"
    note = (
        "goal: 0.2; fastmcp makes its schemas with the tools, above; to write 1.3 MB of JSON alone is 0.16, and 1,224 "
        "schemas take 36 µs each"
    )
    yield Result(first, ours["first"], theirs["first"], limit=0.8, note=note)
    yield Result(f"a later `tools/list`, {beside}", ours["again"], theirs["again"], limit=1 / 5)
    yield Result(f"kilobytes of `tools/list`, {beside}", ours["bytes"] / 1000, theirs["bytes"] / 1000, limit=0.75)
    yield from searches()
    yield asyncio.run(one_call())


def run(interpreter: str, name: str, file: str) -> dict[str, Any]:
    output = call(interpreter, "-W", "ignore", str(SOURCES / f"{name}.py"), file)
    times: dict[str, Any] = json.loads(output.splitlines()[-1])
    return times


def searches() -> Iterator[Result]:
    """The slowest search, the longest answer, and what was not found."""
    tools = github().tools
    index = Index(tools.values())
    asked = [answered(index, query, operation) for query, operation in (*PLAIN, *queries())]
    plain, own = asked[: len(PLAIN)], asked[len(PLAIN) :]
    yield Result(f"the slowest of {len(asked)} searches, beside 20 ms", max(each[0] for each in asked), 20, limit=1)
    yield Result("characters of its longest answer, beside 4,000", max(each[1] for each in asked), 4000, limit=1)
    yield Result(
        "plain queries whose answer is not among the first five", sum(each[2] for each in plain), 8, limit=1 / 8
    )
    yield Result("queries that it was tuned on, the same", sum(each[2] for each in own), len(own), limit=1 / 8)


def answered(index: Index, query: str, operation: str) -> tuple[float, int, bool]:
    """Milliseconds of a search, characters of its answer, whether it misses the operation."""
    operations = {endpoint.name: endpoint.operation for endpoint in github().endpoints}
    times = []
    for _ in range(5):
        start = time.perf_counter()
        answer = tool_listing(query, found := [hit.tool for hit in index.find(query)])
        times.append((time.perf_counter() - start) * 1000)
    return median(times), len(answer), operation not in [operations.get(tool.name) for tool in found]


async def one_call() -> Result:
    """What a tool adds to the request that it makes."""
    document = get("/things/{id}", {"name": "id", "in": "path"}, {"name": "q", "in": "query"})
    async with serving() as api, opened(document, api.url) as made, httpx.AsyncClient() as client:

        async def ours() -> object:
            return await made.tools.call("t__op", {"id": 5, "q": ["a", "b"]})

        async def bare() -> object:
            return (await client.get(f"{api.url}/things/5?q=a&q=b")).text

        with_tool, without = await in_turn(ours, bare, rounds=300)
        api.seen.clear()
    return Result(
        "what a call adds to a bare httpx request, beside 1.5 ms", max(with_tool - without, 0.0), 1.5, limit=1
    )


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
