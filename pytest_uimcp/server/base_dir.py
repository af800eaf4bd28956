"""The base directory of a server: made at its start, with an app in each folder of `apps/` that has an `app.lua`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from pytest_uimcp.server.errors import ConfigError

# The app that frames the others.
SHELL: Final = "mcp"


def prepare_base_dir(base_dir: Path) -> Path:
    """Make the base directory and its log folder; raises ConfigError."""
    log_dir = base_dir / "log"
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
        probe = log_dir / ".writable"
        probe.touch()
        probe.unlink()
    except (NotADirectoryError, FileExistsError):
        culprit = next(part for part in (log_dir, *log_dir.parents) if os.path.lexists(part) and not part.is_dir())
        kind = "a link that leads nowhere" if culprit.is_symlink() else "a file"
        raise ConfigError(f"{base_dir} cannot be the base directory: {culprit} is {kind}, not a directory") from None
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(
            f"{base_dir} cannot be the base directory: {reason}; choose one that can be created and written"
        ) from None
    return log_dir


def app_names(base_dir: Path) -> list[str]:
    """The apps that can be shown, by name; the shell is none of them."""
    try:
        folders = sorted((base_dir / "apps").iterdir())
    except OSError:
        return []
    return [folder.name for folder in folders if folder.name != SHELL and (folder / "app.lua").is_file()]
