from __future__ import annotations

from typing import Final

from pytest_uimcp.testing.options import Option

# The environment variable that holds the bearer token of a real program.
TOKEN: Final = "UIMCP_STAGE_TOKEN"

OPTIONS: Final = (
    Option(
        "stage-url",
        "the Streamable HTTP address of a JavaFX program that tests of uimcp_stage run on, instead of a scene in "
        f"memory; its token is that of the environment variable {TOKEN}",
        takes="URL",
    ),
)
