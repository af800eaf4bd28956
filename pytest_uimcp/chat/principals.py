"""The sides of a chat. Principals are named `human` and `assistant`, or `human:ada` where there are several."""

from __future__ import annotations

from typing import Final, Literal, get_args

from pytest_uimcp.transport.principals import Principal

Role = Literal["human", "assistant"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
# The subscriber of a session without a token.
ANONYMOUS: Final = Principal("anonymous")


def role_of(principal: Principal | None) -> Role | None:
    """The side that a principal is on; None for one of another kind."""
    # Bridges and others have names of their own, and no side.
    return next((role for role in ROLES if principal is not None and role == principal.kind), None)


def is_human(principal: Principal | None) -> bool:
    return role_of(principal) == "human"
