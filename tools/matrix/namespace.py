"""Commands with mounts and processes that nobody else sees, and that are gone with the command.

The kernel takes both away when the last process of a namespace ends. So nothing stays mounted after an interrupt,
not even after a SIGKILL, and whoever removes the tree of a system never reaches this machine's `/dev` through it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["chroot", "run"]

# How long an interrupted command may take to end by itself.
PATIENCE = 20.0
# Each is killed with the one before: setpriv with us, unshare with setpriv (it becomes it), all others with unshare.
_ALONE = ("setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
# The shell stays, to take leave of orphans: it is the first process in there.
_ENTER = """
set -e
root=$1
shift
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
chroot "$root" "$@"
exit $?
"""


def run(command: Sequence[str], *, environment: Mapping[str, str], quiet: bool = False) -> int:
    """Run a command in namespaces of its own and return its exit code."""
    output = subprocess.DEVNULL if quiet else None
    with subprocess.Popen(
        [*_ALONE, *command], stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=dict(environment)
    ) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            _wait_a_little(process)
            raise
        finally:
            process.kill()  # and with it all that it started


def chroot(root: Path, command: Sequence[str], *, environment: Mapping[str, str], quiet: bool = False) -> int:
    """Run a command inside of a system, which has `/proc`, `/dev` and `/sys` meanwhile."""
    return run(["sh", "-c", _ENTER, "sh", str(root), *command], environment=environment, quiet=quiet)


def _wait_a_little(process: subprocess.Popen[bytes]) -> None:
    """The interrupt reached the command too, so it is about to end and to say what it got done."""
    try:
        process.wait(PATIENCE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        return
