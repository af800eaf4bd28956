"""`python -m tools.makerelease`: build everything a release consists of."""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.version import release_named
from pytest_uimcp.javafx.bridge.building import bridge_jar
from pytest_uimcp.javafx.bridge.jdk import NoJdk

from .index import NoWheel
from .resolve import resolve
from .targets import PYTHONS, TARGETS, Python, Target
from .wheelhouse import Wheelhouse, requirements_of
from .zipapp import write_zipapp

ROOT = Path(__file__).resolve().parents[2]
_BUILD_SECONDS = 600


class BuildFailed(Exception):
    """The distributions could not be built."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build into the output folder; returns 0 if everything was built."""
    options = _parser().parse_args(arguments)
    targets = [target for target in TARGETS if target.name in options.target]
    pythons = [python for python in PYTHONS if python.version in options.python]
    try:
        wheel = build_distributions(options.out, wheel_only=options.wheel_only, release=options.release)
        house = Wheelhouse(options.cache, update=options.update)
        for target in targets:
            path = make_zipapp(options.out, target, pythons, wheel, house)
            sys.stdout.write(f"{path} ({path.stat().st_size / 1e6:.0f} MB)\n")
    except (BuildFailed, NoJdk, NoWheel) as failure:
        sys.stderr.write(f"make release: {failure}\n")
        return 1
    return 0


def build_distributions(out: Path, *, wheel_only: bool, release: str = "") -> Path:
    """Build sdist and wheel into the folder and return the wheel; with a `release`, they are copies of that one."""
    scratch = out / ".building"
    shutil.rmtree(scratch, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--outdir", str(scratch)]
    command += ["--wheel"] if wheel_only else []
    if importlib.util.find_spec("hatchling") is not None:
        command.append("--no-isolation")  # the backend is installed
    # With the bridge for JavaFX programs: whoever has no JDK gets this one.
    environment = {**os.environ, "UIMCP_BRIDGE_JAR": str(bridge_jar())}
    if release:
        try:
            environment["UIMCP_RELEASE"] = release_named(release, ROOT)
        except ValueError as error:
            raise BuildFailed(str(error)) from None
    done = subprocess.run(
        [*command, str(ROOT)], capture_output=True, text=True, timeout=_BUILD_SECONDS, check=False, env=environment
    )
    if done.returncode:
        raise BuildFailed(f"the build failed:\n{done.stdout}{done.stderr}")
    built = [path.replace(out / path.name) for path in scratch.iterdir()]
    scratch.rmdir()
    return next(path for path in built if path.suffix == ".whl")


def make_zipapp(out: Path, target: Target, pythons: Sequence[Python], wheel: Path, house: Wheelhouse) -> Path:
    """Resolve a target for each Python and write its archive."""
    roots = [requirement for requirement in requirements_of(wheel) if "extra" not in str(requirement.marker)]
    needs = {python: resolve(roots, target, python, house) for python in pythons}
    return write_zipapp(out, target, wheel, needs)


def _parser() -> argparse.ArgumentParser:
    targets, pythons = [target.name for target in TARGETS], [python.version for python in PYTHONS]
    parser = argparse.ArgumentParser(prog="python -m tools.makerelease", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "release", help="where to (default: release/)")
    parser.add_argument("--cache", type=Path, default=ROOT / ".cache" / "wheels", help="where wheels are kept")
    parser.add_argument("--target", nargs="+", choices=targets, default=targets, help="only these platforms")
    parser.add_argument("--python", nargs="+", choices=pythons, default=pythons, help="only these versions")
    parser.add_argument("--update", action="store_true", help="ask the index for newer wheels than those kept")
    parser.add_argument("--release", default="", metavar="VERSION", help="what is built is this release, tagged or not")
    parser.add_argument("--wheel-only", action="store_true", help="leave out the sdist")
    return parser


if __name__ == "__main__":
    sys.exit(main())
