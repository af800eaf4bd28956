from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.regular_file import FileTooLarge


class InstallError(UimcpError):
    """The install failed; nothing was changed."""


# errno: (what is wrong, what to do about it)
_REASONS: Final = {
    errno.ENOSPC: ("no space is left on that file system", "Free some space"),
    errno.EDQUOT: ("the disk quota is used up", "Free some space"),
    errno.EFBIG: ("the file would pass the size limit of this process", "Raise the limit (ulimit -f)"),
    errno.EROFS: ("the file system is read-only", "Make it writable or choose another directory"),
    errno.EACCES: ("permission is denied", "Make it writable or choose another directory"),
    errno.EPERM: ("the operation is not permitted", "Make it writable or choose another directory"),
    errno.ENOTDIR: ("there is a file where a directory is needed", "Move that file away"),
    errno.EISDIR: ("there is a directory where a file is needed", "Move that directory away"),
    errno.ENOENT: ("it cannot be created there", "Choose another directory"),
    errno.EINVAL: ("what is there is not a file", "Move it away"),
    errno.ELOOP: ("its symbolic links form a loop", "Remove the circular link"),
    errno.ENAMETOOLONG: ("the path is too long", "Choose a directory with a shorter path"),
}


def explain(error: OSError, path: Path) -> InstallError:
    """Turn an error of the operating system about `path` into a message with a next step."""
    if isinstance(error, FileTooLarge):
        reason = f"what is there is no file of ours, since {error.strerror}"
        step = "Move it away"
    else:
        reason, step = _REASONS.get(error.errno or 0, (error.strerror or str(error), "See to that"))
    return InstallError(f"cannot install {path}: {reason}. Nothing was changed. {step}, then run the install again.")
