from __future__ import annotations

from typing import Final

from pytest_uimcp.testing.options import Option

OPTIONS: Final = (
    Option(
        "record-model",
        "record what a real model answers, at the service of UIMCP_MODEL_URL, for tests that call "
        "uimcp_agent.replays(FILE): all anew (all, also without a value), or what is not recorded yet (new)",
        choices=("no", "all", "new"),
        default="no",
        alone="all",
    ),
)
