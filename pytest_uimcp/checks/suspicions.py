"""What an audit suspects: the kind of mistake, where, and why."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Suspicion"]


@dataclass(frozen=True, slots=True, order=True)
class Suspicion:
    """One place that reads like a mistake; `location` is `apps/x/app.lua:12`."""

    type: str
    location: str
    detail: str

    def as_json(self) -> dict[str, str]:
        """As the tool reports it."""
        return {"type": self.type, "location": self.location, "detail": self.detail}
