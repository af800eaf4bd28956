"""`python -m tests.engine.lua.fuzz CALLS SEED`: many random calls on both runtimes, and their outcomes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.engine.lua.fuzz.runs import Run, run

DIALECTS = ("5.1", "5.2")
PER_SESSION = 20


def batches(calls: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many calls in sessions of a few."""
    for each in range(seed, seed + calls // PER_SESSION):
        yield {"seed": each, "count": PER_SESSION}


def report(dialect: str, result: Run, seconds: float) -> Iterator[str]:
    """What came of the calls of one runtime, in lines."""
    total = sum(result.counts.values())
    counts = ", ".join(f"{count} {kind}" for kind, count in result.counts.most_common())
    yield f"Lua {dialect}: {total} calls in {seconds:.0f} s: {counts}"
    for call, outcome in result.outcomes:
        if outcome.startswith(("stuck", "refused", "escaped")):
            yield f"  {outcome}: {call}"
    for death in result.deaths:
        yield f"  {death}\n    after {list(death.calls[:-1])}\n{death.said}"


def main(calls: int, seed: int) -> int:
    """Half of the calls on each runtime; 1 if one of them ended its process or got out."""
    failed = False
    for dialect in DIALECTS:
        started = time.monotonic()
        result = run(dialect, batches(calls // len(DIALECTS), seed))
        sys.stdout.writelines(f"{line}\n" for line in report(dialect, result, time.monotonic() - started))
        failed |= bool(result.deaths or result.escapes)
    return int(failed)


if __name__ == "__main__":
    calls, seed = (int(argument) for argument in sys.argv[1:])
    sys.exit(main(calls, seed))
