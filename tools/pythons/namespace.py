"""Commands with their own mounts and processes, which disappear with the command.

The kernel removes both when the last process of a namespace ends. So nothing stays mounted after an interrupt or even a
SIGKILL, and removing the tree of a system never reaches this machine's `/dev`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["chroot", "run"]

# Seconds for an interrupted command to end by itself.
PATIENCE = 20.0
# Each is killed with the one before: setpriv with us, unshare with setpriv (it becomes it), all others with unshare.
_ALONE = ("setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
# The shell stays to reap orphans, because it is the first process of the namespace.
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
    """Run a command in new namespaces and return its exit code."""
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
    """Run a command in a system, with `/proc`, `/dev` and `/sys` mounted."""
    return run(["sh", "-c", _ENTER, "sh", str(root), *command], environment=environment, quiet=quiet)


def _wait_a_little(process: subprocess.Popen[bytes]) -> None:
    """The command was interrupted too; let it end and print its summary."""
    try:
        process.wait(PATIENCE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        return
