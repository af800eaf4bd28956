"""Formats the project's Lua and JavaScript in place; `--check` names the files that are not formatted instead.

The formatters (StyLua as WebAssembly, Prettier) are npm packages, which `make setup` fetches; `format.mjs` has their
settings.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tools import npm

PROJECT: Final = Path(__file__).resolve().parent
ROOT: Final = PROJECT.parents[1]
ENDINGS: Final = (".lua", ".js", ".mjs")
LEFT_OUT: Final = (
    "bundle/html/ui/rules.js",  # its value is JSON, which the package reads, too
    "fixtures/broken/",  # what is wrong with them is in a certain line
    "fixtures/oracle/",  # recorded
)
MINUTES: Final = 2


def main(arguments: list[str]) -> int:
    """Format or check, and return the exit code."""
    try:
        command = [str(npm.node().program), str(PROJECT / "format.mjs"), *arguments, str(npm.fetch(PROJECT))]
    except npm.NpmError as error:
        sys.stderr.write(f"format_scripts: {error}\n")
        return 1
    command += scripts(_tracked())
    code = subprocess.run(command, cwd=ROOT, timeout=MINUTES * 60, check=False).returncode
    if code and "--check" in arguments:
        sys.stderr.write("format_scripts: make format mends it\n")
    return code


def scripts(paths: Iterable[str]) -> list[str]:
    """The files that are formatted; a link is formatted where it leads to."""
    return [
        path
        for path in paths
        if path.endswith(ENDINGS) and not path.startswith(LEFT_OUT) and not (ROOT / path).is_symlink()
    ]


def _tracked() -> list[str]:
    """The files of the project: tracked, or new and not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=MINUTES * 60, check=True).stdout
    return [path for path in output.split("\0") if path and (ROOT / path).is_file()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
