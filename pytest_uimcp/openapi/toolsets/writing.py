from __future__ import annotations

import dataclasses
import json
import tempfile
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import Body, Endpoint, Param, Plan, XmlElement
from pytest_uimcp.openapi.errors import CallError, ToolsetError
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.toolsets.models import VERSION

_OWNER_ONLY: Final = 0o600


def toolset_of(target: ApiTarget) -> dict[str, Any]:
    """The tools of a target but for its set-auth tool, which is made again."""
    base = target.config.base_url
    if target.endpoints:
        # With the path of the specification's server; only endpoints that have another one say so themselves.
        base = _base(target, target.endpoints[0])
    auth = target.config.auth
    return {
        "version": VERSION,
        "target": target.name,
        "base_url": base,
        # The key is part of the format, but a token never leaves the configuration.
        "auth": {"type": auth.type, "header_name": auth.header_name, "token": ""},
        "endpoints": [_endpoint(target, endpoint, base) for endpoint in target.endpoints],
    }


def save_toolset(target: ApiTarget, path: Path) -> None:
    """Write the file, for its owner only, whole or not at all; raises ToolsetError."""
    text = json.dumps(toolset_of(target), ensure_ascii=False, indent=1)
    try:
        # Made with the mode 0600, and beside the file: a rename within a folder is atomic.
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            file.write(text)
        Path(file.name).chmod(_OWNER_ONLY)
        Path(file.name).replace(path)
    except OSError as error:
        raise ToolsetError(f"{path} cannot be written: {error.strerror}") from None


def _base(target: ApiTarget, endpoint: Endpoint) -> str:
    try:
        return target.base(endpoint)
    except CallError:
        return ""


def _endpoint(target: ApiTarget, endpoint: Endpoint, base: str) -> dict[str, Any]:
    plan = endpoint.plan
    base_url = _base(target, endpoint)
    optional = {"confirm": endpoint.confirm, "base_url": base_url, "servers": [*plan.servers]}
    if base_url == base:
        del optional["base_url"]
    return {
        "name": endpoint.name,
        "operation": endpoint.operation,
        "description": endpoint.description,
        "method": endpoint.method,
        "path": endpoint.path,
        "group": endpoint.group,
        "params": [_param(param, endpoint.schema) for param in plan.params],
        "has_body": plan.body is not None,
        "parameters": endpoint.schema,
        **_body(plan.body),
        **_security(plan),
        # Files of others have none of these, so they are written only where they say something.
        **{key: value for key, value in optional.items() if value not in (None, "", [])},
    }


def _param(param: Param, schema: dict[str, Any]) -> dict[str, Any]:
    # Written only where it is not as files of others assume.
    usual = {"argument": param.name, "explode": False, "allow_reserved": False, "json": False}
    differences = {key: getattr(param, key) for key, value in usual.items() if getattr(param, key) != value}
    return {
        "name": param.name,
        "in": param.place,
        "type": _type(schema["properties"].get(param.argument)),
        "required": param.required,
        "style": param.style,
        **differences,
    }


# A JSON Schema may have a list of types, and null is none that the format knows.
def _type(schema: Any) -> str:
    """A type in a word, since the format has room for one only."""
    if not isinstance(schema, dict):
        return "string"
    kind = schema.get("type", "string")
    if isinstance(kind, str):
        return kind
    return next((str(name) for name in kind if name != "null"), "string")


def _body(body: Body | None) -> dict[str, Any]:
    if body is None:
        return {}
    if body.flat is not None:
        return {"body_mode": "flat"}
    return {
        "body_mode": "wrapped",
        "body": {
            "media_type": body.media_type,
            "admits_text": body.admits_text,
            "admits_null": body.admits_null,
            "parts": {name: dataclasses.asdict(part) for name, part in body.parts.items()},
            **_xml_of("xml", body.xml),
        },
    }


def _xml(element: XmlElement) -> dict[str, Any]:
    """What is not as usual of an element and those within."""
    words = {key: getattr(element, key) for key in ("name", "namespace", "prefix", "attribute", "wrapped")}
    children = {name: _xml(child) for name, child in element.children.items()}
    return {key: value for key, value in {**words, "children": children}.items() if value} | _xml_of(
        "item", element.item
    )


def _xml_of(key: str, element: XmlElement | None) -> dict[str, Any]:
    if element is None:
        return {}
    return {key: _xml(element)}


def _security(plan: Plan) -> dict[str, Any]:
    if plan.open:
        return {"open": True}
    if plan.scheme is None:
        return {}
    return {"scheme": dataclasses.asdict(plan.scheme)}
