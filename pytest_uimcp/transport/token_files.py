"""Files with tokens, which nobody but their owner may read: the one place that makes and reads them.

Whoever can read a token is its principal. So a file that others may read or write, that belongs to somebody else, or
that is a link to elsewhere is refused, with what to do about it. It is not replaced in silence: who relies on its
tokens would not learn that others may have them.

A file is written under another name and then put in its place, so that nobody ever reads half of one. Of two processes
that make one at the same time the first wins, and the other reads what that one has written.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from pathlib import Path
from typing import Final

from pytest_uimcp.core.regular_file import FileTooLarge, open_regular
from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.users import user_name

MIN_TOKEN_CHARACTERS: Final = 16
MAX_FILE_CHARACTERS: Final = 1024 * 1024
RENEW: Final = ", or remove it to have new ones made"


def new_token() -> str:
    return secrets.token_urlsafe(32)


def is_token(value: object) -> bool:
    """Whether this is long enough for a token, and can stand in a header."""
    return isinstance(value, str) and len(value) >= MIN_TOKEN_CHARACTERS and value.isascii() and value.isprintable()


def kept_token(path: Path) -> str:
    """The token that is the whole content of a file, which is made if it is missing; raises TokenFileError."""
    text = read_private(path)
    if text is None:
        token = new_token()
        if write_private(path, f"{token}\n", replace=False):
            return token
        return kept_token(path)  # another process has just made it
    token = text.strip()
    if not is_token(token):
        raise TokenFileError(f"{path}: expected a token of at least {MIN_TOKEN_CHARACTERS} printable characters{RENEW}")
    return token


def read_private(path: Path, *, otherwise: str = RENEW) -> str | None:
    """The text of a file with tokens, None if there is no file; raises TokenFileError.

    `otherwise` is what else one can do than run the command in the message.
    """
    if not os.path.lexists(path):
        return None
    try:
        descriptor = open_regular(path)
        # Whose file it is, is asked of what was opened, not of the path, which may lead elsewhere by now.
        with os.fdopen(descriptor, encoding="utf-8") as file:
            status = os.fstat(descriptor)
            text = file.read(MAX_FILE_CHARACTERS + 1)
        if len(text) > MAX_FILE_CHARACTERS:
            raise FileTooLarge(errno.EFBIG, "it is over 1 MiB", str(path))
        is_link = not os.path.samestat(status, path.lstat())
    except (OSError, ValueError) as error:
        raise TokenFileError(f"the tokens in {path} cannot be read: {error}") from error
    if is_link:
        raise TokenFileError(f"{path} is a link, so others may know what the tokens are; put the file itself there")
    _demand_private(path, status, "the tokens", otherwise)
    return text


def check_private(path: Path, content: str) -> None:
    """Refuse a file that others may read or write. What is no file is left to whoever opens it."""
    if path.is_file():
        _demand_private(path, path.stat(), content, RENEW)


def _demand_private(path: Path, status: os.stat_result, content: str, otherwise: str) -> None:
    # Windows has no such modes, and one profile for each user.
    if os.name != "posix":
        return
    mode = stat.S_IMODE(status.st_mode)
    if status.st_uid != os.geteuid():
        owner = user_name(status.st_uid)
        raise TokenFileError(f"{path} belongs to {owner}, who may know {content}; run `chown` on it{otherwise}")
    if mode & 0o077:
        raise TokenFileError(
            f"{path} has mode {mode:04o}, so others may read {content}; run `chmod 600 {path}`{otherwise}"
        )


def write_private(path: Path, text: str, *, replace: bool) -> bool:
    """Whether the file was written; without `replace` it is not if there is one by now. Raises TokenFileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # of mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            return _place(Path(name), path, replace=replace)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise TokenFileError(f"the tokens cannot be written to {path}: {error}") from error


def _place(complete: Path, path: Path, *, replace: bool) -> bool:
    if replace:
        complete.replace(path)
        return True
    try:
        # Unlike a rename, a link fails if another process was faster.
        os.link(complete, path)
    except FileExistsError:
        return False
    return True
