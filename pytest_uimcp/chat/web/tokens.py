"""The file with the token of each principal, which only its owner may read.

    {"human": "…", "assistant": "…", "human:ada": "…"}

It is made at the first start and kept, so that clients stay connected across restarts. Who wants another token edits
or removes it; positions in the conversation belong to the principal, not to the token.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pytest_uimcp.chat.principals import ROLES, role_of
from pytest_uimcp.chat.web.errors import TokenFileError
from pytest_uimcp.chat.web.private import check_private
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.transport.tokens import new_token

__all__ = ["token_file"]

SHORTEST = 16
LONGEST = 1024 * 1024
"""Bytes of the file."""


def token_file(path: Path, principals: Iterable[str] = ROLES) -> dict[str, str]:
    """The tokens by principal, from the file at `path`; it is made, or gets the principals that it lacks."""
    for principal in principals:
        _check_principal(path, principal)
    tokens = _read(path) if os.path.lexists(path) else {}
    missing = [principal for principal in principals if principal not in tokens]
    if not missing:
        return tokens
    made = tokens | {principal: new_token() for principal in missing}
    if not _write(path, made, replace=bool(tokens)):
        return token_file(path, principals)  # another process has just made it
    return made


def _read(path: Path) -> dict[str, str]:
    try:
        check_private(path, "the tokens")
        tokens = json.loads(read_text(path, LONGEST))
    except (OSError, ValueError) as error:
        raise TokenFileError(f"the tokens in {path} cannot be read: {error}") from error
    if not isinstance(tokens, dict) or not tokens:
        raise TokenFileError(f'{path}: expected a JSON object such as {{"human": "<token>", "assistant": "<token>"}}')
    for principal, token in tokens.items():
        _check_principal(path, principal)
        if not isinstance(token, str) or len(token) < SHORTEST or not token.isascii() or not token.isprintable():
            raise TokenFileError(f"{path}: the token of {principal} must be at least {SHORTEST} printable characters")
    if len(set(tokens.values())) < len(tokens):
        raise TokenFileError(f"{path}: two principals have the same token; give each its own")
    return tokens


def _check_principal(path: Path, principal: str) -> None:
    if role_of(principal) is None or len(principal) > 128 or principal.endswith(":"):
        raise TokenFileError(
            f"{path}: {principal!r} is not a principal; expected {' or '.join(ROLES)}, or one with a name: human:ada"
        )


def _write(path: Path, tokens: dict[str, str], *, replace: bool) -> bool:
    """Whether the file was written; without `replace` it is not if there is one by now."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # of mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(tokens, indent=2) + "\n")
            return _place(Path(name), path, replace=replace)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise TokenFileError(f"the tokens cannot be written to {path}: {error}") from error


def _place(made: Path, path: Path, *, replace: bool) -> bool:
    if replace:
        made.replace(path)
        return True
    try:
        os.link(made, path)
    except FileExistsError:
        return False
    return True
