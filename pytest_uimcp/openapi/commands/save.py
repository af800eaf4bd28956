"""`nlui save`: writes the tools of a target to a toolset file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.openapi.config import find_config, load_config
from pytest_uimcp.openapi.config.models import Config
from pytest_uimcp.openapi.errors import NluiConfigError


def main(arguments: Sequence[str]) -> int:
    """Write the file; returns 1 if there is nothing to write or it cannot be written."""
    options = _parser().parse_args(list(arguments))
    try:
        config = load_config(find_config(options.config))
        count = _save(_only(config, options.target), Path(options.file))
    except UimcpError as error:
        sys.stderr.write(f"nlui save: {printable_lines(str(error))}\n")
        return 1
    sys.stdout.write(f"{options.file}: {count} tools of {options.target}\n")
    return 0


def _only(config: Config, name: str) -> Config:
    # Only this target is opened: others may be unreachable, and their tools are not asked for.
    targets = tuple(target for target in config.targets if target.name == name)
    if not targets:
        names = ", ".join(target.name for target in config.targets) or "none"
        raise NluiConfigError(f"no target {name!r}; the targets are: {names}")
    return config.model_copy(update={"targets": targets})


def _save(config: Config, file: Path) -> int:
    import anyio

    from pytest_uimcp.openapi.opening import open_targets
    from pytest_uimcp.openapi.toolsets import save_toolset

    async def save() -> int:
        async with open_targets(config) as targets:
            if not targets.targets:
                raise NluiConfigError("the target could not be opened (see above)")
            save_toolset(targets.targets[0], file)
            return len(targets.targets[0].endpoints)

    return anyio.run(save)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nlui save",
        description="Write the tools of a target to a toolset file, which `tools:` of a target loads again without "
        "its specification. Tokens are not written.",
    )
    parser.add_argument("target", metavar="TARGET", help="the name of a target in the configuration")
    parser.add_argument("file", metavar="FILE", help="the file to write")
    parser.add_argument("config", nargs="?", help="the configuration file, found as by `nlui --mcp`")
    return parser
