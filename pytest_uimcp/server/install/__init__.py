"""Installing the bundle: what `ui_install`, `ui-mcp install` and a first start do.

    readme    the installed and the bundled version        manifest     which files go where
    record    fingerprints of the files that we wrote      plan         write, keep or remove each file
    carry_out what was planned                             update       the same for files that were edited since
    claude_md the instructions in the project's CLAUDE.md  transaction  all changes or none
    shell     the shell, where somebody wants it          undo         the directory as it was before

`install.py` and `update.py` run them in that order, one install per project at a time (`lock`).
"""

from __future__ import annotations

from .errors import InstallError
from .install import bundled_version, install, install_if_missing, installation_check, is_installed
from .record import InstallRecord
from .result import InstallResult
from .semver import Semver
from .shell import install_shell
from .undo import UndoResult, undo
from .update import UpdateResult, update

__all__ = [
    "InstallError",
    "InstallRecord",
    "InstallResult",
    "Semver",
    "UndoResult",
    "UpdateResult",
    "bundled_version",
    "install",
    "install_if_missing",
    "install_shell",
    "installation_check",
    "is_installed",
    "undo",
    "update",
]
