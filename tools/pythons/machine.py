"""The requirements of this machine, and what it passes on to the systems."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from . import namespace

__all__ = ["CannotRun", "check", "debian", "environment", "files_to_copy"]

DEBIAN = "http://deb.debian.org/debian"
_SOURCES = Path("/etc/apt")
# Files that a system needs to reach the package index like this machine.
_FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
_NAMES_CERTIFICATES = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_HANDED_ON = re.compile(r"PIP_(?!FIND_LINKS)\w+|(?:https?|no|all)_proxy", re.IGNORECASE)


class CannotRun(Exception):
    """The matrix cannot be run here; the text says why and what to do."""


def check() -> None:
    """Raise CannotRun if a requirement is missing."""
    if sys.platform != "linux":
        raise CannotRun(f"needs Linux, for its chroots; this is {sys.platform}")
    if os.geteuid() != 0:
        raise CannotRun("needs root, for debootstrap and chroot: run `sudo make pythons`")
    for tool, package in (("debootstrap", "debootstrap"), ("unshare", "util-linux"), ("setpriv", "util-linux")):
        if shutil.which(tool) is None:
            raise CannotRun(f"needs `{tool}`; on Debian and Ubuntu run: apt-get install -y {package}")
    if namespace.run(["true"], environment=environment(), quiet=True) != 0:
        raise CannotRun("may not make namespaces here, with mounts of their own; a container has to be privileged")


def debian(sources: Path = _SOURCES) -> str:
    """The archive of this machine's packages, else the main Debian archive."""
    for file in sorted([*sources.glob("sources.list"), *sources.glob("sources.list.d/*")]):
        found = re.search(r"\b(?:https?|file)://?\S*/debian(?=/?\s)", _without_comments(file))
        if found:
            return found[0]
    return DEBIAN


def _without_comments(file: Path) -> str:
    return re.sub(r"#.*", "", file.read_text(encoding="utf-8", errors="replace"))


def files_to_copy(environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Files to copy to the same place in a system: host names, pip's configuration, certificates."""
    named = [environ[name] for name in _NAMES_CERTIFICATES if name in environ]
    return [path for path in map(Path, dict.fromkeys([*_FILES, *named])) if path.is_file()]


def environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a command in a system: from this process, only the settings for the package index."""
    kept = {name: text for name, text in environ.items() if _HANDED_ON.fullmatch(name) or name in _NAMES_CERTIFICATES}
    certificates = next((environ[name] for name in ("PIP_CERT", *_NAMES_CERTIFICATES) if name in environ), None)
    if certificates is not None:
        kept["PIP_CERT"] = certificates
    return {**kept, "HOME": "/root", "LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "dumb"}
