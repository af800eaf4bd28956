from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import Final
from urllib.parse import quote, unquote

from pytest_uimcp.server.errors import OpenerError

# Platform -> commands to try; the first one found is used.
OPENERS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "darwin": (("open",),),
    "win32": (("rundll32", "url.dll,FileProtocolHandler"),),
    "linux": (("xdg-open",), ("gio", "open"), ("wslview",)),
}
_WAIT: Final = 5.0
# Some openers run as long as the browser.
_staying: Final[list[subprocess.Popen[bytes]]] = []


def page_url(base: str, session_id: str, path: str, *, conserve: bool) -> str:
    """`http://127.0.0.1:PORT/SESSION-ID/PATH?conserve=true`; no path can lead to another server."""
    # Not urlsplit: a path that looks like another host ("//evil", "\\evil") must stay a path.
    steps, _, fragment = path.partition("#")
    steps, _, parameters = steps.partition("?")
    # Browsers treat "%2e%2e" as "..", which would lead out of the session.
    names = [name for name in steps.replace("\\", "/").split("/") if unquote(name) not in ("", ".", "..")]
    location = "/".join(_quoted(name, ":@") for name in names) + ("/" if names and steps.endswith("/") else "")
    query = "&".join(filter(None, (_quoted(parameters, ":@/?"), "conserve=true" if conserve else "")))
    anchor = f"#{_quoted(fragment, ':@/?')}" if fragment else ""
    return f"{base}/{session_id}/{location}" + (f"?{query}" if query else "") + anchor


def _quoted(text: str, also: str) -> str:
    return quote(text, safe=f"%!$&'()*+,;=~-._{also}", errors="replace")


def open_in_browser(url: str) -> None:
    """Open a URL with the system's opener; raises OpenerError if there is none or it fails."""
    command = _opener(url)
    _staying[:] = [process for process in _staying if process.poll() is None]
    # Output goes to a file, because nobody would read the pipe of an opener that keeps running.
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                [*command, url],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise OpenerError(f"{command[0]} could not be started ({error.strerror}); open {url} yourself") from None
        try:
            code = process.wait(_WAIT)
        except subprocess.TimeoutExpired:
            _staying.append(process)
            return
        errors.seek(0)
        lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    if code:
        reason = f" ({lines[-1]})" if lines else ""
        raise OpenerError(f"{command[0]} failed with exit code {code}{reason}; open {url} yourself")


def _opener(url: str) -> tuple[str, ...]:
    candidates = OPENERS.get(sys.platform, OPENERS["linux"])
    for command in candidates:
        if shutil.which(command[0]):
            return command
    names = ", ".join(command[0] for command in candidates)
    raise OpenerError(f"no browser opener found (looked for {names}); open {url} yourself, or install one")
