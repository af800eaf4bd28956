"""`nlui check`: judges a specification as tools for agents."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.openapi.config.models import TargetConfig
from pytest_uimcp.openapi.quality import Severity, SpecReport, check_spec, check_spec_file
from pytest_uimcp.openapi.warn import to_stderr

FOUND: Final = 1
_LEVELS: Final = {severity.word: severity for severity in Severity}


def main(arguments: Sequence[str]) -> int:
    """Print what was found; returns 1 if something is as bad as `--fail-on`, or if there is no specification."""
    options = _parser().parse_args(list(arguments))
    try:
        report = _report(options)
    except UimcpError as error:
        sys.stderr.write(f"nlui check: {printable_lines(str(error))}\n")
        return FOUND
    sys.stdout.write(report.told(options.spec, options.most))
    # The exit code is for continuous integration; what was found is printed in any case.
    if options.fail_on != "never" and report.at_least(_LEVELS[options.fail_on]):
        return FOUND
    return 0


def _report(options: argparse.Namespace) -> SpecReport:
    config = TargetConfig(name=options.name, spec=options.spec)
    if not options.spec.startswith(("http://", "https://")):
        return check_spec_file(Path(options.spec), config, server=options.server)
    # Here and not above: a file is checked without a loop, and `nlui --help` should not wait for imports.
    import anyio

    from pytest_uimcp.openapi.loading.sources import load

    async def fetched() -> object:
        return (await load(config, folder=Path(), warn=to_stderr)).data

    return check_spec(anyio.run(fetched), config, server=options.server)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nlui check",
        description="Check an OpenAPI specification as tools: names, descriptions, sizes in the budgets of hosts, "
        "pairs that a model mixes up, operations that search does not find. Each finding says where it is and what "
        "to do about it.",
    )
    parser.add_argument("spec", metavar="SPEC", help="a file or an http(s) address")
    parser.add_argument("--name", default="api", help="what the target is called (default: api)")
    parser.add_argument("--server", default="nlui", help="what the server is called in the host (default: nlui)")
    parser.add_argument("--most", type=int, default=10, metavar="N", help="findings shown of each rule (default: 10)")
    parser.add_argument(
        "--fail-on",
        choices=(*_LEVELS, "never"),
        default=Severity.ERROR.word,
        help="exit with 1 if something is at least as bad (default: error)",
    )
    return parser
