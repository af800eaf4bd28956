"""The file with the token of each principal of a conversation.

    {"human": "…", "assistant": "…", "human:ada": "…"}

It is made at the first start and kept, so that clients stay connected across restarts. Who wants another token edits
or removes it; positions in the conversation belong to the principal, not to the token.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pytest_uimcp.chat.principals import ROLES, role_of
from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.principals import Principal
from pytest_uimcp.transport.token_files import MIN_TOKEN_CHARACTERS, is_token, new_token, read_private, write_private

__all__ = ["TokenFileError", "token_file"]

MAX_NAME_CHARACTERS: Final = 128


def token_file(path: Path, principals: Iterable[str] = ROLES) -> dict[str, str]:
    """The tokens by principal, from the file at `path`; it is made, or gets the principals that it lacks."""
    principals = tuple(principals)
    # Before anything is written: a misspelt name is to get no token.
    for principal in principals:
        _check_principal(path, principal)
    text = read_private(path)
    tokens = {} if text is None else _parse(path, text)
    missing = [principal for principal in principals if principal not in tokens]
    if not missing:
        return tokens
    complete = tokens | {principal: new_token() for principal in missing}
    if not write_private(path, json.dumps(complete, indent=2) + "\n", replace=bool(tokens)):
        return token_file(path, principals)  # another process has just made it
    return complete


def _parse(path: Path, text: str) -> dict[str, str]:
    try:
        tokens = json.loads(text)
    except ValueError as error:
        raise TokenFileError(f"the tokens in {path} cannot be read: {error}") from error
    if not isinstance(tokens, dict) or not tokens:
        raise TokenFileError(f'{path}: expected a JSON object such as {{"human": "<token>", "assistant": "<token>"}}')
    for principal, token in tokens.items():
        _check_principal(path, principal)
        if not is_token(token):
            raise TokenFileError(
                f"{path}: the token of {principal} must be at least {MIN_TOKEN_CHARACTERS} printable characters"
            )
    # A request with it would be one of them, and nobody could say which.
    if len(set(tokens.values())) < len(tokens):
        raise TokenFileError(f"{path}: two principals have the same token; give each its own")
    return tokens


def _check_principal(path: Path, principal: str) -> None:
    if role_of(Principal(principal)) is None or len(principal) > MAX_NAME_CHARACTERS or principal.endswith(":"):
        raise TokenFileError(
            f"{path}: {principal!r} is not a principal; expected {' or '.join(ROLES)}, or one with a name: human:ada"
        )
