"""Who uses a chat: principals are named `human` and `assistant`, or `human:ada` where there are several."""

from __future__ import annotations

from typing import Final, Literal, get_args

__all__ = ["ANONYMOUS", "ROLES", "Role", "is_human", "role_of"]

Role = Literal["human", "assistant"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
ANONYMOUS: Final = "anonymous"
"""The subscriber of a session without a token."""


def role_of(principal: str | None) -> Role | None:
    """The side that a principal is on; None for one of another kind."""
    first = (principal or "").partition(":")[0]
    return next((role for role in ROLES if role == first), None)


def is_human(principal: str | None) -> bool:
    """Whether the principal is a person."""
    return role_of(principal) == "human"
