"""A Debian system for each Python, made once by debootstrap and kept."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import namespace
from .machine import CannotRun, debian, environment, files_to_copy

__all__ = ["SUITES", "alone", "system"]

# The Debian release that ships each Python.
SUITES = {"3.13": "trixie", "3.14": "forky"}
PACKAGES = ("python3", "python3-venv", "python3-pip", "git", "curl", "jq", "postgresql")
_SCRIPTS = Path("/usr/share/debootstrap/scripts")
_LOG = "debootstrap/debootstrap.log"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Exclude a second run, which would replace the project while its tests run."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotRun(f"another run is at work in {folder}; wait for its end") from None
        yield


def system(python: str, folder: Path, *, fresh: bool = False) -> Path:
    """The tree of the Debian with this Python; made if it does not exist, is outdated, or with `fresh`."""
    root = folder / python
    made_of = " ".join((SUITES[python], *PACKAGES))
    stamp = root / "made-of"
    if fresh or not stamp.exists() or stamp.read_text(encoding="utf-8") != made_of:
        remove(root)
        _make(SUITES[python], root)
        stamp.write_text(made_of, encoding="utf-8")
    for file in files_to_copy():
        copy = root / file.relative_to("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)  # it may be a link to somewhere else
        shutil.copy(file, copy)
    _check_python(python, root)
    return root


def remove(root: Path) -> None:
    """Remove a tree, unless something is mounted in it."""
    mounted = [place for place in _mounts() if place == root or root in place.parents]
    if mounted:
        raise CannotRun(f"cannot remove {root}, because {mounted[0]} is mounted; run: umount -R {mounted[0]}")
    shutil.rmtree(root, ignore_errors=True)


def _make(suite: str, root: Path) -> None:
    partial = root.with_name(f"{root.name}.partial")
    remove(partial)
    archive = debian()
    say(f"making Debian {suite} in {root}, from {archive}")
    script = _SCRIPTS / suite
    command = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(partial), archive]
    # An older debootstrap does not know younger releases; how unstable is made is how they are.
    command += [] if script.exists() else [str(_SCRIPTS / "sid")]
    code = namespace.run(command, environment=environment() | {"DEBIAN_FRONTEND": "noninteractive"}, quiet=True)
    if code != 0:
        log = partial / _LOG
        told = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:] if log.exists() else []
        raise CannotRun("\n  ".join([f"debootstrap failed with code {code}; is {archive} within reach?", *told]))
    partial.rename(root)


def _check_python(python: str, root: Path) -> None:
    code = f"import sys; sys.exit('%d.%d' % sys.version_info[:2] != {python!r})"
    if namespace.chroot(root, ["python3", "-c", code], environment=environment()) != 0:
        raise CannotRun(
            f"Debian {SUITES[python]} in {root} has no Python {python}; if it has a newer one by now, say in "
            f"{Path(__file__).name} which Debian has it, else make it anew: make pythons ARGS=--fresh"
        )


def _mounts() -> list[Path]:
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    return [Path(os.fsdecode(line.split()[4].encode().decode("unicode_escape").encode("latin-1"))) for line in lines]


def say(text: str) -> None:
    """Tell the user something, in one line."""
    sys.stderr.write(f"pythons: {text}\n")
    sys.stderr.flush()
