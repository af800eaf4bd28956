"""The URIs under which the resources of a mount are offered: `chat://inbox` of `ui` is `chat://ui/inbox`."""

from __future__ import annotations

import re
from typing import Final

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?://)?")


def exposed_uri(prefix: str, uri: str) -> str:
    """The URI that clients see; also for templates, and for URIs without `//`."""
    # A URI without authority works the same: `mailto:ada` is `mailto:ui/ada`.
    scheme, path = _parts(uri)
    return f"{scheme}{prefix}/{path}"


def raw_uri(uri: str) -> tuple[str, str]:
    """The prefix in an exposed URI, and the mount's own URI; whether there is such a mount is another question."""
    scheme, path = _parts(uri)
    prefix, _, own_path = path.partition("/")
    return prefix, f"{scheme}{own_path}"


def _parts(uri: str) -> tuple[str, str]:
    match = _SCHEME.match(uri)
    end = match.end() if match else 0
    return uri[:end], uri[end:]
