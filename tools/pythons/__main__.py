"""`python -m tools.pythons`: run the browserless part of the suite on other Pythons."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .machine import CannotRun, check
from .suite import ROOT, run_tests
from .systems import SUITES, alone, say, system

FOLDER = ROOT / ".cache" / "pythons"
FAILED, CANNOT_RUN, INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests on each Python; returns 0 if all passed."""
    options = _parser().parse_args(arguments)
    outcomes = []
    try:
        check()
        with alone(options.cache):
            for python in options.python:
                root = system(python, options.cache, fresh=options.fresh)
                outcomes.append(run_tests(python, root, options.arguments))
    except CannotRun as reason:
        say(str(reason))
        return CANNOT_RUN
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    finally:
        for outcome in outcomes:
            say(str(outcome))
    return FAILED if any(outcome.code for outcome in outcomes) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.pythons", description=__doc__)
    parser.add_argument("--python", nargs="+", choices=SUITES, default=list(SUITES), help="only these versions")
    parser.add_argument("--fresh", action="store_true", help="make the systems anew")
    parser.add_argument("--cache", type=Path, default=FOLDER, help="where systems are kept (default: .cache/pythons)")
    parser.add_argument("arguments", nargs="*", help="for pytest, behind --")
    return parser


if __name__ == "__main__":
    sys.exit(main())
