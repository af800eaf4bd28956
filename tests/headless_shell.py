"""The browser of most tests: Chromium's headless shell, if the machine has it.

It has the engine of the Chromium of the same release, and no windows, tabs and profiles around it: it starts in half
of the processor time, and a page costs three quarters. Tests of a whole installation run in Chromium itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["path_without_it", "prefer_it"]

# Debian's; `/usr/bin` has a script that starts it and stays, so that whoever ends the browser ends the script.
PROGRAM: Final = Path("/usr/lib/chromium/chromium-headless-shell")
# What is looked for on the PATH is called Chromium, also by the processes that tests start.
FOLDER: Final = Path(__file__).resolve().parent.parent / ".cache" / "headless-shell"


def prefer_it() -> None:
    """Let `chromium` mean the headless shell in this process, and in all that it starts."""
    if not PROGRAM.is_file() or str(FOLDER) in os.environ["PATH"].split(os.pathsep):
        return
    link = FOLDER / "chromium"
    if not link.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        # Two runs may begin at the same time.
        own = FOLDER / f"chromium-{os.getpid()}"
        own.symlink_to(PROGRAM)
        own.replace(link)
    os.environ["PATH"] = f"{FOLDER}{os.pathsep}{os.environ['PATH']}"


def path_without_it() -> str:
    """The PATH as users have it, where `chromium` is the system's."""
    return os.pathsep.join(folder for folder in os.environ["PATH"].split(os.pathsep) if folder != str(FOLDER))
