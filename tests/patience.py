"""How long a test waits for what must happen: a bound that only a test that fails, or a dead machine, comes near.

Not what a wait takes: with 25 processes for each two processors, a Python that starts in half a second takes ten.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SECONDS"]

SECONDS: Final = 240.0
"""Less than a test may take in all (`timeout` in pyproject.toml), so that what waits says what did not come."""
