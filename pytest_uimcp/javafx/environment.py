"""Names in the environment of JavaFX programs. Read when pytest starts, so it imports nothing."""

from __future__ import annotations

from typing import Final

# Holds the bearer token of a program, so that no file and no list of processes shows it.
TOKEN: Final = "UIMCP_STAGE_TOKEN"
