"""`python -m tools.teeth`: break the examples, and tell which of their tests and stories notice."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from .mutations import MUTATIONS, DoesNotApply, Mutation
from .trying import Outcome, tried

ENOUGH = 28
TOO_FEW, CANNOT_RUN = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Try every mutation; returns 0 if at least 28 are caught."""
    options = _parser().parse_args(arguments)
    chosen = [one for one in MUTATIONS if not options.only or any(word in one.name for word in options.only)]
    if not chosen:
        say(f"no mutation is called {' or '.join(options.only)}")
        return CANNOT_RUN
    began = time.monotonic()
    with ThreadPoolExecutor(options.at_once) as pool:
        for example, outcome in zip(names := _examples(chosen), pool.map(tried, names), strict=True):
            if outcome.code != 0:
                say(f"the tests of {example} fail before anything is broken:\n{outcome.text}")
                return CANNOT_RUN
        try:
            rows = list(_told(chosen, pool.map(lambda one: tried(one.example, one), chosen)))
        except DoesNotApply as error:
            say(str(error))
            return CANNOT_RUN
    if broken := [
        f"{one.name}: the tests could not be run:\n{outcome.text}" for one, outcome in rows if not outcome.is_run
    ]:
        say("\n".join(broken))
        return CANNOT_RUN
    survived = [one for one, outcome in rows if not outcome.is_caught]
    say(f"\n{len(rows) - len(survived)} of {len(rows)} caught in {time.monotonic() - began:.0f} s")
    for one in survived:
        say(f"survived: {one.name}, {one.example}/{one.file}: {one.before!r} -> {one.after!r}")
    enough = min(ENOUGH, len(rows)) if options.only else ENOUGH
    return 0 if len(rows) - len(survived) >= enough else TOO_FEW


def _told(chosen: list[Mutation], outcomes: Iterator[Outcome]) -> Iterator[tuple[Mutation, Outcome]]:
    """A row of the table as soon as it is known."""
    width = max(len(one.name) for one in chosen)
    for one, outcome in zip(chosen, outcomes, strict=True):
        what = "caught  " if outcome.is_caught else "SURVIVED"
        say(f"{one.example:9}  {one.name:{width}}  {what}  {outcome.caught_by}")
        yield one, outcome


def _examples(chosen: Sequence[Mutation]) -> list[str]:
    return list(dict.fromkeys(one.example for one in chosen))


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.teeth", description=__doc__)
    parser.add_argument("--at-once", type=int, default=2, metavar="N", help="runs at the same time (default: 2)")
    parser.add_argument("only", nargs="*", help="mutations with one of these words in their name (default: all)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
