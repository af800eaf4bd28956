"""The answers to what every client asks first, made when the package is: nothing of the protocol need be imported.

They are the results that the server itself gives, by protocol version and method (`tools/docs/first_answers.py` writes
them). A request is answered here only if it is exactly of a form that the server accepts; with the first one that is
not, or is about anything else, it is the server's turn, and it stays so.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

SDK: Final = ("mcp", "mcp_types")
"""The distributions whose versions decide what the answers are."""
ENVELOPE: Final = "io.modelcontextprotocol/"
"""Before the names of what each request carries in `_meta` from 2026-07-28 on."""

Results = Mapping[str, Mapping[str, Any]]
"""By version, then by method."""

_CLIENT: Final = {"name": str, "version": str, "title": str, "description": str, "websiteUrl": str}
_CAPABILITIES: Final[dict[str, Any]] = {
    "roots": {"listChanged": bool},
    "sampling": {"context": {}, "tools": {}},
    "elicitation": {"form": {}, "url": {}},
    "experimental": {},
    "extensions": {},
}
_INITIALIZE: Final = {"protocolVersion": str, "capabilities": _CAPABILITIES, "clientInfo": _CLIENT}
_META: Final = {
    f"{ENVELOPE}protocolVersion": str,
    f"{ENVELOPE}clientInfo": _CLIENT,
    f"{ENVELOPE}clientCapabilities": _CAPABILITIES,
}
_MESSAGE: Final = frozenset({"jsonrpc", "id", "method", "params"})
_PLAIN_ID: Final = re.compile(r"[A-Za-z0-9_.:/-]{1,100}")
_MAX_ID: Final = 2**53


class FirstAnswers:
    """Answers the first requests of one client."""

    def __init__(self, handshake: Results, enveloped: Results) -> None:
        self._handshake = handshake
        self._enveloped = enveloped
        # What is answered since the handshake.
        self._agreed: Mapping[str, Any] | None = None
        self._ids: set[int | str] = set()

    def to(self, line: bytes) -> bytes | None:
        """The line that answers a line; empty if none does, None if it is the server's turn."""
        message = _read(line)
        if message.get("jsonrpc") != "2.0" or not message.keys() <= _MESSAGE:
            return None
        method = str(message.get("method"))
        params = message.get("params", {})
        if "id" not in message:
            is_awaited = method == "notifications/initialized" and params == {} and self._agreed is not None
            return b"" if is_awaited else None
        request_id = message["id"]
        if not _is_plain(request_id) or request_id in self._ids or not isinstance(params, dict):
            return None
        results = self._results(method, params)
        if method not in results:
            return None
        self._ids.add(request_id)
        answer = {"jsonrpc": "2.0", "id": request_id, "result": results[method]}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def _results(self, method: str, params: dict[str, Any]) -> Mapping[str, Any]:
        """What can be answered to a request with these parameters, by method."""
        if self._agreed is not None:
            return self._agreed if not params and method != "initialize" else {}
        if method == "initialize" and not self._ids and params.keys() == _INITIALIZE.keys():
            if not _is_like(params, _INITIALIZE) or not _has_names(params["clientInfo"]):
                return {}
            # A version that the server does not know is answered with its newest.
            newest = list(self._handshake)[-1]
            self._agreed = self._handshake.get(params["protocolVersion"], self._handshake[newest])
            return self._agreed
        if params.keys() == {"_meta"} and isinstance(params["_meta"], dict):
            meta = params["_meta"]
            if meta.keys() == _META.keys() and _is_like(meta, _META) and _has_names(meta[f"{ENVELOPE}clientInfo"]):
                return self._enveloped.get(meta[f"{ENVELOPE}protocolVersion"], {})
        return {}


def first_answers_of(file: Path) -> FirstAnswers | None:
    """The answers in a file; None if they were made with another version of the SDK than is here."""
    made = json.loads(file.read_bytes())
    place = importlib.util.find_spec(SDK[0])
    folders = [Path(folder).parent for folder in (place and place.submodule_search_locations) or ()]
    names = [f"{name}-{made['sdk'][name]}.dist-info" for name in SDK]
    if not any(all((folder / name).is_dir() for name in names) for folder in folders):
        return None
    handshake, enveloped = (
        {
            version: {method: made["results"][number] for method, number in numbers.items()}
            for version, numbers in made[era].items()
        }
        for era in ("handshake", "enveloped")
    )
    return FirstAnswers(handshake, enveloped)


def _read(line: bytes) -> dict[str, Any]:
    """The message in a line; without anything in it if it is not plain JSON, about which opinions differ."""
    # An escape may be half of a surrogate pair, which is no text.
    if b"\\u" in line:
        return {}
    try:
        message = json.loads(line.decode(), object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name occurs twice")
    return dict(pairs)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _is_plain(request_id: Any) -> bool:
    """Whether it is written into the answer as it came."""
    if isinstance(request_id, str):
        return _PLAIN_ID.fullmatch(request_id) is not None
    return type(request_id) is int and abs(request_id) < _MAX_ID


def _has_names(client: dict[str, Any]) -> bool:
    return "name" in client and "version" in client


def _is_like(value: Any, form: Any) -> bool:
    """Whether a value has no other parts than the form, all of their types."""
    if isinstance(form, type):
        return type(value) is form
    return isinstance(value, dict) and all(name in form and _is_like(part, form[name]) for name, part in value.items())
