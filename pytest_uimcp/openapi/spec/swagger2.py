"""Swagger 2.0 in the form of OpenAPI 3.

Schemas stay as and where they are (`#/definitions/Pet`), since converting schemas knows both dialects. Parameters
are spread over `parameters` and `requestBody` of each operation.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from pytest_uimcp.openapi.spec.media import FORM, JSON, MULTIPART
from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.nodes import as_list, as_object, looked_up, texts
from pytest_uimcp.openapi.spec.parameters import merge_parameters
from pytest_uimcp.openapi.spec.references import References
from pytest_uimcp.openapi.warn import Warn

_FORMS: Final = (FORM, MULTIPART)

# What belongs to a parameter itself; the rest of its fields is its schema.
_OF_PARAMETER: Final = frozenset({"name", "in", "description", "required", "collectionFormat", "allowEmptyValue"})

# How `collectionFormat` says it in a path or header, and in a query or form.
_STYLES: Final[dict[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "csv": ({"style": "simple"}, {"style": "form", "explode": False}),
    "ssv": ({"style": "spaceDelimited"}, {"style": "spaceDelimited", "explode": False}),
    "tsv": ({"style": "tabDelimited"}, {"style": "tabDelimited", "explode": False}),
    "pipes": ({"style": "pipeDelimited"}, {"style": "pipeDelimited", "explode": False}),
    "multi": ({"style": "simple"}, {"style": "form", "explode": True}),
}
_IN_URL: Final = ("query", "formData")

_SCHEMES: Final[dict[str, dict[str, Any]]] = {
    "basic": {"type": "http", "scheme": "basic"},
    "oauth2": {"type": "oauth2", "flows": {}},
}


def upgraded(root: dict[str, Any], url: str | None, warn: Warn) -> dict[str, Any]:
    """The same document in OpenAPI 3's form. `url` is where it came from."""
    references = References(root, siblings=False, warn=warn)
    paths = root["paths"]
    return {
        **root,
        # Host, base path and schemes are one address in OpenAPI 3.
        "servers": [{"url": _server(root, url)}],
        "paths": {path: _item(references, root, item) for path, item in paths.items()},
        "components": {"securitySchemes": _security_schemes(root.get("securityDefinitions"))},
    }


def _server(root: dict[str, Any], url: str | None) -> str:
    host = root.get("host")
    base = root.get("basePath")
    path = "/" + base.lstrip("/") if isinstance(base, str) else "/"
    if not isinstance(host, str) or not host:
        return path
    schemes = [scheme for scheme in as_list(root.get("schemes")) if scheme in ("http", "https")]
    # Without schemes, that of the specification's own address, and https otherwise.
    if "https" in schemes or not schemes:
        ours = urlsplit(url or "").scheme
        return f"{'https' if schemes or ours not in ('http', 'https') else ours}://{host}{path}"
    return f"{schemes[0]}://{host}{path}"


def _item(references: References, root: dict[str, Any], node: Any) -> Any:
    item = references.follow(node)
    if item is None:
        return node
    return {
        key: _operation(references, root, item.get("parameters"), value)
        if key in METHODS and isinstance(value, dict)
        else value
        for key, value in item.items()
        if key != "parameters"
    }


def _operation(references: References, root: dict[str, Any], of_path: Any, node: dict[str, Any]) -> dict[str, Any]:
    parameters = list(merge_parameters(references.follow, of_path, node.get("parameters")))
    consumes = texts(node.get("consumes", root.get("consumes")))
    produces = texts(node.get("produces", root.get("produces"))) or [JSON]
    # `consumes` and `produces` are inherited from the document unless the operation has its own.
    operation = {
        **node,
        "parameters": [
            _parameter(parameter) for parameter in parameters if parameter["in"] not in ("body", "formData")
        ],
        "responses": {
            status: _response(references, response, produces)
            for status, response in as_object(node.get("responses")).items()
        },
    }
    if body := _body(parameters, consumes):
        operation["requestBody"] = body
    return operation


def _parameter(parameter: dict[str, Any]) -> dict[str, Any]:
    fields = {key: value for key, value in parameter.items() if key in ("name", "in", "description", "required")}
    return {**fields, **_style(parameter), "schema": _schema(parameter)}


def _style(parameter: dict[str, Any]) -> dict[str, Any]:
    if parameter.get("type") != "array":
        return {}
    elsewhere, in_url = looked_up(_STYLES, parameter.get("collectionFormat"), _STYLES["csv"])
    if parameter["in"] in _IN_URL:
        return in_url
    return elsewhere


def _schema(parameter: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in parameter.items() if key not in _OF_PARAMETER}


def _body(parameters: list[dict[str, Any]], consumes: list[str]) -> dict[str, Any] | None:
    for parameter in parameters:
        if parameter["in"] == "body":
            # A body of one schema is no form, even if the document as a whole consumes forms.
            types = [media_type for media_type in consumes if media_type not in _FORMS] or [JSON]
            content = {media_type: {"schema": parameter.get("schema", {})} for media_type in types}
            return {"required": parameter.get("required") is True, "content": content}
    fields = [parameter for parameter in parameters if parameter["in"] == "formData"]
    if fields:
        return _form(fields, consumes)
    return None


def _form(fields: list[dict[str, Any]], consumes: list[str]) -> dict[str, Any]:
    required = [field["name"] for field in fields if field.get("required") is True]
    schema: dict[str, Any] = {"type": "object", "properties": {field["name"]: _field(field) for field in fields}}
    if required:
        schema["required"] = required
    encoding = {field["name"]: style for field in fields if (style := _style(field))}
    return {
        "required": bool(required),
        "content": {_form_type(fields, consumes): {"schema": schema, "encoding": encoding}},
    }


def _form_type(fields: list[dict[str, Any]], consumes: list[str]) -> str:
    has_file = any(field.get("type") == "file" for field in fields)
    is_multipart = MULTIPART in consumes and FORM not in consumes
    if has_file or is_multipart:
        return MULTIPART
    return FORM


def _field(field: dict[str, Any]) -> dict[str, Any]:
    schema = _schema(field)
    if "description" in field:
        return {**schema, "description": field["description"]}
    return schema


def _response(references: References, node: Any, produces: list[str]) -> Any:
    response = references.follow(node)
    if response is None or "schema" not in response:
        if response is None:
            return node
        return response
    examples = as_object(response.get("examples"))
    content = {
        media_type: {
            "schema": response["schema"],
            **({"example": examples[media_type]} if media_type in examples else {}),
        }
        for media_type in produces
    }
    return {"description": response.get("description", ""), "content": content}


def _security_schemes(definitions: Any) -> dict[str, Any]:
    return {
        name: looked_up(_SCHEMES, scheme.get("type"), scheme)
        for name, scheme in as_object(definitions).items()
        if isinstance(scheme, dict)
    }
