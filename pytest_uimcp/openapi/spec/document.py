"""A specification: an object that says which OpenAPI it follows, brought into the form of OpenAPI 3."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.spec import swagger2
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.spec.references import References
from pytest_uimcp.openapi.warn import Warn

_THREE: Final = re.compile(r"3\.(\d+)(\.\d+)?([-+].*)?")
# 3.2 adds to 3.1 what we have no use for.
_MINORS: Final = {"0": "3.0", "1": "3.1", "2": "3.1"}


@dataclass(frozen=True, slots=True)
class SpecDocument:
    """A specification in OpenAPI 3's form, whatever version it was written in."""

    root: dict[str, Any]
    version: str
    references: References
    url: str | None = None

    @property
    def paths(self) -> dict[str, Any]:
        return as_object(self.root.get("paths"))

    @property
    def has_paths(self) -> bool:
        """Whether it describes an API to call at all: a document of webhooks does not."""
        return isinstance(self.root.get("paths"), dict)

    @property
    def servers(self) -> Any:
        return self.root.get("servers")

    @property
    def security(self) -> Any:
        return self.root.get("security")

    @property
    def security_schemes(self) -> dict[str, Any]:
        return as_object(as_object(self.root.get("components")).get("securitySchemes"))


def read_document(data: Any, *, warn: Warn, url: str | None = None) -> SpecDocument:
    """The specification that data is; raises SpecError if it is none. `url` is where it came from."""
    version = version_of(data)
    root = swagger2.upgraded(data, url, warn) if version == "2.0" else data
    return SpecDocument(root, version, References(root, siblings=version == "3.1", warn=warn), url)


def version_of(data: Any) -> str:
    """2.0, 3.0 or 3.1; raises SpecError if data is not a specification that can be read."""
    if not isinstance(data, dict):
        raise SpecError(f"not an OpenAPI document: expected an object, got {_kind(data)}")
    version = _version(data)
    if not isinstance(data.get("paths"), dict) and not (version == "3.1" and isinstance(data.get("webhooks"), dict)):
        raise SpecError("not an OpenAPI document: it has no object `paths`")
    return version


def _version(data: dict[str, Any]) -> str:
    # Without quotes YAML makes a number of it: `swagger: 2.0`.
    openapi = data.get("openapi")
    swagger = data.get("swagger")
    # A document of another kind: the message says by what one knows a specification.
    if openapi is None and swagger is None:
        raise SpecError('not an OpenAPI document: it has neither `openapi: "3.x"` nor `swagger: "2.0"`')
    if openapi is None:
        if str(swagger) in ("2.0", "2"):
            return "2.0"
        raise SpecError(f"Swagger {swagger!s:.20} is not supported; 2.0 and OpenAPI 3.0 to 3.2 are")
    match = _THREE.fullmatch(str(openapi))
    if match is None or match[1] not in _MINORS:
        raise SpecError(f"OpenAPI {openapi!s:.20} is not supported; 3.0 to 3.2 and Swagger 2.0 are")
    return _MINORS[match[1]]


def _kind(data: Any) -> str:
    names = {list: "a list", str: "text", bool: "a boolean", int: "a number", float: "a number", type(None): "nothing"}
    return names.get(type(data), type(data).__name__)
